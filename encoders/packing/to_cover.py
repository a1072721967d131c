"""Encodes a packing with goals, or with pieces that must not touch, as a cover with costs and further items.

Items are those of to_wrapped_cover.py: free cells, pieces, the cells that stay empty. Then come the sets of free cells that meet
(see touching.py), of which one piece alone may cover cells: a placement has the item of each set that it covers cells of. No
placement touches a pre-placed piece. The last item is covered once, by an option that costs what the pre-placed pieces do.
The costs are those of goals.py. Symmetries are not stated.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import chain

import numpy as np

from encoders.packing.goals import Weights, amounts
from encoders.packing.lying import BoardCells
from encoders.packing.packing import Packing
from encoders.packing.to_wrapped_cover import EMPTY, decoding, movables
from encoders.packing.touching import meeting
from encoders.packing.wrapped_symmetries import Movable
from exactcover.model.arrays import Integers, Mask
from exactcover.model.cover import Cover
from exactcover.model.encoding import Encoding, Solution

BEFORE = "="  # no piece of a puzzle has this name


def encode(packing: Packing) -> Encoding:
    """Return the cover of a packing; `decode` returns placements, pre-placed pieces first."""
    board = BoardCells(packing.board, packing.wrap, packing.lattice, packing.grounds)
    free = np.array([not any(cell in place.cells for place in packing.fixed) for cell in board.cells])
    sets = [] if packing.touching == "all" else meeting(board, packing.lattice, packing.touching)
    pieces = _apart(packing, movables(packing, board, free), sets, free)
    model = _cover(packing, board, free, pieces, _of_free(sets, free))
    decode, decode_many = decoding(packing, board, pieces)
    if packing.goals is None:
        return Encoding(model, decode, decode_many)

    def with_amounts(selection: Integers) -> Solution:
        solution = decode(selection)
        return {**solution, "goals": packing.amounts(solution)}

    return Encoding(model, with_amounts, None, packing.weights.unit)


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
    cells, item_of = int(free.sum()), np.cumsum(free) - 1
    names = [_named(board, number) for number in np.flatnonzero(free).tolist()]
    names += [piece.name for piece in packing.pieces] + [EMPTY] * (len(pieces) - len(packing.pieces))
    least = [1] * cells + [piece.copies[0] for piece in pieces] + [0] * len(sets)
    most = [1] * cells + [piece.copies[1] for piece in pieces] + [1] * len(sets)
    sets_of: dict[int, list[int]] = {}
    for item, own in enumerate(sets, cells + len(pieces)):
        for number in own:
            sets_of.setdefault(number, []).append(item)
    names += ["+".join(_named(board, number) for number in own) for own in sets]
    options: list[list[int]] = []
    for number, piece in enumerate(pieces):
        placed = number < len(packing.pieces)
        for row in piece.placements.tolist():
            met = sorted(set(chain.from_iterable(sets_of.get(cell, ()) for cell in row))) if placed else []
            options.append([*item_of[row].tolist(), cells + number, *met])
    costs = None
    if packing.goals is not None:
        weights = packing.weights
        costs = [*_costs(packing, board, pieces, weights)]
        before = _cost_before(packing, weights)
        if before:
            options.append([len(names)])
            names, least, most = [*names, BEFORE], [*least, 1], [*most, 1]
            costs.append(before)
    return Cover(
        items=tuple(names),
        least=np.array(least, dtype=np.int64),
        most=np.array(most, dtype=np.int64),
        starts=np.concatenate([[0], np.cumsum(np.array(list(map(len, options)), dtype=np.int64))]),
        members=np.array(list(chain.from_iterable(options)), dtype=np.int64),
        costs=None if costs is None else np.array(costs, dtype=np.int64),
        unit=Fraction(1) if packing.goals is None else packing.weights.unit,
    )


def _named(board: BoardCells, number: int) -> str:
    return ",".join(map(str, board.cells[number]))


def _costs(packing: Packing, board: BoardCells, pieces: list[Movable], weights: Weights) -> list[int]:
    """Return the cost of each placement, and 0 of each empty cell, unless that is what counts."""
    assert packing.goals is not None
    of_cells = [packing.goals.cells.get(cell, Fraction(0)) for cell in board.cells]
    costs: list[int] = []
    for number, piece in enumerate(pieces):
        if number == len(packing.pieces):
            own = weights.of.get("empty", 0) / weights.unit
            costs += [int(own)] * len(piece.placements)
            continue
        size, value = len(packing.pieces[number].cells), packing.pieces[number].value
        plain = weights.of.get("covered", 0) * size + weights.of.get("pieces", 0)
        weight = weights.of.get("value", 0)
        for row in piece.placements.tolist():
            worth = value + sum((of_cells[cell] for cell in row), start=Fraction(0)) if weight else Fraction(0)
            costs.append(int((plain + weight * worth) / weights.unit))
    return costs


def _cost_before(packing: Packing, weights: Weights) -> int:
    """Return the cost of the pre-placed pieces."""
    assert packing.goals is not None
    values = {piece.name: piece.value for piece in packing.pieces}
    every = amounts(packing.goals, values, [(place.piece, place.cells) for place in packing.fixed], 0)
    return int(weights.sum({**every, "empty": Fraction(0)} if "empty" in every else every) / weights.unit)
