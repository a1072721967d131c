"""Events: what a run reports, from the engine's process to the terminal and to the service.

An engine yields Found, FoundMany, Attempt, Bound, Progress, Standing and RootDone, and ends with one End; a search of many
covers yields an EndOfOne for each (`Event`). The pipeline judges these, and yields Accepted, AcceptedMany, Draft and others, and
lastly an Answer (`Step`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from exactcover.model.amounts import Amount
from exactcover.model.answer import Answer, Statistics
from exactcover.model.errors import StopReason

if TYPE_CHECKING:  # a command line that only shows answers does not import arrays
    from exactcover.model.arrays import Integers
    from exactcover.model.certificate import Refutation
    from exactcover.model.encoding import Solution
    from exactcover.model.many import SelectionTable, SolutionTable


@dataclass(frozen=True, eq=False)
class Found:
    """A selection of the model; more: another one follows at once, so delivery may be delayed."""

    selection: Integers
    more: bool = False


@dataclass(frozen=True, eq=False)
class FoundMany:
    """Selections of the model that are delivered together."""

    selections: SelectionTable

    def each(self) -> Iterator[Found]:
        """Yield the selections one by one."""
        last = len(self.selections)
        for number, selection in enumerate(self.selections, 1):
            yield Found(selection, more=number < last)


@dataclass(frozen=True, eq=False)
class Attempt:
    """The best selection of a search so far that is not a solution; the last one counts."""

    selection: Integers


@dataclass(frozen=True)
class Bound:
    """A proved lower bound on the cost; placements_digest: of the placements for which it was proved, as in End."""

    value: Amount
    placements_digest: str | None = None


@dataclass(frozen=True)
class Progress:
    """The progress of a run: a sentence for people, nodes and solutions so far, the finished fraction of the work.

    plan: the engine's method, for the answer's `why`; unit: what is counted instead of nodes; seconds: approximate time of the
    work since the last event, if nodes do not determine it; more: another event follows at once; bound: on the cost, in the
    model's unit; the pipeline appends it to the sentence in the puzzle's.
    """

    sentence: str = ""
    nodes: int = 0
    count: int | None = None
    fraction: float | None = None
    plan: str = ""
    unit: str = "nodes"
    seconds: float = 0.0
    more: bool = False
    bound: int | None = None


@dataclass(frozen=True)
class Notice:
    """A sentence for people about a fault that does not stop the run or change the answer."""

    sentence: str


@dataclass(frozen=True)
class RootDone:
    """A root of the search is finished, and all its solutions have been delivered; roots_digest: of all roots."""

    roots_digest: str
    root: int
    solutions: int
    nodes: int


@dataclass(frozen=True)
class CubesDone:
    """That many cubes of a run are finished, with their results in the ledger: whoever resumes the run continues from there."""

    run: str
    cubes: int


@dataclass(frozen=True)
class End:
    """How a run ended.

    exhausted: nothing is left to search; count: solutions counted; bound: proved lower bound on the cost; refutation: a
    prover's proof that there is no solution; placements_digest: of the placements searched (see judges.placements); classes:
    of the solutions counted, up to symmetry; remark: the outcome of an argument that proved nothing; engine: which of several
    concurrent engines decided.
    """

    exhausted: bool
    stop_reason: StopReason | None = None
    count: int | None = None
    bound: int | None = None
    refutation: Refutation | None = None
    placements_digest: str | None = None
    classes: int | None = None
    remark: str = ""
    engine: str = ""
    statistics: Statistics = field(default_factory=Statistics)
    more = True  # the run has ended, which is reported at once


@dataclass(frozen=True)
class Standing:
    """The end of a run if it is stopped from now on: what was requested has been found, and only more of it can come."""

    end: End


@dataclass(frozen=True, eq=False)
class EndOfOne:
    """The end of the search of one of many covers, with its selections, still to be judged."""

    selections: tuple[Integers, ...]
    end: End
    more = True


One: TypeAlias = Found | Attempt | Bound | Progress | Notice | RootDone | CubesDone | Standing | End
Event: TypeAlias = One | FoundMany | EndOfOne


@dataclass(frozen=True)
class Accepted:
    """A solution that both judges accepted, and its cost if any; more: another one follows at once."""

    solution: Solution
    cost: Amount | None = None
    more: bool = False
    number = 1  # of solutions


@dataclass(frozen=True, eq=False)
class AcceptedMany:
    """Solutions that both judges accepted, each by itself, without costs."""

    solutions: SolutionTable

    @property
    def number(self) -> int:
        """How many solutions there are."""
        return len(self.solutions)


@dataclass(frozen=True)
class Draft:
    """The current answer: what is reported if the run is cut short now."""

    answer: Answer


Step: TypeAlias = Accepted | AcceptedMany | Progress | Notice | Bound | RootDone | CubesDone | Draft | Answer
"""What the pipeline yields."""
