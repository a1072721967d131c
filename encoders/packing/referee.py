"""The referee of packings: checks congruence, overlap and copies, independently of the encoder's orientations.

It judges solutions, which may come from an untrusted file, and tilings, which the encoder wrote: a missing orientation would
make every count and every INFEASIBLE wrong without affecting a single solution.

Of the lattice it uses only which cells are neighbours (referee_of_lattices.py).
Everything here is computed from the packing each time; long lists of solutions go through the cache
in accepted.py.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from encoders.geometry.lattice import Cell, Lattice, Matrix, Shape
from encoders.packing.packing import Packing, Placed
from encoders.packing.referee_of_crossings import crossings, faults_of_joints
from encoders.packing.referee_of_goals import touches, unconnected
from encoders.packing.referee_of_lattices import Way, affine_maps, bound_elsewhere, ways_of
from exactcover.model.tiling import Piece, Tiling

Ways: TypeAlias = dict[Shape, dict[Cell, set[Way]]]
"""By shape and place of its corner modulo the lattice's period: the grounds of its cells in each way in which it may lie."""


class Rules(NamedTuple):
    """The rules of a packing: the cells of its board, those that may stay empty, and each piece's shapes, moved to the origin.

    places: where these may lie, and in which ways, of pieces that do not lie wherever their shapes are on the board.
    """

    packing: Packing
    cells: frozenset[Cell]
    optional: frozenset[Cell]
    shapes: dict[str, set[Shape]]
    places: dict[str, Ways]


def rules(packing: Packing) -> Rules:
    """Return the rules of a packing."""
    optional = [] if packing.optional is None else np.argwhere(packing.optional).tolist()
    cells = np.argwhere(packing.board).tolist()
    return Rules(
        packing,
        frozenset(map(tuple, cells)),
        frozenset(map(tuple, optional)),
        right_shapes(packing),
        right_places(packing),
    )


def faults(packing: Packing, solution: Any, allowed: Rules | None = None) -> Iterator[str]:
    """Yield the faults of a solution `{"placements": [...]}`, one sentence each; none for a correct one.

    allowed: the rules of the packing, if they are known already.
    """
    placements = solution.get("placements") if isinstance(solution, dict) else None
    if not isinstance(placements, list):
        yield 'the solution has no list of placements; expected {"placements": [{"piece": ..., "cells": ...}, ...]}'
        return
    allowed = allowed or rules(packing)
    placed: list[Placed | None] = []
    for number, placement in enumerate(placements):
        place, wrong = alone(allowed, placement)
        placed.append(place)
        yield from (f"placement {number} {fault}" for fault in wrong)
    yield from together(allowed, placed)


def alone(allowed: Rules, placement: Any) -> tuple[Placed | None, list[str]]:
    """Judge a placement by itself: return the placed piece (None if it cannot be read), and its faults."""
    read = read_placement(placement, allowed.packing.board.ndim)
    if isinstance(read, str):
        return None, [read]
    name, cells = read
    piece = allowed.packing.piece(name)
    if piece is None:
        return None, [f"is of {name!r}, which is not a piece of this puzzle"]
    wrong = []
    if _moved_to_origin(cells) not in allowed.shapes[piece.name] or _off_its_corners(allowed, piece.name, cells):
        wrong.append(f"is not the shape of {name}, by the motions it is allowed")
    wrong.extend(
        f"({name}) covers {cell}, which is not a cell of the board" for cell in cells if cell not in allowed.cells
    )
    if not wrong and not _goes_there(allowed, piece.name, cells):
        wrong.append(f"({name}) covers cells of colours that its own do not go with")
    return Placed(piece.name, cells), wrong


def _off_its_corners(allowed: Rules, name: str, cells: Shape) -> bool:
    """Return whether cells of a shape of the piece lie where no motion takes the piece."""
    if name not in allowed.places:
        return False
    return _corner(allowed.packing, cells) not in allowed.places[name][_moved_to_origin(cells)]


def _corner(packing: Packing, cells: Shape) -> Cell:
    return tuple(min(axis) % packing.lattice.modulus for axis in zip(*cells, strict=True))


def _goes_there(allowed: Rules, name: str, cells: Shape) -> bool:
    """Return whether, in some way, each of these cells of the board is on the ground of the piece's cell; cells: increasing."""
    return name not in allowed.places or lies_in_a_way(allowed.packing, allowed.places[name], cells)


def lies_in_a_way(packing: Packing, ways: Ways, cells: Shape) -> bool:
    """Return whether a piece may lie on cells of the board in one of the ways of their shape; cells: increasing."""
    return any(
        all(ground == 0 or packing.grounds[ground - 1][cell] for cell, ground in zip(cells, way, strict=True))
        for way in ways[_moved_to_origin(cells)].get(_corner(packing, cells), ())
    )


