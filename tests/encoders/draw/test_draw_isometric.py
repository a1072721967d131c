"""Bodies seen from above and from the front: every cell of every layer is seen, in its colour, the bottom layer lowest."""

from __future__ import annotations

import io
import re
from itertools import product
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from matplotlib.image import imread

from encoders.draw import Area, Picture, in_file, png, svg
from encoders.draw.colours import colours
from encoders.draw.isometric import ACROSS, DOWN, FLOOR, UNIT, Face, scene
from encoders.geometry.lattices import HEXAGON
from exactcover.model.errors import InvalidInput
from tests.encoders.draw.test_draw import grown, owned, pictures

SVG = "{http://www.w3.org/2000/svg}"


def place(picture: Picture, cell: tuple[int, ...], up: float) -> tuple[float, float]:
    """Where a point of a cell near its corner that is farthest from the viewer is, by the geometry alone; up: its height."""
    layer, row, column = cell
    lift = UNIT + (picture.dims[1] + picture.dims[2]) * DOWN + 12
    down, right = row + 0.25, column + 0.25
    return (right - down) * ACROSS, (right + down) * DOWN - layer * lift - up * UNIT


@settings(max_examples=10, deadline=None)
@given(picture=pictures(space=True))
def test_every_cell_is_seen_in_its_colour(picture: Picture) -> None:
    """The pixel near the far corner of a cell's top has its piece's colour; no piece hides another."""
    written = io.BytesIO()
    png(picture, written, "iso")
    pixels = (imread(io.BytesIO(written.getvalue()))[:, :, :3] * 255).round()
    shown = scene(picture)
    square = pixels.shape[1] * UNIT / shown.size[0]
    grounds = colours(picture)
    for cell, owner in owned(picture).items():
        if owner >= 0 and not picture.areas[owner].fixed:
            x, y = place(picture, cell, 1)
            at = int((y - shown.corner[1]) * square / UNIT), int((x - shown.corner[0]) * square / UNIT)
            assert tuple(int(part) for part in pixels[at]) == grounds[owner]


def test_the_bottom_is_lowest_and_says_so() -> None:
    """Captions stand beside their layers, the first at the bottom of the picture, the last at the top."""
    root = ElementTree.fromstring(svg(grown((3, 3, 3), 4, 8), "iso"))
    heads = {str(each.text): int(each.attrib["y"]) for each in root.iter(f"{SVG}text") if "layer" in str(each.text)}
    assert sorted(heads, key=lambda words: -heads[words]) == ["layer 0, bottom", "layer 1", "layer 2, top"]


def test_tops_have_names_and_sides_are_darker() -> None:
    """A cube of one cell has a named top and two sides, each darker than the one before."""
    one = Picture((1, 1, 1), (Area("<A>", ((0, 0, 0),)),), frozenset({(0, 0, 0)}))
    *sides, top = (mark for mark in scene(one).marks if isinstance(mark, Face))
    left, right = sorted(sides, key=lambda side: min(side.loops[0]))
    assert (left.name, right.name, top.name) == ("", "", "<A>")
    assert sum(top.fill) > sum(left.fill) > sum(right.fill)
    root = ElementTree.fromstring(svg(one, "iso"))
    assert root.findtext(f".//{SVG}path/{SVG}title") == "<A>"


def test_empty_cells_are_floor_and_fixed_pieces_are_hatched() -> None:
    """An empty cell is a pale floor, a pre-placed piece has its hatching."""
    cells = frozenset(product(range(1), range(2), range(2)))
    picture = Picture((1, 2, 2), (Area("A", ((0, 0, 0), (0, 0, 1)), fixed=True),), cells)
    faces = [mark for mark in scene(picture).marks if isinstance(mark, Face)]
    assert faces[0].fill == FLOOR
    assert [face.hatched for face in faces if face.name] == [True]
    assert "url(#fixed-" in svg(picture, "iso")
    assert in_file(picture, ".png", "iso").startswith(b"\x89PNG")


@given(picture=pictures(space=True))
def test_nothing_is_drawn_outside_the_picture(picture: Picture) -> None:
    """Every point of the SVG lies within its box."""
    root = ElementTree.fromstring(svg(picture, "iso"))
    left, top, width, height = map(int, root.attrib["viewBox"].split())
    for path in root.iter(f"{SVG}path"):
        for x, y in re.findall(r"(-?\d+) (-?\d+)", path.attrib["d"]):
            assert left <= int(x) <= left + width
            assert top <= int(y) <= top + height


def test_other_lattices_are_seen_from_the_front_too() -> None:
    """A hexagonal prism shows its top and the sides that look to the viewer."""
    one = Picture((1, 1, 1), (Area("A", ((0, 0, 0),)),), frozenset({(0, 0, 0)}), lattice=HEXAGON)
    sides = [mark for mark in scene(one).marks if isinstance(mark, Face) and not mark.name]
    assert 2 <= len(sides) <= 3


def test_boards_in_the_plane_and_text_are_refused() -> None:
    """A plane has no layers, a plan's boards are no body, and text has no such view; an unknown view is named."""
    plane, body = grown((2, 2), 2, 1), grown((2, 2, 2), 2, 1)
    plan = Picture((2, 1, 1), (), frozenset({(0, 0, 0), (1, 0, 0)}), ("start", "1"))
    for picture in (plane, plan):
        with pytest.raises(InvalidInput, match="the view iso shows bodies of layers"):
            svg(picture, "iso")
    with pytest.raises(InvalidInput, match="the view iso is not drawn as text"):
        in_file(body, ".txt", "iso")
    with pytest.raises(InvalidInput, match="the view is 'is'; expected layers or iso"):
        svg(body, "is")
