"""Parses the key `pieces`: names of sets and of pieces, drawn pieces, tables of cells. Raises InvalidInput.

Not here: copies, and merging of congruent pieces (packing/keys.py).
"""

from __future__ import annotations

from typing import Any, TypeAlias

from encoders.geometry.board import drawn_piece
from encoders.geometry.lattice import MOTIONS, Lattice
from encoders.geometry.piece import Piece, in_dimension
from encoders.geometry.piece_sets import piece_set
from encoders.keys import amount_of, coordinates, shown
from exactcover.model.errors import InvalidInput, nearest

LONGEST_NAME = 100

Wanted: TypeAlias = tuple[Piece, Any]
"""A piece, and its own copies: a number, or the value in a table."""


def wanted_pieces(value: Any, lattice: Lattice) -> list[Wanted]:
    """Return the pieces that a value names or draws, each with its own copies, in order."""
    if isinstance(value, str):
        value = value.split(",")
    if isinstance(value, dict):
        value = [{**_table(piece), "name": name} for name, piece in value.items()]
    if not isinstance(value, list) or not value:
        raise InvalidInput(f"pieces is {shown(value)}; expected names such as pentominoes,O4, or drawn pieces")
    wanted: list[Wanted] = []
    for number, each in enumerate(value):
        if isinstance(each, str):
            if len(each) > LONGEST_NAME:
                raise InvalidInput(
                    f"unknown piece {shown(each)}; expected a set such as pentominoes or a piece such as X5"
                )
            wanted.extend((member.piece, member.copies) for member in piece_set(each.strip(), lattice))
        elif isinstance(each, dict):
            wanted.append(_drawn(each, number, lattice))
        else:
            raise InvalidInput(f"pieces has {shown(each)}; expected a name or a drawn piece")
    return wanted


def _table(piece: Any) -> dict[str, Any]:
    """Return a piece of `{NAME: piece}` as a table: it is a table itself, a picture, or the list of its cells."""
    if isinstance(piece, dict):
        return piece
    cells = isinstance(piece, list) and bool(piece) and all(isinstance(cell, list | tuple) for cell in piece)
    return {"cells": piece} if cells else {"picture": piece}


def _drawn(table: dict[str, Any], number: int, lattice: Lattice) -> Wanted:
    """Return a piece given as a table: name, picture or cells, copies, motions, the grounds of its cells, its groups."""
    known = ("name", "picture", "cells", "copies", "motions", "grounds", "groups", "value")
    for key in table:
        if key not in known:
            raise InvalidInput(f"piece {number} has no key {key!r}; expected {', '.join(known)}{nearest(key, known)}")
    name = table.get("name", f"piece-{number}")
    has_name = isinstance(name, str) and 0 < len(name) <= LONGEST_NAME and name.isprintable()
    if not has_name or any(mark in name for mark in ",/:+= "):
        raise InvalidInput(f"a piece is named {shown(name)}; expected letters, digits and dashes")
    if ("picture" in table) == ("cells" in table):
        raise InvalidInput(
            f"piece {name!r} has {'both' if 'cells' in table else 'neither'} picture and cells; expected one of them"
        )
    if "picture" in table:
        cells = in_dimension(drawn_piece(table["picture"], name), lattice.dimension, name)
    else:
        cells = coordinates(table["cells"], f"piece {name!r}", lattice.dimension, least=1 - 10**9)
    motions = table.get("motions")
    if motions is not None and motions not in MOTIONS:
        raise InvalidInput(
            f"piece {name!r} has motions {shown(motions)}; expected {', '.join(MOTIONS)}{nearest(str(motions), MOTIONS)}"
        )
    groups = _groups(table.get("groups", []), name)
    value = amount_of(table.get("value", 0), f"piece {name!r}")
    return Piece(name, cells, lattice, motions, _marks(table, name), groups, value), table.get("copies", 1)


def _groups(value: Any, name: str) -> tuple[tuple[int, int | None], ...]:
    """Return the groups of a piece with the number of copies in each: one group of all copies, or a list as in a canonical
    puzzle.
    """
    each = [[value, None]] if type(value) is int else value
    for group in each if isinstance(each, list) else ():
        pair = isinstance(group, list) and len(group) == 2
        if not pair or not _is_count(group[0]) or not (group[1] is None or _is_count(group[1])):
            raise InvalidInput(
                f"groups of piece {name!r} has {shown(group)}; expected a number from 1, or [GROUP, COPIES] for each of several"
            )
    if not isinstance(each, list):
        raise InvalidInput(
            f"groups of piece {name!r} is {shown(value)}; expected a number from 1, or [[GROUP, COPIES], ...]"
        )
    if len({group for group, _ in each}) < len(each):
        raise InvalidInput(
            f"groups of piece {name!r} names a group twice; expected [GROUP, COPIES] once for each group"
        )
    return tuple((group, number) for group, number in each)


def _is_count(value: Any) -> bool:
    return type(value) is int and 0 < value < 10**9


def _marks(table: dict[str, Any], name: str) -> tuple[int, ...] | None:
    """Return the ground of each cell, as in a canonical puzzle."""
    if "grounds" not in table:
        return None
    marks = table["grounds"]
    right = isinstance(marks, list) and all(type(mark) is int and 0 <= mark < 10**9 for mark in marks)
    if not right or "cells" not in table:
        raise InvalidInput(f"grounds of piece {name!r} is {shown(marks)}; expected cells, and a whole number for each")
    return tuple(marks)
