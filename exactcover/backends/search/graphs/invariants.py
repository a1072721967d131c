"""Refutations of sliding puzzles: no plan, or none that short, by the parity of a permutation or by the set of reachable
states.

These refutations are judged by judges/invariant.py, with independent code.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from exactcover.kernel.arrays import Words
from exactcover.kernel.graphs import breadth_first
from exactcover.model.arrays import Integers
from exactcover.model.certificate import MOST_LABELS, MOST_MADE, MOST_STATES, Refutation
from exactcover.model.space import Sliding

Lift: TypeAlias = Callable[[Words], Integers]
Bytes: TypeAlias = NDArray[np.uint8]

STATES_A_CHUNK = 1 << 18


def parity(puzzle: Sliding) -> Refutation | None:
    """Return the refutation by parity, if there are one blank and distinct tiles of one cell, and no goal has the right
    parity."""
    blocks = puzzle.start_blocks
    if any(len(shape) > 1 for shape in puzzle.shapes) or len({shape for shape, _ in blocks}) != len(blocks):
        return None
    if puzzle.floor.sum() != len(blocks) + 1:
        return None
    wanted = []
    for goal in puzzle.goals:
        labels = np.zeros(puzzle.cells, dtype=np.int64)
        labels[[cell for _, cell in goal]] = [shape + 1 for shape, _ in goal]
        if (
            len(goal) != len(blocks)
            or (labels > 0).sum() != len(blocks)
            or len(set(labels.tolist())) != len(blocks) + 1
        ):
            return None
        wanted.append(_odd(puzzle, labels))
    start = _odd(puzzle, puzzle.start)
    if any(goal == start for goal in wanted):
        return None
    return Refutation("invariant", {"argument": "parity", "start": start, "goals": wanted})


def _odd(puzzle: Sliding, labels: Integers) -> int:
    """Return 0 or 1: the parity of the labels as a permutation, plus the colour of the empty cell's square."""
    floor = np.flatnonzero(puzzle.floor.ravel())
    inside = labels[floor].tolist()
    rank = {label: place for place, label in enumerate(sorted(inside))}
    places, cycles, seen = [rank[label] for label in inside], 0, set()
    for first in range(len(places)):
        cycles += first not in seen
        at = first
        while at not in seen:
            seen.add(at)
            at = places[at]
    row, column = divmod(int(floor[inside.index(0)]), puzzle.columns)
    return (len(places) - cycles + row + column) % 2


def too_large(puzzle: Sliding, search: breadth_first.Search) -> bool:
    """Return whether the judge would refuse to replay a search, because that would take minutes."""
    generated = int(search.registers[breadth_first.GENERATED])
    return search.count > min(MOST_STATES, MOST_LABELS // puzzle.cells) or generated * puzzle.cells > MOST_MADE


def _sorted(labels: Bytes) -> Bytes:
    """Return rows of bytes in increasing order; these are sorted in place."""
    labels.view(f"S{labels.shape[1]}").ravel().sort()
    return labels


def closed(puzzle: Sliding, lift: Lift, search: breadth_first.Search, *, in_order: bool) -> Refutation | None:
    """Return the refutation by an exhausted search from the start that found no goal, None if it has too many states."""
    return None if too_large(puzzle, search) else of_states("closed", puzzle, lift, search, in_order=in_order)


def of_states(
    argument: str, puzzle: Sliding, lift: Lift, search: breadth_first.Search, *, in_order: bool
) -> Refutation:
    """Return the refutation by the states that a search from the start has found, none of them a goal.

    The digest is the sha256 of all states, one byte (the label) per cell of the rectangle, in the order of these rows. lift,
    in_order: of the search's question (see state_graphs.py).
    """
    rows = search.table.states[: search.count]
    if in_order:
        rows = rows[np.lexsort(rows.T[::-1])] if rows.shape[1] > 1 else np.sort(rows, axis=0)
    chunks = (rows[begin : begin + STATES_A_CHUNK] for begin in range(0, len(rows), STATES_A_CHUNK))
    labels = (lift(chunk).astype(np.uint8) for chunk in chunks)
    digest = hashlib.sha256()
    for chunk in labels if in_order else [_sorted(np.concatenate(list(labels)))]:
        digest.update(chunk.tobytes())
    return Refutation("invariant", {"argument": argument, "states": search.count, "sha256": digest.hexdigest()})
