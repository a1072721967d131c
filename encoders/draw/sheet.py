"""A picture laid out on one flat sheet of squares: what SVG and PNG both draw.

It is not a drawing and has no units but the board's squares: a corner (row, column) of a layer is moved to where
the layer stands on the sheet.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import log

from encoders.draw.labels import in_lines, labels, printable
from encoders.draw.picture import EMPTY, HOLE, Grid, Picture, Square, grids, in_layer, longest_run, outline, parts

Loops = list[list[Square]]

ASPECT = 1.8  # width to height that the layers of a board in space are arranged for
LEGEND = 0.43  # height of the legend's letters, in squares
LETTER = 0.6  # width of a letter, in heights: near enough for the sans serif faces that are about


@dataclass(frozen=True)
class Spot:
    """A label: its words, twice the (row, column) of its middle, its height in squares, whether it reads upwards."""

    words: str
    area: int
    middle: Square
    height: float
    upwards: bool


@dataclass(frozen=True)
class Sheet:
    """Everything on the sheet: its size, each area's loops, those of the board, of empty cells and of holes.

    `captions` are (words, corner of the layer they stand above); `legend` has the lines that explain
    labels that are no names, in letters LEGEND squares high.
    """

    rows: int
    columns: int
    pieces: list[Loops]
    board: Loops
    empty: Loops
    holes: Loops
    spots: list[Spot]
    captions: list[tuple[str, Square]]
    legend: list[str]


def sheet(picture: Picture) -> Sheet:
    """Lay a picture out: layers in rows with a square between them and one above each for its number."""
    count, rows, columns = picture.shape
    space = len(picture.dims) == 3
    side = _side_by_side(count, rows, columns)
    corners = [
        (layer // side * (rows + 2) + 1, layer % side * (columns + 1)) if space else (0, 0) for layer in range(count)
    ]
    pieces: list[Loops] = []
    for area in picture.areas:
        squares: dict[int, list[Square]] = {}
        for cell in area.cells:
            layer, square = in_layer(cell)
            squares.setdefault(layer, []).append(square)
        pieces.append([loop for layer in sorted(squares) for loop in _moved(outline(squares[layer]), corners[layer])])
    all_owners = list(zip(grids(picture), corners, strict=True))
    names = labels(picture)
    return Sheet(
        rows=max(row for row, _ in corners) + rows,
        columns=side * (columns + 1) - 1,
        pieces=pieces,
        board=[loop for grid, corner in all_owners for loop in _around(grid, corner, at_least=EMPTY)],
        empty=[loop for grid, corner in all_owners for loop in _around(grid, corner, EMPTY, EMPTY)],
        holes=[loop for grid, corner in all_owners for loop in _around(grid, corner, HOLE, HOLE)],
        spots=_spots(picture, corners, names.of_area),
        captions=[(printable(picture.called(layer)), corner) for layer, corner in enumerate(corners)] if space else [],
        legend=in_lines(names.legend, int((side * (columns + 1) - 1) / (LETTER * LEGEND))),
    )


def _side_by_side(count: int, rows: int, columns: int) -> int:
    """Return how many layers to put in a row for a sheet of pleasant shape."""

    def ugliness(side: int) -> float:
        return abs(log(side * (columns + 1) / (-(-count // side) * (rows + 2)) / ASPECT))

    return min({-(-count // lines) for lines in range(1, count + 1)}, key=lambda side: (ugliness(side), -side))


def _moved(loops: Iterable[list[Square]], corner: Square) -> Loops:
    return [[(row + corner[0], column + corner[1]) for row, column in loop] for loop in loops]


def _around(grid: Grid, corner: Square, at_least: int, at_most: int | None = None) -> Loops:
    """Return the loops around the squares whose owner is within bounds."""
    squares = {
        (row - 1, column - 1)
        for row, owners in enumerate(grid)
        for column, owner in enumerate(owners)
        if owner >= at_least and (at_most is None or owner <= at_most)
    }
    return _moved(outline(squares), corner)


def _spots(picture: Picture, corners: list[Square], words: tuple[str, ...]) -> list[Spot]:
    """Find for each part of an area in a layer the place where its label can be largest."""
    spots = []
    for part in parts(picture):
        down, right = corners[part.layer]
        label = words[part.area]
        row, first, length = longest_run(part.squares)
        column, top, stretch = longest_run([(column, row) for row, column in part.squares])
        level, upright = _height(label, length), _height(label, stretch)
        if upright > 1.25 * level:
            middle = (2 * (top + down) + stretch, 2 * (column + right) + 1)
            spots.append(Spot(label, part.area, middle, upright, upwards=True))
        else:
            middle = (2 * (row + down) + 1, 2 * (first + right) + length)
            spots.append(Spot(label, part.area, middle, level, upwards=False))
    return spots


def _height(label: str, length: int) -> float:
    """Return how high a label's letters can be, in squares, in a run of so many squares."""
    return min(0.5, (length - 0.2) / (LETTER * max(1, len(label))))
