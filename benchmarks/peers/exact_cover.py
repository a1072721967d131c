"""exact-cover: dancing links in C on a Boolean array, primary items only.

Source: github.com/jwg4/exact_cover, its README (`get_exact_cover`, `get_solution_count`).
"""

from __future__ import annotations

import numpy as np

from benchmarks.outcome import Action, Outcome, first
from benchmarks.peers.missing import missing_package
from benchmarks.plain import Plain

about = "exact_cover.get_solution_count, get_exact_cover: dancing links in C"
packages = ("exact-cover",)
able: tuple[str, ...] = ()


def missing() -> str:
    """Return how to install it; empty if it is installed."""
    return missing_package("exact_cover")


def ready(plain: Plain, task: str) -> Action:
    """Build the Boolean array and return the action to be measured."""
    from exact_cover import get_exact_cover, get_solution_count
    from exact_cover.error import NoSolution

    given = np.zeros((len(plain.options), plain.items), dtype=np.bool_)
    for number, option in enumerate(plain.options):
        given[number, list(option)] = True

    def action() -> Outcome:
        if task == "count":
            return Outcome(str(get_solution_count(given)))
        try:
            return first([int(option) for option in get_exact_cover(given)])
        except NoSolution:
            return first(None)

    return action
