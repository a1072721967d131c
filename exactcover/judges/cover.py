"""The judge of selections of a cover: counts how often each item is covered, compares its colours, checks connectivity."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactcover.judges import connectivity
from exactcover.model.arrays import Integers
from exactcover.model.cover import CheaperCover, Cover

NUMBERS_AT_ONCE = 1 << 20


def faults(cover: Cover, selection: Integers) -> list[str]:
    """Return the faults of a selection of option numbers, one sentence each; none for a solution."""
    unknown = selection[(selection < 0) | (selection >= cover.options)]
    if len(unknown):
        return [f"option {unknown[0]} does not exist; expected 0 to {cover.options - 1}"]
    chosen = np.bincount(selection.astype(np.int64), minlength=cover.options)
    sentences = [f"option {option} is chosen {chosen[option]} times" for option in np.flatnonzero(chosen > 1)]
    per_member = np.repeat(chosen, np.diff(cover.starts))
    times = np.bincount(np.repeat(cover.members, per_member), minlength=len(cover.items))
    if cover.colours is not None:
        sentences.extend(_clashes(cover, chosen, times))
    for item in np.flatnonzero((times < cover.least) | (times > cover.most)):
        least, most = cover.least[item], cover.most[item]
        expected = str(least) if least == most else f"{least} to {most}"
        sentences.append(f"item {cover.items[item]!r} is covered {times[item]} times; expected {expected}")
    if cover.connectivity is not None:
        covered = set(np.flatnonzero(times).tolist())
        apart = connectivity.unreached(cover.connectivity, covered)
        sentences.extend(f"item {cover.items[item]!r} is not connected to a root" for item in apart)
    return sentences


def _clashes(cover: Cover, chosen: Integers, times: Integers) -> list[str]:
    """Return which items are given different colours; items given one colour several times count as covered once."""
    assert cover.colours is not None
    hues: dict[int, set[int]] = {}
    for place in np.flatnonzero(chosen[cover.owners] > 0).tolist():
        hues.setdefault(int(cover.members[place]), set()).add(int(cover.colours[place]))
    sentences: list[str] = []
    for item, colours in sorted(hues.items()):
        if colours == {0}:
            continue
        if len(colours) > 1:
            named = ", ".join(repr(cover.palette[colour - 1]) if colour else "none" for colour in sorted(colours))
            sentences.append(f"item {cover.items[item]!r} is given the colours {named}; expected one of them")
        times[item] = 1
    return sentences


def faults_below(cheaper: CheaperCover, selection: Integers) -> list[str]:
    """Return the faults of a selection of a cover that must cost less than a given cost."""
    sentences = faults(cheaper.cover, selection)
    price = None if sentences else cost(cheaper.cover, selection)
    if price is not None and price >= cheaper.cost:
        return [f"the selection costs {price}; expected less than {cheaper.cost}"]
    return sentences


def all_right(cover: Cover, parts: Integers, lines: NDArray[np.integer[Any]]) -> bool:
    """Return whether many selections of a cover without connectivity are solutions: counts the items of each.

    parts: option numbers; lines: the numbers of the parts of each selection, padded with -1; all of them below len(parts).
    """
    if not ((parts >= 0) & (parts < cover.options)).all():
        return False
    lengths, items = np.diff(cover.starts)[parts], len(cover.items)
    longest = int(lengths.max(initial=0))
    at_once = max(1, NUMBERS_AT_ONCE // (items + lines.shape[1] * (longest + 1) + 1))
    for first in range(0, len(lines), at_once):
        some = lines[first : first + at_once]
        # Part number -1 is the last one: no option.
        options = np.sort(np.append(parts, -1)[some], axis=1)
        if ((options[:, 1:] == options[:, :-1]) & (options[:, 1:] >= 0)).any():
            return False
        rows, columns = np.nonzero(options >= 0)
        chosen = options[rows, columns]
        each = np.diff(cover.starts)[chosen]
        # Where each chosen option's members are, one after the other.
        ends = np.cumsum(each)
        at = np.arange(each.sum()) + np.repeat(cover.starts[chosen] - ends + each, each)
        taken = np.repeat(rows, each) * items + cover.members[at]
        if cover.colours is not None:
            hues = cover.colours[at]
            bright = np.sort(taken[hues > 0] * (len(cover.palette) + 1) + hues[hues > 0])
            once = bright[np.append(True, bright[1:] != bright[:-1])] if len(bright) else bright
            # Giving an item one colour covers it once; a second colour, or no colour, covers it again.
            taken = np.concatenate([taken[hues == 0], once // (len(cover.palette) + 1)])
        counted = np.bincount(taken, minlength=len(some) * items)
        times = counted.reshape(len(some), items)
        if ((times < cover.least) | (times > cover.most)).any():
            return False
    return True


def cost(cover: Cover, selection: Integers) -> int | None:
    """Return the cost of a selection, or None if options cost nothing."""
    return None if cover.costs is None else int(cover.costs[selection].sum())
