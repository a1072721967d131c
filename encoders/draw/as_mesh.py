"""Pieces as meshes of triangles for printing in three dimensions: binary STL, and OBJ with an object for each piece.

A piece is eroded by half the clearance: each cell is divided at that distance from its faces, and of the parts those stay whose
neighbours within that distance are all in the piece. The surface of what stays is closed; with a clearance no edge has more than
two triangles, even where cells of a piece meet only along an edge. Formats: STL as in 3D Systems' StereoLithography Interface
Specification (1989), OBJ as in Wavefront's Advanced Visualizer Manual, appendix B. Not here: cells that are no cubes
(polyhedral_mesh).
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from itertools import product

from encoders.draw.polyhedral_mesh import polyhedral
from encoders.draw.workshop import Body, Measures

Vertex = tuple[float, float, float]
Triangle = tuple[int, int, int]
Part = tuple[int, int, int]
ENDINGS = (".stl", ".obj")

# Of each face: the way out of the part, and its corners, anticlockwise as seen from outside, as offsets of (layer, row, column).
_FACES: tuple[tuple[Part, tuple[Part, ...]], ...] = (
    ((1, 0, 0), ((1, 1, 0), (1, 1, 1), (1, 0, 1), (1, 0, 0))),
    ((-1, 0, 0), ((0, 1, 0), (0, 0, 0), (0, 0, 1), (0, 1, 1))),
    ((0, 1, 0), ((0, 1, 0), (0, 1, 1), (1, 1, 1), (1, 1, 0))),
    ((0, -1, 0), ((0, 0, 0), (1, 0, 0), (1, 0, 1), (0, 0, 1))),
    ((0, 0, 1), ((0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1))),
    ((0, 0, -1), ((0, 0, 0), (0, 1, 0), (1, 1, 0), (1, 0, 0))),
)


def mesh(body: Body, measures: Measures, *, plane: bool) -> tuple[list[Vertex], list[Triangle]]:
    """Return the surface of a piece: vertices in millimetres, and triangles, anticlockwise as seen from outside.

    x grows with the columns, y against the rows, z with the layers.
    """
    if body.lattice is not None:
        return polyhedral(body, measures)
    numbers: dict[Part, int] = {}
    triangles: list[Triangle] = []
    parts = _parts(body, measures.clearance > 0)
    for part in sorted(parts):
        for way, corners in _FACES:
            if tuple(x + step for x, step in zip(part, way, strict=True)) in parts:
                continue
            a, b, c, d = (
                numbers.setdefault((part[0] + corner[0], part[1] + corner[1], part[2] + corner[2]), len(numbers))
                for corner in corners
            )
            triangles += [(a, b, c), (a, c, d)]
    place = _Places(measures, plane, divided=measures.clearance > 0)
    return [place.of(corner) for corner in numbers], triangles


def _parts(body: Body, divided: bool) -> set[Part]:
    """Return the parts of the grid that the piece fills; divided: each cell is three parts wide along every axis."""
    cells = {(cell[0], cell[1], cell[2]) for cell in body.cells}
    if not divided:
        return cells
    parts: set[Part] = set()
    for cell in cells:
        for way in product((-1, 0, 1), repeat=3):
            reached = product(*((0, step) if step else (0,) for step in way))
            if all((cell[0] + x, cell[1] + y, cell[2] + z) in cells for x, y, z in reached):
                parts.add((3 * cell[0] + 1 + way[0], 3 * cell[1] + 1 + way[1], 3 * cell[2] + 1 + way[2]))
    return parts


class _Places:
    """The places of the grid's planes in millimetres."""

    def __init__(self, measures: Measures, plane: bool, *, divided: bool) -> None:
        self.measures, self.divided = measures, divided
        self.height = measures.height if plane else measures.cell

    def of(self, corner: Part) -> Vertex:
        """Return the point of a corner of the grid."""
        layer, row, column = corner
        return self._at(column, self.measures.cell), -self._at(row, self.measures.cell), self._at(layer, self.height)

    def _at(self, number: int, side: float) -> float:
        if not self.divided:
            return number * side
        cell, step = divmod(number, 3)
        half = self.measures.clearance / 2
        return cell * side + (0.0, half, side - half)[step]


def in_file(bodies: list[Body], ending: str, measures: Measures, *, plane: bool) -> bytes:
    """Return pieces as the content of a file, .stl or .obj."""
    meshes = [(body.name, *mesh(body, measures, plane=plane)) for body in bodies]
    return _stl(meshes) if ending == ".stl" else "".join(_obj(meshes)).encode()


def _stl(meshes: list[tuple[str, list[Vertex], list[Triangle]]]) -> bytes:
    content = bytearray(b"exactcover, millimetres".ljust(80, b" "))
    content += struct.pack("<I", sum(len(triangles) for _, _, triangles in meshes))
    for _, vertices, triangles in meshes:
        for triangle in triangles:
            corners = [vertices[number] for number in triangle]
            content += struct.pack("<12fH", *_normal(*corners), *corners[0], *corners[1], *corners[2], 0)
    return bytes(content)


def _normal(a: Vertex, b: Vertex, c: Vertex) -> Vertex:
    u, v = ([q - p for p, q in zip(a, other, strict=True)] for other in (b, c))
    x, y, z = u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]
    length = (x * x + y * y + z * z) ** 0.5
    return x / length, y / length, z / length


def _obj(meshes: list[tuple[str, list[Vertex], list[Triangle]]]) -> Iterator[str]:
    yield "# exactcover, millimetres\n"
    before, copies = 1, dict[str, int]()
    for name, vertices, triangles in meshes:
        copies[name] = copies.get(name, 0) + 1
        plain = "".join(letter if letter.isalnum() or letter in "-_" else "_" for letter in name)
        yield f"o {plain}{f'-{copies[name]}' if copies[name] > 1 else ''}\n"
        yield from (f"v {x:g} {y:g} {z:g}\n" for x, y, z in vertices)
        yield from (f"f {a + before} {b + before} {c + before}\n" for a, b, c in triangles)
        before += len(vertices)
