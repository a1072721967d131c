"""Pieces: finite sets of cells, when two are congruent, and the sets of pieces that have names.

The pieces of up to five cells are drawn below, with the letters of S. W. Golomb, Polyominoes (1965; 2nd edition 1994),
each followed by its number of cells; larger n-ominoes are generated. Solid sets: Soma by Piet Hein (M. Gardner, The 2nd
Scientific American Book of Mathematical Puzzles and Diversions, 1961), J. H. Conway's blocks in a box and the
Slothouber-Graatsma puzzle (Wikipedia, Conway puzzle), the Bedlam cube by B. Bedlam.
Not here: boards, placements, and how many copies a puzzle asks for.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from encoders.geometry.lattice import (
    CUBIC,
    MOTIONS,
    SQUARE,
    Cell,
    Lattice,
    Motions,
    Shape,
    image,
    lattice_of,
    normalised,
)
from exactcover.errors import InvalidInput, nearest

# The drawn side is the one that looks like its letter: it matters where pieces may not be reflected.
_DRAWN = {
    "I1": "#",
    "I2": "##",
    "I3": "###",
    "V3": "##/#.",
    "I4": "####",
    "O4": "##/##",
    "L4": "###/#..",
    "S4": ".##/##.",
    "T4": "###/.#.",
    "F5": ".##/##./.#.",
    "I5": "#####",
    "L5": "####/#...",
    "N5": "###./..##",
    "P5": "###/.##",
    "T5": "###/.#./.#.",
    "U5": "###/#.#",
    "V5": "###/#../#..",
    "W5": "#../##./.##",
    "X5": ".#./###/.#.",
    "Y5": "####/..#.",
    "Z5": "##./.#./.##",
}
# Layers from the bottom up: A4 has its fourth cube on the clockwise arm of the V seen from above (the right screw),
# B4 on the other arm, P4 on the bend. Soma's own letters for these three are A, B and P.
_SOLID = {
    "A4": "##/#.//../#.",
    "B4": "##/#.//.#/..",
    "P4": "##/#.//#./..",
    "brick-1x2x4": "####/####",
    "brick-2x2x2": "##/##//##/##",
}
_MIRROR_NAMES = {"L4": "J4", "S4": "Z4"}

_SIZES = {
    "monomino": 1,
    "dominoes": 2,
    "trominoes": 3,
    "tetrominoes": 4,
    "pentominoes": 5,
    "hexominoes": 6,
    "heptominoes": 7,
}
_MOTIONS_OF_SUFFIX: dict[str, Motions | None] = {"": None, "-one-sided": "rotations", "-fixed": "translations"}
_GENERATED = {6: 35, 7: 108}  # free n-ominoes: OEIS A000105

_SOLID_SETS = {
    "soma": {"V3": 1, "L4": 1, "T4": 1, "S4": 1, "A4": 1, "B4": 1, "P4": 1},
    "tetracubes": {"I4": 1, "O4": 1, "L4": 1, "S4": 1, "T4": 1, "A4": 1, "B4": 1, "P4": 1},
    "slothouber-graatsma": {"O4": 6, "I1": 3},
    "conway-5": {"brick-1x2x4": 13, "brick-2x2x2": 1, "O4": 1, "I3": 3},
}

# One packing of the 4x4x4 by the Bedlam cube, a layer a line, as a public solver named bedlam-cube prints it; it fixes
# the shapes. They are those listed with S. Kurowski, Bedlam / Crazee Cube solved (scottkurowski.com/BedlamCube), whose
# nicknames these are, all thirteen seen in a mirror, and give the 19186 packings of that page (checked by a count).
_BEDLAM_PACKING = (
    "eeev/DeBv/ACBB/AAAB",
    "Dvvv/DeCh/DCCh/AyyB",
    "wwzz/Dwgg/fwCh/yyxh",
    "fggz/ffgz/fwxh/yxxx",
)
_BEDLAM_NAMES = {
    "A": "corner-joist",
    "B": "pokey-z",
    "C": "middle-zig",
    "D": "X5",
    "e": "t-bone",
    "f": "f-in-therapy",
    "g": "spikey-zag",
    "h": "F5",
    "v": "dented-l",
    "w": "right-angles-everywhere",
    "x": "pokey-corner-bit",
    "y": "W5",
    "z": "A4",
}


@dataclass(frozen=True)
class Piece:
    """A named set of cells, moved to the origin; it need not be connected.

    cells: all different, of 2 or 3 coordinates each; motions: what a set with `-one-sided` or `-fixed` leaves of the
    lattice's isometries, None where that is for the puzzle to say. Raises InvalidInput.
    """

    name: str
    cells: Shape
    motions: Motions | None = None

    def __post_init__(self) -> None:
        if not self.name:
            raise InvalidInput("a piece without a name; expected letters, digits and dashes")
        if not self.cells:
            raise InvalidInput(f"piece {self.name!r} has no cells; expected at least one")
        lengths = sorted({len(cell) for cell in self.cells})
        if lengths not in ([2], [3]):
            found = " and ".join(map(str, lengths))
            raise InvalidInput(f"piece {self.name!r} has cells of {found} coordinates; expected 2 each, or 3 each")
        if len(set(self.cells)) < len(self.cells):
            twice = next(cell for cell in self.cells if self.cells.count(cell) > 1)
            raise InvalidInput(f"piece {self.name!r} has the cell {','.join(map(str, twice))} twice; expected it once")
        if self.motions is not None and self.motions not in MOTIONS:
            known = ", ".join(MOTIONS)
            raise InvalidInput(f"piece {self.name!r} has unknown motions {self.motions!r}; expected one of {known}")
        object.__setattr__(self, "cells", normalised(self.cells))


@dataclass(frozen=True)
class Member:
    """A piece of a set, and how many copies of it the set has; refused as InvalidInput below 0."""

    piece: Piece
    copies: int

    def __post_init__(self) -> None:
        if self.copies < 0:
            raise InvalidInput(f"{self.copies} copies of piece {self.piece.name!r}; expected 0 or more")


def orientations(cells: Shape, lattice: Lattice, motions: Motions) -> tuple[Shape, ...]:
    """Return the distinct images of the cells under the motions, normalised and in increasing order.

    Raises InvalidInput where the cells are not the lattice's (see `in_dimension`).
    """
    if not cells or len(cells[0]) != lattice.dimension:
        found = f"cells of {len(cells[0])} coordinates" if cells else "no cells"
        raise InvalidInput(f"{found} on the {lattice.name} lattice; expected cells of {lattice.dimension} coordinates")
    return tuple(sorted({image(matrix, cells) for matrix in lattice.matrices(motions)}))


def canonical(cells: Shape, lattice: Lattice, motions: Motions) -> Shape:
    """Return the least of the orientations: the same for two shapes exactly when a motion takes one to the other."""
    return orientations(cells, lattice, motions)[0]


def in_dimension(cells: Shape, dimension: int, name: str = "") -> Shape:
    """Return the cells with that many coordinates, planar ones being layer 0 of space.

    Raises InvalidInput for a solid piece in the plane; `name` is for its sentence.
    """
    lattice_of(dimension)
    if not cells or len(cells[0]) == dimension:
        return cells
    if dimension == 3:
        return tuple((0, *cell) for cell in cells)
    if any(cell[0] for cell in cells):
        piece = f"piece {name!r}" if name else f"a piece of {len(cells)} cells"
        raise InvalidInput(f"{piece} is solid and the board is planar; expected a planar piece, or a board AxBxC")
    return tuple(cell[1:] for cell in cells)


def polyominoes(n: int, motions: Motions = "isometries") -> tuple[Shape, ...]:
    """Return all connected sets of n squares up to the motions, in order of canonical form; raises InvalidInput for n < 1.

    Free under isometries, one-sided under rotations, fixed under translations (OEIS A000105, A000988, A001168).
    """
    return _connected_shapes(n, SQUARE, motions)


def polycubes(n: int, motions: Motions = "rotations") -> tuple[Shape, ...]:
    """Return all connected sets of n cubes up to the motions, in order of canonical form; raises InvalidInput for n < 1.

    OEIS A000162 under rotations, A038119 under isometries, A001931 under translations.
    """
    return _connected_shapes(n, CUBIC, motions)


@cache
def _connected_shapes(n: int, lattice: Lattice, motions: Motions) -> tuple[Shape, ...]:
    if n < 1:
        raise InvalidInput(f"shapes of {n} cells; expected at least 1")
    if motions == "isometries":
        shapes = _grown(n, lattice)
    else:
        shapes = {
            other
            for shape in _connected_shapes(n, lattice, "isometries")
            for other in orientations(shape, lattice, "isometries")
        }
    found: list[Shape] = []
    seen: set[Shape] = set()
    for shape in shapes:
        if shape not in seen:
            turned = orientations(shape, lattice, motions)
            seen.update(turned)
            found.append(turned[0])
    return tuple(sorted(found))


def _grown(n: int, lattice: Lattice) -> set[Shape]:
    """Return shapes of n cells, at least one of every congruence class: smaller shapes with a neighbour added."""
    if n == 1:
        return {((0,) * lattice.dimension,)}
    return {
        normalised((*shape, neighbour))
        for shape in _connected_shapes(n - 1, lattice, "isometries")
        for cell in shape
        for neighbour in lattice.neighbours(cell)
        if neighbour not in shape
    }


def set_names() -> tuple[str, ...]:
    """Return the names of the sets of pieces, the planar ones first."""
    planar = tuple(name + suffix for name in _SIZES for suffix in _MOTIONS_OF_SUFFIX)
    return (*planar, "blokus", *_SOLID_SETS, "bedlam")


def piece_names() -> tuple[str, ...]:
    """Return the names that stand for a single piece; nothing is generated for it."""
    generated = (name for n, count in _GENERATED.items() for name in _generated_names(n, count))
    return (*_DRAWN, *_MIRROR_NAMES.values(), *_SOLID, *generated)


@cache
def piece_set(name: str) -> tuple[Member, ...]:
    """Return the pieces of a named set with the set's own copies, or the one piece of that name.

    Singular and plural both do (`pentomino`). All pieces of a solid set have cells of three coordinates; elsewhere
    planar pieces have two. Raises InvalidInput, with the nearest known name.
    """
    if name == "blokus":
        return tuple(Member(Piece(letter, cells), 1) for n in range(1, 6) for letter, cells in _free(n))
    if name == "bedlam":
        return tuple(Member(piece, 1) for piece in _bedlam())
    solid = _SOLID_SETS.get(name) or _SOLID_SETS.get(name + "s")
    if solid:
        return tuple(Member(Piece(each, in_dimension(_single(each), 3)), copies) for each, copies in solid.items())
    stem = name.removesuffix("-one-sided").removesuffix("-fixed")
    size = next((n for plural, n in _SIZES.items() if stem in _spellings(plural)), None)
    if size is not None and name[len(stem) :] in _MOTIONS_OF_SUFFIX:
        return tuple(Member(piece, 1) for piece in _family(size, _MOTIONS_OF_SUFFIX[name[len(stem) :]]))
    if name in piece_names():
        return (Member(Piece(name, _single(name)), 1),)
    hint = nearest(name, (*set_names(), *piece_names()))
    raise InvalidInput(f"unknown piece {name!r}; expected a set such as pentominoes or a piece such as X5{hint}")


def _spellings(name: str) -> tuple[str, ...]:
    singular = name.removesuffix("es")
    return singular, singular + "s", singular + "es"


def _generated_names(n: int, count: int) -> list[str]:
    return [f"P{n}-{number:0{len(str(count))}}" for number in range(1, count + 1)]


def _cells(picture: str, mark: str = "#") -> Shape:
    """Return the cells that bear the mark: in space if the picture has layers."""
    layers = picture.split("//")
    cells: list[Cell] = [
        (z, y, x)
        for z, layer in enumerate(layers)
        for y, row in enumerate(layer.split("/"))
        for x, character in enumerate(row)
        if character == mark
    ]
    return in_dimension(tuple(cells), 3 if len(layers) > 1 else 2)


def _free(n: int) -> list[tuple[str, Shape]]:
    """Return the free n-ominoes with their names, in the order of the names."""
    if n in _GENERATED:
        return list(zip(_generated_names(n, _GENERATED[n]), polyominoes(n), strict=True))
    return [(name, _cells(picture)) for name, picture in _DRAWN.items() if name.endswith(str(n))]


def _family(n: int, motions: Motions | None) -> list[Piece]:
    """Return all n-ominoes: the free ones, with their mirror twins under rotations, in every orientation when fixed."""
    pieces = []
    for name, cells in _free(n):
        if motions == "translations":
            turned = orientations(cells, SQUARE, "isometries")
            pieces += [Piece(f"{name}-{number}", shape, motions) for number, shape in enumerate(turned, start=1)]
            continue
        pieces.append(Piece(name, cells, motions))
        twin = image(SQUARE.mirror, cells)
        if motions == "rotations" and twin not in orientations(cells, SQUARE, "rotations"):
            pieces.append(Piece(_MIRROR_NAMES.get(name, name + "m"), twin, motions))
    return pieces


def _single(name: str) -> Shape:
    """Return the cells of the piece of that name, one of `piece_names`."""
    for drawn, mirrored in _MIRROR_NAMES.items():
        if name == mirrored:
            return image(SQUARE.mirror, _cells(_DRAWN[drawn]))
    picture = _DRAWN.get(name) or _SOLID.get(name)
    return _cells(picture) if picture else dict(_free(int(name[1])))[name]


def _bedlam() -> list[Piece]:
    packing = "//".join(_BEDLAM_PACKING)
    return [Piece(name, _cells(packing, letter)) for letter, name in _BEDLAM_NAMES.items()]
