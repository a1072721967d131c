"""An attempt at an impossible packing: pieces placed one after the other, and the cells that stay bare.

A greedy search with random restarts: the cell that the fewest placements can cover comes first. Nothing is proved by it; it
illustrates what a certificate proves.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from exactcover.judges.demands import Demands, demands
from exactcover.model.arrays import Integers
from exactcover.model.tiling import Tiling
from exactcover.process.deadline import Deadline

MOST_MEMBERS = 200_000
"""The most cells of all placements together for which an attempt is made."""
ATTEMPTS, SECONDS = 60, 1.0


class Attempt(NamedTuple):
    """The placements as pairs of a piece and cells, the bare cells, and the number of attempts of which this is the best."""

    placed: list[tuple[str, list[list[int]]]]
    bare: list[list[int]]
    attempts: int


def attempt(tiling: Tiling, seed: int = 0) -> Attempt | None:
    """Return the attempt that leaves the fewest cells bare; None for a large puzzle, or if no cell stays bare."""
    needs = demands(tiling)
    if not needs.options or len(needs.members) > MOST_MEMBERS:
        return None
    random, deadline = np.random.default_rng(seed), Deadline(SECONDS)
    best: list[int] | None = None
    fewest, made = needs.cells + 1, 0
    while made < ATTEMPTS and fewest > 1 and not (made and deadline.over()):
        chosen, bare = _once(needs, random)
        made += 1
        if bare < fewest:
            best, fewest = chosen, bare
    if not best or not fewest:
        return None
    cells = np.argwhere(tiling.region)
    items = [needs.members[needs.starts[option] : needs.starts[option + 1]] for option in best]
    placed = [(needs.names[int(each[-1]) - needs.cells], cells[each[:-1]].tolist()) for each in items]
    covered = np.zeros(needs.cells, dtype=np.bool_)
    for each in items:
        covered[each[:-1]] = True
    return Attempt(placed, cells[~covered].tolist(), made)


def _once(needs: Demands, random: np.random.Generator) -> tuple[list[int], int]:
    """Return the options of one attempt, and how many cells stay bare."""
    alive = np.ones(needs.options, dtype=np.bool_)
    room: Integers = needs.most.copy()
    is_cell = needs.members < needs.cells
    firsts, by_item = needs.by_item
    chosen: list[int] = []
    while True:
        living = alive[needs.owners] & is_cell
        counts = np.bincount(needs.members[living], minlength=needs.cells)
        counts[(counts == 0) | (room[: needs.cells] == 0)] = needs.options + 1
        cell = int(np.argmin(counts))
        if counts[cell] > needs.options:
            return chosen, int((room[: needs.cells] > 0).sum())
        choices = by_item[firsts[cell] : firsts[cell + 1]]
        option = int(random.choice(choices[alive[choices]]))
        chosen.append(option)
        for item in needs.members[needs.starts[option] : needs.starts[option + 1]].tolist():
            room[item] -= 1
            if not room[item]:
                alive[by_item[firsts[item] : firsts[item + 1]]] = False
