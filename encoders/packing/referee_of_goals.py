"""The referee of goals and of pieces that must not touch: the amounts of quantities, and which cells touch, by distances alone.

Squares and cubes meet at a corner if no coordinate differs by more than 1; hexagons and triangles if their middles are close
enough, where those of neighbouring points of the lattice are 1 apart; edges if they are neighbours.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

import numpy as np

from encoders.geometry.lattice import Cell, Lattice
from encoders.packing.packing import Packing, Placed
from encoders.packing.referee_of_crossings import guards, is_edge
from encoders.packing.referee_of_plane import Plane
from exactcover.model.amounts import in_json, of_fraction

_REACH = 2
"""Cells that touch differ by no more in any coordinate."""
_NEAR = {"hexagon": 1, "triangle": 4}
"""The greatest square of the distance between the middles of two cells that share a corner."""


def touching_cells(packing: Packing, touching: str) -> dict[Cell, set[Cell]]:
    """Return for each cell of the board the others that meet it, at a side (`corners`) or at a side or a corner (`none`)."""
    cells: list[Cell] = list(map(tuple, np.argwhere(packing.board).tolist()))
    plane = None if packing.wrap is None else Plane(packing, 2 * _REACH)
    known = set(cells)
    steps = list(itertools.product(range(-_REACH, _REACH + 1), repeat=packing.board.ndim))
    beside: dict[Cell, set[Cell]] = {}
    for cell in cells:
        own = beside.setdefault(cell, set())
        for step in steps:
            point = tuple(x + y for x, y in zip(cell, step, strict=True))
            if any(step) and _touch(packing.lattice, touching, cell, point):
                if plane is None:
                    own.update({point} & known)
                else:
                    number = int(plane.numbers(np.array(point)))
                    own.update([cells[number]] if number >= 0 else [])
        own.discard(cell)
    return beside


def _touch(lattice: Lattice, touching: str, cell: Cell, point: Cell) -> bool:
    """Return whether two points of the lattice touch, if both are cells."""
    if not lattice.has(point):
        return False
    if touching == "corners" or lattice.name.endswith("-edges"):
        return point in lattice.neighbours(cell)
    step = [y - x for x, y in zip(cell, point, strict=True)]
    if lattice.name in _NEAR:
        row, column = step
        return row * row + row * column + column * column <= _NEAR[lattice.name]
    return max(map(abs, step)) <= 1


def touches(packing: Packing, placed: list[Placed | None]) -> Iterator[str]:
    """Yield a sentence for each two placements that touch and must not."""
    if packing.touching == "all":
        return
    beside = touching_cells(packing, packing.touching)
    owner = {cell: number for number, place in enumerate(placed) if place for cell in place.cells}
    seen: set[tuple[int, int]] = set()
    for number, place in enumerate(placed):
        for cell in place.cells if place else ():
            for other in beside.get(cell, ()):
                pair = number, owner.get(other, number)
                if pair[0] < pair[1] and pair not in seen:
                    seen.add(pair)
                    yield f"placements {pair[0]} and {pair[1]} touch at {cell} and {other}; touching is {packing.touching}"


def unconnected(packing: Packing, placed: list[Placed | None]) -> Iterator[str]:
    """Yield a sentence if the covered cells must be connected and are not."""
    left = {cell for place in placed if place for cell in place.cells}
    if not packing.connected or not left:
        return
    beside, first = touching_cells(packing, "corners"), min(left)
    reached, pending = {first}, [first]
    while pending:
        fresh = beside.get(pending.pop(), set()) & left - reached
        reached |= fresh
        pending += fresh
    if reached < left:
        yield f"the covered cells {first} and {min(left - reached)} are not connected; expected all covered cells connected"


def quantities(packing: Packing, placed: Iterable[tuple[str, Iterable[Cell]]]) -> dict[str, Fraction]:
    """Return every quantity that a goal may name: covered and empty cells, pieces, and the sum of all values."""
    assert packing.goals is not None
    covered, pieces, value = 0, 0, Fraction(0)
    for name, cells in placed:
        piece = packing.piece(name)
        assert piece is not None
        pieces, value = pieces + 1, value + piece.value
        for cell in cells:
            covered += is_edge(tuple(cell), packing.lattice)
            value += packing.goals.cells.get(tuple(cell), 0)
    board: list[Cell] = list(map(tuple, np.argwhere(packing.board).tolist())) if guards(packing.lattice) else []
    all_cells = sum(is_edge(cell, packing.lattice) for cell in board) if board else int(packing.board.sum())
    empty = all_cells - covered
    return {"covered": Fraction(covered), "empty": Fraction(empty), "pieces": Fraction(pieces), "value": value}


def wrong_goals(packing: Packing, solution: Any) -> list[str]:
    """Return a sentence if what a solution, otherwise correct, says of its goals is wrong."""
    if not isinstance(solution, dict) or "goals" not in solution:
        return []
    if packing.goals is None:
        return ["the solution has amounts of goals, and the packing has no goal"]
    every = quantities(packing, ((each["piece"], map(tuple, each["cells"])) for each in solution["placements"]))
    right = {goal.quantity: in_json(of_fraction(every[goal.quantity])) for goal in packing.goals.order}
    if solution["goals"] != right or any(type(value) is bool for value in solution["goals"].values()):
        return [f"the solution has the amounts of goals {str(solution['goals'])[:100]}; expected {right}"]
    return []


def wrong_weights(packing: Packing) -> list[str]:
    """Return a sentence if the weights of the goals let a later goal outweigh an earlier one, or have a wrong sign."""
    assert packing.goals is not None
    weights, order, cells = packing.weights, packing.goals.order, int(packing.board.sum())
    value = sum((abs(value) for value in packing.goals.cells.values()), start=Fraction(0))
    number = 0
    for piece in packing.pieces:
        most = max(piece.least, cells // len(piece.cells)) if piece.most is None else piece.most
        value, number = value + abs(piece.value) * most, number + most
    ranges = {
        name: Fraction(number)
        for name, number in (("covered", cells), ("empty", cells), ("pieces", number), ("value", value))
    }
    if set(weights.of) != {goal.quantity for goal in order} or weights.maximise != order[0].maximise:
        return ["the weights are not those of the goals"]
    for place, goal in enumerate(order):
        weight = weights.of[goal.quantity]
        if (weight > 0) != (goal.maximise == order[0].maximise):
            return [f"the weight of {goal.quantity} has the wrong sign"]
        least = Fraction(1, weights.denominator) if goal.quantity == "value" else 1
        later = sum(abs(weights.of[other.quantity]) * ranges[other.quantity] for other in order[place + 1 :])
        if abs(weight) * least <= later:
            return [f"the weight of {goal.quantity} does not exceed what later goals can add up to"]
    return []
