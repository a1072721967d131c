"""Marginals: in how many solutions each placement, or each option, of a puzzle is.

Not here: counting (backends/search/cover/marginals.py), and its judge (judges/marginals.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from encoders.puzzle import Puzzle
from encoders.solutions import PackingSolution
from exactcover.api.subjects import Subject, puzzle_about
from exactcover.judges import marginals as judge
from exactcover.model.answer import SCHEMA
from exactcover.model.cover import Cover
from exactcover.model.documents import Marginals
from exactcover.model.errors import JudgeRefused
from exactcover.model.layout import as_json
from exactcover.model.puzzle_protocol import digest_of
from exactcover.process.deadline import Deadline
from exactcover.transform.reductions.chain import reduce

if TYPE_CHECKING:
    from exactcover.backends.search.cover.marginals import OptionCounts


def marginals(subject: Subject, *, time_limit: float | None = None, memory_limit: float | None = None) -> Marginals:
    """Return in how many solutions each placement of a packing, or each option of another cover, is.

    The numbers are exact, and judged: the placements that cover a cell add up to the number of solutions. time_limit: seconds,
    after which the status is UNKNOWN; memory_limit: megabytes. See the schema `marginals`. Raises Unsuitable for puzzles that
    are no covers, and if there are too many states and solutions.
    """
    puzzle, deadline = puzzle_about(subject), Deadline(time_limit)
    options = Options(puzzle)
    counts = counted(options.cover, deadline, memory_limit)
    if counts is None:
        return _document(puzzle, "UNKNOWN", None, "time", f"Not decided in {time_limit:g} s.")
    status: Literal["FEASIBLE", "INFEASIBLE"] = "FEASIBLE" if counts.solutions else "INFEASIBLE"
    document = _document(puzzle, status, counts.solutions, None, _sentence(counts))
    numbers = map(str, counts.each)
    if options.placed:
        document["placements"] = [
            {"piece": piece, "cells": cells, "solutions": number}
            for (piece, cells), number in zip(options.placements(), numbers, strict=True)
        ]
    else:
        document["options"] = [
            {"items": list(names), "solutions": number}
            for names, number in zip(options.cover.every_option(), numbers, strict=True)
        ]
    return document


def counted(cover: Cover, deadline: Deadline, memory_limit: float | None) -> OptionCounts | None:
    """Return the judged number of solutions with each option of a cover; None if the time is over first. Raises Unsuitable."""
    from exactcover.backends.search.cover.marginals import option_counts
    from exactcover.backends.search.memory import memory_allowed

    counts = None
    for counts in option_counts(cover, memory_allowed(memory_limit)):
        if counts is None and deadline.over():
            return None
    if counts is not None:
        for fault in judge.faults(cover, counts.solutions, counts.each):
            raise JudgeRefused(f"marginals are wrong: {fault}")
    return counts


def refuse_marginals(puzzle: Puzzle, document: Any) -> None:
    """Raise JudgeRefused if marginals of a puzzle, which may come from a stranger, cannot be right."""
    options = Options(puzzle)
    try:
        if document["status"] == "UNKNOWN":
            return
        if options.placed:
            same = [(each["piece"], each["cells"]) for each in document["placements"]] == list(options.placements())
            numbers = [each["solutions"] for each in document["placements"]]
        else:
            same = [tuple(each["items"]) for each in document["options"]] == list(options.cover.every_option())
            numbers = [each["solutions"] for each in document["options"]]
        solutions, each = int(document["solutions"]), [int(number) for number in numbers]
    except (KeyError, TypeError, ValueError) as fault:
        raise JudgeRefused("these are no marginals; expected the solutions with each option") from fault
    if not same:
        raise JudgeRefused("the marginals are of other options than the puzzle's")
    for sentence in judge.faults(options.cover, solutions, each):
        raise JudgeRefused(f"marginals are wrong: {sentence}")


class Options:
    """The options of a puzzle as a cover; placed: whether each is the placement of a piece, or a cell that stays empty."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.placed = issubclass(puzzle.rules.solution, PackingSolution)
        self._encoding = puzzle.encode()
        self._reduced = reduce(self._encoding.model, ("cover",), with_symmetries=False)
        assert isinstance(self._reduced.model, Cover)
        self.cover = self._reduced.model

    def placements(self) -> Iterator[tuple[str | None, list[list[int]]]]:
        """Yield the piece and the cells of each option, no piece for a cell that stays empty."""
        before = len(self._placed([]))
        for option in range(self.cover.options):
            added = self._placed([option])[before:]
            if added:
                yield added[0]["piece"], added[0]["cells"]
            else:
                yield None, [[int(x) for x in self.cover.option(option)[0].split(",")]]

    def _placed(self, options: list[int]) -> list[dict[str, Any]]:
        """Return what some options place, after what is pre-placed."""
        solution = as_json(self._encoding.decode(self._reduced.lift(np.array(options, dtype=np.int64))))
        placed: list[dict[str, Any]] = solution["placements"]
        return placed


def _document(
    puzzle: Puzzle,
    status: Literal["FEASIBLE", "INFEASIBLE", "UNKNOWN"],
    solutions: int | None,
    stopped: Literal["time"] | None,
    sentence: str,
) -> Marginals:
    return {
        "schema": SCHEMA,
        "task": "marginals",
        "puzzle_sha256": digest_of(puzzle.canonical()),
        "status": status,
        "solutions": None if solutions is None else str(solutions),
        "placements": None,
        "options": None,
        "stop_reason": stopped,
        "sentence": sentence,
    }


def _sentence(counts: OptionCounts) -> str:
    """Return the result for people."""
    if not counts.solutions:
        return "There is no solution."
    never, always = counts.each.count(0), counts.each.count(counts.solutions)
    solutions = f"{counts.solutions:,} solution{'' if counts.solutions == 1 else 's'}"
    return (
        f"{solutions}, counted by {counts.how}: of {len(counts.each):,} placements {never:,} are in none, {always:,} in"
        f" {'it' if counts.solutions == 1 else 'all'}."
    )
