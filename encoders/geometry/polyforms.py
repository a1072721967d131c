"""The families of pieces that are generated: n-ominoes of six and more squares, and polyforms of other lattices.

Numbers of free pieces: OEIS A000105 (polyominoes), A000228 (polyhexes), A000577 (polyiamonds), A006074 (polyaboloes), A197462
(polydrafters within the kisrhombille tiling), A019988 (polysticks), A159867 (polytrigs), A197459 (polytwigs); of bodies,
A038173 (polyspheres). The pieces of a family have
numbers in order of canonical form, or traditional names. Names of the tetrahexes: M. Gardner (Wikipedia, Polyhex); names of the
hexiamonds with their shapes: D. Goodger, Polyform Puzzler, "Introduction to Polyiamonds".
Not here: sets of families and single pieces (piece_sets.py).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from encoders.geometry.lattice import Lattice, Shape
from encoders.geometry.lattices import (
    FCC,
    HEXAGON,
    HEXAGON_EDGES,
    KISRHOMBILLE,
    SQUARE,
    SQUARE_EDGES,
    TETRAKIS,
    TRIANGLE,
    TRIANGLE_EDGES,
)
from encoders.geometry.piece import Piece, as_body, canonical, connected_shapes, seated
from encoders.geometry.tans import polyaboloes

_TETRAHEXES: dict[str, Shape] = {
    "bar": ((0, 0), (0, 1), (0, 2), (0, 3)),
    "worm": ((0, 0), (0, 1), (0, 2), (1, 2)),
    "pistol": ((0, 0), (0, 1), (0, 2), (1, 1)),
    "propeller": ((0, 2), (1, 0), (1, 1), (2, 1)),
    "arch": ((0, 1), (0, 2), (1, 0), (1, 2)),
    "bee": ((0, 0), (0, 1), (1, 0), (1, 1)),
    "wave": ((0, 0), (0, 1), (1, 1), (1, 2)),
}
_HEXIAMONDS: dict[str, Shape] = {
    "bar": ((0, 5), (1, 3), (1, 4), (2, 1), (2, 2), (3, 0)),
    "crook": ((0, 3), (0, 4), (1, 1), (1, 2), (2, 0), (3, 0)),
    "crown": ((0, 3), (0, 4), (1, 1), (1, 2), (2, 0), (2, 2)),
    "sphinx": ((0, 3), (1, 3), (1, 4), (2, 1), (2, 2), (3, 0)),
    "snake": ((0, 3), (1, 3), (2, 1), (2, 2), (3, 0), (4, 0)),
    "yacht": ((0, 3), (1, 1), (1, 3), (2, 1), (2, 2), (3, 0)),
    "chevron": ((0, 4), (1, 3), (2, 3), (3, 1), (3, 2), (4, 0)),
    "signpost": ((0, 3), (1, 1), (1, 2), (2, 0), (2, 2), (2, 3)),
    "lobster": ((0, 2), (1, 1), (1, 3), (2, 1), (2, 2), (3, 0)),
    "hook": ((0, 2), (0, 3), (1, 3), (2, 1), (2, 2), (3, 0)),
    "hexagon": ((0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)),
    "butterfly": ((0, 1), (0, 3), (1, 1), (1, 2), (2, 0), (2, 2)),
}


@dataclass(frozen=True)
class Family:
    """All connected shapes of n cells of a lattice up to isometries, and how many there are; named: those with names."""

    lattice: Lattice
    n: int
    count: int
    named: dict[str, Shape] = field(default_factory=dict, hash=False)


FAMILIES = {
    "P6": Family(SQUARE, 6, 35),
    "P7": Family(SQUARE, 7, 108),
    **{f"hex{n}": Family(HEXAGON, n, count, _TETRAHEXES if n == 4 else {})
       for n, count in enumerate((1, 1, 3, 7, 22, 82, 333), start=1)},
    **{f"tri{n}": Family(TRIANGLE, n, count, _HEXIAMONDS if n == 6 else {})
       for n, count in enumerate((1, 1, 1, 3, 4, 12, 24, 66, 160), start=1)},
    **{f"tan{n}": Family(TETRAKIS, n, count) for n, count in enumerate((1, 3, 4, 14, 30, 107), start=1)},
    **{f"drafter{n}": Family(KISRHOMBILLE, n, count) for n, count in enumerate((1, 3, 3, 9, 14, 38), start=1)},
    **{f"stick{n}": Family(SQUARE_EDGES, n, count) for n, count in enumerate((1, 2, 5, 16, 55), start=1)},
    **{f"trig{n}": Family(TRIANGLE_EDGES, n, count) for n, count in enumerate((1, 3, 12, 60), start=1)},
    **{f"twig{n}": Family(HEXAGON_EDGES, n, count) for n, count in enumerate((1, 1, 3, 4, 12, 27, 78), start=1)},
    **{f"sphere{n}": Family(FCC, n, count) for n, count in enumerate((1, 1, 4, 25), start=1)},
}  # fmt: skip
"""The generated families by the beginning of their pieces' names: P6-01, hex5-01, tri7-01, and hex1 for the only one."""

