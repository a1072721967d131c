"""Beams of growing width, and `auto` on large boards of tiles: plans get shorter, what was found is kept, optima are proved."""

from __future__ import annotations

import random
import threading

import pytest

import exactcover
from exactcover.backends.search.graphs import deepening
from exactcover.model.answer import Limits
from exactcover.model.events import Bound, End, Found, Progress
from exactcover.model.space import Sliding
from tests.random_models import run

HARD = "tiles board=5x5 start=7,1,13,4,3,2,6,14,20,5,8,12,9,17,11,16,22,18,19,15,21,23,0,24,10"


def test_beams_that_were_never_cut_prove_their_plan() -> None:
    """On small boards the last beam sees every state: its plan is as short as breadth-first search says."""
    rng = random.Random(0)
    for _ in range(12):
        start = ",".join(map(str, rng.sample(range(6), 6)))
        puzzle = exactcover.puzzle("tiles", board="2x3", start=start)
        grown = exactcover.solve(puzzle, backend="beam:width=1,grows=yes")
        right = exactcover.solve(puzzle, backend="bfs:one")
        assert (grown.status, grown.cost) == (right.status, right.cost)


def test_plans_of_wider_beams_are_shorter() -> None:
    """Each plan that is handed over is shorter than the one before, and has the moves of a plan."""
    model = exactcover.puzzle("8-puzzle").encode().model
    assert isinstance(model, Sliding)
    lengths = [
        len(event.selection) - 1
        for event in run("beam", "solve", model, own={"width": "2", "grows": "yes"})
        if isinstance(event, Found)
    ]
    assert lengths == sorted(lengths, reverse=True)
    assert len(set(lengths)) == len(lengths) > 1
    assert lengths[-1] == 31


def test_beams_on_tiles_have_databases() -> None:
    """Beams on the 15-puzzle find ever shorter plans, and prove nothing, unless the options ask for another estimate."""
    model = exactcover.puzzle("15-puzzle").encode().model
    for own in ({}, {"heuristic": "manhattan"}):
        *found, end = (
            event
            for event in run("beam", "solve", model, Limits(nodes=60_000), own={"grows": "yes", "width": "400", **own})
            if isinstance(event, Found | End)
        )
        lengths = [len(event.selection) - 1 for event in found if isinstance(event, Found)]
        assert lengths == sorted(set(lengths), reverse=True)
        assert lengths[-1] in range(57, 75, 2)
        assert isinstance(end, End)
        assert (end.exhausted, end.bound, end.stop_reason, end.statistics.nodes) == (False, None, "nodes", 60_000)


def test_small_databases_are_followed_by_large_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """IDA* that has given up small databases continues at the same limit with larger ones, and counts all nodes."""
    monkeypatch.setattr(deepening, "LARGE_CELLS", 8)
    monkeypatch.setattr(deepening, "SMALL_TILES", 1)
    model = exactcover.puzzle("8-puzzle").encode().model
    nodes = []
    for patience in (0, 10**9):
        monkeypatch.setattr(deepening, "PATIENCE", patience)
        events = list(run("idastar", "solve", model, own={"grows": "yes"}))
        bounds = [event.value for event in events if isinstance(event, Bound)]
        assert bounds[1:] == sorted(set(bounds[1:]))
        [plan] = [event for event in events if isinstance(event, Found)]
        assert len(plan.selection) - 1 == 31
        end = events[-1]
        assert isinstance(end, End)
        assert (end.exhausted, end.bound) == (True, 31)
        nodes.append(end.statistics.nodes)
    assert nodes[0] < nodes[1]


def test_a_large_board_has_a_plan_when_it_is_cut() -> None:
    """`auto` gives the plan that it has, once it has one, however the run ends; a proved bound is not above it."""
    cancel = threading.Event()

    def heard(progress: Progress) -> None:
        if progress.sentence.startswith("cost"):
            cancel.set()

    answer = exactcover.solve(HARD, on_progress=heard, cancel=cancel)
    assert (answer.status, answer.stop_reason) == ("FEASIBLE", "interrupted")
    assert answer.cost is not None
    assert answer.cost >= 56  # the estimate by distances
    assert answer.bound is None or answer.bound <= answer.cost
    assert exactcover.faults(HARD, answer.solution) == []
