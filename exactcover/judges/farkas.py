"""The judge of Farkas multipliers: weights on items by which no cover adds up, not even one with fractions of options.

The body: `items`, increasing item numbers (of a tiling: its cells in lexicographic order, then its pieces), and `multipliers`,
a number other than 0 for each; all other items have 0. It proves that there is no solution if the multipliers of each option's
items sum to 0 or more, while those of all items, weighted by how often they may be covered, sum to less than 0: an item counts
`most` times if its multiplier is positive, `least` times if it is negative. For the options of a solution sum to 0 or more,
and to at most that total.

Source: J. Farkas, Theorie der einfachen Ungleichungen, Journal fuer die reine und angewandte Mathematik 124 (1902).
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any

import numpy as np

from exactcover.judges.bodies import entry, refuse_unknown, whole_numbers
from exactcover.judges.demands import Demands, demands
from exactcover.judges.extent import refuse_large
from exactcover.model.certificate import InvalidCertificate
from exactcover.model.encoding import Model

KEYS = ("items", "multipliers")
MOST_OPTIONS, MOST_PRODUCTS = 2_000_000, 10**13
EXACT = 2**62  # sums of 64-bit numbers below this cannot overflow


def judge(model: Model, body: Mapping[str, Any], exact: int = EXACT) -> None:
    """Raise InvalidCertificate unless the body proves that a tiling or a cover has no solution.

    exact: sums below it are computed in 64 bits, all others in Python's integers.
    """
    refuse_unknown(body, KEYS)
    refuse_large(model, MOST_OPTIONS, MOST_PRODUCTS)
    needs = demands(model)
    items = whole_numbers(entry(body, "items", "increasing item numbers"), "items", None, 0, needs.items - 1)
    multipliers = whole_numbers(entry(body, "multipliers", "one number per item"), "multipliers", len(items))
    for place, (before, item) in enumerate(itertools.pairwise(items), start=1):
        if item <= before:
            raise InvalidCertificate(
                f"number {place} of items is {item} after {before}; expected increasing item numbers"
            )
    for place, multiplier in enumerate(multipliers):
        if multiplier == 0:
            raise InvalidCertificate(f"number {place} of multipliers is 0; expected only items that count")
    _refuse_negative_options(needs, items, multipliers, exact)
    most, least = needs.most.tolist(), needs.least.tolist()
    total = sum(y * (most[item] if y > 0 else least[item]) for item, y in zip(items, multipliers, strict=True))
    if total >= 0:
        raise InvalidCertificate(f"all items together sum to {_short(total)}; expected less than 0")


def _refuse_negative_options(needs: Demands, items: list[int], multipliers: list[int], exact: int) -> None:
    """Raise InvalidCertificate if the multipliers of some option add up to less than 0."""
    weights = dict(zip(items, multipliers, strict=True))
    if sum(abs(y) for y in multipliers) * max(len(needs.members), 1) < exact:
        row = np.zeros(needs.items, dtype=np.int64)
        row[items] = multipliers
        sums = needs.sums(row)
        bad = int(np.argmax(sums < 0)) if (sums < 0).any() else None
    else:
        starts, members = needs.starts.tolist(), needs.members.tolist()
        sums_of = (sum(weights.get(item, 0) for item in members[a:b]) for a, b in itertools.pairwise(starts))
        bad = next((option for option, total in enumerate(sums_of) if total < 0), None)
    if bad is not None:
        covered = needs.members[needs.starts[bad] : needs.starts[bad + 1]].tolist()
        total = sum(weights.get(item, 0) for item in covered)
        raise InvalidCertificate(f"option {bad} sums to {_short(total)}; expected 0 or more for every option")


def _short(number: int) -> str:
    """Return a number as text, or its length, since it may have more digits than Python prints."""
    return str(number) if abs(number) < 10**30 else f"a number of {number.bit_length()} bits"
