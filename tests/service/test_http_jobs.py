"""Jobs over HTTP: submitted, listed, looked at, cancelled, removed; their solutions, certificates and pictures."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from exactcover.service.http import bodies
from exactcover.service.job import Claim, JobState
from exactcover.service.store.jobs import Store
from tests.service.servers import DOMINO, claimed, submitted

TILING = {"placements": [{"piece": "I2", "cells": [[0, 0], [0, 1]]}]}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A store in a file."""
    store = Store(str(tmp_path / "jobs.sqlite"))
    yield store
    store.close()


def taken(store: Store) -> Claim:
    """The job that was submitted last, taken by a runner that is no process."""
    claim = store.claim("nobody", 1000.0)
    assert claim is not None
    return claim


def test_a_job_is_accepted_and_found(client: TestClient, store: Store) -> None:
    """What is accepted is in the store, under the Location that was told, with all that was sent."""
    body = {"task": "solve", "puzzle": DOMINO, "seed": 7, "time_limit": 5, "title": "one domino"}
    response = client.post("/v1/jobs", json=body)
    assert response.status_code == 202
    job = client.get(response.headers["location"]).json()
    assert job == response.json()
    assert (job["state"], job["task"], job["title"]) == ("QUEUED", "solve", "one domino")
    assert job["options"] == {"seed": 7, "time_limit": 5, "memory_limit": 2000.0}
    assert job["puzzle"]["board"] == "1x2"
    assert [each["id"] for each in client.get("/v1/jobs").json()["jobs"]] == [job["id"]]
    assert taken(store).job.source["pieces"] == "dominoes"


def test_the_same_key_gives_the_same_job(client: TestClient) -> None:
    """A call that is sent again makes no second job; the same key with another body is refused."""
    headers = {"Idempotency-Key": "one"}
    first = client.post("/v1/jobs", json={"task": "solve", "puzzle": DOMINO}, headers=headers)
    assert client.post("/v1/jobs", json={"task": "solve", "puzzle": DOMINO}, headers=headers).json() == first.json()
    other = client.post("/v1/jobs", json={"task": "count", "puzzle": DOMINO}, headers=headers)
    assert other.status_code == 422
    assert len(client.get("/v1/jobs").json()["jobs"]) == 1


def test_every_example_of_the_page_works(client: TestClient) -> None:
    """The OpenAPI page has an example for each body, and each of them is answered."""
    page = client.get("/openapi.json").json()
    examples = {
        path: call["post"]["requestBody"]["content"]["application/json"]["example"]
        for path, call in page["paths"].items()
        if "requestBody" in call.get("post", {})
    }
    lookups = {
        f"/v1/{name}": 200
        for name in (
            "certify",
            "choices",
            "design",
            "hint",
            "info",
            "marginals",
            "remaining",
            "check",
            "draw",
            "export",
            "moves",
        )
    }
    assert {path: client.post(path, json=example).status_code for path, example in examples.items()} == {
        "/v1/jobs": 202, **lookups,
    }  # fmt: skip
    assert client.post("/v1/check", json=bodies.EXAMPLES["check"]).json()["accepted"]
    for path, calls in page["paths"].items():
        for call in calls.values():
            answered = next(each for status, each in call["responses"].items() if status.startswith("2"))
            assert "content" in answered or "204" in call["responses"], path


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ({"task": "solve"}, "puzzle"),
        ({"task": "dance", "puzzle": "soma"}, "task"),
        ({"task": "solve", "puzzle": "somma"}, "did you mean 'soma'"),
        ({"task": "solve", "puzzle": "soma", "limit": 2}, "limit"),
        ({"task": "prove", "puzzle": "soma", "seed": 2}, "seed"),
        ({"task": "solve", "puzzle": "soma", "seed": "2"}, "seed"),
        ({"task": "solve", "puzzle": "soma", "seed": True}, "seed"),
        ({"task": "solve", "puzzle": "soma", "time_limit": 0}, "time_limit"),
        ({"task": "solve", "puzzle": "soma", "time_limit": 10**6}, "time_limit"),
        ({"task": "solve", "puzzle": "soma", "memory_limit": 10**6}, "memory_limit"),
        ({"task": "solve", "puzzle": "soma", "workers": 999}, "workers"),
        ({"task": "solve", "puzzle": "soma", "backend": "exacto"}, "did you mean 'exact'"),
        ({"task": "solve", "puzzle": "soma", "backend": "exact:"}, "backend"),
        ({"task": "solve", "puzzle": {"kind": "packing", "bord": "2x2"}}, "did you mean 'board'"),
        ({"task": "solve", "puzzle": {"format": "tmol", "text": ""}}, "did you mean 'toml'"),
    ],
)
def test_refusals_are_sentences(client: TestClient, body: dict[str, Any], sentence: str) -> None:
    """Each fault of a body is one sentence of a problem, that of the command line where it has one."""
    response = client.post("/v1/jobs", json=body)
    problem = response.json()
    assert (response.status_code, response.headers["content-type"]) == (422, "application/problem+json")
    assert sentence in problem["detail"]
    assert set(problem) == {"type", "title", "status", "detail"}
    assert client.get("/v1/jobs").json()["jobs"] == []


def test_files_are_sent_as_their_text(client: TestClient) -> None:
    """The text of a file makes the puzzle that the file would."""
    text = 'kind = "packing"\nboard = "1x2"\npieces = "dominoes"\ncopies = "any"\n'
    jobs = [
        client.post("/v1/jobs", json={"task": "count", "puzzle": sent}).json()
        for sent in (
            DOMINO,
            {"format": "toml", "text": text},
            {"kind": "packing", "board": "1x2", "pieces": "I2", "copies": "any"},
        )
    ]
    assert len({job["puzzle_sha256"] for job in jobs}) == 1


