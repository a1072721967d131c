"""Bodies as they stand in space: at every point the nearest cell is seen, in the colour of its piece."""

from __future__ import annotations

import io
import random
from dataclasses import replace
from math import hypot, inf
from xml.etree import ElementTree

import pytest

from encoders.draw import Area, Picture, in_file, svg
from encoders.draw.isometric import FLOOR, Disc, Face, Lines, Scene
from encoders.draw.solid import _View, _within, solid
from encoders.geometry.lattice import Cell, Lattice
from encoders.geometry.lattices import CUBIC, FCC, HEXAGON, SQUARE
from encoders.geometry.polyhedra import FRAMES, between, dot, polyhedra
from exactcover.model.errors import InvalidInput
from tests.encoders.draw.bodies_in_space import SIDES, grown_body

SVG = "{http://www.w3.org/2000/svg}"
Point = tuple[float, float, float]


def nearest(lattice: Lattice, cells: dict[Cell, str], point: Point) -> set[str]:
    """The pieces that a ray of sight through a point of space may meet first: several if it passes near an edge."""
    view, frame, near = _View(lattice), FRAMES[lattice], 0.02
    depths: dict[str, tuple[float, float]] = {}
    for cell, name in cells.items():
        if frame.balls:
            away = between(point, frame.at(cell))
            along = dot(away, view.towards)
            aside = hypot(*away) ** 2 - along**2
            first, last = (
                along + max(0.0, radius**2 - aside) ** 0.5 if aside < radius**2 else -inf
                for radius in (0.5 - near, 0.5 + near)
            )
        else:
            first, last = (_front(view, cell, point, margin) for margin in (-near, near))
        if last > -inf:
            before = depths.get(name, (-inf, -inf))
            depths[name] = max(first, before[0]), max(last, before[1])
    surest = max((first for first, _ in depths.values()), default=-inf)
    maybe = {name for name, (_, last) in depths.items() if last >= surest - 4 * near}
    return maybe if surest > -inf else set()


def _front(view: _View, cell: Cell, point: Point, margin: float) -> float:
    """How near a ray leaves a polyhedron whose faces are moved out by a margin; minus infinity if it misses it."""
    frame, least, most = view.frame, -inf, inf
    for face in polyhedra(view.lattice)[view.lattice.residue(cell)]:
        normal = view.normal(face.beyond)
        away = dot(normal, between(point, frame.corner(cell, face.corners[0]))) + margin
        speed = dot(normal, view.towards)
        if abs(speed) < 1e-9:
            if away < 0:
                return -inf
        elif speed > 0:
            most = min(most, away / speed)
        else:
            least = max(least, away / speed)
    return most if most > least else -inf


def drawn_at(shown: Scene, point: tuple[int, int]) -> str | None:
    """The piece whose face or disc is drawn last over a point."""
    name = None
    for mark in shown.marks:
        if isinstance(mark, Disc):
            over = hypot(mark.centre[0] - point[0], mark.centre[1] - point[1]) < mark.radius
            name = mark.name if over and mark.name else name
        elif isinstance(mark, Face) and _within(point, mark.loops[0]):
            name = mark.name
    return name


@pytest.mark.parametrize("lattice", SIDES, ids=lambda lattice: lattice.name)
def test_the_nearest_piece_is_seen(lattice: Lattice) -> None:
    """Wherever a ray of sight passes, what it meets first is drawn there; of cells taken out at random too."""
    picture = grown_body(lattice, 4, seed=3)
    areas = picture.areas[::2]
    shown, view = solid(replace(picture, areas=areas)), _View(lattice)
    cells = {cell: area.name for area in areas for cell in area.cells}
    rng, surely = random.Random(5), 0
    for _ in range(150):
        place = view.frame.at([rng.uniform(-1, side) for side in SIDES[lattice]])
        expected = nearest(lattice, cells, place)
        point = view.seen(place)
        if len(expected) == 1:
            surely += 1
            assert {drawn_at(shown, point)} == expected
    assert surely > 20


def test_nothing_within_a_body_is_drawn() -> None:
    """Of a cube of 27 cells nine faces are seen on each of three sides."""
    faces = [mark for mark in solid(grown_body(CUBIC, 5, seed=1)).marks if isinstance(mark, Face)]
    assert len(faces) == 27


def test_edges_within_a_plane_of_a_piece_are_faint() -> None:
    """A domino on three sides: six outer edges of its top, of which none is between its cells; two faint lines between them."""
    one = Picture((1, 1, 2), (Area("A", ((0, 0, 0), (0, 0, 1))),), frozenset({(0, 0, 0), (0, 0, 1)}))
    lines = [mark for mark in solid(one).marks if isinstance(mark, Lines) and mark.faint]
    assert len({frozenset(line) for mark in lines for line in mark.lines}) == 2


def test_balls_are_discs_and_a_puzzle_alone_is_pale() -> None:
    """Four balls without pieces: four rims in the order of their depth."""
    cells = ((0, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 0))
    empty = Picture((2, 2, 2), (), frozenset(cells), body=FCC)
    rims = [mark for mark in solid(empty).marks if isinstance(mark, Disc) and mark.outlined]
    assert len(rims) == 4
    assert sum(rims[0].fill) < sum(FLOOR)
    root = ElementTree.fromstring(svg(empty, "solid"))
    assert len([each for each in root.iter(f"{SVG}circle") if each.attrib.get("stroke") == "#222"]) == 4


def test_a_piece_is_labelled_where_it_is_seen() -> None:
    """Each label is on a face of its piece; a piece that others hide has none."""
    picture = grown_body(CUBIC, 1, seed=1)
    shown = solid(picture)
    written = {words.words for words in shown.words if words.anchor == "middle"}
    assert len(written) == 19  # all but the 8 cubes behind
    for words in shown.words:
        if words.anchor == "middle":
            assert drawn_at(shown, words.at) is not None


@pytest.mark.parametrize("ending", [".svg", ".png", ".pdf"])
def test_solid_bodies_are_written_in_every_format(ending: str) -> None:
    """With hatched balls for a pre-placed piece."""
    picture = grown_body(FCC, 4, seed=1)
    first, *rest = picture.areas
    content = in_file(replace(picture, areas=(replace(first, fixed=True), *rest)), ending, "solid")
    assert content[:4] in (b"<svg", b"\x89PNG", b"%PDF")
    assert io.BytesIO(content).read() == in_file(
        replace(picture, areas=(replace(first, fixed=True), *rest)), ending, "solid"
    )


@pytest.mark.parametrize("lattice", [SQUARE, HEXAGON], ids=lambda lattice: lattice.name)
def test_boards_in_the_plane_are_refused(lattice: Lattice) -> None:
    """The sentence says which view shows them."""
    plane = Picture((1, 1), (), frozenset({(0, 0)}), lattice=lattice)
    with pytest.raises(InvalidInput, match="the view solid shows bodies in space"):
        svg(plane, "solid")
