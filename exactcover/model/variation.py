"""What may vary while a puzzle is designed: a choice among many puzzles, or parts of a solution that a puzzle may give.

Each kind of puzzle names its variations and describes them here as functions of the values of its puzzles. Not here: the search
for puzzles with one solution (solving/designing).
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

Value = TypeVar("Value")
"""The values of the puzzles of a kind."""
Key: TypeAlias = tuple[Any, ...]
"""A choice: a sorted tuple, such as the names of the chosen pieces."""


@dataclass(frozen=True)
class Choice(Generic[Value]):
    """A choice, such as a set of pieces out of a pool.

    every: the puzzle whose solutions are those of all choices of so many (None: the default of the variation), or InvalidInput;
    key: the choice to which a solution of that puzzle belongs; chosen: the puzzle of a choice; words: a choice for people.
    """

    every: Callable[[Value, int | None], Value]
    key: Callable[[Value, Any], Key]
    chosen: Callable[[Value, Key], Value]
    words: Callable[[Key], str]


@dataclass(frozen=True)
class Removal(Generic[Value]):
    """Parts of a solution, such as clues, which a puzzle gives and which are removed while it has one solution.

    parts: the number of parts of a solution that the puzzle does not give; giving: the puzzle that gives those with these
    numbers too; words: such a puzzle for people.
    """

    parts: Callable[[Value, Any], int]
    giving: Callable[[Value, Any, Collection[int]], Value]
    words: Callable[[Value], str]


Variation: TypeAlias = Choice[Value] | Removal[Value]
