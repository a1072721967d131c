"""The state graph of growths and its estimates, against states and costs found without them."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from exactcover.kernel.arrays import Words
from exactcover.kernel.graphs import growth as graphs
from exactcover.kernel.graphs import growth_bounds as bounds
from exactcover.kernel.graphs import growth_search as searches
from exactcover.kernel.graphs.state_table import OutOfMemory
from exactcover.model.growth import Growth
from exactcover.transform.reductions.growth_to_cover import placements
from tests.growth_models import growth, random_position

INFINITE = 10**6
CONSISTENT = ((graphs.KING, ()), (graphs.JOINED, (0,)), (graphs.JOINED, (1, 2)), (graphs.FITTING, ()))


def successors(graph: graphs.GrowthGraph, row: Words) -> list[tuple[int, Words]]:
    """The moves that are legal in a state, and the states that they make."""
    graphs.lay(graph, row, 0)
    made = []
    for move in graph.moves[: graphs.list_moves(graph)].tolist():
        turn, offset = divmod(move, int(graph.sizes[graphs.BOX]))
        child, words = row.copy(), int(graph.sizes[graphs.WORDS])
        for cell in graph.number_of[graph.deltas[graph.starts[turn] : graph.starts[turn + 1]] + offset].tolist():
            child[0, cell // 64] |= np.uint64(1 << cell % 64)
        piece = int(graph.owners[turn])
        child[0, words + piece // 64] |= np.uint64(1 << piece % 64)
        made.append((move, child))
    return made


def true_costs(model: Growth) -> dict[bytes, int]:
    """What each state that can be reached must still pay, INFINITE where no solution follows."""
    graph = graphs.prepare(model, graphs.NOTHING, prune=False)
    words = graphs.start(graph).shape[1]

    @cache
    def left(content: bytes) -> int:
        row = np.frombuffer(content, dtype=np.uint64).reshape(1, words).copy()
        graphs.lay(graph, row, 0)
        done = graph.counts[graphs.REMAINING] == 0 and graph.counts[graphs.MUST] == 0
        least = (int(graph.counts[graphs.LEFT]) if model.price == "left over" else 0) if done else INFINITE
        costs[content] = least
        for move, child in successors(graph, row):
            piece = int(graph.owners[move // int(graph.sizes[graphs.BOX])])
            paid = int(graph.piece_sizes[piece]) if model.price == "cells" else 0
            least = min(least, paid + left(child.tobytes()))
        costs[content] = least
        return least

    costs: dict[bytes, int] = {}
    left(graphs.start(graph).tobytes())
    return costs


@pytest.mark.parametrize("seed", range(60))
def test_estimates_never_say_too_much(seed: int) -> None:
    """In every state of a small position each estimate, its own and that made before it, is at most what is still to be paid."""
    model = random_position(seed)
    if (model.wanted & ~model.region).any():
        return
    costs = true_costs(model)
    for form, weights in CONSISTENT:
        if (form == graphs.FITTING) == (model.price == "cells"):
            continue
        graph = graphs.prepare(model, form, weights)
        for content, least in costs.items():
            row = np.frombuffer(content, dtype=np.uint64).reshape(1, -1).copy()
            followers = successors(graph, row)
            graphs.lay(graph, row, 0)
            if graph.counts[graphs.DEAD]:
                assert least == INFINITE
                continue
            own = int(bounds.estimate(graph))
            assert least >= (INFINITE if own == bounds.NEVER else own)
            if own == bounds.NEVER:
                continue
            for move, child in followers:
                turn, offset = divmod(move, int(graph.sizes[graphs.BOX]))
                after = int(bounds.estimate_after(graph, turn, offset))
                assert costs[child.tobytes()] >= (INFINITE if after == bounds.NEVER else after)


@pytest.mark.parametrize("seed", range(40))
def test_moves_are_the_placements_that_are_legal(seed: int) -> None:
    """In every state the moves listed are the placements that fit, touch no covered cell by an edge and one by a corner."""
    model = random_position(seed)
    graph = graphs.prepare(model, graphs.NOTHING, prune=False)
    number = {tuple(cell): each for each, cell in enumerate(np.argwhere(model.region).tolist())}
    every = []
    for piece, turn, *offset in placements(model).tolist():
        cells = [tuple(cell) for cell in (model.pieces[piece].orientations[turn] + offset).tolist()]
        every.append(((piece, turn, *offset), cells))
    roots = {tuple(cell) for cell in np.argwhere(model.roots).tolist()}
    for content in list(true_costs(model))[:50]:
        row = np.frombuffer(content, dtype=np.uint64).reshape(1, -1).copy()
        covered = {cell for cell, each in number.items() if int(row[0, each // 64]) >> each % 64 & 1}
        beside = {tuple(np.add(cell, step).tolist()) for cell in covered for step in model.steps}
        touched = {tuple(np.add(cell, step).tolist()) for cell in covered for step in model.corners} | roots
        used = int(row[0, int(graph.sizes[graphs.WORDS])])
        legal = {
            line
            for line, cells in every
            if not used >> line[0] & 1 and not {*covered, *beside} & set(cells) and touched & set(cells)
        }
        listed = [tuple(graphs.placement(graph, model, move)) for move, _ in successors(graph, row)]
        assert len(listed) == len(set(listed))
        assert set(listed) == legal


def test_corner_steps_that_cost_say_more() -> None:
    """On the corners of 14x14 plain Steiner trees say 28 at the start, and those whose corner-steps cost say 36."""
    model = growth(board="14x14", goal="corners")
    said = []
    for weights in ((0,), (1,), (2,), (1, 2)):
        graph = graphs.prepare(model, graphs.JOINED, weights)
        graphs.lay(graph, graphs.start(graph), 0)
        said.append(int(bounds.estimate(graph)))
    assert said == [28, 36, 32, 36]


def test_a_table_grows_until_its_limit() -> None:
    """A search that fills the bytes it may take says so, and has told no bound that is too high."""
    graph = graphs.prepare(growth(board="8x8", goal="corners", pieces="blokus-tiny-2"), graphs.NOTHING, prune=False)
    search = searches.Search(graph, searches.Rules((1, 0)), 3_000_000)
    with pytest.raises(OutOfMemory):
        search.run(10**9)
    assert 0 < int(search.registers[searches.BOUND]) <= 24


@pytest.mark.parametrize("settings", [((1, 0),), ((1, 1),), ((0, 0), searches.BY_AGE)], ids=str)
def test_a_slice_takes_as_many_states_as_it_may(settings: tuple[Any, ...]) -> None:
    """A search run in slices of 1, 2 and 7 states stops after each, whether a state is expanded or put off."""
    graph = graphs.prepare(growth(board="8x8", goal="corners"), graphs.JOINED, (1,))
    search, popped = searches.Search(graph, searches.Rules(*settings), 10**9), 0
    for pops in (1, 2, 7):
        assert search.run(pops) == searches.OUT_OF_NODES
        popped += pops
        assert int(search.registers[searches.POPPED]) == popped
