"""The referee of packings on boards that wrap round: judges solutions by what the wrap means.

It knows the generators of the wrap alone, and what they make of the plane (referee_of_plane.py).
A placement is right if its cells are the image of some shape of its piece, at some offset, whose points are different cells.
Not here: judging covers (referee_of_wrapped_covers.py).
"""

from __future__ import annotations

import marshal
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from encoders.geometry.lattice import Cell
from encoders.packing import referee_of_many
from encoders.packing.packing import Packing, Placed
from encoders.packing.referee import Rules, read_placement, right_places, right_shapes, together
from encoders.packing.referee_of_plane import IDENTITY, Plane
from exactcover.model.arrays import Integers, Mask
from exactcover.model.many import SolutionTable


@dataclass(frozen=True, eq=False)
class WrappedRules:
    """The rules of a packing on a board that wraps round.

    rules: what a board that wraps round shares with flat ones; rows: by piece the numbers of the cells of its placements, a line
    each, in increasing order.
    """

    rules: Rules
    cells: list[Cell]
    rows: dict[str, Integers]

    @cached_property
    def placements(self) -> dict[str, set[tuple[Cell, ...]]]:
        """By piece the sets of cells that it may cover."""
        return {
            name: {tuple(self.cells[number] for number in row) for row in rows.tolist()}
            for name, rows in self.rows.items()
        }


_known: WeakKeyDictionary[Packing, WrappedRules] = WeakKeyDictionary()


def rules_of(packing: Packing) -> WrappedRules:
    """Return the rules of a packing, computed once."""
    if packing not in _known:
        cells: list[Cell] = list(map(tuple, np.argwhere(packing.board).tolist()))
        optional = [] if packing.optional is None else map(tuple, np.argwhere(packing.optional).tolist())
        rules = Rules(packing, frozenset(cells), frozenset(optional), {}, {})
        _known[packing] = WrappedRules(rules, cells, _placements(packing))
    return _known[packing]


def _placements(packing: Packing) -> dict[str, Integers]:
    area = int(packing.board.sum())
    names = [piece.name for piece in packing.pieces if len(piece.cells) <= area]
    shapes, places = right_shapes(packing), right_places(packing)
    reach = max([0, *(x for name in names for shape in shapes[name] for cell in shape for x in cell)])
    plane = Plane(packing, reach)
    turned = any(matrix != IDENTITY[0] for matrix, _ in plane.elements)
    # Where going round turns nothing, each placement is one whose first point is in the board itself.
    starts = plane.points() if turned else plane.cells
    rows = {}
    for piece in packing.pieces:
        covered = [np.empty((0, len(piece.cells)), dtype=np.int64)]
        for shape in shapes[piece.name] if piece.name in names else ():
            points = starts[:, None] + np.array(shape) - shape[0]
            numbers = plane.numbers(points)
            whole = (numbers >= 0).all(axis=1)
            if piece.name in places:
                own = places[piece.name][shape]
                whole &= _on_grounds(packing, points.min(axis=1), plane.cells[numbers], own)
            covered.append(np.sort(numbers[whole], axis=1))
        every = np.unique(np.concatenate(covered), axis=0)
        rows[piece.name] = every[(every[:, 1:] != every[:, :-1]).all(axis=1)]
    return rows


def _on_grounds(packing: Packing, corners: Integers, cells: Integers, ways: dict[Cell, set[tuple[int, ...]]]) -> Mask:
    """Return whether, in some way, each cell (n, size, 2) is on the ground of the piece's cell; corners: in the plane."""
    right: Mask = np.zeros(len(cells), dtype=np.bool_)
    for corner, every in ways.items():
        near: Mask = (corners % packing.lattice.modulus == corner).all(axis=1)
        for way in every:
            own = near.copy()
            for place, ground in enumerate(way):
                if ground:
                    own &= packing.grounds[ground - 1][tuple(cells[:, place].T)]
            right |= own
    return right


def faults(packing: Packing, solution: Any) -> Iterator[str]:
    """Yield the faults of a solution `{"placements": [...]}`, one sentence each; none for a correct one."""
    placements = solution.get("placements") if isinstance(solution, dict) else None
    if not isinstance(placements, list):
        yield 'the solution has no list of placements; expected {"placements": [{"piece": ..., "cells": ...}, ...]}'
        return
    allowed = rules_of(packing)
    placed: list[Placed | None] = []
    for number, placement in enumerate(placements):
        place, fault = _alone(allowed, placement)
        placed.append(place)
        if fault:
            yield f"placement {number} {fault}"
    yield from together(allowed.rules, placed)


def all_right(packing: Packing, solutions: SolutionTable) -> bool:
    """Return whether `faults` finds nothing in any of many solutions."""
    if solutions.key != "placements":
        return False
    allowed = rules_of(packing)
    judged = [_alone(allowed, marshal.loads(part)) for part in solutions.parts]
    right = [place for place, fault in judged if place is not None and not fault]
    return len(right) == len(judged) and referee_of_many.all_right(allowed.rules, right, solutions.lines)


def _alone(allowed: WrappedRules, placement: Any) -> tuple[Placed | None, str]:
    """Judge a placement by itself: return the placed piece, None if it cannot be read, and its fault."""
    read = read_placement(placement, 2)
    if isinstance(read, str):
        return None, read
    name, cells = read
    piece = allowed.rules.packing.piece(name)
    if piece is None:
        return None, f"is of {name!r}, which is not a piece of this puzzle"
    place = Placed(piece.name, cells)
    if cells in allowed.placements[piece.name]:
        return place, ""
    off = next((cell for cell in cells if cell not in allowed.rules.cells), None)
    if off is not None:
        return place, f"({name}) covers {off}, which is not a cell of the board"
    return place, f"is not the shape of {name} on cells that it may cover, however it goes round"
