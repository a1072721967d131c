"""Beams of increasing width, one after the other, for ever shorter plans: an anytime search.

A beam that has found a goal, or has run dry, is followed by a wider one. One that was never cut has visited every state up to
its depth, which proves its plan optimal. Not here: what runs at the same time (portfolio.py).

Source: C. M. Wilt, J. T. Thayer, W. Ruml, A comparison of greedy search algorithms, SoCS (2010), section on beam search.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import replace

from exactcover.backends.search.graphs import state_graphs
from exactcover.backends.search.graphs.state_graphs import FINISHED, Pace, Question, Stop
from exactcover.kernel.graphs import beam
from exactcover.model.answer import Limits, Statistics
from exactcover.model.events import End, Event, Found

WIDER = 4
MEMORY_PART = 4
"""The beams use a quarter of the memory limit: they run alongside a search that takes as much as it can."""


def run(question: Question, width: int, limits: Limits, pace: Pace) -> Iterator[Event]:
    """Yield ever shorter plans, then one End; width: of the first beam; nodes are expansions of all beams."""
    done, best = Statistics(), 0
    while True:
        search = beam.Search(question.graph, question.root, width, state_graphs.memory(limits) // MEMORY_PART)
        stop = yield from _one(search, done.nodes, pace)
        done = with_beam(done, search.expanded, search.generated, search.end)
        path = None if search.goal is None else question.lift(search.path())
        if path is not None and (not best or len(path) - 1 < best):
            best = len(path) - 1
            yield Found(path)
        if stop != FINISHED:
            yield End(False, stop, statistics=done)
            return
        if not search.cut:
            yield End(True, bound=best or None, statistics=done)
            return
        width *= WIDER
        del search  # before the next one allocates memory


def with_beam(done: Statistics, expanded: int, generated: int, stored: int) -> Statistics:
    """Return statistics with those of another beam added; stored: the largest number of states at a time."""
    return replace(
        done,
        nodes=done.nodes + expanded,
        generated=done.generated + generated,
        expanded=done.expanded + expanded,
        stored=max(done.stored, stored),
    )


def _one(search: beam.Search, before: int, pace: Pace) -> Generator[Event, None, Stop]:
    """Yield the progress of one beam, and return why it ended; before: the nodes of earlier beams."""
    stop = yield from pace.run(search.run, lambda: before + search.expanded, f"a beam of {search.width:,} states")
    return stop
