"""BurrTools files (.xmpuzzle): XML of shapes made of voxels, and problems that say which of them make which result.

All grids of encoders/geometry/burrtools_grids.py are read: cubes, triangular prisms, spheres, rhombic tetrahedra, tetrahedra and
octahedra. A shape's voxels are a text, x fastest, then y, then z: `_` empty, `#` filled, `+` may stay empty (in the result
only), each followed by the number of its colour if it has one. A problem has the number of copies of each shape, the shape
that is the result, which colours may meet (`pair`, counted from 0), and the maximum number of empty cells.
A shape may be in groups, whose pieces need not come apart: all copies in one (`group`), or so many in each of several (elements
`group`); group 0 is none. Data about appearance, earlier solutions and their disassemblies is ignored. The axes of cells are z,
y, x, but for prisms. Each shape is moved to the origin by a translation of its lattice.
Source: the BurrTools user guide, and its files; https://burrtools.sourceforge.net.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import product
from math import prod
from operator import add, sub
from typing import Any, NamedTuple
from xml.parsers import expat

from encoders.geometry.burrtools_grids import GRIDS, Grid, Place
from encoders.geometry.lattice import Lattice
from encoders.geometry.lattices import CUBIC
from exactcover.model.errors import InvalidInput

MOST_VOXELS = 1_000_000
MOST_SHAPES, MOST_PROBLEMS, MOST_DEPTH = 10_000, 10_000, 100
LONGEST_NAME, MOST_GROUP = 100, 65_535
_NUMBER = re.compile(r"[0-9]{1,9}")
_VOXEL = re.compile(r"([_#+])([0-9]{0,9})")
_STRAY = re.compile(r"[^_#+0-9]|(?<![_#+0-9])[0-9]")
_MARKS = re.compile(r"[,/:+=\s]+")


class Voxel(NamedTuple):
    """A nonempty voxel: its cell in the grid's lattice, whether it may stay empty, its colour (0: none)."""

    cell: Place
    optional: bool
    colour: int


@dataclass
class Shape:
    """A shape: the line where it begins, its name, its sides along x, y and z, and its text."""

    line: int
    name: str
    sides: tuple[int, int, int]
    text: list[str] = field(default_factory=list)


@dataclass
class Problem:
    """A problem: its line, its name, the most empty cells, copies as (shape, least, most), for each of these how many copies a
    group may have, the result, pairs of colours.
    """

    line: int
    name: str
    empty: int | None
    copies: list[tuple[int, int, int]] = field(default_factory=list)
    groups: list[dict[int, int]] = field(default_factory=list)
    result: int | None = None
    pairs: set[tuple[int, int]] = field(default_factory=set)


def keys(text: str, number: int | None = None) -> dict[str, Any]:
    """Return the keys of the packing of one problem in a file; raises InvalidInput with the line at fault.

    number: of the problem, from 1; None: the first.
    """
    reader = _Reader()
    reader.read(text)
    problems = reader.problems
    if not problems:
        raise InvalidInput("the file has no problem; expected at least one")
    if number is not None and not 1 <= number <= len(problems):
        known = "problem 1" if len(problems) == 1 else f"problems 1 to {len(problems)}"
        raise InvalidInput(f"problem {number} was named; the file has {known}")
    problem = problems[(number or 1) - 1]
    metadata = {"title": problem.name} if problem.name else {}
    if len(problems) > 1:
        metadata["source"] = f"problem {number or 1} of {len(problems)} in the file"
    return {"kind": "packing", **metadata, **_of_problem(problem, reader.shapes, reader.grid)}


