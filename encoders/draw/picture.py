"""The input of drawings: a board's cells and named areas on it, as frozen values that validate themselves.

It is neither a puzzle nor an answer: it knows nothing of rules, shapes of pieces or engines. The geometry that every drawing
needs (the owner of a position, the parts of an area within a layer, their outlines) is here too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from math import prod
from typing import NoReturn

from encoders.draw.look import Corner, Look, Square
from encoders.geometry.lattice import Lattice
from encoders.geometry.lattices import CUBIC, SQUARE

Cell = tuple[int, ...]
Grid = list[list[int]]

EMPTY, HOLE, OUTSIDE = -1, -2, -3  # owners that are not areas; a hole that reaches the rim is OUTSIDE
EMPTY_MARK = "·"
MOST_POSITIONS = 4_000_000


@dataclass(frozen=True)
class Area:
    """One piece on the board: its name, its cells, whether it is pre-placed, and its label.

    label: shown instead of its name, which determines its colour.
    """

    name: str
    cells: tuple[Cell, ...]
    fixed: bool = False
    label: str = ""


@dataclass(frozen=True)
class Picture:
    """A board to draw.

    `dims` is (rows, columns) or (layers, rows, columns). Cells of the board in no area are drawn empty; positions within
    `dims` that are no cell are holes. Layers are named by `captions`; without captions they are those of a body, from bottom
    to top, and numbered. `lattice` is that of a layer; `marks` are shown in cells in no area, one or two characters each.
    `kinds` are names with reserved colours, on the board or not: pictures with the same kinds show a name in one colour;
    `labelled`: areas show their names; `written`: in the plane, marks are shown in areas too; `body`: the lattice of the cells
    of a body that are no cubes; `sliced`: the layers are slices of a body of four or more dimensions.
    Raises InvalidInput for an area that is empty, off the board or overlaps another.
    """

    dims: tuple[int, ...]
    areas: tuple[Area, ...]
    cells: frozenset[Cell]
    captions: tuple[str, ...] = ()
    lattice: Lattice = SQUARE
    marks: tuple[tuple[Cell, str], ...] = ()
    kinds: tuple[str, ...] = ()
    labelled: bool = True
    written: bool = False
    body: Lattice | None = None
    sliced: bool = False

    def __post_init__(self) -> None:
        """Validate the picture; each fault has its own message."""
        if len(self.dims) not in (2, 3) or min(self.dims) < 1:
            _refuse(f"a picture has 2 or 3 positive dimensions, not {self.dims}")
        if prod(self.dims) > MOST_POSITIONS:
            _refuse(f"a board of {prod(self.dims)} positions is too large to draw: at most {MOST_POSITIONS} are drawn")
        if self.captions and (len(self.dims) == 2 or len(self.captions) != self.dims[0]):
            _refuse(f"a picture has {len(self.captions)} captions; expected one for each layer, or none")
        for cell in self.cells:
            if not self._within(cell):
                _refuse(f"cell {cell} lies outside a picture of {'x'.join(map(str, self.dims))}")
        owner: dict[Cell, str] = {}
        for area in self.areas:
            if not area.cells:
                _refuse(f"area {area.name!r} has no cells")
            for cell in area.cells:
                if cell not in self.cells:
                    _refuse(f"cell {cell} of area {area.name!r} is not a cell of the board")
                if cell in owner:
                    _refuse(f"cell {cell} is in area {owner[cell]!r} and again in area {area.name!r}")
                owner[cell] = area.name

    @property
    def shape(self) -> tuple[int, int, int]:
        """The picture's layers, rows and columns; a plane board has one layer."""
        if len(self.dims) == 2:
            return 1, self.dims[0], self.dims[1]
        return self.dims[0], self.dims[1], self.dims[2]

    @property
    def name(self) -> str:
        """The title shown by viewers."""
        return "A plan" if self.captions else "A board"

    @property
    def only_layer(self) -> Picture | None:
        """The only layer of a body as a picture in the plane, None for others."""
        if len(self.dims) == 2 or self.dims[0] > 1 or self.captions:
            return None
        areas = tuple(replace(area, cells=tuple(cell[1:] for cell in area.cells)) for area in self.areas)
        cells = frozenset(cell[1:] for cell in self.cells)
        marks = tuple((cell[1:], mark) for cell, mark in self.marks)
        return replace(self, dims=self.dims[1:], areas=areas, cells=cells, marks=marks, body=None)

    @property
    def space(self) -> Lattice | None:
        """The lattice of the cells of a body in space, None for boards in the plane, plans and further dimensions."""
        if len(self.dims) == 2 or self.captions:
            return None
        return CUBIC if self.body is None and self.lattice == SQUARE else self.body

    @property
    def written_marks(self) -> tuple[tuple[int, Cell, str], ...]:
        """The marks that are shown in areas, each with the number of its area and its cell."""
        owner = {cell: number for number, area in enumerate(self.areas) for cell in area.cells} if self.written else {}
        return tuple((owner[cell], cell, mark) for cell, mark in self.marks if cell in owner)

    @property
    def shown_marks(self) -> dict[Cell, str]:
        """The marks of cells in no area."""
        covered = {cell for area in self.areas for cell in area.cells} if self.marks else set()
        return {cell: mark for cell, mark in self.marks if cell not in covered}

    def called(self, layer: int) -> str:
        """Return the caption of a layer; in space the first layer is the bottom."""
        if self.captions:
            return self.captions[layer]
        last = self.dims[0] - 1
        end = {0: ", bottom", last: ", top"}.get(layer, "") if last else ""
        return f"layer {layer}{end}"

    def _within(self, cell: Cell) -> bool:
        if len(cell) != len(self.dims):
            return False
        return all(0 <= place < size for place, size in zip(cell, self.dims, strict=True))


