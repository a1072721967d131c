"""Frontiers: sweeps a narrow board cell by cell, with the set of all possible states.

If no state is left before the last cell is covered, there is no packing (judges/frontier.py says what a state is). First
copies are not counted at all; then, if the puzzle demands numbers of copies, one piece at a time: a piece that occurs in no
tiling is detected after a few more states; then all binding ones. A sweep that reaches the end has found a packing with the
copies it counted: with all binding ones it is a solution, retraced through the stored layers.

If that takes too many states, the board is swept from both ends (frontier_from_both_ends).

*Historical note.* A sweep for each piece separately took 36 sweeps for twelve pentominoes, and 20 seconds on 6x10. Now the
first sweep stores with each state the fewest and the most copies of each piece on a path to it, and thus identifies the piece
to count.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Generator, Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.judges.demands import Demands, demands
from exactcover.kernel.arrays import Words
from exactcover.kernel.proofs import sweep as kernel
from exactcover.model.answer import Limits
from exactcover.model.arrays import Integers
from exactcover.model.certificate import Refutation
from exactcover.model.encoding import Model
from exactcover.model.events import End, Event, Found, Progress
from exactcover.model.tiling import Tiling
from exactcover.process.deadline import Deadline
from exactcover.proofs.provers import frontier_from_both_ends

accepts = ("tiling",)

MOST_OPTIONS, MOST_PRODUCTS = 200_000, 2 * 10**9
MOST_WINDOW = 256  # cells from the first to the last of a placement
DEFAULT_MEMORY = 1000  # megabytes

_Counted = tuple[tuple[int, int, int | None], ...]
"""Piece, least and most copies; most None: counted only up to least."""


class Bounds(NamedTuple):
    """What a sweep may use before it is given up, and how often it reports progress.

    work: states waiting, and placements tried in states; states: in one layer; kept: the part of the memory for layers that are
    kept to find a packing again; tried_a_look, seconds_a_look: placements tried between two looks at the limits, and seconds
    between two reports; listed_a_second: placements, before a sweep from both ends.
    """

    work: int = 60_000_000
    states: int = 1_000_000
    kept: float = 0.5
    tried_a_look: int = 300_000
    seconds_a_look: float = 0.05
    listed_a_second: int = 40_000


DEFAULT_BOUNDS = Bounds()


class _TooLarge(Exception):
    """Raised when a sweep is abandoned; its text says why."""


class _Placements(NamedTuple):
    """The placements whose first cell is this one: their options' numbers (p,), pieces (p,), cells as words (p, words)."""

    options: Integers
    pieces: Integers
    masks: Words


class _Swept(NamedTuple):
    """A completed sweep: the number of states at each cell; these states, none if they were not stored; those at the end.

    extents: (2, pieces watched) the fewest and the most copies on a path to the end.
    """

    states: list[int]
    layers: list[Words]
    last: Words
    extents: Integers


def run(
    model: Model,
    limits: Limits,
    bounds: Bounds = DEFAULT_BOUNDS,
    both_ends: frontier_from_both_ends.Bounds = frontier_from_both_ends.DEFAULT_BOUNDS,
) -> Iterator[Event]:
    """Sweep along the longest axis, counting more and more, until a sweep closes or a packing is found."""
    assert isinstance(model, Tiling)
    deadline = Deadline(limits.time)
    memory = (limits.memory or DEFAULT_MEMORY) * 1e6
    cells = int(model.region.sum())
    options = cells * sum(len(piece.orientations) for piece in model.pieces if piece.most)
    if not 0 < options <= MOST_OPTIONS or (cells + len(model.pieces)) * options > MOST_PRODUCTS:
        yield End(False, remark=f"a board of {cells} cells with up to {options} placements is too large for a frontier")
        return
    window, axes = min((_window(model, axes), axes) for axes in itertools.permutations(range(model.dimension)))
    if window > MOST_WINDOW:
        yield End(False, remark=f"the board is too wide for a frontier: a placement reaches over {window} cells")
        return
    yield Progress("listing the placements by their first cell")
    needs = demands(model)
    sweep = _by_first_cell(needs, model, axes)
    every = _binding(model)
    remarks: list[str] = []
    pending: list[_Counted] = [()]
    while pending:
        counted = pending.pop()
        watched = every if not counted else ()
        try:
            swept = yield from _sweep(sweep, _fields(model, counted), _places(model, watched), deadline, memory, bounds)
        except _TooLarge as reason:
            remarks.append(f"the frontier {_description(model, counted)} was abandoned: {reason}")
            if not counted and deadline.left is not None and options / bounds.listed_a_second >= deadline.left:
                remarks.append("the time was up before it was tried from both ends")
            elif not counted:
                outcome = yield from frontier_from_both_ends.search(model, axes, deadline, memory, both_ends)
                if isinstance(outcome, Refutation):
                    yield End(False, refutation=outcome, remark="the frontiers from both ends do not meet")
                    return
                remarks.append(outcome)
            break
        if not len(swept.last):
            remarks = [f"the frontier {_description(model, counted)} closes after {sum(swept.states)} states"]
            yield End(False, refutation=_refutation(axes, counted, swept.states), remark=remarks[0])
            return
        remarks.append(f"the frontier {_description(model, counted)} reaches the end of the board")
        if counted != every:
            pending = [_next(every, swept.extents)]
        elif swept.layers:
            rows = [_row(model, needs, option) for option in _retraced(sweep, _fields(model, counted), swept)]
            yield Found(np.array(rows, dtype=np.int64))
        else:
            remarks[-1] += ", so there is a packing, but it was not stored for lack of memory"
    yield End(False, remark="; ".join(remarks))


