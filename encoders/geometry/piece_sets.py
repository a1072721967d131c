"""The pieces and sets of pieces that have names.

The pieces of up to five cells are drawn below, with the letters of S. W. Golomb, Polyominoes (1965; 2nd edition 1994),
each followed by its number of cells; larger n-ominoes, polyhexes and polyiamonds are in polyforms.py. Solid sets: Soma by
Piet Hein (M. Gardner, The 2nd Scientific American Book of Mathematical Puzzles and Diversions, 1961), J. H. Conway's blocks in
a box and the Slothouber-Graatsma puzzle (Wikipedia, Conway puzzle), the Bedlam cube by B. Bedlam.
Not here: what a piece is, and when two are congruent (piece.py).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from encoders.geometry import polyforms
from encoders.geometry.lattice import Lattice, Motions
from encoders.geometry.lattices import CUBIC, SQUARE
from encoders.geometry.piece import Piece, canonical, images, mirrored, on_lattice
from exactcover.model.errors import InvalidInput, nearest

# The drawn side is the one that resembles its letter: it matters if pieces may not be reflected.
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

# A family of shapes: the drawn ones with that many cells, or a family of polyforms.py.
_FAMILIES = {
    "monomino": "1",
    "dominoes": "2",
    "trominoes": "3",
    "tetrominoes": "4",
    "pentominoes": "5",
    **polyforms.SETS,
}
_MOTIONS_OF_SUFFIX: dict[str, Motions | None] = {"": None, "-one-sided": "rotations", "-fixed": "translations"}

_SOLID_SETS = {
    "soma": {"V3": 1, "L4": 1, "T4": 1, "S4": 1, "A4": 1, "B4": 1, "P4": 1},
    "tetracubes": {"I4": 1, "O4": 1, "L4": 1, "S4": 1, "T4": 1, "A4": 1, "B4": 1, "P4": 1},
    "slothouber-graatsma": {"O4": 6, "I1": 3},
    "conway-5": {"brick-1x2x4": 13, "brick-2x2x2": 1, "O4": 1, "I3": 3},
}

# One packing of the 4x4x4 by the Bedlam cube, one layer per line, as a public solver named bedlam-cube prints it; it fixes
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


_BLOKUS_SETS: dict[str, tuple[str, ...]] = {
    "blokus": (),  # all of one to five cells
    "blokus-tiny": ("I2", "I3", "V3", "T4", "U5"),
    "blokus-tiny-2": ("I3", "V3", "O4", "L4", "T5", "Z5"),
    "blokus-small": ("I1", "I2", "I3", "V3", "I4", "O4", "L4", "S4", "T4", "I5", "T5", "V5", "Z5"),
}
"""The pieces of Blokus, and the smaller sets of a course on search (HUJI 67842, exercise 1: tiny_set, tiny_set_2, small_set)."""


@dataclass(frozen=True)
class Member:
    """A piece of a set, and its number of copies in the set; InvalidInput if negative."""

    piece: Piece
    copies: int

    def __post_init__(self) -> None:
        if self.copies < 0:
            raise InvalidInput(f"{self.copies} copies of piece {self.piece.name!r}; expected 0 or more")


def set_names() -> tuple[str, ...]:
    """Return the names of the sets of pieces, the planar ones first."""
    planar = tuple(name + suffix for name in _FAMILIES for suffix in _MOTIONS_OF_SUFFIX)
    return (*planar, *_BLOKUS_SETS, *_SOLID_SETS, "bedlam")


@cache
def piece_names() -> tuple[str, ...]:
    """Return the names of single pieces, each once, even if two lattices have it; none is generated for this."""
    generated = (name for family in polyforms.FAMILIES for name in polyforms.names(family))
    return tuple(dict.fromkeys((*_DRAWN, *_MIRROR_NAMES.values(), *_SOLID, *generated)))


@cache
def piece_set(name: str, lattice: Lattice | None = None) -> tuple[Member, ...]:
    """Return the pieces of a named set with the set's own copies, or the one piece of that name.

    Both singular and plural are accepted (`pentomino`). All pieces of a solid set are of cubes; otherwise planar pieces are of
    squares, polyhexes and polyiamonds of their lattices. lattice: which piece is meant if several have the name (`bar`). Raises
    InvalidInput, with the nearest known name.
    """
    if name in _BLOKUS_SETS:
        every = [piece for n in range(1, 6) for piece in _free(str(n))]
        chosen = _BLOKUS_SETS[name] or [piece.name for piece in every]
        return tuple(Member(piece, 1) for piece in every if piece.name in chosen)
    if name == "bedlam":
        return tuple(Member(piece, 1) for piece in _bedlam())
    solid = _SOLID_SETS.get(name) or _SOLID_SETS.get(name + "s")
    if solid:
        return tuple(
            Member(Piece(each, on_lattice(_single(each), CUBIC), CUBIC), copies) for each, copies in solid.items()
        )
    stem = name.removesuffix("-one-sided").removesuffix("-fixed")
    family = next((family for plural, family in _FAMILIES.items() if stem in _spellings(plural)), None)
    if family is not None and name[len(stem) :] in _MOTIONS_OF_SUFFIX:
        return tuple(Member(piece, 1) for piece in _family(family, _MOTIONS_OF_SUFFIX[name[len(stem) :]]))
    if name in piece_names():
        return (Member(_single(name, lattice), 1),)
    hint = nearest(name, (*set_names(), *piece_names()))
    raise InvalidInput(f"unknown piece {name!r}; expected a set such as pentominoes or a piece such as X5{hint}")


def _spellings(name: str) -> tuple[str, ...]:
    singular = name.removesuffix("s") if name.endswith("iamonds") else name.removesuffix("es")
    return singular, singular + "s", singular + "es"


def _drawn(name: str, picture: str, mark: str = "#") -> Piece:
    """Return the piece of the cells with the mark: of cubes if the picture has layers, otherwise of squares."""
    layers = picture.split("//")
    cells = tuple(
        (z, y, x)
        for z, layer in enumerate(layers)
        for y, row in enumerate(layer.split("/"))
        for x, character in enumerate(row)
        if character == mark
    )
    return Piece(name, cells, CUBIC) if len(layers) > 1 else Piece(name, tuple(cell[1:] for cell in cells), SQUARE)


def _free(family: str) -> list[Piece]:
    """Return the pieces of a family up to isometries, in the order of their names."""
    if family in polyforms.FAMILIES:
        return polyforms.pieces(family)
    return [_drawn(name, picture) for name, picture in _DRAWN.items() if name.endswith(family)]


def _family(family: str, motions: Motions | None) -> list[Piece]:
    """Return a whole family: the free shapes, plus their mirror images under rotations, or in every orientation if fixed."""
    pieces = []
    for piece in _free(family):
        name, cells, lattice = piece.name, piece.cells, piece.lattice
        if motions == "translations":
            turned = sorted({canonical(each, lattice, motions) for each in images(cells, lattice, "isometries")})
            pieces += [
                Piece(f"{name}-{number}", shape, lattice, motions) for number, shape in enumerate(turned, start=1)
            ]
            continue
        pieces.append(Piece(name, cells, lattice, motions))
        if motions != "rotations":
            continue
        twin = canonical(mirrored(cells, lattice), lattice, "translations")
        if canonical(twin, lattice, motions) != canonical(cells, lattice, motions):
            pieces.append(Piece(_MIRROR_NAMES.get(name, name + "m"), twin, lattice, motions))
    return pieces


def _single(name: str, lattice: Lattice | None = None) -> Piece:
    """Return the piece of that name, one of `piece_names`; lattice: which of several."""
    for drawn, twin in _MIRROR_NAMES.items():
        if name == twin:
            return Piece(name, mirrored(_single(drawn).cells, SQUARE), SQUARE)
    picture = _DRAWN.get(name) or _SOLID.get(name)
    if picture:
        return _drawn(name, picture)
    family = polyforms.family_of(name, lattice)
    return next(piece for piece in polyforms.pieces(str(family)) if piece.name == name)


def _bedlam() -> list[Piece]:
    packing = "//".join(_BEDLAM_PACKING)
    return [_drawn(name, packing, letter) for letter, name in _BEDLAM_NAMES.items()]
