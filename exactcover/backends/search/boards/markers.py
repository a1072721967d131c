"""Where pieces that are bound to grounds may lie, as further places of a board's array, for loops that only read free cells.

Behind a board's box lie planes like it, in which a place is free (0) or a wall (-1) and stays so. A candidate of a bound piece
needs, beside its own cells, a free place of a plane. If a ground is the cells of one class, those whose coordinates are equal
modulo a period, one plane serves all classes of that period: it is free at the multiples of the period, and what is read is the
place as far beyond the covered cell as its class lacks of them. For any other ground there is a plane that is free on it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from exactcover.model.arrays import Integers, Mask
from exactcover.model.tiling import Tiling

LONGEST_PERIOD = 12


class Ground(NamedTuple):
    """A ground that is not the whole region: the period and the class of its cells, or a period of 0 and its number."""

    period: int
    residue: tuple[int, ...]
    number: int


class Plane(NamedTuple):
    """A plane: free at the multiples of a period or, if that is 0, on the ground with this number."""

    period: int
    number: int


class Markers:
    """The planes that the grounds of a tiling's pieces need."""

    def __init__(self, tiling: Tiling) -> None:
        self.tiling = tiling
        named = [piece.grounds for piece in tiling.pieces if piece.grounds is not None and piece.most]
        numbers = np.unique(np.concatenate([np.ravel(each) for each in named])).tolist() if named else []
        area = int(tiling.region.sum())
        self.grounds: dict[int, Ground] = {}
        self.vacant: set[int] = set()
        """The grounds without cells."""
        for number in numbers:
            assert tiling.grounds is not None  # a tiling refuses grounds that it has not
            mask = tiling.grounds[number]
            cells = int(mask.sum())
            if not cells:
                self.vacant.add(number)
            elif cells < area:
                self.grounds[number] = _ground(number, mask, cells, tiling.region)
        self.planes = sorted({_plane(ground) for ground in self.grounds.values()})

    @property
    def margin(self) -> int:
        """How far behind the last cell along an axis planes are read."""
        return max((plane.period for plane in self.planes), default=0)

    def needs(
        self, cells: Integers, row: Integers | None, size: int, strides: tuple[int, ...]
    ) -> Iterator[tuple[int, int]]:
        """Yield pairs: a cell's number and how far beyond it the place lies that must be free if it is the covered one.

        cells: (n, dimension) of an orientation; row: the grounds of its cells; size: of the box.
        """
        for bound, number in enumerate(() if row is None else row.tolist()):
            ground = self.grounds.get(number)
            if ground is None:
                continue
            plane = (self.planes.index(_plane(ground)) + 1) * size
            for covered, cell in enumerate(cells):
                step = cells[bound] - cell
                if ground.period:
                    step = (step - ground.residue) % ground.period
                yield covered, plane + int(step @ np.array(strides))


def _ground(number: int, mask: Mask, cells: int, region: Mask) -> Ground:
    """Return what is known of a ground: whether it is all cells of one class."""
    places = np.argwhere(mask)
    period = int(np.gcd.reduce(places - places[0], axis=None)) if cells > 1 else 0
    if 1 < period <= LONGEST_PERIOD:
        residue = tuple((places[0] % period).tolist())
        if int(region[tuple(slice(start, None, period) for start in residue)].sum()) == cells:
            return Ground(period, residue, number)
    return Ground(0, (), number)


def _plane(ground: Ground) -> Plane:
    return Plane(ground.period, 0 if ground.period else ground.number)


def free_in(plane: Plane, tiling: Tiling, view: Integers) -> None:
    """Free the places of a plane; view: all those at and behind the region's first corner, as far as planes are read."""
    if plane.period:
        view[tuple([slice(None, None, plane.period)] * view.ndim)] = 0
    else:
        assert tiling.grounds is not None
        view[tuple(map(slice, tiling.region.shape))][tiling.grounds[plane.number]] = 0
