"""Whether a named estimate is consistent: proved from its tables if they are simple, otherwise measured over all states.

An estimate that no move changes by more than one, and that is 0 at every goal, is consistent and therefore admissible. For
sums, maxima and pairs this is checked on the tables, for all conceivable states; a box, or a sum of estimates, is never
considered proved. Not here: the compiled estimates (kernel/graphs/estimates.py).
"""

from __future__ import annotations

from collections import Counter

import numpy as np

from exactcover.model.arrays import Integers
from exactcover.model.space import STEPS, Heuristic, Sliding


def proved(puzzle: Sliding, name: str) -> bool:
    """Return whether the tables of a heuristic show that it is consistent with unit moves and 0 at every goal."""
    heuristic = puzzle.heuristics[name]
    if heuristic.form == "max":
        return all(proved(puzzle, each) for each in heuristic.of)
    if heuristic.form not in ("sum", "largest", "pair"):
        return False
    return _changes_by_one(puzzle, heuristic) and all(_most_at(puzzle, heuristic, goal) <= 0 for goal in puzzle.goals)


def _changes_by_one(puzzle: Sliding, heuristic: Heuristic) -> bool:
    assert heuristic.table is not None
    if heuristic.form != "pair":
        return all(_smooth(puzzle, shape, entries[None]) for shape, entries in enumerate(heuristic.table))
    assert heuristic.shapes is not None
    one, other = heuristic.shapes
    places = _places(puzzle, one), _places(puzzle, other)
    return _smooth(puzzle, one, heuristic.table.T[places[1]]) and _smooth(puzzle, other, heuristic.table[places[0]])


def _places(puzzle: Sliding, shape: int) -> list[int]:
    return [cell for cell in range(puzzle.cells) if puzzle.covered(shape, cell) is not None]


def _smooth(puzzle: Sliding, shape: int, tables: Integers) -> bool:
    """Return whether a move of the shape changes an entry of each table (tables, cells) by at most one.

    A move along a path may lead anywhere, so then any two entries must be that close.
    """
    places = _places(puzzle, shape)
    if not places or not len(tables):
        return True
    if puzzle.metric == "moves":
        return bool((np.ptp(tables[:, places], axis=1) <= 1).all())
    for down, right in (STEPS[way] for way in puzzle.directions(shape)):
        for cell in places:
            to = cell + down * puzzle.columns + right
            beside = (
                0 <= cell % puzzle.columns + right < puzzle.columns
            )  # in a row of two, the next row starts one column on
            if beside and to in places and (abs(tables[:, to] - tables[:, cell]) > 1).any():
                return False
    return True


def _most_at(puzzle: Sliding, heuristic: Heuristic, goal: tuple[tuple[int, int], ...]) -> int:
    """Return the maximum of the heuristic over states with the blocks of a goal, the others anywhere."""
    assert heuristic.table is not None
    if heuristic.form == "pair":
        assert heuristic.shapes is not None
        rows, columns = (
            [cell for each, cell in goal if each == shape] or _places(puzzle, shape) for shape in heuristic.shapes
        )
        return int(heuristic.table[np.ix_(rows, columns)].max())
    left = Counter(shape for shape, _ in puzzle.start_blocks)
    left.subtract(shape for shape, _ in goal)
    entries = [int(heuristic.table[shape, cell]) for shape, cell in goal]
    for shape, number in left.items():
        entries += [int(heuristic.table[shape, _places(puzzle, shape)].max())] * max(number, 0)
    return sum(entries) if heuristic.form == "sum" else max(entries)
