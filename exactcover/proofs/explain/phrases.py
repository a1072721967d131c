"""Phrases shared by several explanations: lists of names, numbers of things."""

from __future__ import annotations

from collections.abc import Sequence

MOST_NAMES = 12


def joined(names: Sequence[str], last: str = "and") -> str:
    """Return names as in `I4, L4 and T4`; of more than 12, the first ten and how many more."""
    if len(names) > MOST_NAMES:
        return f"{', '.join(names[:10])} {last} {len(names) - 10} more"
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {last} {names[-1]}"


def number_phrase(number: int, noun: str) -> str:
    """Return a number of things, as in `1 cell` and `3 cells`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def copies_phrase(number: int) -> str:
    """Return how many times, as in `once`, `twice`, `3 times`."""
    return {1: "once", 2: "twice"}.get(number, f"{number} times")
