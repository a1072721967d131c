"""Encodes a packing with goals, touching or connectivity as a cover with costs and further items.

Items are those of covers.py: free cells, pieces, the cells that stay empty. Then come the sets of free cells that meet
(see touching.py), of which one piece alone may cover cells: a placement has the item of each set that it covers cells of. No
placement touches a pre-placed piece. The last item is covered once, by an option that costs what the pre-placed pieces do.
Of covered cells that must be connected, see connected.py. The costs are those of goals.py. Symmetries: cover_symmetries.py.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import chain

import numpy as np

from encoders.packing.board_symmetries import Movable
from encoders.packing.connected import Joints, joints
from encoders.packing.cover_symmetries import with_symmetries
from encoders.packing.covers import EMPTY, decoding, movables
from encoders.packing.crossing import is_joint, without_joints
from encoders.packing.goals import Weights, amounts
from encoders.packing.lying import BoardCells
from encoders.packing.packing import Packing
from encoders.packing.touching import meeting
from exactcover.model.arrays import Integers, Mask
from exactcover.model.connectivity import Connectivity
from exactcover.model.cover import Cover, cover
from exactcover.model.encoding import Encoding, Solution

BEFORE = "="  # no piece of a puzzle has this name


def encode(packing: Packing) -> Encoding:
    """Return the cover of a packing; `decode` returns placements, pre-placed pieces first."""
    board = BoardCells(packing.board, packing.wrap, packing.lattice, packing.grounds)
    free = np.array([not any(cell in place.cells for place in packing.fixed) for cell in board.cells])
    sets = [] if packing.touching == "all" else meeting(board, packing.lattice, packing.touching)
    pieces = _apart(packing, movables(packing, board, free), sets, free)
    sets = _of_free(sets, free)
    model = _cover(packing, board, free, pieces, sets)
    decode, decode_many = decoding(packing, board, pieces)
    every = partial(with_symmetries, packing, board, free, pieces, sets, model)
    chosen_first = model.connectivity is not None and len(model.connectivity.roots) > 1
    encoding = Encoding(model, decode, decode_many, symmetric=not chosen_first, with_symmetries=every)
    if packing.goals is None:
        return encoding

    def with_amounts(selection: Integers) -> Solution:
        solution = decode(selection)
        return {**solution, "goals": packing.amounts(solution)}

    return replace(encoding, decode=with_amounts, decode_many=None, unit=packing.weights.unit)


def _apart(packing: Packing, pieces: list[Movable], sets: list[tuple[int, ...]], free: Mask) -> list[Movable]:
    """Return the pieces without the placements that touch a pre-placed piece; those of empty cells, the last, touch none."""
    beside = np.zeros(len(free), dtype=np.bool_)
    for own in sets:
        if not free[list(own)].all():
            beside[list(own)] = True
    number = len(packing.pieces)
    kept = [
        piece._replace(placements=piece.placements[~beside[piece.placements].any(axis=1)]) for piece in pieces[:number]
    ]
    return kept + pieces[number:]


def _of_free(sets: list[tuple[int, ...]], free: Mask) -> list[tuple[int, ...]]:
    """Return the sets of free cells alone: without the others, those of one cell, and those within another."""
    if free.all():
        return sets
    left = {frozenset(number for number in own if free[number]) for own in sets}
    return sorted(tuple(sorted(own)) for own in left if len(own) > 1 and not any(own < other for other in left))


def _cover(
    packing: Packing, board: BoardCells, free: Mask, pieces: list[Movable], sets: list[tuple[int, ...]]
) -> Cover:
    names = [",".join(map(str, cell)) for cell in board.cells]
    own = [*(piece.name for piece in packing.pieces), EMPTY]
    items = {names[number]: (1, 1) for number in np.flatnonzero(free).tolist()}
    items |= {name: (piece.copies[0], piece.copies[1]) for name, piece in zip(own, pieces, strict=False)}
    placed: dict[int, list[str]] = {number: [names[number]] for number in range(len(names))}
    empty: dict[int, list[str]] = {number: [names[number]] for number in range(len(names))}
    for cells in sets:
        met = "+".join(names[number] for number in cells)
        items[met] = (0, 1)
        for number in cells:
            placed[number].append(met)
    joined = joints(packing, board, free, names) if packing.connected else None
    if joined is not None:
        items |= joined.items
        for number, further in joined.placed.items():
            placed[number] += further
        for number, further in joined.empty.items():
            empty[number] += further
    options = []
    for name, piece in zip(own, pieces, strict=False):
        of_cell = empty if name == EMPTY else placed
        for row in piece.placements.tolist():
            options.append([*dict.fromkeys(chain.from_iterable(of_cell[number] for number in row)), name])
    costs = [] if packing.goals is None else _costs(packing, board, pieces, packing.weights)
    before = 0 if packing.goals is None else _cost_before(packing, packing.weights)
    always = [] if joined is None else joined.always
    if before or always:
        items[BEFORE] = (1, 1)
        options.append([BEFORE, *always])
        costs.append(before)
    if joined is not None:
        options += joined.options
        costs += [0] * len(joined.options)
    unit = Fraction(1) if packing.goals is None else packing.weights.unit
    model = cover(items, options, costs=None if packing.goals is None else costs, unit=unit)
    return model if joined is None else replace(model, connectivity=_connectivity(model, joined))


def _connectivity(model: Cover, joined: Joints) -> Connectivity:
    """Return the connectivity of a cover by the numbers of its items."""
    number_of = {name: number for number, name in enumerate(model.items)}
    edges = np.array([[number_of[a], number_of[b]] for a, b in joined.edges], dtype=np.int64).reshape(-1, 2)
    return Connectivity(
        np.array(sorted(map(number_of.__getitem__, joined.joined)), dtype=np.int64),
        edges,
        np.array(sorted(map(number_of.__getitem__, joined.roots)), dtype=np.int64),
    )


def _costs(packing: Packing, board: BoardCells, pieces: list[Movable], weights: Weights) -> list[int]:
    """Return the cost of each placement, and 0 of each empty cell, unless that is what counts."""
    assert packing.goals is not None
    of_cells = [packing.goals.cells.get(cell, Fraction(0)) for cell in board.cells]
    counts = np.array([not is_joint(cell, packing.lattice) for cell in board.cells])
    costs: list[int] = []
    for number, piece in enumerate(pieces):
        if number == len(packing.pieces):
            own = int(weights.of.get("empty", 0) / weights.unit)
            costs += (own * counts[piece.placements[:, 0]]).tolist()
            continue
        value = packing.pieces[number].value
        weight = weights.of.get("value", 0)
        for row in piece.placements.tolist():
            plain = weights.of.get("covered", 0) * int(counts[row].sum()) + weights.of.get("pieces", 0)
            worth = value + sum((of_cells[cell] for cell in row), start=Fraction(0)) if weight else Fraction(0)
            costs.append(int((plain + weight * worth) / weights.unit))
    return costs


def _cost_before(packing: Packing, weights: Weights) -> int:
    """Return the cost of the pre-placed pieces."""
    assert packing.goals is not None
    values = {piece.name: piece.value for piece in packing.pieces}
    placed = [(place.piece, without_joints(place.cells, packing.lattice)) for place in packing.fixed]
    every = amounts(packing.goals, values, placed, 0)
    return int(weights.sum({**every, "empty": Fraction(0)} if "empty" in every else every) / weights.unit)
