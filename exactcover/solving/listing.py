"""All solutions of least cost: first the least cost with its proof, then a list of the solutions that have it.

Nothing is listed before the cost is proved to be the least. The list comes from a new search of the model, and must include the
solution that proved the cost. Not here: how the two searches are run (execute.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np

from exactcover import judges
from exactcover.model.answer import EngineOptions
from exactcover.model.arrays import Integers
from exactcover.model.cover import Cover
from exactcover.model.encoding import Model
from exactcover.model.events import Bound, End, Event, Found, FoundMany, Progress, Standing


def optima(
    model: Model,
    lister: str,
    cheapest: Iterator[Event],
    listed: Callable[[int, int], Iterator[Event]],
    *,
    up_to_symmetry: bool = False,
) -> Iterator[Event]:
    """Yield bounds during the search for the least cost, then each solution of that cost, and an End.

    up_to_symmetry: only the first solution of each orbit, of a cover; lister: the engine that lists; cheapest: the events of the
    search for one cheapest solution; listed: lists the solutions of at most the given cost, given the number of nodes already
    used. The End has the proof of the cost if there is one, and is exhausted if all solutions of that cost were listed.
    """
    best: Integers | None = None
    proof: End | None = None
    for event in cheapest:
        if isinstance(event, Found):
            best = event.selection
        elif isinstance(event, End):
            proof = event
        elif isinstance(event, Bound | Progress):
            yield event
    assert proof is not None, "the search for the least cost ended without an End"
    cost = None if best is None else judges.cost(model, best)
    if best is None or cost is None or not (proof.exhausted or proof.bound == cost):
        yield proof
        return
    if proof.refutation is not None:
        yield Standing(End(False, bound=cost, refutation=proof.refutation))
    else:
        yield Bound(cost, proof.placements_digest)
    yield Progress("listing the optimal solutions")
    if up_to_symmetry:
        best = _first_of_orbit(model, best)
    yield from _checked(model, lister, listed(cost, proof.statistics.nodes), replace(proof, bound=cost), best)


def _checked(model: Model, lister: str, events: Iterator[Event], proof: End, best: Integers) -> Iterator[Event]:
    """Yield the solutions of the least cost and their End; raises RuntimeError if the known best one is not among them."""
    missed, nodes = True, proof.statistics.nodes
    for event in events:
        if isinstance(event, FoundMany | Standing):
            raise RuntimeError(f"{lister} listed solutions of a cost in a way that is not known")
        if isinstance(event, Found):
            if judges.cost(model, event.selection) != proof.bound:
                raise RuntimeError(f"{lister} listed a solution that does not cost {proof.bound}")
            missed = missed and not _same(event.selection, best)
        elif isinstance(event, End):
            if event.exhausted and missed:
                raise RuntimeError(f"{lister} listed all of cost {proof.bound} but one that is known")
            statistics = replace(proof.statistics, nodes=nodes + event.statistics.nodes)
            digest = event.placements_digest or proof.placements_digest
            end = replace(event, bound=proof.bound, refutation=proof.refutation, placements_digest=digest)
            yield replace(end, engine=proof.engine, remark=proof.remark, statistics=statistics)
            return
        yield event


def _first_of_orbit(model: Model, selection: Integers) -> Integers:
    from exactcover.backends.search.cover import orbits, plain_options

    assert isinstance(model, Cover)
    return orbits.Orbits(plain_options.searched(model, "list", EngineOptions(up_to_symmetry=True))).first(selection)


def _same(one: Integers, other: Integers) -> bool:
    """Return whether two selections have the same options, or placements, in any order."""
    if one.shape != other.shape:
        return False
    if one.ndim == 1:
        return bool((np.sort(one) == np.sort(other)).all())
    return sorted(one.tolist()) == sorted(other.tolist())
