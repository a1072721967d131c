"""A search as people do it, on an exact cover: whatever is forced first, otherwise a guess; it rates puzzles and fills boards.

An item that needs as many options as it has left forces them: the last cell or the last place of a value in a row, the only way
to cover a cell, the only place of a piece. If nothing is forced, the search guesses at the item with the fewest options beyond
its need. Idea: R. Pelánek, "Difficulty Rating of Sudoku Puzzles by a Computational Model", FLAIRS 2011; the item with the fewest
options: D. E. Knuth, The Art of Computer Programming, volume 4B, section 7.2.2.1. Sets of options are whole numbers, a bit for
each option. Not here: judged searches; connectivity and colours of items are ignored, so that a board that is filled here is
judged by the puzzle's referee.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from exactcover.model.cover import Cover
from exactcover.model.generator import Generator

MOST_NODES = 20_000
"""The maximum number of nodes of a rating, guesses and forced steps together."""
MOST_FILLING_NODES = 3000
"""The maximum number of nodes of a search that fills a board."""
LEVELS = (0, 2, 6, 20)
"""The most guesses of the levels 1 to 4; puzzles that need more are of level 5."""


@dataclass(frozen=True, order=True)
class Difficulty:
    """The nodes of the search per solution: guesses, and steps that are forced; complete: whether the search ended.

    Puzzles are ranked by guesses, then by steps.
    """

    guesses: int
    steps: int
    complete: bool = True

    @property
    def level(self) -> int:
        """The level, from 1 (nothing has to be guessed) to 5."""
        return 1 + sum(self.guesses > most for most in LEVELS)


class _State:
    """The options that are left, what each item still needs and has room for, and the options chosen."""

    def __init__(self, options: list[tuple[int, ...]], masks: list[int], need: list[int], room: list[int]) -> None:
        self.options, self.masks = options, masks
        self.left, self.need, self.room = (1 << len(options)) - 1, need, room
        self.unmet = [item for item, number in enumerate(need) if number > 0]
        self.chosen: list[int] = []
        for item, most in enumerate(room):
            if most == 0:
                self.left &= ~masks[item]

    def copy(self) -> _State:
        """Return a state that changes independently."""
        other = object.__new__(_State)
        other.options, other.masks, other.left = self.options, self.masks, self.left
        other.need, other.room = self.need.copy(), self.room.copy()
        other.unmet, other.chosen = self.unmet.copy(), self.chosen.copy()
        return other

    def choose(self, option: int) -> bool:
        """Choose an option; return whether all its items had room."""
        self.left &= ~(1 << option)
        self.chosen.append(option)
        for item in self.options[option]:
            self.need[item] -= 1
            self.room[item] -= 1
            if self.room[item] == 0:
                self.left &= ~self.masks[item]
            if self.need[item] == 0:
                self.unmet.remove(item)
        return all(self.room[item] >= 0 for item in self.options[option])

    def forced(self) -> tuple[int, int]:
        """Return how many more options than it needs an item has, and the item: the first without any, or one with the fewest.

        Below 0: the item cannot be covered. An item of -1: none needs options any more.
        """
        least, tightest = len(self.options) + 1, -1
        for item in self.unmet:
            beyond = (self.left & self.masks[item]).bit_count() - self.need[item]
            if beyond <= 0:
                return beyond, item
            if beyond < least:
                least, tightest = beyond, item
        return least, tightest

    def options_of(self, item: int) -> Iterator[int]:
        """Yield the options of an item that are left, in increasing order."""
        left = self.left & self.masks[item]
        while left:
            yield (left & -left).bit_length() - 1
            left &= left - 1


def _start(cover: Cover) -> _State:
    bounds, members = cover.starts.tolist(), cover.members.tolist()
    options = [tuple(members[first:last]) for first, last in pairwise(bounds)]
    masks = [0] * len(cover.items)
    for number, items in enumerate(options):
        for item in items:
            masks[item] |= 1 << number
    return _State(options, masks, cover.least.tolist(), cover.most.tolist())


def _forced_steps(state: _State, allowed: int) -> tuple[int, int | None]:
    """Choose what is forced, at most so many options; return their number, and the item to guess at.

    An item of -1: nothing is left to do; None: there is no solution.
    """
    steps = 0
    while steps <= allowed:
        beyond, item = state.forced()
        if item < 0:
            return steps, -1
        if beyond < 0:
            return steps, None
        if beyond > 0:
            return steps, item
        steps += 1
        if not state.choose(next(state.options_of(item))):
            return steps, None
    return steps, None


def difficulty(cover: Cover) -> Difficulty:
    """Return the size of the whole tree of the search, up to MOST_NODES, divided by its solutions, rounded up.

    A puzzle with one solution up to symmetry has several images of it, any of which ends a search.
    """
    guesses = steps = solutions = 0
    waiting = [_start(cover)]
    while waiting:
        if guesses + steps >= MOST_NODES:
            return Difficulty(guesses, steps, complete=False)
        state = waiting.pop()
        taken, item = _forced_steps(state, MOST_NODES - guesses - steps)
        steps += taken
        solutions += item == -1
        if item is None or item < 0:
            continue
        for option in list(state.options_of(item)):
            child = state.copy()
            guesses += 1
            if child.choose(option):
                waiting.append(child)
            state.left &= ~(1 << option)  # the next guesses are without it
    each = max(1, solutions)
    return Difficulty(-(-guesses // each), -(-steps // each))


def filled(cover: Cover, random: Generator) -> list[int] | None:
    """Return the options of a solution, guessed at random; None if MOST_FILLING_NODES do not suffice, or there is none."""
    nodes = 0
    waiting = [_start(cover)]
    while waiting and nodes < MOST_FILLING_NODES:
        state = waiting.pop()
        taken, item = _forced_steps(state, MOST_FILLING_NODES - nodes)
        nodes += taken + 1
        if item == -1:
            return state.chosen
        if item is None:
            continue
        for option in random.shuffled(list(state.options_of(item))):
            child = state.copy()
            if child.choose(option):
                waiting.append(child)
    return None
