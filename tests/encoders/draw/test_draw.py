"""Drawings: what is drawn is read back, by code that shares nothing with the drawing, and compared with the areas."""

from __future__ import annotations

import re
import subprocess
import sys
import unicodedata
from collections.abc import Hashable, Iterable, Mapping
from itertools import product
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from encoders.catalogue import puzzle
from encoders.draw import Area, Picture, svg, text
from encoders.draw.ansi import SIXTEEN, TRUE_COLOUR, XTERM, ground
from encoders.draw.colours import HUES, RED, colours, hues, ink
from encoders.draw.labels import labels
from exactcover.model.errors import InvalidInput

Cell = tuple[int, ...]
NAMES = ["A", "X5", "P7-013", "F5", "a long name"]


def components(owners: Mapping[Cell, Hashable]) -> set[frozenset[Cell]]:
    """Return the face-connected sets of cells that have the same owner."""
    left, found = dict(owners), set()
    while left:
        first, owner = left.popitem()
        queue, part = [first], {first}
        while queue:
            cell = queue.pop()
            for axis, step in product(range(len(cell)), (-1, 1)):
                near = (*cell[:axis], cell[axis] + step, *cell[axis + 1 :])
                if near in left and left[near] == owner:
                    del left[near]
                    part.add(near)
                    queue.append(near)
        found.add(frozenset(part))
    return found


@st.composite
def pictures(draw: st.DrawFn, space: bool = False) -> Picture:
    """Draw random connected areas, some pre-placed, among empty cells and holes; names repeat."""
    dims = (*((draw(st.integers(1, 3)),) if space else ()), draw(st.integers(1, 7)), draw(st.integers(1, 7)))
    owners = {cell: draw(st.integers(-2, 3)) for cell in product(*map(range, dims))}
    areas = [
        Area(draw(st.sampled_from(NAMES)), tuple(sorted(part)), draw(st.booleans()))
        for part in sorted(components(owners), key=sorted)
        if owners[min(part)] >= 0
    ]
    return Picture(dims, tuple(areas), frozenset(cell for cell, owner in owners.items() if owner != -2))


def grown(dims: tuple[int, ...], size: int, kinds: int, seed: int = 0) -> Picture:
    """Return a board full of areas of up to `size` cells, of `kinds` names."""
    random = Random(seed)
    cells = list(product(*map(range, dims)))
    free, areas = set(cells), []
    for cell in cells:
        if cell not in free:
            continue
        free.remove(cell)
        own = [cell]
        for at in own:
            for axis in random.sample(range(len(dims)), len(dims)):
                near = (*at[:axis], at[axis] + 1, *at[axis + 1 :])
                if near in free and len(own) < size:
                    free.remove(near)
                    own.append(near)
        areas.append(Area(f"P7-{random.randrange(kinds):03}", tuple(own)))
    return Picture(dims, tuple(areas), frozenset(cells))


def owned(picture: Picture) -> dict[Cell, int]:
    """Return who owns each position: an area's number, -1 for empty cells, -2 for holes."""
    owners = {cell: -1 if cell in picture.cells else -2 for cell in product(*map(range, picture.dims))}
    return owners | {cell: number for number, area in enumerate(picture.areas) for cell in area.cells}


def plain(drawing: str) -> str:
    """Return a drawing without its ANSI codes."""
    return re.sub(r"\x1b\[[0-9;]*m", "", drawing)


def read_regions(lines: list[str], rows: int, columns: int, width: int) -> set[frozenset[Cell]]:
    """Read the regions that the lines of a drawing separate."""
    lines = [line.ljust(columns * (width + 1) + 1) for line in lines]
    parent = {cell: cell for cell in product(range(rows), range(columns))}

    def root(cell: tuple[int, int]) -> tuple[int, int]:
        while parent[cell] != cell:
            cell = parent[cell]
        return cell

    for row, column in list(parent):
        left = column * (width + 1)
        if column + 1 < columns and lines[2 * row + 1][left + width + 1] != "│":
            parent[root((row, column))] = root((row, column + 1))
        if row + 1 < rows and lines[2 * row + 2][left + 1 : left + 1 + width] != "─" * width:
            parent[root((row, column))] = root((row + 1, column))
    regions: dict[Cell, set[Cell]] = {}
    for cell in parent:
        regions.setdefault(root(cell), set()).add(cell)
    return {frozenset(region) for region in regions.values()}


