"""Pictures of packings and their solutions."""

from __future__ import annotations

from dataclasses import replace
from operator import add
from string import ascii_lowercase

import numpy as np

from encoders.draw.gallery import Panel, tray
from encoders.draw.mosaic import Mosaic
from encoders.draw.picture import EMPTY, HOLE, Area, Cell, Picture
from encoders.geometry.lattice import Lattice, Shape
from encoders.geometry.lattices import CUBIC, SLICE, SQUARE
from encoders.geometry.piece import lying, seated
from encoders.packing import layouts
from encoders.packing.crossing import ends, is_end, is_joint
from encoders.packing.packing import Packable, Packing, Placed, placed_of
from exactcover.model.encoding import Solution
from exactcover.model.errors import InvalidInput
from exactcover.model.layout import MOST_WRITTEN, Layout, as_json


def picture(packing: Packing, solution: Solution | None) -> Picture:
    """Return the board with the solution's pieces, or with the pre-placed ones alone."""
    if isinstance(solution, Layout) and len(solution) > MOST_WRITTEN:
        raise InvalidInput(
            f"{len(solution)} pieces are too many to be drawn one by one; expected -o FILE.png, or a window"
        )
    placed: list[Placed] = list(packing.fixed) if solution is None else list(placed_of(as_json(solution)))
    sides, lattice = packing.board.shape, packing.lattice
    board = frozenset(cell for cell in map(tuple, np.argwhere(packing.board).tolist()) if not is_end(cell, lattice))
    return Picture(
        _in_layers(sides, sides),
        tuple(
            Area(
                place.piece,
                tuple(_in_layers(cell, sides, at=True) for cell in place.cells if not is_end(cell, lattice)),
                place in packing.fixed,
            )
            for place in placed
        ),
        frozenset(_in_layers(cell, sides, at=True) for cell in board),
        captions=_captions(sides),
        sliced=len(sides) > 3,
        lattice=lattice_of_layers(lattice),
        marks=tuple((_in_layers(cell, sides, at=True), mark) for cell, mark in marks(packing)),
        kinds=tuple(piece.name for piece in packing.pieces),
        body=body_of(packing.lattice),
    )


def pieces(packing: Packing) -> tuple[Panel, ...]:
    """Return each piece as a panel in the orientation with the fewest layers and rows, its name and copies above it."""
    laid = []
    for piece in packing.pieces:
        flat = min(piece.orientations.tolist(), key=lambda cells: [max(axis) for axis in zip(*cells, strict=True)])
        cells = _drawn_at(piece, tuple(map(tuple, flat)), packing.lattice)
        sides = tuple(max(axis) + 1 for axis in zip(*cells, strict=True))
        laid.append((piece.name, _with_copies(piece), tuple(_in_layers(cell, sides, at=True) for cell in cells)))
    panels = tray(laid, lattice_of_layers(packing.lattice), body_of(packing.lattice))
    if packing.board.ndim < 4:
        return panels
    return tuple(_in_hyperspace(panel, piece) for panel, piece in zip(panels, packing.pieces, strict=True))


def _drawn_at(piece: Packable, shape: Shape, lattice: Lattice) -> Shape:
    """Return a shape of a piece moved onto cells of the lattice where it may lie, without the ends of edges."""
    if lattice.modulus == 1:
        return shape
    corner = min(lying(seated(piece.cells, lattice, piece.motions), lattice, piece.motions)[shape])
    cells = (tuple(map(add, cell, corner)) for cell in shape)
    return tuple(cell for cell in cells if not is_end(cell, lattice))


def _in_hyperspace(panel: Panel, piece: Packable) -> Panel:
    """Return the panel of a piece of four or more dimensions, its layers called by their coordinates."""
    flat = min(piece.orientations.tolist(), key=lambda cells: [max(axis) for axis in zip(*cells, strict=True)])
    captions = _captions(tuple(max(axis) + 1 for axis in zip(*flat, strict=True)))
    if len(captions) == 1:
        return panel
    return replace(panel, picture=replace(panel.picture, captions=captions[: panel.picture.dims[0]]))


