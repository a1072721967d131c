"""Shared by the engines on state graphs: the graph of a model, the requested estimate, limits, and answers.

To add a kind of model, extend `question` here and kernel/graphs/state_graph.py; the engines do not change.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal

import numpy as np

from exactcover.backends.search.graphs import consistency, invariants, patterns
from exactcover.backends.search.graphs.watching import Watched
from exactcover.backends.search.memory import memory_allowed
from exactcover.kernel.arrays import Words
from exactcover.kernel.graphs import estimates, lanes, naive_placement, sliding
from exactcover.kernel.graphs.state_table import OutOfMemory
from exactcover.model.answer import EngineOptions, Limits, Statistics
from exactcover.model.arrays import Integers
from exactcover.model.encoding import Model, name_of
from exactcover.model.errors import InvalidInput, StopReason, Unsuitable, nearest
from exactcover.model.events import End, Event, Found, Progress
from exactcover.model.space import PACKING_HEURISTICS, NaivePlacement, Sliding
from exactcover.process.deadline import Deadline, now

FIRST_SLICE = 2_000
LARGEST_SLICE = 200_000
SLICE_SECONDS = 0.04
NO_LIMIT = 1 << 62
MOST_OPTION = 10**6
OF_GROWTHS = ("symmetric", "anytime")
USUAL_OF_PACKINGS = "pit"
FILLED = ("anywhere", "first")
"""The values of the option cells: which empty cells the next piece of a packing may fill."""
FINISHED: Literal["finished"] = "finished"
Stop = StopReason | Literal["finished"]


@dataclass(frozen=True)
class Question:
    """A model as a state graph: the compiled graph, the packed start, and the way from packed states to a selection.

    pack: the way from labels to packed states; heuristic: the name of the estimate, "" for none; admissible: whether it is
    proved never to overestimate; reversible: whether moves are reversible, and the plan's length is the objective; in_order:
    whether packed states compare as their labels.
    """

    graph: Any
    root: Words
    lift: Callable[[Words], Integers]
    pack: Callable[[Integers], Words]
    heuristic: str = ""
    admissible: bool = True
    reversible: bool = True
    in_order: bool = True


def check(model: Model, heuristic: str | None, options: EngineOptions) -> None:
    """Raise InvalidInput if a model has no such estimate ("" is none, None the default), or if an option does not apply."""
    for key in OF_GROWTHS:
        if key in options.own:
            raise InvalidInput(f"the option {key} was given for a {name_of(model)}; expected it for pieces that grow")
    if not isinstance(model, Sliding):
        choice(options, "cells", FILLED)
        if heuristic and heuristic not in PACKING_HEURISTICS:
            known = ", ".join(PACKING_HEURISTICS)
            raise InvalidInput(
                f"there is no heuristic {heuristic!r} for packings; expected {known}{nearest(heuristic, PACKING_HEURISTICS)}"
            )
        return
    if "cells" in options.own:
        raise InvalidInput("the option cells was given for a puzzle that slides; expected it for packings")
    home = patterns.home_of(model)
    if heuristic == "pdb" and home is not None:
        patterns.groups(model, home, options.own.get("pdb", ""))
    elif heuristic and heuristic != "pdb" and heuristic not in model.heuristics:
        estimates_known = (*model.heuristics, "pdb") if home else tuple(model.heuristics)
        raise InvalidInput(
            f"the puzzle has no heuristic {heuristic!r};"
            f" expected {', '.join(estimates_known) or 'none'}{nearest(heuristic, estimates_known)}"
        )


def question(model: Model, heuristic: str | None, options: EngineOptions) -> Generator[Event, None, Question]:
    """Yield progress and return a model's graph with the requested estimate; "" means none, None the default.

    The default is the estimate proved admissible that is largest at the start, or else the first. Raises InvalidInput.
    """
    check(model, heuristic, options)
    if isinstance(model, NaivePlacement):
        return _packing(model, heuristic, options)
    assert isinstance(model, Sliding)
    name = _usual(model) if heuristic is None else heuristic
    in_lanes = None if name else lanes.prepare(model)
    if in_lanes is not None:
        return _question(lanes, in_lanes, model)
    admissible = True
    if name == "pdb":
        home, cut, made = yield from pattern_tables(model, options)
        program = estimates.of_patterns(model, patterns.estimates(model, home, cut, made))
    else:
        program = estimates.compiled(model, name or None)
        admissible = not name or consistency.proved(model, name)
    return _question(sliding, sliding.prepare(model, program), model, name, admissible)


def _question(form: Any, graph: Any, model: Sliding, heuristic: str = "", admissible: bool = True) -> Question:
    """Return the question about a graph of sliding blocks; form: the module of the graph."""
    pack = partial(form.packed, model, graph)
    return Question(
        graph,
        pack(model.start[None]),
        lambda rows: form.labels(model, graph, rows).astype(np.int64),
        pack,
        heuristic,
        admissible,
        in_order=form is sliding,
    )


def _packing(model: NaivePlacement, heuristic: str | None, options: EngineOptions) -> Question:
    """Return the graph of a packing; `cells=first` fills the first empty cell. A selection is the last board of a path."""
    model = replace(model, first=choice(options, "cells", FILLED) == "first")
    name = USUAL_OF_PACKINGS if heuristic is None else heuristic
    graph = naive_placement.prepare(model, name or None)
    return Question(
        graph,
        naive_placement.empty_board(graph),
        lambda rows: naive_placement.labels(graph, rows[-1:])[0],
        lambda states: naive_placement.empty_board(graph)[:0],
        name,
        admissible=False,
        reversible=False,
    )


def pattern_tables(
    model: Sliding, options: EngineOptions, sizes: str = ""
) -> Generator[Event, None, tuple[patterns.Home, list[list[int]], list[Any]]]:
    """Yield progress and return the tiles' goals, the databases' cells and the databases; sizes: of the databases, unless the
    options have them. Raises InvalidInput."""
    home = patterns.home_of(model)
    if home is None:
        raise Unsuitable(
            "pdb applies only to n-puzzles; expected tiles of one cell, all different, one blank, one goal"
        )
    cut = patterns.groups(model, home, options.own.get("pdb", sizes))
    made: list[Any] = []
    folder = patterns.folder_of(options.own.get("cache"))
    if distrust := patterns.distrust_of(folder):
        folder = None
        yield Progress(distrust, plan=distrust)
    for number, of, seconds in patterns.tables(model, home, cut, folder, made):
        yield Progress(f"pattern databases: {number} of {of}", seconds=seconds)
    return home, cut, made


def _usual(model: Sliding) -> str:
    """Return the name of the default estimate, "" if there is none."""
    proved = start_estimates(model)
    return max(proved, key=proved.__getitem__, default=next(iter(model.heuristics), ""))


def start_estimates(model: Sliding) -> dict[str, int]:
    """Return the lower bound on the moves of a plan by each estimate that is proved to be consistent."""
    says = {}
    for name in model.heuristics:
        if consistency.proved(model, name):
            graph = sliding.prepare(model, estimates.compiled(model, name))
            sliding.expand(graph, sliding.packed(model, graph, model.start[None]), 0, False)
            says[name] = int(graph.about[sliding.ESTIMATE])
    return says


def heuristic_asked(options: EngineOptions, usual: str | None = None) -> str | None:
    """Return the name of the requested estimate; sizes of pattern databases imply `pdb`."""
    return "pdb" if "pdb" in options.own else options.own.get("heuristic", usual)


def number_option(options: EngineOptions, key: str, usual: int, least: int = 1) -> int:
    """Return an engine's option as an integer; raises InvalidInput."""
    text = options.own.get(key, str(usual))
    if not text.isdecimal() or not least <= int(text) <= MOST_OPTION:
        raise InvalidInput(f"the option {key} is {text!r}; expected a whole number from {least} to {MOST_OPTION}")
    return int(text)


