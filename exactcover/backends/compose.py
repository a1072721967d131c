"""Composes boxes from smaller boxes packed by exact search: work proportional to the area, and no search on the board.

The choice of blocks, and how the counts of the board come out right, are in search/boards/composing.py and shares.py. Accepts
only regions that are whole boxes, in any dimension, and parallelograms of triangles, which are boxes in other coordinates
(search/boards/slanted.py). A board that it cannot compose is left UNKNOWN: it never proves anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

from exactcover.model.answer import EngineOptions, Limits, Statistics, Task
from exactcover.model.arrays import Integers
from exactcover.model.encoding import Model
from exactcover.model.errors import StopReason, Unsuitable
from exactcover.model.events import Attempt, End, Event, Found, Progress
from exactcover.model.tiling import Tiling
from exactcover.process.deadline import Deadline

accepts = ("tiling",)
can = ("solve",)
options: tuple[str, ...] = ()
parallel: tuple[str, ...] = ()
up_to_symmetry: tuple[str, ...] = ()
node = "an option taken in the search of a block"


def run(task: Task, model: Model, options: EngineOptions, limits: Limits) -> Iterator[Event]:
    """Compose a board; raises Unsuitable if the region is neither a whole box nor a parallelogram of triangles."""
    from exactcover.backends.search.boards.regions import bounds, refuse_grounds
    from exactcover.backends.search.boards.slanted import slanted

    assert isinstance(model, Tiling)
    refuse_grounds("compose", model)
    corner, box = bounds(model.region)
    if not model.pieces or not box.size:
        yield from _without_search(model)
        return
    if box.all():
        yield from _composed(Tiling(box, model.pieces), partial(_moved, corner=corner), options, limits)
        return
    slant = slanted(model)
    if slant is None:
        raise Unsuitable(
            "the engine compose was given a board with holes or odd borders; expected a rectangle or a box"
        )
    yield from _composed(slant.tiling, slant.flat, options, limits)


def _composed(
    tiling: Tiling, on_board: Callable[[Integers], Integers], options: EngineOptions, limits: Limits
) -> Iterator[Event]:
    """Compose a whole box; on_board: makes its placements those of the board."""
    from exactcover.backends.search.boards.composing import Composer

    deadline = Deadline(limits.time)
    composer = Composer(tiling, options.seed)
    work = composer.placements()
    reported = 0.0
    while True:
        try:
            nodes = next(work)
        except StopIteration as end:
            placements: Integers | None = end.value
            break
        yield Progress("packing blocks", nodes, seconds=composer.bases.seconds - reported)
        reported = composer.bases.seconds
        stop: StopReason | None = "time" if deadline.over() else None
        if limits.nodes is not None and nodes >= limits.nodes:
            stop = "nodes"
        if stop is not None:
            yield Attempt(on_board(composer.part()))
            yield End(False, stop, statistics=Statistics(nodes=nodes))
            return
    statistics = Statistics(nodes=composer.bases.nodes)
    if placements is not None:
        yield Found(on_board(placements))
        yield End(False, "solutions", statistics=statistics)
        return
    yield Attempt(on_board(composer.part()))
    yield End(False, remark="no packed blocks compose the board", statistics=statistics)


def _moved(placements: Integers, corner: Integers) -> Integers:
    """Translate placements, in place, from the box to the board that contains it."""
    if corner.any():
        placements[:, 2:] += corner
    return placements


def _without_search(model: Tiling) -> Iterator[Event]:
    """Answer for a board without cells, which is packed by placing nothing, or without pieces, which cover nothing."""
    nothing = np.empty((0, 2 + model.dimension), dtype=np.int64)
    covered = not model.region.any() and not any(piece.least for piece in model.pieces)
    yield Found(nothing) if covered else Attempt(nothing)
    yield End(False, "solutions" if covered else None)