def _refutation(axes: tuple[int, ...], counted: _Counted, states: list[int]) -> Refutation:
    return Refutation("frontier", {"axes": list(axes), "counted": [list(row) for row in counted], "states": states})


def _next(every: _Counted, extents: Integers) -> _Counted:
    """Return what to count next: one piece, if no tiling has its copies, or all binding ones.

    extents: (2, pieces) the fewest and the most copies in tilings without counting.
    """
    alone: list[tuple[int, tuple[int, int, int | None]]] = []
    for (piece, least, most), low, high in zip(every, *extents.tolist(), strict=True):
        if high < least:
            alone.append((high, (piece, high + 1, None)))
        if most is not None and low > most:
            alone.append((most, (piece, 0, most)))
    return (min(alone)[1],) if alone else every


def _description(model: Tiling, counted: _Counted) -> str:
    """Return what a sweep counts, in words."""
    if not counted:
        return "that counts no copies"
    return "that counts " + ", ".join(model.pieces[piece].name for piece, _, _ in counted)


def _window(model: Tiling, axes: tuple[int, ...]) -> int:
    """Return an upper bound on the cells from the first to the last of a placement, in a sweep along these axes."""
    strides = np.ones(model.dimension, dtype=np.int64)
    for slow, fast in reversed(list(itertools.pairwise(axes))):
        strides[slow] = strides[fast] * model.region.shape[fast]
    spans = [np.ptp(cells @ strides) for piece in model.pieces if piece.most for cells in piece.orientations]
    return int(max(spans, default=0)) + 1