class _Reader:
    """The parser's state: the open elements, the grid, shapes and problems."""

    def __init__(self) -> None:
        self.path: list[str] = []
        self.grid = GRIDS[0]
        self.shapes: list[Shape] = []
        self.problems: list[Problem] = []
        self.parser = expat.ParserCreate()
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._characters
        self.parser.StartDoctypeDeclHandler = self._doctype
        self.parser.buffer_text = True

    def read(self, text: str) -> None:
        """Read a text; raises InvalidInput."""
        try:
            self.parser.Parse(text, True)
        except expat.ExpatError as error:
            message = expat.ErrorString(error.code) or "no XML"
            raise InvalidInput(f"line {error.lineno}: {message}; expected the XML of a BurrTools file") from error

    @property
    def line(self) -> int:
        """The current line."""
        return self.parser.CurrentLineNumber

    def _doctype(self, *_: Any) -> None:
        raise InvalidInput(f"line {self.line}: the file declares a document type or entities; expected elements only")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if not self.path and name != "puzzle":
            raise InvalidInput(f"line {self.line}: the file begins with <{name[:40]}>; expected <puzzle>")
        self.path.append(name)
        if len(self.path) > MOST_DEPTH:
            raise InvalidInput(f"line {self.line}: elements nest over {MOST_DEPTH} deep; expected a BurrTools file")
        where = "/".join(self.path)
        if where == "puzzle":
            self._number(attributes, "version", 1, 2, 2)
        elif where == "puzzle/gridType":
            self._grid(attributes)
        elif where == "puzzle/shapes/voxel":
            self._shape(attributes)
        elif where == "puzzle/problems/problem":
            if len(self.problems) == MOST_PROBLEMS:
                raise InvalidInput(f"line {self.line}: the file has over {MOST_PROBLEMS} problems; expected fewer")
            empty = self._number(attributes, "maxHoles", 0, 10**9, -1)
            self.problems.append(Problem(self.line, attributes.get("name", ""), None if empty < 0 else empty))
        elif where == "puzzle/problems/problem/shapes/shape":
            self._copies(attributes)
        elif where == "puzzle/problems/problem/shapes/shape/group":
            self._group(attributes)
        elif where == "puzzle/problems/problem/result":
            self.problems[-1].result = self._number(attributes, "id", 0, 10**9, -1)
        elif where == "puzzle/problems/problem/bitmap/pair":
            pair = tuple(self._number(attributes, side, 0, 62) + 1 for side in ("piece", "result"))
            self.problems[-1].pairs.add((pair[0], pair[1]))

    def _end(self, _: str) -> None:
        self.path.pop()

    def _characters(self, text: str) -> None:
        if self.path[1:] == ["shapes", "voxel"]:
            self.shapes[-1].text.append(text)

    def _grid(self, attributes: dict[str, str]) -> None:
        number = self._number(attributes, "type", 0, 10**9)
        if number >= len(GRIDS):
            raise InvalidInput(
                f"line {self.line}: the grid is of type {number}; expected type 0 to {len(GRIDS) - 1}, from cubes to"
                " tetrahedra and octahedra"
            )
        self.grid = GRIDS[number]

    def _shape(self, attributes: dict[str, str]) -> None:
        if len(self.shapes) == MOST_SHAPES:
            raise InvalidInput(f"line {self.line}: the file has over {MOST_SHAPES} shapes; expected fewer")
        if self._number(attributes, "type", 0, 10**9, 0):
            raise InvalidInput(f"line {self.line}: voxels are of type {attributes['type'][:40]}; expected type 0")
        x, y, z = (self._number(attributes, side, 1, MOST_VOXELS) for side in "xyz")
        if x * y * z > MOST_VOXELS:
            raise InvalidInput(f"line {self.line}: a shape has {x}x{y}x{z} voxels; expected at most {MOST_VOXELS}")
        self.shapes.append(Shape(self.line, attributes.get("name", ""), (x, y, z)))

    def _copies(self, attributes: dict[str, str]) -> None:
        shape = self._number(attributes, "id", 0, 10**9)
        if "count" in attributes:
            least = most = self._number(attributes, "count", 0, 10**9)
        else:
            least, most = (self._number(attributes, end, 0, 10**9) for end in ("min", "max"))
        if least > most:
            raise InvalidInput(f"line {self.line}: shape {shape} has {least} to {most} copies; expected min up to max")
        self.problems[-1].copies.append((shape, least, most))
        group = self._number(attributes, "group", 0, MOST_GROUP, 0)
        self.problems[-1].groups.append({group: most} if group and most else {})

    def _group(self, attributes: dict[str, str]) -> None:
        """Read one of several groups of a shape, and how many copies of it the group may have."""
        group, number = self._number(attributes, "group", 0, MOST_GROUP), self._number(attributes, "count", 0, 10**9)
        shape, _, most = self.problems[-1].copies[-1]
        groups = self.problems[-1].groups[-1]
        if group in groups:
            raise InvalidInput(
                f"line {self.line}: shape {shape} is put into group {group} twice; expected one group=, or one <group> for each"
            )
        if group and number and most:
            groups[group] = min(number, most)

    def _number(self, attributes: dict[str, str], name: str, least: int, most: int, default: int | None = None) -> int:
        value = attributes.get(name)
        if value is None and default is not None:
            return default
        where = f"line {self.line}: <{self.path[-1]}>"
        if value is None:
            raise InvalidInput(f"{where} has no {name}; expected {name}=NUMBER")
        if not _NUMBER.fullmatch(value) or not least <= int(value) <= most:
            raise InvalidInput(f"{where} has {name}={value[:40]!r}; expected a whole number from {least} to {most}")
        return int(value)


