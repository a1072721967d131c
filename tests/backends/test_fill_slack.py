"""The engine fill on boards with cells that may stay empty: planted packings, bounds, seeds, limits and refusals."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from encoders.puzzle import puzzle_of
from exactcover import backends, judges
from exactcover.backends.search.boards import profiles
from exactcover.model.answer import EngineOptions, Limits, Task
from exactcover.model.arrays import Integers
from exactcover.model.errors import Unsuitable
from exactcover.model.events import Attempt, End, Event, Found
from exactcover.model.tiling import Tiling
from tests.packings import tiling as board

HEPTOMINOES = ("###/##./##.", "###/##./.##", ".##/###/##.", "##./###/##.", "###/#../###", "###/.#./###")
"""Six shapes of seven cells of a square of 3x3."""


def events(model: Tiling, seed: int = 0, task: Task = "solve", **limits: int) -> list[Event]:
    """The events of the engine."""
    limits.setdefault("nodes", 3_000_000)
    return list(backends.engine("fill").run(task, model, EngineOptions(seed=seed), Limits(**limits)))


def solved(model: Tiling, seed: int = 0) -> Integers:
    """The only packing that the engine finds, which the judge accepts."""
    (selection,) = (event.selection for event in events(model, seed) if isinstance(event, Found))
    assert judges.faults(model, selection) == []
    return selection


def tiling_of(keys: dict[str, Any]) -> Tiling:
    """The tiling of a packing given by its keys."""
    model = puzzle_of("packing", keys).encode().model
    assert isinstance(model, Tiling)
    return model


def heptominoes(rows: int, columns: int, copies: int) -> dict[str, Any]:
    """The keys of a board all of whose cells may stay empty, with copies of each heptomino."""
    pieces = [{"name": f"H{number}", "picture": picture} for number, picture in enumerate(HEPTOMINOES)]
    return {"board": "/".join(["+" * columns] * rows), "pieces": pieces, "copies": copies}


def planted(seed: int) -> dict[str, Any]:
    """The keys of a board with holes around a packing, whose cells are drawn as dots; the other cells may stay empty."""
    generator = random.Random(seed)
    rows, columns = generator.randint(12, 20), generator.randint(12, 20)
    picture = np.where(np.random.default_rng(seed).random((rows, columns)) < 0.05, "#", "+")
    shapes = tiling_of({"board": "9x9", "pieces": "T4,P5,L4,I3"}).pieces
    copies = dict.fromkeys(("T4", "P5", "L4", "I3"), 0)
    for _ in range(4_000):
        piece = generator.choice(shapes)
        cells = generator.choice(piece.orientations) + np.array(
            [generator.randrange(rows), generator.randrange(columns)]
        )
        if (cells < (rows, columns)).all() and (picture[tuple(cells.T)] == "+").all():
            picture[tuple(cells.T)] = "."
            copies[piece.name] += 1
    drawn = "/".join(map("".join, picture))
    return {"board": drawn, "pieces": list(copies), "copies": copies}


@pytest.mark.parametrize("percent", [85, 90, 94])
def test_heptominoes_cover_most_of_a_board(percent: int) -> None:
    """Six heptominoes in nearly equal numbers cover 85 to 94 percent of 40x45."""
    pieces = 1800 * percent // 100 // 7
    keys = heptominoes(40, 45, 0)
    keys["copies"] = {f"H{number}": pieces // 6 + (number < pieces % 6) for number in range(6)}
    selection = solved(tiling_of(keys))
    assert int((selection[:, 0] < 6).sum()) == pieces


@pytest.mark.parametrize("seed", range(6))
def test_planted_packings_of_pieces_of_several_sizes_are_solved(seed: int) -> None:
    """Boards with holes, on which as many cells as the planted packing covered are covered again, by the same copies."""
    keys = planted(seed)
    keys["board"] = keys["board"].replace(".", "+")
    solved(tiling_of(keys))


@pytest.mark.parametrize("size", ["9x30", "30x9"])
def test_cells_that_must_be_covered_are(size: str) -> None:
    """A frame of cells that must be covered around cells that may stay empty, some of which must, on a high and a wide board."""
    rows, columns = map(int, size.split("x"))
    inner = ["." + "+" * (columns - 2) + "."] * (rows - 2)
    drawn = "/".join(["." * columns, *inner, "." * columns])
    model = tiling_of({"board": drawn, "pieces": "tetrominoes", "copies": "9..12", "holes_free": "30..66"})
    solved(model)


@pytest.mark.parametrize("empty", ["40", "20..30", "0..12", "25..25"])
def test_the_bounds_on_empty_cells_are_kept(empty: str) -> None:
    """Pentominoes in any number on 15x15, with bounds on the cells that stay empty."""
    model = tiling_of(
        {"board": "/".join(["+" * 15] * 15), "pieces": "pentominoes", "copies": "any", "holes_free": empty}
    )
    selection = solved(model)
    least, most = map(int, empty.split("..")) if ".." in empty else (0, int(empty))
    assert least <= int((selection[:, 0] == len(model.pieces) - 1).sum()) <= most


def test_the_bounds_on_copies_are_kept() -> None:
    """At least three of a piece that rarely fits, at most two of one that fits everywhere."""
    keys = {
        "board": "/".join(["+" * 14] * 14),
        "pieces": "X5,I1,L5",
        "copies": {"X5": "3..", "I1": "0..2", "L5": "20..30"},
    }
    model = tiling_of(keys | {"holes_free": 40})
    used = Counter(model.pieces[number].name for number in solved(model)[:, 0])
    assert used["X5"] >= 3
    assert used["I1"] <= 2
    assert 20 <= used["L5"] <= 30


@pytest.mark.parametrize("lattice", ["hexagon", "triangle"])
def test_other_flat_lattices_are_packed(lattice: str) -> None:
    """Hexagons and triangles, of which a tenth may stay empty."""
    pieces = {"hexagon": "tetrahexes", "triangle": "hexiamonds"}[lattice]
    keys = {"lattice": lattice, "board": {"hexagon": "12x12", "triangle": "12x24"}[lattice], "pieces": pieces}
    solved(tiling_of({**keys, "copies": "any", "optional": "all", "holes_free": 20}))


def test_a_packing_without_pieces_is_a_solution() -> None:
    """If all cells may stay empty, and no piece must be placed, none is."""
    model = tiling_of({"board": "++++/++++", "pieces": "I2", "copies": "0..4"})
    assert (solved(model)[:, 0] == 1).all()


def test_a_seed_determines_the_packing() -> None:
    """The same seed gives the same packing twice, other seeds give others."""
    model = tiling_of(heptominoes(20, 20, 8))
    assert solved(model, 3).tolist() == solved(model, 3).tolist()
    assert solved(model, 3).tolist() != solved(model, 4).tolist()


def test_a_node_limit_leaves_the_best_attempt() -> None:
    """If the nodes are used up, the attempt is pieces in the region that do not overlap."""
    model = tiling_of(heptominoes(40, 45, 40))
    *said, end = events(model, nodes=40_000)
    assert isinstance(end, End)
    assert (end.exhausted, end.stop_reason) == (False, "nodes")
    (attempt,) = (event.selection for event in said if isinstance(event, Attempt))
    covered = np.zeros(model.region.shape, dtype=np.int64)
    for _, cells in model.placed(attempt):
        np.add.at(covered, tuple(cells.T), 1)
    assert covered.max() == 1
    assert covered.sum() > 500


def test_a_short_log_does_not_change_the_packing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Entries of the log that no state follows from are dropped, and a log that is full of others is doubled."""
    model = tiling_of(heptominoes(20, 20, 8))
    expected = solved(model)
    monkeypatch.setattr(profiles, "FIRST_LOG", 12)
    assert solved(model).tolist() == expected.tolist()


