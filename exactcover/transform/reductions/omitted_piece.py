"""Writes the one piece that a packing omits as an option: every piece becomes an item that is covered exactly once.

If a packing may have each of n pieces of s cells at most once, and n - 1 of them fill what the other pieces leave of the board,
then exactly one is omitted. An option for each piece, with the piece and a new item, says which. A search can then branch on
pieces, and break symmetry by the placements of one.

A piece is a candidate only if parity permits: the options of a packing add up, modulo 2, to the items that are covered once (or
an odd number of times), so the vector of those items is in the span of the options over the field of two elements. This
includes every argument by colouring with two colours: of the 16 tetrasticks, 5 may be omitted on the edges of a 5x5 board.

Historical note. Those 14,360 packings took 1,051,703,257 nodes without this reduction, and 45,898,525 with it.

Source: D. E. Knuth, The Art of Computer Programming, volume 4B, section 7.2.2.1 (polysticks).
Only for counts: the options have other numbers than those of the puzzle, which certificates and cubes name.
"""

from __future__ import annotations

import numpy as np

from exactcover.model.arrays import Integers, Mask
from exactcover.model.cover import Cover
from exactcover.model.encoding import Reduction
from exactcover.transform.reductions.tighten_multiplicities import pieces_of

MOST_OPTIONS = 20_000  # of covers whose parity is examined: about 10 microseconds each


def reduce(cover: Cover) -> Reduction | None:
    """Add an option for each piece that may be the omitted one; None if not exactly one piece is omitted."""
    if cover.costs is not None or cover.connectivity is not None or cover.colours is not None or not cover.options:
        return None
    pieces = pieces_of(cover)
    if pieces is None or cover.options > MOST_OPTIONS:
        return None
    optional = _all_but_one(cover, pieces)
    if optional is None:
        return None
    if cover.symmetries is not None and (optional[cover.symmetries] != optional).any():  # items that are no pieces
        return None
    omissible = _omissible(cover, optional)
    new = len(cover.items)
    name = "omitted"
    while name in cover.items:
        name += "'"
    least = np.append(np.where(optional, 1, cover.least), 1)
    members = np.concatenate([cover.members, np.stack([omissible, np.full(len(omissible), new)], axis=1).ravel()])
    starts = np.concatenate([cover.starts, cover.starts[-1] + 2 * np.arange(1, len(omissible) + 1)])
    symmetries = cover.symmetries
    if symmetries is not None:
        symmetries = np.concatenate([symmetries, np.full((len(symmetries), 1), new)], axis=1)
    model = Cover((*cover.items, name), least, np.append(cover.most, 1), starts, members, symmetries=symmetries)
    return Reduction(model, lambda selection: selection[selection < cover.options])


def _all_but_one(cover: Cover, pieces: Mask) -> Mask | None:
    """Return the pieces of which exactly one is omitted, at least three of one size; None if that does not follow by area."""
    cells = ~pieces & (cover.least == cover.most)
    sizes = np.add.reduceat(cells[cover.members], cover.starts[:-1], dtype=np.int64)
    smallest, largest = np.full(len(cover.items), len(cover.members)), np.zeros(len(cover.items), dtype=np.int64)
    of_option = cover.members[cover.starts[1:] - 1]
    np.minimum.at(smallest, of_option, sizes)
    np.maximum.at(largest, of_option, sizes)
    optional = pieces & (cover.least == 0) & (cover.most == 1)
    fixed = pieces & (cover.least == cover.most)
    if optional.sum() < 3 or (~optional & ~fixed & pieces & (largest > 0)).any():
        return None
    size = int(largest[optional].max())
    if size == 0 or (smallest[optional] != size).any() or (smallest[fixed] != largest[fixed]).any():
        return None
    room = int(cover.least[cells].sum()) - int((cover.least * largest)[fixed].sum())
    return optional if room == size * (int(optional.sum()) - 1) else None


def _omissible(cover: Cover, optional: Mask) -> Integers:
    """Return the pieces without which the items to be covered are in the span of the options modulo 2."""
    exact = (cover.least == cover.most) | optional
    number = np.cumsum(exact) - 1
    kept = exact[cover.members]
    basis: dict[int, int] = {}
    rows = [0] * cover.options
    for option, bit in zip(cover.owners[kept].tolist(), number[cover.members[kept]].tolist(), strict=True):
        rows[option] |= 1 << bit
    for row in rows:
        left = _remainder(row, basis)
        if left:
            basis[left.bit_length()] = left
    required = sum(1 << bit for bit in number[exact & ((cover.least % 2 == 1) | optional)].tolist())
    numbers = np.flatnonzero(optional)
    spanned = [not _remainder(required ^ (1 << int(number[piece])), basis) for piece in numbers]
    return numbers[spanned]


def _remainder(row: int, basis: dict[int, int]) -> int:
    """Return what a vector over the field of two elements leaves modulo a basis, by the lengths of its vectors."""
    while row and (other := basis.get(row.bit_length())) is not None:
        row ^= other
    return row
