"""dxz: Nishino's dancing with decision diagrams in C++, primary items only; its counts are 32-bit integers.

It always builds the diagram of all solutions, then counts by enumerating every solution, even if only one is wanted.
Source: github.com/Thilo-J/dxz, its README; M. Nishino and others, Dancing with Decision Diagrams, AAAI 2017.
"""

from __future__ import annotations

from benchmarks.outcome import Action, Outcome, first
from benchmarks.peers.missing import missing_package
from benchmarks.plain import Plain

about = "dxz.dxz_count, dxz_solve: a decision diagram of all solutions, in C++"
packages = ("dxz",)
able: tuple[str, ...] = ()


def missing() -> str:
    """Return how to install it; empty if it is installed."""
    return missing_package("dxz")


def ready(plain: Plain, task: str) -> Action:
    """Build the list of zeros and ones and return the action to be measured."""
    import dxz

    given = [0] * (len(plain.options) * plain.items)
    for number, option in enumerate(plain.options):
        for item in option:
            given[number * plain.items + item] = 1
    size = len(plain.options), plain.items

    def action() -> Outcome:
        if task == "count":
            return Outcome(str(dxz.dxz_count(*size, given)))
        found = dxz.dxz_solve(*size, given, 1)
        return first(list(found[0]) if found else None)

    return action
