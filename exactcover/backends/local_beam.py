"""Local beam search for packings of rectangles: pieces that may overlap are moved and turned, mostly at random.

A baseline from the literature for comparison with exact methods (search/boards/local_beam.py). It proves nothing: if it ends
without a packing, it returns its best state, in which pieces may overlap or extend beyond the board.
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
    "beams", "gutter", "repeats", "steps", "high", "uncovered", "outside", "full", "share", "fall", "least",
)  # fmt: skip
parallel: tuple[str, ...] = ()
up_to_symmetry: tuple[str, ...] = ()
node = "an iteration"

ITERATIONS_PER_ATTEMPT = 100


def check(_: Model, options: EngineOptions) -> None:
    """Raise InvalidInput for a wrong value of an option."""
    from exactcover.backends.search.boards.settings import rules

    rules(options.own)


def run(task: Task, model: Model, options: EngineOptions, limits: Limits) -> Iterator[Event]:
    """Search; raises Unsuitable if the board is no rectangle or the counts are not known, InvalidInput for wrong options."""
    from exactcover.backends.search.boards.local_beam import LocalBeam
    from exactcover.backends.search.boards.overlapping import problem
    from exactcover.backends.search.boards.settings import rules

    assert isinstance(model, Tiling)
    searched = problem("local-beam", model)
    search = LocalBeam(searched, rules(options.own), options.seed)
    deadline = Deadline(limits.time)
    reported = search.lowest
    while search.packing is None:
        stop: StopReason | None = "nodes" if search.iterations == limits.nodes else None
        for _ in search.iterate() if stop is None else ():
            yield Progress("moving pieces", search.iterations, unit="iterations")
            if deadline.over():
                stop = "time"
                break
        if stop is not None or (search.iterations % ITERATIONS_PER_ATTEMPT == 0 and search.lowest < reported):
            reported = search.lowest
            yield Attempt(searched.selection(search.best))
        if stop is not None:
            yield End(False, stop, statistics=Statistics(nodes=search.iterations, generated=search.scored))
            return
    yield Found(searched.selection(search.packing))
    yield End(False, "solutions", statistics=Statistics(nodes=search.iterations, generated=search.scored))
