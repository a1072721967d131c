"""Beams of growing width, and `auto` on large boards of tiles: plans get shorter, what was found is kept, optima are proved."""

from __future__ import annotations

import random
import threading

import exactcover
from exactcover.model.events import Found, Progress
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
