"""Drawings as files: SVG read as XML, PNG read as pixels, and both compared with the areas."""

from __future__ import annotations

import io
import re
import struct
import sys
from itertools import product
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from encoders.draw import Area, Picture, png, svg
from encoders.draw.colours import colours
from encoders.draw.looks import SQUARES
from encoders.draw.picture import outline
from exactcover.model.errors import InvalidInput
from tests.commands import under_hash_seeds
from tests.encoders.draw.test_draw import grown, owned, pictures

SVG = "{http://www.w3.org/2000/svg}"


@given(picture=st.one_of(pictures(), pictures(space=True)))
def test_svg_has_one_path_a_piece_around_its_cells(picture: Picture) -> None:
    """The SVG is well-formed; each piece's path has whole coordinates and encloses as many squares as it has cells."""
    root = ElementTree.fromstring(svg(picture))
    paths = root.findall(f".//{SVG}g[@class='pieces']/{SVG}path")
    assert [path.findtext(f"{SVG}title") for path in paths] == [area.name for area in picture.areas]
    for area, path in zip(picture.areas, paths, strict=True):
        assert path.attrib["fill"].startswith("url(#fixed-") == area.fixed
        doubled = 0
        for loop in path.attrib["d"].split("z")[:-1]:
            x, y = start = tuple(map(int, re.match(r"M(\d+) (\d+)", loop).groups()))  # type: ignore[union-attr]
            for way, length in re.findall(r"([hv])(-?\d+)", loop):
                next_x, next_y = (x + int(length), y) if way == "h" else (x, y + int(length))
                doubled += x * next_y - next_x * y
                x, y = next_x, next_y
            doubled += x * start[1] - start[0] * y
        assert doubled == 2 * 30 * 30 * len(area.cells)


def test_outlines_of_squares_that_meet_in_a_corner_stay_apart() -> None:
    """Two squares that share but a corner have two loops; a ring has an outer and an inner one."""
    assert outline({(0, 0), (1, 1)}, SQUARES) == [[(0, 0), (0, 1), (1, 1), (1, 0)], [(1, 1), (1, 2), (2, 2), (2, 1)]]
    assert outline({(0, 1), (1, 0)}, SQUARES) == [[(0, 1), (0, 2), (1, 2), (1, 1)], [(1, 0), (1, 1), (2, 1), (2, 0)]]
    ring = {(row, column) for row, column in product(range(3), range(3)) if (row, column) != (1, 1)}
    assert outline(ring, SQUARES) == [[(0, 0), (0, 3), (3, 3), (3, 0)], [(1, 1), (2, 1), (2, 2), (1, 2)]]


def test_svg_is_safe_and_small() -> None:
    """Names and titles are escaped, control characters gone, and 100x100 by pentominoes stays under 400 kB."""
    picture = Picture((1, 1), (Area("<&>\x1b", ((0, 0),)),), frozenset({(0, 0)}))
    root = ElementTree.fromstring(svg(picture))
    assert root.findtext(f"{SVG}title") == "A board"
    assert root.findtext(f".//{SVG}path/{SVG}title") == "<&> "
    assert len(svg(grown((100, 100), 5, 12))) < 400_000


def test_svg_turns_long_labels_in_upright_pieces() -> None:
    """A long name in a piece one square wide reads upwards."""
    cells = tuple((row, 0) for row in range(7))
    picture = Picture((7, 1), (Area("P7-001", cells),), frozenset(cells))
    assert 'transform="rotate(-90 15 105)"' in svg(picture)


@pytest.mark.parametrize(
    ("dims", "size"),
    [
        ((3, 20), (1260, 240)),
        ((6, 10), (660, 420)),
        ((8, 8), (540, 540)),
        ((4, 4, 4), (1200, 400)),
        ((50, 50), (1989, 1989)),
        ((200, 200), (1809, 1809)),
    ],
)
def test_png_has_a_reasonable_size(dims: tuple[int, ...], size: tuple[int, int]) -> None:
    """A PNG is one by its signature, and as many pixels wide and high as suits its board."""
    written = io.BytesIO()
    png(grown(dims, 5, 3), written)
    assert written.getvalue()[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", written.getvalue()[16:24])[0] == size[0]
    assert -10 <= struct.unpack(">II", written.getvalue()[16:24])[1] - size[1] <= 80  # the lines of the legend


@settings(max_examples=10, deadline=None)
@given(picture=pictures())
def test_png_shows_each_cell_in_its_colour(picture: Picture) -> None:
    """The pixel near a cell's corner has its area's colour, or grey for empty cells, or white outside."""
    from matplotlib.image import imread

    written = io.BytesIO()
    png(picture, written)
    pixels = (imread(io.BytesIO(written.getvalue()))[:, :, :3] * 255).round()
    shown = colours(picture)
    for (row, column), owner in owned(picture).items():
        seen = tuple(int(v) for v in pixels[int(60 * (row + 0.5 + 0.18)), int(60 * (column + 0.5 + 0.18))])
        if owner >= 0 and not picture.areas[owner].fixed:
            assert seen == shown[owner]
        if owner < 0:
            assert seen in {-1: {(242, 242, 242)}, -2: {(255, 255, 255), (85, 85, 85)}}[owner]


@pytest.mark.deep("draws in processes of their own, one per hash seed")
def test_the_same_picture_is_drawn_the_same(tmp_path: Path) -> None:
    """Text, SVG and PNG are the same, byte for byte, in two processes with different hash seeds."""
    code = (
        "import sys, hashlib; from tests.encoders.draw.test_draw import grown; from encoders.draw import png, svg, text\n"
        "p = grown((6, 10), 5, 4); png(p, sys.argv[1])\n"
        "drawn = (text(p, 256) + svg(p)).encode() + open(sys.argv[1], 'rb').read()\n"
        "print(hashlib.sha256(drawn).hexdigest())"
    )
    assert len(under_hash_seeds(code, tmp_path, str(tmp_path / "board.png"))) == 1


def test_without_matplotlib_a_png_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where matplotlib is missing, one sentence names the extra that brings it."""
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(InvalidInput, match=r"exactcover-solver\[plot\]"):
        png(grown((2, 2), 2, 1), io.BytesIO())
