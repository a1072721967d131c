"""The public function `compare`: engines side by side on puzzles, or on a family of them, as rows, as a table, as a picture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from exactcover import api
from exactcover.api import films
from exactcover.api.solutions import Cancel, OnProgress
from exactcover.api.visits import MOST_VISITS
from exactcover.comparison import Case, answers, engine_names, families, limited, refuse_unsuitable, shown
from exactcover.model.amounts import Amount
from exactcover.model.answer import SCHEMA, Answer, Limits
from exactcover.model.documents import JsonObject
from exactcover.model.errors import InvalidInput
from exactcover.model.events import Progress
from exactcover.process.tables import html
from exactcover.solving.comparable import Entry, NotApplicable

if TYPE_CHECKING:
    from matplotlib.figure import Figure

AXIS = "puzzle"
"""What is along the axis if puzzles are compared that are no family: their numbers, from 1."""


class Row(NamedTuple):
    """What an engine came to on a puzzle; cost, bound: None if it has none; reason: why the engine does not suit the puzzle.

    at: the place of the puzzle on the axis, its number if it is of no family.
    """

    at: float
    puzzle: str
    engine: str
    status: str
    cost: Amount | None = None
    bound: Amount | None = None
    nodes: int = 0
    generated: int = 0
    expanded: int = 0
    popped: int = 0
    stored: int = 0
    cpu_seconds: float = 0.0
    wall_seconds: float = 0.0
    peak_mb: float = 0.0
    reason: str = ""


@dataclass(frozen=True)
class Comparison:
    """The answers of engines to puzzles, case by case; `str` is the table of the command line, a notebook shows it as HTML."""

    cases: tuple[Case, ...]
    family: families.Family | None = None

    @property
    def rows(self) -> list[Row]:
        """What each engine came to on each puzzle, ready for a data frame."""
        return [
            _row(number if case.at is None else case.at, case, engine, entry)
            for number, case in enumerate(self.cases, 1)
            for engine, entry in zip(case.engines, case.answers, strict=True)
        ]

    def to_json(self) -> JsonObject:
        """Return the compare object of the contract; several puzzles are a family without a name."""
        if self.family is not None:
            return families.to_json(self.family, self.cases)
        if len(self.cases) == 1:
            return self.cases[0].to_json()
        kept = ("puzzle", "limits", "backends", "answers")
        cases = [
            {"at": number} | {key: each for key, each in case.to_json().items() if key in kept}
            for number, case in enumerate(self.cases, 1)
        ]
        return {"schema": SCHEMA, "task": "compare", "family": "", "axis": AXIS, "cases": cases}

    def figure(self) -> Figure:
        """Return the picture as a figure of matplotlib; raises InvalidInput if that is not installed (extra `plot`)."""
        from exactcover.comparison import plot

        drawn: Figure = plot.figure(self.cases, self.family)
        return drawn

    def plot(self, path: str | PathLike[str]) -> None:
        """Write the picture as .png, .svg or .pdf; raises InvalidInput."""
        from exactcover.comparison import plot

        plot.draw(Path(path), self.cases, self.family)

    def searches(self, states: int = MOST_VISITS) -> films.SearchFilm:
        """Return the states that each engine visits first, side by side; the searches run once more, for a few seconds each.

        states: the most for each engine. Raises InvalidInput, also for several puzzles, and if no engine has states to show.
        """
        if self.family is not None or len(self.cases) != 1:
            raise InvalidInput(f"{len(self.cases)} puzzles are compared; expected one whose searches can be shown")
        (case,) = self.cases
        return films.film(case.puzzle, case.engines, states, dict(_totals(case)))

    def film(self, path: str | PathLike[str], states: int = MOST_VISITS) -> None:
        """Write the animation of `searches` as .svg or .gif; raises InvalidInput."""
        films.refuse_file(Path(path))
        self.searches(states).save(path)

    def __str__(self) -> str:
        """Return the table for people."""
        if self.family is not None:
            return families.shown(self.family, self.cases, self.cases[0].engines)
        if len(self.cases) == 1:
            return shown(self.cases[0])
        return "\n\n".join(f"{_name(case)}\n{shown(case)}" for case in self.cases)

    def _repr_html_(self) -> str:
        """Return the rows as a table of HTML."""
        wanted = [name for name in Row._fields if name not in ("at", "reason")]
        return html(wanted, [[_cell(row, name) for name in wanted] for row in self.rows])


def _cell(row: Row, name: str) -> str:
    """Return what a table has of a row: nothing where an engine does not count, or does not suit."""
    value = getattr(row, name)
    if name == "status" and row.reason:
        return f"{value}: {row.reason}"
    if name.endswith("_seconds"):
        return "" if row.reason else f"{value:.3f}"
    if name == "peak_mb":
        return "" if row.reason else f"{value:.0f}"
    if isinstance(value, int) and name not in ("cost", "bound"):
        return f"{value:,}" if value else ""
    return "" if value is None else str(value)


def _totals(case: Case) -> Iterator[tuple[str, films.Total]]:
    """Yield how many states each engine visited in all: those it expanded, or its nodes."""
    for engine, entry in zip(case.engines, case.answers, strict=True):
        if isinstance(entry, Answer):
            used = entry.statistics
            yield engine, films.Total(used.expanded or used.nodes, entry.status == "UNKNOWN")


def _name(case: Case) -> str:
    return case.puzzle.title or case.puzzle.kind


def _row(at: float, case: Case, engine: str, entry: Entry) -> Row:
    if isinstance(entry, NotApplicable):
        return Row(at, _name(case), engine, "not applicable", reason=entry.reason)
    used = entry.statistics
    return Row(
        at,
        _name(case),
        engine,
        f"UNKNOWN {case.stopped(entry)}" if entry.status == "UNKNOWN" else entry.status,
        entry.cost,
        entry.bound,
        used.nodes,
        used.generated,
        used.expanded,
        used.popped,
        used.stored,
        used.cpu_seconds,
        used.wall_seconds,
        used.peak_mb,
    )


def compare(
    puzzles: api.Subject | Iterable[api.Subject] = (),
    engines: Sequence[str] = (),
    *,
    family: str = "",
    limits: Limits = Limits(),
    seed: int = 0,
    on_progress: OnProgress | None = None,
    cancel: Cancel | None = None,
) -> Comparison:
    """Run engines on puzzles, one after the other, each in a separate process and under the same limits.

    puzzles: one or several; engines: as `backend` of `solve` names them; without any, those that people compare on the puzzle;
    family: the name of a family of puzzles, in place of puzzles; limits: of each engine, 60 seconds if no time is named;
    on_progress: called with a Progress after each engine; cancel: see `solve`, engines that have not ended are UNKNOWN then.
    Raises InvalidInput, also if no engine suits a puzzle.
    """
    if isinstance(engines, str):
        raise TypeError(f"engines is {engines!r:.60}; expected a list of names, such as ['exact', 'sat']")
    names = engine_names(engines)
    tell = on_progress or _nothing
    solve = partial(api.solve, cancel=cancel)
    subjects = [puzzles] if isinstance(puzzles, api.Subject) else list(puzzles)
    if bool(subjects) == bool(family):
        raise InvalidInput("compare was given puzzles and a family, or neither; expected a puzzle, some, or a family")
    if family:
        chosen = families.family(family)
        within = names or chosen.engines
        return of_family(chosen, families.run(chosen, within, limited(limits), seed, solve), tell)
    cases = []
    for subject in map(api.puzzle_about, subjects):
        within = names or subject.engines()
        case = Case(subject, within, (), limited(limits))
        cases.append(of_puzzle(case, answers(subject, within, case.limits, seed, solve), tell))
    return Comparison(tuple(cases))


def of_puzzle(case: Case, entries: Iterator[Entry], on_progress: OnProgress) -> Case:
    """Return a case with the entries of its engines, as they come; raises InvalidInput if no engine suits the puzzle."""
    for number, entry in enumerate(entries, start=1):
        case = replace(case, answers=(*case.answers, entry))
        on_progress(Progress(f"{number} of {len(case.engines)} engines done"))
    refuse_unsuitable(case.answers, case.engines)
    return case


def of_family(family: families.Family, cases: Iterator[Case], on_progress: OnProgress) -> Comparison:
    """Return the comparison of a family's cases, as they come; raises InvalidInput if no engine suits one of them."""
    compared: list[Case] = []
    for case in cases:
        compared.append(case)
        refuse_unsuitable(case.answers, case.engines)
        on_progress(Progress(f"{len(compared)} puzzles of {family.name} done"))
    return Comparison(tuple(compared), family)


def _nothing(progress: Progress) -> None:
    """Hear progress that nobody wants to hear of."""
