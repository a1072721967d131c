"""The engine fill: boards of many kinds, every answer judged; limits, seeds, and what it does where there is no solution."""

from __future__ import annotations

import numpy as np
import pytest

from encoders.puzzle import puzzle_of
from exactcover import backends, judges
from exactcover.model.answer import EngineOptions, Limits
from exactcover.model.arrays import Integers
from exactcover.model.events import Attempt, End, Event, Found, Progress
from exactcover.model.tiling import Piece, Tiling
from tests.packings import tiling as board


def events(model: Tiling, seed: int = 0, nodes: int | None = 20_000_000) -> list[Event]:
    """What the engine says."""
    return list(backends.engine("fill").run("solve", model, EngineOptions(seed=seed), Limits(nodes=nodes)))


def selections(said: list[Event]) -> list[Integers]:
    """What was found."""
    return [event.selection for event in said if isinstance(event, Found)]


def listed(model: Tiling, seed: int = 0, **limits: int) -> list[Event]:
    """What the engine says where it is to list packings."""
    return list(backends.engine("fill").run("list", model, EngineOptions(seed=seed), Limits(**limits)))


def hexagons() -> Tiling:
    """A board of hexagons: rhombuses of 12x12 cells, and the three bars and the triangles of three cells."""
    steps = np.array([(-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)])
    bars = ([[0, 0], [0, 1], [0, 2]], [[0, 0], [1, 0], [2, 0]], [[0, 2], [1, 1], [2, 0]])
    triangles = ([[0, 0], [0, 1], [1, 0]], [[0, 1], [1, 0], [1, 1]])
    pieces = tuple(
        Piece(name, tuple(map(np.array, shapes)), 24, 24) for name, shapes in (("bar", bars), ("triangle", triangles))
    )
    return Tiling(np.ones((12, 12), dtype=np.bool_), pieces, steps=steps)


BOARDS = (
    "board=28x70 pieces=tetrominoes copies=98",
    "board=3x40 pieces=tetrominoes copies=6",
    "board=60x20 pieces=pentominoes copies=20",
    "board=30x30 pieces=dominoes copies=any",
    "board=1x30 pieces=I2,I3 copies=1..20",
    "board=20x30 pieces=pentominoes copies=X5:24,rest:0..12",
    "board=18x15 pieces=pentominoes-one-sided copies=3",
    "board=40x40 pieces=dominoes,trominoes,tetrominoes,pentominoes copies=1..800",
    "board=20x21 pieces=tetrominoes,pentominoes copies=I4:5,O4:10,rest:1..60",
    "board=12x12 holes=0,0/5,5/11,11/6,7 pieces=tetrominoes copies=7",
    "board=4x10 pieces=tetrominoes copies=2 fixed=I4:0,0/0,1/0,2/0,3",
    "board=8x8x8 pieces=tetracubes copies=16",
    "board=10x12x15 pieces=pentominoes copies=30",
)


@pytest.mark.parametrize("specification", BOARDS)
def test_boards_are_filled(specification: str) -> None:
    """The board is filled, with counts in their ranges, and the judge of tilings finds no fault."""
    model = board(specification)
    (selection,) = selections(events(model))
    assert judges.faults(model, selection) == []


def test_neighbours_come_from_the_steps_of_the_lattice() -> None:
    """Boards of hexagons are filled as those of squares are."""
    model = hexagons()
    (selection,) = selections(events(model))
    assert judges.faults(model, selection) == []


def test_a_region_of_four_axes_is_filled() -> None:
    """Boards with more axes than space are filled in the order of their cells."""
    ways = []
    for axis in range(4):
        cells = np.zeros((2, 4), dtype=np.int64)
        cells[1, axis] = 1
        ways.append(cells)
    model = Tiling(np.ones((2, 3, 4, 3), dtype=np.bool_), (Piece("I2", tuple(ways), 36, 36),))
    (selection,) = selections(events(model))
    assert judges.faults(model, selection) == []


def test_a_seed_determines_the_answer() -> None:
    """The same seed gives the same packing twice, other seeds give others."""
    model = board("board=20x40 pieces=tetrominoes copies=40")
    first, again, other = (selections(events(model, seed))[0] for seed in (3, 3, 4))
    assert first.tolist() == again.tolist()
    assert first.tolist() != other.tolist()


def test_a_board_cut_short_leaves_its_best_attempt() -> None:
    """Where the nodes are used up the attempt is told: pieces in the region that do not overlap."""
    model = board("board=100x100 pieces=tetrominoes copies=500")
    *said, end = events(model, nodes=1_000)
    assert isinstance(end, End)
    assert (end.exhausted, end.stop_reason) == (False, "nodes")
    assert selections(said) == []
    (attempt,) = (event.selection for event in said if isinstance(event, Attempt))
    assert len(attempt) > 100
    covered = np.zeros(model.region.shape, dtype=np.int64)
    for _, cells in model.placed(attempt):
        np.add.at(covered, tuple(cells.T), 1)
    assert covered.max() == 1


