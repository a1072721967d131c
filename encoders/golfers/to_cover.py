"""From golfers to a cover: an item per golfer and week, and one per pair of golfers; an option per week and possible group.

A pair is met at most once, and exactly once if every golfer needs all others as partners. The symmetries are the permutations of
golfers and of weeks, if these are few; they are not listed otherwise, so that classes are refused.
"""

from __future__ import annotations

from math import comb, factorial

import numpy as np

from encoders.golfers import Golfers
from encoders.subsets import MOST_IMAGES, all_permutations, images, parts, subsets
from exactcover.model.arrays import Integers
from exactcover.model.cover import Cover
from exactcover.model.encoding import Encoding, Solution


def encode(puzzle: Golfers) -> Encoding:
    """Return the cover, and the way back to the groups of each week."""
    golfers, size, weeks = puzzle.golfers, puzzle.size, puzzle.weeks
    groups = subsets(golfers, size)
    met = weeks * golfers + parts(groups, 2, golfers)
    members = np.concatenate([np.hstack([week * golfers + groups, met]) for week in range(weeks)])
    names = [f"week {week + 1}: golfer {golfer + 1}" for week in range(weeks) for golfer in range(golfers)]
    names += [f"golfers {one + 1} and {other + 1}" for one, other in subsets(golfers, 2).tolist()]
    least = np.ones(len(names), dtype=np.int64)
    least[weeks * golfers :] = puzzle.everyone_meets
    listed = factorial(golfers) * factorial(weeks) * len(names) <= MOST_IMAGES
    cover = Cover(
        tuple(names),
        least,
        np.ones(len(names), dtype=np.int64),
        members.shape[1] * np.arange(len(members) + 1),
        members.ravel(),
        symmetries=_symmetries(golfers, weeks) if listed else None,
    )

    def decode(selection: Integers) -> Solution:
        schedule: list[list[list[int]]] = [[] for _ in range(weeks)]
        for option in np.sort(selection).tolist():
            week, group = divmod(option, comb(golfers, size))
            schedule[week].append((groups[group] + 1).tolist())
        return {"weeks": schedule}

    return Encoding(cover, decode, symmetric=listed)


def _symmetries(golfers: int, weeks: int) -> Integers:
    """Return the images of the items under all permutations of weeks and of golfers."""
    of_golfers, of_weeks = all_permutations(golfers), all_permutations(weeks)
    played = of_weeks[:, None, :, None] * golfers + of_golfers[None, :, None, :]
    pairs = weeks * golfers + images(of_golfers, subsets(golfers, 2))
    number = len(of_weeks) * len(of_golfers)
    return np.hstack([played.reshape(number, -1), np.tile(pairs, (len(of_weeks), 1))])
