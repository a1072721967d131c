"""The referee of the models of block designs: writes out the options anew, by the points of blocks, and compares them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from itertools import combinations, pairwise, permutations
from math import comb, factorial

from encoders.block_design import BlockDesign
from exactcover.model.cover import Cover
from exactcover.model.encoding import Model

MOST_IMAGES = 1_000_000


def cover_faults(design: BlockDesign, model: Model) -> list[str]:
    """Return the differences between a model and the design: its items, options and symmetries are those of blocks, each once."""
    plain = isinstance(model, Cover) and model.costs is None and model.connectivity is None and model.colours is None
    if not isinstance(model, Cover) or not plain:
        return ["the model is not a plain cover"]
    bounds = dict(_items(design))
    if list(zip(model.least.tolist(), model.most.tolist(), strict=True)) != list(bounds.values()):
        return ["the model's items are not the points, days and blocks of the design with their multiplicities"]
    numbers = {item: number for number, item in enumerate(bounds)}
    expected = Counter(tuple(sorted(numbers[item] for item in option)) for option in _options(design))
    starts, members = model.starts.tolist(), model.members.tolist()
    if Counter(tuple(members[begin:end]) for begin, end in pairwise(starts)) != expected:
        return ["the model's options are not the blocks that the design may have"]
    return list(_symmetry_faults(design, model, numbers))


def _symmetry_faults(design: BlockDesign, model: Cover, numbers: dict[Hashable, int]) -> Iterator[str]:
    """Yield a sentence if the symmetries are not all permutations of points and of days, or, if these are many, none."""
    order = factorial(design.v) * factorial(_days(design))
    if order * len(numbers) > MOST_IMAGES:
        if model.symmetries is not None:
            yield "the model has symmetries; expected none, for there are too many"
        return
    listed = [] if model.symmetries is None else [tuple(images) for images in model.symmetries.tolist()]
    if len(listed) != order or set(listed) != set(_symmetries(design, numbers)):
        yield "the model's symmetries are not the permutations of points and of days"


def _days(design: BlockDesign) -> int:
    """Return how many days there are: the blocks that a point is in, without a fraction."""
    if not design.resolvable:
        return 0
    return design.index * comb(design.v - 1, design.t - 1) // comb(design.k - 1, design.t - 1)


def _items(design: BlockDesign) -> Iterator[tuple[Hashable, tuple[int, int]]]:
    """Yield the items of the model in order, with how often each is covered."""
    points, blocks = range(design.v), list(combinations(range(design.v), design.k))
    for some in combinations(points, design.t):
        yield ("points", some), (design.index, design.index)
    if design.resolvable:
        for day in range(_days(design)):
            for point in points:
                yield ("day", day, (point,)), (1, 1)
        if design.index > 1 and not design.repeated:
            for block in blocks:
                yield ("block", block), (0, 1)
    elif design.repeated:
        for copy in range(design.index):
            for block in blocks:
                yield ("copy", block, copy), (1, 1)
        for copy in range(design.index - 1):
            for block in blocks:
                yield ("link", block, copy), (0, 1)


def _options(design: BlockDesign) -> Iterator[list[Hashable]]:
    """Yield the items of each option: a block on a day, a copy of a block, an absent copy, or a block."""
    for block in combinations(range(design.v), design.k):
        points: list[Hashable] = [("points", some) for some in combinations(block, design.t)]
        if design.resolvable:
            once: list[Hashable] = [("block", block)] if design.index > 1 and not design.repeated else []
            for day in range(_days(design)):
                yield [*points, *once, *(("day", day, (point,)) for point in block)]
        elif design.repeated:
            for copy in range(design.index):
                yield [*points, ("copy", block, copy), *([("link", block, copy - 1)] if copy else [])]
                yield [("copy", block, copy), *([("link", block, copy)] if copy < design.index - 1 else [])]
        else:
            yield points


def _symmetries(design: BlockDesign, numbers: dict[Hashable, int]) -> Iterator[tuple[int, ...]]:
    """Yield the images of the items under each permutation of points and of days."""
    for of in permutations(range(design.v)):
        for by in permutations(range(_days(design))):
            yield tuple(numbers[_image(item, of, by)] for item in numbers)


def _image(item: Hashable, of: tuple[int, ...], by: tuple[int, ...]) -> Hashable:
    assert isinstance(item, tuple)
    if item[0] == "day":
        return "day", by[item[1]], (of[item[2][0]],)
    return item[0], tuple(sorted(of[point] for point in item[1])), *item[2:]
