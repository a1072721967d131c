"""The symmetries of a cover, found by igraph: automorphisms of the coloured graph of its items and options.

A vertex for each item, each option, and each colour of an item; an option is adjacent to its items, or to the item's colour.
Vertices are of one colour if their items have equal bounds, if their options have equal costs, or if they are one colour of
several items. Twins are one vertex, and so are equal options: permutations of them would only make the group larger.

Historical note. pynauty 2.8.8.1 (GPL-3; a wheel for Python 3.12 only, 0.2 MB) and igraph 1.0 (GPL-2 or later; wheels for all
Pythons, 5.7 MB), whose search is BLISS, found the same groups. CPU seconds of pynauty and igraph: pentominoes on 6x10, 2,056
options, 0.09 and 0.02; tetrominoes on 20x20, 6,513 options, 2.3 and 0.06. This package has a more liberal licence than
either, so igraph is an extra, installed by the user, and the key `symmetries` does without it.

Not here: what becomes of the generators (symmetries.py); whether they are symmetries (referee_of_symmetries.py).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import NamedTuple

import numpy as np

from encoders.cover.group import keeping_twins_in_order, room, twins
from exactcover.model.arrays import Integers
from exactcover.model.cover import Cover
from exactcover.model.errors import InvalidInput


class _Graph(NamedTuple):
    """A graph with coloured vertices; the first of them are the items `least`, one of each class of twins."""

    least: Integers
    colours: list[int]
    edges: Integers


def generators(cover: Cover) -> list[Integers]:
    """Return generators of all symmetries of a cover, as images of its items; raises InvalidInput if there are too many."""
    try:
        import igraph
    except ImportError as fault:
        raise InvalidInput(
            "igraph, which finds the symmetries of a cover, is not installed; expected it (pip install igraph), or the key"
            " symmetries in the cover"
        ) from fault
    leasts = twins(cover)
    graph = _graph(cover, leasts)
    drawn = igraph.Graph(n=len(graph.colours), edges=graph.edges.tolist())
    number = int(drawn.count_automorphisms(color=graph.colours))
    if number > room(cover):
        raise InvalidInput(
            f"the cover has {number} symmetries; expected at most {room(cover)}, or the key symmetries with those that matter"
        )
    maps = []
    for images in drawn.automorphism_group(color=graph.colours):
        to = leasts.copy()
        to[graph.least] = graph.least[np.array(images[: len(graph.least)], dtype=np.int64)]
        maps.append(keeping_twins_in_order(to, leasts))
    return maps


def _graph(cover: Cover, leasts: Integers) -> _Graph:
    least, sizes = np.unique(leasts, return_counts=True)
    shades = np.zeros_like(cover.members) if cover.colours is None else cover.colours
    kept = leasts[cover.members] == cover.members
    owners, items, shades = cover.owners[kept], np.searchsorted(least, cover.members[kept]), shades[kept]
    hues, hue_of_entry = np.unique(np.stack((items, shades))[:, shades > 0], axis=1, return_inverse=True)
    inner = items.copy()
    inner[shades > 0] = len(least) + hue_of_entry.ravel()
    copies = _copies(cover)
    first_option = len(least) + hues.shape[1]
    numbers = np.cumsum(np.isin(np.arange(cover.options), list(copies))) - 1 + first_option
    single = np.isin(owners, list(copies))
    edges = np.concatenate([
        np.stack((inner[single], numbers[owners[single]]), axis=1),
        np.stack((hues[0], len(least) + np.arange(hues.shape[1])), axis=1),
    ])  # fmt: skip
    kinds: list[Hashable] = [
        *(("item", *each) for each in np.stack((cover.least[least], cover.most[least], sizes), axis=1).tolist()),
        *(("colour", shade) for shade in hues[1].tolist()),
        *(("option", *costs) for _, costs in sorted(copies.items())),
    ]
    return _Graph(least, _numbered(kinds), edges)


def _copies(cover: Cover) -> dict[int, list[int]]:
    """Return the costs of the options that are equal to an option, in order, by the first of them; 0 if there are no costs."""
    costs = [0] * cover.options if cover.costs is None else cover.costs.tolist()
    first, copies = dict[bytes, int](), dict[int, list[int]]()
    starts, codes = cover.starts.tolist(), cover.codes
    for option, cost in enumerate(costs):
        key = codes[starts[option] : starts[option + 1]].tobytes()
        copies.setdefault(first.setdefault(key, option), []).append(cost)
    return {option: sorted(each) for option, each in copies.items()}


def _numbered(kinds: Iterable[Hashable]) -> list[int]:
    numbers = dict[Hashable, int]()
    return [numbers.setdefault(kind, len(numbers)) for kind in kinds]
