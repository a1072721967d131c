"""The referee of packings on boards that wrap round: judges solutions and covers by what the wrap means.

It knows the generators of the wrap alone, and recomputes by plain code what they make of the plane: it applies them again and
again, and so finds the isometries of the group that take the board to places near it, and which points there are which cells.
A placement is right if its cells are the image of some shape of its piece, at some offset, whose points are different cells.
A symmetry is right if it maps options to options; the symmetries are all there if every other isometry of the board does not.
"""

from __future__ import annotations

import itertools
import marshal
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias
from weakref import WeakKeyDictionary

import numpy as np

from encoders.geometry.lattice import Cell, Matrix
from encoders.packing import referee_of_many
from encoders.packing.packing import Packing, Placed
from encoders.packing.referee import Rules, linear_maps, read_placement, right_shapes, right_ways, together
from exactcover.model.arrays import Integers, Mask
from exactcover.model.cover import Cover
from exactcover.model.many import SolutionTable

Element: TypeAlias = tuple[Matrix, Cell]
"""The map x -> matrix x + shift."""
_IDENTITY: Element = (((1, 0), (0, 1)), (0, 0))
_EMPTY = "+"


class Plane:
    """The plane around a board: the isometries of the group that take its box near it, and the number of the cell at each point.

    It reaches `reach` rows and columns beyond what the generators move the box. Products of the generators are formed in every
    order, and none is continued that moves the box farther than that.
    """

    def __init__(self, packing: Packing, reach: int) -> None:
        assert packing.wrap is not None
        steps = [(each.matrix, each.shift) for each in packing.wrap.generators]
        steps += [inverse(step) for step in steps]
        size = packing.board.shape
        far = [size[axis] + reach + sum(abs(shift[axis]) for _, shift in steps) for axis in (0, 1)]
        corners = list(itertools.product((0, size[0] - 1), (0, size[1] - 1)))
        self.elements, fresh = {_IDENTITY}, [_IDENTITY]
        while fresh:
            element = fresh.pop()
            for step in steps:
                further = product(step, element)
                images = [image(further, corner) for corner in corners]
                near = all(-far[axis] <= point[axis] < size[axis] + far[axis] for axis in (0, 1) for point in images)
                if near and further not in self.elements:
                    self.elements.add(further)
                    fresh.append(further)
        self.cells: Integers = np.argwhere(packing.board)
        """In lexicographic order; their numbers are places in this order."""
        self._corner = np.array(far)
        sides = [n + 2 * f for n, f in zip(size, far, strict=True)]
        self._numbers: Integers = np.full(sides, -1, dtype=np.int64)
        for matrix, shift in self.elements:
            points = self.cells @ np.array(matrix).T + shift + self._corner
            self._numbers[tuple(points.T)] = np.arange(len(self.cells))

    def numbers(self, points: Integers) -> Integers:
        """Return the numbers of the cells at points (..., 2), -1 where no cell is or the plane ends."""
        places = points + self._corner
        inside = ((places >= 0) & (places < self._numbers.shape)).all(axis=-1)
        places = np.where(inside[..., None], places, 0)
        numbers: Integers = np.where(inside, self._numbers[places[..., 0], places[..., 1]], -1)
        return numbers

    def points(self) -> Integers:
        """Return all points (n, 2) at which a cell is."""
        points: Integers = np.argwhere(self._numbers >= 0) - self._corner
        return points


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


_known_isometries: WeakKeyDictionary[Packing, list[Integers]] = WeakKeyDictionary()
_known: WeakKeyDictionary[Packing, WrappedRules] = WeakKeyDictionary()


def rules_of(packing: Packing) -> WrappedRules:
    """Return the rules of a packing, computed once."""
    if packing not in _known:
        cells: list[Cell] = list(map(tuple, np.argwhere(packing.board).tolist()))
        optional = [] if packing.optional is None else map(tuple, np.argwhere(packing.optional).tolist())
        rules = Rules(packing, frozenset(cells), frozenset(optional), {}, {}, {})
        _known[packing] = WrappedRules(rules, cells, _placements(packing))
    return _known[packing]


