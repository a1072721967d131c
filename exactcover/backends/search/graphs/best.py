"""Best-first engines: what ucs, greedy, astar, wastar and batch have in common, which is all but the priority.

Optimality is claimed only if the estimate is proved admissible (search/graphs/consistency.py): the largest priority popped so
far is then a lower bound on the length of every plan, and A* ends with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from exactcover.backends.search.graphs import state_graphs, watching
from exactcover.kernel.graphs import best_first
from exactcover.kernel.graphs.best_first import Rules
from exactcover.model.answer import EngineOptions, Limits, Statistics
from exactcover.model.encoding import Model
from exactcover.model.events import End, Event

Proof = Literal["optimal", "weighted", "none"]


def run(
    model: Model, heuristic: str | None, rules: Rules, options: EngineOptions, limits: Limits, proof: Proof
) -> Iterator[Event]:
    """Search with the given rules; nodes are entries taken off the queue. proof: what the end of such a search proves about
    lengths."""
    pace = yield from state_graphs.begin(model, limits)
    if pace is None:
        return
    question = yield from state_graphs.question(model, heuristic, options)
    search = best_first.Search(question.graph, question.root, rules, state_graphs.memory(limits))
    watching.begin(limits, search, question)
    registers = search.registers
    stop = yield from pace.run(
        lambda nodes: search.run(nodes) != best_first.OUT_OF_NODES, lambda: int(registers[best_first.POPPED])
    )
    popped, goal = int(registers[best_first.POPPED]), int(registers[best_first.FOUND])
    if rules.batch and goal > 0:
        popped += 1  # plus the goal, which is found while its parent is expanded
    statistics = Statistics(
        nodes=popped,
        popped=popped,
        generated=int(registers[best_first.GENERATED]),
        expanded=int(registers[best_first.EXPANDED]),
        stored=int(registers[best_first.COUNT]),
    )
    proves = question.admissible and proof != "none"
    bound = _bound(int(registers[best_first.PRIORITY]), rules) if proves else None
    if stop != state_graphs.FINISHED:
        yield End(False, stop, bound=bound, statistics=statistics)
    elif goal < 0:
        yield End(True, statistics=statistics)
    else:
        yield from state_graphs.solved(question.lift(search.path()), statistics, proves and proof == "optimal", bound)


def _bound(priority: int, rules: Rules) -> int:
    """Return the lower bound on plan length implied by a popped priority: own x length + the excess weight of the estimate."""
    return -(-priority // max(rules.weights))
