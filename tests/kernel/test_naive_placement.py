"""Packings searched a piece at a time: the reference's figures, its example of a pit, and agreement with the exact engine."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import numpy as np
import pytest

from encoders.catalogue import puzzle
from exactcover import judges
from exactcover.kernel.graphs import best_first, breadth_first, depth_first, naive_placement
from exactcover.model.space import PACKING_HEURISTICS, NaivePlacement
from exactcover.transform.reductions import tiling_to_naive_placement
from tests.random_models import listed

ROOM = 1 << 28


def board(line: str) -> NaivePlacement:
    """A packing as a board on which pieces are placed."""
    return cast(NaivePlacement, tiling_to_naive_placement.reduce(puzzle(line).encode().model).model)  # type: ignore[arg-type]


def five() -> NaivePlacement:
    """The reference's packing: 5x5 with L, N, U, W and Y."""
    return board("packing board=5x5 pieces=L5,N5,U5,W5,Y5")


def everything(model: NaivePlacement) -> tuple[breadth_first.Search, naive_placement.NaivePlacementGraph]:
    """A breadth-first search that has seen every state."""
    graph = naive_placement.prepare(model, None)
    search = breadth_first.Search(graph, naive_placement.empty_board(graph), ROOM)
    while not search.exhausted:
        search.run(10**9, False)
    return search, graph


def test_breadth_first_sees_the_states_of_the_reference() -> None:
    """5x5 with L N U W Y: 1000 placements tried a state, 276 first moves, 53,445 states, 8 packings (reference figures)."""
    model = five()
    search, graph = everything(model)
    assert model.tried == 1000
    assert search.starts[2] - search.starts[1] == 276
    assert search.count == 53445
    goals = np.flatnonzero(search.goals())
    assert len(goals) == 8
    for labels in naive_placement.labels(graph, search.table.states[goals]):
        assert judges.faults(model, labels) == []


@pytest.mark.parametrize("first", [False, True])
def test_goals_are_the_packings_that_exact_lists(first: bool) -> None:
    """Anywhere or the first empty cell, holes, several words a state: as many goals as the exact engine lists packings."""
    for line in ("board=5x5 pieces=L5,N5,U5,W5,Y5", "board=3x4 pieces=I2,V3,L4,I3", "board=2x2x2 pieces=I2,V3,V3",
                 "board=3x3 holes=1,1 pieces=V3,I2,I3"):  # fmt: skip
        tiling = puzzle(f"packing {line}").encode().model
        model = replace(board(f"packing {line}"), first=first)
        right = len(listed("exact", tiling))
        search, graph = everything(model)
        # Copies are pieces of their own here, so each packing comes once for every order of them.
        boards = naive_placement.labels(graph, search.table.states[np.flatnonzero(search.goals())])
        reduction = tiling_to_naive_placement.reduce(tiling)  # type: ignore[arg-type]
        found = {tuple(sorted(map(tuple, reduction.lift(labels).tolist()))) for labels in boards}
        assert len(found) == right
        assert not any(judges.faults(tiling, reduction.lift(labels)) for labels in boards)


def test_the_first_empty_cell_leaves_fewer_states() -> None:
    """Filling the first empty cell sees a part of the states, every one of which has no gap before its last piece's cell."""
    anywhere, first = everything(five())[0].count, everything(replace(five(), first=True))[0].count
    assert first < anywhere / 50


def test_the_pit_of_the_reference() -> None:
    """The example's smallest pit is 3, and with three pieces left its estimate is 333336 (the reference's 333336.33, cut)."""
    rows = ("1....", "1....", "1.4..", "1144.", "...44")
    labels = np.array([[int(each) if each != "." else 0 for each in "".join(rows)]])
    graph = naive_placement.prepare(five(), "pit")
    state = naive_placement.packed(graph, labels)
    assert naive_placement.labels(graph, state).tolist() == labels.tolist()
    naive_placement.expand(graph, state, 0, False)
    assert naive_placement.smallest_pit(labels[0], graph.neighbours, np.zeros(25, int), 1, np.zeros(25, int)) == 3
    assert graph.about[naive_placement.ESTIMATE] == 333336


def test_pit_as_submitted_is_hamming() -> None:
    """A visited list that is never cleared leaves nothing but the number of pieces: the same search to the last count."""
    counts = {}
    for name in PACKING_HEURISTICS:
        graph = naive_placement.prepare(five(), name)
        search = best_first.Search(graph, naive_placement.empty_board(graph), best_first.Rules(), ROOM)
        assert search.run(10**9) == best_first.GOAL
        assert len(search.path()) == 6
        counts[name] = search.registers[: best_first.LEAST].tolist()
    assert counts["hamming"] == counts["pit:as-submitted"] != counts["pit"]


def test_estimates_follow_the_board() -> None:
    """The estimate that a state gets as a successor is the one it has itself, for hamming and for pit."""
    for name in ("hamming", "pit"):
        graph = naive_placement.prepare(five(), name)
        state = naive_placement.empty_board(graph)
        for step in range(3):
            count = naive_placement.expand(graph, state, 0, True)
            chosen = (17 * step + 5) % count
            expected = int(graph.estimates[chosen])
            state = graph.successors[chosen : chosen + 1].copy()
            naive_placement.expand(graph, state, 0, False)
            assert graph.about[naive_placement.ESTIMATE] == expected


def test_depth_first_finishes_small_and_not_large() -> None:
    """Depth-first search packs 5x5 within a thousand states, and 6x10 with the 12 pentominoes not within a hundred thousand."""
    graph = naive_placement.prepare(five(), None)
    assert depth_first.Search(graph, naive_placement.empty_board(graph), ROOM).run(1000) == depth_first.GOAL
    large = board("packing board=6x10 pieces=pentominoes")
    assert large.tried == 5760
    graph = naive_placement.prepare(large, None)
    assert depth_first.Search(graph, naive_placement.empty_board(graph), ROOM).run(100_000) == depth_first.OUT_OF_NODES