def lattice_of_layers(lattice: Lattice) -> Lattice:
    """Return the lattice on which a layer of a lattice is drawn."""
    if lattice.dimension == 2:
        return lattice
    if lattice.dimension > 3:
        return SQUARE
    return lattice.layer or SLICE


def body_of(lattice: Lattice) -> Lattice | None:
    """Return a lattice in space whose cells are no cubes, None for others."""
    return lattice if lattice.dimension == 3 and lattice != CUBIC else None


def _in_layers(numbers: Cell, sides: tuple[int, ...], *, at: bool = False) -> Cell:
    """Return a cell (`at`), or the sides of a box, of four or more dimensions with all but the last two as one."""
    if len(numbers) < 4:
        return numbers
    layer = 0 if at else 1
    for number, side in zip(numbers[:-2], sides[:-2], strict=True):
        layer = layer * side + number if at else layer * side
    return layer, *numbers[-2:]


def _captions(sides: tuple[int, ...]) -> tuple[str, ...]:
    """Return the captions of the layers of a box of four or more dimensions: their coordinates."""
    if len(sides) < 4:
        return ()
    return tuple("layer " + ",".join(map(str, at)) for at in np.ndindex(*sides[:-2]))


def _with_copies(piece: Packable) -> str:
    """Return a piece's name, and its number of copies if that is not one."""
    if piece.least == piece.most:
        return piece.name if piece.least == 1 else f"{piece.name} ×{piece.least}"
    if piece.most is None:
        return f"{piece.name}, at least {piece.least}" if piece.least else f"{piece.name}, any number"
    return f"{piece.name} ×{piece.least}..{piece.most}"


def marks(packing: Packing) -> tuple[tuple[Cell, str], ...]:
    """Return the marks of special cells: a letter for each colour, + for a cell that may stay empty."""
    colours: dict[tuple[bool, ...], str] = {}
    marked = []
    for cell in map(tuple, np.argwhere(packing.board).tolist()):
        if is_end(cell, packing.lattice):
            continue
        member = tuple(bool(mask[cell]) for mask in packing.grounds)
        mark = "" if all(member) else colours.setdefault(member, ascii_lowercase[len(colours) % len(ascii_lowercase)])
        may_be_empty = packing.optional is not None and packing.optional[cell] and not is_joint(cell, packing.lattice)
        mark += "+" if may_be_empty else ""
        if mark:
            marked.append((cell, mark))
    return tuple(marked)


def mosaic(packing: Packing, solution: Solution | None) -> Mosaic:
    """Return the board as an array with the owner of each position, for large boards or windows of them."""
    if packing.wrap is not None:
        return _mosaic_of_wrapped(packing, solution)
    placed = [{"piece": place.piece, "cells": list(place.cells)} for place in packing.fixed]
    layout = layouts.of_solution(packing, {"placements": placed} if solution is None else solution)
    owners = layouts.owners(packing, layout)
    shown = np.where(owners >= 0, owners, np.where(packing.board, EMPTY, HOLE))
    shown[ends(packing.board.shape, packing.lattice)] = HOLE
    return Mosaic(shown, layout.piece, layout.kinds)


def _mosaic_of_wrapped(packing: Packing, solution: Solution | None) -> Mosaic:
    """Return the same for a board that wraps round, whose pieces are no translates of their orientations."""
    placed = packing.fixed if solution is None else tuple(placed_of(as_json(solution)))
    owners = np.where(packing.board, EMPTY, HOLE)
    for number, place in enumerate(placed):
        owners[tuple(np.array(place.cells).T)] = number
    names = tuple(piece.name for piece in packing.pieces)
    kinds = [names.index(packing.aliases.get(place.piece, place.piece)) for place in placed]
    return Mosaic(owners, np.array(kinds, dtype=np.int64), names)