def arms(sign: str) -> set[str]:
    """Return the directions in which a box-drawing character has a line, by its Unicode name."""
    words = set(unicodedata.name(sign, "").replace("BOX DRAWINGS LIGHT ", "").split()) if "─" <= sign <= "╿" else set()
    words |= {"UP", "DOWN"} if "VERTICAL" in words else set()
    words |= {"LEFT", "RIGHT"} if "HORIZONTAL" in words else set()
    return words & {"UP", "DOWN", "LEFT", "RIGHT"}


@pytest.mark.parametrize(("columns", "width"), [(100, 3), (7 * 3 + 1, None), (1, 1)])
@given(picture=pictures())
def test_text_boundaries_are_exactly_those_between_areas(columns: int, width: int | None, picture: Picture) -> None:
    """The regions that the lines separate are the areas, the empty parts and the holes, at every width of cells."""
    rows, across = picture.dims
    if width is None:
        width = next(w for w in (3, 2, 1) if across * (w + 1) + 1 <= columns)
    lines = text(picture, 0, columns).split("\n")
    assert read_regions(lines, rows, across, width) == components(owned(picture))


@given(picture=pictures())
def test_text_lines_never_end_in_the_air(picture: Picture) -> None:
    """Every arm of a box-drawing character meets the opposite arm of its neighbour."""
    sign = dict(enumerate(map(dict, map(enumerate, text(picture).split("\n")[: 2 * picture.dims[0] + 1]))))
    ways = {"UP": (-1, 0, "DOWN"), "DOWN": (1, 0, "UP"), "LEFT": (0, -1, "RIGHT"), "RIGHT": (0, 1, "LEFT")}
    for row, line in sign.items():
        for column, here in line.items():
            for arm in arms(here):
                down, right, opposite = ways[arm]
                assert opposite in arms(sign.get(row + down, {}).get(column + right, " "))


@given(picture=pictures())
def test_text_puts_each_label_once_inside_its_area(picture: Picture) -> None:
    """What is written within an area's boundaries is its label, whole and once."""
    lines = [line.ljust(7 * 4 + 1) for line in text(picture).split("\n")]
    for area, label in zip(picture.areas, labels(picture, 3).of_area, strict=True):
        written = ""
        for row, column in sorted(area.cells):
            reach = 4 if (row, column + 1) in area.cells else 3
            written += lines[2 * row + 1][column * 4 + 1 : column * 4 + 1 + reach]
        assert written.translate(str.maketrans("", "", " ░")) == label


def test_blocks_have_the_hue_of_their_letter() -> None:
    """Car A is red, whatever other cars there are, and no other is."""
    drawn = puzzle("rush-hour-60").picture()
    numbers = dict(zip((area.name for area in drawn.areas), hues(drawn), strict=True))
    assert numbers["A"] == RED
    assert RED not in [number for name, number in numbers.items() if name != "A"]


@pytest.mark.parametrize("number", [SIXTEEN, XTERM, TRUE_COLOUR])
@given(picture=st.one_of(pictures(), pictures(space=True)))
def test_colour_adds_nothing_but_codes(number: int, picture: Picture) -> None:
    """Without its ANSI codes the coloured text is the plain one, and every line ends with colours off."""
    coloured = text(picture, number)
    assert plain(coloured) == text(picture)
    for line in coloured.split("\n"):
        codes = re.findall(r"\x1b\[[0-9;]*m", line)
        assert not codes or codes[-1] == "\x1b[0m"


@given(picture=pictures())
def test_touching_areas_never_share_a_colour(picture: Picture) -> None:
    """Areas that share an edge on a plane board have different colours, equal pieces too."""
    shown, owners = colours(picture), owned(picture)
    for (row, column), owner in owners.items():
        for near in ((row + 1, column), (row, column + 1)):
            other = owners.get(near, -2)
            if owner >= 0 and other >= 0 and owner != other:
                assert shown[owner] != shown[other]


