"""Solves a small board as an exact cover, counts included, with the kernels that find one solution."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from exactcover.backends.search.boards.steps import Allowance, Step
from exactcover.backends.search.cover import first
from exactcover.backends.search.cover.strategy import bare
from exactcover.kernel.instance import OutOfReach
from exactcover.model.cover import Cover
from exactcover.model.tiling import Tiling
from exactcover.transform.reductions import tiling_to_cover

MOST_CELLS = 400
NODES, NODES_A_NODE, OPTIONS_A_NODE = 2_000, 5, 250
"""Of a slice; a node takes about as long as laying that many pieces, and one for every OPTIONS_A_NODE options."""


def by_cover(tiling: Tiling, seed: int, allowance: Allowance) -> Iterator[Step]:
    """Search the tiling as a cover; ends without a solution if there is none, or if no kernel supports it."""
    plan = "exact search with restarts"
    reduced = tiling_to_cover.reduce(tiling, with_symmetries=False)
    yield Step(plan)
    model = reduced.model
    assert isinstance(model, Cover)
    if (np.bincount(model.members, minlength=len(model.items)) < model.least).any():  # an item has too few options
        return
    charge = NODES_A_NODE + model.options // OPTIONS_A_NODE
    rounds = first.rounds([first.beginning_anew(first.Prepared(bare(model)), seed)])
    while True:
        try:
            search, turn = next(rounds)
        except OutOfReach:  # of every kernel: the other ways of filling continue
            return
        while turn > 0:
            step = search.run(min(turn, NODES, max(0, allowance.left // charge)), keep=1)
            turn -= max(1, step.nodes)
            allowance.use(max(1, step.nodes) * charge)  # with less than a charge left, that ends the run
            if step.solutions:
                options = step.selections[0]
                yield Step(plan, None, reduced.lift(options[options >= 0].astype(np.int64)))
                return
            if step.finished:
                return
            yield Step(plan)
