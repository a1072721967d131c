"""Choices with one solution up to symmetry, such as sets of pieces out of a pool.

The solutions of all choices are listed up to symmetry, as those of one puzzle, and grouped by choice. A choice with
solutions of one class only is a candidate; a separate search then judges each candidate.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any

from exactcover.model.answer import Answer
from exactcover.model.variation import Choice, Key
from exactcover.solving.designing.judged_searches import Ended, Searches, Stopped, is_symmetric
from exactcover.solving.designing.wanted import Design, Wanted

MOST_LISTED = 1_000_000
"""The maximum number of listed solutions; the candidates are then those among them."""


def choose(wanted: Wanted, choice: Choice[Any], searches: Searches) -> Iterator[Design | Ended]:
    """Yield designs in an order that depends on the seed, and finally the end. Raises Stopped."""
    every = choice.every(wanted.value, wanted.pick)
    candidates, ended = _candidates(wanted, choice, wanted.puzzle_of(every), searches)
    for key in sorted(candidates, key=lambda key: _digest(wanted.seed, key)):
        design = wanted.design(searches, choice.chosen(wanted.value, key), choice.words(key))
        if design is not None:
            yield design
    yield ended


def _candidates(wanted: Wanted, choice: Choice[Any], every: Any, searches: Searches) -> tuple[list[Key], Ended]:
    """Return the choices whose listed solutions may be one class, and how the list ended.

    The symmetries of a choice may be more than those that all choices share, so that several listed solutions may be images of
    each other: `orbit` decides that.
    """
    orbits: dict[Key, Any] = {}
    many: set[Key] = set()
    left, ended = searches.deadline.left, Ended(complete=False)
    symmetric = is_symmetric(every)
    for step in searches.solutions(every, None if left is None else left / 2, MOST_LISTED):
        if isinstance(step, Answer):
            if step.stop_reason == "memory":
                raise Stopped("memory")
            ended = Ended(step.exhausted, None if step.exhausted else step.stop_reason)
            break
        key = choice.key(wanted.value, step)
        if key in many or wanted.pick not in (None, len(key)):
            continue
        if key not in orbits:
            orbits[key] = step
            continue
        first, puzzle = orbits[key], wanted.puzzle_of(choice.chosen(wanted.value, key))
        same = symmetric and _orbit(puzzle, first) is not None and _orbit(puzzle, first) == _orbit(puzzle, step)
        if not same:
            many.add(key)
            del orbits[key]
    return list(orbits), ended


def _orbit(puzzle: Any, solution: Any) -> Any:
    return puzzle.orbit(solution, rotations_only=False)


def _digest(seed: str, key: Key) -> str:
    return hashlib.sha256(f"{seed}/{key}".encode()).hexdigest()
