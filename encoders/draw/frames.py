"""How pieces on any lattice come apart as a film: a frame for each step, drawn whole, so that what is nearer hides the rest.

Pieces in the plane are seen from above, bodies as in `solid`. Squares and cubes glide instead, see `shots`.
Not here: the drawing as animated SVG and GIF.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil, sqrt

from encoders.draw.colours import Colour, colours
from encoders.draw.isometric import UNIT, Disc, Face, Lines, Point, extent
from encoders.draw.labels import printable
from encoders.draw.look import Corner
from encoders.draw.looks import look_of
from encoders.draw.picture import Picture
from encoders.draw.reels import BEGIN, CLEARANCE, END, LEAVING, REST, STEP, Show, Take, moved, show, takes
from encoders.draw.solid import body_marks
from encoders.geometry.lattice import Cell, Lattice
from encoders.geometry.polyhedra import FRAMES
from exactcover.model.disassembly import Disassembly
from exactcover.model.errors import InvalidInput

MOST_CELLS_DRAWN = 100_000
Mark = Face | Lines | Disc
Bodies = Sequence[tuple[tuple[Cell, ...], Colour, str]]


@dataclass(frozen=True)
class Frame:
    """What is seen for some seconds: marks back to front, under a caption."""

    marks: tuple[Mark, ...]
    caption: str
    seconds: float


@dataclass(frozen=True)
class Frames:
    """A film of pieces on any lattice: its frames, and what it shows throughout."""

    frames: tuple[Frame, ...]
    show: Show


def frames(picture: Picture, taken: Disassembly) -> Frames:
    """Lay out how the areas of a picture come apart, step by step.

    Raises InvalidInput if they do not, for pieces in more than three dimensions, and for too many cells in all frames.
    """
    lattice = picture.space or (picture.lattice if len(picture.dims) == 2 else None)
    if lattice is None:
        raise InvalidInput(
            "pieces in more than three dimensions have no film; expected pieces in the plane or in space"
        )
    grounds, names = colours(picture), [printable(name) for name in taken.names]
    place, marks = _in_plane(lattice) if lattice.dimension == 2 else (FRAMES[lattice].at, _solid(lattice))
    drawn = 0
    film: list[Frame] = []
    for take in takes(picture, taken):
        move = take.move
        steps = _way_out(take, place) if move.steps is None else move.steps
        drawn += (steps + 1) * sum(map(len, take.bodies.values()))
        if drawn > MOST_CELLS_DRAWN:
            raise InvalidInput(
                f"the film of {len(names)} pieces has over {MOST_CELLS_DRAWN:,} cells in all its frames; expected a shorter one"
            )
        for step in range(steps + 1):
            bodies = [
                (moved(cells, move.direction, step) if piece in move.pieces else cells, grounds[piece], names[piece])
                for piece, cells in take.bodies.items()
            ]
            film.append(Frame(tuple(marks(bodies)), take.caption, _seconds(film, step, steps, move.steps is None)))
    film[-1] = replace(film[-1], seconds=film[-1].seconds + END)
    return Frames(
        tuple(film), show(picture, taken, [at for frame in film for mark in frame.marks for at in extent(mark)])
    )


def _seconds(film: Sequence[Frame], step: int, steps: int, leaves: bool) -> float:
    """Return the duration of a frame: the first one of a move shows what the last one of the move before does."""
    if not step:
        return STEP if film else BEGIN
    return (LEAVING if leaves else STEP) + (REST if step == steps else 0.0)


def _way_out(take: Take, place: Callable[[Cell], tuple[float, ...]]) -> int:
    """Return how many steps it takes until the moving pieces have passed all others; place: where a cell is."""
    cell = next(iter(take.bodies.values()))[0]
    (beyond,) = moved([cell], take.move.direction, 1)
    way = tuple(b - a for a, b in zip(place(cell), place(beyond), strict=True))
    length = sqrt(sum(x * x for x in way))
    going, still = (
        [
            sum(x * y for x, y in zip(place(cell), way, strict=True)) / length
            for piece, cells in take.bodies.items()
            if (piece in take.move.pieces) is moves
            for cell in cells
        ]
        for moves in (True, False)
    )
    return max(1, ceil((max(still) - min(going) + 1 + CLEARANCE) / length))


def _solid(lattice: Lattice) -> Callable[[Bodies], list[Mark]]:
    return lambda bodies: body_marks(bodies, lattice)


def _in_plane(lattice: Lattice) -> tuple[Callable[[Cell], tuple[float, ...]], Callable[[Bodies], Iterator[Mark]]]:
    """Return where the cell of a lattice is in the plane, in sides of a square, and how pieces are drawn."""
    look = look_of(lattice)

    def seen(corner: Corner) -> Point:
        return round(UNIT * corner[1] * look.unit[1]), round(UNIT * corner[0] * look.unit[0])

    def place(cell: Cell) -> tuple[float, ...]:
        return tuple(half * unit / 2 for half, unit in zip(look.middle(cell[0], cell[1]), look.unit, strict=True))

    def marks(bodies: Bodies) -> Iterator[Mark]:
        for cells, ground, name in bodies:
            inside = set(cells)
            borders: dict[bool, list[tuple[Point, Point]]] = {True: [], False: []}
            for row, column in cells:
                sides = look.sides(row, column)
                yield Face((tuple(seen(begin) for _, begin, _ in sides),), ground, name)
                for beyond, begin, end in sides:
                    borders[beyond in inside].append((seen(begin), seen(end)))
            yield from (Lines(tuple(lines), faint) for faint, lines in borders.items() if lines)

    return place, marks
