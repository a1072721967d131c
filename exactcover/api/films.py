"""The boards that several searches visit first on one puzzle, side by side and in step: as a value, and as an animation.

Each search runs once more for this, see visits.py. Not here: comparisons of engines (comparison/comparing.py).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

from encoders.draw.picture import Picture
from encoders.draw.searches import Board, Searches, Strip
from encoders.puzzle import Puzzle
from exactcover.api import visits
from exactcover.api.subjects import Subject, puzzle_about
from exactcover.model.errors import InvalidInput

ENDINGS = (".svg", ".gif")
MOST_STATES, MOST_SEARCHES = 1000, 8


class Total(NamedTuple):
    """How many states a search expands in all, or its nodes; over: it was stopped, and has not ended."""

    number: int
    over: bool = False


@dataclass(frozen=True)
class VisitedStates:
    """The states that an engine visits first, as `visits` of the page has them; whole: there are no more; total: in all.

    unit: `states`, or `nodes` of an exact cover search.
    """

    engine: str
    states: tuple[dict[str, Any], ...]
    whole: bool
    unit: str = "states"
    total: Total | None = None

    @property
    def solved(self) -> bool:
        """Whether the last state is a solution."""
        return bool(self.states[-1]["goal"])

    def __str__(self) -> str:
        """Return how many states there are, and of how many in all."""
        number = len(self.states)
        if self.whole:
            unit = self.unit if number != 1 else self.unit.removesuffix("s")
            return f"{number:,} {unit}" + ("" if self.solved else ", no solution")
        if self.total is None or self.total.number <= number:
            return f"first {number:,} {self.unit}" if number > 1 else f"first {self.unit.removesuffix('s')}"
        return f"first {number:,} of {'over ' if self.total.over else ''}{self.total.number:,} {self.unit}"


@dataclass(frozen=True)
class SearchFilm:
    """Searches of one puzzle side by side; a notebook plays the animation. left_out: engines without states, with the reason."""

    puzzle: Puzzle
    searches: tuple[VisitedStates, ...]
    rows: int
    columns: int
    cells: tuple[tuple[int, int], ...]
    left_out: Mapping[str, str]

    def __str__(self) -> str:
        """Return a line for each engine."""
        lines = [f"{each.engine}: {each}" for each in self.searches]
        return "\n".join([*lines, *(f"{engine}: {reason}" for engine, reason in self.left_out.items())])

    def svg(self) -> str:
        """Return the animation as one SVG document without a script."""
        from encoders.draw.as_searches_svg import searches_svg

        return searches_svg(self._drawn())

    def save(self, path: str | PathLike[str]) -> None:
        """Write the animation as .svg or .gif; raises InvalidInput, for a GIF also if matplotlib is not installed."""
        path = Path(path)
        refuse_file(path)
        try:
            path.write_bytes(self._content(path.suffix.lower()))
        except OSError as fault:
            raise InvalidInput(f"the film {path} cannot be written: {fault.strerror}") from fault

    def _repr_html_(self) -> str:
        """Return the animation for a notebook."""
        return self.svg()

    def _content(self, ending: str) -> bytes:
        if ending == ".svg":
            return self.svg().encode()
        from encoders.draw.as_searches_gif import searches_gif

        stream = BytesIO()
        searches_gif(self._drawn(), stream)
        return stream.getvalue()

    def _drawn(self) -> Searches:
        """Return the film that is drawn."""
        ground = Picture((self.rows, self.columns), (), frozenset(self.cells), lattice=self.puzzle.picture().lattice)
        reasons = (f"{engine} ({reason.partition(';')[0]})" for engine, reason in self.left_out.items())
        note = f"Not shown: {', '.join(reasons)}." if self.left_out else ""
        return Searches(ground, tuple(map(self._strip, self.searches)), note)

    def _strip(self, search: VisitedStates) -> Strip:
        boards = tuple(
            Board(
                tuple((name, tuple(self.cells[place] for place in places)) for name, places in state["pieces"]),
                _figures(state, search.unit),
                state["goal"],
            )
            for state in search.states
        )
        return Strip(search.engine, boards, f"of {search}" if search.whole else f"({search})")


def _figures(state: Mapping[str, Any], unit: str) -> str:
    """Return the moves, the estimate and the priority of a state, as textbooks name them."""
    letters = (("g", "moves"), ("h", "estimate"), ("f", "priority"))
    known = [(letter, state[key]) for letter, key in letters if state[key] is not None]
    if len(known) > 1:
        return "   ".join(f"{letter} {value}" for letter, value in known)
    word = "piece" if unit == "nodes" else "move"
    return f"{state['moves']} {word}{'' if state['moves'] == 1 else 's'}"


def refuse_file(path: Path) -> None:
    """Raise InvalidInput for a file that a film could not be written to."""
    if path.suffix.lower() not in ENDINGS:
        raise InvalidInput(f"a film of searches cannot be written as {path.suffix!r}; expected .svg or .gif")
    if not path.parent.is_dir():
        raise InvalidInput(f"the film {path} cannot be written (no such folder); expected a file that can be")


def refuse_states(states: int) -> None:
    """Raise InvalidInput for a number of states that a film does not have."""
    if not 1 <= states <= MOST_STATES:
        raise InvalidInput(f"a film of {states:,} states was requested; expected 1 to {MOST_STATES:,} for each engine")


def refuse(subject: Subject, engines: Sequence[str]) -> None:
    """Raise InvalidInput if a film would show no engine, or too many."""
    able = visits.watchable(subject)
    if not able:
        raise InvalidInput(
            "searches are shown on flat boards on which blocks slide, or that pieces fill, with at most"
            f" {visits.MOST_CELLS} positions; the {puzzle_about(subject).kind} has no such board"
        )
    shown = [engine for engine in engines if engine.partition(":")[0] in able]
    if not shown:
        raise InvalidInput(
            f"none of the engines {', '.join(engines)} has an order of visits to show; expected some of {', '.join(able)}"
        )
    if len(shown) > MOST_SEARCHES:
        raise InvalidInput(f"{len(shown)} searches are too many to show side by side; expected at most {MOST_SEARCHES}")


def film(
    subject: Subject,
    engines: Sequence[str],
    states: int = visits.MOST_VISITS,
    totals: Mapping[str, Total] | None = None,
) -> SearchFilm:
    """Run searches once more and return the states that each visits first; raises InvalidInput if none can be shown.

    states: the most for each engine; totals: how many each visits in all, if that is known.
    """
    puzzle = puzzle_about(subject)
    refuse_states(states)
    refuse(puzzle, engines)
    searches, left_out, board = [], {}, dict[str, Any]()
    for engine in engines:
        try:
            seen = visits.visits(puzzle, engine, most=states)
        except InvalidInput as fault:
            left_out[engine] = str(fault)
            continue
        if not seen["visits"]:
            left_out[engine] = "it ends, or runs out of time, before it visits a state"
            continue
        board = seen
        unit = "nodes" if engine.partition(":")[0] == visits.OF_COVERS else "states"
        searches.append(VisitedStates(engine, tuple(seen["visits"]), seen["whole"], unit, (totals or {}).get(engine)))
    if not searches:
        reasons = "; ".join(f"{engine}: {reason}" for engine, reason in left_out.items())
        raise InvalidInput(f"no search can be shown here ({reasons}); expected one that visits states of the puzzle")
    cells = tuple((row, column) for row, column in board["cells"])
    return SearchFilm(puzzle, tuple(searches), board["rows"], board["columns"], cells, left_out)
