"""Packs a board with cells that may stay empty by beams of growing width, row by row along the board's longer side.

A beam proves nothing: if it ends without a solution, the next one is twice as wide, with other random numbers. A solution is
the placed pieces and a filler on each cell left empty. Not here: a beam's arrays (profiles.py).
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from itertools import count

import numpy as np

from exactcover.backends.search.boards.durations import begin_seconds
from exactcover.backends.search.boards.profiles import Board, board_of, with_room
from exactcover.backends.search.boards.steps import SLICE
from exactcover.kernel.boards import profile_beam as kernel
from exactcover.kernel.boards import profiles
from exactcover.kernel.boards.profiles import Beam
from exactcover.model.answer import Statistics
from exactcover.model.errors import StopReason
from exactcover.model.events import Attempt, End, Event, Found, Progress
from exactcover.model.tiling import Tiling
from exactcover.process.deadline import Deadline

FIRST_WIDTH = 10
PLAN = "row by row, a beam of {} states that cover the same number of cells"


def run(tiling: Tiling, seed: int, nodes: int | None, deadline: Deadline) -> Iterator[Event]:
    """Pack a board some of whose cells may stay empty; the last event is the End. May raise Unsuitable."""
    board = board_of(tiling)
    if board.most_covered < board.least_covered:
        yield End(False, remark="no copies within their ranges leave as many cells empty as may stay so")
        return
    yield Progress(seconds=begin_seconds(tiling))
    spent, width, furthest = 0, min(FIRST_WIDTH, board.most_width), -1
    best = board.nothing()
    for attempt in count():
        beam = board.beam(width, int(np.random.SeedSequence([seed, attempt]).generate_state(1, np.uint64)[0]))
        beam, stop = yield from _searched(board, beam, spent, nodes, deadline)
        spent += int(beam.scalars[profiles.NODES])
        if beam.scalars[profiles.SOLVED]:
            yield Found(board.filled(board.placements(beam)))
            yield End(False, "solutions", statistics=Statistics(nodes=spent))
            return
        if beam.scalars[profiles.BEST] > furthest:
            furthest, best = int(beam.scalars[profiles.BEST]), board.placements(beam)
        if stop is not None:
            yield Attempt(best)
            yield End(False, stop, statistics=Statistics(nodes=spent))
            return
        width = min(2 * width, board.most_width)


def _searched(
    board: Board, beam: Beam, spent: int, nodes: int | None, deadline: Deadline
) -> Generator[Event, None, tuple[Beam, StopReason | None]]:
    """Yield the progress of a beam until it is done or a limit is reached; return it and the limit."""
    width = int(beam.scalars[profiles.WIDTH])
    while True:
        done = spent + int(beam.scalars[profiles.NODES])
        if deadline.over() or (nodes is not None and done >= nodes):
            return beam, "time" if deadline.over() else "nodes"
        state = kernel.advance(beam, SLICE if nodes is None else min(SLICE, nodes - done))
        if state == kernel.LOG_FULL:
            beam = with_room(beam)
        cells = int(beam.scalars[profiles.LEVEL]) * board.unit
        done = spent + int(beam.scalars[profiles.NODES])
        yield Progress(f"beam of {width:,} states, {cells:,} cells covered", done, plan=PLAN.format(width))
        if state == kernel.DONE:
            return beam, None