def _of_problem(problem: Problem, shapes: list[Shape], grid: Grid) -> dict[str, Any]:
    """Return the lattice, the board, the pieces and the pairs that may meet."""
    if problem.result is None:
        raise InvalidInput(f"line {problem.line}: the problem has no result; expected <result id=.../>")
    for number in (problem.result, *(number for number, _, _ in problem.copies)):
        if not 0 <= number < len(shapes):
            raise InvalidInput(
                f"line {problem.line}: the problem names shape {number}; the file has {len(shapes)} shapes"
            )
    result = _voxels(shapes[problem.result], problem.result, grid)
    if not result:
        raise InvalidInput(f"line {shapes[problem.result].line}: the result has no voxel; expected at least one")
    used = [
        (number, least, most, groups)
        for (number, least, most), groups in zip(problem.copies, problem.groups, strict=True)
        if most
    ]
    if not used:
        raise InvalidInput(f"line {problem.line}: the problem has no piece; expected at least one")
    pieces = {number: _voxels(shapes[number], number, grid) for number, _, _, _ in used}
    for number, piece in pieces.items():
        if not piece or any(voxel.optional for voxel in piece):
            fault = "has +, which only a result may" if piece else "has no voxel"
            raise InvalidInput(f"line {shapes[number].line}: shape {number} is a piece and {fault}; expected _ and #")
    grounds = _grounds(result, pieces, problem.pairs)
    numbers = {colour: place for place, colour in enumerate(grounds, 1)}
    names = _names(shapes, list(pieces))
    tables = []
    for number, least, most, groups in used:
        table: dict[str, Any] = {
            "name": names[number],
            "cells": [list(voxel.cell) for voxel in pieces[number]],
            "copies": [least, most],
            **({"groups": sorted(map(list, groups.items()))} if groups else {}),
        }
        ground = [numbers.get(voxel.colour, 0) for voxel in pieces[number]]
        tables.append({**table, "grounds": ground} if any(ground) else table)
    cells = {voxel.cell for voxel in result}
    optional = [list(voxel.cell) for voxel in result if voxel.optional]
    return {
        **({} if grid.lattice == CUBIC else {"lattice": grid.lattice.name}),
        **_box(cells, grid.lattice, shapes[problem.result].line),
        **({"optional": optional} if optional else {}),
        **({"holes_free": [0, problem.empty]} if optional and problem.empty is not None else {}),
        "pieces": tables,
        **({"grounds": [list(map(list, each)) for each in grounds.values()]} if grounds else {}),
    }


