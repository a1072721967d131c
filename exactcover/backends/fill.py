"""Fills large boards: random pieces with steered counts, ruin and recreate when nothing fits, then repair of the counts.

Flat boards with cells that may stay empty are filled row by row, by beams of growing width.

It finds solutions and proves nothing: a board that it does not fill is left UNKNOWN, and a list of packings is incomplete. The
methods: search/boards/filling.py and search/boards/profile_beam.py.
"""

from __future__ import annotations

from collections.abc import Iterator

from exactcover.model.answer import EngineOptions, Limits, Task
from exactcover.model.encoding import Model
from exactcover.model.events import Event
from exactcover.model.tiling import Tiling
from exactcover.process.deadline import Deadline

accepts = ("tiling",)
can = ("solve", "list")
options: tuple[str, ...] = ()
parallel: tuple[str, ...] = ()
up_to_symmetry: tuple[str, ...] = ()
node = "a piece laid, or tried by a beam; a conflict of clauses counts as 100, a node of exact search as 5"


def run(task: Task, model: Model, options: EngineOptions, limits: Limits) -> Iterator[Event]:
    """Fill a tiling's region, once or repeatedly; yields Found, or the best attempt if a limit is reached first.

    May raise Unsuitable.
    """
    from exactcover.backends.search.boards import filling, profile_beam
    from exactcover.backends.search.boards.regions import may_stay_empty

    assert isinstance(model, Tiling)
    search = profile_beam.run if may_stay_empty(model) else filling.run
    if task == "list":
        yield from filling.listed(model, options.seed, limits.solutions, limits.nodes, Deadline(limits.time), search)
    else:
        yield from search(model, options.seed, limits.nodes, Deadline(limits.time))
