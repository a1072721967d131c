"""Colours of packings: which cells of a board the coloured cells of a piece may cover, as grounds.

A ground is a set of cells of the board. A coloured cell of a piece may cover cells of the colours it is paired with, and
uncoloured ones; an uncoloured cell may lie anywhere, which is ground 0. Specifications whose colours allow the same have the
same grounds, whatever the names of the colours. Raises InvalidInput.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeAlias

import numpy as np

from encoders.geometry.board import layers_of
from encoders.geometry.lattice import Cell, Lattice, Motions
from encoders.geometry.piece import Piece, canonical, in_dimension, on_lattice, seated
from encoders.keys import Keys, coordinates, refuse_unknown, shown
from encoders.packing.crossing import is_joint, with_joints
from encoders.piece_keys import Wanted
from exactcover.model.arrays import Mask
from exactcover.model.errors import InvalidInput, nearest

MOST_GROUNDS = 1000
Allowed: TypeAlias = Callable[[Piece], Motions]
"""The motions that a piece is allowed."""
NONE = ".+# "
"""The character for no colour in a picture of colours."""


def grounded(
    keys: Keys, wanted: list[Wanted], cells: Mask, lattice: Lattice, allowed: Allowed
) -> tuple[list[Wanted], tuple[Mask, ...]]:
    """Return the pieces, each cell marked with the number of its ground, from 1, and the grounds, in increasing order."""
    if "colours" in keys and "grounds" in keys:
        raise InvalidInput("the packing has colours and grounds; expected one of them")
    if "colours" in keys:
        wanted, masks = _of_colours(keys["colours"], wanted, cells, lattice, allowed)
    else:
        masks = _listed(keys.get("grounds", []), cells)
    marked = [mark for piece, _ in wanted for mark in piece.marks or ()]
    beyond = next((mark for mark in marked if mark > len(masks)), None)
    if beyond is not None:
        raise InvalidInput(f"a piece has ground {beyond}; expected 0 to {len(masks)}, one of the grounds")
    # Each distinct ground that is used and is not the whole board gets a number, in increasing order.
    used = sorted(set(marked) - {0})
    forms = {
        mark: np.argwhere(masks[mark - 1]).astype(">i8").tobytes() for mark in used if not masks[mark - 1][cells].all()
    }
    order = sorted(set(forms.values()))
    numbers = {mark: order.index(forms[mark]) + 1 if mark in forms else 0 for mark in (0, *used)}
    by_form = {form: masks[mark - 1] for mark, form in forms.items()}
    named: list[Wanted] = []
    for piece, copies in wanted:
        marks = tuple(numbers[mark] for mark in piece.marks or ())
        named.append((replace(piece, marks=marks if any(marks) else None), copies))
    return named, tuple(by_form[form] for form in order)


def _listed(value: Any, cells: Mask) -> list[Mask]:
    """Return the grounds of a canonical puzzle: lists of cells."""
    if not isinstance(value, list) or len(value) > MOST_GROUNDS:
        raise InvalidInput(f"grounds is {shown(value)}; expected a list of up to {MOST_GROUNDS} lists of cells")
    masks = []
    for number, listed in enumerate(value, 1):
        mask = np.zeros_like(cells)
        for cell in coordinates(listed, f"ground {number}", cells.ndim):
            if any(x >= n for x, n in zip(cell, cells.shape, strict=True)) or not cells[cell]:
                raise InvalidInput(
                    f"ground {number} has {shown(list(cell))}, which is not a cell of the board; expected cells of it"
                )
            mask[cell] = True
        masks.append(mask)
    return masks


def _of_colours(
    value: Any, wanted: list[Wanted], cells: Mask, lattice: Lattice, allowed: Allowed
) -> tuple[list[Wanted], list[Mask]]:
    """Return the pieces marked with the numbers of their colours, from 1, and for each colour the cells where it may lie."""
    if not isinstance(value, dict):
        raise InvalidInput(f"colours is {shown(value)}; expected a table of cells, pieces and pairs, such as [colours]")
    refuse_unknown(value, "table of colours", ("cells", "pieces", "pairs"))
    board = _of_board(value.get("cells", ""), cells)
    pictures = value.get("pieces", {})
    if not isinstance(pictures, dict):
        raise InvalidInput(f"pieces of colours is {shown(pictures)}; expected NAME = a colour, or a picture of colours")
    names = [piece.name for piece, _ in wanted]
    unknown = next((name for name in pictures if name not in names), None)
    if unknown is not None:
        raise InvalidInput(
            f"colours names {shown(unknown)}, which is not among the pieces; expected one of them{nearest(str(unknown), names)}"
        )
    painted = [_painted(piece, pictures.get(piece.name), lattice, allowed) for piece, _ in wanted]
    colours = sorted({colour for _, own in painted for colour in own} - {""})
    pairs = _pairs(value.get("pairs"), {*colours, *board.values()} - {""})
    masks = []
    for colour in colours:
        mask = cells.copy()
        for cell, other in board.items():
            mask[cell] &= not other or (colour, other) in pairs
        masks.append(mask)
    numbers = {colour: number for number, colour in enumerate(colours, 1)} | {"": 0}
    marked = [
        (replace(piece, marks=tuple(map(numbers.__getitem__, own))) if any(own) else piece, copies)
        for (piece, own), (_, copies) in zip(painted, wanted, strict=True)
    ]
    return marked, masks


def _of_board(value: Any, cells: Mask) -> dict[Cell, str]:
    """Return the colour of each coloured cell of the board."""
    if value == "":
        return {}
    drawn = _picture(value, "cells of colours")
    shape = cells.shape if cells.ndim == 3 else (1, *cells.shape)
    layers = len(drawn) == shape[0] and all(len(layer) == shape[1] for layer in drawn)
    if not layers or any(len(row) != shape[2] for layer in drawn for row in layer):
        size = "x".join(map(str, cells.shape))
        raise InvalidInput(f"the picture of colours is of another size than the board; expected one of {size}")
    colours = {}
    for place, colour in _characters(drawn):
        cell = place if cells.ndim == 3 else place[1:]
        if colour and not cells[cell]:
            raise InvalidInput(
                f"the picture of colours has {colour!r} at {shown(list(cell))}, which is not a cell of the board"
            )
        if colour:
            colours[cell] = colour
    return colours


def _painted(piece: Piece, value: Any, lattice: Lattice, allowed: Allowed) -> tuple[Piece, list[str]]:
    """Return a piece, and the colour of each of its cells in order, empty for none; its picture may be in another orientation."""
    cells = on_lattice(piece, lattice)
    if value is None:
        return piece, [""] * len(cells)
    if not isinstance(value, str) or not value:
        raise InvalidInput(f"colours of {piece.name} is {shown(value)}; expected a colour, or a picture of colours")
    if len(value) == 1 and value.isalnum():
        return piece, ["" if is_joint(cell, lattice) else value for cell in cells]
    places = dict(_characters(_picture(value, f"colours of {piece.name}"), nothing=". "))
    flat = tuple(place if lattice.dimension == 3 else place[1:] for place in places)
    if not flat or (lattice.dimension == 2 and any(place[0] for place in places)):
        raise InvalidInput(f"colours of {piece.name} draws no flat piece; expected its cells")
    drawn = with_joints(in_dimension(flat, lattice.dimension, piece.name), lattice)
    colour_of = dict(zip(drawn, (*places.values(), *[""] * (len(drawn) - len(flat))), strict=True))
    motions = allowed(piece)
    at = seated(drawn, lattice, motions, piece.name)
    if len(drawn) != len(cells) or canonical(at, lattice, motions) != canonical(cells, lattice, motions):
        raise InvalidInput(f"colours of {piece.name} draws another shape; expected its {len(cells)} cells")
    return Piece(piece.name, drawn, lattice, piece.motions), [colour_of[cell] for cell in sorted(drawn)]


def _picture(value: Any, name: str) -> list[list[str]]:
    if not isinstance(value, str):
        raise InvalidInput(f"{name} is {shown(value)}; expected a picture of letters and digits")
    layers = layers_of(value)
    for number, rows in enumerate(layers):
        for r, row in enumerate(rows):
            stray = next((mark for mark in row if mark not in NONE and not (mark.isalnum() and mark.isascii())), None)
            if stray is not None:
                raise InvalidInput(
                    f"{name}, layer {number}, row {r} has {stray!r}; expected letters or digits for colours, . and # for none"
                )
    return layers


def _characters(layers: list[list[str]], nothing: str = "") -> list[tuple[Cell, str]]:
    """Return the positions in a picture with their colours, empty for none; those marked as `nothing` are omitted."""
    return [
        ((number, r, c), "" if mark in NONE else mark)
        for number, rows in enumerate(layers)
        for r, row in enumerate(rows)
        for c, mark in enumerate(row)
        if mark not in nothing
    ]


def _pairs(value: Any, colours: set[str]) -> set[tuple[str, str]]:
    """Return the pairs of a piece's colour and a cell's colour that may meet; by default each colour with itself."""
    if value is None:
        return {(colour, colour) for colour in colours}
    listed = value.split(",") if isinstance(value, str) else value
    if not isinstance(listed, list):
        raise InvalidInput(f"pairs of colours is {shown(value)}; expected a list such as ['rr', 'rb']")
    pairs = set()
    for each in listed:
        if not isinstance(each, str | list) or len(each) != 2 or not all(isinstance(mark, str) for mark in each):
            raise InvalidInput(
                f"pairs of colours has {shown(each)}; expected a piece's colour and a cell's, such as 'rb'"
            )
        unknown = next((mark for mark in each if mark not in colours), None)
        if unknown is not None:
            raise InvalidInput(
                f"pairs of colours has {shown(each)}; no cell and no piece has the colour {shown(unknown)}"
            )
        pairs.add((each[0], each[1]))
    return pairs