def choice(options: EngineOptions, key: str, known: tuple[str, ...]) -> str:
    """Return an engine's option that is one of some words, by default the first; raises InvalidInput."""
    text = options.own.get(key, known[0])
    if text not in known:
        raise InvalidInput(f"the option {key} is {text!r}; expected {' or '.join(known)}{nearest(text, known)}")
    return text


def memory(limits: Limits) -> int:
    """Return the bytes that a search may take."""
    return memory_allowed(limits.memory)


class Pace:
    """Runs a search in slices, and checks its limits: nodes exactly, time between slices, memory before allocation."""

    def __init__(self, limits: Limits, first_slice: int = FIRST_SLICE) -> None:
        self.limits, self.deadline, self.first_slice = limits, Deadline(limits.time), first_slice

    def run(
        self, advance: Callable[[int], bool], spent: Callable[[], int], sentence: str = "searching"
    ) -> Generator[Event, None, Stop]:
        """Yield progress until `advance`, called with a node allowance, says that it has finished, or a limit is reached."""
        watcher = self.limits.watcher if isinstance(self.limits, Watched) else None
        slice_ = self.first_slice if watcher is None else 1
        while not self.deadline.over():
            start = now()
            left = NO_LIMIT if self.limits.nodes is None else self.limits.nodes - spent()
            try:
                finished = advance(max(0, min(slice_, left)))
            except OutOfMemory:
                return "memory"
            if watcher is not None:
                watcher.note()
            if finished:
                return FINISHED
            if left <= 0 or (self.limits.nodes is not None and spent() >= self.limits.nodes):
                return "nodes"
            if watcher is None:
                slice_ = max(1, slice_ // 2) if now() - start > SLICE_SECONDS else min(2 * slice_, LARGEST_SLICE)
            yield Progress(sentence, spent())
        return "time"


def begin(model: Model, limits: Limits) -> Generator[Event, None, Pace | None]:
    """Return the pace of a run that begins now; or yield its end, and return None, if parity proves that there is no plan."""
    pace = Pace(limits)
    refutation = invariants.parity(model) if isinstance(model, Sliding) else None
    if refutation is None:
        return pace
    yield End(False, refutation=refutation)
    return None


def solved(selection: Integers, statistics: Statistics, optimal: bool, bound: int | None = None) -> Iterator[Event]:
    """Yield a plan and the end of the run: exhausted if there is no shorter plan, otherwise with the proved bound."""
    yield Found(selection)
    if optimal:
        yield End(True, bound=len(selection) - 1, statistics=statistics)
    else:
        yield End(False, "solutions", bound=bound, statistics=statistics)
