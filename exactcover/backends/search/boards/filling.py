"""Fills a region: random pieces with steered counts, and, when that stalls, other ways in turn with it.

A board that can be filled at random is filled soon; if the filling stalls, other ways take turns with it, each turn longer
than the one before: preferring pieces that touch those on the board, by clauses (by_clauses.py), part by part (by_parts.py),
and, for small boards, by exact search (by_cover.py), alone if each piece is used once. None of them is trusted to prove that
there is no solution.

Historical note. Preference for contact: planar pentominoes in a 30x40x50 box were not filled in 9 CPU seconds without it, and
in 0.2 with it; in the plane it is not needed, unless pieces are bound to grounds: tetrasticks on 180,600 edges took 2.6 CPU
seconds without it and 0.2 with it, and 360,000 twelfths of hexagons were not filled by didrafters in a minute.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from typing import TypeAlias

import numpy as np

from exactcover.backends.search.boards.arrays import board_of, selection_of
from exactcover.backends.search.boards.by_clauses import by_clauses, in_reach
from exactcover.backends.search.boards.by_cover import MOST_CELLS, by_cover
from exactcover.backends.search.boards.by_parts import by_parts
from exactcover.backends.search.boards.durations import begin_seconds
from exactcover.backends.search.boards.steps import Allowance, Step, mended
from exactcover.backends.search.boards.targets import targets
from exactcover.kernel.boards import board as boards
from exactcover.kernel.boards.filling import fill
from exactcover.kernel.boards.recounting import error
from exactcover.model.answer import Statistics
from exactcover.model.arrays import Integers
from exactcover.model.errors import StopReason
from exactcover.model.events import Attempt, End, Event, Found, Progress
from exactcover.model.tiling import Tiling
from exactcover.process.deadline import Deadline

FIRST_TURN = 80_000  # nodes of each way in the first round
PATIENCE = 1_000  # dead ends at one place before a ruin
GAIN = 0.5  # how strongly counts are steered
TOUCHING = 2.5  # how much each covered neighbour adds to the logarithm of a candidate's weight
RUINS_BEFORE_STALLING = 30  # plus one for this many cells:
CELLS_A_RUIN = 1_000
NO_LIMIT = 2**62
IN_VAIN = 100  # consecutive fillings that were already listed, after which another is hardly to be expected

Search: TypeAlias = Callable[[Tiling, int, int | None, Deadline], Iterator[Event]]
"""A search for one filling, with a seed, the most nodes, and a deadline."""


def run(tiling: Tiling, seed: int, nodes: int | None, deadline: Deadline) -> Iterator[Event]:
    """Fill a region and repair its counts; the last event is the End."""
    target = targets(tiling)
    if target is None:
        yield End(False, remark="no copies within their ranges have the area of the region")
        return
    allowance = Allowance(NO_LIMIT if nodes is None else nodes)
    best: boards.Board | None = None
    stop: StopReason | None = None
    seconds = begin_seconds(tiling)
    for step in _turns(tiling, target, seed, allowance):
        if step.board is not None and (best is None or _worth(step.board) > _worth(best)):
            best = step.board
        if step.selection is not None:
            yield Progress("filled", allowance.spent, plan=step.plan, seconds=seconds)
            yield Found(step.selection)
            stop = "solutions"
            break
        yield Progress("filling", allowance.spent, plan=step.plan, seconds=seconds)
        seconds = 0.0
        if allowance.left <= 0 or deadline.over():
            stop = "nodes" if allowance.left <= 0 else "time"
            break
    if stop != "solutions" and best is not None:
        yield Attempt(selection_of(tiling, best))
    yield End(False, stop, statistics=Statistics(nodes=allowance.spent))


def listed(
    tiling: Tiling, seed: int, most: int | None, nodes: int | None, deadline: Deadline, search: Search = run
) -> Iterator[Event]:
    """Fill a region repeatedly, each time with another seed, and list each filling once; the last event is the End.

    There is no way to tell that no other filling exists: many consecutive repetitions end the list, and it is not exhausted.
    """
    known, spent, in_vain = set[bytes](), 0, 0
    for attempt in count():
        own = seed if attempt == 0 else int(np.random.SeedSequence([seed, attempt]).generate_state(1)[0])
        for event in search(tiling, own, None if nodes is None else nodes - spent, deadline):
            if isinstance(event, Found):
                name = np.unique(event.selection, axis=0).tobytes()
                in_vain = in_vain + 1 if name in known else 0
                if not in_vain:
                    known.add(name)
                    yield event
            elif isinstance(event, Progress):
                yield replace(event, nodes=spent + event.nodes)
            elif not isinstance(event, End):
                yield event
            else:
                spent += event.statistics.nodes
                end = replace(event, statistics=Statistics(nodes=spent))
        if end.stop_reason != "solutions" or len(known) == most:
            yield end
            return
        if in_vain == IN_VAIN or deadline.over():
            remark = f"{in_vain} fillings in a row were listed before" if in_vain == IN_VAIN else ""
            yield replace(end, stop_reason=None if in_vain == IN_VAIN else "time", remark=remark)
            return


def _worth(board: boards.Board) -> tuple[int, int]:
    """Return the value of a board as an attempt: cells covered first, then counts."""
    return int(board.scalars[boards.COVERED]), -int(error(board))


def _turns(tiling: Tiling, target: Integers, seed: int, allowance: Allowance) -> Iterator[Step]:
    """Yield the steps of the first way until it stalls, then those of all ways in turn."""
    touching = tiling.dimension > 2 or tiling.grounds is not None
    usual = at_random(tiling, target, seed, allowance, touching=touching, look=False)
    for step in usual:
        yield step
        if step.stalled:
            break
    single = all(piece.most <= 1 for piece in tiling.pieces)  # then counts can hardly be repaired by exchanges
    ways = [by_clauses(tiling, target, seed, allowance)] if in_reach(tiling) and not single else []
    if tiling.region.sum() <= MOST_CELLS:
        ways.insert(0, by_cover(tiling, seed + 1, allowance))
    if not single or not ways:
        ways += [
            at_random(tiling, target, seed + 1, allowance, touching=True, look=True),
            by_parts(tiling, target, seed, allowance),
            usual,
        ]
    nodes = FIRST_TURN
    while ways:
        for way in tuple(ways):
            end = allowance.spent + nodes
            while allowance.spent < end:
                step_or_end = next(way, None)
                if step_or_end is None:
                    ways.remove(way)
                    break
                yield step_or_end
        nodes += nodes // 4


def at_random(
    tiling: Tiling, target: Integers, seed: int, allowance: Allowance, touching: bool, look: bool
) -> Iterator[Step]:
    """Fill at random, then repair the counts; touching: prefer pieces that touch others; look: leave every cell a candidate."""
    plan = "fill at random with steered counts, then repair them"
    if touching:
        plan = "fill at random with steered counts, pieces close together, then repair the counts"
    board = board_of(tiling, target, seed)
    free = not board.least.any() and (board.most >= len(board.order) // board.sizes).all()
    board.steer[[boards.GAIN, boards.CONTACT, boards.LOOK]] = 0.0 if free else GAIN, TOUCHING * touching, look
    patience = RUINS_BEFORE_STALLING + len(board.order) // CELLS_A_RUIN
    full = False
    while not full:
        before = int(board.scalars[boards.NODES])
        full = bool(fill(board, allowance.slice(), PATIENCE))
        allowance.use(int(board.scalars[boards.NODES]) - before)
        if not full:
            yield Step(plan, board, stalled=bool(board.scalars[boards.RUINS] > patience))
    yield from mended(tiling, board, allowance, plan)
