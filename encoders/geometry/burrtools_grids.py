"""The grids of BurrTools: the lattice of each, and which cell of it a voxel is.

Grids 2, 3 and 4 number their cells as the lattices do, with the axes reversed. In grid 1 a layer is rows of triangles that point
up if x + y is even, else down; the lattice of triangles has two points of three as cells.
Source: the BurrTools user guide; https://burrtools.sourceforge.net.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from encoders.geometry.lattice import Lattice
from encoders.geometry.lattices import CUBIC, FCC, PRISM, RHOMBIC, TETRA_OCTA

Place = tuple[int, int, int]
"""A voxel as x, y, z, or a cell as layer, row, column."""


@dataclass(frozen=True)
class Grid:
    """A grid: its cells, for messages; its lattice; cell: of a voxel; voxel: of a cell; both move every shape alike.

    period: of the grid along x, y and z.
    """

    name: str
    lattice: Lattice
    cell: Callable[[Place], Place]
    voxel: Callable[[Place], Place]
    period: Place


def _reversed(place: Place) -> Place:
    return place[::-1]


def _cell_of_prism(voxel: Place) -> Place:
    """Return the cell of a prism: a step along x is one to a neighbour, and so is one along y through a triangle's base."""
    x, y, z = voxel
    return z, -((x + 3 * y + 1) // 2), x + 2


def _voxel_of_prism(cell: Place) -> Place:
    """Return the prism of a cell of the lattice; the inverse of `_cell_of_prism`."""
    layer, row, column = cell
    x = column - 2
    return x, (-2 * row - x) // 3, layer


GRIDS = (
    Grid("cubes", CUBIC, _reversed, _reversed, (1, 1, 1)),
    Grid("triangular prisms", PRISM, _cell_of_prism, _voxel_of_prism, (2, 2, 1)),
    Grid("spheres", FCC, _reversed, _reversed, (2, 2, 2)),
    Grid("rhombic tetrahedra", RHOMBIC, _reversed, _reversed, (5, 5, 5)),
    Grid("tetrahedra and octahedra", TETRA_OCTA, _reversed, _reversed, (6, 6, 6)),
)
"""By the number of the grid's type."""
