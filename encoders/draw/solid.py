"""A body as it stands in space, laid out for SVG, PNG and PDF: its cells as polyhedra or balls, the nearer in front.

The projection is parallel. Cells are drawn in the order of their depth, which is right for the lattices of
encoders/geometry/polyhedra.py: of two cells on a ray of sight the one whose point is nearer to the viewer hides the other.
Balls that do not meet have the same order. Not here: layers lifted apart (isometric), documents and pixels.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import cos, hypot, sin

from encoders.draw.colours import BLACK, WHITE, Colour, colours, ink, mixed
from encoders.draw.isometric import FLOOR, UNIT, Disc, Face, Lines, Point, Scene, Words, boxed, scene
from encoders.draw.labels import Labels, labels
from encoders.draw.picture import Picture
from encoders.draw.sheet import LETTER, SHORT
from encoders.draw.surface import Facet, surface
from encoders.geometry import polyhedra
from encoders.geometry.lattice import Cell, Lattice
from encoders.geometry.polyhedra import FRAMES, GRAIN, cross, dot
from exactcover.model.errors import InvalidInput

MOST_CELLS = 20_000
TURN, TILT = 0.62, 0.5  # radians: about the axis through the layers, and from above
EXTENT = 50  # units of a scene for the side of a cube as large as a cell
LIGHT = (0.8, 0.5, 0.33)  # where the light comes from: (up, down, right)
CONTRAST = 0.5
RIM, SHINE = 0.22, 0.42  # balls: how much darker the rim is than the colour, and how much paler the brightest point
STEPS = 7
TALLEST, SMALLEST = 0.5, 0.24  # the height of a label, in squares of a sheet


@dataclass(frozen=True)
class _Piece:
    """What is drawn in one colour: its number among the areas, None for the open cells; its name."""

    number: int | None
    cells: tuple[Cell, ...]
    ground: Colour
    name: str = ""
    fixed: bool = False


def seen(picture: Picture, view: str) -> Scene:
    """Lay out a body in the view `iso` or `solid`; raises InvalidInput as these do."""
    return solid(picture) if view == "solid" else scene(picture)


def solid(picture: Picture) -> Scene:
    """Lay out a body; raises InvalidInput for a picture of no body in space, or of too many cells."""
    lattice = picture.space
    if lattice is None:
        raise InvalidInput(
            "the view solid shows bodies in space, and this board lies in the plane, or has more than three"
            " dimensions; expected the view layers"
        )
    if len(picture.cells) > MOST_CELLS:
        raise InvalidInput(
            f"the body has {len(picture.cells):,} cells; expected at most {MOST_CELLS:,} for the view solid"
        )
    grounds = colours(picture)
    pieces = [
        _Piece(number, area.cells, ground, area.name, area.fixed)
        for number, (area, ground) in enumerate(zip(picture.areas, grounds, strict=True))
    ] or [_Piece(None, tuple(sorted(picture.cells)), FLOOR)]
    names = labels(picture, SHORT)
    drawn = _drawn(_View(lattice), pieces)
    return boxed(list(drawn.marks()), list(_words(drawn, pieces, names)), names)


def body_marks(bodies: Sequence[tuple[tuple[Cell, ...], Colour, str]], lattice: Lattice) -> list[Face | Lines | Disc]:
    """Return what is seen of pieces, back to front, without labels; bodies: the cells, colour and name of each."""
    pieces = [_Piece(number, cells, ground, name) for number, (cells, ground, name) in enumerate(bodies)]
    return list(_drawn(_View(lattice), pieces).marks())


def _drawn(view: _View, pieces: list[_Piece]) -> _Drawn:
    return _Balls(view, pieces) if view.frame.balls else _Cells(view, pieces)


class _View:
    """The projection: points as they are seen, and how near they are."""

    def __init__(self, lattice: Lattice) -> None:
        self.lattice, self.frame = lattice, FRAMES[lattice]
        edges = [self.frame.at(tuple(lattice.modulus * (axis == other) for other in range(3))) for axis in range(3)]
        volume = dot(edges[0], cross(edges[1], edges[2])) / len(polyhedra.polyhedra(lattice))
        self.scale = EXTENT / volume ** (1 / 3)
        self.towards = sin(TILT), cos(TURN) * cos(TILT), sin(TURN) * cos(TILT)

    def depth(self, cell: Cell) -> float:
        """Return how near a cell is to the viewer."""
        return dot(self.frame.at(cell), self.towards)

    def seen(self, place: polyhedra.Point) -> Point:
        """Return a place in space as (right, down) in a scene."""
        up, down, right = place
        across = right * cos(TURN) - down * sin(TURN)
        below = (right * sin(TURN) + down * cos(TURN)) * sin(TILT) - up * cos(TILT)
        return round(across * self.scale), round(below * self.scale)

    def corner(self, corner: Cell) -> Point:
        """Return a corner, in units of GRAIN, in a scene."""
        return self.seen(self.frame.at(part / GRAIN for part in corner))

    def normal(self, beyond: Cell) -> polyhedra.Point:
        """Return the unit vector along a step."""
        up, down, right = self.frame.at(beyond)
        length = hypot(up, down, right)
        return up / length, down / length, right / length

    def shaded(self, ground: Colour, normal: polyhedra.Point) -> Colour:
        """Return the colour of a face: the nearer its normal is to the light, the paler it is."""
        dark = CONTRAST * (LIGHT[0] - dot(normal, LIGHT))
        return mixed(ground, BLACK, dark) if dark > 0 else mixed(ground, WHITE, -dark)


class _Drawn:
    """The marks of a body back to front, and places for labels."""

    def marks(self) -> Iterator[Face | Lines | Disc]:
        """Yield what is seen of each cell."""
        raise NotImplementedError

    def places(self, piece: _Piece) -> tuple[Point, float] | None:
        """Return the middle of the largest part of a piece that is seen, and how far from it the part reaches at least."""
        raise NotImplementedError


class _Cells(_Drawn):
    """Cells as polyhedra; only the faces that look to the viewer and that no cell covers are drawn."""

    def __init__(self, view: _View, pieces: list[_Piece]) -> None:
        self.view = view
        taken = {cell for piece in pieces for cell in piece.cells}
        owned: dict[Cell, tuple[_Piece, list[Facet]]] = {}
        for piece in pieces:
            for facet in surface(piece.cells, view.lattice):
                if dot(view.normal(facet.beyond), view.towards) > 1e-9 and _beyond(facet) not in taken:
                    owned.setdefault(facet.cell, (piece, []))[1].append(facet)
        self.drawn = [
            (piece, facet, tuple(map(view.corner, facet.corners)))
            for cell in sorted(owned, key=lambda cell: (view.depth(cell), cell))
            for piece, facets in [owned[cell]]
            for facet in facets
        ]

    def marks(self) -> Iterator[Face | Lines]:
        """Yield the faces of each cell, then its edges."""
        waiting: list[Lines] = []
        cell = None
        for piece, facet, loop in self.drawn:
            if facet.cell != cell:
                yield from waiting
                waiting, cell = [], facet.cell
            shade = piece.ground if piece.fixed else self.view.shaded(piece.ground, self.view.normal(facet.beyond))
            yield Face((loop,), shade, piece.name, piece.fixed)
            edges = list(zip(loop, (*loop[1:], loop[0]), strict=True))
            for faint in (True, False):
                lines = tuple(edge for edge, fold in zip(edges, facet.folds, strict=True) if fold is not faint)
                waiting += [Lines(lines, faint)] if lines else []
        yield from waiting

    def places(self, piece: _Piece) -> tuple[Point, float] | None:
        """Return the middle of the largest face that is seen, and its distance from the nearest edge."""
        best: tuple[Point, float] | None = None
        for number, (owner, _, loop) in enumerate(self.drawn):
            if owner is not piece:
                continue
            middle = round(sum(x for x, _ in loop) / len(loop)), round(sum(y for _, y in loop) / len(loop))
            reach = min(_distance(middle, a, b) for a, b in zip(loop, (*loop[1:], loop[0]), strict=True))
            if best is not None and reach <= best[1] + 0.5:
                continue
            if not any(_within(middle, other) for _, _, other in self.drawn[number + 1 :]):
                best = middle, reach
        return best


class _Balls(_Drawn):
    """Cells as balls that touch."""

    def __init__(self, view: _View, pieces: list[_Piece]) -> None:
        self.radius = round(view.scale / 2)
        cells = [(view.depth(cell), cell, piece) for piece in pieces for cell in piece.cells]
        cells.sort(key=lambda each: each[:2])
        self.drawn = [(piece, view.seen(view.frame.at(cell))) for _, cell, piece in cells]

    def marks(self) -> Iterator[Disc]:
        """Yield each ball as discs, from its dark rim to its brightest point."""
        for piece, (right, down) in self.drawn:
            if piece.fixed:
                yield Disc((right, down), self.radius, piece.ground, piece.name, hatched=True, outlined=True)
                continue
            for step in range(STEPS):
                part = step / (STEPS - 1)
                much = RIM - (RIM + SHINE) * part
                fill = mixed(piece.ground, BLACK, much) if much > 0 else mixed(piece.ground, WHITE, -much)
                radius = round(self.radius * (1 - 0.88 * part))
                aside = round(self.radius * 0.36 * part)
                name = "" if step else piece.name
                yield Disc((right - aside, down - aside), radius, fill, name, outlined=not step)

    def places(self, piece: _Piece) -> tuple[Point, float] | None:
        """Return the middle of the nearest ball that is seen."""
        for number in reversed(range(len(self.drawn))):
            owner, middle = self.drawn[number]
            nearer = self.drawn[number + 1 :]
            if owner is piece and all(_far(middle, other) > 1.25 * self.radius for _, other in nearer):
                return middle, self.radius * 0.7
        return None


def _words(drawn: _Drawn, pieces: list[_Piece], names: Labels) -> Iterator[Words]:
    """Yield the label of each piece on the largest part of it that is seen, if there is room."""
    for piece in pieces:
        words = "" if piece.number is None else names.of_area[piece.number]
        place = drawn.places(piece) if words else None
        if place is None:
            continue
        middle, reach = place
        height = min(TALLEST, 1.5 * reach / UNIT, 1.9 * reach / (UNIT * LETTER * len(words)))
        if height >= SMALLEST:
            yield Words(words, middle, height, ink(piece.ground), "middle")


def _beyond(facet: Facet) -> Cell:
    return tuple(x + step for x, step in zip(facet.cell, facet.beyond, strict=True))


def _far(one: Point, other: Point) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])


def _distance(point: Point, begin: Point, end: Point) -> float:
    """Return the distance of a point from the line through two others."""
    length = _far(begin, end)
    return abs(_turn(begin, end, point)) / length if length else _far(point, begin)


def _turn(begin: Point, end: Point, point: Point) -> int:
    return (end[0] - begin[0]) * (point[1] - begin[1]) - (end[1] - begin[1]) * (point[0] - begin[0])


def _within(point: Point, loop: tuple[Point, ...]) -> bool:
    """Return whether a point is inside a convex polygon."""
    turns = [_turn(begin, end, point) for begin, end in zip(loop, (*loop[1:], loop[0]), strict=True)]
    return min(turns) >= 0 or max(turns) <= 0
