"""The options of a puzzle as a cover: placements of a packing, and the judges of selections. Not here: numbers of solutions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from encoders.puzzle import Puzzle
from encoders.solutions import PackingSolution
from exactcover import judges
from exactcover.model.arrays import Integers
from exactcover.model.cover import Cover
from exactcover.model.errors import JudgeRefused
from exactcover.model.layout import as_json
from exactcover.transform.reductions.chain import reduce


class Options:
    """The options of a puzzle as a cover; placed: whether each is the placement of a piece, or a cell that stays empty."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.placed = issubclass(puzzle.rules.solution, PackingSolution)
        self._puzzle, self._encoding = puzzle, puzzle.encode()
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

    def judge(self, selection: Integers) -> None:
        """Raise JudgeRefused if some options are no solution, by the judge of the puzzle's model or by its referee."""
        own = self._reduced.lift(selection)
        for fault in judges.faults(self._encoding.model, own) or self._puzzle.faults(self._encoding.decode(own)):
            raise JudgeRefused(f"a descent has reached what is no solution: {fault}")

    def _placed(self, options: list[int]) -> list[dict[str, Any]]:
        """Return what some options place, after what is pre-placed."""
        solution = as_json(self._encoding.decode(self._reduced.lift(np.array(options, dtype=np.int64))))
        placed: list[dict[str, Any]] = solution["placements"]
        return placed
