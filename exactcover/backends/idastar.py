"""IDA*: depth-first search below a limit on moves so far + estimate, deepened until a goal is found; nodes are expansions.

For the n-puzzle the usual estimate is `pdb`, additive pattern databases (5-5-5 and 6-6-3 on 4x4, and the mirror image), in a
dedicated compiled loop; larger databases are cached on disk (`cache=FOLDER`, `cache=none`). With `grows=yes`,
boards of more than 16 cells are searched with small databases first. If the estimate is proved admissible, the plan is a
shortest one, and every limit passed is a bound.

Source: R. E. Korf, Depth-first iterative-deepening, AIJ 27 (1985).
"""

from __future__ import annotations

from collections.abc import Iterator

from exactcover.model.answer import EngineOptions, Limits, Task
from exactcover.model.encoding import Model
from exactcover.model.events import Event
from exactcover.model.space import Sliding

accepts = ("sliding", "naive placement")
can = ("solve",)
options = ("heuristic", "pdb", "cache", "cells", "grows")
parallel: tuple[str, ...] = ()
up_to_symmetry: tuple[str, ...] = ()
node = "a state expanded"

GROWS = ("no", "yes")


def check(model: Model, options: EngineOptions) -> None:
    """Raise InvalidInput for an option that does not apply to the model, or for a wrong value."""
    from exactcover.backends.search.graphs import checking, state_graphs

    state_graphs.choice(options, "grows", GROWS)
    checking.check(model, options)


def run(task: Task, model: Model, options: EngineOptions, limits: Limits) -> Iterator[Event]:
    """Search; raises InvalidInput for an unknown heuristic, or databases that do not fit the board."""
    from exactcover.backends.search.graphs import deepening, patterns, state_graphs
    from exactcover.kernel.graphs.pattern_database import MOST_CELLS

    pace = yield from state_graphs.begin(model, limits)
    if pace is None:
        return
    heuristic = state_graphs.heuristic_asked(options)
    usual = isinstance(model, Sliding) and model.cells <= MOST_CELLS and patterns.home_of(model) is not None
    if isinstance(model, Sliding) and (heuristic == "pdb" or (heuristic is None and usual)):
        yield from deepening.tiles(model, options, pace)
    else:
        yield from deepening.graph(model, heuristic, options, limits, pace)