SETS = {
    "hexominoes": "P6",
    "heptominoes": "P7",
    **dict(zip(("monohex", "dihex", "trihexes", "tetrahexes", "pentahexes", "hexahexes", "heptahexes"),
               (f"hex{n}" for n in range(1, 8)), strict=True)),
    **dict(zip(("moniamond", "diamond", "triamond", "tetriamonds", "pentiamonds", "hexiamonds", "heptiamonds", "octiamonds",
                "enneiamonds"),
               (f"tri{n}" for n in range(1, 10)), strict=True)),
    **dict(zip(("monoabolo", "diaboloes", "triaboloes", "tetraboloes", "pentaboloes", "hexaboloes"),
               (f"tan{n}" for n in range(1, 7)), strict=True)),
    **{f"{prefix}{kind}{'' if FAMILIES[f'{kind}{n}'].count == 1 else 's'}": f"{kind}{n}"
       for kind in ("drafter", "stick", "trig", "twig", "sphere")
       for n, prefix in enumerate(("mono", "di", "tri", "tetra", "penta", "hexa", "hepta"), start=1) if f"{kind}{n}" in FAMILIES},
}  # fmt: skip
"""The names of the sets of these families."""


def names(family: str) -> list[str]:
    """Return the names of a family's pieces; generates none."""
    declared = FAMILIES[family]
    if declared.named:
        return list(declared.named)
    if declared.count == 1:
        return [family]
    return [f"{family}-{number:0{len(str(declared.count))}}" for number in range(1, declared.count + 1)]


def pieces(family: str) -> list[Piece]:
    """Return the pieces of a family up to isometries, in the order of their names."""
    declared = FAMILIES[family]
    shapes = [seated(cells, declared.lattice, "isometries") for cells in declared.named.values() or _shapes(declared)]
    return [Piece(name, cells, declared.lattice) for name, cells in zip(names(family), shapes, strict=True)]


def _shapes(family: Family) -> tuple[Shape, ...]:
    """Return the shapes of a family, in order of canonical form; of bodies a shape and its mirror image are two."""
    if family.lattice == TETRAKIS:
        return polyaboloes(family.n)
    if family.lattice.dimension == 2:
        return connected_shapes(family.n, family.lattice, "isometries")
    bodies = connected_shapes(family.n, family.lattice, "rotations")
    return tuple(
        sorted({canonical(cells, family.lattice, as_body(cells, family.lattice, "rotations")) for cells in bodies})
    )


def family_of(name: str, lattice: Lattice | None) -> str | None:
    """Return the family that has a piece of that name, on the lattice if several have one, or None."""
    stem = name.partition("-")[0]
    known = [each for each in FAMILIES if name in FAMILIES[each].named or (each == stem and name in names(each))]
    return next((each for each in known if FAMILIES[each].lattice == lattice), known[0] if known else None)
