"""What is made in a workshop from a picture: measures in millimetres, and the pieces, at their places or apart.

Not here: the files (as_mesh, as_cut_lines).
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from math import isfinite

from encoders.draw.gallery import Gallery
from encoders.draw.picture import Area, Cell, Picture
from encoders.geometry.lattice import Lattice
from encoders.geometry.lattices import SQUARE
from encoders.geometry.polyhedra import FRAMES, Point, polyhedra
from exactcover.model.errors import InvalidInput

MOST_CELLS = 20_000
LARGEST = 10_000.0  # millimetres


@dataclass(frozen=True)
class Measures:
    """Millimetres: the side of a cell, the height of a piece in the plane, the clearance between pieces, the kerf of a laser.

    clearance: every face of a printed piece is half of it further in; kerf: every edge of a cut piece is half of it further
    out. Raises InvalidInput.
    """

    cell: float = 15.0
    height: float = 5.0
    clearance: float = 0.0
    kerf: float = 0.0

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            least = 0.0 if field.name in ("clearance", "kerf") else 0.01
            if not isfinite(value) or not least <= value <= LARGEST:
                raise InvalidInput(f"the {field.name} is {value:g} mm; expected {least:g} to {LARGEST:g}")
        for name in ("clearance", "kerf"):
            if getattr(self, name) >= min(self.cell, self.height if name == "clearance" else self.cell):
                raise InvalidInput(
                    f"the {name} is {getattr(self, name):g} mm; expected less than a cell's {self.cell:g}"
                )


@dataclass(frozen=True)
class Body:
    """A piece to be made: its name and its cells (layer, row, column); in the plane all are in layer 0.

    lattice: of the cells of a body that are no cubes; shift: how far such a piece is moved, (up, down, right) in sides of a cell.
    """

    name: str
    cells: frozenset[Cell]
    lattice: Lattice | None = None
    shift: Point = (0.0, 0.0, 0.0)


def bodies(shown: Picture | Gallery, *, apart: bool) -> tuple[list[Body], bool]:
    """Return the pieces of a picture, and whether they lie in the plane; apart: side by side in rows, a cell between them.

    Of a gallery, the pieces of all its panels, always apart. Raises InvalidInput for other lattices, plans, and nothing to make.
    """
    pictures = [panel.picture for panel in shown.panels] if isinstance(shown, Gallery) else [shown]
    for picture in pictures:
        _refuse(picture)
    areas = [area for picture in pictures for area in picture.areas]
    if not areas:
        raise InvalidInput("there are no pieces to make; expected a solution, or a puzzle with pieces")
    number = sum(len(area.cells) for area in areas)
    if number > MOST_CELLS:
        raise InvalidInput(f"the pieces have {number:,} cells; expected at most {MOST_CELLS:,} to be made")
    plane = len(pictures[0].dims) == 2
    lattice = pictures[0].body
    made = [Body(area.name, frozenset(_in_space(area)), lattice) for area in areas]
    if not apart and not isinstance(shown, Gallery):
        return made, plane
    return (_apart(made) if lattice is None else _polyhedra_apart(made, lattice)), plane


def _refuse(picture: Picture) -> None:
    if picture.captions:
        raise InvalidInput(
            "a plan, or a board of more than three dimensions, cannot be made of pieces; expected a packing of squares or cubes"
        )
    if picture.lattice != SQUARE and picture.body is None:
        raise InvalidInput(
            "the cells are no squares or cubes; expected a puzzle of squares or cubes, or of bodies in space"
        )


def _in_space(area: Area) -> list[Cell]:
    return [cell if len(cell) == 3 else (0, *cell) for cell in area.cells]


def _apart(made: list[Body]) -> list[Body]:
    """Return the bodies side by side in rows of a pleasing width, each on the ground."""
    sizes = [[max(axis) - min(axis) + 1 for axis in zip(*body.cells, strict=True)] for body in made]
    width = max(*(size[2] for size in sizes), round(sum((size[1] + 1) * (size[2] + 1) for size in sizes) ** 0.5))
    placed, row, column, deepest = [], 0, 0, 0
    for body, size in zip(made, sizes, strict=True):
        if column and column + size[2] > width:
            row, column, deepest = row + deepest + 1, 0, 0
        least = [min(axis) for axis in zip(*body.cells, strict=True)]
        shift = (-least[0], row - least[1], column - least[2])
        moved = (tuple(x + by for x, by in zip(cell, shift, strict=True)) for cell in body.cells)
        placed.append(Body(body.name, frozenset(moved)))
        column, deepest = column + size[2] + 1, max(deepest, size[1])
    return placed


def _polyhedra_apart(made: list[Body], lattice: Lattice) -> list[Body]:
    """Return bodies of other cells than cubes side by side in rows, each on the ground, the side of a cell between them."""
    frame = FRAMES[lattice]
    boxes = []
    for body in made:
        places = [
            frame.corner(cell, corner)
            for cell in body.cells
            for face in polyhedra(lattice)[lattice.residue(cell)]
            for corner in face.corners
        ]
        boxes.append([(min(axis), max(axis)) for axis in zip(*places, strict=True)])
    sizes = [[most - least for least, most in box] for box in boxes]
    width = max(*(size[2] for size in sizes), sum((size[1] + 1) * (size[2] + 1) for size in sizes) ** 0.5)
    placed, row, column, deepest = [], 0.0, 0.0, 0.0
    for body, box, size in zip(made, boxes, sizes, strict=True):
        if column and column + size[2] > width:
            row, column, deepest = row + deepest + 1, 0.0, 0.0
        placed.append(replace(body, shift=(-box[0][0], row - box[1][0], column - box[2][0])))
        column, deepest = column + size[2] + 1, max(deepest, size[1])
    return placed
