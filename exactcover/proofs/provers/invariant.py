"""The prover by reachability: all states within the given number of moves, none of them a goal."""

from __future__ import annotations

from collections.abc import Iterator

from exactcover.backends.search.graphs import invariants, state_graphs
from exactcover.kernel.graphs.breadth_first import LAYER_DONE, Search
from exactcover.model.answer import EngineOptions, Limits, Statistics
from exactcover.model.encoding import Model
from exactcover.model.events import End, Event
from exactcover.model.space import Within

accepts = ("within",)


def run(model: Model, limits: Limits) -> Iterator[Event]:
    """Yield Progress, and finally an End; the search stops if its judge would take minutes."""
    assert isinstance(model, Within)
    puzzle, pace = model.puzzle, state_graphs.Pace(limits)
    question = yield from state_graphs.question(puzzle, "", EngineOptions())
    search = Search(question.graph, question.root, state_graphs.memory(limits))

    def advance(nodes: int) -> bool:
        spent = search.expanded
        while search.depth < model.moves and not search.exhausted and not invariants.too_large(puzzle, search):
            if search.run(nodes - (search.expanded - spent), stop_at_goal=False) != LAYER_DONE:
                return False
        return True

    stop = yield from pace.run(advance, lambda: search.expanded)
    statistics = Statistics(nodes=search.expanded, expanded=search.expanded, stored=search.count)
    if stop != state_graphs.FINISHED:
        yield End(False, stop, remark=f"{search.depth} moves were searched", statistics=statistics)
    elif invariants.too_large(puzzle, search):
        remark = f"{search.count} states are within {search.depth + 1} moves, too many to replay"
        yield End(False, remark=remark, statistics=statistics)
    elif search.goals().any():
        yield End(False, remark=f"there is a plan of at most {model.moves} moves", statistics=statistics)
    else:
        refutation = invariants.of_states("reached", puzzle, question.lift, search, in_order=question.in_order)
        remark = f"{search.count} states are within {model.moves} moves, none of them a goal"
        yield End(False, refutation=refutation, remark=remark, statistics=statistics)
