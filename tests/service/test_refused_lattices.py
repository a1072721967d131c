"""Packings that are wrong about their lattice or about a board that wraps round: the server refuses them with 422."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from encoders.puzzle import puzzle_of
from exactcover.model.errors import InvalidInput
from exactcover.service.store.jobs import Store
from tests.service.servers import here

SQUARES: dict[str, Any] = {"board": "4x5", "pieces": "tetrominoes"}
TRIANGLES: dict[str, Any] = {"board": "#../.#.", "lattice": "triangle", "pieces": "diamond", "copies": "any"}
NAMED = TRIANGLES | {"board": "parallelogram:2x3"}
NO_CELL = "where the triangle lattice has none"

WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "unknown lattice": (SQUARES | {"lattice": "hexagons"}, "lattice is 'hexagons'; expected square, cubic, hexagon"),
    "lattice that is no name": (SQUARES | {"lattice": ["hexagon"]}, "lattice is ['hexagon']; expected square, cubic"),
    "long name of a lattice": (SQUARES | {"lattice": "x" * 5000}, "xxx...; expected square, cubic, hexagon"),
    "set of hexagons on squares": (
        SQUARES | {"pieces": "tetrahexes"},
        "piece 'bar' is of the hexagon lattice, the board of the square lattice; expected pieces of the board's",
    ),
    "piece of squares on triangles": (
        NAMED | {"pieces": "hexiamonds,T4"},
        "piece 'T4' is of the square lattice, the board of the triangle lattice; expected pieces of the board's",
    ),
    "piece of edges on triangles": (
        NAMED | {"pieces": "tristicks"},
        "is of the square-edges lattice, the board of the triangle lattice; expected pieces of the board's",
    ),
    "board of another lattice": (
        NAMED | {"board": "grid:2x3"},
        "board is grid:2x3; expected hexagon:N or hexagon:AxBxC",
    ),
    "piece around a torus of squares": (
        {"board": "3x3", "pieces": "I5,T4", "wrap": "both"},
        "piece I5 goes round the board and overlaps itself wherever it lies; expected a larger board",
    ),
    "piece around a torus of hexagons": (
        {"board": "parallelogram:2x2", "lattice": "hexagon", "pieces": "tetrahexes", "wrap": "both"},
        "goes round the board and overlaps itself wherever it lies; expected a larger board",
    ),
    "piece around a Moebius strip": (
        {"board": "3x2", "pieces": "I5", "wrap": "moebius"},
        "piece I5 goes round the board and overlaps itself wherever it lies; expected a larger board",
    ),
    "wrap between other triangles": (
        NAMED | {"wrap": "0,1"},
        "wrap is '0,1', and the step 0,1 takes cells of the triangle lattice to points that are none",
    ),
    "picture of the other parity": (
        TRIANGLES | {"board": ".#./#.."},
        f"the board has a cell at 0,0, {NO_CELL}; expected # there",
    ),
    "picture with cells of both parities": (
        TRIANGLES | {"board": "#../..#"},
        f"the board has a cell at 1,1, {NO_CELL}; expected # there",
    ),
    "letter of the other parity": (
        TRIANGLES | {"board": "AA./.#.", "legend": {"A": "tri2"}},
        f"the board has a cell at 0,0, {NO_CELL}; expected # there",
    ),
    "piece with a cell that is none": (
        TRIANGLES | {"pieces": [{"name": "A", "cells": [[0, 1], [0, 2], [0, 3]]}]},
        f"piece 'A' has a cell {NO_CELL}, 0,3, and so has each of its translates",
    ),
    "picture of a piece with a cell that is none": (
        TRIANGLES | {"pieces": [{"name": "A", "picture": "###"}]},
        f"piece 'A' has a cell {NO_CELL}, 0,0, and so has each of its translates",
    ),
    "optional cell that is none": (
        TRIANGLES | {"optional": [[1, 1]]},
        "optional has 1,1, which is not a cell of the board; expected cells of it",
    ),
    "pre-placed piece on a cell that is none": (
        TRIANGLES | {"fixed": "tri2:0,2/0,3"},
        "fixed tri2 covers 0,3, which is not a cell of the board; expected cells of the board",
    ),
}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A server in this process, without a runner."""
    store = Store(str(tmp_path_factory.mktemp("store") / "jobs.sqlite"))
    with here(store) as client:
        yield client
    store.close()


def test_without_their_faults_the_puzzles_are_accepted(client: TestClient) -> None:
    """What is refused below is the fault, and not the puzzle around it."""
    for keys in (SQUARES, TRIANGLES, NAMED):
        response = client.post("/v1/jobs", json={"task": "count", "puzzle": {"kind": "packing", **keys}})
        assert response.status_code == 202
        client.delete(response.headers["location"])


@pytest.mark.parametrize(("keys", "sentence"), WRONG.values(), ids=WRONG)
def test_a_wrong_lattice_is_refused_in_one_sentence(client: TestClient, keys: dict[str, Any], sentence: str) -> None:
    """The problem's detail is what reading the keys says anywhere, in one line."""
    with pytest.raises(InvalidInput) as here:
        puzzle_of("packing", keys)
    response = client.post("/v1/jobs", json={"task": "count", "puzzle": {"kind": "packing", **keys}})
    problem = response.json()
    assert (response.status_code, response.headers["content-type"]) == (422, "application/problem+json")
    assert problem["detail"] == str(here.value)
    assert sentence in problem["detail"]
    assert "\n" not in problem["detail"]
