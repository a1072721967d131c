"""Solutions by what they choose: how many there are for each choice of empty cells, of pieces, or of what covers some items.

One search lists the judged solutions of all choices, and counts them by what is chosen, so that boards that differ in a few cells
share their search. Not here: the search.
"""

from __future__ import annotations

import marshal
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

import numpy as np

from encoders.puzzle import Puzzle
from encoders.solutions import PackingSolution, Selection
from exactcover.api.answering import run
from exactcover.api.subjects import Subject, puzzle_about
from exactcover.model.answer import SCHEMA, Answer, Limits, Request, request
from exactcover.model.documents import Choices
from exactcover.model.errors import InvalidInput, Unsuitable
from exactcover.model.events import Accepted, AcceptedMany
from exactcover.model.layout import as_json
from exactcover.model.many import SolutionTable, covered, written
from exactcover.model.puzzle_protocol import digest_of

Running = Callable[[Puzzle, Request], Iterable[Any]]
Choice: TypeAlias = bytes
"""A choice as a JSON value, see `written`: equal choices are equal bytes."""
EMPTY, PIECES = "empty", "pieces"


def choices(
    subject: Subject, over: str = EMPTY, *, time_limit: float | None = None, memory_limit: float | None = None
) -> Choices:
    """Return each choice that has a solution, and how many solutions have it.

    over: `empty` (or `optional`), the cells that stay empty; `pieces`, which pieces are placed; or names of pieces, of items of
    another cover, separated by commas: how these are placed or covered. time_limit: seconds; what is known by then is a part of
    the choices, and the status UNKNOWN. See the schema `choices`. Raises InvalidInput for choices that the puzzle does not have.
    """
    return choices_by(run, puzzle_about(subject), over, Limits(time_limit, memory_limit))


def choices_by(
    running: Running, puzzle: Puzzle, over: str, limits: Limits, interrupted: Callable[[], bool] = lambda: False
) -> Choices:
    """Return the same; running: yields the steps of a request about a puzzle; interrupted: whether to end with what there is."""
    chosen = _Chosen(puzzle, over)
    complete, stopped = False, None
    for step in running(puzzle, request("list", limits=limits)):
        if isinstance(step, AcceptedMany):
            chosen.add_many(step.solutions)
        elif isinstance(step, Accepted):
            chosen.add(as_json(step.solution))
        elif isinstance(step, Answer):
            refuted = step.status == "INFEASIBLE"  # by the search or by a prover, whichever is first
            complete, stopped = refuted or (step.exhausted and step.status != "UNKNOWN"), step.stop_reason
            break
        if interrupted():
            stopped = "interrupted"
            break
    each = chosen.counted()
    total = sum(number for _, number in each)
    return {
        "schema": SCHEMA,
        "task": "choices",
        "puzzle_sha256": digest_of(puzzle.canonical()),
        "status": ("FEASIBLE" if total else "INFEASIBLE") if complete else "UNKNOWN",
        "over": chosen.over,
        "choices": [{"choice": choice, "solutions": str(number)} for choice, number in each],
        "solutions": str(total),
        "stop_reason": None if complete else stopped,
        "sentence": _sentence(len(each), total, chosen.over, complete=complete),
    }


def _sentence(number: int, total: int, over: str, *, complete: bool) -> str:
    """Return the result for people."""
    noun = {EMPTY: "choice of empty cells", PIECES: "choice of pieces"}.get(over, f"choice for {over}")
    nouns = noun if number == 1 else noun.replace("choice", "choices", 1)
    most = f"{number:,} {nouns} with {total:,} solution{'' if total == 1 else 's'}"
    if complete:
        return f"{most} in all." if total else "There is no solution."
    return f"At least {most}; the search did not end."


class _Chosen:
    """The choices of the solutions so far, and how many have each."""

    def __init__(self, puzzle: Puzzle, over: str) -> None:
        self.over = EMPTY if over == "optional" else over
        form = puzzle.canonical()
        self._numbers: Counter[Choice] = Counter()
        self._cells: list[tuple[int, ...]] = []
        self._names: frozenset[str] = frozenset()
        self._key = "placements" if issubclass(puzzle.rules.solution, PackingSolution) else "options"
        if self._key == "options" and not issubclass(puzzle.rules.solution, Selection):
            raise Unsuitable(
                f"solutions of a {puzzle.kind} choose no pieces and no options; expected a packing, or a cover"
            )
        if self.over in (EMPTY, PIECES) and self._key == "options":
            raise InvalidInput(f"a {puzzle.kind} has no choice of {self.over}; expected names of its items")
        if self.over == EMPTY:
            self._cells = [tuple(cell) for cell in form.get("optional") or ()]
            if not self._cells:
                raise InvalidInput("the puzzle has no cells that may stay empty; expected some, marked + or `optional`")
        elif self.over != PIECES:
            self._names = frozenset(name.strip() for name in over.split(",") if name.strip())
            known = _names(puzzle)
            wrong = next((name for name in sorted(self._names) if name not in known), None)
            if wrong is not None or not self._names:
                raise InvalidInput(
                    f"{wrong or over!r} is no piece and no item; expected empty, pieces, or names of these"
                )

    def add(self, solution: Mapping[str, Any]) -> None:
        """Count a solution, written out."""
        self._numbers[written(self._choice(solution[self._key]))] += 1

    def add_many(self, table: SolutionTable) -> None:
        """Count the solutions of a table."""
        parts = [marshal.loads(part) for part in table.parts]
        rows: Any = covered(parts, table.lines, self._cells) if self.over == EMPTY else self._labels(parts, table)
        _, first, times = np.unique(rows, axis=0, return_index=True, return_counts=True)
        for line, number in zip(table.lines[first].tolist(), times.tolist(), strict=True):
            self._numbers[written(self._choice([parts[part] for part in line if part >= 0]))] += number

    def _labels(self, parts: list[Any], table: SolutionTable) -> Any:
        """Return the parts that matter, by numbers that are equal for what is equal, sorted; a row for each solution."""
        known: dict[bytes, int] = {}
        labels = np.full(len(parts) + 1, -1, dtype=np.int64)
        for number, part in enumerate(parts):
            own = self._choice([part])
            if own:
                labels[number] = known.setdefault(written(own), len(known))
        return np.sort(labels[table.lines], axis=1)

    def _choice(self, parts: list[Any]) -> list[Any]:
        """Return what a solution of these parts chooses: cells, names, or parts."""
        if self.over == EMPTY:
            covered = {tuple(cell) for part in parts for cell in part["cells"]}
            return [list(cell) for cell in self._cells if cell not in covered]
        if self.over == PIECES:
            return sorted(part["piece"] for part in parts)
        if self._key == "placements":
            return [part for part in parts if part["piece"] in self._names]
        return [part for part in parts if any(item.partition(":")[0] in self._names for item in part)]

    def counted(self) -> list[tuple[list[Any], int]]:
        """Return each choice and the number of its solutions, in the order of choices."""
        each = [(marshal.loads(choice), number) for choice, number in self._numbers.items()]
        return sorted(each, key=lambda one: str(one[0]) if self._names else one[0])


def _names(puzzle: Puzzle) -> set[str]:
    """Return the names of the pieces of a packing, or of the items of another cover."""
    named: Mapping[str, Any] = puzzle.named()
    if "pieces" in named:
        return {piece["name"] for piece in named["pieces"]}
    return set(getattr(puzzle.encode().model, "items", ()))
