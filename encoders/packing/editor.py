"""The page editor of packings."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import product
from string import ascii_lowercase, ascii_uppercase
from typing import Any

from encoders.editor import Brush, Editor, Field, PaintedLattice
from encoders.geometry.lattices import CUBIC, LATTICES, SQUARE
from encoders.keys import Keys

SETS = (
    *("pentominoes", "tetrominoes", "trominoes", "dominoes", "monomino", "hexominoes", "heptominoes"),
    *("pentominoes-one-sided", "tetrominoes-one-sided", "hexominoes-one-sided", "soma", "tetracubes"),
    *("slothouber-graatsma", "conway-5", "bedlam", "blokus", "I3", "V3", "O4", "T4", "X5", "Y5"),
)

_SIZE = re.compile(r"\d+(x\d+){1,2}")


def unfolded(keys: Keys) -> Keys:
    """Return keys as fields edit them: colours instead of grounds, and numbers of empty cells in the users' form."""
    empty = keys.get("holes_free")
    if isinstance(empty, list) and len(empty) == 2:
        least, most = empty
        keys = {**keys, "holes_free": f"{least}.." if most is None else f"{least}..{most}"}
    return with_colours(keys)


def with_colours(keys: Keys) -> Keys:
    """Return keys with grounds, as from files of other programs, with equivalent colours instead; other keys unchanged."""
    pieces, grounds, board = keys.get("pieces"), keys.get("grounds"), keys.get("board")
    tables = pieces if isinstance(pieces, list) and all(isinstance(each, dict) for each in pieces) else []
    names = [each.get("name") for each in tables]
    sized = isinstance(board, str) and _SIZE.fullmatch(board)
    plain = sized and names and all(names) and len(set(names)) == len(names) and "colours" not in keys
    if not plain or not isinstance(grounds, list) or not 0 < len(grounds) <= len(ascii_lowercase):
        return keys
    sides = [int(side) for side in str(board).split("x")]
    member = [{tuple(cell) for cell in ground} for ground in grounds]
    sorts: dict[tuple[bool, ...], str] = {}
    holes = {tuple(cell) for cell in keys.get("holes", [])}
    cells = {}
    for cell in product(*map(range, sides)):
        own = tuple(cell in ground for ground in member)
        if cell not in holes and not all(own):
            cells[cell] = sorts.setdefault(own, ascii_uppercase[len(sorts) % len(ascii_uppercase)])
    if len(sorts) > len(ascii_uppercase):
        return keys
    colours = {
        "cells": _drawn(cells, sides),
        "pieces": {each["name"]: _piece(each) for each in tables if any(each.get("grounds", ()))},
        "pairs": sorted(
            ascii_lowercase[number] + mark for own, mark in sorts.items() for number, holds in enumerate(own) if holds
        ),
    }
    bare = [{key: value for key, value in each.items() if key != "grounds"} for each in tables]
    return {key: value for key, value in keys.items() if key != "grounds"} | {"pieces": bare, "colours": colours}


def _piece(piece: Mapping[str, Any]) -> str:
    """Return the picture of a piece whose cells have grounds: a letter for each, # for an unrestricted cell."""
    corner = [min(at) for at in zip(*piece["cells"], strict=True)]
    sides = [max(at) + 1 - low for at, low in zip(zip(*piece["cells"], strict=True), corner, strict=True)]
    marks = ["#" if not ground else ascii_lowercase[ground - 1] for ground in piece["grounds"]]
    cells = (tuple(at - low for at, low in zip(cell, corner, strict=True)) for cell in piece["cells"])
    return _drawn(dict(zip(cells, marks, strict=True)), sides)


def _drawn(marks: Mapping[tuple[int, ...], str], sides: list[int]) -> str:
    """Return a picture of marks, with dots elsewhere."""
    *depth, height, width = sides

    def row(*at: int) -> str:
        return "".join(marks.get((*at, column), ".") for column in range(width))

    layers = ["/".join(row(*layer, number) for number in range(height)) for layer in product(*map(range, depth))]
    return "//".join(layers)


