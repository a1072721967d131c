"""The page of proofs as it is served: its puzzle, the story of a job, the files to be saved, refusals."""

from __future__ import annotations

import json
import re
import time
from html import unescape
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import pytest

import exactcover
from exactcover.model.errors import InvalidInput
from exactcover.service.lookups import Cut
from exactcover.service.page import proving

if TYPE_CHECKING:
    import httpx

NO_DOMINOES = {"kind": "packing", "board": "3x3", "pieces": "I2", "copies": "any"}


def finished(http: httpx.Client, body: dict[str, Any]) -> dict[str, Any]:
    """Submit a job and return it once it has ended."""
    job = http.post("/v1/jobs", json=body).raise_for_status().json()
    while job["state"] in ("QUEUED", "RUNNING", "CANCELLING"):
        time.sleep(0.05)
        job = http.get(f"/v1/jobs/{job['id']}").raise_for_status().json()
    return dict(job)


def subject_in(page: str) -> dict[str, Any]:
    """The puzzle that a page has for its scripts."""
    shown = re.search(r'data-subject="([^"]*)"', page)
    assert shown is not None
    subject: dict[str, Any] = json.loads(unescape(shown[1]))
    return subject


@pytest.mark.parametrize("path", ["/prove", "/compare"])
def test_a_page_names_its_puzzle_in_all_views(http: httpx.Client, path: str) -> None:
    """A puzzle of the catalogue, or keys, are in the page for its script, and the links to the other views name the same."""
    page = http.get(path, params={"puzzle": "pentominoes-6x10"}).raise_for_status().text
    assert subject_in(page)["sent"] == "pentominoes-6x10"
    for view in ("/design", "/play", "/prove", "/compare"):
        assert f'href="{view}?puzzle=pentominoes-6x10"' in page
    page = http.get(path, params={"keys": json.dumps(NO_DOMINOES)}).raise_for_status().text
    assert subject_in(page)["sent"] == NO_DOMINOES
    links = re.findall(r'href="/design\?keys=([^"]*)"', page)
    assert [json.loads(unquote(unescape(link))) for link in links] == [NO_DOMINOES]


def test_without_a_puzzle_there_is_a_usual_one(http: httpx.Client) -> None:
    """`/prove` alone is about the clipped chessboard, `/compare` alone about the 8-puzzle."""
    assert subject_in(http.get("/prove").text)["sent"] == "mutilated-chessboard"
    assert subject_in(http.get("/compare").text)["sent"] == "8-puzzle"


@pytest.mark.parametrize("path", ["/prove", "/compare"])
@pytest.mark.parametrize(
    ("query", "words"),
    [
        ({"puzzle": "no-such-puzzle"}, "unknown puzzle"),
        ({"keys": "["}, "not JSON"),
        ({"keys": '{"kind": "packing", "board": "2x2", "pieces": "pentonimoes"}'}, "unknown piece"),
    ],
)
def test_what_is_no_puzzle_is_refused_in_a_sentence(
    http: httpx.Client, path: str, query: dict[str, str], words: str
) -> None:
    """An unknown name, a text that is no JSON and wrong keys have a page with one sentence."""
    page = http.get(path, params=query)
    assert page.status_code == 422
    assert words in unescape(page.text)


@pytest.mark.parametrize("words", ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "</textarea><b>"])
def test_names_of_strangers_do_nothing(http: httpx.Client, words: str) -> None:
    """A title with markup is text on both pages, and in the story."""
    keys = {
        "kind": "packing",
        "board": "3x3",
        "pieces": "I2",
        "copies": "any",
        "title": words,
    }
    for path in ("/prove", "/compare"):
        page = http.get(path, params={"keys": json.dumps(keys)}).raise_for_status().text
        assert words not in page
        assert subject_in(page)["title"] == words


def test_a_proof_is_told_with_its_files(http: httpx.Client) -> None:
    """The story of a job has scenes, and each of its files can be fetched; the certificate is accepted by the judges."""
    job = finished(http, {"task": "prove", "puzzle": "mutilated-chessboard"})
    told = http.get(f"/jobs/{job['id']}/story").raise_for_status().json()
    assert told["tag"] == "Impossible"
    assert told["scenes"][0]["title"] == "Colour it like a chessboard"
    assert [file["name"] for file in told["files"]] == ["Save certificate", "For VeriPB: problem", "For VeriPB: proof"]
    contents = [http.get(file["url"]).raise_for_status() for file in told["files"]]
    assert exactcover.check(contents[0].json(), "mutilated-chessboard")["accepted"]
    assert b"#variable" in contents[1].content
    assert contents[2].content.startswith(b"pseudo-Boolean proof")


def test_a_solution_is_told_without_a_certificate(http: httpx.Client) -> None:
    """A puzzle that fits has its answer to be saved, and no certificate."""
    job = finished(http, {"task": "prove", "puzzle": NO_DOMINOES | {"board": "2x3"}})
    told = http.get(f"/jobs/{job['id']}/story").raise_for_status().json()
    assert told["text"] == "It fits."
    assert [file["url"].rpartition("/")[2] for file in told["files"]] == ["answer.json"]


def test_only_a_proof_has_a_story(http: httpx.Client) -> None:
    """A job of another task, and an unknown job, have no story."""
    job = finished(http, {"task": "count", "puzzle": NO_DOMINOES})
    assert http.get(f"/jobs/{job['id']}/story").status_code == 404
    assert http.get("/jobs/01JD8Z0000ABCDEFGHJKMNPQRS/story").status_code == 404


def test_a_proof_too_large_to_be_judged_again_keeps_its_sentences() -> None:
    """If the look-up runs out of time, the answer's sentences are shown without a seal; if it refuses, nothing of it is shown."""
    answer = {"status": "INFEASIBLE", "argument": ["Because."], "evidence": "tree", "certificate": None}
    large = InvalidInput("this exceeded the limit on time; expected a smaller puzzle")
    large.__cause__ = Cut("time")
    told = proving.untold(answer, large)
    assert (told["tag"], told["sealed"]) == ("Impossible", False)
    assert told["scenes"][0]["sentences"] == ["Because."]
    assert "not checked again" in told["seal"][0]
    refused = proving.untold(answer, InvalidInput("the certificate is wrong and is not shown: its weights"))
    assert (refused["tag"], refused["scenes"]) == ("Not shown", [])
