"""Beam search as in the textbooks: the k best successors of a layer are kept, the others discarded.

Best is the least estimate, ties by state; a state that was kept once is not kept again, so the search ends. A state is tested
for the goal when it is expanded; nodes are expansions. Nothing is proved: a beam that runs dry says nothing about the puzzle,
unless no layer was ever cut.

With `grows=yes`, when a beam has ended, the search restarts with one four times as wide, for a shorter plan, until a limit is
reached.

Source: B. T. Lowerre, The HARPY speech recognition system, Carnegie Mellon University (1976).
"""

from __future__ import annotations

from collections.abc import Iterator

from exactcover.model.answer import EngineOptions, Limits, Statistics, Task
from exactcover.model.encoding import Model
from exactcover.model.events import End, Event

accepts = ("sliding", "naive placement")
can = ("solve",)
options = ("width", "heuristic", "pdb", "cache", "cells", "grows")
parallel: tuple[str, ...] = ()
up_to_symmetry: tuple[str, ...] = ()
node = "a state expanded"

USUAL_WIDTH = 100
GROWS = ("no", "yes")


def check(model: Model, options: EngineOptions) -> None:
    """Raise InvalidInput for an option that does not apply to the model, or for a wrong value."""
    from exactcover.backends.search.graphs import checking, state_graphs

    state_graphs.number_option(options, "width", USUAL_WIDTH)
    state_graphs.choice(options, "grows", GROWS)
    checking.check(model, options)


def run(task: Task, model: Model, options: EngineOptions, limits: Limits) -> Iterator[Event]:
    """Search; raises InvalidInput for an unknown heuristic or an invalid width."""
    from exactcover.backends.search.graphs import state_graphs, watching, widening
    from exactcover.kernel.graphs import beam

    pace = yield from state_graphs.begin(model, limits)
    if pace is None:
        return
    width = state_graphs.number_option(options, "width", USUAL_WIDTH)
    question = yield from state_graphs.question(model, state_graphs.heuristic_asked(options), options)
    if state_graphs.choice(options, "grows", GROWS) == "yes":
        yield from widening.run(question, width, limits, pace)
        return
    search = beam.Search(question.graph, question.root, width, state_graphs.memory(limits))
    watching.begin(limits, search, question)
    stop = yield from pace.run(search.run, lambda: search.expanded)
    statistics = Statistics(
        nodes=search.expanded, generated=search.generated, expanded=search.expanded, stored=search.end
    )
    if stop != state_graphs.FINISHED:
        yield End(False, stop, statistics=statistics)
    elif search.goal is not None:
        yield from state_graphs.solved(question.lift(search.path()), statistics, optimal=False)
    elif search.cut:
        yield End(False, remark=f"the beam of {width} states became empty", statistics=statistics)
    else:
        yield End(True, statistics=statistics)
