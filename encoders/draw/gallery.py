"""Several pictures on one sheet, each under its caption: a board and its pieces, or many solutions.

It defines no units: a drawing passes the sizes of its panels and gets back their positions. Not here: the layers of one
picture (sheet.py), and where a sheet is broken into pages (as_figure.py).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt

from encoders.draw.labels import printable
from encoders.draw.picture import Area, Cell, Picture, in_layer
from encoders.geometry.lattice import Lattice, connected

ASPECT = 1.4  # width to height of a sheet of many panels
GAP = 3  # columns of text between panels
CODES = re.compile(r"\x1b\[[0-9;]*m")

Size = tuple[float, float]  # (width, height)


@dataclass(frozen=True)
class Panel:
    """A picture and the caption above it; begins_row: it is always the first in its row."""

    caption: str
    picture: Picture
    begins_row: bool = False


@dataclass(frozen=True)
class Gallery:
    """Panels in order, at least one, and a sentence about all of them."""

    panels: tuple[Panel, ...]
    note: str = ""

    def flat(self) -> Gallery:
        """Return the same panels with bodies of one layer as boards in the plane: there is no other layer to distinguish."""
        panels = (
            replace(panel, picture=panel.picture.only_layer) if panel.picture.only_layer is not None else panel
            for panel in self.panels
        )
        return replace(self, panels=tuple(panels))

    @property
    def alone(self) -> Picture | None:
        """The picture of a gallery that consists of just one picture, otherwise None."""
        only = self.panels[0]
        return only.picture if len(self.panels) == 1 and not (only.caption or self.note) else None

    @property
    def name(self) -> str:
        """The title shown by viewers."""
        return self.note or self.panels[0].picture.name


def tray(
    pieces: Sequence[tuple[str, str, tuple[Cell, ...]]], lattice: Lattice, body: Lattice | None = None
) -> tuple[Panel, ...]:
    """Return pieces, each a name, a caption and cells, as panels below whatever precedes them.

    lattice: of a layer; body: of cells in space that are no cubes.
    """
    kinds = tuple(name for name, _, _ in pieces)
    panels: list[Panel] = []
    for name, caption, shape in pieces:
        cells = _seated(shape, body or lattice)
        sides = tuple(max(axis) + 1 for axis in zip(*cells, strict=True))
        # Drawn in each layer of a solid piece: otherwise nothing would show what is above what.
        below = {cell[-2:] for cell in cells}
        floor = frozenset((*layer, *square) for layer in {cell[:-2] for cell in cells} for square in below)
        alone = Picture(sides, (Area(name, cells),), floor, lattice=lattice, kinds=kinds, labelled=False, body=body)
        panels.append(Panel(caption, alone, begins_row=not panels))
    return tuple(panels)


def _seated(shape: tuple[Cell, ...], lattice: Lattice) -> tuple[Cell, ...]:
    """Return cells moved to where all of them are cells of the lattice, and neighbours if they can be."""
    if lattice.modulus == 1:
        return shape
    seats = lattice.seats(shape)
    return next((seat for seat in seats if connected(seat, lattice)), seats[0])


def of_layers(picture: Picture) -> Gallery:
    """Return the boards of a plan as panels, and any other picture as the only panel."""
    if not picture.captions:
        return Gallery((Panel("", picture),))
    names = tuple(area.name for area in picture.areas)
    cells: list[set[tuple[int, ...]]] = [set() for _ in picture.captions]
    areas: list[list[Area]] = [[] for _ in picture.captions]
    for cell in picture.cells:
        cells[cell[0]].add(cell[1:])
    for area in picture.areas:
        by_layer: dict[int, list[tuple[int, ...]]] = {}
        for cell in area.cells:
            layer, square = in_layer(cell)
            by_layer.setdefault(layer, []).append(square)
        for layer, own in by_layer.items():
            areas[layer].append(replace(area, cells=tuple(own)))
    boards = zip(picture.captions, areas, cells, strict=True)
    return Gallery(
        tuple(
            Panel(
                caption, Picture(picture.dims[1:], tuple(own), frozenset(floor), lattice=picture.lattice, kinds=names)
            )
            for caption, own, floor in boards
        )
    )


def rows(panels: Sequence[Panel], sizes: Sequence[Size], width: float) -> list[list[int]]:
    """Return the numbers of the panels in each row: as many side by side as fit the width, at least one."""
    lines: list[list[int]] = []
    used = 0.0
    for number, (panel, size) in enumerate(zip(panels, sizes, strict=True)):
        if not lines or panel.begins_row or used + size[0] > width:
            lines.append([])
            used = 0.0
        lines[-1].append(number)
        used += size[0]
    return lines


def pleasing_width(sizes: Sequence[Size]) -> float:
    """Return the width of rows of panels that gives a sheet of pleasing shape."""
    area = sum(width * height for width, height in sizes)
    return max(*(width for width, _ in sizes), sqrt(area * ASPECT)) if len(sizes) > 1 else sizes[0][0]


def places(lines: Sequence[Sequence[int]], sizes: Sequence[Size]) -> tuple[dict[int, Size], Size]:
    """Return the (right, down) of each panel's upper left corner, and the size of all rows."""
    where: dict[int, Size] = {}
    across = down = 0.0
    for line in lines:
        right = 0.0
        for number in line:
            where[number] = right, down
            right += sizes[number][0]
        across, down = max(across, right), down + max(sizes[number][1] for number in line)
    return where, (across, down)


def text(gallery: Gallery, colours: int, columns: int) -> str:
    """Return the panels as text, as many side by side as fit the columns; see `as_text`."""
    from encoders.draw.as_text import text as drawn

    blocks = []
    for panel in gallery.flat().panels:
        caption = [printable(panel.caption)] if panel.caption else []
        blocks.append([*caption, *drawn(panel.picture, colours, columns).split("\n")])
    sizes = [(max(map(_width, block)) + GAP, len(block)) for block in blocks]
    lines: list[str] = []
    for row in rows(gallery.panels, sizes, columns + GAP):
        for place in range(max(sizes[number][1] for number in row)):
            line = ""
            for number in row:
                own = blocks[number][place] if place < len(blocks[number]) else ""
                line += own + " " * (sizes[number][0] - _width(own))
            lines.append(line.rstrip())
        lines.append("")
    return "\n".join([*lines, gallery.note] if gallery.note else lines[:-1])


def _width(line: str) -> int:
    """Return the width of a line in columns, without colour codes."""
    return len(CODES.sub("", line))
