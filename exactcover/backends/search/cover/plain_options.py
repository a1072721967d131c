"""Covers with symmetries, and with colours or equal options, as plain covers: the same options and solutions, and symmetries.

Code that uses symmetries knows options by their items alone. Here colours are written out as items (model/written_out.py), and
the first, the second, ... of equal options have an item each that constrains nothing. The symmetries permute those items too.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from exactcover.kernel.cover.orbits import option_images
from exactcover.kernel.instance import Instance
from exactcover.model.answer import EngineOptions, Task
from exactcover.model.arrays import Integers
from exactcover.model.cover import Cover
from exactcover.model.errors import InvalidModel, Unsuitable
from exactcover.model.written_out import written_out

MOST_NUMBERS = 1 << 27
"""Maximum number of images of items that are written: a gigabyte."""


def searched(cover: Cover, task: Task, options: EngineOptions) -> Cover:
    """Return the cover that a search is about: without symmetries if it does not use them, otherwise with plain options.

    Raises Unsuitable if the plain cover would be too large.
    """
    if cover.symmetries is None or (cover.colours is None and not cover.repeated):
        return cover
    if task != "count" and not options.up_to_symmetry:
        return replace(cover, symmetries=None)
    try:
        return plain(cover)
    except InvalidModel as fault:
        raise Unsuitable(f"classes of solutions cannot be searched for: {fault}") from fault


def plain(cover: Cover) -> Cover:
    """Return a cover without colours and equal options that has the same options, solutions and symmetries.

    Raises InvalidModel if it would be too large.
    """
    assert cover.symmetries is not None
    images = _images(cover, cover.symmetries)
    written = written_out(replace(cover, symmetries=None))
    places = _places(cover) if cover.repeated else np.zeros(0, dtype=np.int64)
    first, more = len(written.items), int(places.max(initial=-1)) + 1
    if len(images) * (first + more) > MOST_NUMBERS:
        raise InvalidModel(f"the cover has {len(images)} symmetries of {first + more} items; expected fewer")
    names = set(written.items)
    numbered = [f"copy {place}" + "'" * len(names) * (f"copy {place}" in names) for place in range(1, more + 1)]
    counts = np.bincount(places, minlength=more)
    starts, members = written.starts, written.members
    if cover.repeated:
        members = np.insert(members, starts[1:], first + places)
        starts = starts + np.arange(len(starts))
    lifted = np.concatenate(
        [_on_items(cover, written, images), np.tile(np.arange(first, first + more), (len(images), 1))], 1
    )
    return Cover(
        (*written.items, *numbered),
        np.append(written.least, np.zeros(more, dtype=np.int64)),
        np.append(written.most, counts),
        starts,
        members,
        cover.costs,
        symmetries=lifted,
        unit=cover.unit,
    )


def _images(cover: Cover, group: Integers) -> Integers:
    """Return the image of each option under each symmetry; of equal options the first becomes the first, and so on."""
    shades = len(cover.palette) + 1
    count = len(cover.items) * shades
    starts, members, more = cover.starts, cover.codes, 0
    if cover.repeated:
        places = _places(cover)
        more = int(places.max(initial=0)) + 1
        members = np.insert(members, starts[1:], count + places)
        starts = starts + np.arange(len(starts))
    by_code = (group[:, :, None] * shades + np.arange(shades)).reshape(len(group), count)
    fixed = np.tile(np.arange(count, count + more), (len(group), 1))
    none = np.zeros(count + more, dtype=np.int64)
    return option_images(Instance(none, none, starts, members), np.concatenate([by_code, fixed], axis=1))


def _places(cover: Cover) -> Integers:
    """Return the place, from 0, of each option among those that are equal to it."""
    seen, places = dict[bytes, int](), list[int]()
    for begin, end in zip(cover.starts[:-1].tolist(), cover.starts[1:].tolist(), strict=True):
        key = cover.codes[begin:end].tobytes()
        seen[key] = seen.get(key, -1) + 1
        places.append(seen[key])
    return np.array(places, dtype=np.int64)


def _on_items(cover: Cover, written: Cover, images: Integers) -> Integers:
    """Return the images of the items of a cover whose colours are written out: its own, its items' colours, and clashes."""
    assert cover.symmetries is not None
    group, count = cover.symmetries, len(cover.items)
    if cover.colours is None:
        return group
    shades = len(cover.palette) + 1
    hues = np.unique(cover.codes[cover.colours > 0])
    moved = group[:, hues // shades] * shades + hues % shades
    # A clash is an item of exactly two options, in increasing order of the pairs.
    clashes = written.members >= count + len(hues)
    pairs = written.owners[clashes][np.argsort(written.members[clashes], kind="stable")].reshape(-1, 2)
    keys = pairs[:, 0] * cover.options + pairs[:, 1]
    ends = np.sort(images[:, pairs], axis=2)
    of_pairs = np.searchsorted(keys, ends[:, :, 0] * cover.options + ends[:, :, 1])
    return np.concatenate([group, count + np.searchsorted(hues, moved), count + len(hues) + of_pairs], axis=1)
