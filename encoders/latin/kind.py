"""Latin squares as a kind of puzzle: its callbacks, its picture (given values as pre-placed pieces) and its editor."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from typing import Any

from encoders import symbols
from encoders.clues import clues
from encoders.draw.picture import Picture
from encoders.editor import Editor, Field
from encoders.geometry import square
from encoders.kind import Kind
from encoders.latin import KEYS, Latin, read, referee, to_cover
from encoders.solutions import FilledGrid
from encoders.symbols import areas
from exactcover.model.encoding import Solution

EDITOR = Editor(
    name="Latin square",
    about="A square with each symbol once in every row and column; some may be given.",
    start={"n": "4"},
    fields=(
        Field("n", "Symbols", "text", "How many symbols, and cells to a side."),
        Field(
            "grid", "Given cells", "symbols", "Type 1 to 9, then A to Z, into the cells; a point empties one.", size="n"
        ),
    ),
)


def picture(latin: Latin, solution: Solution | None) -> Picture:
    """Return the picture of a filled grid, or of the given cells alone."""
    n, grid = latin.n, latin.grid if solution is None else solution["grid"]
    places = [divmod(cell, n) for cell in range(n * n)]
    return Picture((n, n), areas(grid, latin.grid, n, places), frozenset(places))


def _orbit(latin: Latin, solution: Solution, rotations_only: bool) -> Hashable:
    """Return the least of the grid's images under rotations and reflections."""
    grid = solution["grid"]
    return min("".join(grid[cell] for cell in images) for images, _ in square.symmetries(latin.n))


def table(latin: Latin) -> dict[str, Any]:
    """Return the square as data of the page on which a person fills it."""
    aim = "Every row and column has each symbol once."
    return symbols.table("Latin square", aim, latin.grid, latin.n, list(symbols.lines(latin.n)), 0)


KIND = Kind(
    name="latin",
    keys=KEYS,
    read=read,
    canonical=Latin.canonical,
    encode=to_cover.encode,
    faults=referee.faults,
    encoding_faults=referee.cover_faults,
    picture=picture,
    cost=lambda latin, solution: None,
    identity=lambda latin, solution: solution["grid"],
    orbit=_orbit,
    engines=lambda latin: ("exact", "cpsat", "sat"),
    solution=FilledGrid,
    table=table,
    editor=EDITOR,
    varied=clues(lambda latin: latin.grid, lambda latin, grid: replace(latin, grid=grid)),
    independent=lambda _: "encoders.latin.independent_encoder",
)