def _placements(packing: Packing) -> dict[str, Integers]:
    area = int(packing.board.sum())
    names = [piece.name for piece in packing.pieces if len(piece.cells) <= area]
    shapes, ways = right_shapes(packing), right_ways(packing)
    reach = max([0, *(x for name in names for shape in shapes[name] for cell in shape for x in cell)])
    plane = Plane(packing, reach)
    turned = any(matrix != _IDENTITY[0] for matrix, _ in plane.elements)
    # Where going round turns nothing, each placement is one whose first point is in the board itself.
    starts = plane.points() if turned else plane.cells
    rows = {}
    for piece in packing.pieces:
        covered = [np.empty((0, len(piece.cells)), dtype=np.int64)]
        for shape in shapes[piece.name] if piece.name in names else ():
            numbers = plane.numbers(starts[:, None] + np.array(shape) - shape[0])
            whole = (numbers >= 0).all(axis=1)
            if piece.name in ways:
                whole &= _on_grounds(packing, plane.cells[numbers], ways[piece.name][shape])
            covered.append(np.sort(numbers[whole], axis=1))
        every = np.unique(np.concatenate(covered), axis=0)
        rows[piece.name] = every[(every[:, 1:] != every[:, :-1]).all(axis=1)]
    return rows


def _on_grounds(packing: Packing, cells: Integers, ways: set[tuple[int, ...]]) -> Mask:
    """Return whether, in some way, each cell (n, size, 2) is on the ground of the piece's cell."""
    right: Mask = np.zeros(len(cells), dtype=np.bool_)
    for way in ways:
        own: Mask = np.ones(len(cells), dtype=np.bool_)
        for place, ground in enumerate(way):
            if ground:
                own &= packing.grounds[ground - 1][tuple(cells[:, place].T)]
        right |= own
    return right


def image(element: Element, point: Cell) -> Cell:
    """Return the image of a point."""
    matrix, shift = element
    row, column = (sum(a * x for a, x in zip(line, point, strict=True)) for line in matrix)
    return row + shift[0], column + shift[1]


def product(second: Element, first: Element) -> Element:
    """Return the map that applies the first element, then the second."""
    axes = [image((second[0], (0, 0)), column) for column in zip(*first[0], strict=True)]
    return tuple(zip(*axes, strict=True)), image(second, first[1])


def inverse(element: Element) -> Element:
    """Return the inverse of an isometry; that of its matrix, which has finite order, is a power of the matrix."""
    matrix, power = (element[0], (0, 0)), _IDENTITY
    while product(power, matrix) != _IDENTITY:
        power = product(power, matrix)
    row, column = image(power, element[1])
    return power[0], (-row, -column)


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


def cover_faults(packing: Packing, cover: Any) -> list[str]:
    """Return the differences between a cover and the packing: items, copies, placements, symmetries."""
    if not isinstance(cover, Cover):
        return [f"the model is a {type(cover).__name__}; expected a cover"]
    allowed = rules_of(packing)
    before = {cell for place in packing.fixed for cell in place.cells}
    free = np.array([cell not in before for cell in allowed.cells])
    names = [",".join(map(str, cell)) for cell in allowed.cells if cell not in before]
    cells = len(names)
    names += [piece.name for piece in packing.pieces] + ([] if packing.optional is None else [_EMPTY])
    if list(cover.items) != names:
        return ["the cover's items are not the free cells and the pieces"]
    sentences = _wrong_copies(packing, cover, cells)
    rows = _rows_of_items(packing, allowed, free)
    right = {(*row, cells + number) for number, own in enumerate(rows) for row in own.tolist()}
    options = [tuple(cover.members[a:b].tolist()) for a, b in itertools.pairwise(cover.starts.tolist())]
    if set(options) != right or len(options) != len(right):
        sentences.append(f"the cover has {cover.options} options that are not the {len(right)} placements")
    if cover.costs is not None or cover.connectivity is not None or cover.colours is not None:
        sentences.append("the cover has costs, connectivity or colours; expected none")
    return sentences or _wrong_symmetries(packing, cover, rows, free)