def test_a_kind_keeps_its_colour_from_one_solution_to_the_next() -> None:
    """Twelve kinds have the twelve hues, whatever the order and the places of the areas."""
    cells = [(0, column) for column in range(12)]
    one = Picture((1, 12), tuple(Area(f"{n:02}", (cell,)) for n, cell in enumerate(cells)), frozenset(cells))
    other = Picture((1, 12), tuple(Area(f"{n:02}", (cells[-n],)) for n in range(11, -1, -1)), frozenset(cells))
    assert colours(one) == list(HUES) == colours(other)[::-1]


def test_every_colour_carries_a_legible_label() -> None:
    """Labels have a contrast of at least 4.5 (WCAG AA) on every hue."""

    def luminance(colour: Iterable[int]) -> float:
        parts = [v / 255 / 12.92 if v <= 10 else ((v / 255 + 0.055) / 1.055) ** 2.4 for v in colour]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    for hue in HUES:
        dark, light = sorted((luminance(hue), luminance(ink(hue))))
        assert (light + 0.05) / (dark + 0.05) >= 4.5


@pytest.mark.parametrize("number", [SIXTEEN, XTERM, TRUE_COLOUR])
def test_the_twelve_hues_differ_on_every_terminal(number: int) -> None:
    """However few colours a terminal has, each hue has a ground of its own, in codes that the terminal knows."""
    codes = [ground(colour, hue, number) for hue, colour in enumerate(HUES)]
    assert len(set(codes)) == len(HUES)
    known = {SIXTEEN: r"\x1b\[\d\d;(4|10)\d+m", XTERM: r"\x1b\[38;5;\d+;48;5;\d+m", TRUE_COLOUR: r"\x1b\[38;2;[\d;]+m"}
    assert all(re.fullmatch(known[number], code) for code in codes)


def test_a_drawing_to_the_letter() -> None:
    """Pre-placed pieces, enclosed and open holes and empty cells all look as documented."""
    areas = (
        Area("V3", ((0, 1), (1, 0), (1, 1)), fixed=True),
        Area("I2", ((2, 1), (2, 2))),
        Area("I2", ((0, 3), (1, 3))),
    )
    holes = {(0, 0), (1, 2)}
    cells = frozenset(cell for cell in product(range(3), range(4)) if cell not in holes)
    drawing = """\
    ┌───┬───┬───┐
    │░░░│ · │ I2│
┌───┘░░░├───┤   │
│░░ V3 ░│▒▒▒│   │
├───┬───┴───┼───┤
│ · │   I2  │ · │
└───┴───────┴───┘"""
    assert text(Picture((3, 4), areas, cells)) == drawing


def test_wide_boards_stay_whole() -> None:
    """A board of 200 columns gets one character a cell, and no line is broken."""
    picture = grown((3, 200), 5, 12)
    lines = text(picture).split("\n")
    assert [len(line) for line in lines[:7]] == [401] * 7
    assert read_regions(lines, 3, 200, 1) == components(owned(picture))


def test_long_names_are_abbreviated_and_explained() -> None:
    """Names too long for a cell become different labels that fit it, and the legend gives every one of them."""
    names = ["X5", "P7-013", "P6-01", "P6-013", "Xylophone", "Xylograph", "ΩΩ", "漢字", "\x1b[2J"]
    cells = [(0, column) for column in range(len(names))]
    picture = Picture((1, 9), tuple(Area(n, (c,)) for n, c in zip(names, cells, strict=True)), frozenset(cells))
    shown = labels(picture, 3)
    assert len(set(shown.of_area)) == len(names)
    assert all(len(label) <= 3 for label in shown.of_area)
    assert shown.of_area[:4] == ("X5", "P", "01", "013")
    drawing = text(picture)
    assert all(f"{label} = {name}" in drawing for label, name in zip(shown.of_area[4:6], names[4:6], strict=True))
    assert "\x1b" not in drawing


