"""Comparison of engines on the same puzzles, each in its own process, under the same limits.

A case is a puzzle, engines, and their answers. A family (families.py) is a series of cases along an axis. An engine
that stops without an answer is listed as UNKNOWN with the limit that stopped it; one that does not accept the puzzle is
listed as not applicable.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from exactcover import api
from exactcover.model import defaults
from exactcover.model.answer import SCHEMA, Answer, Limits
from exactcover.model.errors import InvalidInput
from exactcover.process.tables import table
from exactcover.solving.comparable import Entry, NotApplicable, compared_as
from exactcover.solving.supervisor import pool

HEAD = (
    "engine", "status", "cost", "bound", "nodes", "generated", "expanded", "popped", "stored", "CPU s", "peak MB",
)  # fmt: skip


@dataclass(frozen=True)
class Case:
    """A puzzle, and the answers of engines to it in the order in which they ran, all under the same limits.

    at: its position on a family's axis.
    """

    puzzle: api.Puzzle
    engines: tuple[str, ...]
    answers: tuple[Entry, ...]
    limits: Limits = Limits()
    at: float | None = None

    @property
    def answered(self) -> tuple[Answer, ...]:
        """The answers of the applicable engines."""
        return tuple(each for each in self.answers if isinstance(each, Answer))

    def stopped(self, answer: Answer) -> str:
        """Return the limit that stopped an engine without an answer."""
        if answer.stop_reason == "time" and self.limits.time is not None:
            return f"at {self.limits.time:g} s"
        if answer.stop_reason == "memory" and self.limits.memory is not None:
            return f"at {self.limits.memory:g} MB"
        if answer.stop_reason == "nodes" and self.limits.nodes is not None:
            return f"at {self.limits.nodes:,} nodes"
        return "after giving up" if answer.stop_reason is None else f"at the {answer.stop_reason} limit"

    def to_json(self) -> dict[str, Any]:
        """Return the compare object of the contract."""
        return {
            "schema": SCHEMA,
            "task": "compare",
            "puzzle": self.puzzle.canonical(),
            "limits": {name: getattr(self.limits, name) for name in ("time", "memory", "nodes")},
            "backends": list(self.engines),
            "answers": [each.to_json() for each in self.answers],
        }


def engines_of(text: str) -> tuple[str, ...]:
    """Parse a list of engines `exact,astar:h1,batch:5`; `NAME:A=B;C=D` has several options. Raises InvalidInput."""
    names = tuple(part.strip().replace(";", ",") for part in text.split(",") if part.strip())
    if not names:
        raise InvalidInput("no engine is named; expected some, such as exact,sat")
    return engine_names(names)


def engine_names(engines: Iterable[str]) -> tuple[str, ...]:
    """Return the names of engines; raises InvalidInput for one that is named twice, or written as none is."""
    names = tuple(engines)
    for name in names:
        if names.count(name) > 1:
            raise InvalidInput(f"the engine {name} is named twice; expected each once")
        api.request("solve", name)
    return names


def limited(limits: Limits) -> Limits:
    """Return limits with at least a time limit, so that every engine ends."""
    return limits if limits.time is not None else replace(limits, time=defaults.TIME_LIMIT)


def answers(
    puzzle: api.Puzzle,
    engines: Sequence[str],
    limits: Limits,
    seed: int = 0,
    solve: Callable[..., Answer] = api.solve,
) -> Iterator[Entry]:
    """Yield the answer of each engine, each in a fresh process, or why it is not applicable; solve: see `answer`."""
    for name in engines:
        pool.end()
        yield answer(puzzle, name, limits, seed, solve)


def answer(
    puzzle: api.Puzzle, engine: str, limits: Limits, seed: int = 0, solve: Callable[..., Answer] = api.solve
) -> Entry:
    """Return the answer of an engine, or why it is not applicable; solve: as the function of the public API."""
    try:
        return solve(puzzle, backend=compared_as(engine), limits=limits, seed=seed)
    except InvalidInput as fault:
        return NotApplicable(str(fault))


def refuse_unsuitable(entries: Sequence[Entry], engines: Sequence[str]) -> None:
    """Raise InvalidInput if no engine is applicable."""
    if entries and all(isinstance(entry, NotApplicable) for entry in entries):
        reasons = "; ".join(f"{engine}: {entry.reason}" for engine, entry in zip(engines, entries, strict=False)
                         if isinstance(entry, NotApplicable))  # fmt: skip
        raise InvalidInput(f"no engine can be compared here ({reasons}); expected one that suits the puzzle")


def shown(case: Case) -> str:
    """Return a case as a table for people, followed by the reasons why engines are not applicable."""
    entries = list(zip(case.engines, case.answers, strict=True))
    notes = [f"{name}: {entry.reason}" for name, entry in entries if isinstance(entry, NotApplicable)]
    return "\n".join([table(HEAD, [_line(case, name, entry) for name, entry in entries]), *notes])


def _line(case: Case, name: str, answer: Entry) -> tuple[object, ...]:
    if isinstance(answer, NotApplicable):
        return (name, "not applicable", *("-" for _ in HEAD[2:]))
    used = answer.statistics
    status = f"UNKNOWN {case.stopped(answer)}" if answer.status == "UNKNOWN" else answer.status
    counts = (used.nodes, used.generated, used.expanded, used.popped, used.stored)
    return (
        name,
        status,
        "-" if answer.cost is None else str(answer.cost),
        "-" if answer.bound is None else str(answer.bound),
        *(f"{number:,}" if number else "-" for number in counts),
        f"{used.cpu_seconds:.3f}",
        f"{used.peak_mb:.0f}",
    )
