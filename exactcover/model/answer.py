"""Requests and answers: what goes into a run, what comes out of it, and the status.

An engine never says a status: it is derived here, so that *proved none*, *found none* and *ran out* cannot be confused. Not
here: what a run reports before its answer (events.py).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from exactcover.model import defaults
from exactcover.model.amounts import Amount, in_json
from exactcover.model.best_attempt import BestAttempt, json_of
from exactcover.model.errors import InvalidInput, StopReason, nearest

if TYPE_CHECKING:  # a command line that only shows answers does not import arrays
    from exactcover.model.certificate import Certificate
    from exactcover.model.layout import Layout
    from exactcover.model.puzzle_protocol import Puzzle
    from exactcover.model.solution import Solution as TypedSolution

Task: TypeAlias = Literal["solve", "list", "count", "sample", "prove"]
Status: TypeAlias = Literal["FEASIBLE", "OPTIMAL", "INFEASIBLE", "UNKNOWN"]

SCHEMA = 1
MOST_COUNTED = 10**18
MOST_SEED = 2**31 - 1
MOST_WORKERS = 1000


def _is_number(value: Any, kind: type) -> bool:
    return isinstance(value, kind) and not isinstance(value, bool)


@dataclass(frozen=True)
class Limits:
    """The limits of a run: seconds, megabytes, search nodes, solutions to find or count; None means no limit."""

    time: float | None = None
    memory: float | None = None
    nodes: int | None = None
    solutions: int | None = None

    def __post_init__(self) -> None:
        for name, least in (("time", 0), ("memory", 1), ("nodes", 0), ("solutions", 1)):
            value = getattr(self, name)
            if value is not None and not _is_number(value, Integral if name in ("nodes", "solutions") else Real):
                raise InvalidInput(f"the {name} limit is {value!r}; expected a number of {least} or more, or None")
            if value is not None and not value >= least:
                raise InvalidInput(f"the {name} limit is {value}; expected {least} or more")
            if value is not None and name in ("nodes", "solutions") and value > MOST_COUNTED:
                raise InvalidInput(f"the {name} limit is {value}; expected at most {MOST_COUNTED}, or no limit")


@dataclass(frozen=True)
class Checkpoint:
    """The progress of a search: the digest of its roots, and solutions and nodes of each finished root."""

    roots_digest: str = ""
    done: Mapping[int, tuple[int, int]] = field(default_factory=dict)


@dataclass(frozen=True)
class Request:
    """A task for an engine: its name, its own options, and the limits.

    workers: 0 is the task's default; break_symmetry: search one placement per orbit if only existence matters; up_to_symmetry:
    list one solution per class; rotations_only: do not count reflections as symmetries; checkpoint: report the finished roots
    of the search, and skip those already finished; argument: the only kind of certificate for a proof; optimal: list all
    solutions of minimum cost; gap: end when the best cost is that near to the bound, relative to the cost; executor: runs a
    count, a list or a proof by cubes, empty for threads of the engine's process; ledger: the file or URL that records finished
    cubes, empty for none; run_of: the owner of the ledger's run, empty for anybody; certificate: a solve or a list continues,
    within its limits, until there is a certificate of its answer.
    """

    task: Task
    engine: str = defaults.ENGINE
    options: Mapping[str, str] = field(default_factory=dict)
    limits: Limits = Limits()
    seed: int = defaults.SEED
    workers: int = defaults.WORKERS
    break_symmetry: bool = True
    up_to_symmetry: bool = False
    rotations_only: bool = False
    checkpoint: Checkpoint | None = None
    argument: str = ""
    optimal: bool = False
    gap: float | None = None
    executor: str = ""
    ledger: str = ""
    run_of: str = ""
    certificate: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.limits, Limits):
            raise TypeError(f"limits is {self.limits!r:.60}; expected a Limits, such as Limits(time=60)")
        for name, value, most in (("seed", self.seed, MOST_SEED), ("number of workers", self.workers, MOST_WORKERS)):
            if not _is_number(value, Integral):
                raise InvalidInput(f"the {name} is {value!r}; expected a whole number from 0 to {most}")
            if not 0 <= value <= most:
                raise InvalidInput(f"the {name} is {value}; expected 0 to {most}")
        if self.gap is not None and (not _is_number(self.gap, Real) or not 0 <= self.gap < 1):
            raise InvalidInput(
                f"the gap is {self.gap!r}; expected a part of the cost, at least 0 and below 1, such as 0.01"
            )


def request(task: Task, backend: str = defaults.ENGINE, **settings: Any) -> Request:
    """Return a request; backend: `NAME[:VALUE | :KEY=VALUE,...]`; settings: the other fields of Request.

    Raises InvalidInput, and TypeError for a backend or limits of another type.
    """
    known = [each.name for each in fields(Request) if each.name not in ("task", "engine", "options")]
    for key in settings:
        if key not in known:
            raise InvalidInput(f"a request has no setting {key!r}; expected {', '.join(known)}{nearest(key, known)}")
    if not isinstance(backend, str):
        raise TypeError(f"backend is {backend!r:.60}; expected the name of an engine as a text")
    name, colon, rest = backend.partition(":")
    options: dict[str, str] = {}
    for part in rest.split(",") if colon else ():
        key, equals, value = part.partition("=")
        key, value = (key, value) if equals else ("", key)
        if not value or key in options:
            raise InvalidInput(f"backend is {backend!r}; expected NAME, NAME:VALUE or NAME:KEY=VALUE,...")
        options[key] = value
    return Request(task, name, options, **settings)


@dataclass(frozen=True)
class EngineOptions:
    """The settings passed to an engine besides the model: seed, workers and its own options (`own`, validated by the engine).

    up_to_symmetry: list one solution per class of the model's symmetries; checkpoint: see Request; most_cost: list solutions
    up to this cost; executor, ledger, run_of: see Request.
    """

    seed: int = 0
    workers: int = 1
    up_to_symmetry: bool = False
    checkpoint: Checkpoint | None = None
    own: Mapping[str, str] = field(default_factory=dict)
    most_cost: int | None = None
    executor: str = ""
    ledger: str = ""
    run_of: str = ""


@dataclass(frozen=True)
class Statistics:
    """Work done; seconds are the engine's, model preparation included, without the start of its process and without compiling.

    compile_seconds: time for compiling, and for loading compiled code, since the process's last run; included in no other
    figure, and counted towards no limit. stored: maximum number of states held in memory.
    """

    nodes: int = 0
    generated: int = 0
    expanded: int = 0
    popped: int = 0
    stored: int = 0
    conflicts: int = 0
    cpu_seconds: float = 0.0
    wall_seconds: float = 0.0
    compile_seconds: float = 0.0
    peak_mb: float = 0.0


@dataclass(frozen=True)
class EngineReport:
    """Which engine answered, with which options, and why it was chosen."""

    name: str
    options: Mapping[str, Any]
    why: str


@dataclass(frozen=True)
class Answer:
    """The answer to a request. `status` is derived from the rest.

    puzzle, puzzle_sha256: None if the run was cut before the puzzle was read; certificate: the one that `evidence` names, if
    any; argument: the same in sentences; in_notebook: draws the answer, as HTML or SVG; about: the puzzle, with its names.
    """

    task: str
    puzzle: Mapping[str, Any] | None
    puzzle_sha256: str | None
    engine: EngineReport
    exhausted: bool = False
    stop_reason: StopReason | None = None
    evidence: str | None = None
    solution: TypedSolution | Layout | None = None
    best_attempt: BestAttempt | None = None
    cost: Amount | None = None
    bound: Amount | None = None
    count: int | None = None
    classes: int | None = None
    statistics: Statistics = Statistics()
    certificate: Certificate | None = None
    argument: tuple[str, ...] = ()
    more = True  # the request has been answered, which is reported at once
    in_notebook: Callable[[Answer, bool], str | None] | None = field(default=None, repr=False, compare=False)
    about: Puzzle | None = field(default=None, repr=False, compare=False)

    def _repr_svg_(self) -> str | None:
        """Return the drawing that a notebook shows, None if there is nothing to draw."""
        return None if self.in_notebook is None else self.in_notebook(self, False)

    def _repr_html_(self) -> str | None:
        """Return the summary and the drawing, as a notebook shows them."""
        return None if self.in_notebook is None else self.in_notebook(self, True)

    @property
    def status(self) -> Status:
        """FEASIBLE, OPTIMAL, INFEASIBLE or UNKNOWN, derived from what was found, exhausted and proved."""
        solved = self.solution is not None or bool(self.count)
        if solved:
            if self.task == "count" and not self.exhausted and self.stop_reason != "solutions":
                return "UNKNOWN"
            return "OPTIMAL" if self.cost is not None and self.cost == self.bound else "FEASIBLE"
        return "INFEASIBLE" if self.evidence is not None and not (self.bounded or self.listed) else "UNKNOWN"

    @property
    def bounded(self) -> bool:
        """Whether the certificate is about cost: it proves that no solution costs less than its bound."""
        return self.certificate is not None and self.certificate.refutation.bound is not None

    @property
    def listed(self) -> bool:
        """Whether the certificate is about a list: it proves that there are no other solutions."""
        return self.certificate is not None and self.certificate.refutation.of_list

    @property
    def refuted(self) -> bool:
        """Whether the certificate proves that there is no solution."""
        return self.certificate is not None and not (self.bounded or self.listed)

    def to_json(self, file: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Return the answer object of the contract, ready for json.dumps.

        file: the reference to a solution with too many pieces: its file, its sha256 and its number of pieces.
        """
        return {
            "schema": SCHEMA,
            "task": self.task,
            "puzzle": None if self.puzzle is None else dict(self.puzzle),
            "puzzle_sha256": self.puzzle_sha256,
            "status": self.status,
            "exhausted": self.exhausted,
            "stop_reason": self.stop_reason,
            "evidence": self.evidence,
            "argument": list(self.argument) or None,
            "certificate": None if self.certificate is None else self.certificate.to_json(),
            "solution": json_of(self.solution, file),
            "best_attempt": None if self.best_attempt is None else self.best_attempt.to_json(),
            "cost": in_json(self.cost),
            "bound": in_json(self.bound),
            "count": None if self.count is None else str(self.count),
            "classes": None if self.classes is None else str(self.classes),
            "engine": {"name": self.engine.name, "options": dict(self.engine.options), "why": self.engine.why},
            "statistics": vars_of(self.statistics),
        }


def vars_of(statistics: Statistics) -> dict[str, float]:
    """Return the statistics as a JSON object, seconds to the microsecond and memory to the tenth of a megabyte."""
    seconds = {name: round(value, 6) for name, value in vars(statistics).items() if name.endswith("_seconds")}
    return {**vars(statistics), **seconds, "peak_mb": round(statistics.peak_mb, 1)}
