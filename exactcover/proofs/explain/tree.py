"""Explains trees: where they begin, how large they are, and the whole of a small one, one sentence per node."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from exactcover.judges.demands import Demands, demands
from exactcover.judges.tree import Order, branches_of, combinations_of, order_of
from exactcover.model.cover import Cover
from exactcover.model.encoding import Model
from exactcover.model.tiling import Tiling
from exactcover.proofs.explain.phrases import number_phrase

MOST_NODES_TOLD = 16


def sentences(model: Model, body: Mapping[str, Any]) -> list[str]:
    """Return the argument in sentences, from a body that the judge has accepted."""
    needs = demands(model)
    order = order_of(needs, body)
    root = next(iter(order))
    tiling = isinstance(model, Tiling)
    thing, other = ("placement", "cell or piece") if tiling else ("option", "item")
    explanation = []
    if root >= 0:
        first, count = item_phrase(model, needs, root), int((needs.members == root).sum())
        verb = "covers" if count == 1 else "cover"
        explanation.append(f"{number_phrase(count, thing)} {verb} {first}, which needs {needs.least[root]}.")
        explanation.append(
            f"Try each in turn, and continue below it with another {other}, until too few {thing}s are left for one."
        )
    weights = body.get("combinations", [])
    if weights:
        leaves = sum(item < 0 for item in order)
        explanation.append(
            f"{leaves} of its leaves use {number_phrase(len(weights), 'set')} of weights on {other}: no {thing} that is left"
            " weighs less than 0, but all that is left to cover does."
        )
    explanation.append(
        f"That ends after {number_phrase(len(order), 'node')} with no branch open: there is no solution."
    )
    return [*explanation, *_nodes(model, needs, order, body)] if len(order) <= MOST_NODES_TOLD else explanation


def item_phrase(model: Model, needs: Demands, item: int) -> str:
    """Return an item in words: `cell (0, 3)`, `piece T4`, or `item 'x'` of a cover."""
    if item < needs.cells:
        assert isinstance(model, Tiling)
        return f"cell ({', '.join(str(x) for x in np.argwhere(model.region)[item].tolist())})"
    name = needs.names[item - needs.cells]
    return f"piece {name}" if isinstance(model, Tiling) else f"item {name!r}"


def _nodes(model: Model, needs: Demands, order: Order, body: Mapping[str, Any]) -> Iterator[str]:
    """Yield one sentence per node, numbered like the sections of a book."""
    numbers: list[list[int]] = [[]]
    options: list[int] = [-1]
    branches = [0]
    path = [0]
    for option, _ in branches_of(needs, order, combinations_of(needs, body)):
        if option < 0:
            path.pop()
            continue
        above = path[-1]
        branches[above] += 1
        numbers.append([*numbers[above], branches[above]])
        options.append(option)
        branches.append(0)
        path.append(len(options) - 1)
    for number, option, item, ways in zip(numbers, options, order, branches, strict=True):
        begin = "Begin" if option < 0 else f"{'.'.join(map(str, number))}. {option_phrase(model, needs, option)}"
        if item < 0:
            yield f"{begin}: closed by set {-item} of weights."
            continue
        name = item_phrase(model, needs, item)
        yield f"{begin}: {name}, {number_phrase(ways, 'way')}." if ways else f"{begin}: too little is left for {name}."


def option_phrase(model: Model, needs: Demands, option: int) -> str:
    """Return an option in words: `T4 on 0,0 0,1 0,2 1,1`, or the items of a cover's option."""
    if isinstance(model, Cover):
        return " ".join(model.option(option))
    assert isinstance(model, Tiling)
    items = needs.members[needs.starts[option] : needs.starts[option + 1]].tolist()
    cells = np.argwhere(model.region)[items[:-1]].tolist()
    return f"{needs.names[items[-1] - needs.cells]} on {' '.join(','.join(map(str, cell)) for cell in cells)}"
