"""The search for arguments from sizes and numbers: each kind is found, the plainest first, and never a false one."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from exactcover import api
from exactcover.judges.windows import fits
from exactcover.model.answer import Limits
from exactcover.model.cover import cover
from exactcover.model.tiling import Piece, Tiling
from exactcover.proofs.provers import components
from exactcover.proofs.provers.components import Joins
from tests.judges.test_arithmetic import ROW, SHARED
from tests.packings import tiling
from tests.proofs.provers.arguments import end, proved, refutation, solvable
from tests.random_models import random_cover, random_packing


@pytest.mark.parametrize(
    ("line", "body"),
    [
        ("board=3x3 pieces=dominoes copies=any", {"argument": "area"}),
        ("board=5x12 pieces=tetrominoes copies=2", {"argument": "area"}),
        ("board=7x11 pieces=pentominoes copies=any", {"argument": "area"}),
        ("board=2x5 pieces=X5,T4 copies=any holes=0,0", {"argument": "area"}),
        ("board=1x20 pieces=tetrominoes copies=1", {"argument": "piece", "piece": 1}),
        ("board=3x4 pieces=V3 copies=any holes=0,1/1,0/1,1", {"argument": "cell", "cell": [0, 0]}),
        ("board=8x8 pieces=I3,I2 copies=I3:2,rest:any holes=0,1/1,0/1,1", {"argument": "area"}),
    ],
)
def test_plain_arguments_are_found(line: str, body: dict[str, Any]) -> None:
    """Area, pieces and cells, the plainest argument first."""
    assert proved("arithmetic", tiling(line)).body == body


def test_components_are_found() -> None:
    """A component that no pieces make is shown alone; where only all together are impossible, all but the largest are."""
    alone = tiling("board=1x10 pieces=I3 copies=any holes=0,4")
    first = [[0, column] for column in range(4)]
    assert proved("arithmetic", alone).body == {"argument": "components", "components": [first]}
    assert proved("arithmetic", SHARED).body == {"argument": "components", "components": [ROW]}


def test_components_are_joined_by_placements() -> None:
    """Cells that touch belong apart where no placement joins them; a long winding component is still one."""
    square = (np.array([[0, 0], [0, 1], [1, 0], [1, 1]]),)
    touching = np.array([[1, 1, 1, 0, 0, 0], [1, 1, 1, 1, 1, 1], [0, 0, 0, 1, 1, 1]], dtype=np.bool_)
    body = proved("arithmetic", Tiling(touching, (Piece("O", square, 0, 3),))).body
    assert body["components"] == [[[row, column] for row in (0, 1) for column in (0, 1, 2)]]
    snake = np.zeros((41, 40), dtype=np.bool_)
    snake[::2] = True
    snake[1::4, -1] = snake[3::4, 0] = True
    dominoes = (np.array([[0, 0], [0, 1]]), np.array([[0, 0], [1, 0]]))
    assert refutation("arithmetic", Tiling(snake, (Piece("D", dominoes, 0, 500),))) is None
    snake[20, 7] = snake[20, 30] = False
    found = proved("arithmetic", Tiling(snake, (Piece("D", dominoes, 0, 500),))).body
    assert [len(part) for part in found["components"]] == [417]


def test_items_of_covers() -> None:
    """An item in fewer options than it must be covered is named."""
    model = cover({"a": 1, "b": 2}, [["a", "b"], ["a"]])
    assert proved("arithmetic", model).body == {"argument": "item", "item": "b"}


@pytest.mark.parametrize("seed", range(120))
def test_random_models_agree_with_brute_force(seed: int) -> None:
    """Whatever is refuted has no solution: random packings with ranges of copies, and random covers."""
    rng = random.Random(seed)
    keys = {**random_packing(seed), "copies": rng.choice(["any", "0..1", "0..2", "1..2", "1"])}
    for model in (api.puzzle("packing", **keys).encode().model, random_cover(seed, connected=seed % 5 == 0)):
        if refutation("arithmetic", model) is not None:
            assert not solvable(model)


@pytest.mark.parametrize("seed", range(40))
def test_feasible_packings_are_left_alone(seed: int) -> None:
    """A board cut into its pieces is never refuted."""
    model = api.puzzle("packing", **random_packing(seed, planted=True)).encode().model
    assert refutation("arithmetic", model) is None


def test_the_time_limit_holds() -> None:
    """Without time the prover stops and says so."""
    last = end("arithmetic", tiling("board=12x12 pieces=hexominoes copies=any"), Limits(time=0))
    assert last.stop_reason == "time"


@pytest.mark.parametrize("seed", range(40))
def test_components_are_those_of_a_naive_search(seed: int) -> None:
    """Labels are equal for cells that a chain of placements joins and for no others, pieces in several parts included."""
    rng = np.random.default_rng(seed)
    region = rng.random((6, 9) if seed % 2 else (3, 4, 5)) < 0.75
    joins = Joins(region.shape)
    neighbours: dict[tuple[int, ...], set[tuple[int, ...]]] = {
        tuple(cell): set() for cell in np.argwhere(region).tolist()
    }
    for _ in range(2):
        cells = np.unique(rng.integers(0, 3, (int(rng.integers(1, 5)), region.ndim)), axis=0)
        orientation = cells - cells.min(axis=0)
        mask = fits(region, orientation)
        joins.add(orientation, mask)
        for offset in np.argwhere(mask):
            placed = [tuple(cell) for cell in (orientation + offset).tolist()]
            for cell in placed:
                neighbours[cell].update(placed)
    labels = list(joins.labels())[-1]
    left = set(neighbours)
    names = set()
    while left:
        waiting = [left.pop()]
        name = int(labels[waiting[0]])
        assert name not in names
        names.add(name)
        while waiting:
            cell = waiting.pop()
            assert labels[cell] == name
            fresh = neighbours[cell] & left
            left -= fresh
            waiting += fresh


def test_large_components_are_written_by_their_runs() -> None:
    """Half a million cells on each side of a wall, an odd number: the certificate has a run for each row."""
    region = np.ones((1001, 1001), dtype=np.bool_)
    region[:, 500] = False
    region[0, 0] = region[0, 1000] = False
    dominoes = (np.array([[0, 0], [0, 1]]), np.array([[0, 0], [1, 0]]))
    body = proved("arithmetic", Tiling(region, (Piece("D", dominoes, 0, 10**6),))).body
    (component,) = body["components"]
    assert component["runs"][:2] == [[0, 1, 499], [1, 0, 500]]
    assert len(component["runs"]) == 1001


def test_regions_too_large_for_components_are_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the masks of displacements would take too much memory no component is looked for."""
    model = tiling("board=1x10 pieces=I3 copies=any holes=0,4")
    assert refutation("arithmetic", model) is not None
    monkeypatch.setattr(components, "MOST_BYTES", 79)
    assert refutation("arithmetic", model) is None
