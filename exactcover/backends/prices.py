"""Cheapest covers by prices on items (dual values), with a certificate: linear program, dives, cuts, and branching.

It branches only if the others leave a gap. Nodes are those of the tree below the root. The method: search/prices/cheapest.py.
"""

from __future__ import annotations

from collections.abc import Iterator

from exactcover.backends.search.prices import answering
from exactcover.model.answer import EngineOptions, Limits, Task
from exactcover.model.cover import Cover
from exactcover.model.encoding import Model
from exactcover.model.errors import Unsuitable
from exactcover.model.events import Event

accepts = ("cover",)
can = ("solve",)
options = ()
parallel = ()
up_to_symmetry = ()
node = "a node of the tree"


def run(task: Task, model: Model, options: EngineOptions, limits: Limits) -> Iterator[Event]:
    """Find a cheapest selection and prove it; raises Unsuitable for a cover without costs."""
    assert isinstance(model, Cover)
    assert task == "solve"
    if model.colours is not None:
        raise Unsuitable("the items of the cover have colours; expected a cover without for the engine prices")
    if model.costs is None:
        raise Unsuitable("the options of the cover cost nothing; expected a cover with costs for the engine prices")
    yield from answering.cheapest(model, limits, options.seed)