def together(allowed: Rules, placed: list[Placed | None]) -> Iterator[str]:
    """Yield the faults of placements as a whole: overlaps, crossings, uncovered cells, copies, pre-placed pieces."""
    covered = list(itertools.chain.from_iterable(place.cells for place in placed if place))
    different = set(covered)
    if len(different) < len(covered):
        yield from _overlaps(placed)
    yield from crossings(allowed.packing, placed)
    yield from touches(allowed.packing, placed)
    yield from unconnected(allowed.packing, placed)
    yield from (f"cell {cell} is not covered" for cell in sorted(allowed.cells - allowed.optional - different))
    empty, (fewest, largest) = len(allowed.optional - different), allowed.packing.empty
    if allowed.optional and not fewest <= empty <= largest:
        yield f"{empty} cells stay empty; expected {fewest} to {largest}"
    copies = Counter([place.piece for place in placed if place])
    for piece in allowed.packing.pieces:
        number, most = copies[piece.name], piece.most
        if number < piece.least or (most is not None and number > most):
            expected = f"{piece.least} or more" if most is None else f"{piece.least} to {most}"
            yield f"{piece.name} is placed {number} times; expected {piece.least if piece.least == most else expected}"
    yield from (
        f"the pre-placed {place.piece} at {place.cells[0]} is not in the solution"
        for place in allowed.packing.fixed
        if place not in placed
    )


def _overlaps(placed: list[Placed | None]) -> Iterator[str]:
    owner: dict[Cell, int] = {}
    for number, place in enumerate(placed):
        for cell in place.cells if place else ():
            if cell in owner:
                yield f"placements {owner[cell]} and {number} both cover {cell}"
            owner.setdefault(cell, number)


def read_placement(placement: Any, dimension: int) -> tuple[str, Shape] | str:
    """Return the piece's name and its cells, or what is wrong with their format."""
    if not isinstance(placement, dict) or set(placement) != {"piece", "cells"}:
        return "is not {piece, cells}"
    name, cells = placement["piece"], placement["cells"]
    if not isinstance(name, str) or not isinstance(cells, list) or not cells:
        return "has no piece's name or no list of cells"
    for cell in cells:
        whole = isinstance(cell, list | tuple) and len(cell) == dimension
        if not whole or any(not isinstance(x, int) or isinstance(x, bool) for x in cell):
            return f"has a cell that is not {dimension} whole numbers"
    if len({tuple(cell) for cell in cells}) != len(cells):
        return "has a cell twice"
    return name, tuple(sorted(tuple(cell) for cell in cells))


def _moved_to_origin(cells: Iterable[Cell]) -> Shape:
    cells = list(cells)
    least = [min(axis) for axis in zip(*cells, strict=True)]
    return tuple(sorted(tuple(x - y for x, y in zip(cell, least, strict=True)) for cell in cells))


def right_shapes(packing: Packing) -> dict[str, set[Shape]]:
    """Return by piece every shape that it may take, moved to the origin; a map of negative determinant is a reflection."""
    maps = np.array(linear_maps(packing.lattice))
    rotations = maps[np.linalg.det(maps) > 0]
    allowed = {"isometries": maps, "rotations": rotations, "translations": maps[:0]}
    shapes = {}
    for piece in packing.pieces:
        images = np.array(piece.cells) @ allowed[piece.motions].transpose(0, 2, 1)
        shapes[piece.name] = {_moved_to_origin(piece.cells), *_all_moved_to_origin(images)}
    return shapes


def right_places(packing: Packing) -> dict[str, Ways]:
    """Return the ways in which each shape may lie on grounds, by the place of its corner.

    Of pieces with colours and, on lattices with a period above 1, of all pieces.
    """
    lattice = packing.lattice
    bound = [piece for piece in packing.pieces if piece.grounds is not None or lattice.modulus > 1]
    maps = affine_maps(lattice) if bound else ()
    return {
        piece.name: ways_of(piece.cells, piece.grounds or (0,) * len(piece.cells), lattice, piece.motions, maps)
        for piece in bound
    }


def _all_moved_to_origin(shapes: NDArray[np.int64]) -> set[Shape]:
    """Return shapes (n, cells, dimension) moved to the origin, without duplicates."""
    moved = shapes - shapes.min(axis=1, keepdims=True)
    return {tuple(sorted(map(tuple, cells.tolist()))) for cells in moved}


def linear_maps(lattice: Lattice) -> list[Matrix]:
    """Return the linear part of every isometry of the lattice."""
    return [matrix for matrix, _ in affine_maps(lattice)]


def tiling_faults(packing: Packing, tiling: Tiling) -> list[str]:
    """Return the differences between a tiling and the packing: region, pieces, orientations, copies, pre-placed pieces."""
    return tiling_faults_by_shapes(packing, right_shapes(packing), tiling)


