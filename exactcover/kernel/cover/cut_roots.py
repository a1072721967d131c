"""Splits a root of kernel `static-order` into several, in search order.

*Historical note.* Langford pairs of 12 are cut into 457 roots. In Python that took 1.3 ms, a sixth of a count's setup time;
compiled it takes 0.1.
Not here: how many roots to make (search/cover/roots.py), and the search below them.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from exactcover.kernel.arrays import Array
from exactcover.kernel.cover.static_order import Search, Tables
from exactcover.kernel.instance import Root
from exactcover.kernel.jit import njit

CHOSEN, LEFT_OUT, OF_ROOT = 1, 2, 3  # what a root says about an option


def split(tables: Tables, root: Root = (), about: int = 64) -> list[tuple[int, ...]]:
    """Cut a root into at least `about` roots (fewer if there are no more), in search order.

    Their solutions partition the root's.
    """
    start = tuple(int(entry) for entry in root)
    cut, size, ceiling = None, 1, 64 * about + 64
    for depth in range(1, tables.longest):
        search_ = Search(tables, start)
        if search_.pending:
            break
        lines, count, _ = search_.call(1 << 62, depth, ceiling)
        if count == ceiling or (count == size and depth > 1 and (lines[:, depth - 1] < 0).all()):
            break
        cut, size = lines, count
        if count >= about:
            break
    return [start] if cut is None else _extended(tables, start, cut)


def _extended(tables: Tables, root: tuple[int, ...], lines: Array) -> list[tuple[int, ...]]:
    """Return the roots that extend a root by the entries chosen from its top level down: the options they choose and leave
    out.

    lines: entries, one row for each root, padded with -1.
    """
    sorted_ = tables.sorted_
    bits = sorted_.chunk_bits[np.searchsorted(sorted_.chunk_starts, lines, side="right") - 1]
    # Otherwise the item takes one option, and choosing it already excludes the others.
    passes = (lines >= 0) & (tables.again[bits] | (tables.codes[lines] < 0))
    firsts = np.where(passes, sorted_.chunk_starts[sorted_.bit_chunks[bits]], lines)
    room = len(lines) * (len(root) + lines.shape[1]) + int((lines - firsts).sum())
    entries, bounds = np.empty(room, np.int64), np.zeros(len(lines) + 1, np.int64)
    extend(
        np.array(root, np.int64), lines, firsts, tables.codes, np.zeros(tables.whole.options, np.uint8), entries, bounds
    )
    numbers, ends = entries[: bounds[-1]].tolist(), bounds.tolist()
    return [tuple(numbers[first:last]) for first, last in pairwise(ends)]


@njit(cache=True, nogil=True)
def extend(root: Array, lines: Array, firsts: Array, codes: Array, says: Array, entries: Array, bounds: Array) -> None:
    """Write a root for each line: `root`, the options of the line, and those it leaves out, both increasing.

    firsts: for each entry of a line, the first entry of those before it that are left out; an entry that closes an item (code
    below 0, the last of its bucket) chooses no option. says: all zero, one per option; entries: receives all roots, root k
    from bounds[k] to bounds[k + 1].
    """
    end = 0
    for option in root:
        says[option if option >= 0 else ~option] = OF_ROOT
    for line in range(len(lines)):
        for option in root:
            entries[end] = option
            end += 1
        begun = end
        for level in range(lines.shape[1]):
            option = codes[lines[line, level]] if lines[line, level] >= 0 else -1
            if option >= 0:
                says[option] = CHOSEN
                entries[end] = option
                end += 1
        entries[begun:end].sort()
        left_out = end
        for level in range(lines.shape[1]):
            for entry in range(firsts[line, level], lines[line, level]):
                if says[codes[entry]] == 0:
                    says[codes[entry]] = LEFT_OUT
                    entries[end] = codes[entry]
                    end += 1
        entries[left_out:end].sort()
        for place in range(begun, end):
            says[entries[place]] = 0
        for place in range(left_out, end):
            entries[place] = ~entries[place]
        bounds[line + 1] = end
