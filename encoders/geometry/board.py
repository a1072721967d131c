"""Reads boards, given as sizes such as 6x10, as names such as hexagon:4 or as pictures, into masks of cells.

A picture has `.` for a cell, `+` for an optional cell if the puzzle has such, `#` or a blank for none, and a letter for a cell
that a pre-placed piece covers. Rows are lines, or separated by `/`; layers by `//`. On a lattice in which not every position
is a cell, a size excludes the others.
Not here: the meaning of the letters.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import numpy as np

from encoders.geometry.lattice import Cell, Lattice
from encoders.geometry.lattices import lattice_named
from encoders.geometry.named_boards import is_named, named_board
from encoders.geometry.named_bodies import is_named_body, named_body
from encoders.keys import shown
from exactcover.model.arrays import Mask
from exactcover.model.errors import InvalidInput

MOST_CELLS = 10**8
_SIZE = re.compile(r"[0-9]+(x[0-9]+){1,4}")
_STRAY, _STRAY_OR_OPTIONAL = re.compile(r"[^.+# A-Za-z]"), re.compile(r"[^.# A-Za-z]")
_LOOKS_LIKE_SIZE = re.compile(r"[-+0-9x.,* ]*[0-9][-+0-9x.,* ]*", re.IGNORECASE)


@dataclass(frozen=True, eq=False)
class Board:
    """A mask of cells (2 or 3 axes), their lattice, and the cells of each letter drawn on it (which are cells too).

    optional: the mask of the cells that may stay empty.
    """

    cells: Mask
    letters: dict[str, tuple[Cell, ...]]
    lattice: Lattice
    optional: Mask


def board(value: Any, lattice_name: Any = None, *, optional: bool = False) -> Board:
    """Read a board from `HxW`, `AxBxC`, `hexagon:4` or a picture, and the name of its lattice; raises InvalidInput.

    optional: whether cells may stay empty.
    """
    if not isinstance(value, str):
        raise InvalidInput(f"board is {shown(value)}; expected a size such as 6x10 or a picture")
    text = value.strip("\n")
    if _SIZE.fullmatch(text.strip()):
        sides = _size(text.strip())
        lattice = lattice_named(lattice_name, len(sides))
        cells = positions(sides, lattice)
        if not cells.any():
            raise InvalidInput(f"board is {text.strip()}; expected one that has a cell of the {lattice.name} lattice")
        return Board(cells, {}, lattice, np.zeros_like(cells))
    if is_named_body(text.strip()):
        lattice = lattice_named(lattice_name, 3)
        cells = named_body(text.strip(), lattice)
        return Board(cells, {}, lattice, np.zeros_like(cells))
    if is_named(text.strip()):
        lattice = lattice_named(lattice_name, 2)
        cells = named_board(text.strip(), lattice)
        return Board(cells, {}, lattice, np.zeros_like(cells))
    if not text or (_LOOKS_LIKE_SIZE.fullmatch(text) and "\n" not in text):
        raise InvalidInput(f"board is {shown(value)}; expected a size such as 6x10 or 3x4x5, or a picture of . and #")
    return picture(text, lattice_name, optional=optional)


def positions(sides: tuple[int, ...], lattice: Lattice) -> Mask:
    """Return the mask of the positions within a box that are cells of the lattice."""
    if lattice.modulus == 1:
        return np.ones(sides, dtype=np.bool_)
    block = np.zeros((lattice.modulus,) * lattice.dimension, dtype=np.bool_)
    block[tuple(np.array(list(lattice.around)).T)] = True
    mask: Mask = np.tile(block, [-(-side // lattice.modulus) for side in sides])[tuple(map(slice, sides))]
    return mask


def _size(text: str) -> tuple[int, ...]:
    total, sides = 1, []
    for word in text.split("x"):
        side = int(word) if len(word) <= 18 else MOST_CELLS + 1
        if side < 1:
            raise InvalidInput(f"board is {text}; expected sides of at least 1")
        total *= side
        sides.append(side)
        if total > MOST_CELLS:
            raise InvalidInput(f"board is {shown(text)}; expected at most 10^8 cells")
    return tuple(sides)


def picture(text: str, lattice_name: Any = None, *, optional: bool = False) -> Board:
    """Read a drawn board; raises InvalidInput for ragged rows, unequal layers, unknown characters and no cell at all."""
    layers = layers_of(text)
    height, width = len(layers[0]), len(layers[0][0])
    if len(layers) * height * width > MOST_CELLS:
        raise InvalidInput("the board's picture is too large; expected at most 10^8 cells")
    marks = np.zeros((len(layers), height, width), dtype=np.uint8)
    for number, rows in enumerate(layers):
        where = f", layer {number}" if len(layers) > 1 else ""
        if len(rows) != height:
            raise InvalidInput(f"the board{where} has {len(rows)} rows; expected {height} as layer 0 has")
        for r, row in enumerate(rows):
            if len(row) != width:
                raise InvalidInput(
                    f"the board{where}, row {r} has {len(row)} characters; expected {width} as row 0 has"
                )
            stray = (_STRAY if optional else _STRAY_OR_OPTIONAL).search(row)
            if stray is not None:
                raise InvalidInput(
                    f"the board{where}, row {r}, column {stray.start()} has {stray[0]!r}; expected . for a cell, # for none,"
                    f"{' + for a cell that may stay empty,' if optional else ''} or a letter"
                )
        marks[number] = np.frombuffer("".join(rows).encode(), dtype=np.uint8).reshape(height, width)
    mask: Mask = ~np.isin(marks, [ord("#"), ord(" ")])
    letters = _letters(marks if len(layers) > 1 else marks[0])
    if not mask.any():
        raise InvalidInput("the board's picture has no cell; expected at least one . in it")
    cells: Mask = mask[0] if len(layers) == 1 else mask
    lattice = lattice_named(lattice_name, cells.ndim)
    off_lattice = np.argwhere(cells & ~positions(cells.shape, lattice)).tolist() if lattice.modulus > 1 else []
    if off_lattice:
        at = ",".join(map(str, off_lattice[0]))
        raise InvalidInput(f"the board has a cell at {at}, where the {lattice.name} lattice has none; expected # there")
    return Board(cells, letters, lattice, (marks[0] if len(layers) == 1 else marks) == ord("+"))


def _letters(marks: Any) -> dict[str, tuple[Cell, ...]]:
    """Return the cells of each letter among characters, in order of occurrence."""
    codes, firsts = np.unique(marks, return_index=True)
    letters: dict[str, tuple[Cell, ...]] = {}
    for _, code in sorted(zip(firsts.tolist(), codes.tolist(), strict=True)):
        if chr(code).isalpha():
            letters[chr(code)] = tuple(map(tuple, np.argwhere(marks == code).tolist()))
    return letters


def layers_of(text: str) -> list[list[str]]:
    """Return the rows of each layer of a picture.

    Layers are separated by `//`, or else by empty lines, rows by newlines or `/`; one newline before and one after a layer are
    ignored.
    """
    layers = text.split("//")
    if len(layers) == 1 and "\n\n" in text.strip("\n"):
        layers = re.split(r"\n{2,}", text.strip("\n"))
    return [layer.removeprefix("\n").removesuffix("\n").replace("/", "\n").split("\n") for layer in layers]


def drawn_piece(text: Any, name: str) -> tuple[Cell, ...]:
    """Return the cells of a drawn piece: a cell is #, a letter or a digit, . or a blank is none; rows may end early."""
    if not isinstance(text, str):
        raise InvalidInput(f"piece {name!r} is {shown(text)}; expected a picture of # and .")
    layers = layers_of(text)
    cells: list[Cell] = []
    for number, rows in enumerate(layers):
        for r, row in enumerate(rows):
            for c, character in enumerate(row):
                if character in "#*" or (character.isalnum() and character.isascii()):
                    cells.append((r, c) if len(layers) == 1 else (number, r, c))
                elif character not in ". ":
                    raise InvalidInput(
                        f"piece {name!r}, row {r}, column {c} has {character!r}; expected # for a cell and . for none"
                    )
    if not cells:
        raise InvalidInput(f"piece {name!r} has no cell in its picture; expected # for each of its cells")
    return tuple(cells)
