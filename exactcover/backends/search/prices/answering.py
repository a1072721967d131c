"""The search for a cheapest selection as a stream of events, closed by one End with the proof."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from exactcover.backends.search.prices.cheapest import DEFAULT_ROUNDS, Rounds, Search
from exactcover.backends.search.prices.program import OutOfTime
from exactcover.backends.search.prices.table import LARGEST_COST, Table, table_of
from exactcover.backends.search.prices.tree import Cheapest, body_of
from exactcover.backends.search.prices.work import Work
from exactcover.model.answer import Limits, Statistics
from exactcover.model.certificate import Refutation
from exactcover.model.cover import CheaperCover, Cover
from exactcover.model.errors import Unsuitable
from exactcover.model.events import Bound, End, Event, Found, Progress

ARGUMENT = "prices"


def table(cover: Cover) -> Table:
    """Return the table of a cover; raises Unsuitable if prices cannot describe it."""
    if cover.connectivity is not None:
        raise Unsuitable("the items of the cover must be connected; expected a cover without connectivity for prices")
    costs = np.zeros(cover.options, dtype=np.int64) if cover.costs is None else cover.costs
    if int(np.abs(costs).max(initial=0)) > LARGEST_COST:
        raise Unsuitable(f"an option costs more than {LARGEST_COST}; expected less for prices")
    return table_of(cover, costs)


def cheapest(cover: Cover, limits: Limits, seed: int, rounds: Rounds = DEFAULT_ROUNDS) -> Iterator[Event]:
    """Yield selections and bounds as they improve, and an End with a proof of optimality or of infeasibility."""
    work = Work(limits.time)
    search = Search(table(cover), work, seed, rounds)
    events = search.run()
    while True:
        statistics = Statistics(nodes=search.nodes)
        try:
            event = next(events)
        except StopIteration as end:
            done: Cheapest = end.value
            bound = None if done.selection is None else search.best
            refutation = Refutation(ARGUMENT, body_of(done.node, done.cuts), bound)
            yield End(False, bound=bound, refutation=refutation, remark=_remark(done), statistics=statistics)
            return
        except OutOfTime:
            yield End(False, "time", bound=search.bound, statistics=statistics)
            return
        if isinstance(event, Progress):
            event = replace(event, seconds=work.report())
        yield event
        if limits.nodes is not None and search.nodes > limits.nodes:
            yield End(False, "nodes", bound=search.bound, statistics=statistics)
            return


def refuted(model: Cover | CheaperCover, limits: Limits) -> Iterator[Event]:
    """Yield an End with the proof that a cover has no solution, or none cheaper than a cost; selections are not reported."""
    cover = model.cover if isinstance(model, CheaperCover) else model
    free = replace(cover, costs=np.zeros(cover.options, dtype=np.int64), symmetries=None)
    for event in cheapest(cover if isinstance(model, CheaperCover) else free, limits, 0):
        if isinstance(event, Progress):
            yield event
        elif isinstance(event, Found) and (isinstance(model, Cover) or _cost(cover, event) < model.cost):
            yield event
            yield End(False, "solutions", remark="there is a solution")
            return
        elif isinstance(event, End):
            proof = event.refutation
            if proof is not None and proof.bound is not None and isinstance(model, CheaperCover):
                proof = replace(proof, bound=model.cost)
            yield replace(event, refutation=proof, bound=None)
        else:
            assert isinstance(event, Bound | Found)


def _cost(cover: Cover, event: Found) -> int:
    assert cover.costs is not None
    return int(cover.costs[event.selection].sum())


def _remark(done: Cheapest) -> str:
    leaves = done.node.leaves()
    return f"{leaves} leaves" if leaves > 1 else "prices alone prove it, without branching"