@dataclass(frozen=True)
class Part:
    """A connected part of an area within one layer; `squares` in row-major order."""

    area: int
    layer: int
    squares: tuple[Square, ...]


def _refuse(sentence: str) -> NoReturn:
    from exactcover.model.errors import InvalidInput

    raise InvalidInput(sentence)


def in_layer(cell: Cell) -> tuple[int, Square]:
    """Return a cell's layer (0 in the plane) and its (row, column) there."""
    return (cell[0], (cell[1], cell[2])) if len(cell) == 3 else (0, (cell[0], cell[1]))


def grids(picture: Picture) -> list[Grid]:
    """Return the owner of each position, one grid per layer: an area's number, EMPTY, HOLE or OUTSIDE."""
    layers, rows, columns = picture.shape
    owners = [[[HOLE] * (columns + 2) for _ in range(rows + 2)] for _ in range(layers)]
    for cell in picture.cells:
        layer, (row, column) = in_layer(cell)
        owners[layer][row + 1][column + 1] = EMPTY
    for number, area in enumerate(picture.areas):
        for cell in area.cells:
            layer, (row, column) = in_layer(cell)
            owners[layer][row + 1][column + 1] = number
    for grid in owners:
        _let_the_outside_in(grid, picture.lattice)
    return owners


def _let_the_outside_in(grid: Grid, lattice: Lattice) -> None:
    """Mark as OUTSIDE the rim, positions that are not cells of the lattice, and every hole connected to the rim over edges."""
    height, width = len(grid), len(grid[0])
    queue = [(row, column) for row in range(height) for column in (0, width - 1)]
    queue += [(row, column) for row in (0, height - 1) for column in range(width)]
    if lattice.modulus > 1:
        every = [(row, column) for row in range(height) for column in range(width)]
        queue += [(row, column) for row, column in every if not lattice.has((row - 1, column - 1))]
        queue += [
            square for square in every if grid[square[0]][square[1]] == HOLE and _beyond(square, height, width, lattice)
        ]
    for row, column in queue:
        grid[row][column] = OUTSIDE
    queue = [(row, column) for row, column in queue if lattice.has((row - 1, column - 1))]
    while queue:
        for row, column in _beside(queue.pop(), lattice):
            if 0 <= row < height and 0 <= column < width and grid[row][column] == HOLE:
                grid[row][column] = OUTSIDE
                queue.append((row, column))


