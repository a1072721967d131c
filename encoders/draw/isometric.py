"""A body seen from above and from the front, its layers lifted apart, laid out for SVG and PNG.

The projection is isometric up to rounding: 26 units to the side and 15 down for each step along a row or a column, 30 up for
each layer. Layers are so far apart that none hides a cell of the one below. Not here: documents and pixels.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from encoders.draw.colours import BLACK, Colour, colours, ink, mixed
from encoders.draw.labels import Labels, in_lines, labels, printable
from encoders.draw.look import Corner, Look, Square
from encoders.draw.looks import look_of
from encoders.draw.picture import EMPTY, Grid, Part, Picture, grids, longest_run, outline, parts
from encoders.draw.sheet import LEGEND, LETTER, SHORT

Point = tuple[int, int]  # (right, down)

UNIT = 30  # units of a scene for the side of a cell
ACROSS, DOWN = 26, 15  # units for a step along a row or a column
APART = 12  # units between the lowest point of a layer and the highest of the one below
SHADOWS = (0.2, 0.36)  # how much darker the sides to the front left and to the front right are
TALLEST, ROOM = 0.42, 1.05  # squares: the height of a label, and its length on the top of a cell
FLOOR: Colour = (242, 242, 242)
LINE: Colour = (34, 34, 34)


@dataclass(frozen=True)
class Face:
    """A filled surface within its outline; name: of the piece whose top it is, empty for sides and floors."""

    loops: tuple[tuple[Point, ...], ...]
    fill: Colour
    name: str = ""
    hatched: bool = False
    outlined: bool = False


@dataclass(frozen=True)
class Disc:
    """A filled disc; name: of the piece that it belongs to, empty for what is drawn on another disc."""

    centre: Point
    radius: int
    fill: Colour
    name: str = ""
    hatched: bool = False
    outlined: bool = False


@dataclass(frozen=True)
class Lines:
    """Open lines: those around pieces, or the thin ones between cells."""

    lines: tuple[tuple[Point, ...], ...]
    faint: bool


@dataclass(frozen=True)
class Words:
    """A line of text: its anchor point at mid height, the height of its letters; anchor: start, middle or end."""

    words: str
    at: Point
    height: float
    colour: Colour
    anchor: str

    @property
    def length(self) -> int:
        """The approximate length of the text in units."""
        return round(LETTER * self.height * UNIT * len(self.words))


@dataclass(frozen=True)
class Scene:
    """The elements to draw, in order; corner and size: of their bounding box, in units of which UNIT make a cell."""

    corner: Point
    size: Point
    marks: tuple[Face | Lines | Disc, ...]
    words: tuple[Words, ...]


def scene(picture: Picture) -> Scene:
    """Lay out a body; raises InvalidInput for a picture without layers."""
    if len(picture.dims) == 2 or picture.captions:
        from exactcover.model.errors import InvalidInput

        raise InvalidInput(
            "the view iso shows bodies of layers, and this board lies in the plane, or has more than three"
            " dimensions; expected the view layers"
        )
    stack = _Stack(picture)
    marks: list[Face | Lines | Disc] = []
    words: list[Words] = []
    names = labels(picture, SHORT)
    pieces = parts(picture)
    for layer, grid in enumerate(grids(picture)):
        own = [part for part in pieces if part.layer == layer]
        marks += stack.layer(layer, grid)
        words.append(stack.caption(layer))
        words += [stack.label(part, names) for part in own if names.of_area[part.area]]
    return boxed(marks, words, names)


def boxed(marks: list[Face | Lines | Disc], words: list[Words], names: Labels) -> Scene:
    """Put the legend below and compute the bounding box."""
    points = [point for mark in marks for point in extent(mark)]
    points += [(each.at[0] - each.length, each.at[1]) for each in words if each.anchor == "end"]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    for line in in_lines(names.legend, int((right - left) / (LETTER * LEGEND * UNIT))):
        bottom += UNIT * 2 // 3
        words.append(Words(line, (left, bottom), LEGEND, LINE, "start"))
        right = max(right, left + words[-1].length)
    margin = UNIT // 2
    return Scene(
        (left - margin, top - margin),
        (right - left + 2 * margin, bottom - top + 2 * margin),
        tuple(marks),
        tuple(words),
    )


def extent(mark: Face | Lines | Disc) -> Iterator[Point]:
    """Yield the points of a mark that determine how far it reaches."""
    if isinstance(mark, Disc):
        (x, y), radius = mark.centre, mark.radius
        yield from ((x - radius, y - radius), (x + radius, y + radius))
    else:
        for line in mark.loops if isinstance(mark, Face) else mark.lines:
            yield from line


class _Stack:
    """The layers of a body, lifted apart: the positions of the corners of cells, and the visible elements of each layer."""

    def __init__(self, picture: Picture) -> None:
        self.picture, self.look = picture, look_of(picture.lattice)
        self.grounds = colours(picture)
        self.rows, self.columns = self.look.size(*picture.shape[1:])
        down, right = self.look.unit
        self.lift = UNIT + round((self.rows * down + self.columns * right) * DOWN) + APART

    def point(self, corner: Corner, layer: int, up: int) -> Point:
        """Return the position of a corner of a layer; up: 0 on its floor, UNIT on its top."""
        down, right = corner[0] * self.look.unit[0], corner[1] * self.look.unit[1]
        return round((right - down) * ACROSS), round((right + down) * DOWN) - layer * self.lift - up

    def layer(self, layer: int, grid: Grid) -> Iterator[Face | Lines]:
        """Yield the visible elements of a layer, back to front: the floor, the sides of pieces, their tops."""
        owners = {
            (r - 1, c - 1): owner for r, line in enumerate(grid) for c, owner in enumerate(line) if owner >= EMPTY
        }
        free = {square for square, owner in owners.items() if owner == EMPTY}
        if free:
            yield Face(self._loops(free, layer, 0), FLOOR, outlined=True)
            yield Lines(self._mesh(free, layer, 0), faint=True)
        yield from self._sides(owners, layer)
        squares: dict[int, set[Square]] = {}
        for square, owner in owners.items():
            if owner != EMPTY:
                squares.setdefault(owner, set()).add(square)
        for owner, own in sorted(squares.items()):
            area = self.picture.areas[owner]
            yield Face(self._loops(own, layer, UNIT), self.grounds[owner], area.name, area.fixed, outlined=True)
        yield Lines(self._mesh(set().union(*squares.values()), layer, UNIT), faint=True)

    def _loops(self, squares: set[Square], layer: int, up: int) -> tuple[tuple[Point, ...], ...]:
        return tuple(tuple(self.point(corner, layer, up) for corner in loop) for loop in outline(squares, self.look))

    def _mesh(self, squares: set[Square], layer: int, up: int) -> tuple[tuple[Point, ...], ...]:
        """Return the line around every cell, closed."""
        loops = (self.look.around(*square) for square in sorted(squares))
        return tuple(tuple(self.point(corner, layer, up) for corner in [*loop, loop[0]]) for loop in loops)

    def _sides(self, owners: dict[Square, int], layer: int) -> Iterator[Face | Lines]:
        """Yield the front sides of pieces that no piece hides, back to front."""
        sides: dict[tuple[Corner, Corner], tuple[int, float]] = {}
        for square, owner in owners.items():
            for beyond, begin, end in self.look.sides(*square) if owner != EMPTY else ():
                shadow = _shadow(begin, end, self.look)
                if shadow is not None and owners.get(beyond, EMPTY) == EMPTY:
                    sides[begin, end] = owner, shadow
        for (begin, end), (owner, shadow) in sorted(sides.items(), key=lambda side: (self._depth(side[0]), side)):
            way = (end[0] - begin[0], end[1] - begin[1])
            before, after = (begin[0] - way[0], begin[1] - way[1]), (end[0] + way[0], end[1] + way[1])
            low, far_low = self.point(begin, layer, 0), self.point(end, layer, 0)
            high, far_high = self.point(begin, layer, UNIT), self.point(end, layer, UNIT)
            yield Face(((low, far_low, far_high, high),), mixed(self.grounds[owner], BLACK, shadow))
            goes_on = [sides.get(each, (None,))[0] == owner for each in ((before, begin), (end, after))]
            upright = ((low, high), (far_low, far_high))
            yield Lines(tuple(line for line, faint in zip(upright, goes_on, strict=True) if faint), faint=True)
            edges = (line for line, faint in zip(upright, goes_on, strict=True) if not faint)
            yield Lines(((low, far_low), *edges), faint=False)

    def _depth(self, side: tuple[Corner, Corner]) -> float:
        """Return the depth of a side: larger is nearer to the viewer."""
        return sum(corner[axis] * self.look.unit[axis] for corner in side for axis in (0, 1))

    def caption(self, layer: int) -> Words:
        """Return the caption of a layer, to the left of its corner."""
        x, y = self.point((self.rows, 0), layer, UNIT // 2)
        return Words(printable(self.picture.called(layer)), (x - UNIT // 2, y), LEGEND, LINE, "end")

    def label(self, part: Part, names: Labels) -> Words:
        """Return the label on the top of a part of a piece, in the middle of its longest run."""
        row, first, length = longest_run(part.squares)
        (y, x), (far_y, far_x) = (self.look.middle(row, column) for column in (first, first + length - 1))
        words = names.of_area[part.area]
        height = min(TALLEST, ROOM / (LETTER * len(words)))
        down, right = self.point((y + far_y, x + far_x), 0, 0)
        at = (down // 4, right // 4 - part.layer * self.lift - UNIT)
        return Words(words, at, height, ink(self.grounds[part.area]), "middle")


def _shadow(begin: Corner, end: Corner, look: Look) -> float | None:
    """Return how much darker than the top the side over an edge is, None if it faces away from the viewer."""
    down, right = look.unit
    to_front_left, to_front_right = (begin[1] - end[1]) * right, (end[0] - begin[0]) * down
    if to_front_left + to_front_right < 1e-9:
        return None
    turned = max(0.0, to_front_right) / (abs(to_front_left) + abs(to_front_right))
    return SHADOWS[0] + (SHADOWS[1] - SHADOWS[0]) * turned
