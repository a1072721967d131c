"""Bodies of pieces that were grown at random on the lattices in space, for tests of what is drawn and made of them."""

from __future__ import annotations

import random
from itertools import product

from encoders.draw import Area, Picture
from encoders.geometry.lattice import Cell, Lattice
from encoders.geometry.lattices import CUBIC, FCC, HEXAGONAL_PRISM, PRISM, RHOMBIC, TETRA_OCTA
from encoders.packing.to_picture import body_of, lattice_of_layers

SIDES: dict[Lattice, Cell] = {
    CUBIC: (3, 3, 3),
    PRISM: (2, 5, 5),
    HEXAGONAL_PRISM: (3, 3, 3),
    FCC: (4, 4, 4),
    RHOMBIC: (5, 5, 5),
    TETRA_OCTA: (3, 6, 6),
}
"""The lattices in space, and the box of a body of each."""


def grown_body(lattice: Lattice, size: int, seed: int) -> Picture:
    """All cells of a box in pieces of at most that many cells."""
    rng, sides = random.Random(seed), SIDES[lattice]
    cells = frozenset(filter(lattice.has, product(*map(range, sides))))
    left = set(cells)
    areas: list[Area] = []
    while left:
        own = [min(left)]
        left.discard(own[0])
        while len(own) < size:
            near = sorted({beside for cell in own for beside in lattice.neighbours(cell)} & left)
            if not near:
                break
            own.append(rng.choice(near))
            left.discard(own[-1])
        areas.append(Area(f"P{len(areas)}", tuple(sorted(own))))
    return Picture(sides, tuple(areas), cells, lattice=lattice_of_layers(lattice), body=body_of(lattice))
