"""The referee of a cover's symmetries: each maps the options onto themselves, with their colours and costs, by names alone.

It does not know where they come from: the user, or a search for automorphisms.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np

from encoders.cover.group import TooLarge, group_of
from exactcover.model.arrays import Integers
from exactcover.model.cover import Cover


def group_faults(cover: Cover, group: Integers) -> Iterator[str]:
    """Yield the faults of permutations of a cover's items that should be a group of its symmetries, in increasing order.

    Those that generate all others are compared with the options: a product of symmetries is one.
    """
    try:
        whole, generators = group_of(group, len(cover.items), len(group))
    except TooLarge:
        whole, generators = group[:0], []
    if not np.array_equal(whole, group):
        yield "the model's symmetries are not a group in increasing order"
    for number, images in enumerate(generators, 1):
        yield from symmetry_faults(cover, images, f"generator {number} of the symmetries")


def symmetry_faults(cover: Cover, images: Integers, name: str) -> Iterator[str]:
    """Yield at most one sentence on why a permutation of the items is no symmetry of a cover."""
    of = {item: cover.items[image] for item, image in zip(cover.items, images.tolist(), strict=True)}
    bounds = dict(zip(cover.items, zip(cover.least.tolist(), cover.most.tolist(), strict=True), strict=True))
    for item, image in of.items():
        if bounds[item] != bounds[image]:
            yield f"{name} maps item {item!r} to {image!r}, which has other bounds; expected the same"
            return
    costs = [0] * cover.options if cover.costs is None else cover.costs.tolist()
    options = Counter(zip(map(frozenset, cover.every_option()), costs, strict=True))
    if cover.colours is not None:
        of = {name: _moved(name, of) for option, _ in options for name in option}
    for (option, cost), number in options.items():
        image = frozenset(map(of.__getitem__, option))
        if options[image, cost] != number:
            written, moved = (" ".join(sorted(names)) for names in (option, image))
            missing = (
                "which is no option" if all(each != image for each, _ in options) else "with other costs or copies"
            )
            yield f"{name} maps option {written!r} to {moved!r}, {missing}; expected an option like it"
            return


def _moved(name: str, of: dict[str, str]) -> str:
    item, colon, colour = name.partition(":")
    return of[item] + colon + colour
