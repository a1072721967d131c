"""The referee of golfers: judges schedules week by week, and compares the encoder's model with the puzzle.

Solutions come from untrusted files. It is independent of the encoder's options.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise, permutations, product
from math import factorial
from typing import Any

from encoders.golfers import Golfers
from encoders.keys import shown
from exactcover.model.cover import Cover
from exactcover.model.encoding import Model

MOST_IMAGES = 1_000_000
Numbers = dict[tuple[int, int], int]


def faults(puzzle: Golfers, solution: Any) -> Iterator[str]:
    """Yield the faults of a solution `{"weeks": [[[1, 2, 3], ...], ...]}`, one sentence each; none for a correct one."""
    weeks = solution.get("weeks") if isinstance(solution, dict) else None
    if not isinstance(weeks, list) or not all(isinstance(week, list) for week in weeks):
        yield 'the solution has no weeks; expected {"weeks": [[[1, 2, 3], ...], ...]}, groups of golfers'
        return
    if len(weeks) != puzzle.weeks:
        yield f"the solution has {len(weeks)} weeks; expected {puzzle.weeks}"
        return
    met: Counter[tuple[int, int]] = Counter()
    for number, week in enumerate(weeks, 1):
        present: Counter[int] = Counter()
        for group in week:
            if not isinstance(group, list) or not all(type(golfer) is int for golfer in group):
                yield f"week {number} has {shown(group)}; expected a list of golfers"
                return
            if len(group) != puzzle.size:
                yield f"week {number} has a group of {len(group)} golfers; expected {puzzle.size}"
            present.update(group)
            if len(group) <= puzzle.golfers:
                met.update(combinations(sorted(group), 2))
        for golfer in range(1, puzzle.golfers + 1):
            if present[golfer] != 1:
                yield f"golfer {golfer} plays {present[golfer]} times in week {number}; expected once"
        for golfer in sorted(present.keys() - set(range(1, puzzle.golfers + 1))):
            yield f"week {number} has golfer {shown(golfer)}; expected 1 to {puzzle.golfers}"
    for (one, other), times in sorted(met.items()):
        if times > 1 and one != other:
            yield f"golfers {shown(one)} and {shown(other)} are in one group {times} times; expected at most once"


def cover_faults(puzzle: Golfers, model: Model) -> list[str]:
    """Return the differences between a model and the golfers: each possible group is an option of each week, exactly once."""
    plain = isinstance(model, Cover) and model.costs is None and model.connectivity is None and model.colours is None
    if not isinstance(model, Cover) or not plain:
        return ["the model is not a plain cover"]
    golfers, weeks = range(puzzle.golfers), range(puzzle.weeks)
    items = {key: number for number, key in enumerate(product(weeks, golfers))}
    pairs = {pair: len(items) + number for number, pair in enumerate(combinations(golfers, 2))}
    full = puzzle.weeks * (puzzle.size - 1) == puzzle.golfers - 1
    if model.most.tolist() != [1] * (len(items) + len(pairs)):
        return ["the model's items are not golfers by weeks and pairs of golfers, each covered at most once"]
    if model.least.tolist() != [1] * len(items) + [int(full)] * len(pairs):
        return ["the model's items that must be covered are not the golfers of each week, and the pairs that must meet"]
    expected = Counter(
        (*(items[week, golfer] for golfer in group), *(pairs[pair] for pair in combinations(group, 2)))
        for week in weeks
        for group in combinations(golfers, puzzle.size)
    )
    members = model.members.tolist()
    if Counter(tuple(members[begin:end]) for begin, end in pairwise(model.starts.tolist())) != expected:
        return ["the model's options are not the groups that each week may have"]
    return list(_symmetry_faults(puzzle, model, items, pairs))


def _symmetry_faults(puzzle: Golfers, model: Cover, items: Numbers, pairs: Numbers) -> Iterator[str]:
    """Yield a sentence if the symmetries are not all permutations of golfers and of weeks, or, if these are many, none."""
    golfers, weeks = range(puzzle.golfers), range(puzzle.weeks)
    order = factorial(puzzle.golfers) * factorial(puzzle.weeks)
    if order * (len(items) + len(pairs)) > MOST_IMAGES:
        if model.symmetries is not None:
            yield "the model has symmetries; expected none, for there are too many"
        return
    due = {
        (*(items[by[week], of[golfer]] for week, golfer in items), *(pairs[_pair(of[a], of[b])] for a, b in pairs))
        for by in permutations(weeks)
        for of in permutations(golfers)
    }
    listed = [] if model.symmetries is None else [tuple(images) for images in model.symmetries.tolist()]
    if len(listed) != order or set(listed) != due:
        yield "the model's symmetries are not the permutations of golfers and of weeks"


def _pair(one: int, other: int) -> tuple[int, int]:
    return (one, other) if one < other else (other, one)
