"""Designs over HTTP: those of this machine for the same seed, under the limits of look-ups, and judged by the clients."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import exactcover
from exactcover import cli
from exactcover.model.answer import Limits
from exactcover.model.errors import JudgeRefused
from exactcover.service.client_async import AsyncClient
from exactcover.service.connection import ServerBroke
from exactcover.service.designs import ServerDesigns
from exactcover.service.settings import Bounds
from exactcover.service.store.jobs import Store
from tests.schemas import validate
from tests.service.servers import Served, here

FIVE = "packing board=5x5 pieces=pentominoes"
LATIN = "latin n=4"
SUDOKU = "sudoku grid=" + "." * 81


def response() -> dict[str, Any]:
    """What a server would send of the three first sets of five pentominoes in this process."""
    designs = exactcover.design(FIVE, vary="pieces", pick=5, limits=Limits(solutions=3))
    return {"designs": list(designs), "summary": designs.summary}


@pytest.mark.parametrize("seed", [3, "2026-11-28"])
def test_the_designs_are_those_of_this_machine(server: Served, seed: int | str) -> None:
    """For the same seed a client has the same designs in the same order as the package, and the same summary."""
    settings: dict[str, Any] = {"vary": "clues", "seed": seed, "limits": Limits(solutions=2)}
    local = exactcover.design(LATIN, **settings)
    with exactcover.Client(server.url) as client:
        sent = client.design(LATIN, **settings)
        assert sent.summary is None
        assert list(sent) == list(local)
        assert sent.summary == local.summary


def test_the_asynchronous_client_has_them_too(server: Served) -> None:
    """With its summary beside the list."""

    async def made() -> Any:
        async with AsyncClient(server.url) as client:
            return await client.design(FIVE, vary="pieces", pick=5, seed=3)

    designs, summary = asyncio.run(made())
    assert designs == list(exactcover.design(FIVE, vary="pieces", pick=5, seed=3))
    assert (summary["count"], summary["exhausted"]) == (len(designs), True)


def test_designs_of_a_server_are_written_here(server: Served, tmp_path: Path) -> None:
    """`--server URL design -o FOLDER` writes the same files as without a server."""
    words = ["design", *LATIN.split(), "--vary", "clues", "--seed", "5", "-o"]
    assert cli.main([*words, str(tmp_path / "here")]) == 0
    assert cli.main(["--server", server.url, *words, str(tmp_path / "there")]) == 0
    files = [{file.name: file.read_bytes() for file in (tmp_path / name).iterdir()} for name in ("here", "there")]
    assert files[0] == files[1] != {}


def test_the_response_follows_its_schema(client: TestClient) -> None:
    """Designs, as lines of the command line, and their summary in one object."""
    document = client.post("/v1/design", json={"puzzle": LATIN, "vary": "clues", "seed": 7}).json()
    validate("designs", document)
    assert document["summary"]["count"] == len(document["designs"]) == 1


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ({"puzzle": "soma"}, "vary"),
        ({"puzzle": "soma", "vary": "clues"}, "vary is 'clues'; expected pieces, holes or fixed"),
        ({"puzzle": "soma", "vary": "pieces", "pick": 8}, "pick is 8; expected 1 to 7"),
        ({"puzzle": "soma", "vary": "pieces", "pick": -1}, "pick"),
        ({"puzzle": "soma", "vary": "fixed", "level": 6}, "the level is 6; expected 1 to 5"),
        ({"puzzle": "soma", "vary": "fixed", "level": True}, "level"),
        ({"puzzle": "soma", "vary": "fixed", "limit": 0}, "limit"),
        ({"puzzle": "soma", "vary": "fixed", "seed": []}, "seed"),
        ({"puzzle": "soma", "vary": "fixed", "time_limit": 61}, "expected at most 60 seconds"),
        ({"puzzle": "soma", "vary": "fixed", "memory_limit": 5000}, "and 1000 megabytes"),
        ({"puzzle": "somma", "vary": "fixed"}, "did you mean 'soma'"),
        ({"puzzle": "8-puzzle", "vary": "fixed"}, "nothing varies in a puzzle of the kind tiles"),
    ],
)
def test_refusals_are_problems_of_one_sentence(client: TestClient, body: dict[str, Any], sentence: str) -> None:
    """What cannot be designed is refused with status 422, by the sentence of the command line if it has one."""
    refused = client.post("/v1/design", json=body)
    assert (refused.status_code, refused.headers["content-type"]) == (422, "application/problem+json")
    assert sentence in refused.json()["detail"]


def test_a_time_limit_keeps_the_designs_before_it(client: TestClient) -> None:
    """A search that is out of time returns what it has, and says by which limit it ended."""
    body = {"puzzle": SUDOKU, "vary": "clues", "limit": 100_000, "time_limit": 4}
    document = client.post("/v1/design", json=body).json()
    validate("designs", document)
    assert document["designs"]
    assert document["summary"]["stop_reason"] == "time"
    assert not document["summary"]["exhausted"]


def test_a_search_that_is_killed_has_no_designs(tmp_path: Path) -> None:
    """If the process breaks its limit on memory the response has the summary alone, UNKNOWN."""
    store = Store(str(tmp_path / "jobs.sqlite"))
    with here(store, bounds=Bounds(lookup_memory=1)) as client:
        document = client.post("/v1/design", json={"puzzle": FIVE, "vary": "pieces", "pick": 5}).json()
    store.close()
    validate("designs", document)
    assert document["designs"] == []
    assert (document["summary"]["status"], document["summary"]["stop_reason"]) == ("UNKNOWN", "memory")


def test_what_a_server_sends_is_judged() -> None:
    """A wrong solution, another digest, another kind, a missing key and a wrong number of designs are refused."""
    puzzle = exactcover.puzzle(FIVE)
    assert len(list(ServerDesigns(puzzle, response()))) == 3
    spoiled = [response() for _ in range(5)]
    spoiled[0]["designs"][1]["solution"] = spoiled[0]["designs"][0]["solution"]
    spoiled[1]["designs"][1]["puzzle_sha256"] = spoiled[1]["designs"][0]["puzzle_sha256"]
    spoiled[2]["designs"][1]["puzzle"] = {"kind": "queens", "n": 6}
    spoiled[3]["designs"][1]["puzzle"] = {"kind": "packing", "board": "?"}
    spoiled[4]["summary"]["puzzle_sha256"] = "0" * 64
    for each in spoiled:
        with pytest.raises(JudgeRefused):
            list(ServerDesigns(puzzle, each))
    broken = [response() for _ in range(3)]
    del broken[0]["designs"][1]["difficulty"]["level"]
    del broken[1]["designs"][1]
    broken[2]["summary"] = None
    for each in broken:
        with pytest.raises(ServerBroke):
            list(ServerDesigns(puzzle, each))
