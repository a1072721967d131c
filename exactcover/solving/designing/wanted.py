"""What designs are wanted, and a design. Not here: the searches for them (choosing.py, removing.py)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from exactcover.model.cover import Cover
from exactcover.model.generator import Generator
from exactcover.model.puzzle_protocol import Puzzle
from exactcover.solving.designing import human_search
from exactcover.solving.designing.human_search import Difficulty
from exactcover.solving.designing.judged_searches import Searches
from exactcover.transform.reductions.chain import reduce


@dataclass(frozen=True)
class Design:
    """A puzzle with one solution up to symmetry, that solution, its difficulty, and what varies in words."""

    puzzle: Puzzle
    solution: Any
    difficulty: Difficulty
    words: str


@dataclass(frozen=True)
class Wanted:
    """What designs are wanted.

    value: of the puzzle from which the designs are made; pick: how many parts vary, None for the default of the variation; seed:
    the same one gives the same designs; level: the only level wanted, None for all; puzzle_of: the puzzle of a value;
    read_again: the puzzle as a reader of its keys gets it, which is the one that is judged.
    """

    value: Any
    pick: int | None
    seed: str
    level: int | None
    puzzle_of: Callable[[Any], Puzzle]
    read_again: Callable[[Any], Puzzle]

    def design(self, searches: Searches, value: Any, words: str) -> Design | None:
        """Return the design of a value, None if it does not have exactly one solution, or another level. Raises Stopped."""
        puzzle = self.read_again(value)
        solution = searches.only_solution(puzzle)
        if solution is None:
            return None
        rated = difficulty(puzzle)
        return Design(puzzle, solution, rated, words) if self.level in (None, rated.level) else None


def filled(puzzle: Puzzle, searches: Searches, random: Generator) -> Any | None:
    """Return a random solution of a puzzle, which the referee accepts; None if there is none. Raises Stopped."""
    encoding = puzzle.encode()
    reduced = reduce(encoding.model, ("cover",), with_symmetries=False)
    assert isinstance(reduced.model, Cover)
    options = human_search.filled(reduced.model, random)
    if options is not None:
        solution = encoding.decode(reduced.lift(np.array(sorted(options), dtype=np.int64)))
        if not puzzle.faults(solution):
            return solution
    return searches.first_solution(puzzle, random.below(1 << 31))


def difficulty(puzzle: Puzzle) -> Difficulty:
    """Return how difficult a puzzle is for people."""
    model = reduce(puzzle.encode().model, ("cover",), with_symmetries=False).model
    assert isinstance(model, Cover)
    return human_search.difficulty(model)
