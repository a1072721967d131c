"""A frontier from both ends of the board: states that a sweep can reach, and states from which the end can be reached.

If the states grow all the way to the end of the board, the two halves take a fraction of the work of one sweep. Copies are not
counted. The steps and the limits are the judge's own (judges/frontier.py).

*Historical note.* Y5 on 15x18: a sweep from one end has tried 1,760 million placements at cell 223 of 270 and has 26 million
states; to cell 149 it tried 151 million.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import NamedTuple

import numpy as np

from exactcover.judges.frontier import (
    MOST_STATES,
    MOST_WORK,
    ONE,
    Words,
    before,
    by_first_cell,
    different,
    have_common,
    placed,
    seen_from_next,
)
from exactcover.model.certificate import Refutation
from exactcover.model.events import Event, Progress
from exactcover.model.tiling import Tiling
from exactcover.process.deadline import Deadline, now


class Bounds(NamedTuple):
    """What may be used before the search is given up; work and states are the judge's own bounds.

    copies: of the states in memory while a step is made, about; short: a step that tries fewer placements takes no time that
    counts; clock: seconds, as `exactcover.process.deadline.now` has them.
    """

    work: int = MOST_WORK
    states: int = MOST_STATES
    copies: int = 8
    short: int = 100_000
    clock: Callable[[], float] = now


DEFAULT_BOUNDS = Bounds()


class _Pace:
    """How long steps take, predicted from the last one: a step is made in one go, and may be of millions of states."""

    def __init__(self, bounds: Bounds) -> None:
        self._clock, self._short = bounds.clock, bounds.short
        self._begun = 0.0
        self._each = 0.0

    def begin(self) -> None:
        """Begin a step."""
        self._begun = self._clock()

    def end(self, cost: int) -> None:
        """End a step that tried so many placements."""
        self._each = (self._clock() - self._begun) / max(cost, 1)

    def seconds(self, cost: int) -> float:
        """Return how long a step that tries so many placements will take, if it takes as long for each as the last one."""
        return self._each * cost if cost > self._short else 0.0


def search(
    model: Tiling, axes: tuple[int, ...], deadline: Deadline, memory: float, bounds: Bounds = DEFAULT_BOUNDS
) -> Generator[Event, None, Refutation | str]:
    """Advance by a cell at the end with fewer states, until both meet; return the refutation, or why there is none."""
    by_piece, window = by_first_cell(model, list(axes))
    placements = [[mask for own in here.values() for mask in own] for here in by_piece]
    words = (max(window, 1) + 63) // 64
    ahead, behind = np.zeros((2, words, 1), dtype=np.uint64)
    low, high = 0, len(placements)
    states = [0] * high
    tried = 0
    pace = _Pace(bounds)
    while low < high:
        forward = ahead.shape[1] <= behind.shape[1]
        cost = (ahead if forward else behind).shape[1] * (len(placements[low if forward else high - 1]) + 1)
        if deadline.left is not None and pace.seconds(cost) > deadline.left:
            return f"from both ends the remaining time was too short for the next step at cells {low} and {high}"
        pace.begin()
        if forward:
            ahead, states[low] = _after(ahead, placements[low], words)
            tried += states[low] * len(placements[low])
            low += 1
        else:
            high -= 1
            behind = before(behind, placements[high], window)
            states[high] = behind.shape[1]
            tried += states[high] * len(placements[high])
        pace.end(cost)
        if tried > bounds.work or max(ahead.shape[1], behind.shape[1]) > bounds.states:
            return f"from both ends {tried} placements were tried before cells {low} and {high} met"
        if (ahead.nbytes + behind.nbytes) * bounds.copies > memory:
            return f"from both ends the states took more than the memory at cells {low} and {high}"
        if deadline.over():
            return f"from both ends the time was up at cells {low} and {high}"
        yield Progress(f"sweeping from both ends: cells {low} and {high}", nodes=tried)
    if have_common(ahead, behind):
        return f"from both ends a packing is met at cell {low}, but perhaps not with the copies demanded"
    return Refutation("frontier", {"axes": list(axes), "counted": [], "states": states, "meet": low})


def _after(states: Words, masks: list[Words], words: int) -> tuple[Words, int]:
    """Return the states for the next cell, and the number of those whose first empty cell is this one."""
    passes = states[0] & ONE != 0
    empty = states[:, ~passes]
    parts = [seen_from_next(states[:, passes], words), *(placed(empty, mask, words) for mask in masks)]
    return different(parts), empty.shape[1]