def tiling_faults_by_shapes(packing: Packing, shapes: dict[str, set[Shape]], tiling: Tiling) -> list[str]:
    """Return the same; shapes: those in the rules of the packing."""
    region = packing.board.copy()
    for place in packing.fixed:
        region[tuple(np.array(place.cells).T)] = False
    sentences = []
    if tiling.region.shape != region.shape or (tiling.region != region).any():
        sentences.append("the tiling's region is not the board less the pre-placed pieces")
    sentences.extend(faults_of_joints(packing))
    sentences.extend(_faults_of_grounds(packing, region, tiling))
    kinds = [kind for kind in tiling.pieces if not kind.empty]
    names, places = [kind.name for kind in kinds], right_places(packing)
    if names != [piece.name for piece in packing.pieces]:
        return [*sentences, f"the tiling has pieces {names}; expected {[piece.name for piece in packing.pieces]}"]
    area = int(region.sum())
    for piece, kind in zip(packing.pieces, kinds, strict=True):
        if _bound_wrongly(packing, tiling, kind, places.get(piece.name, {})):
            sentences.append(f"the tiling binds {piece.name} to other parts of the board")
        turned = _all_moved_to_origin(np.stack(kind.orientations))
        right_ones = shapes[piece.name]
        if turned != right_ones or len(turned) != len(kind.orientations):
            sentences.append(
                f"the tiling has {len(turned)} orientations of {piece.name} that are not its {len(right_ones)}"
            )
        used = sum(place.piece == piece.name for place in packing.fixed)
        least = max(piece.least - used, 0)
        # Any number of copies may be written as the number that would fill the region.
        right = (
            kind.most == piece.most - used
            if piece.most is not None
            else kind.most * len(piece.cells) > area - len(piece.cells)
        )
        if kind.least != least or not right:
            sentences.append(f"the tiling demands {kind.least}..{kind.most} copies of {piece.name}, unlike the puzzle")
    fixed = Counter((names[place.piece], tuple(map(tuple, sorted(place.cells.tolist())))) for place in tiling.fixed)
    if fixed != Counter((place.piece, place.cells) for place in packing.fixed):
        sentences.append("the tiling's pre-placed pieces are not the puzzle's")
    return sentences


def _bound_wrongly(packing: Packing, tiling: Tiling, kind: Piece, places: Ways) -> bool:
    """Return whether a tiling's piece is bound to other grounds than the puzzle's, or lies where no motion takes it."""
    if packing.lattice.modulus > 1:
        region = tiling.region
        grounds = region[None] if tiling.grounds is None else tiling.grounds
        right_grounds = np.stack([region, *(mask & region for mask in packing.grounds)])
        return bound_elsewhere(packing.lattice, kind, grounds, right_grounds, places)
    return _ways_of(kind) != {shape: ways for shape, by_corner in places.items() for ways in by_corner.values()}


def _ways_of(kind: Piece) -> dict[Shape, set[Way]]:
    """Return the ways of each orientation of a tiling's piece, its cells in increasing order; none if it is not bound."""
    ways: dict[Shape, set[Way]] = {}
    for cells, grounds in zip(kind.orientations, () if kind.grounds is None else kind.grounds, strict=False):
        order = np.lexsort(cells.T[::-1])
        ways[tuple(map(tuple, cells[order].tolist()))] = set(map(tuple, grounds[:, order].tolist()))
    return ways


def _faults_of_grounds(packing: Packing, region: NDArray[np.bool_], tiling: Tiling) -> list[str]:
    """Return where a tiling has grounds, optional cells or numbers of empty cells that differ from the packing's."""
    expected = [region, *(mask & region for mask in packing.grounds)]
    if packing.optional is not None:
        expected.append(packing.optional & region)
    grounds = [region] if tiling.grounds is None else list(tiling.grounds)
    if packing.lattice.modulus > 1:  # further grounds bind pieces to classes of cells, which is judged piece by piece
        grounds = grounds[: len(expected)]
    if len(grounds) != len(expected) or any((a != b).any() for a, b in zip(grounds, expected, strict=True)):
        return ["the tiling's grounds are not the region, those of the puzzle, and the cells that may stay empty"]
    empty = [kind for kind in tiling.pieces if kind.empty]
    if packing.optional is None:
        return ["the tiling lets cells stay empty"] if empty else []
    if empty != list(tiling.pieces[-1:]) or empty[0].size != 1:
        return ["the tiling has no piece of one cell, its last one, for cells that stay empty"]
    if _ways_of(empty[0]) != {((0,) * region.ndim,): {(len(expected) - 1,)}}:
        return ["the tiling lets cells stay empty that are not those of the puzzle"]
    if (empty[0].least, empty[0].most) != packing.empty:
        return [f"the tiling lets {empty[0].least} to {empty[0].most} cells stay empty; expected {packing.empty}"]
    return []
