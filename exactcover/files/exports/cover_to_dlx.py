"""Covers in Knuth's format: a line of items, secondary ones after `|`, bounds as `2:3|name`; then one option per line,
costs `|n`.

A secondary item is one that may be covered at most once. Readers skip an option of secondary items alone, so its first
item is written as a primary one with the equivalent bounds 0:1; if that item is coloured, the cover is refused. Colours
are written as `item:c`. Items that no option has, and that need none, are left out. If any name is one that his
programs cannot read (longer than 8 characters, or with blanks, `|` or `:`), all names are replaced by numbers. Source:
D. E. Knuth, The Art of Computer Programming, volume 4B, section 7.2.2.1, and his programs DLX1 to DLX5.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from exactcover.files.exports.cover_rows import in_chunks
from exactcover.model.cover import Cover
from exactcover.model.errors import Unsuitable

_NAME = re.compile(r"[!-9;-{}~]{1,8}")  # printable ASCII without `:` and `|`


def write(cover: Cover) -> Iterator[bytes]:
    """Yield the text in chunks; raises Unsuitable for negative costs, and for items of options that must not be covered."""
    if cover.costs is not None and (cover.costs < 0).any():
        option = int(np.argmax(cover.costs < 0))
        raise Unsuitable(
            f"option {option + 1} costs {cover.costs[option]}, which dlx cannot state; expected costs of 0 or more"
        )
    times = np.bincount(cover.members, minlength=len(cover.items))
    closed = (times > 0) & (cover.most == 0)
    if closed.any():
        name = cover.items[int(np.argmax(closed))]
        raise Unsuitable(f"item {name!r} may not be covered, which dlx cannot state; expected items that may be")
    return in_chunks(_lines(cover, times.tolist()))


def _lines(cover: Cover, times: list[int]) -> Iterator[str]:
    spelt = all(_NAME.fullmatch(name) for name in cover.items)
    names = list(cover.items) if spelt else [str(number) for number in range(1, len(cover.items) + 1)]
    ranges = list(zip(cover.least.tolist(), cover.most.tolist(), strict=True))
    secondary = [each == (0, 1) for each in ranges]
    starts, members = cover.starts.tolist(), cover.members.tolist()
    for first, end in pairwise(starts):
        if all(secondary[item] for item in members[first:end]):
            secondary[members[first]] = False
    coloured = set() if cover.colours is None else set(cover.members[cover.colours > 0].tolist())
    if any(not secondary[item] for item in coloured):
        raise Unsuitable(
            "an option has secondary items alone and the first is coloured, which dlx cannot state; expected json"
        )
    written = _members(cover, names)
    kept = [item for item, (least, _) in enumerate(ranges) if times[item] or least]
    primary = [_bounded(names[item], *ranges[item], times[item]) for item in kept if not secondary[item]]
    if not primary:
        raise Unsuitable("the cover has neither options nor items to cover, which dlx cannot state; expected some")
    behind = [names[item] for item in kept if secondary[item]]
    yield f"| {cover.options} options of {len(kept)} items\n"
    yield " ".join(primary) + (f" | {' '.join(behind)}" if behind else "") + "\n"
    prices = [""] * cover.options if cover.costs is None else [f" |{cost}" for cost in cover.costs.tolist()]
    for (first, end), price in zip(pairwise(starts), prices, strict=True):
        yield " ".join(written[first:end]) + price + "\n"


def _members(cover: Cover, names: list[str]) -> list[str]:
    """Return the entries of the options: the item, with its colour if it has one."""
    if cover.colours is None:
        return [names[item] for item in cover.members.tolist()]
    spelt = all(_NAME.fullmatch(name) for name in cover.palette)
    palette = ["", *(f":{name if spelt else number}" for number, name in enumerate(cover.palette, 1))]
    return [
        names[item] + palette[colour]
        for item, colour in zip(cover.members.tolist(), cover.colours.tolist(), strict=True)
    ]


def _bounded(name: str, least: int, most: int, times: int) -> str:
    """Return a primary item with its bounds, which are left out if it is covered once."""
    most = max(least, min(most, times))
    return name if least == most == 1 else f"{least}:{most}|{name}"