def _rows_of_items(packing: Packing, allowed: WrappedRules, free: Mask) -> list[Integers]:
    """Return for each piece the placements that are left, as items of free cells; last the cells that may stay empty."""
    item = np.cumsum(free) - 1
    rows = []
    for piece in packing.pieces:
        own = allowed.rows[piece.name]
        left = piece.most is None or piece.most > _used(packing, piece.name)
        rows.append(item[own[free[own].all(axis=1)]] if left else own[:0])
    if packing.optional is not None:
        empty = [n for n, cell in enumerate(allowed.cells) if free[n] and packing.optional[cell]]
        rows.append(item[empty].reshape(-1, 1))
    return rows


def _used(packing: Packing, name: str) -> int:
    return sum(place.piece == name for place in packing.fixed)


def _wrong_copies(packing: Packing, cover: Cover, cells: int) -> list[str]:
    """Return what is wrong with the multiplicities of a cover's items."""
    least, most = cover.least.tolist(), cover.most.tolist()
    sentences = []
    if any(bound != 1 for bound in least[:cells] + most[:cells]):
        sentences.append("the cover has cells that are not covered exactly once")
    for number, piece in enumerate(packing.pieces, cells):
        used = _used(packing, piece.name)
        # Any number of copies may be written as the number that would fill the board.
        right = (
            most[number] == piece.most - used
            if piece.most is not None
            else (most[number] + 1) * len(piece.cells) > cells
        )
        if least[number] != max(piece.least - used, 0) or not right:
            sentences.append(
                f"the cover demands {least[number]}..{most[number]} copies of {piece.name}, unlike the puzzle"
            )
    if packing.optional is not None and (least[-1], most[-1]) != packing.empty:
        sentences.append(f"the cover lets {least[-1]} to {most[-1]} cells stay empty; expected {packing.empty}")
    return sentences


def _wrong_symmetries(packing: Packing, cover: Cover, rows: list[Integers], free: Mask) -> list[str]:
    """Return what is wrong with a cover's symmetries: each must map options to options, and all must be there."""
    if cover.symmetries is None:
        return ["the cover has no symmetries; expected those of the board"]
    cells = int(free.sum())
    listed = {images.tobytes(): images for images in cover.symmetries}
    isometries = _isometries(packing, free)
    pieces = _Pieces(packing, rows)
    reached, generators = {np.arange(len(cover.items)).tobytes()}, list[Integers]()
    for key, images in listed.items():
        if key in reached:
            continue
        own, others = images[:cells], images[cells:] - cells
        if own.tobytes() not in isometries:
            return ["a symmetry of the cover is not an isometry of the board"]
        if not any(pieces.moved(whole, own) == [pieces.own[n] for n in others] for whole in isometries[own.tobytes()]):
            return ["a symmetry of the cover does not map its options to options"]
        generators.append(images)
        reached = _generated(generators)
    if reached != listed.keys():
        return ["the symmetries of the cover are not a group"]
    group = {images[:cells].tobytes(): images[:cells] for images in listed.values()}
    rest = {key: wholes for key, wholes in isometries.items() if key not in group}
    while rest:
        key, wholes = rest.popitem()
        images = np.frombuffer(key, dtype=np.int64)
        if any(Counter(pieces.moved(whole, images)) == Counter(pieces.own) for whole in wholes):
            return [f"the cover has {len(listed)} symmetries, and lacks others of the board"]
        for known in group.values():  # a symmetry followed by this isometry is none either
            rest.pop(images[known].tobytes(), None)
    return []


