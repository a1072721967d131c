"""From block designs to a cover: an item per t points, covered lambda times; an option per possible block.

A block that may be repeated has lambda options, its first copy, its second and so on, and as many for their absence. An item that
is covered at most once excludes a copy if the one before it is absent, so that each multiset of blocks is one solution. Blocks
of a resolvable design have an option per day, with an item per point and day, and, unless blocks are repeated, one per block.
The symmetries are the permutations of points and of days, if these are few; they are not listed otherwise, so that classes are
refused.
"""

from __future__ import annotations

from math import factorial

import numpy as np

from encoders.block_design import BlockDesign
from encoders.subsets import MOST_IMAGES, all_permutations, images, parts, subsets
from exactcover.model.arrays import Integers
from exactcover.model.cover import Cover
from exactcover.model.encoding import Encoding, Solution


def encode(design: BlockDesign) -> Encoding:
    """Return the cover, and the way back to the blocks, with their days if they have any."""
    blocks = subsets(design.v, design.k)
    names, whole, once = _items(design, blocks)
    most = np.ones(len(names), dtype=np.int64)
    most[:whole] = design.index
    least = most.copy()
    least[whole + once :] = 0
    rows = _options(design, blocks, whole)
    lengths = np.concatenate([np.full(len(each), each.shape[1]) for each in rows])
    starts = np.concatenate([[0], np.cumsum(lengths)])
    listed = factorial(design.v) * factorial(design.days) * len(names) <= MOST_IMAGES
    group = _symmetries(design, blocks) if listed else None
    cover = Cover(names, least, most, starts, np.concatenate([each.ravel() for each in rows]), symmetries=group)

    def decode(selection: Integers) -> Solution:
        present = np.sort(selection[selection < design.copies * len(blocks)])
        days, chosen = np.divmod(present, len(blocks))
        if design.resolvable:
            return {"blocks": (blocks[chosen] + 1).tolist(), "days": (days + 1).tolist()}
        return {"blocks": (blocks[np.sort(chosen)] + 1).tolist()}

    return Encoding(cover, decode, symmetric=listed)


def _items(design: BlockDesign, blocks: Integers) -> tuple[tuple[str, ...], int, int]:
    """Return the names of the items, the number of those covered lambda times, which are first, and of those covered once."""
    words = [" ".join(map(str, block)) for block in (blocks + 1).tolist()]
    whole = [f"points {' '.join(map(str, points))}" for points in (subsets(design.v, design.t) + 1).tolist()]
    once, rest = [], []
    if design.resolvable:
        once = [f"day {day + 1}: point {point + 1}" for day in range(design.days) for point in range(design.v)]
        rest = [f"block {word}" for word in words] if _different(design) else []
    elif design.repeated:
        once = [f"copy {copy} of block {word}" for copy in range(1, design.index + 1) for word in words]
        rest = [f"copy {copy} before {copy + 1} of block {word}" for copy in range(1, design.index) for word in words]
    return (*whole, *once, *rest), len(whole), len(once)


def _different(design: BlockDesign) -> bool:
    """Return whether the blocks of a resolvable design need items to occur once at most."""
    return design.resolvable and design.index > 1 and not design.repeated


def _options(design: BlockDesign, blocks: Integers, first: int) -> list[Integers]:
    """Return the items of the options with the points of blocks, a table for each day or copy, then of those for absent copies.

    first: the number of the first item that is not covered lambda times.
    """
    points = parts(blocks, design.t, design.v)
    own = first + np.arange(len(blocks))[:, None]
    if design.resolvable:
        blocks_once = [own + design.days * design.v] if _different(design) else []
        return [np.hstack([points, first + day * design.v + blocks, *blocks_once]) for day in range(design.days)]
    if not design.repeated:
        return [points]
    copies = [own + copy * len(blocks) for copy in range(design.index)]
    links = [own + (design.index + copy) * len(blocks) for copy in range(design.index - 1)]
    present = [[points, copies[0]], *([points, *pair] for pair in zip(copies[1:], links, strict=True))]
    absent = [*(list(pair) for pair in zip(copies, links, strict=False)), copies[-1:]]
    return [np.hstack(each) for each in (*present, *absent)]


def _symmetries(design: BlockDesign, blocks: Integers) -> Integers:
    """Return the images of the items under all permutations of days and of points."""
    of_points, of_days = all_permutations(design.v), all_permutations(design.days)
    tables = [images(of_points, subsets(design.v, design.t))]
    if design.resolvable:
        tables = [np.tile(tables[0], (len(of_days), 1))]
        played = of_days[:, None, :, None] * design.v + of_points[None, :, None, :]
        tables.append(tables[0].shape[1] + played.reshape(len(tables[0]), -1))
    lists = 1 if _different(design) else 2 * design.index - 1 if design.repeated and not design.resolvable else 0
    moved = np.tile(images(of_points, blocks), (len(of_days), 1))
    for _ in range(lists):
        tables.append(sum(table.shape[1] for table in tables) + moved)
    return np.hstack(tables)
