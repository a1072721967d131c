"""The judge of frontiers: sweeps over the board cell by cell, keeping the set of all states that a sweep can be in.

The cells are taken in lexicographic order of their coordinates along `axes`. Every packing covers the first cell that is
still empty by one of its pieces, and so on to the last: before each such step it is in a *state*, which is the first empty
cell, the cells after it that are covered already, and how often the counted pieces were used. This judge starts with the
empty board and makes every state that can follow, step by step. If none is left before the last cell is covered, there is
no packing.

The body: `axes`, the board's axes, the slowest first; `counted`, a list of [piece's number, least, most] with the copies
that the sweep asks for (most null: copies are counted up to least only, and any number may follow), numbers going from 0
in the order of the tiling's pieces, and pieces not listed being free; `states`, for each cell in the order of the sweep,
with how many states it was the first empty one. What the sweep asks for must be no more than what the puzzle asks for. A
state is left out where the cells still empty are fewer than those of the counted copies still due.

Source: the transfer-matrix method (Stanley, Enumerative Combinatorics 1, section 4.7), asked only for what is reached.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from exactcover.certificate import InvalidCertificate
from exactcover.check.bodies import entry, refuse_unknown, whole_number, whole_numbers
from exactcover.check.demands import demands
from exactcover.check.extent import refuse_large
from exactcover.model.encoding import Model
from exactcover.model.tiling import Tiling

MOST_OPTIONS, MOST_PRODUCTS = 200_000, 2 * 10**9  # cells times options: bits of all placements
MOST_WINDOW = 1024  # cells from the first to the last of a placement
MOST_WORK = 60_000_000  # states waiting, and placements tried in states: about 6 seconds
MOST_STATES = 2_000_000  # made for one cell: 200 to 500 MB
KEYS = ("axes", "counted", "states")

_Used = tuple[int, ...]
_Here = dict[int, list[int]]


class _Count(NamedTuple):
    """Copies of a piece that a sweep asks for; most None: counted up to least only. size: cells of a copy."""

    piece: int
    least: int
    most: int | None
    size: int


def judge(model: Model, body: Mapping[str, Any]) -> None:
    """Refuse with InvalidCertificate a body that does not prove that a tiling has no solution."""
    if not isinstance(model, Tiling):
        raise InvalidCertificate("a frontier speaks of boards, and this is a cover; expected a tiling")
    refuse_unknown(body, KEYS)
    refuse_large(model, MOST_OPTIONS, MOST_PRODUCTS)
    cells = int(model.region.sum())
    axes = whole_numbers(entry(body, "axes", "the board's axes, slowest first"), "axes", model.dimension)
    if sorted(axes) != list(range(model.dimension)):
        raise InvalidCertificate(
            f"axes are not an order of the board's; expected 0 to {model.dimension - 1}, each once"
        )
    counts = _counts(model, entry(body, "counted", "a list of [piece's number, least, most]"))
    claimed = whole_numbers(entry(body, "states", "one number per cell"), "states", cells, 0, MOST_STATES)
    placements = _by_first_cell(model, axes)
    window = max((cells.bit_length() for here in placements for own in here.values() for cells in own), default=0)
    if window > MOST_WINDOW:
        raise InvalidCertificate(
            f"a placement reaches over {window} cells of the sweep; expected at most {MOST_WINDOW}"
        )
    tried = sum(number * sum(map(len, here.values())) for number, here in zip(claimed, placements, strict=True))
    if tried > MOST_WORK:
        raise InvalidCertificate(f"the sweep tries {tried} placements in its states; expected at most {MOST_WORK}")
    _sweep(placements, counts, claimed)


def _counts(model: Tiling, value: Any) -> list[_Count]:
    """Return what the sweep counts; raises InvalidCertificate where it asks for more than the tiling does."""
    if not isinstance(value, list):
        raise InvalidCertificate("counted is no list; expected [piece's number, least, most] of each counted piece")
    counts: dict[int, _Count] = {}
    for place, row in enumerate(value):
        name = f"entry {place} of counted"
        if not isinstance(row, list) or len(row) != 3:
            raise InvalidCertificate(f"{name} is no list of three; expected a piece's number, least, and most or null")
        number = whole_number(row[0], f"the piece of {name}", 0, len(model.pieces) - 1)
        if number in counts:
            raise InvalidCertificate(
                f"{name} is of piece {number}, as one before it is; expected each piece once at most"
            )
        piece = model.pieces[number]
        least = whole_number(row[1], f"least of {name}", 0)
        most = None if row[2] is None else whole_number(row[2], f"most of {name}", 0)
        if least > piece.least or (most is not None and most < piece.most):
            shown = f"{str(least)[:20]} to {'any' if most is None else str(most)[:20]}"
            raise InvalidCertificate(
                f"{name} asks for {shown} copies; the puzzle asks only for {piece.least} to {piece.most}"
            )
        counts[number] = _Count(number, least, most, piece.size)
    return list(counts.values())


def _by_first_cell(model: Tiling, axes: list[int]) -> list[_Here]:
    """Return for each cell of the sweep the placements it is the first cell of, by piece: sets of cells from it on."""
    needs = demands(model)
    coordinates = model.cells()[:, axes]
    ranks = np.empty(needs.cells, dtype=np.int64)
    ranks[np.lexsort(coordinates.T[::-1])] = np.arange(needs.cells)
    placements: list[_Here] = [defaultdict(list) for _ in range(needs.cells)]
    starts = needs.starts.tolist()
    for begin, end in itertools.pairwise(starts):
        *covered, piece = needs.members[begin:end].tolist()
        taken = [int(ranks[cell]) for cell in covered]
        first = min(taken)
        placements[first][piece - needs.cells].append(sum(1 << (cell - first) for cell in taken))
    return placements


def _sweep(placements: list[_Here], counts: list[_Count], claimed: list[int]) -> None:
    """Make every state that follows the empty board; raises InvalidCertificate where they are not those claimed or reach the end.

    A state waiting for a cell is the set of cells covered from that cell on (bit 0 is the cell), under its counted copies.
    """
    place_of = {count.piece: place for place, count in enumerate(counts)}
    waiting: dict[_Used, set[int]] = {(0,) * len(counts): {0}}
    waited = 0
    for cell, here in enumerate(placements):
        left = len(placements) - cell
        following: dict[_Used, set[int]] = defaultdict(set)
        waited += sum(map(len, waiting.values()))
        if waited > MOST_WORK:
            raise InvalidCertificate(f"over {MOST_WORK} states wait for cells up to {cell} of the sweep; expected less")
        states = held = 0
        for used, masks in waiting.items():
            due = _due(counts, used)
            alive = {mask for mask in masks if left - mask.bit_count() >= due} if due else masks
            held += _kept(following, used, [mask >> 1 for mask in alive if mask & 1])
            empty = [mask for mask in alive if not mask & 1]
            states += len(empty)
            if states > claimed[cell]:
                break
            for piece, own in here.items() if empty else ():
                after = _one_more(counts, place_of.get(piece), used)
                if after is None:
                    continue
                for cells in own:
                    held += _kept(following, after, [(mask | cells) >> 1 for mask in empty if not mask & cells])
                    if held > MOST_STATES:
                        raise InvalidCertificate(f"over {MOST_STATES} states wait for cell {cell + 1}; expected less")
        if states != claimed[cell]:
            shown = "more" if states > claimed[cell] else str(states)
            raise InvalidCertificate(
                f"cell {cell} of the sweep is the first empty one of {shown} states; expected {claimed[cell]}"
            )
        waiting = following
    if any(masks and not _due(counts, used) for used, masks in waiting.items()):
        raise InvalidCertificate("the sweep reaches the end of the board; expected no state to be left")


def _kept(following: dict[_Used, set[int]], used: _Used, masks: list[int]) -> int:
    """Add states to those that follow, and return how many of them are new; where there are none nothing is kept.

    Counts without a state would still be multiplied by every counted piece, cell after cell.
    """
    if not masks:
        return 0
    waiting = following[used]
    before = len(waiting)
    waiting.update(masks)
    return len(waiting) - before


def _due(counts: list[_Count], used: _Used) -> int:
    """Return how many cells the copies still due will cover."""
    return sum(max(count.least - number, 0) * count.size for count, number in zip(counts, used, strict=True))


def _one_more(counts: list[_Count], place: int | None, used: _Used) -> _Used | None:
    """Return the counted copies after one more of the piece counted at `place`, or None where it has no more copies."""
    if place is None:
        return used
    count, number = counts[place], used[place]
    if count.most is None:
        number = min(number + 1, count.least)
    elif number == count.most:
        return None
    else:
        number += 1
    return (*used[:place], number, *used[place + 1 :])
