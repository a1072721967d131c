"""The prover of trees: branches on the item with the fewest options until every branch is closed, and records the tree.

The general argument: any search without symmetry breaking is such a tree; the only obstacle is its size. A tree that its judge
would not read is abandoned: one with too many nodes, too much work to replay, or too many nodes on a path. Then, or after half
of the time, another one is tried that branches on counted pieces first and closes branches by combinations
(tree_of_combinations).
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover import judges
from exactcover.judges.demands import Demands, demands
from exactcover.judges.extent import refuse_large
from exactcover.judges.tree import MOST_ITEMS_TIMES_OPTIONS, MOST_OPTIONS, work_of
from exactcover.model.answer import Limits, Statistics
from exactcover.model.arrays import Integers
from exactcover.model.certificate import InvalidCertificate, Refutation
from exactcover.model.encoding import Model
from exactcover.model.errors import StopReason
from exactcover.model.events import End, Event, Found, Progress
from exactcover.model.tiling import Tiling
from exactcover.process.deadline import Deadline
from exactcover.proofs.provers.tree_of_combinations import DEFAULT_BOUNDS, Bounds, Search, counted
from exactcover.transform.reductions.tiling_to_cover import placements

accepts = ("tiling", "cover")

NODES_A_SLICE = 20_000


class OpenTree(NamedTuple):
    """An abandoned tree: after how many nodes, which limit it reached, and the value of that limit."""

    nodes: int
    stop: StopReason
    bound: str


def run(
    model: Model, limits: Limits, bounds: Bounds = DEFAULT_BOUNDS, of_combinations: Bounds = DEFAULT_BOUNDS
) -> Iterator[Event]:
    """Yield Progress, then Found if a branch ends in a solution, and lastly an End.

    bounds: of a tree without combinations; of_combinations: of one with them.
    """
    deadline = Deadline(limits.time)
    try:
        refuse_large(model, MOST_OPTIONS, MOST_ITEMS_TIMES_OPTIONS)
    except InvalidCertificate as too_large:
        yield End(False, remark=str(too_large))
        return
    needs = demands(model)
    pieces = bool(counted(needs).any()) and limits.nodes is None
    first = Deadline(limits.time / 2) if pieces and limits.time is not None else deadline
    readable = min(bounds.nodes, bounds.work // work_of(needs, 1))
    most = readable if limits.nodes is None else min(readable, limits.nodes)
    grown = yield from grown_tree(needs, most, bounds.products, first)
    if isinstance(grown, list):
        statistics = Statistics(nodes=len(grown))
        remark = f"every branch is closed after {len(grown)} nodes"
        yield End(False, refutation=Refutation("tree", {"items": grown}), remark=remark, statistics=statistics)
    elif not isinstance(grown, OpenTree):
        yield from _found(model, grown)
    elif pieces:
        yield from _by_combinations(model, Search(needs, deadline, of_combinations), grown.nodes, deadline)
    else:
        remark = f"some branches are open after {grown.nodes} nodes; {grown.bound}"
        yield End(False, grown.stop, remark=remark, statistics=Statistics(nodes=grown.nodes))


def grown_tree(
    needs: Demands, most: int, most_products: int, deadline: Deadline
) -> Generator[Event, None, list[int] | OpenTree | Integers]:
    """Return the items of a closed tree, the options of a solution, or how far it came if it reached a limit."""
    from exactcover.kernel.proofs import branching_tree

    state = branching_tree.prepare(needs.starts, needs.members, *needs.by_item, needs.least, needs.most)
    written: list[NDArray[np.int32]] = []
    nodes, code = 0, branching_tree.OUT_OF_NODES
    while code == branching_tree.OUT_OF_NODES:
        log = np.empty(min(NODES_A_SLICE, most - nodes), dtype=np.int32)
        code = branching_tree.advance(state, log)
        written.append(log[: state.registers[branching_tree.NODES]])
        nodes += len(written[-1])
        deepest = int(state.registers[branching_tree.DEEPEST])
        if code != branching_tree.SOLVED and deepest * needs.options > most_products:
            longest = most_products // needs.options
            return OpenTree(
                nodes, "nodes", f"a path has {deepest} of them, and at most {longest} on a path are written"
            )
        if code == branching_tree.OUT_OF_NODES and (deadline.over() or nodes >= most):
            return OpenTree(nodes, "nodes" if nodes >= most else "time", f"at most {most} are written")
        yield Progress(f"{nodes} nodes", nodes=nodes)
    if code == branching_tree.SOLVED:
        return branching_tree.chosen(state)
    return [item for part in written for item in part.tolist()]


def _by_combinations(model: Model, search: Search, nodes: int, deadline: Deadline) -> Iterator[Event]:
    """Try the other tree; nodes: how many the first one had."""
    yield from search.run()
    statistics = Statistics(nodes=nodes + len(search.order))
    if search.solution is not None:
        yield from _found(model, search.solution)
    elif search.closed:
        body = {"items": search.order, "combinations": [each.to_json() for each in search.combinations]}
        remark = f"{len(search.order)} nodes, closed by items and {len(search.combinations)} combinations"
        yield End(False, refutation=Refutation("tree", body), remark=remark, statistics=statistics)
    else:
        remark = f"some branches are open after {nodes} nodes over cells, and after {len(search.order)} over pieces"
        remark += ", which is the most that is written" if search.full else ""
        yield End(False, "time" if deadline.over() else "nodes", remark=remark, statistics=statistics)


def _found(model: Model, options: Integers) -> Iterator[Event]:
    selection = placements(model)[options] if isinstance(model, Tiling) else options
    if judges.faults(model, selection):
        yield End(False, remark="there is a solution but for connectivity, so no tree")
        return
    yield Found(selection)
    yield End(False, remark="a branch ends in a solution")
