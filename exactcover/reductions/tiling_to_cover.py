"""From a tiling to a cover: an item a cell, an item a kind, an option a placement.

Options come by kind, then orientation, then offset in lexicographic order; items by cell in lexicographic order, then kind.
"""

from __future__ import annotations

import numpy as np

from exactcover.model.arrays import Integers, Mask
from exactcover.model.cover import Cover
from exactcover.model.encoding import Reduction
from exactcover.model.tiling import Tiling
from exactcover.reductions.isometries import Symmetry, symmetries


def placements(tiling: Tiling) -> Integers:
    """Return every placement `kind, orientation, *offset`, one a line, of kinds that may still be placed."""
    parts = [np.empty((0, 2 + tiling.dimension), dtype=np.int64)]
    for number, kind in enumerate(tiling.kinds):
        for place, cells in enumerate(kind.orientations if kind.most else ()):
            offsets = np.argwhere(fits(tiling, cells))
            parts.append(np.concatenate([np.full((len(offsets), 2), (number, place)), offsets], axis=1))
    return np.concatenate(parts)


def fits(tiling: Tiling, cells: Integers) -> Mask:
    """Return the mask of the offsets at which all cells of an orientation are in the region: an AND of shifted windows."""
    room = np.maximum(np.array(tiling.region.shape) - cells.max(axis=0), 0)
    found = np.ones(tuple(room), dtype=np.bool_)
    for cell in cells:
        found &= tiling.region[_window(cell, found)]
    return found


def fitting(tiling: Tiling) -> list[list[Mask]]:
    """Return the mask of offsets of every orientation of every kind."""
    return [[fits(tiling, cells) for cells in kind.orientations] for kind in tiling.kinds]


def covered(tiling: Tiling, offsets: list[list[Mask]]) -> Mask:
    """Return the cells that some placement of a kind that may be placed covers, given the masks of `fitting`."""
    found = np.zeros(tiling.region.shape, dtype=np.bool_)
    for kind, masks in zip(tiling.kinds, offsets, strict=True):
        for cells, mask in zip(kind.orientations if kind.most else (), masks, strict=False):
            for cell in cells:
                found[_window(cell, mask)] |= mask
    return found


def _window(cell: Integers, mask: Mask) -> tuple[slice, ...]:
    return tuple(slice(x, x + n) for x, n in zip(cell.tolist(), mask.shape, strict=True))


def reduce(tiling: Tiling) -> Reduction:
    """Write a tiling out as a cover, with the symmetry group as permutations of its items."""
    every = placements(tiling)
    cells = tiling.cells()
    numbers = np.full(tiling.region.shape, -1, dtype=np.int64)
    numbers[tuple(cells.T)] = np.arange(len(cells))
    lengths, members = [np.zeros(0, dtype=np.int64)], [np.zeros(0, dtype=np.int64)]
    used: set[tuple[int, int]] = set()
    changes = np.flatnonzero((np.diff(every[:, :2], axis=0) != 0).any(axis=1)) + 1
    for group in np.split(every, changes) if len(every) else ():
        number, place = int(group[0, 0]), int(group[0, 1])
        used.add((number, place))
        shape = tiling.kinds[number].orientations[place]
        shape = shape[np.lexsort(shape.T[::-1])]  # lexicographic cells give increasing item numbers at every offset
        covered = numbers[tuple(np.moveaxis(group[:, None, 2:] + shape, -1, 0))]
        covered = np.concatenate([covered, np.full((len(group), 1), len(cells) + number)], axis=1)
        lengths.append(np.full(len(group), covered.shape[1]))
        members.append(covered.reshape(-1))
    group_of = symmetries(tiling, lambda kind, place: (kind, place) in used)
    model = Cover(
        items=(*(",".join(map(str, cell)) for cell in cells.tolist()), *(kind.name for kind in tiling.kinds)),
        least=np.array([1] * len(cells) + [kind.least for kind in tiling.kinds], dtype=np.int64),
        most=np.array([1] * len(cells) + [kind.most for kind in tiling.kinds], dtype=np.int64),
        starts=np.concatenate([[0], np.cumsum(np.concatenate(lengths))]),
        members=np.concatenate(members),
        symmetries=np.array([_item_permutation(s, cells, numbers) for s in group_of]),
    )
    return Reduction(model, lambda selection: every[selection])


def _item_permutation(symmetry: Symmetry, cells: Integers, numbers: Integers) -> Integers:
    image = cells @ symmetry.matrix.T + symmetry.shift
    return np.concatenate([numbers[tuple(image.T)], len(cells) + np.array(symmetry.kinds, dtype=np.int64)])