def _box(cells: set[Place], lattice: Lattice, line: int) -> dict[str, Any]:
    """Return the board around the cells, and its other cells as holes; raises InvalidInput if it is too large."""
    sides = [max(axis) + 1 for axis in zip(*cells, strict=True)]
    board = "x".join(map(str, sides))
    if prod(sides) > MOST_VOXELS:
        raise InvalidInput(f"line {line}: the result is in a board of {board} points; expected at most {MOST_VOXELS}")
    box = product(*map(range, sides))
    return {"board": board, "holes": [list(cell) for cell in box if cell not in cells and lattice.has(cell)]}


def _voxels(shape: Shape, number: int, grid: Grid) -> list[Voxel]:
    """Return the nonempty voxels of a shape, moved to the origin by a translation of the lattice.

    Raises InvalidInput if the text does not match its size, or fills points that are no cells of the grid.
    """
    text = "".join("".join(shape.text).split())
    where = f"line {shape.line}: shape {number}"
    stray = _STRAY.search(text)
    if stray is not None:
        raise InvalidInput(
            f"{where} has {stray[0]!r} at {stray.start()}; expected _, # and +, each with the number of a colour"
        )
    x, y, z = shape.sides
    states = _VOXEL.findall(text)
    if len(states) != x * y * z:
        raise InvalidInput(f"{where} has {len(states)} voxels; expected {x}x{y}x{z} = {x * y * z}")
    voxels = []
    for place, (mark, colour) in enumerate(states):
        if colour and int(colour) > 63:
            raise InvalidInput(f"{where} has colour {colour}; expected 0 to 63")
        if mark != "_":
            at = (place % x, place // x % y, place // (x * y))
            voxels.append(Voxel(grid.cell(at), mark == "+", int(colour or 0)))
            if not grid.lattice.has(voxels[-1].cell):
                raise InvalidInput(
                    f"{where} has {mark} at x,y,z = {','.join(map(str, at))}, which is no cell of grid {GRIDS.index(grid)}"
                    f" ({grid.name}); expected _"
                )
    return _moved(voxels, grid.lattice) if voxels else []


def _moved(voxels: list[Voxel], lattice: Lattice) -> list[Voxel]:
    """Return the voxels moved by that translation of the lattice that leaves the least empty layers, rows and columns."""
    corner = tuple(map(min, zip(*(voxel.cell for voxel in voxels), strict=True)))
    reached = [lattice.residue(map(add, corner, shift)) for shift in lattice.translations]
    layer, row, column = map(sub, corner, min(reached, key=lambda at: (sum(at), at)))
    return [voxel._replace(cell=(z - layer, y - row, x - column)) for voxel in voxels for z, y, x in (voxel.cell,)]


def _grounds(
    result: list[Voxel], pieces: dict[int, list[Voxel]], pairs: set[tuple[int, int]]
) -> dict[int, list[Place]]:
    """Return for each colour of pieces that is restricted the cells of the result where it may lie.

    Cells without a colour match every colour.
    """
    colours = sorted({voxel.colour for voxels in pieces.values() for voxel in voxels} - {0})
    grounds = {}
    for colour in colours:
        cells = [voxel.cell for voxel in result if not voxel.colour or (colour, voxel.colour) in pairs]
        if len(cells) < len(result):
            grounds[colour] = cells
    return grounds


def _names(shapes: list[Shape], numbers: list[int]) -> dict[int, str]:
    """Return a name for each piece: that of its shape, without characters special in keys, or S and its number, from 1."""
    names: dict[int, str] = {}
    for number in numbers:
        name = _MARKS.sub("-", shapes[number].name.strip())
        right = 0 < len(name) <= LONGEST_NAME and name.isprintable() and name not in names.values()
        names[number] = name if right else f"S{number + 1}"
    return names
