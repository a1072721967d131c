"""Queens as a kind of puzzle: its callbacks, its picture (a Q on the square of each queen, fixed ones too) and its editor."""

from __future__ import annotations

from collections.abc import Collection, Hashable
from dataclasses import replace
from typing import Any

from encoders import symbols
from encoders.draw.picture import Area, Picture
from encoders.editor import Editor, Field
from encoders.geometry import square
from encoders.kind import Kind
from encoders.queens import KEYS, PIECES, Queens, read, referee, to_cover
from encoders.solutions import QueenSquares
from exactcover.model.encoding import Solution
from exactcover.model.variation import Removal

EDITOR = Editor(
    name="Queens",
    about="Queens on a square board, one in each row, none attacking another; some may be placed before.",
    start={"n": "8"},
    fields=(
        Field("n", "Queens", "text", "How many queens, and squares to a side."),
        Field("fixed", "Queens placed before", "text", "Row and column of each, from 0: 0,3/1,5."),
        Field("forbidden", "Forbidden squares", "text", "Row and column of each, from 0.", rare=True),
        Field(
            "board",
            "Picture",
            "text",
            "Instead of the last two: Q a queen, # a forbidden square, rows with / between.",
            rare=True,
        ),
        Field("torus", "Torus", "choice", "Whether the edges of the board are joined.", ("no", "yes"), rare=True),
        Field("pieces", "Pieces", "choice", "A superqueen moves as a queen and as a knight.", PIECES, rare=True),
    ),
)


def picture(queens: Queens, solution: Solution | None) -> Picture:
    """Return the picture of a solution's queens, or of the fixed ones."""
    squares = queens.fixed if solution is None else tuple(map(tuple, solution["queens"]))
    board = frozenset((r, c) for r in range(queens.n) for c in range(queens.n)) - set(queens.forbidden)
    areas = tuple(Area("Q", (square,), square in queens.fixed) for square in squares)
    return Picture((queens.n, queens.n), areas, board)


def _orbit(queens: Queens, solution: Solution, rotations_only: bool) -> Hashable:
    """Return the least image of the squares under rotations and reflections of the board."""
    squares = [row * queens.n + column for row, column in solution["queens"]]
    return min(tuple(sorted(images[squares].tolist())) for images, _ in square.symmetries(queens.n))


def table(queens: Queens) -> dict[str, Any] | None:
    """Return the board as data of the page on which a person places the queens: see symbols.table.

    Rows and columns have one queen, diagonals at most one. None for a torus, for other pieces and with forbidden squares.
    """
    if queens.forbidden or queens.torus or queens.pieces != "queens":
        return None
    n = queens.n
    diagonals: dict[str, list[int]] = {}
    for cell in range(n * n):
        row, column = divmod(cell, n)
        for name in (f"rising diagonal {row + column + 1}", f"falling diagonal {row - column + n}"):
            diagonals.setdefault(name, []).append(cell)
    data = symbols.table(
        "Queens",
        "One queen in every row and column, and no two on a diagonal.",
        "".join("Q" if divmod(cell, n) in queens.fixed else "." for cell in range(n * n)),
        n,
        list(symbols.lines(n)),
        0,
    )
    data["units"] += [{"name": name, "cells": cells, "least": 0} for name, cells in diagonals.items() if len(cells) > 1]
    return data | {"symbols": "Q", "filled": False, "position": {"key": "fixed", "form": "squares"}}


def _giving(queens: Queens, solution: Solution, numbers: Collection[int]) -> Queens:
    """Return the puzzle with some of the queens of a solution that it has not fixed."""
    left = sorted(set(map(tuple, solution["queens"])).difference(queens.fixed))
    return replace(queens, fixed=tuple(sorted((*queens.fixed, *(left[number] for number in numbers)))))


def _fixed_words(queens: Queens) -> str:
    """Return the queens as the key `fixed` has them."""
    return "/".join(f"{row},{column}" for row, column in queens.fixed) or "nothing fixed"


KIND = Kind(
    name="queens",
    keys=KEYS,
    read=read,
    canonical=Queens.canonical,
    encode=to_cover.encode,
    faults=referee.faults,
    all_right=referee.all_right,
    encoding_faults=referee.cover_faults,
    picture=picture,
    cost=lambda queens, solution: None,
    identity=lambda queens, solution: frozenset(map(tuple, solution["queens"])),
    orbit=_orbit,
    engines=lambda queens: ("exact", "cpsat", "sat"),
    solution=QueenSquares,
    table=table,
    editor=EDITOR,
    varied={"fixed": Removal(lambda queens, solution: queens.n - len(queens.fixed), _giving, _fixed_words)},
    independent=lambda _: "encoders.queens.independent_encoder",
)
