"""The connectivity of the covered cells of a packing, as items and options of its cover.

A cell that must be covered stands for itself. Of any other cell, placements on it also have the item `~cell`, and pre-placed
pieces theirs, by an option that is always chosen. If some cell is sure to be covered, it is the root of all. Otherwise one of
further options is chosen, and says which covered cell comes first: that of cell c has the root `^c`, which is next to `~c`; `!b`
for each cell b before c, which placements on b have too, so that b stays empty; and `?c`, which the option of the empty cell c
has too, so that c does not. One more of these options says that all cells stay empty.
"""

from __future__ import annotations

from typing import NamedTuple

from encoders.packing.lying import BoardCells
from encoders.packing.packing import Packing
from encoders.packing.touching import meeting
from exactcover.model.arrays import Mask

FIRST = "^"
"""The item of the choice of the first covered cell."""


class Joints(NamedTuple):
    """What connectivity adds to a cover, by names of items and numbers of cells.

    items: further ones, with their bounds; placed, empty: of each cell the items that a placement on it has too, and the option
    of the empty cell; always: the items of pre-placed pieces; options: the further ones; joined, edges, roots: see Connectivity.
    """

    items: dict[str, tuple[int, int]]
    placed: dict[int, list[str]]
    empty: dict[int, list[str]]
    always: list[str]
    options: list[list[str]]
    joined: list[str]
    edges: list[tuple[str, str]]
    roots: list[str]


def joints(packing: Packing, board: BoardCells, free: Mask, names: list[str]) -> Joints:
    """Return what connectivity adds; names: of the cells of the board."""
    optional = [packing.optional is not None and bool(packing.optional[cell]) for cell in board.cells]
    loose = [number for number, own in enumerate(optional) if own and free[number]]
    fixed = [number for number in range(len(names)) if not free[number]]
    of_cell = {number: f"~{name}" if number in {*loose, *fixed} else name for number, name in enumerate(names)}
    items = {of_cell[number]: (0, 1) for number in sorted([*loose, *fixed])}
    edges = [(of_cell[a], of_cell[b]) for a, b in meeting(board, packing.lattice, "corners")]
    joined, always = list(of_cell.values()), [of_cell[number] for number in fixed]
    placed = {number: [of_cell[number]] for number in loose}
    sure = [number for number in range(len(names)) if number not in placed]
    if sure:
        return Joints(items, placed, {}, always, [], joined, edges, [of_cell[sure[0]]])
    items[FIRST] = (1, 1)
    items |= {f"{mark}{names[number]}": (0, 1) for mark in "!?^" for number in loose}
    options = [
        [FIRST, f"^{names[number]}", f"?{names[number]}", *(f"!{names[before]}" for before in loose[:place])]
        for place, number in enumerate(loose)
    ]
    options.append([FIRST, *(f"!{names[number]}" for number in loose)])
    roots = [f"^{names[number]}" for number in loose]
    return Joints(
        items,
        {number: [f"~{names[number]}", f"!{names[number]}"] for number in loose},
        {number: [f"?{names[number]}"] for number in loose},
        always,
        options,
        [*joined, *roots],
        [*edges, *((f"^{names[number]}", f"~{names[number]}") for number in loose)],
        roots,
    )