@pytest.mark.parametrize(
    "specification",
    [
        "board=+++/+.+/+++ pieces=I2 copies=0 ",  # a cell must be covered and no piece has copies
        "board=+.+/.../+.+ pieces=O4 copies=0..2",  # no square covers the left and the right cell
    ],
)
def test_what_is_impossible_is_left_open(specification: str) -> None:
    """On a board without a solution the engine finds none and does not claim that there is none."""
    *said, end = events(board(specification), nodes=5_000)
    assert isinstance(end, End)
    assert not end.exhausted
    assert not [event for event in said if isinstance(event, Found)]


def test_packings_are_listed_once() -> None:
    """As many packings as were requested, all different, each accepted by the judge."""
    model = tiling_of(heptominoes(12, 12, 2))
    said = events(model, task="list", solutions=5)
    each = [event.selection for event in said if isinstance(event, Found)]
    assert len({np.unique(selection, axis=0).tobytes() for selection in each}) == 5
    assert all(judges.faults(model, selection) == [] for selection in each)


@pytest.mark.parametrize(
    ("specification", "expected"),
    [
        ("board=2x3x3 optional=0,0,0 pieces=I2 copies=any", "on a board of 3 axes; expected a flat board"),
        (
            "board=65x66 pieces=I2 copies=any optional=0,0",
            "on a board wider than 64 both ways; expected at most 64 one way",
        ),
    ],
)
def test_other_boards_with_cells_that_may_stay_empty_are_refused(specification: str, expected: str) -> None:
    """One sentence each: bodies, and boards that are wider than a word of 64 bits."""
    with pytest.raises(Unsuitable, match=rf"^the engine fill was given cells that may stay empty {expected}$"):
        events(board(specification))


def test_coloured_boards_with_cells_that_may_stay_empty_are_refused() -> None:
    """Pieces bound to cells of some colour are left to other engines."""
    colours = {"cells": "/".join(["abababab", "babababa"] * 4), "pieces": {"I2": "ab"}}
    model = tiling_of({"board": "8x8", "pieces": "I2", "copies": "any", "colours": colours, "optional": "0,0/0,1"})
    with pytest.raises(
        Unsuitable, match=r"and pieces bound to cells of some colour; expected pieces that may lie anywhere$"
    ):
        events(model)
