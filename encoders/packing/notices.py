"""Warnings about packings that users probably do not mean; none is a fault or changes an answer."""

from __future__ import annotations

from collections.abc import Iterator

from encoders.geometry.lattice import connected
from encoders.packing.packing import Packing

MOST_CELLS = 10_000
"""Limit on the pieces that are checked."""


def notices(packing: Packing) -> Iterator[str]:
    """Yield a sentence for each piece in several parts, and one if the pieces cannot cover the board."""
    for piece in packing.pieces:
        if len(piece.cells) <= MOST_CELLS and not connected(piece.cells, packing.lattice):
            yield (
                f"piece {piece.name} is in several parts; if it is meant to be solid, layers are separated by // or an empty line"
            )
    area = int(packing.board.sum())
    largest = sum(len(piece.cells) * (area if piece.most is None else piece.most) for piece in packing.pieces)
    if largest < area and packing.optional is None:
        yield (
            f"the pieces cover at most {largest:,} of the {area:,} cells; cells that may stay empty are marked + in the board's"
            " picture, or all of them by optional=all"
        )
