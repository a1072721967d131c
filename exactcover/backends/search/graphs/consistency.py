"""Whether a named estimate is consistent: proved from its tables if they are simple, otherwise measured over all states.

An estimate that no move changes by more than one, and that is 0 at every goal, is consistent and therefore admissible. For
sums, maxima and pairs this is checked on the tables, for all conceivable states; a box, or a sum of estimates, is never
considered proved. Not here: the compiled estimates (kernel/graphs/estimates.py).
"""

from __future__ import annotations

from collections import Counter
from weakref import WeakKeyDictionary

import numpy as np

from exactcover.model.arrays import Integers, Mask
from exactcover.model.space import STEPS, Heuristic, Sliding

_known: WeakKeyDictionary[Sliding, dict[str, bool]] = WeakKeyDictionary()


def proved(puzzle: Sliding, name: str) -> bool:
    """Return whether the tables of a heuristic show that it is consistent with unit moves and 0 at every goal."""
    known = _known.setdefault(puzzle, {})
    if name not in known:
        known[name] = _is_consistent(puzzle, name)
    return known[name]


def _is_consistent(puzzle: Sliding, name: str) -> bool:
    heuristic = puzzle.heuristics[name]
    if heuristic.form == "max":
        return all(proved(puzzle, each) for each in heuristic.of)
    if heuristic.form not in ("sum", "largest", "pair"):
        return False
    return _changes_by_one(puzzle, heuristic) and all(_most_at(puzzle, heuristic, goal) <= 0 for goal in puzzle.goals)


def _changes_by_one(puzzle: Sliding, heuristic: Heuristic) -> bool:
    assert heuristic.table is not None
    if heuristic.form != "pair":
        alike: dict[bytes, list[int]] = {}
        for shape, cells in enumerate(puzzle.shapes):
            alike.setdefault(cells.tobytes(), []).append(shape)
        return all(_smooth(puzzle, shapes[0], heuristic.table[shapes]) for shapes in alike.values())
    assert heuristic.shapes is not None
    one, other = heuristic.shapes
    places = _places(puzzle, one), _places(puzzle, other)
    return _smooth(puzzle, one, heuristic.table.T[places[1]]) and _smooth(puzzle, other, heuristic.table[places[0]])


def _places(puzzle: Sliding, shape: int) -> Integers:
    return np.flatnonzero(_fits(puzzle, shape))


def _fits(puzzle: Sliding, shape: int) -> Mask:
    """Return the mask (rows, columns) of the first cells where a shape fits the floor."""
    fits = np.ones_like(puzzle.floor)
    for down, right in puzzle.shapes[shape].tolist():
        fits &= _moved(puzzle.floor, down, right)
    return fits


def _moved(mask: Mask, down: int, right: int) -> Mask:
    """Return the mask of the cells from which so many rows down and columns to the right is a cell of a mask."""
    moved = np.zeros_like(mask)
    source, target = (_overlap(mask.shape, way * down, way * right) for way in (-1, 1))
    moved[target] = mask[source]
    return moved


def _overlap(shape: tuple[int, ...], down: int, right: int) -> tuple[slice, ...]:
    """Return the part of a rectangle that is still inside after a step."""
    return tuple(
        slice(max(0, -step), max(0, side - max(0, step))) for side, step in zip(shape, (down, right), strict=True)
    )


def _smooth(puzzle: Sliding, shape: int, tables: Integers) -> bool:
    """Return whether a move of the shape changes an entry of each table (tables, cells) by at most one.

    A move along a path may lead anywhere, so then any two entries must be that close.
    """
    fits = _fits(puzzle, shape)
    if not fits.any() or not len(tables):
        return True
    if puzzle.metric == "moves":
        return bool((np.ptp(tables[:, fits.ravel()], axis=1) <= 1).all())
    grids = tables.reshape(-1, *fits.shape)
    for down, right in (STEPS[way] for way in puzzle.directions(shape)):
        before, after = _overlap(fits.shape, down, right), _overlap(fits.shape, -down, -right)
        both = fits[before] & fits[after]
        if (np.abs(grids[:, *after] - grids[:, *before])[:, both] > 1).any():
            return False
    return True


def _most_at(puzzle: Sliding, heuristic: Heuristic, goal: tuple[tuple[int, int], ...]) -> int:
    """Return the maximum of the heuristic over states with the blocks of a goal, the others anywhere."""
    assert heuristic.table is not None
    if heuristic.form == "pair":
        assert heuristic.shapes is not None
        rows, columns = (
            [cell for each, cell in goal if each == shape] or _places(puzzle, shape).tolist()
            for shape in heuristic.shapes
        )
        return int(heuristic.table[np.ix_(rows, columns)].max())
    left = Counter(shape for shape, _ in puzzle.start_blocks)
    left.subtract(shape for shape, _ in goal)
    entries = [int(heuristic.table[shape, cell]) for shape, cell in goal]
    for shape, number in left.items():
        if number > 0:
            entries += [int(heuristic.table[shape, _places(puzzle, shape)].max())] * number
    return sum(entries) if heuristic.form == "sum" else max(entries)
