"""Beam search as in the textbooks: the k best successors of a layer are kept, the others discarded.

Best is the least estimate, ties by state; a state that was kept once is not kept again, so the search ends. A state is tested
for the goal when it is expanded; nodes are expansions. Nothing is proved: a beam that runs dry says nothing about the puzzle,
unless no layer was ever cut.

With `grows=yes`, when a beam has ended, the search restarts with one four times as wide, for a shorter plan, until a limit is
reached. On tiles of more than 3x3 cells, without another heuristic, the beams have pattern databases, and a compiled loop for
tiles.

Source: B. T. Lowerre, The HARPY speech recognition system, Carnegie Mellon University (1976).
"""

from __future__ import annotations

from collections.abc import Iterator

from exactcover.model.answer import EngineOptions, Limits, Statistics, Task
from exactcover.model.encoding import Model
from exactcover.model.events import End, Event
from exactcover.model.space import Sliding

accepts = ("sliding", "naive placement")
can = ("solve",)
options = ("width", "heuristic", "pdb", "cache", "cells", "grows")
parallel: tuple[str, ...] = ()
up_to_symmetry: tuple[str, ...] = ()
node = "a state expanded"

USUAL_WIDTH = 100
GROWS = ("no", "yes")
MOST_ALL_STATES = 9
"""Boards of up to so many cells are searched with the graph of any blocks: a beam there may see every state, which is a proof."""


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
    grows = state_graphs.choice(options, "grows", GROWS) == "yes"
    if grows and isinstance(model, Sliding) and _has_databases(model, options):
        from exactcover.backends.search.graphs import tile_widening

        yield from tile_widening.run(model, width, options, limits, pace)
        return
    question = yield from state_graphs.question(model, state_graphs.heuristic_asked(options), options)
    if grows:
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


def _has_databases(model: Sliding, options: EngineOptions) -> bool:
    """Return whether beams on a puzzle can have pattern databases, and the options ask for nothing else."""
    from exactcover.backends.search.graphs import patterns
    from exactcover.kernel.graphs.pattern_database import MOST_CELLS

    sized = MOST_ALL_STATES < model.cells <= MOST_CELLS
    return sized and not {"heuristic", "pdb"} & options.own.keys() and patterns.home_of(model) is not None
