"""The judge of selections of a cover: counts how often each item is chosen, and walks the connectivity."""

from __future__ import annotations

import numpy as np

from exactcover.check import connectivity
from exactcover.model.arrays import Integers
from exactcover.model.cover import Cover


def faults(cover: Cover, selection: Integers) -> list[str]:
    """Return what is wrong with a selection of option numbers, one sentence per fault; none for a solution."""
    unknown = [int(option) for option in selection if not 0 <= option < cover.options]
    if unknown:
        return [f"option {unknown[0]} does not exist; expected 0 to {cover.options - 1}"]
    chosen = np.zeros(cover.options, dtype=np.int64)
    np.add.at(chosen, selection, 1)
    sentences = [f"option {option} is chosen {chosen[option]} times" for option in np.flatnonzero(chosen > 1)]
    times = np.zeros(len(cover.items), dtype=np.int64)
    np.add.at(times, cover.members, chosen[cover.owners])
    for item in np.flatnonzero((times < cover.least) | (times > cover.most)):
        least, most = cover.least[item], cover.most[item]
        expected = str(least) if least == most else f"{least} to {most}"
        sentences.append(f"item {cover.items[item]!r} is covered {times[item]} times; expected {expected}")
    if cover.connectivity is not None:
        covered = set(np.flatnonzero(times).tolist())
        apart = connectivity.unreached(cover.connectivity, covered)
        sentences.extend(f"item {cover.items[item]!r} is not connected to a root" for item in apart)
    return sentences


def cost(cover: Cover, selection: Integers) -> int | None:
    """Return the cost of a selection, or None where options cost nothing."""
    return None if cover.costs is None else int(cover.costs[selection].sum())
