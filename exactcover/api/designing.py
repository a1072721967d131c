"""Designs: puzzles with exactly one solution up to symmetry, made from another. Not here: the searches (solving/designing)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from encoders.puzzle import Puzzle
from encoders.puzzle import puzzle_of as puzzle_of_keys
from exactcover.api.answering import run
from exactcover.api.solutions import Cancel, cancelled_by
from exactcover.api.subjects import Subject, puzzle_about
from exactcover.model import defaults
from exactcover.model.answer import SCHEMA, Limits
from exactcover.model.documents import Design, DesignDifficulty, DesignSummary
from exactcover.model.errors import InvalidInput, StopReason, nearest
from exactcover.model.layout import as_json
from exactcover.model.puzzle_protocol import digest_of
from exactcover.model.variation import Choice, Variation
from exactcover.process.deadline import Deadline

if TYPE_CHECKING:
    from exactcover.solving.designing.judged_searches import Ended, Run
    from exactcover.solving.designing.wanted import Design as Found


def design(
    subject: Subject,
    *,
    vary: str,
    pick: int | None = None,
    seed: int | str = defaults.SEED,
    level: int | None = None,
    limits: Limits = Limits(),
    cancel: Cancel | None = None,
) -> Designs:
    """Return an iterator over puzzles with exactly one solution up to symmetry, made from a puzzle by varying a part of it.

    vary: `pieces` (sets out of the puzzle's pool), `holes` (positions of holes) or `fixed` (pre-placed pieces, none of which can
    be spared) of a packing, `clues` of a sudoku or a Latin square (none of which can be spared). pick: how many of them. seed: a
    number or a text, such as a date; the same seed gives the same designs in the same order. level: only puzzles of this level,
    1 (nothing has to be guessed) to 5. limits: on time, memory and the number of designs; by default one of `fixed` and
    `clues`, and all others. cancel: see `solve`. Raises InvalidInput.
    """
    interrupted = cancelled_by(cancel)
    running: Run = partial(run, interrupted=interrupted)
    return designs_by(running, puzzle_about(subject), vary, pick, str(seed), level, limits, interrupted)


def designs_by(
    running: Run,
    puzzle: Puzzle,
    vary: str,
    pick: int | None,
    seed: str,
    level: int | None,
    limits: Limits,
    interrupted: Callable[[], bool] = lambda: False,
) -> Designs:
    """Return the same; running: runs a request about a puzzle."""
    from exactcover.solving.designing.human_search import LEVELS
    from exactcover.solving.designing.judged_searches import Searches
    from exactcover.solving.designing.wanted import Wanted

    variation = _variation(puzzle, vary)
    if getattr(puzzle.encode().model, "costs", None) is not None:
        raise InvalidInput("the solutions of the puzzle have costs; expected a puzzle whose solutions are equally good")
    if level is not None and (isinstance(level, bool) or level not in range(1, len(LEVELS) + 2)):
        raise InvalidInput(f"the level is {level!r}; expected 1 to {len(LEVELS) + 1}")
    if pick is not None and (isinstance(pick, bool) or not isinstance(pick, int) or pick < 0):
        raise InvalidInput(f"pick is {pick!r}; expected a number of 0 or more")

    def puzzle_of(value: Any) -> Puzzle:
        return Puzzle(puzzle.rules, value)

    def read_again(value: Any) -> Puzzle:
        return puzzle_of_keys(puzzle.kind, puzzle_of(value).named())

    wanted = Wanted(puzzle.value, pick, seed, level, puzzle_of, read_again)
    searches = Searches(running, interrupted, Deadline(limits.time), limits.memory)
    most = limits.solutions
    if isinstance(variation, Choice):
        from exactcover.solving.designing.choosing import choose

        variation.every(puzzle.value, pick)  # refuses at once what cannot be picked
        steps: Iterator[Found | Ended] = choose(wanted, variation, searches)
    else:
        from exactcover.solving.designing.removing import remove

        steps, most = remove(wanted, variation, searches), most or 1
    return Designs(puzzle, vary, steps, most)


def _variation(puzzle: Puzzle, vary: str) -> Variation[Any]:
    varied = puzzle.rules.varied
    if not varied:
        raise InvalidInput(
            f"vary is {vary!r}, and nothing varies in a puzzle of the kind {puzzle.kind}; expected one of pieces or with clues"
        )
    if vary not in varied:
        *others, last = varied
        expected = f"{', '.join(others)} or {last}" if others else last
        raise InvalidInput(
            f"vary is {vary!r}; expected {expected} for a puzzle of the kind {puzzle.kind}{nearest(vary, varied)}"
        )
    return varied[vary]


class Designs(Iterator[Design]):
    """Designs as they are found; `summary` says how the search ended, once they have all been taken."""

    def __init__(self, puzzle: Puzzle, vary: str, steps: Iterator[Found | Ended], most: int | None) -> None:
        self.summary: DesignSummary | None = None
        self._puzzle, self._vary, self._steps, self._most = puzzle, vary, steps, most
        self._ranks: list[tuple[Any, int]] = []

    def __next__(self) -> Design:
        from exactcover.solving.designing.judged_searches import Ended, Stopped

        if self.summary is not None:
            raise StopIteration
        complete = False
        stopped: StopReason | None = None
        try:
            if self._most is not None and len(self._ranks) >= self._most:
                stopped = "solutions"
            else:
                step = next(self._steps)
                if not isinstance(step, Ended):
                    return self._taking(step)
                complete, stopped = step.complete, step.reason
        except Stopped as stop:
            stopped = stop.reason
        self.summary = self._summary(complete, stopped)
        raise StopIteration

    def _taking(self, step: Found) -> Design:
        self._ranks.append((step.difficulty, len(self._ranks) + 1))
        rated: DesignDifficulty = {
            "level": step.difficulty.level,
            "guesses": step.difficulty.guesses,
            "steps": step.difficulty.steps,
            "complete": step.difficulty.complete,
        }
        return {
            "number": len(self._ranks),
            "words": step.words,
            "puzzle": step.puzzle.named(),
            "puzzle_sha256": digest_of(step.puzzle.canonical()),
            "difficulty": rated,
            "solution": dict(as_json(step.solution)),
        }

    def _summary(self, complete: bool, stopped: StopReason | None) -> DesignSummary:
        number = len(self._ranks)
        return {
            "schema": SCHEMA,
            "task": "design",
            "puzzle_sha256": digest_of(self._puzzle.canonical()),
            "vary": self._vary,
            "status": "FEASIBLE" if number else "INFEASIBLE" if complete else "UNKNOWN",
            "count": number,
            "exhausted": complete,
            "stop_reason": stopped,
            "ranking": [place for _, place in sorted(self._ranks)],
        }
