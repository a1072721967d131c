"""Simulated annealing for packings of rectangles: pieces that may overlap are moved and turned at a falling temperature.

Shares its moves and score with the engine local-beam. It proves nothing: if it ends without a packing, it returns its best
state, in which pieces may overlap or extend beyond the board.
"""

from __future__ import annotations

from collections.abc import Iterator

from exactcover.model.answer import EngineOptions, Limits, Statistics, Task
from exactcover.model.encoding import Model
from exactcover.model.errors import StopReason
from exactcover.model.events import Attempt, End, Event, Found, Progress
from exactcover.model.tiling import Tiling
from exactcover.process.deadline import Deadline

accepts = ("tiling",)
can = ("solve",)
options = (
    "temperature", "cooling", "coldest", "sweep", "pressure", "gutter", "steps", "high", "uncovered", "outside", "full",
)  # fmt: skip
parallel: tuple[str, ...] = ()
up_to_symmetry: tuple[str, ...] = ()
node = "a move"


def check(_: Model, options: EngineOptions) -> None:
    """Raise InvalidInput for a wrong value of an option."""
    from exactcover.backends.search.boards.settings import cooling

    cooling(options.own)


def run(task: Task, model: Model, options: EngineOptions, limits: Limits) -> Iterator[Event]:
    """Search; raises Unsuitable if the board is no rectangle or the counts are not known, InvalidInput for wrong options.

    The node limit is checked between slices of a few thousand moves.
    """
    from exactcover.backends.search.boards.annealing import Annealing
    from exactcover.backends.search.boards.overlapping import problem
    from exactcover.backends.search.boards.settings import cooling

    assert isinstance(model, Tiling)
    searched = problem("anneal", model)
    search = Annealing(searched, cooling(options.own), options.seed)
    deadline = Deadline(limits.time)
    restarts, stop = 0, None
    while search.packing is None:
        search.cool()
        yield Progress("moving pieces", search.moves, unit="moves")
        stop = _stop(search.moves, limits, deadline) if search.packing is None else None
        if stop is not None or search.restarts > restarts:
            restarts = search.restarts
            yield Attempt(searched.selection(search.best))
        if stop is not None:
            yield End(False, stop, statistics=Statistics(nodes=search.moves))
            return
    yield Found(searched.selection(search.packing))
    yield End(False, "solutions", statistics=Statistics(nodes=search.moves))


def _stop(moves: int, limits: Limits, deadline: Deadline) -> StopReason | None:
    """Return the limit that has been reached, if any."""
    if limits.nodes is not None and moves >= limits.nodes:
        return "nodes"
    return "time" if deadline.over() else None