def _beyond(square: Square, height: int, width: int, lattice: Lattice) -> bool:
    """Return whether a neighbour of a position is beyond the rim."""
    return any(not (0 <= row < height and 0 <= column < width) for row, column in _beside(square, lattice))


def _beside(square: Square, lattice: Lattice) -> Iterator[Square]:
    """Yield the positions one step from a square; where the lattice has no cell, no area has one either."""
    row, column = square
    for down, right in lattice.steps:
        yield row + down, column + right


def parts(picture: Picture) -> list[Part]:
    """Return every area's connected parts in each layer, by area, layer and first square."""
    pieces: list[Part] = []
    for number, area in enumerate(picture.areas):
        left = set(area.cells)
        for first in sorted(area.cells):
            if first not in left:
                continue
            left.remove(first)
            queue, squares = [first], []
            while queue:
                cell = queue.pop()
                squares.append(in_layer(cell)[1])
                for square in _beside(squares[-1], picture.lattice):
                    near = (*cell[:-2], *square)
                    if near in left:
                        left.remove(near)
                        queue.append(near)
            pieces.append(Part(number, in_layer(first)[0], tuple(sorted(squares))))
    return pieces


def longest_run(squares: Collection[Square]) -> tuple[int, int, int]:
    """Return (row, first column, length) of the longest horizontal run, on a tie the one nearest the middle."""
    middle = [2 * sum(square[axis] for square in squares) / len(squares) for axis in (0, 1)]
    runs: list[tuple[int, int, int]] = []
    for row, column in sorted(squares):
        if runs and runs[-1][0] == row and sum(runs[-1][1:]) == column:
            runs[-1] = (row, runs[-1][1], runs[-1][2] + 1)
        else:
            runs.append((row, column, 1))

    def unfit(run: tuple[int, int, int]) -> tuple[float, float, int, int]:
        row, first, length = run
        away = abs(2 * row - middle[0]) + abs(2 * first + length - 1 - middle[1])
        return -length, away, row, first

    return min(runs, key=unfit)


def outline(squares: Collection[Square], look: Look) -> list[list[Corner]]:
    """Return the closed loops around a set of squares as corners (down, right), the squares on the right hand.

    Loops begin at their first corner in row-major order; loops around holes run the other way, so that the even-odd
    and the nonzero rule fill the same squares.
    """
    inside = squares if isinstance(squares, set | frozenset) else set(squares)
    ways: dict[Corner, list[Corner]] = {}
    for row, column in sorted(inside):
        for neighbour, begin, end in look.sides(row, column):
            if neighbour not in inside:
                ways.setdefault(begin, []).append(end)
    return [_walk(ways, start) for start in sorted(ways) if ways[start]]


def _walk(ways: dict[Corner, list[Corner]], start: Corner) -> list[Corner]:
    """Follow one loop from `start`, using up its edges, and return the corners where it turns."""
    loop = [start]
    before, current = start, ways[start].pop(0)
    while current != start:
        ahead = (2 * current[0] - before[0], 2 * current[1] - before[1])
        onward = ways[current]
        if onward[0] != ahead:
            loop.append(current)
        before, current = current, onward.pop(0)
    return loop


def per_row(count: int, width: int, gap: int, limit: int) -> int:
    """Return how many of `count` blocks to put side by side within `limit`, with rows as even as possible."""
    most = max(1, min(count, (limit + gap) // (width + gap)))
    rows = -(-count // most)
    return -(-count // rows)
