"""Films of disassemblies on other lattices than squares and cubes: a frame for each step, in which nothing overlaps."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from encoders.draw import Area, Picture, disassembly_in_file
from encoders.draw.colours import colours
from encoders.draw.frames import MOST_CELLS_DRAWN, frames
from encoders.draw.isometric import Disc, Face
from encoders.draw.reels import takes
from encoders.geometry import lattices, sweeps
from encoders.geometry.lattice import Cell, Lattice
from exactcover.backends.search.graphs.disassembly import come_apart
from exactcover.model.disassembly import Disassembly
from exactcover.model.errors import InvalidInput

SVG = "{http://www.w3.org/2000/svg}"
FLAT = [lattices.HEXAGON, lattices.TRIANGLE, lattices.TETRAKIS, lattices.KISRHOMBILLE]
SOLID = [lattices.PRISM, lattices.HEXAGONAL_PRISM, lattices.FCC, lattices.RHOMBIC, lattices.TETRA_OCTA]


def by_name(lattice: Lattice) -> str:
    return lattice.name


def pair(lattice: Lattice) -> list[list[Cell]]:
    """A cell in the middle of a board, and one next to it."""
    middle = (6 * lattice.modulus,) * lattice.dimension
    one = min(
        tuple(x + y for x, y in zip(middle, cell, strict=True)) for cell in lattice.around if lattice.around[cell]
    )
    return [[one], [min(lattice.neighbours(one))]]


def picture(lattice: Lattice, pieces: list[list[Cell]]) -> Picture:
    """The picture of an assembly."""
    cells = frozenset(cell for piece in pieces for cell in piece)
    dims = tuple(max(axis) + 2 for axis in zip(*cells, strict=True))
    areas = tuple(Area(f"P{n}", tuple(piece)) for n, piece in enumerate(pieces))
    if lattice.dimension == 2:
        return Picture(dims, areas, cells, lattice=lattice)
    return Picture(dims, areas, cells, lattice=lattice.layer or lattices.SQUARE, body=lattice)


def taken(lattice: Lattice, pieces: list[list[Cell]]) -> Disassembly:
    """How pieces come apart."""
    names = tuple(f"P{number}" for number in range(len(pieces)))
    return Disassembly(names, come_apart(pieces, steps=sweeps.steps_of(lattice)), exhausted=True)


@pytest.mark.parametrize("lattice", [*FLAT, *SOLID], ids=by_name)
def test_two_cells_part(lattice: Lattice) -> None:
    """The first frame is the assembly and the last shows both pieces, apart; the film rests at both ends."""
    pieces = pair(lattice)
    film = frames(picture(lattice, pieces), taken(lattice, pieces))
    assert len(film.frames) > 2
    assert film.frames[0].seconds > film.frames[1].seconds < film.frames[-1].seconds
    assert {frame.caption for frame in film.frames} == {"move 1 of 1: P0"} or {
        frame.caption for frame in film.frames
    } == {"move 1 of 1: P1"}
    boxes = [
        [point for mark in film.frames[-1].marks if isinstance(mark, Face | Disc) and mark.name == name
         for point in (mark.loops[0] if isinstance(mark, Face) else [mark.centre])]
        for name in ("P0", "P1")
    ]  # fmt: skip
    assert all(boxes)
    assert any(
        max(point[axis] for point in one) < min(point[axis] for point in other)
        for axis in (0, 1)
        for one, other in (boxes, boxes[::-1])
    )


@pytest.mark.parametrize("lattice", [lattices.HEXAGON, lattices.PRISM, lattices.FCC], ids=by_name)
def test_files_have_every_frame(lattice: Lattice) -> None:
    """Both kinds are the same each time; without animation only the first frame of an SVG is seen."""
    image = pytest.importorskip("PIL.Image")
    pieces = pair(lattice)
    shown, apart = picture(lattice, pieces), taken(lattice, pieces)
    number = len(frames(shown, apart).frames)
    drawn = disassembly_in_file(shown, apart, ".svg")
    assert drawn == disassembly_in_file(shown, apart, ".svg")
    groups = [each for each in ElementTree.fromstring(drawn).findall(f"{SVG}g") if each.find(f"{SVG}g") is not None]
    assert [each.get("visibility") for each in groups] == [None, *["hidden"] * (number - 1)]
    assert re.findall(r">(P[01])</text>", drawn.decode()) == ["P0", "P1"]
    moving = disassembly_in_file(shown, apart, ".gif")
    assert moving == disassembly_in_file(shown, apart, ".gif")
    film = image.open(io.BytesIO(moving))
    assert film.n_frames <= number  # equal images that follow each other are one
    seen = [colour for _, colour in film.convert("RGB").getcolors(1 << 16)]
    for ground in colours(shown):
        assert min(max(abs(x - y) for x, y in zip(ground, each, strict=True)) for each in seen) < 24


def test_later_stages_show_their_own_pieces() -> None:
    """Three hexagons in a row: what is freed first is gone when the others part."""
    pieces: list[list[Cell]] = [[(0, 0)], [(0, 1)], [(0, 2)]]
    shown, apart = picture(lattices.HEXAGON, pieces), taken(lattices.HEXAGON, pieces)
    assert [len(take.bodies) for take in takes(shown, apart)] == [3, 2]
    names = [{mark.name for mark in frame.marks if isinstance(mark, Face)} for frame in frames(shown, apart).frames]
    assert list(map(len, dict.fromkeys(map(frozenset, names)))) == [3, 2]


def test_what_cannot_be_shown_is_refused() -> None:
    """Pieces that stay together, and films of too many cells."""
    ring: list[list[Cell]] = [list(lattices.HEXAGON.neighbours((2, 2))), [(2, 2)]]
    with pytest.raises(InvalidInput, match="the pieces do not come apart; expected"):
        frames(picture(lattices.HEXAGON, ring), taken(lattices.HEXAGON, ring))
    rods: list[list[Cell]] = [[(row, column) for column in range(300)] for row in range(3)]
    apart = along(taken(lattices.HEXAGON, rods))
    with pytest.raises(InvalidInput, match=f"has over {MOST_CELLS_DRAWN:,} cells in all its frames"):
        frames(picture(lattices.HEXAGON, rods), apart)


def along(apart: Disassembly) -> Disassembly:
    """The same with the first move along the rods, which takes more steps."""
    first = apart.first
    assert first is not None
    move = replace(first.moves[-1], direction=(0, 1), steps=None)
    return replace(apart, first=replace(first, moves=(*first.moves[:-1], move)))