def test_a_job_that_has_ended_has_a_tag(client: TestClient, store: Store) -> None:
    """While a job runs it is not kept by caches; once it has ended a second look needs no second answer."""
    claim = claimed(store)
    path = f"/v1/jobs/{claim.job.id}"
    assert "etag" not in client.get(path).headers
    store.finish(claim, JobState.SUCCEEDED, {"status": "UNKNOWN", "certificate": None})
    tag = client.get(path).headers["etag"]
    again = client.get(path, headers={"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")
    assert client.get(path, headers={"If-None-Match": '"other"'}).status_code == 200


def test_jobs_are_listed_by_pages_and_states(client: TestClient, store: Store) -> None:
    """Pages follow each other, latest first, each job once; a state leaves out the others."""
    ids = [submitted(store).id for _ in range(7)]
    store.cancel(ids[2])
    listed, after = [], ""
    while after is not None:
        page = client.get(f"/v1/jobs?limit=3&after={after}").json()
        listed += [job["id"] for job in page["jobs"]]
        after = page["after"]
    assert listed == sorted(ids, reverse=True)
    assert [job["id"] for job in client.get("/v1/jobs?state=CANCELLED").json()["jobs"]] == [ids[2]]


def test_jobs_are_cancelled_and_removed(client: TestClient, store: Store) -> None:
    """A job that waits ends at once; one that runs is asked to, and is removed only once it has ended."""
    waiting, claim = submitted(store), None
    assert client.post(f"/v1/jobs/{waiting.id}/cancel").json()["state"] == "CANCELLED"
    claim = claimed(store)
    path = f"/v1/jobs/{claim.job.id}"
    assert client.post(f"{path}/cancel").json()["state"] == "CANCELLING"
    assert client.delete(path).status_code == 409
    store.finish(claim, JobState.CANCELLED, None)
    assert client.delete(path).status_code == 204
    assert client.get(path).status_code == client.delete(path).status_code == 404


def test_solutions_come_by_pages(client: TestClient, store: Store) -> None:
    """A cursor goes on where the page before ended, also where more solutions come later."""
    claim = claimed(store, "list")
    path = f"/v1/jobs/{claim.job.id}/solutions"
    store.add_solutions(claim, [json.dumps({"queens": number}) for number in range(5)])
    page = client.get(f"{path}?limit=3").json()
    assert ([each["queens"] for each in page["solutions"]], page["ended"]) == ([0, 1, 2], False)
    page = client.get(f"{path}?cursor={page['cursor']}").json()
    assert [each["queens"] for each in page["solutions"]] == [3, 4]
    assert client.get(f"{path}?cursor=5").json()["solutions"] == []


def test_pictures_are_judged_before_they_are_drawn(client: TestClient, store: Store) -> None:
    """The board, its solution, one of many: as SVG and PNG; a wrong solution is refused, whoever wrote it in the store."""
    job = client.post("/v1/jobs", json={"task": "solve", "puzzle": DOMINO}).json()
    board = client.get(job["links"]["board.svg"])
    assert board.headers["content-type"] == "image/svg+xml"
    claim = taken(store)
    store.finish(claim, JobState.SUCCEEDED, {"status": "FEASIBLE", "stop_reason": None, "solution": TILING})
    drawn = client.get(job["links"]["board.svg"])
    assert drawn.content != board.content
    assert client.get(job["links"]["board.svg"], headers={"If-None-Match": drawn.headers["etag"]}).status_code == 304
    png = client.get(job["links"]["self"] + "/board.png")
    assert png.content.startswith(b"\x89PNG")
    client.post("/v1/jobs", json={"task": "list", "puzzle": DOMINO})
    claim = taken(store)
    wrong = {"placements": [{"piece": "I2", "cells": [[0, 0], [0, 7]]}]}
    store.add_solutions(claim, [json.dumps(TILING), json.dumps(wrong)])
    path = f"/v1/jobs/{claim.job.id}/board.svg"
    assert client.get(path).content == client.get(f"{path}?solution=0").content == drawn.content
    assert client.get(f"{path}?solution=1").status_code == 422
    assert client.get(f"{path}?solution=2").status_code == 404


def test_certificates_are_those_of_answers(client: TestClient, store: Store) -> None:
    """The certificate of an answer has a place of its own; a job without one says so."""
    claim = claimed(store)
    path = f"/v1/jobs/{claim.job.id}/certificate"
    assert client.get(path).status_code == 404
    proof = {"schema": 1, "kind": "tree", "body": {}}
    store.finish(claim, JobState.SUCCEEDED, {"status": "INFEASIBLE", "stop_reason": None, "certificate": proof})
    assert client.get(path).json() == proof


def test_the_server_says_how_it_is(client: TestClient, store: Store) -> None:
    """Health, readiness and figures are told without a job; routes are counted by their templates."""
    submitted(store)
    assert client.get("/healthz").json()["status"] == "alive"
    assert client.get("/readyz").json() == {"status": "ready", "isolated": []}
    client.get("/v1/jobs/" + "0" * 26)
    text = client.get("/metrics").text
    assert 'exactcover_jobs{state="QUEUED"} 1.0' in text
    assert 'route="/v1/jobs/{job_id}",status="404"} 1.0' in text


def test_false_is_no_number_of_colours(client: TestClient) -> None:
    """A boolean where a number is expected is refused, although Python takes it for one."""
    refused = client.post("/v1/draw", json={"puzzle": "soma", "colours": False})
    assert refused.status_code == 422
    assert "not a boolean" in refused.json()["detail"]
