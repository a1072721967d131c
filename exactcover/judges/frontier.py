"""The judge of frontiers: sweeps over the board cell by cell, with the set of all reachable states.

The cells are taken in lexicographic order of their coordinates along `axes`. Every packing covers the first cell that is still
empty by one of its pieces, and so on to the last: before each such step it is in a *state*: the first empty cell, the later
cells that are already covered, and how often the counted pieces have been used. The judge starts with the empty board and
generates all successors, step by step. If none is left before the last cell is covered, there is no packing.

The body: `axes`, the board's axes, the slowest first; `counted`, a list of [piece's number, least, most] with the copies that
the sweep demands (most null: copies are counted only up to least, and any number may follow), numbered from 0 in the order of
the tiling's pieces, pieces not listed being free; `states`, for each cell in the order of the sweep, the number of states
whose first empty cell it is. With `meet`, a cell's index in the sweep, nothing is counted, and the sweep ends there; from the
end of the board the judge then generates, cell by cell backwards, all states from which the end can be reached (`states` from
`meet` on has their numbers), and none of those at `meet` may be a state that the sweep has reached. The sweep must not demand
more than the puzzle. A state is dropped if fewer cells are empty than the counted copies still require.

Source: the transfer-matrix method (Stanley, Enumerative Combinatorics 1, section 4.7), restricted to reachable states.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.judges.bodies import entry, refuse_unknown, whole_number, whole_numbers
from exactcover.judges.demands import demands
from exactcover.judges.extent import refuse_large
from exactcover.model.arrays import Integers
from exactcover.model.certificate import InvalidCertificate
from exactcover.model.encoding import Model
from exactcover.model.tiling import Tiling

MOST_OPTIONS, MOST_PRODUCTS = 200_000, 2 * 10**9  # cells times options: bits of all placements
MOST_WINDOW = 1024  # cells from the first to the last of a placement
MOST_WORK = 2_000_000_000  # states, and placements tried in states: about a minute
MOST_STATES = 20_000_000  # states at one cell
MOST_HELD = 60_000_000  # words of states generated for one cell before equal ones are merged: half a gigabyte
KEYS = ("axes", "counted", "states", "meet")

ONE = np.uint64(1)

Words = NDArray[np.uint64]
_Used = tuple[int, ...]
_MasksByPiece = dict[int, list[Words]]


class _Count(NamedTuple):
    """Copies of a piece that a sweep demands; most None: counted only up to least. size: cells of a copy."""

    piece: int
    least: int
    most: int | None
    size: int


def judge(model: Model, body: Mapping[str, Any], most_work: int = MOST_WORK, most_states: int = MOST_STATES) -> None:
    """Raise InvalidCertificate unless the body proves that a tiling has no solution.

    most_work: states that wait for a cell, and placements tried in states; most_states: that wait for one cell.
    """
    if not isinstance(model, Tiling):
        raise InvalidCertificate("a frontier applies to boards, and this is a cover; expected a tiling")
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
    meet = whole_number(body.get("meet", cells), "meet", 0, cells)
    if "meet" in body and counts:
        raise InvalidCertificate("meet is combined with counted pieces; expected none of them")
    placements, window = by_first_cell(model, axes)
    tried = sum(number * sum(map(len, here.values())) for number, here in zip(claimed, placements, strict=True))
    if tried > most_work:
        raise InvalidCertificate(f"the sweep tries {tried} placements in its states; expected at most {most_work}")
    waiting = _sweep(placements, counts, claimed[:meet], (max(window, 1) + 63) // 64, most_work, most_states)
    if "meet" in body:
        _refuse_meeting(waiting, placements, claimed, meet, window, most_states)


def _counts(model: Tiling, value: Any) -> list[_Count]:
    """Return what the sweep counts; raises InvalidCertificate if it demands more than the tiling does."""
    if not isinstance(value, list):
        raise InvalidCertificate("counted is not a list; expected [piece's number, least, most] of each counted piece")
    counts: dict[int, _Count] = {}
    for place, row in enumerate(value):
        name = f"entry {place} of counted"
        if not isinstance(row, list) or len(row) != 3:
            raise InvalidCertificate(
                f"{name} is not a list of three; expected a piece's number, least, and most or null"
            )
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
                f"{name} demands {shown} copies; the puzzle demands only {piece.least} to {piece.most}"
            )
        counts[number] = _Count(number, least, most, piece.size)
    return list(counts.values())


def by_first_cell(model: Tiling, axes: list[int]) -> tuple[list[_MasksByPiece], int]:
    """Return for each cell of the sweep the placements whose first cell it is, by piece, and the maximum number of cells one
    spans.

    A placement is the set of its cells from the first on, as words, lowest first; there are none if one spans too many.
    """
    needs = demands(model)
    coordinates = model.cells()[:, axes]
    ranks = np.empty(needs.cells, dtype=np.int64)
    ranks[np.lexsort(coordinates.T[::-1])] = np.arange(needs.cells)
    placements: list[_MasksByPiece] = [defaultdict(list) for _ in range(needs.cells)]
    taken = [ranks[needs.members[begin : end - 1]] for begin, end in itertools.pairwise(needs.starts.tolist())]
    window = max((int(np.ptp(cells)) + 1 for cells in taken), default=0)
    if window > MOST_WINDOW:
        raise InvalidCertificate(
            f"a placement reaches over {window} cells of the sweep; expected at most {MOST_WINDOW}"
        )
    for cells, end in zip(taken, needs.starts[1:].tolist(), strict=True):
        first = int(cells.min())
        mask = sum(1 << (cell - first) for cell in cells.tolist())
        words = np.frombuffer(mask.to_bytes((window + 63) // 64 * 8, "little"), dtype="<u8").astype(np.uint64)
        placements[first][int(needs.members[end - 1]) - needs.cells].append(words)
    return placements, window


class _Tally:
    """Numbers for the different counts of copies that states have, in order of occurrence."""

    def __init__(self, counts: list[_Count]) -> None:
        self.counts = counts
        self.place_of = {count.piece: place for place, count in enumerate(counts)}
        self.used: list[_Used] = [(0,) * len(counts)]
        self.number_of = {self.used[0]: 0}

    def due(self, states: Words) -> Integers:
        """Return the number of cells that the copies still required will cover, for each state; states: the last line is the
        number."""
        each: Integers = np.array([_due(self.counts, used) for used in self.used], dtype=np.int64)
        return np.asarray(each[states[-1].astype(np.int64)])

    def one_more(self, states: Words, piece: int) -> Words:
        """Return the states that may have one more copy of a piece, with that copy; those of an uncounted piece unchanged."""
        if piece not in self.place_of:
            return states
        numbers = states[-1].astype(np.int64)
        after = np.full(len(self.used), -1, dtype=np.int64)
        for number in np.flatnonzero(np.bincount(numbers)).tolist():
            used = _one_more(self.counts, self.place_of[piece], self.used[number])
            if used is not None:
                after[number] = self.number_of.setdefault(used, len(self.number_of))
                self.used.extend([used] * (len(self.number_of) - len(self.used)))
        able = after[numbers] >= 0
        states = states[:, able]
        states[-1] = after[numbers[able]]
        return states


def _sweep(
    placements: list[_MasksByPiece],
    counts: list[_Count],
    claimed: list[int],
    words: int,
    most_work: int,
    most_states: int,
) -> Words:
    """Return the states that follow the empty board when all claimed cells are covered.

    Raises InvalidCertificate if their number is not as claimed, or if they reach the end of the board.

    The states at a cell are columns: 64-bit words, the set of cells covered from that cell on (lowest word and bit first),
    and, if copies are counted, one more line with their number in a tally.
    """
    tally = _Tally(counts)
    waiting = np.zeros((words + bool(counts), 1), dtype=np.uint64)
    waited = 0
    for cell, here in enumerate(placements[: len(claimed)]):
        left = len(placements) - cell
        waited += waiting.shape[1]
        if waited > most_work:
            raise InvalidCertificate(f"over {most_work} states occur at cells up to {cell} of the sweep; expected less")
        if counts:
            covered = np.bitwise_count(waiting[:words]).sum(axis=0, dtype=np.int64)
            waiting = waiting[:, left - covered >= tally.due(waiting)]
        passes = waiting[0] & ONE != 0
        empty = waiting[:, ~passes]
        states = empty.shape[1]
        if states != claimed[cell]:
            shown = "more" if states > claimed[cell] else str(states)
            raise InvalidCertificate(
                f"cell {cell} of the sweep is the first empty one of {shown} states; expected {claimed[cell]}"
            )
        following = [seen_from_next(waiting[:, passes], words)]
        held = following[0].shape[1]
        for piece, masks in here.items() if states else ():
            able = tally.one_more(empty, piece)
            for mask in masks:
                following.append(placed(able, mask, words))
                held += following[-1].shape[1]
                if held * len(empty) > MOST_HELD:
                    following = [different(following)]
                    held = following[0].shape[1]
                    _refuse_many(held, cell, most_states)
        waiting = different(following)
        _refuse_many(waiting.shape[1], cell, most_states)
    if len(claimed) < len(placements):
        return waiting
    if waiting.shape[1] if not counts else (tally.due(waiting) == 0).any():
        raise InvalidCertificate("the sweep reaches the end of the board; expected no state to be left")
    return waiting


def _refuse_meeting(
    waiting: Words, placements: list[_MasksByPiece], claimed: list[int], meet: int, window: int, most_states: int
) -> None:
    """Raise InvalidCertificate where a state that waits for `meet` can reach the end, or fewer or more can than claimed."""
    reaching = np.zeros((len(waiting), 1), dtype=np.uint64)
    for cell in range(len(placements) - 1, meet - 1, -1):
        reaching = before(reaching, [mask for own in placements[cell].values() for mask in own], window)
        _refuse_many(reaching.shape[1], cell - 1, most_states)
        if reaching.shape[1] != claimed[cell]:
            raise InvalidCertificate(
                f"from {reaching.shape[1]} states at cell {cell} the end can be reached; expected {claimed[cell]}"
            )
    if have_common(waiting, reaching):
        raise InvalidCertificate(f"a state that the sweep reaches at cell {meet} can reach the end; expected none")


def have_common(one: Words, other: Words) -> bool:
    """Return whether the two lists, each without duplicates, have a state in common."""
    return bool(different([one, other]).shape[1] < one.shape[1] + other.shape[1])


def before(states: Words, masks: list[Words], window: int) -> Words:
    """Return the states at a cell from which covering it, or passing it, leads to one of `states` at the next cell.

    masks: the placements whose first cell it is; window: the maximum span of one, so that no reachable state has a covered
    cell that far ahead.
    """
    after = states << ONE
    after[1:] |= states[:-1] >> np.uint64(63)
    after[0] |= ONE
    parts = [after]
    for mask in masks:
        inside = (after & mask[:, None] == mask[:, None]).all(axis=0)
        parts.append(after[:, inside] & ~mask[:, None])
    word, bit = divmod(max(window, 1) - 1, 64)
    return different([part[:, part[word] >> np.uint64(bit) & ONE == 0] for part in parts])


def _refuse_many(states: int, cell: int, most_states: int) -> None:
    if states > most_states:
        raise InvalidCertificate(f"over {most_states} states occur at cell {cell + 1}; expected less")


def placed(states: Words, mask: Words, words: int) -> Words:
    """Return the states after a placement, relative to the next cell; states that it overlaps are dropped."""
    overlap = states[0] & mask[0]
    for word in range(1, words):
        overlap |= states[word] & mask[word]
    after = states[:, overlap == 0]
    after[:words] |= mask[:, None]
    return seen_from_next(after, words)


def seen_from_next(states: Words, words: int) -> Words:
    """Shift states, in place, by a cell, and return them."""
    for word in range(words):
        states[word] >>= ONE
        if word + 1 < words:
            states[word] |= states[word + 1] << np.uint64(63)
    return states


def different(parts: list[Words]) -> Words:
    """Return the different states of all parts, in some order."""
    states = np.concatenate(parts, axis=1)
    if len(states) == 1:
        states.sort(axis=1)
    else:
        states = states[:, np.lexsort(states)]
    different = np.ones(states.shape[1], dtype=np.bool_)
    different[1:] = (states[:, 1:] != states[:, :-1]).any(axis=0)
    return states[:, different]


def _due(counts: list[_Count], used: _Used) -> int:
    """Return the number of cells that the copies still required will cover."""
    return sum(max(count.least - number, 0) * count.size for count, number in zip(counts, used, strict=True))


def _one_more(counts: list[_Count], place: int | None, used: _Used) -> _Used | None:
    """Return the counted copies after one more of the piece with index `place`, or None if it has no more copies."""
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
