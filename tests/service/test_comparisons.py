"""Engines compared as one job: over HTTP, by the client, at the command line and on the page."""

from __future__ import annotations

import json
from typing import Any

import pytest

import exactcover
from exactcover import cli
from exactcover.model.answer import Answer, Limits
from exactcover.model.errors import OurFault
from exactcover.solving.comparable import NotApplicable
from tests.schemas import validate
from tests.service.servers import DOMINO, Served
from tests.service.test_batches import ended
from tests.service.test_client import Liar

PUZZLE = "packing board=4x4 pieces=dominoes copies=any"


def test_a_comparison_is_one_job(server: Served) -> None:
    """Its answer is the compare object of the contract, an answer by engine in their order, and it is never taken as known."""
    body = {"task": "compare", "puzzle": PUZZLE, "backends": ["exact", "brute", "sat"], "seed": 3, "time_limit": 20}
    for _ in range(2):
        job = ended(server, body)
        assert (job["state"], job["cached"], job["solutions"]) == ("SUCCEEDED", False, 3)
    answer = job["answer"]
    assert (answer["task"], answer["backends"], answer["limits"]["time"]) == ("compare", body["backends"], 20)
    assert [each["engine"]["name"] for each in answer["answers"]] == ["exact", "brute", "sat"]
    assert {each["status"] for each in answer["answers"]} == {"FEASIBLE"}
    assert all(exactcover.faults(PUZZLE, each["solution"]) == [] for each in answer["answers"])
    assert server.http.get(job["links"]["solutions"]).json()["solutions"] == answer["answers"]
    events = server.http.get(job["links"]["events"]).json()["events"]
    assert [each["sentence"] for each in events if each["event"] == "progress"][-1] == "3 of 3 engines done"
    page = server.http.get(f"/jobs/{job['id']}").text
    assert page.count("<td>Solved</td>") == 3
    assert "exact, brute, sat" in page
    assert server.http.get(f"/jobs/{job['id']}/solutions").text.count("data-board=") == 3


def test_engines_that_stop_are_unknown(server: Served) -> None:
    """Each engine has the limits for itself: one that stops at its limit of nodes is UNKNOWN, and the next one runs."""
    job = ended(server, {"task": "compare", "puzzle": "soma", "backends": ["brute", "exact"], "node_limit": 1})
    assert [each["stop_reason"] for each in job["answer"]["answers"]] == ["nodes", "nodes"]
    assert job["status"] is None


@pytest.mark.parametrize("backends", [[], ["exact", "exact"], ["exacto"], [7], "exact", ["exact"] * 21])
def test_engines_that_are_none_are_refused(server: Served, backends: Any) -> None:
    """No engine, one named twice, one that is none, and too many are input at fault, before anything runs."""
    reply = server.http.post("/v1/jobs", json={"task": "compare", "puzzle": PUZZLE, "backends": backends})
    assert reply.status_code == 422


def test_an_engine_that_does_not_suit_keeps_its_place(server: Served) -> None:
    """An engine that cannot take the puzzle is not applicable, with the sentence of the command line, and the others answer."""
    with exactcover.Client(server.url) as client:
        unsuitable, answer = client.compare(PUZZLE, ["astar", "exact"])
        assert isinstance(unsuitable, NotApplicable)
        assert "expects an exact number" in unsuitable.reason
        assert isinstance(answer, Answer)
        job = server.http.get("/v1/jobs").json()["jobs"][0]
        validate("compare", {key: value for key, value in server.http.get(f"/v1/jobs/{job['id']}").json()["answer"].items()
                             if key not in ("status", "stop_reason")})  # fmt: skip
        assert "Not applicable: " in server.http.get(f"/jobs/{job['id']}").text


def test_a_client_compares(server: Served) -> None:
    """A client has the answers of the engines, each judged, in their order."""
    with exactcover.Client(server.url) as client:
        entries = client.compare("8-puzzle", ["astar:manhattan", "bfs"], limits=Limits(time=30))
        answers = [each for each in entries if isinstance(each, Answer)]
        assert [(each.engine.name, each.status) for each in answers] == [("astar", "OPTIMAL"), ("bfs", "OPTIMAL")]
        assert answers[0].cost == answers[1].cost


def test_the_command_line_compares_by_a_server(server: Served, capsys: pytest.CaptureFixture[str]) -> None:
    """`--server compare` prints the object and the table that it prints without a server."""
    words = ["compare", *PUZZLE.split(), "--backends", "exact,brute"]
    told = []
    for by in ([], ["--server", server.url]):
        assert cli.main([*by, *words, "--json"]) == 0
        told.append(json.loads(capsys.readouterr().out))
        assert cli.main([*by, *words]) == 0
        assert capsys.readouterr().out.count("FEASIBLE") == 2
    assert set(told[0]) == set(told[1])
    for key in ("puzzle", "limits", "backends"):
        assert told[0][key] == told[1][key]
    assert [[each["status"] for each in one["answers"]] for one in told] == [["FEASIBLE"] * 2] * 2


def test_a_family_is_compared_by_a_server(server: Served, capsys: pytest.CaptureFixture[str]) -> None:
    """A family by a server has the cases and the answers that it has here, each case under its own limits."""
    words = ["compare", "--family", "8-puzzle-table", "--backends", "astar:h2,batch:10", "--json"]
    told = []
    for by in ([], ["--server", server.url]):
        assert cli.main([*by, *words]) == 0
        told.append(json.loads(capsys.readouterr().out))
    assert {key: value for key, value in told[0].items() if key != "cases"} == {
        key: value for key, value in told[1].items() if key != "cases"
    }
    for here_, there_ in zip(told[0]["cases"], told[1]["cases"], strict=True):
        assert {**here_, "answers": []} == {**there_, "answers": []}
        for one, other in zip(here_["answers"], there_["answers"], strict=True):
            for key in ("status", "cost", "bound", "solution", "engine", "puzzle_sha256"):
                assert one[key] == other[key]
            assert one["statistics"]["popped"] == other["statistics"]["popped"]
    assert cli.main(["--server", server.url, "compare", "--family", "8-puzzle-table", "--backends", "fill"]) == 2
    assert "no engine can be compared here (fill: " in capsys.readouterr().err


def test_lies_about_engines_are_refused() -> None:
    """An answer of another engine, a wrong one, and one too few are the server's fault."""
    right = exactcover.solve(DOMINO, backend="exact").to_json()
    for answers in ([], [right], [right, right], [{**right, "status": "INFEASIBLE"}]):
        liar = Liar(lambda answer: None, answers)
        with exactcover.Client(liar.url) as client, pytest.raises(OurFault):
            client.compare(DOMINO, ["exact", "brute"])
        liar.server.shutdown()
