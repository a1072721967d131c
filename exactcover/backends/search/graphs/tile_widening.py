"""Beams of increasing width on a tile puzzle with pattern databases, for ever shorter plans: an anytime search.

The first beams have databases of two tiles, which are built at once, the next ones of four. A beam keeps only states that can
lead to a shorter plan than the shortest so far: the estimate never overestimates. States are compared by a hash, so no beam
proves anything. Not here: what runs at the same time (portfolio.py), and beams on other graphs (widening.py).

*Historical note.* On five 24-puzzles with shortest plans of about 95 to 100 moves, beams of 16,000 states take 0.8 CPU seconds
each and find plans of 105, 100, 103, 110 and 102 moves; on two of them 115 and 116 moves with Manhattan distances.

Source: R. E. Korf, A. Felner, Disjoint pattern database heuristics, AIJ 134 (2002); C. M. Wilt, J. T. Thayer, W. Ruml, A
comparison of greedy search algorithms, SoCS (2010), section on beam search.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from itertools import count

from exactcover.backends.search.graphs import patterns, state_graphs
from exactcover.backends.search.graphs.state_graphs import FINISHED, Pace, Stop
from exactcover.backends.search.graphs.widening import MEMORY_PART, WIDER, with_beam
from exactcover.kernel.graphs import pattern_database, tile_beam
from exactcover.model.answer import EngineOptions, Limits, Statistics
from exactcover.model.events import End, Event, Found
from exactcover.model.space import Sliding

FIRST_WIDTH, FIRST_TILES, TILES = 300, 2, 4
"""Of the first beam: its width, and the number of tiles in a database; then the number of tiles of later ones."""


def run(model: Sliding, width: int, options: EngineOptions, limits: Limits, pace: Pace) -> Iterator[Event]:
    """Yield ever shorter plans, then one End; width: of the second beam; nodes are expansions of all beams."""
    home = patterns.home_of(model)
    assert home is not None
    neighbours = pattern_database.neighbours_of(model.floor)
    allowed = state_graphs.memory(limits) // MEMORY_PART
    done, most = Statistics(), tile_beam.LONGEST
    for number in count():
        if number < 2:
            sizes = patterns.sizes_of_at_most(home, TILES if number else FIRST_TILES)
            _, cut, made = yield from state_graphs.pattern_tables(model, options, sizes)
            lookups = patterns.small_lookups(model, home, cut, made)
        wide = width * WIDER ** (number - 1) if number else min(width, FIRST_WIDTH)
        search = tile_beam.Search(lookups, neighbours, model.start, home.blank_of(model), wide, most, allowed)
        stop = yield from _one(search, done.nodes, pace)
        done = with_beam(done, search.expanded, search.generated, search.stored)
        if search.goal is not None:
            path = search.path()
            most = len(path) - 2
            yield Found(path)
        if stop != FINISHED:
            yield End(False, stop, statistics=done)
            return
        if most < 0 or (number and search.goal is None and not search.cut):
            yield End(False, remark="the last beam was never cut", statistics=done)
            return
        del search  # before the next one allocates memory


def _one(search: tile_beam.Search, before: int, pace: Pace) -> Generator[Event, None, Stop]:
    """Yield the progress of one beam, and return why it ended; before: the nodes of earlier beams."""
    stop = yield from pace.run(search.run, lambda: before + search.expanded, f"a beam of {search.width:,} states")
    return stop
