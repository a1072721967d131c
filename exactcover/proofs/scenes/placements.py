"""A few placements of a tiling that show what its pieces cover: apart from each other, and different."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from exactcover.judges.demands import Demands, demands
from exactcover.model.arrays import Integers
from exactcover.model.tiling import Tiling

MOST_MEMBERS = 1_000_000
"""The most cells of all placements together among which some are chosen."""


def few(tiling: Tiling) -> bool:
    """Return whether the placements of a tiling are few enough to be listed."""
    places = sum(piece.size * len(piece.orientations) for piece in tiling.pieces) * tiling.region.size
    return places <= MOST_MEMBERS


def samples(tiling: Tiling, number: int = 6) -> Iterator[tuple[str, list[list[int]]]]:
    """Yield some placements, in turn of each piece, as pairs of a name and cells; none overlaps another."""
    needs = demands(tiling)
    pieces = needs.members[needs.starts[1:] - 1] if needs.options else np.zeros(0, dtype=np.int64)
    by_piece = [np.flatnonzero(pieces == needs.cells + n) for n in range(len(needs.names))]
    orders = [iter(_spread(options)) for options, piece in zip(by_piece, tiling.pieces, strict=True) if not piece.empty]
    yield from _apart(tiling, needs, orders, number)


def chosen(tiling: Tiling, options: Sequence[int], number: int) -> Iterator[tuple[str, list[list[int]], int]]:
    """Yield some of these placements that do not overlap: a name, cells and the number of the option."""
    needs = demands(tiling)
    cells, taken = np.argwhere(tiling.region), np.zeros(needs.cells, dtype=np.bool_)
    shown = 0
    for option in options:
        items = needs.members[needs.starts[option] : needs.starts[option + 1]]
        if shown < number and not taken[items[:-1]].any():
            taken[items[:-1]] = True
            shown += 1
            yield needs.names[int(items[-1]) - needs.cells], cells[items[:-1]].tolist(), int(option)


def _spread(options: Integers) -> list[int]:
    """Return options in an order in which neighbours are far apart: other orientations, other places."""
    count = len(options)
    if not count:
        return []
    step = max(1, round(count * 0.618))
    while np.gcd(step, count) != 1:
        step += 1
    return [int(options[(count // 3 + step * n) % count]) for n in range(count)]


def _apart(
    tiling: Tiling, needs: Demands, orders: list[Iterator[int]], number: int
) -> Iterator[tuple[str, list[list[int]]]]:
    """Yield placements in turn of each order, as long as they do not overlap what was shown."""
    cells, taken = np.argwhere(tiling.region), np.zeros(needs.cells, dtype=np.bool_)
    shown = 0
    while orders and shown < number:
        for order in list(orders):
            for option in order:
                items = needs.members[needs.starts[option] : needs.starts[option + 1]]
                if not taken[items[:-1]].any():
                    taken[items[:-1]] = True
                    shown += 1
                    yield needs.names[int(items[-1]) - needs.cells], cells[items[:-1]].tolist()
                    break
            else:
                orders.remove(order)
            if shown == number:
                return