PAINTED = {
    "hexagon": PaintedLattice(
        {"board": "hexagon:4", "pieces": ["trihexes", "tetrahexes"]},
        ("trihexes", "tetrahexes", "pentahexes", "tetrahexes-one-sided"),
    ),
    "triangle": PaintedLattice(
        {"board": "triangle:6", "pieces": ["moniamond", "triamond", "tetriamonds", "pentiamonds"]},
        ("tetriamonds", "pentiamonds", "hexiamonds", "heptiamonds"),
    ),
    "tetrakis": PaintedLattice(
        {"board": "grid:3x4", "pieces": ["tetraboloes"], "copies": "any"},
        ("diaboloes", "triaboloes", "tetraboloes", "pentaboloes"),
    ),
    "kisrhombille": PaintedLattice(
        {"board": "hexagon:1", "pieces": ["tridrafters"], "copies": "any"},
        ("didrafters", "tridrafters", "tetradrafters", "pentadrafters"),
    ),
    "square-edges": PaintedLattice(
        {"board": "grid:3x3", "pieces": ["tristicks"], "copies": "any"},
        ("disticks", "tristicks", "tetrasticks", "pentasticks"),
    ),
    "triangle-edges": PaintedLattice(
        {"board": "hexagon:2", "pieces": ["ditrigs", "tritrigs"]},
        ("ditrigs", "tritrigs", "tetratrigs"),
    ),
    "hexagon-edges": PaintedLattice(
        {"board": "hexagon:2", "pieces": ["tritwigs"], "copies": "any"},
        ("ditwig", "tritwigs", "tetratwigs", "pentatwigs"),
    ),
}
"""The lattices whose boards the page paints, besides that of squares."""
UNPAINTED = tuple(name for name in LATTICES if name not in (SQUARE.name, CUBIC.name, *PAINTED))
"""The lattices whose boards the page does not paint."""
EDITOR = Editor(
    name="Packing",
    about="Pieces that cover every cell of a board, flat or solid, exactly once.",
    start={"board": "6x10", "pieces": "pentominoes"},
    fields=(
        Field(
            "board",
            "Board",
            "board",
            brushes=(
                Brush("Cell", "mark", "."),
                Brush("Hole", "mark", "#"),
                Brush("Pre-placed piece", "letter", "A"),
                Brush("Cell that may stay empty", "mark", "+"),
            ),
            solid=True,
        ),
        Field("legend", "Legend", "text", "Which piece each letter on the board is, such as A:X5,B:I5.", drawn=True),
        Field("pieces", "Pieces", "pieces", choices=SETS),
        Field("copies", "Copies", "text", "How many of each piece: 1, any, 0..2, or X5:4,rest:any.", drawn=True),
        Field(
            "reflections", "Reflections", "choice", "Whether pieces may be turned over.", ("", "yes", "no"), rare=True
        ),
        Field(
            "holes_free", "Empty", "text", "How many cells marked + stay empty: at most 3, or a range 1..3.", rare=True
        ),
        Field(
            "labelled",
            "Labelled",
            "choice",
            "Whether names distinguish congruent pieces.",
            ("", "yes", "no"),
            rare=True,
        ),
        Field(
            "colours",
            "Colours",
            "colours",
            "A coloured cell covers cells of its colour, of those it may meet, or of none.",
            size="board",
            rare=True,
        ),
        Field(
            "maximise",
            "Maximise",
            "text",
            "covered, pieces or value.",
            rare=True,
        ),
        Field("minimise", "Minimise", "text", "pieces, empty or value.", rare=True),
        Field("values", "Values", "text", "Such as X5:3,rest:1.", rare=True),
        Field(
            "touching",
            "Touching",
            "choice",
            "corners: no side; none: no corner.",
            ("", "all", "corners", "none"),
            rare=True,
        ),
        Field(
            "connected",
            "Connected",
            "choice",
            "The covered cells: one region.",
            ("", "yes", "no"),
            rare=True,
        ),
        Field("wrap", "Joined edges", "text", "columns, rows, both, moebius, klein or projective.", rare=True),
        Field("fixed", "Fixed", "text", "Pieces in their places, such as I5:0,0/0,1/0,2/0,3/0,4.", drawn=True),
        Field(
            "lattice",
            "Lattice",
            "choice",
            "What the cells are, if neither squares nor cubes.",
            ("", *PAINTED, *UNPAINTED),
            rare=True,
            unpainted=UNPAINTED,
        ),
    ),
    unfolded=unfolded,
    painted=PAINTED,
)
