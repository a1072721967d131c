"""Puzzles that give as few parts of a solution as keep it the only one, such as clues or pre-placed pieces.

A draft is a random solution. Its parts are removed in a random order, several at a time while that succeeds, and each that has to
stay is kept. If a level is wanted, parts are put back until the puzzle is no harder. Symmetric puzzles are passed over again
until nothing can be removed: with fewer parts a puzzle may have more symmetries, which make two solutions one.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterator
from typing import Any

from exactcover.model.errors import InvalidInput
from exactcover.model.generator import Generator
from exactcover.model.variation import Removal
from exactcover.solving.designing.judged_searches import Ended, Searches, is_symmetric
from exactcover.solving.designing.wanted import Design, Wanted, difficulty, filled

MOST_DRAFTS = 1000
"""The maximum number of drafts in a row without a design."""


def remove(wanted: Wanted, removal: Removal[Any], searches: Searches) -> Iterator[Design | Ended]:
    """Yield designs, all different; finally the end, for there may be more. Raises Stopped."""
    seen: set[str] = set()
    number = last = 0
    while number - last < MOST_DRAFTS:
        random = Generator(f"{wanted.seed}/{number}")
        solution = filled(wanted.puzzle_of(wanted.value), searches, random)
        if solution is None:  # a search for one was exhausted
            yield Ended(complete=True)
            return
        design = _draft(wanted, removal, searches, solution, random)
        number += 1
        if design is not None and (text := str(design.puzzle.canonical())) not in seen:
            seen.add(text)
            last = number
            yield design
    yield Ended(complete=False)


def _draft(
    wanted: Wanted, removal: Removal[Any], searches: Searches, solution: Any, random: Generator
) -> Design | None:
    """Return the design of a random solution; None if it has another number of parts or another level."""
    order = random.shuffled(range(removal.parts(wanted.value, solution)))
    least = 0 if wanted.pick is None else wanted.pick
    if least > len(order):
        raise InvalidInput(f"pick is {least}; expected at most {len(order)}, which a solution has beside what is given")
    parts = _Given(wanted, removal, searches, solution, set(order))
    while len(parts.numbers) > least and parts.reduce(order, least):
        pass
    if wanted.pick not in (None, len(parts.numbers)):
        return None
    if wanted.pick is None and wanted.level is not None:
        parts.put_back(wanted.level)
    value = removal.giving(wanted.value, solution, parts.numbers)
    return wanted.design(searches, value, removal.words(value))


class _Given:
    """The parts of a solution that a puzzle gives, by their numbers."""

    def __init__(
        self, wanted: Wanted, removal: Removal[Any], searches: Searches, solution: Any, numbers: set[int]
    ) -> None:
        self.wanted, self.removal, self.searches, self.solution = wanted, removal, searches, solution
        self.numbers = numbers
        self.removed: list[int] = []

    def reduce(self, order: Collection[int], least: int) -> bool:
        """Remove what can be removed in one pass; return whether another pass may remove more."""
        parts = [number for number in order if number in self.numbers]
        place, many, removed = 0, max(1, len(parts) // 4), 0
        while place < len(parts) and len(self.numbers) > least:
            some = parts[place : place + min(many, len(self.numbers) - least)]
            if self.searches.is_unique(self._puzzle(self.numbers.difference(some))):
                self.numbers.difference_update(some)
                self.removed += some
                place += len(some)
                removed += len(some)
            elif len(some) == 1:
                place += 1
            else:
                many = max(1, len(some) // 2)
        return removed > 0 and is_symmetric(self._puzzle(self.numbers))

    def put_back(self, level: int) -> None:
        """Put back the parts removed last, as few as make the puzzle no harder than a level."""
        parts = self.removed[::-1]
        most = bisect_left(range(len(parts)), True, key=lambda many: self._level(parts[:many]) <= level)
        self.numbers.update(parts[:most])

    def _level(self, parts: Collection[int]) -> int:
        self.searches.check()
        return difficulty(self._puzzle(self.numbers.union(parts))).level

    def _puzzle(self, numbers: Collection[int]) -> Any:
        return self.wanted.puzzle_of(self.removal.giving(self.wanted.value, self.solution, numbers))