def test_a_hundred_heptominoes_need_one_line_of_legend() -> None:
    """Names alike but for their numbers are labelled by number, even where cells must grow for that."""
    picture = grown((10, 72), 3, 108)
    assert len({area.name for area in picture.areas}) > 62
    names = {labels(picture, 3).of_area[n]: area.name for n, area in enumerate(picture.areas)}
    assert all(name == f"P7-{label}" for label, name in names.items())
    assert len(labels(picture, 3).legend) == 1
    assert len(set(labels(picture, 1).of_area)) == len({area.name for area in picture.areas})


@given(picture=pictures(space=True))
def test_layers_are_drawn_each_under_its_number(picture: Picture) -> None:
    """Every layer's block, read back, has the areas' parts in that layer as its regions."""
    layers, rows, columns = picture.dims
    lines = [line.ljust(100) for line in text(picture).split("\n")]
    owners = owned(picture)
    for layer in range(layers):
        assert picture.called(layer).endswith(
            {0: "bottom", layers - 1: "top"}.get(layer, str(layer)) if layers > 1 else "0"
        )
        head = next(place for place, line in enumerate(lines) if f"layer {layer}" in line)
        left = lines[head].index(f"layer {layer}")
        block = [line[left : left + 4 * columns + 1] for line in lines[head + 1 : head + 2 * rows + 2]]
        within = {cell[1:]: owner for cell, owner in owners.items() if cell[0] == layer}
        assert read_regions(block, rows, columns, 3) == components(within)


def test_layers_stand_side_by_side_as_far_as_they_fit() -> None:
    """4x4x4 stands in one row of 77 columns; 5x5x5 in even rows; a terminal of 40 columns gets two in a row."""
    assert max(map(len, text(grown((4, 4, 4), 5, 3)).split("\n")[:10])) == 77
    heads = [line.split() for line in text(grown((5, 5, 5), 5, 3)).split("\n") if "layer" in line]
    assert [head.count("layer") for head in heads] == [3, 2]
    heads = [line.split() for line in text(grown((4, 4, 4), 5, 3), columns=40).split("\n") if "layer" in line]
    assert [head.count("layer") for head in heads] == [2, 2]


def test_twins_in_space_have_their_own_labels() -> None:
    """Pieces of one name in a board of layers are told apart, and the legend gathers them under their name."""
    cells = tuple(product(range(2), range(2), range(2)))
    areas = tuple(Area("bar", cells[first : first + 2]) for first in range(0, 8, 2))
    picture = Picture((2, 2, 2), areas, frozenset(cells))
    assert labels(picture, 3).of_area == ("A", "B", "C", "D")
    assert text(picture).endswith("A B C D = bar")
    assert "A B C D = bar" in svg(picture)


def test_the_door_opens_without_heavy_libraries() -> None:
    """Importing the drawing room imports neither matplotlib nor numpy nor rich."""
    code = "import encoders.draw, sys; print({'matplotlib', 'numpy', 'rich'} & set(sys.modules))"
    root = Path(__file__).parents[2]
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, cwd=root).stdout == b"set()\n"


@pytest.mark.parametrize(
    ("dims", "areas", "cells", "fault"),
    [
        ((3,), (), set(), "2 or 3 positive dimensions"),
        ((2, 0), (), set(), "2 or 3 positive dimensions"),
        ((10**5, 10**5), (), set(), "too large to draw"),
        ((2, 2), (), {(0, 2)}, r"cell \(0, 2\) lies outside a picture of 2x2"),
        ((2, 2), (), {(0, 0, 0)}, "lies outside"),
        ((2, 2), (Area("A", ()),), {(0, 0)}, "'A' has no cells"),
        ((2, 2), (Area("A", ((0, 1),)),), {(0, 0)}, "not a cell of the board"),
        ((2, 2), (Area("A", ((0, 0),)), Area("B", ((0, 0),))), {(0, 0)}, "in area 'A' and again in area 'B'"),
    ],
)
def test_malformed_pictures_are_refused(
    dims: tuple[int, ...], areas: tuple[Area, ...], cells: set[Cell], fault: str
) -> None:
    """Every fault of a picture is refused with its own sentence."""
    with pytest.raises(InvalidInput, match=fault):
        Picture(dims, areas, frozenset(cells))
