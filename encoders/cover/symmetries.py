"""The symmetries of a cover: read from its key `symmetries`, or found; the whole group as permutations of its items.

A symmetry is a permutation of the items that maps the options onto themselves, with the bounds of items, the colours and the
costs. Twins (see group.py) keep their order: a permutation of them would leave every option where it is.
"""

from __future__ import annotations

import re
from collections.abc import Hashable
from dataclasses import replace
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from encoders.cover import automorphisms
from encoders.cover.group import TooLarge, group_of, keeping_twins_in_order, room, twins
from encoders.cover.referee_of_symmetries import symmetry_faults
from encoders.keys import shown
from exactcover.model.arrays import Integers
from exactcover.model.cover import Cover, Multicover
from exactcover.model.errors import InvalidInput, nearest

EXPECTED = (
    "expected for each symmetry a list of cycles like [['a', 'b'], ['c', 'd', 'e']], or a table like {a = 'b', b = 'a'}, or all"
    " as a text like (a b)(c d e)/(a c)(b d)"
)
AT_ONCE = 1 << 22  # numbers of images of options

_found: WeakKeyDictionary[Cover, Cover] = WeakKeyDictionary()


def with_given(cover: Cover, symmetries: Any) -> Cover:
    """Return the cover with the group that the symmetries in its key generate; raises InvalidInput."""
    if symmetries is None:
        return cover
    if isinstance(symmetries, str) and "(" in symmetries:
        symmetries = _in_cycles(symmetries)
    if not isinstance(symmetries, list):
        raise InvalidInput(f"symmetries is {shown(symmetries)}; {EXPECTED}")
    numbers = {name: number for number, name in enumerate(cover.items)}
    return with_group(cover, [_images(each, place, numbers) for place, each in enumerate(symmetries, 1)])


def with_group(cover: Cover, generators: list[Integers]) -> Cover:
    """Return a cover with the group of its symmetries that some generate; raises InvalidInput if one of them is none."""
    if isinstance(cover, Multicover):
        raise InvalidInput("an option has an item twice, and the cover has symmetries; expected one of them")
    for place, images in enumerate(generators, 1):
        for fault in symmetry_faults(cover, images, f"symmetry {place}"):
            raise InvalidInput(fault)
    leasts = twins(cover)
    in_order = [keeping_twins_in_order(images, leasts) for images in generators]
    try:
        group, _ = group_of(in_order, len(cover.items), room(cover))
    except TooLarge:
        raise InvalidInput(
            f"the symmetries generate more than {room(cover)}; expected at most that many for this cover"
        ) from None
    return replace(cover, symmetries=group)


def with_all(cover: Cover) -> Cover:
    """Return a cover with its symmetries: those that it has, or all that are found; raises InvalidInput if they are too many."""
    if cover.symmetries is not None:
        return cover
    known = _found.get(cover)
    if known is None:
        if isinstance(cover, Multicover):
            raise InvalidInput(
                "an option has an item twice; expected different items in each option for classes by symmetry"
            )
        known = _found[cover] = with_group(cover, automorphisms.generators(cover))
    return known


def written(cover: Cover) -> list[list[list[str]]]:
    """Return generators of a cover's symmetries as cycles of items, the same for every cover with these symmetries."""
    assert cover.symmetries is not None
    _, generators = group_of(cover.symmetries, len(cover.items), len(cover.symmetries))
    return [_cycles(cover, images.tolist()) for images in generators]


