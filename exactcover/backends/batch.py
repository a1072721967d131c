"""Batches of the best: the k best entries of the queue are expanded per round, and the queue is never cut.

The priority is the estimate alone, ties by state; successors are tested for the goal; a stale entry left by a cheaper path is
expanded and counted. Nodes are expansions up to the goal's parent, and 1 for the goal. Several published programs call this
beam search; the textbook's beam search is the engine `beam`.
"""

from __future__ import annotations

from collections.abc import Iterator

from exactcover.model.answer import EngineOptions, Limits, Task
from exactcover.model.encoding import Model
from exactcover.model.events import Event
from exactcover.model.space import Sliding

accepts = ("sliding", "naive placement")
can = ("solve",)
options = ("width", "heuristic", "pdb", "cache", "cells")
parallel: tuple[str, ...] = ()
up_to_symmetry: tuple[str, ...] = ()
node = "an entry taken off the queue"

USUAL_WIDTH = 5
USUAL_HEURISTIC = "sum"


def check(model: Model, options: EngineOptions) -> None:
    """Raise InvalidInput for an option that does not apply to the model, or for a wrong value."""
    from exactcover.backends.search.graphs import checking, state_graphs

    state_graphs.number_option(options, "width", USUAL_WIDTH)
    checking.check(model, options)


def run(task: Task, model: Model, options: EngineOptions, limits: Limits) -> Iterator[Event]:
    """Search; raises InvalidInput for an unknown heuristic or an invalid width."""
    from exactcover.backends.search.graphs import best, state_graphs
    from exactcover.kernel.graphs.best_first import Rules

    width = state_graphs.number_option(options, "width", USUAL_WIDTH)
    usual = USUAL_HEURISTIC if isinstance(model, Sliding) and USUAL_HEURISTIC in model.heuristics else None
    heuristic = state_graphs.heuristic_asked(options, usual)
    yield from best.run(model, heuristic, Rules((0, 1), batch=width), options, limits, "none")
