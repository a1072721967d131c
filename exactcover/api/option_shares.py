"""Estimated marginals: the share of a cover's solutions that has each option, from random descents, with its error.

The descents are made in groups, as many as possible up to `GROUPS`: the more members a group has, the more solutions it reaches
and the less its estimate varies, and what it varies is known from the other groups. Not here: the descents
(backends/search/cover/descents.py), the statistics (backends/search/cover/shares.py), and documents (option_counts.py).
"""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from exactcover.api.cover_options import Options
from exactcover.model.answer import MOST_COUNTED, MOST_SEED
from exactcover.model.errors import InvalidInput, Unsuitable
from exactcover.model.written_out import written_out
from exactcover.process.deadline import Deadline

if TYPE_CHECKING:
    from exactcover.backends.search.cover.descents import Group
    from exactcover.backends.search.cover.marginals import OptionCounts
    from exactcover.backends.search.cover.shares import GroupSums, Shares

GROUPS = 40
MOST_BYTES = 1 << 28
"""Of the partial selections of a group."""
FIRST_PART, FEWER = 0.1, 4
"""The part of the time in which the first group must end: otherwise groups have so many times fewer members."""
LEAST_EFFECTIVE = 10
"""Effective groups and samples; with fewer, errors are not reliable either."""


class Estimate(NamedTuple):
    """Shares, None if no solution was reached; samples: the descents that were made; stopped: by which limit, if so."""

    shares: Shares | None
    samples: int
    stopped: Literal["time"] | None
    sentence: str


def refuse_settings(samples: Any, seed: Any) -> None:
    """Raise InvalidInput if an estimate cannot have this number of samples or this seed."""
    for name, value, least, most in (("number of samples", samples, 1, MOST_COUNTED), ("seed", seed, 0, MOST_SEED)):
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise InvalidInput(f"the {name} is {value!r}; expected a whole number from {least} to {most}")


def estimated(options: Options, samples: int, seed: int, deadline: Deadline) -> Estimate | OptionCounts:
    """Return the estimate from so many descents, or from those that time allows; exact numbers if they see every solution.

    Raises Unsuitable for covers that must be connected.
    """
    from exactcover.backends.search.cover.descents import Group, Tree
    from exactcover.backends.search.cover.marginals import OptionCounts
    from exactcover.backends.search.cover.shares import shares

    if options.cover.connectivity is not None:
        raise Unsuitable("descents do not keep covered items connected; expected a cover without connectivity")
    tree = Tree(written_out(options.cover))
    members = max(1, min(samples // GROUPS, MOST_BYTES // tree.bytes))
    while True:
        first = Group(tree, members, np.random.default_rng([seed, 0]))
        within = deadline if deadline.left is None or members == 1 else Deadline(deadline.left * FIRST_PART)
        sums = _summed(first, options, within)
        if sums is not None or deadline.over() or members == 1:
            break
        members = max(1, members // FEWER)  # groups of that many would not end in time
    if sums is not None and not first.drawn:
        each = [round(number) for number in sums.each.tolist()]
        return OptionCounts(sums.solutions, each, "descents that reached all of them")
    groups, planned = [] if sums is None else [sums], samples // members
    while groups and len(groups) < planned:
        group = Group(tree, members, np.random.default_rng([seed, len(groups)]))
        sums = _summed(group, options, deadline)
        if sums is None:
            break
        groups.append(sums)
    made = len(groups) * members
    stopped: Literal["time"] | None = "time" if len(groups) < planned else None
    estimates = shares(groups)
    return Estimate(estimates, made, stopped, _sentence(estimates, made, stopped))


def _summed(group: Group, options: Options, deadline: Deadline) -> GroupSums | None:
    """Return what a group reaches, judged; None if the time is over first."""
    from exactcover.backends.search.cover.shares import GroupSums

    total, scale, solutions = 0.0, 0.0, 0
    each = np.zeros(options.cover.options)
    for level in group.levels():
        if level.selections:
            before, scale = exp(scale - level.weight) if solutions else 0.0, level.weight
            total, each = total * before + len(level.selections), each * before
        for selection in level.selections:
            options.judge(selection)
            each[selection] += 1
            solutions += 1
            if deadline.over():
                return None
        if deadline.over():
            return None
    return GroupSums(total, each, scale, solutions)


def _sentence(shares: Shares | None, samples: int, stopped: str | None) -> str:
    """Return the result for people."""
    descents = f"{samples:,} random descent{'' if samples == 1 else 's'}{' until the time limit' if stopped else ''}"
    if not samples:
        return "No descent ended before the time limit: nothing is known; expected more time."
    if shares is None:
        return f"No solution was reached by {descents}: nothing is known; expected more samples."
    solutions = f"{shares.solutions:,} judged solution{'' if shares.solutions == 1 else 's'}"
    size = min(shares.samples, shares.groups)
    if size < LEAST_EFFECTIVE:
        return (
            f"A guess, not an estimate: {descents} reached {solutions}, and the effective sample size is {size:.1f}, too small"
            " for errors that can be relied on; expected more samples."
        )
    return (
        f"An estimate: {descents} reached {solutions}, as good as {shares.samples:,.0f} uniform ones; each share is within its"
        f" error with 95 % confidence, and the largest error is {shares.error.max():.1%}."
    )