def orbit(cover: Cover, numbers: list[int]) -> Hashable:
    """Return a value that a choice of options, numbered from 1, shares with its images under the cover's symmetries.

    An option is a sum of random numbers, one for each item and colour, and one for its place among equal options.
    """
    group = with_all(cover).symmetries
    assert group is not None
    options = np.array(numbers, dtype=np.int64) - 1
    if not len(options):
        return b""
    weights = np.random.default_rng(0).integers(0, 1 << 63, (len(cover.items), len(cover.palette) + 1), dtype=np.uint64)
    entries = np.concatenate([np.arange(cover.starts[o], cover.starts[o + 1]) for o in options])
    starts = np.concatenate(([0], np.cumsum(np.diff(cover.starts)[options])[:-1]))
    items = cover.members[entries]
    shades = np.zeros_like(items) if cover.colours is None else cover.colours[entries]
    places = _places(cover)[options] if cover.repeated else np.zeros(len(options), dtype=np.uint64)
    least = b""
    at_once = max(1, AT_ONCE // len(entries))
    for begin in range(0, len(group), at_once):
        images = np.sort(
            np.add.reduceat(weights[group[begin : begin + at_once, items], shades], starts, axis=1) + places
        )
        rows = [row.tobytes() for row in images.astype(">u8")]
        least = min(filter(None, (least, *rows)))
    return least


def _places(cover: Cover) -> Any:
    """Return a random number for the place of each option among those that are equal to it."""
    seen, places = dict[bytes, int](), list[int]()
    for begin, end in zip(cover.starts[:-1].tolist(), cover.starts[1:].tolist(), strict=True):
        key = cover.codes[begin:end].tobytes()
        seen[key] = seen.get(key, -1) + 1
        places.append(seen[key])
    return np.random.default_rng(1).integers(0, 1 << 63, max(places) + 1, dtype=np.uint64)[places]


def _in_cycles(text: str) -> list[list[list[str]]]:
    """Return symmetries as lists of cycles; text: cycles in parentheses, with blanks between items, and / between symmetries."""
    symmetries = []
    for place, part in enumerate(re.split(r"[/\n]", text), 1):
        if not re.fullmatch(r"\s*(\([^()]+\)\s*)+", part):
            raise InvalidInput(f"symmetry {place} is {shown(part)}; {EXPECTED}")
        symmetries.append([cycle.split() for cycle in re.findall(r"\(([^()]+)\)", part)])
    return symmetries


def as_text(symmetries: Any) -> str:
    """Return the text of a list of symmetries in cycles; empty if it has none."""
    cycles = [cycle for each in symmetries for cycle in each] if _is_nested(symmetries) else []
    if not cycles or any(not re.fullmatch(r"[^\s()/]+", item) for cycle in cycles for item in cycle):
        return ""
    return "/".join("".join(f"({' '.join(cycle)})" for cycle in each) for each in symmetries)


def _is_nested(symmetries: Any) -> bool:
    """Return whether symmetries are lists of one cycle or more, each a list of names."""
    if not isinstance(symmetries, list) or any(not isinstance(each, list) or not each for each in symmetries):
        return False
    cycles = [cycle for each in symmetries for cycle in each]
    return all(isinstance(cycle, list) and cycle and all(isinstance(item, str) for item in cycle) for cycle in cycles)


def _images(symmetry: Any, place: int, numbers: dict[str, int]) -> Integers:
    """Return the images of the items under a symmetry that is written as cycles or as a table."""
    if isinstance(symmetry, dict):
        pairs = list(symmetry.items())
    elif isinstance(symmetry, list) and all(isinstance(cycle, list) and cycle for cycle in symmetry):
        pairs = [pair for cycle in symmetry for pair in zip(cycle, [*cycle[1:], cycle[0]], strict=True)]
    else:
        raise InvalidInput(f"symmetry {place} is {shown(symmetry)}; {EXPECTED}")
    images = np.arange(len(numbers))
    seen = set[str]()
    for pair in pairs:
        for name in pair:
            if not isinstance(name, str) or name not in numbers:
                hint = nearest(name, numbers) if isinstance(name, str) else ""
                raise InvalidInput(
                    f"symmetry {place} has unknown item {shown(name)}{hint or '; expected a declared item'}"
                )
        if pair[0] in seen:
            raise InvalidInput(f"symmetry {place} has item {shown(pair[0])} twice; expected each item in one cycle")
        seen.add(pair[0])
        images[numbers[pair[0]]] = numbers[pair[1]]
    if len(np.unique(images)) < len(images):
        raise InvalidInput(f"symmetry {place} maps two items to one; expected a permutation of the items")
    return images


def _cycles(cover: Cover, images: list[int]) -> list[list[str]]:
    """Return the cycles of two or more items, each from its first item on."""
    cycles, seen = list[list[str]](), set[int]()
    for first in range(len(images)):
        cycle, item = list[str](), first
        while item not in seen:
            seen.add(item)
            cycle.append(cover.items[item])
            item = images[item]
        if len(cycle) > 1:
            cycles.append(cycle)
    return cycles
