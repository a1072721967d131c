"""Labels in files: in the middle of what they name, tested on pixels, and legible, with a legend where names are long."""

from __future__ import annotations

import io
import re
from itertools import pairwise

import numpy as np
import pytest
from matplotlib.image import imread

from encoders.draw import Area, Picture, png, svg
from encoders.draw.colours import colours, ink

SQUARE = 60  # pixels


def pixels(picture: Picture, view: str = "layers") -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """The red, green and blue of every pixel of the PNG."""
    written = io.BytesIO()
    png(picture, written, view)
    return (imread(io.BytesIO(written.getvalue()))[:, :, :3] * 255).round()


def bar(name: str, length: int, upright: bool) -> Picture:
    """A board with one bar on it."""
    cells = tuple((at, 0) if upright else (0, at) for at in range(length))
    dims = (length, 1) if upright else (1, length)
    return Picture(dims, (Area(name, cells),), frozenset(cells))


@pytest.mark.parametrize("upright", [False, True])
@pytest.mark.parametrize("name", ["HEX", "X123", "HHHHHH", "1111HH"])
@pytest.mark.parametrize("length", [4, 5])
def test_a_label_is_in_the_middle_of_its_piece(length: int, name: str, upright: bool) -> None:
    """The ink of a label, turned or not, is as far from one side of its piece as from the other, to two pixels."""
    picture = bar(name, length, upright)
    shown = pixels(picture)
    margin, across, along = SQUARE // 2, slice(4, SQUARE - 4), slice(4, length * SQUARE - 4)
    piece = shown[
        margin : margin + SQUARE * (length if upright else 1), margin : margin + SQUARE * (1 if upright else length)
    ]
    inside = piece[along if upright else across, across if upright else along]
    dark = np.abs(inside - np.array(ink(colours(picture)[0]))).sum(axis=2) < 150
    for axis in (0, 1):
        (places,) = np.nonzero(dark.any(axis=1 - axis))
        before, behind = places[0], dark.shape[axis] - 1 - places[-1]
        assert abs(int(before) - int(behind)) <= 2 * 2, (axis, before, behind)


def test_long_names_become_letters_with_a_legend() -> None:
    """Where a name would be too small to read, all long names are abbreviated and explained, in SVG and PNG as in text."""
    picture = Picture(
        (2, 3),
        (Area("right-angles", ((0, 0),)), Area("X5", ((0, 1),)), Area("middle-zig", ((0, 2), (1, 2)))),
        frozenset((row, column) for row in range(2) for column in range(3)),
    )
    drawn = svg(picture)
    labels = re.findall(r"<text [^>]*>([^<]*)</text>", drawn)
    assert labels[:3] == ["r", "X5", "zig"]
    assert {entry for line in labels[3:] for entry in line.split("   ")} == {"r = right-angles", "zig = middle-zig"}
    assert pixels(picture).shape[0] > 3 * SQUARE + 2 * 0.6 * SQUARE


def test_names_that_fit_stay_whole() -> None:
    """A long name in a long piece needs no legend."""
    drawn = svg(bar("a long name", 7, upright=False))
    assert re.findall(r"<text [^>]*>([^<]*)</text>", drawn) == ["a long name"]


def test_captions_of_narrow_layers_do_not_run_into_each_other() -> None:
    """Layers of two columns stand so far apart that what is written above one ends before the next begins."""
    cells = frozenset((layer, row, column) for layer in range(3) for row in range(2) for column in range(2))
    drawn = svg(Picture((3, 2, 2), (), cells))
    heads = [(int(x), int(y), int(size), words) for x, y, size, words in re.findall(
        r'<text x="(-?\d+)" y="(-?\d+)" font-size="(\d+)">(layer[^<]*)</text>', drawn)]  # fmt: skip
    assert [words for *_, words in heads] == ["layer 0, bottom", "layer 1", "layer 2, top"]
    for (x, y, size, words), (next_x, next_y, *_) in pairwise(heads):
        assert y != next_y or x + 0.6 * size * len(words) < next_x
