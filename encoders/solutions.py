"""The families of solutions: what kinds of puzzle name as the type of theirs. Not here: which solutions are right."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, TypeAlias, TypedDict

from exactcover.model.solution import OptionalPart, Part, Solution

Cell: TypeAlias = list[int]
"""The coordinates of a cell: row and column, in space the layer before them."""
Move: TypeAlias = list[str | int]
"""The block or the tile that is moved, and the directions, one for each step."""


class Placement(TypedDict):
    """A piece and the cells that it covers."""

    piece: str
    cells: list[Cell]


class PackingSolution(Solution):
    """Pieces on a board: `placements`, each a piece and its cells; of a puzzle in which pieces grow, in order of play.

    goals: of a puzzle with goals, the amount of each quantity.
    """

    __slots__ = ()
    placements = Part[list[Placement]]()
    goals = OptionalPart[dict[str, Any]]()


class Plan(Solution):
    """The moves that lead from the start to the goal: `moves`, each what is moved and the directions of its steps.

    blank: of numbered tiles, the directions of the blank; blocks: of blocks, their letters in the order of their first cells.
    """

    __slots__ = ()
    moves = Part[list[Move]]()
    blank = OptionalPart[list[str]]()
    blocks = OptionalPart[str]()


class Selection(Solution):
    """The options of a cover that are chosen: `options`, each the list of its items, and their `numbers`, counted from 1.

    Items are those that the cover was made with; `numbers` is None if no two options of the cover are equal. indices: of each
    option its index, from 0, in the list that the cover was made with, or the index of its row in a matrix; None if the options
    of a file have no names. names: of the options, None if they have none.
    """

    __slots__ = ()
    options = Part[list[list[Hashable]]]()
    numbers = OptionalPart[list[int]]()
    indices = OptionalPart[list[int]]()
    names = OptionalPart[list[Hashable]]()


class FilledGrid(Solution):
    """A grid filled with symbols: `grid`, row by row in one text."""

    __slots__ = ()
    grid = Part[str]()


class QueenSquares(Solution):
    """Queens on a board: `queens`, their squares, each a row and a column."""

    __slots__ = ()
    queens = Part[list[Cell]]()


class NumberRow(Solution):
    """Numbers in a row: `sequence`."""

    __slots__ = ()
    sequence = Part[list[int]]()


class Schedule(Solution):
    """Groups week by week: `weeks`, of each its groups, each a list of golfers, who are numbered from 1."""

    __slots__ = ()
    weeks = Part[list[list[list[int]]]]()


class BlockList(Solution):
    """The blocks of a design: `blocks`, each a list of points, which are numbered from 1.

    days: of a resolvable design, the day of each block, numbered from 1.
    """

    __slots__ = ()
    blocks = Part[list[list[int]]]()
    days = OptionalPart[list[int]]()


class TileRows(Solution):
    """Tiles on a board, row by row: `tiles`, of each its edges as it lies, from the north clockwise."""

    __slots__ = ()
    tiles = Part[list[list[str]]]()