def _by_first_cell(needs: Demands, model: Tiling, axes: tuple[int, ...]) -> list[_Placements]:
    """Return for each cell of the sweep the placements whose first cell it is."""
    ranks = np.empty(needs.cells, dtype=np.int64)
    ranks[np.lexsort(model.cells()[:, axes].T[::-1])] = np.arange(needs.cells)
    cell = needs.members < needs.cells
    taken, owners = ranks[needs.members[cell]], needs.owners[cell]
    pieces = needs.members[~cell] - needs.cells
    first = np.full(needs.options, needs.cells, dtype=np.int64)
    np.minimum.at(first, owners, taken)
    bits = taken - first[owners]
    masks = np.zeros((needs.options, int(bits.max(initial=0)) // 64 + 1), dtype=np.uint64)
    np.bitwise_or.at(masks, (owners, bits // 64), np.uint64(1) << (bits % 64).astype(np.uint64))
    by_first = np.argsort(first, kind="stable")
    ends = np.cumsum(np.bincount(first, minlength=needs.cells))
    return [_Placements(here, pieces[here], masks[here]) for here in np.split(by_first, ends)[: needs.cells]]


def _binding(model: Tiling) -> _Counted:
    """Return the copies that a packing might fall short of or exceed."""
    cells = int(model.region.sum())
    counted = []
    for number, piece in enumerate(model.pieces):
        most = piece.most if piece.most < cells // piece.size else None
        if piece.least or (most and piece.most):
            counted.append((number, piece.least, most))
    return tuple(counted)


def _places(model: Tiling, counted: _Counted) -> Integers:
    """Return the index of every piece in what is counted, -1 for one that is not counted."""
    places = np.full(len(model.pieces), -1, dtype=np.int64)
    for place, (piece, _, _) in enumerate(counted):
        places[piece] = place
    return places


def _fields(model: Tiling, counted: _Counted) -> tuple[Integers, Integers]:
    """Return the kernel's `counts`, and the index of every piece in it, -1 for a piece that is not counted."""
    counts = np.zeros((len(counted), 5), dtype=np.int64)
    shift = 0
    for place, (piece, least, most) in enumerate(counted):
        bits = max(least, most or 0).bit_length()
        counts[place] = shift, (1 << bits) - 1, least, -1 if most is None else most, model.pieces[piece].size
        shift += bits
    if shift > 64:
        raise _TooLarge(f"its counts take {shift} bits, and at most 64 fit")
    return counts, _places(model, counted)


def _sweep(
    sweep: list[_Placements],
    fields: tuple[Integers, Integers],
    watched: Integers,
    deadline: Deadline,
    memory: float,
    bounds: Bounds,
) -> Generator[Event, None, _Swept]:
    """Sweep over the board; raises _TooLarge if there are too many states, or too little time."""
    counts, places = fields
    layer = np.zeros((1, sweep[0].masks.shape[1] + 1), dtype=np.uint64)
    extents = np.zeros((1, 2, int(watched.max(initial=-1)) + 1), dtype=np.int16)
    states: list[int] = []
    layers: list[Words] = []
    held, work, looked = 0, 0, time.monotonic()
    for cell, here in enumerate(sweep):
        held += layer.nbytes
        if held < memory * bounds.kept and len(layers) == cell:
            layers.append(layer)
        made = np.empty((len(here.masks) + 2 * len(layer) + 1, layer.shape[1]), dtype=np.uint64)
        wide = np.empty((len(made), *extents.shape[1:]), dtype=np.int16)
        slots, where = _slots(0), np.zeros(3, dtype=np.int64)
        while where[kernel.STATE] < len(layer):
            if len(slots) < 2 * len(made):
                slots = _slots(len(made))
                kernel.fill_slots(made, int(where[kernel.MADE]), slots)
            stop = min(int(where[kernel.STATE]) + bounds.tried_a_look // (len(here.masks) + 1), len(layer))
            kernel.advance(
                layer, extents, here.masks, places[here.pieces], watched[here.pieces], counts, len(sweep) - cell, made,
                wide, slots, where, stop,
            )  # fmt: skip
            at, count, opened = where.tolist()
            if at < stop:
                made, wide = _doubled(made), _doubled(wide)
            done = work + at + opened * len(here.masks)
            if count > bounds.states or done > bounds.work:
                raise _TooLarge(f"{done} states and placements were tried before cell {cell + 1} of {len(sweep)}")
            if made.nbytes + wide.nbytes + slots.nbytes > memory * (1 - bounds.kept):
                raise _TooLarge(f"its states took more than its share of memory before cell {cell + 1} of {len(sweep)}")
            if deadline.over():
                raise _TooLarge(f"its time was up at cell {cell} of {len(sweep)}")
            if time.monotonic() - looked > bounds.seconds_a_look:
                yield Progress(f"sweeping: {count} states at cell {cell} of {len(sweep)}", nodes=done)
                looked = time.monotonic()
        states.append(int(where[kernel.OPEN]))
        work += len(layer) + states[-1] * len(here.masks)
        layer, extents = made[: int(where[kernel.MADE])].copy(), wide[: int(where[kernel.MADE])].copy()
    alive = np.array([not kernel.dead(layer, state, counts, 0) for state in range(len(layer))], dtype=np.bool_)
    reach = extents[alive].astype(np.int64)
    reach = np.stack((reach[:, 0].min(axis=0, initial=kernel.MANY), reach[:, 1].max(axis=0, initial=-1)))
    return _Swept(states, layers if len(layers) == len(sweep) else [], layer[alive], reach)


def _doubled(rows: NDArray[Any]) -> NDArray[Any]:
    """Return the rows with a little more than twice the space."""
    return np.concatenate((rows, np.empty((len(rows) + 64, *rows.shape[1:]), dtype=rows.dtype)))


def _slots(rows: int) -> NDArray[np.int32]:
    """Return free slots for that many rows."""
    return np.full(1 << max(2 * rows - 1, 63).bit_length(), -1, dtype=np.int32)


def _retraced(sweep: list[_Placements], fields: tuple[Integers, Integers], swept: _Swept) -> list[int]:
    """Return the options of a packing, retraced from the end reached to the empty board."""
    counts, places = fields
    target, options = swept.last[0], []
    for cell in range(len(sweep) - 1, -1, -1):
        here, layer = sweep[cell], swept.layers[cell]
        number, place = kernel.before(layer, here.masks, places[here.pieces], counts, len(sweep) - cell, target)
        target = layer[number]
        if place >= 0:
            options.append(int(here.options[place]))
    return sorted(options)


def _row(model: Tiling, needs: Demands, option: int) -> list[int]:
    """Return the placement `piece, orientation, *offset` of an option."""
    *covered, item = needs.members[needs.starts[option] : needs.starts[option + 1]].tolist()
    cells = model.cells()[covered]
    offset = cells.min(axis=0)
    piece = item - needs.cells
    shape = set(map(tuple, (cells - offset).tolist()))
    orientations = (set(map(tuple, each.tolist())) for each in model.pieces[piece].orientations)
    return [piece, next(place for place, each in enumerate(orientations) if each == shape), *offset.tolist()]