class _Pieces:
    """What symmetries keep of the pieces: the copies, the placements on free cells, the pre-placed pieces."""

    def __init__(self, packing: Packing, rows: list[Integers]) -> None:
        number_of = {cell: number for number, cell in enumerate(rules_of(packing).cells)}
        names = [piece.name for piece in packing.pieces] + ([] if packing.optional is None else [_EMPTY])
        self._rows = rows
        self._fixed = [
            [[number_of[cell] for cell in place.cells] for place in packing.fixed if place.piece == name]
            for name in names
        ]
        self._copies: list[Any] = [
            (max(piece.least - _used(packing, piece.name), 0), piece.most and piece.most - _used(packing, piece.name))
            for piece in packing.pieces
        ]
        self._copies += [] if packing.optional is None else [_EMPTY]
        self.own = self.moved(np.arange(len(number_of)), np.arange(len(number_of)))

    def moved(self, whole: Integers, images: Integers) -> list[tuple[Any, ...]]:
        """Return that of the image of each piece; whole: of all cells, images: of the free ones."""
        return [
            (copies, rows.shape[1], _set(images[rows]), frozenset(frozenset(whole[cells].tolist()) for cells in fixed))
            for copies, rows, fixed in zip(self._copies, self._rows, self._fixed, strict=True)
        ]


def _set(rows: Integers) -> bytes:
    """Return sets of cells, a line each, in a form that is the same for equal ones."""
    rows = np.sort(rows, axis=1)
    return rows[np.lexsort(rows.T)].tobytes()


def board_isometries(packing: Packing) -> list[Integers]:
    """Return the permutations of the cells by isometries of the board, computed once for a packing."""
    if packing not in _known_isometries:
        everything = np.ones(int(packing.board.sum()), dtype=np.bool_)
        _known_isometries[packing] = [wholes[0] for wholes in _isometries(packing, everything).values()]
    return _known_isometries[packing]


def _isometries(packing: Packing, free: Mask) -> dict[bytes, list[Integers]]:
    """Return the permutations of the cells by isometries of the board that keep the free ones, by what they make of these.

    An isometry of the board maps points that are one cell to points that are one cell: its conjugates of the generators are in
    the group. One that is followed by an element of the group is the same on the board, so the first cell may be mapped to any.
    """
    assert packing.wrap is not None
    lattice, plane = packing.lattice, Plane(packing, 4 * max(packing.board.shape))
    steps = [(each.matrix, each.shift) for each in packing.wrap.generators]
    points = list(itertools.product(range(lattice.modulus), repeat=2))
    numbers = np.cumsum(free) - 1
    by_free: dict[bytes, list[Integers]] = {}
    for matrix in linear_maps(lattice):
        row, column = image((matrix, (0, 0)), tuple(plane.cells[0].tolist()))
        for down, across in plane.cells.tolist():
            element: Element = matrix, (down - row, across - column)
            conjugates = (product(product(element, step), inverse(element)) for step in steps)
            if not all(conjugate in plane.elements for conjugate in conjugates):
                continue
            if any(lattice.has(point) != lattice.has(image(element, point)) for point in points):
                continue
            whole = plane.numbers(plane.cells @ np.array(matrix).T + element[1])
            if (np.sort(whole) == np.arange(len(whole))).all() and free[whole[free]].all():
                by_free.setdefault(numbers[whole[free]].tobytes(), []).append(whole)
    return by_free


def _generated(generators: list[Integers]) -> set[bytes]:
    """Return the group that permutations generate."""
    identity = np.arange(len(generators[0]))
    reached, fresh = {identity.tobytes()}, [identity]
    while fresh:
        last = fresh.pop()
        for generator in generators:
            further = generator[last]
            if further.tobytes() not in reached:
                reached.add(further.tobytes())
                fresh.append(further)
    return reached