@pytest.mark.parametrize(
    "specification",
    [
        "board=4x5 pieces=tetrominoes copies=1",  # the T upsets the colours
        "board=8x8 holes=0,0/7,7 pieces=dominoes copies=any",
        "board=10x14 pieces=tetrominoes copies=7",
        "board=2x2 pieces=X5,I1 copies=X5:0,I1:0..3",  # the areas do not add up
    ],
)
def test_what_is_impossible_is_left_open(specification: str) -> None:
    """On a board without a solution the engine finds none and does not say that there is none."""
    *said, end = events(board(specification), nodes=100_000)
    assert isinstance(end, End)
    assert not end.exhausted
    assert selections(said) == []


@pytest.mark.parametrize("specification", ["board=3x4 pieces=I2 copies=0", "board=3x3 pieces=I5 copies=any"])
def test_pieces_that_cannot_lie_fill_nothing(specification: str) -> None:
    """Without copies, and with pieces longer than the board, the run ends without a solution."""
    *said, end = events(board(specification), nodes=50_000)
    assert isinstance(end, End)
    assert not end.exhausted
    assert selections(said) == []


def test_nothing_left_to_place_is_a_solution() -> None:
    """The empty selection fills a region without cells."""
    model = board("board=1x2 pieces=I2 fixed=I2:0,0/0,1")
    (selection,) = selections(events(model))
    assert selection.shape == (0, 4)


def test_rigid_pieces_are_left_to_clauses_or_parts() -> None:
    """T tetrominoes on 16x16 less three pieces of a packing, and Y pentominoes on 20x20: filled, however random filling goes."""
    sixteen = board("board=16x16 pieces=T4 copies=any")
    (whole,) = selections(events(sixteen))
    region = sixteen.region.copy()
    for _, cells in sixteen.placed(whole[[3, 20, 41]]):
        region[tuple(cells.T)] = False
    punched = Tiling(region, sixteen.pieces, (), sixteen.isometries, sixteen.steps)
    for model in (punched, board("board=20x20 pieces=Y5 copies=any")):
        said = events(model)
        (selection,) = selections(said)
        assert judges.faults(model, selection) == []
        assert any(isinstance(event, Progress) and event.plan for event in said)


def test_packings_are_listed_once() -> None:
    """A list has as many packings as were wanted, each another one and right; by the same seed it is the same list."""
    model = board("board=28x70 pieces=tetrominoes copies=98")
    some = selections(listed(model, seed=3, solutions=4))
    assert len({tuple(sorted(map(tuple, each.tolist()))) for each in some}) == 4
    assert all(judges.faults(model, each) == [] for each in some)
    again = selections(listed(model, seed=3, solutions=4))
    assert all(np.array_equal(one, other) for one, other in zip(some, again, strict=True))
    assert np.array_equal(some[0], selections(events(model, seed=3))[0])


def test_a_list_of_few_packings_ends_and_is_not_exhausted() -> None:
    """Where many fillings in a row were listed before the list ends; it does not say that there are no others."""
    told = listed(board("board=2x3 pieces=dominoes copies=any"), solutions=10)
    assert len(selections(told)) == 3
    assert isinstance(told[-1], End)
    assert (told[-1].exhausted, told[-1].stop_reason) == (False, None)
    assert "listed before" in told[-1].remark


def test_a_list_keeps_to_its_nodes() -> None:
    """Nodes are those of all fillings together."""
    told = listed(board("board=30x30 pieces=dominoes copies=any"), nodes=5_000)
    assert isinstance(told[-1], End)
    assert told[-1].stop_reason == "nodes"
    assert len(selections(told)) > 3


@pytest.mark.parametrize(
    "specification",
    [
        "lattice=square-edges board=grid:20x20 pieces=tristicks copies=any",
        "lattice=square-edges board=grid:8x8 pieces=disticks copies=any",
        "lattice=triangle-edges board=hexagon:10 pieces=tritrigs copies=any",
        "lattice=kisrhombille board=hexagon:8 pieces=didrafters copies=any",
        "lattice=square-edges board=grid:5x5 pieces=tristicks copies=4",
    ],
)
def test_boards_of_bound_pieces_are_filled(specification: str) -> None:
    """Pieces that may lie on some classes of cells only lie there: the model's judge looks at every placement."""
    model = board(specification)
    (selection,) = selections(events(model))
    assert model.grounds is not None
    assert judges.faults(model, selection) == []


def test_coloured_boards_are_filled() -> None:
    """Dominoes of two colours lie on a chessboard, every half on its own colour, as the judge sees."""
    rows = ["".join("ab"[(row + column) % 2] for column in range(12)) for row in range(12)]
    colours = {"cells": "/".join(rows), "pieces": {"I2": "ab"}}
    puzzle = puzzle_of("packing", {"board": "12x12", "pieces": "I2", "copies": "any", "colours": colours})
    model = puzzle.encode().model
    assert isinstance(model, Tiling)
    (selection,) = selections(events(model))
    assert judges.faults(model, selection) == []
