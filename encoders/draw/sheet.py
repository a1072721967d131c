"""The layout of a picture on one flat sheet, shared by SVG and PNG.

It draws nothing, and its only units are those of the cells' look (see looks.py): a corner (down, right) of a layer is moved to
the layer's position on the sheet.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil, log

from encoders.draw.labels import Labels, in_lines, labels, printable
from encoders.draw.look import Corner, Look, Square
from encoders.draw.looks import SQUARES, look_of
from encoders.draw.picture import EMPTY, HOLE, Grid, Picture, grids, in_layer, longest_run, outline, parts

Loops = list[list[Corner]]

ASPECT = 1.8  # target width to height for the layers of a board in space
LEGEND = 0.43  # height of the legend's letters, in squares
LEGIBLE = 0.3  # height of a label's letters in squares: below it labels are abbreviated
SHORT = 3  # letters of an abbreviated label, as in text
WIDEST_GAP = 3  # squares between layers, if captions need them
MARK = 0.4  # height of a mark in an empty cell, in squares
LETTER = 0.6  # width of a letter, in heights: accurate enough for common sans serif faces


@dataclass(frozen=True)
class Spot:
    """A label: its text, twice the (down, right) of its middle, its height in squares, whether it reads upwards."""

    words: str
    area: int
    middle: Corner
    height: float
    upwards: bool


@dataclass(frozen=True)
class Sheet:
    """Everything on the sheet: its size, each area's loops, those of the board, of empty cells and of holes.

    `unit` is how long 1 down and 1 right are, in sides of a square; `mesh` has a loop for each cell that is no square.

    `marks` are those of cells in no area, each a spot of no area; `captions` are (words, corner of the layer they stand above,
    height of their letters in squares); `legend` has the lines that explain labels that are no names, in letters LEGEND squares
    high.
    """

    rows: int
    columns: int
    pieces: list[Loops]
    board: Loops
    empty: Loops
    holes: Loops
    mesh: Loops
    unit: tuple[float, float]
    spots: list[Spot]
    marks: list[Spot]
    captions: list[tuple[str, Corner, float]]
    legend: list[str]


def sheet(picture: Picture) -> Sheet:
    """Lay out a picture: layers in rows, separated by a square or more, with space above each for its caption."""
    count = picture.shape[0]
    look = look_of(picture.lattice)
    (top, left), (rows, columns) = _bounds(picture, look)
    down, right = round(1 / look.unit[0]), round(1 / look.unit[1])
    space = len(picture.dims) == 3
    side = _side_by_side(count, rows * look.unit[0], columns * look.unit[1])
    captions = [printable(picture.called(layer)) for layer in range(count)] if space else []
    longest = max(map(len, captions), default=0)
    gap = right * max(1, min(WIDEST_GAP, ceil(LETTER * LEGEND * (longest + 2) - columns * look.unit[1])))
    room = (columns + gap) * look.unit[1]
    places = [
        (layer // side * (rows + 2 * down) + down, layer % side * (columns + gap)) if space else (0, 0)
        for layer in range(count)
    ]
    corners = [(place[0] - top, place[1] - left) for place in places]
    pieces: list[Loops] = []
    for area in picture.areas:
        squares: dict[int, list[Square]] = {}
        for cell in area.cells:
            layer, square = in_layer(cell)
            squares.setdefault(layer, []).append(square)
        loops = ((outline(squares[layer], look), corners[layer]) for layer in sorted(squares))
        pieces.append([loop for around, corner in loops for loop in _moved(around, corner)])
    all_owners = list(zip(grids(picture), corners, strict=True))
    spots, names = _spots_and_labels(picture, look, corners)
    across = side * (columns + gap) - right
    return Sheet(
        rows=max(row for row, _ in places) + rows,
        columns=across,
        pieces=pieces,
        board=[loop for grid, corner in all_owners for loop in _around(grid, look, corner, at_least=EMPTY)],
        empty=[loop for grid, corner in all_owners for loop in _around(grid, look, corner, EMPTY, EMPTY)],
        holes=[loop for grid, corner in all_owners for loop in _around(grid, look, corner, HOLE, HOLE)],
        mesh=[] if look is SQUARES else _mesh(picture, look, corners),
        unit=look.unit,
        spots=[*spots, *_written(picture, look, corners)],
        marks=_marks(picture, look, corners),
        captions=[
            (words, corner, min(LEGEND, room / (LETTER * (len(words) + 1))))
            for words, corner in zip(captions, places, strict=space)
        ],
        legend=in_lines(names.legend, int(across * look.unit[1] / (LETTER * LEGEND))),
    )


def _bounds(picture: Picture, look: Look) -> tuple[Corner, Corner]:
    """Return the upper left corner of what is drawn of a layer, and its extent: of squares, all positions; else, all cells."""
    if look is SQUARES:
        return (0, 0), look.size(*picture.shape[1:])
    squares = {in_layer(cell)[1] for cell in picture.cells}
    downs, rights = zip(*(corner for square in squares for corner in look.around(*square)), strict=True)
    return (min(downs), min(rights)), (max(downs) - min(downs), max(rights) - min(rights))


def _side_by_side(count: int, rows: float, columns: float) -> int:
    """Return how many layers to put in a row for a sheet of pleasing shape."""

    def ugliness(side: int) -> float:
        return abs(log(side * (columns + 1) / (-(-count // side) * (rows + 2)) / ASPECT))

    return min({-(-count // lines) for lines in range(1, count + 1)}, key=lambda side: (ugliness(side), -side))


def _moved(loops: Iterable[list[Corner]], corner: Corner) -> Loops:
    return [[(row + corner[0], column + corner[1]) for row, column in loop] for loop in loops]


def _around(grid: Grid, look: Look, corner: Corner, at_least: int, at_most: int | None = None) -> Loops:
    """Return the loops around the squares whose owner is within bounds."""
    squares = {
        (row - 1, column - 1)
        for row, owners in enumerate(grid)
        for column, owner in enumerate(owners)
        if owner >= at_least and (at_most is None or owner <= at_most)
    }
    return _moved(outline(squares, look), corner)


def _mesh(picture: Picture, look: Look, corners: list[Corner]) -> Loops:
    places = (in_layer(cell) for cell in sorted(picture.cells))
    return [loop for layer, square in places for loop in _moved([look.around(*square)], corners[layer])]


def _spots_and_labels(picture: Picture, look: Look, corners: list[Corner]) -> tuple[list[Spot], Labels]:
    """Return labels and their positions: names if all are legible, otherwise abbreviations as in text, and a legend."""
    names = labels(picture)
    spots = _spots(picture, look, corners, names.of_area)
    if any(spot.height < LEGIBLE for spot in spots):
        names = labels(picture, SHORT)
        spots = _spots(picture, look, corners, names.of_area)
    return spots, names


def _spots(picture: Picture, look: Look, corners: list[Corner], words: tuple[str, ...]) -> list[Spot]:
    """Return for each part of an area in a layer the position where its label can be largest."""
    spots = []
    for part in parts(picture):
        down, right = corners[part.layer]
        label = words[part.area]
        at = {look.beside(*square): square for square in part.squares}
        row, first, length = longest_run(at)
        ends = [at[row, first], at[row, first + length - 1]]
        height, upwards = _height(label, length * look.breadth), False
        if look is SQUARES:
            column, top, stretch = longest_run([(column, row) for row, column in part.squares])
            upright = _height(label, stretch)
            if upright > 1.25 * height:
                ends, height, upwards = [(top, column), (top + stretch - 1, column)], upright, True
            elif length == 1:
                ends = [(top, column), (top + stretch - 1, column)]
        (y, x), (far_y, far_x) = (look.middle(*end) for end in ends)
        if look is not SQUARES:  # triangles side by side have their middles on two lines
            far_y, _ = look.middle(*at[row, first + min(1, length - 1)])
        middle = ((y + far_y) // 2 + 2 * down, (x + far_x) // 2 + 2 * right)
        spots.append(Spot(label, part.area, middle, height, upwards))
    return spots


def _marks(picture: Picture, look: Look, corners: list[Corner]) -> list[Spot]:
    """Return the marks of cells in no area, each in the middle of its cell."""
    spots = []
    for cell, mark in sorted(picture.shown_marks.items()):
        layer, square = in_layer(cell)
        middle = [at + 2 * by for at, by in zip(look.middle(*square), corners[layer], strict=True)]
        spots.append(Spot(mark, EMPTY, (middle[0], middle[1]), MARK, False))
    return spots


def _written(picture: Picture, look: Look, corners: list[Corner]) -> list[Spot]:
    """Return the marks of cells in areas, each in the middle of its cell."""
    spots = []
    for area, cell, mark in picture.written_marks:
        row, column = (at + 2 * by for at, by in zip(look.middle(*in_layer(cell)[1]), corners[0], strict=True))
        spots.append(Spot(mark, area, (row, column), _height(mark, 1), False))
    return spots


def _height(label: str, length: float) -> float:
    """Return the maximum height of a label's letters, in squares, in a run that is as long as that many squares."""
    return min(0.5, (length - 0.2) / (LETTER * max(1, len(label))))
