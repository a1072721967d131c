"""The steps of filling a board, in slices: fill, then repair the counts."""

from __future__ import annotations

from collections.abc import Iterator

from exactcover.answer import Attempt, End, Event, Found, Progress, Statistics
from exactcover.deadline import Deadline
from exactcover.errors import StopReason
from exactcover.kernel.boards import board as boards
from exactcover.kernel.boards.filling import GAIN, fill
from exactcover.kernel.boards.recounting import recount
from exactcover.model.tiling import Tiling
from exactcover.search.boards.arrays import board_of, selection_of
from exactcover.search.boards.targets import targets

SLICE = 10_000  # nodes: some hundredths of a second
PATIENCE = 1_000  # dead ends at one place before a ruin
NO_LIMIT = 2**62


def run(tiling: Tiling, seed: int, nodes: int | None, deadline: Deadline) -> Iterator[Event]:
    """Fill a region and mend its counts; the last event is the End."""
    target = targets(tiling)
    if target is None:
        yield End(False, remark="no copies within their ranges have the area of the region")
        return
    board = board_of(tiling, target, seed)
    free = not board.least.any() and (board.most >= len(board.order) // board.sizes).all()
    gain = 0.0 if free else GAIN
    most = NO_LIMIT if nodes is None else nodes
    stop: StopReason | None = None
    full, wrong = False, -1
    while wrong:
        spent = int(board.scalars[boards.NODES])
        slice_ = min(SLICE, most - spent)
        if slice_ <= 0 or deadline.over():
            stop = "nodes" if slice_ <= 0 else "time"
            break
        if not full:
            full = bool(fill(board, slice_, gain, PATIENCE))
        else:
            wrong = int(recount(board, slice_))
        yield Progress("mending the counts" if full else "filling", spent, plan="fill, then mend the counts")
    selection = selection_of(tiling, board)
    yield Attempt(selection) if stop else Found(selection)
    statistics = Statistics(nodes=int(board.scalars[boards.NODES]))
    yield End(False, stop or "solutions", statistics=statistics)
