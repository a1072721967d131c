"""The digest of a searched space: the same for a tiling and its cover, another for every cover that lost something."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import pytest

from encoders.puzzle import puzzle_of
from exactcover.judges import placements
from exactcover.model.cover import Cover
from exactcover.model.encoding import Model
from exactcover.model.errors import InvalidModel
from exactcover.model.linear import Linear, count_row
from exactcover.model.space import Within
from exactcover.model.tiling import Piece, Tiling
from exactcover.transform.reductions import tiling_to_cover
from tests.random_models import random_packing
from tests.sliding_models import tiles


def tiling_of(seed: int) -> Tiling:
    """The tiling of a random packing."""
    model = puzzle_of("packing", random_packing(seed)).encode().model
    assert isinstance(model, Tiling)
    return model


def cover_of(tiling: Tiling) -> Cover:
    """The tiling written out."""
    model = tiling_to_cover.reduce(tiling).model
    assert isinstance(model, Cover)
    return model


def without_option(cover: Cover, lost: int) -> Cover:
    """The cover less one option."""
    rows = [cover.members[cover.starts[n] : cover.starts[n + 1]] for n in range(cover.options) if n != lost]
    return replace(
        cover,
        starts=np.cumsum([0, *map(len, rows)]),
        members=np.concatenate([np.zeros(0, dtype=np.int64), *rows]),
        symmetries=None,
    )


@pytest.mark.parametrize("seed", range(40))
def test_tilings_and_their_covers_have_one_digest(seed: int) -> None:
    """Both lists of placements, found by code of two authors, are the same on random packings."""
    tiling = tiling_of(seed)
    assert placements.digest(tiling) == placements.digest(cover_of(tiling))


def test_every_lost_option_changes_the_digest() -> None:
    """Whichever placement the cover has lost, it is not the tiling's space any more."""
    tiling = tiling_of(3)
    cover = cover_of(tiling)
    assert cover.options > 5
    for lost in range(cover.options):
        assert placements.digest(without_option(cover, lost)) != placements.digest(tiling)


def test_every_swapped_cell_changes_the_digest() -> None:
    """An option with another cell in the place of one of its own makes another space, or a cover that is malformed."""
    tiling = tiling_of(3)
    cover = cover_of(tiling)
    changed = refused = 0
    for option in range(cover.options):
        row = cover.members[cover.starts[option] : cover.starts[option + 1]].tolist()
        for lost, cell in itertools.product(row[:-1], set(range(int(tiling.region.sum()))) - set(row)):
            members = cover.members.copy()
            members[cover.starts[option] : cover.starts[option + 1]] = sorted({*row, cell} - {lost})
            try:
                spoiled = replace(cover, members=members, symmetries=None)
            except InvalidModel:  # it repeats another option
                refused += 1
                continue
            changed += 1
            assert placements.digest(spoiled) != placements.digest(tiling)
    assert changed > refused > 0


def test_changed_multiplicities_change_the_digest() -> None:
    """A cover whose cell may stay empty, or whose piece has another copy, is another space."""
    cover = cover_of(tiling_of(3))
    for name in ("least", "most"):
        for item in range(len(cover.items)):
            changed = getattr(cover, name).copy()
            changed[item] += 1 if name == "most" else -1
            spoiled = replace(cover, symmetries=None, **{name: changed})
            assert placements.digest(spoiled) != placements.digest(cover)


def test_tilings_that_ask_for_something_else_have_another_digest() -> None:
    """A lost cell, orientation, piece or copy changes a tiling's digest; the order of pieces and orientations does not."""
    domino = Piece("domino", (np.array([[0, 0], [0, 1]]), np.array([[0, 0], [1, 0]])), 2, 2)
    square = Piece("square", (np.array([[0, 0]]),), 0, 1)
    board = np.ones((2, 3), dtype=np.bool_)
    holed = board.copy()
    holed[0, 1] = False
    tilings = [
        Tiling(board, (domino, square)),
        Tiling(holed, (domino, square)),
        Tiling(board, (domino,)),
        Tiling(board, (replace(domino, orientations=domino.orientations[:1]), square)),
        Tiling(board, (replace(domino, least=1), square)),
        Tiling(board, (replace(domino, most=3), square)),
        Tiling(board, (domino, replace(square, most=0))),
    ]
    assert len({placements.digest(tiling) for tiling in tilings}) == len(tilings)
    turned = Tiling(board, (square, replace(domino, orientations=domino.orientations[::-1])))
    assert placements.digest(turned) == placements.digest(tilings[0])


def test_digests_of_linear_models_tell_rows_apart() -> None:
    """Two linear models with different rows have different digests, equal ones the same."""
    one, same = (Linear(("x", "y"), (), (count_row((0, 1), 1, 1),)) for _ in range(2))
    other = Linear(("x", "y"), (), (count_row((0, 1), 1, 2),))
    assert placements.digest(one) == placements.digest(same) != placements.digest(other)


def test_digests_of_other_models_are_of_all_their_fields() -> None:
    """A number in the middle of a long array, a goal, a heuristic and the metric each change a state graph's digest."""
    puzzle = tiles(tuple(range(100)), tuple(range(100)), rows=10)
    board = puzzle.start.copy()
    board[[50, 51]] = board[[51, 50]]
    name, heuristic = next((each, h) for each, h in puzzle.heuristics.items() if h.table is not None)
    assert heuristic.table is not None
    table = heuristic.table.copy()
    table[50, 50] += 1
    others: list[Model] = [
        replace(puzzle, start=board),
        replace(puzzle, metric="moves"),
        replace(puzzle, goals=(*puzzle.goals, (puzzle.goals[0][0],))),
        replace(puzzle, heuristics={**puzzle.heuristics, name: replace(heuristic, table=table)}),
        Within(puzzle, 3),
        Within(puzzle, 4),
    ]
    assert placements.digest(puzzle) == placements.digest(replace(puzzle))
    assert len({placements.digest(each) for each in (puzzle, *others)}) == 1 + len(others)
