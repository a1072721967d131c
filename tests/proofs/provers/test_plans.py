"""The provers that no plan is so short: right on random boards by a naive search, and within their limits on large ones."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from exactcover import judges
from exactcover.model.answer import Limits
from exactcover.model.certificate import Refutation
from exactcover.model.events import End
from exactcover.model.space import Sliding, Within
from exactcover.proofs.provers import prover
from tests.proofs.provers.arguments import end, proved, refutation
from tests.sliding_models import blocks, huarong_dao, numbers, random_sliding, states_by_depth, tiles, two_ls

PROVERS = ("invariant", "clausal")
CORNER = blocks(("AB.", "C..", "..D"), [{"A": (2, 2)}], "moves", identical=False)
"""Four tiles; the first goes to the opposite corner, once the last has left it."""


@pytest.mark.parametrize("name", PROVERS)
def test_proofs_agree_with_a_naive_search(name: str) -> None:
    """On random boards, in both metrics, there is a judged proof below the length of a shortest plan, and none from there on."""
    rng, proofs, plans = random.Random(3), 0, 0
    for _ in range(25):
        puzzle = random_sliding(rng)
        for moves, layer in enumerate(states_by_depth(puzzle, 5)):
            found = refutation(name, Within(puzzle, moves))
            if any(set(goal) <= state for state in layer for goal in puzzle.goals):
                assert found is None
                plans += 1
                break
            assert found is not None
            proofs += 1
    assert proofs > 30
    assert plans > 5


@pytest.mark.parametrize("name", PROVERS)
@pytest.mark.parametrize("change", [-1, 1, 2])
def test_a_proof_of_one_bound_is_none_of_another(name: str, change: int) -> None:
    """What proves that no plan has at most 2 moves is refused as a proof about 1, 3 or 4."""
    body = proved(name, Within(CORNER, 2)).body
    assert not judges.refutation_faults(CORNER, Refutation(name, body, 3))
    assert judges.refutation_faults(CORNER, Refutation(name, body, 3 + change))


def test_spoiled_sets_of_reached_states_are_refused() -> None:
    """A state too many or too few, another digest, and a set with a goal in it are refused."""
    body = proved("invariant", Within(two_ls(), 29)).body
    assert body["states"] == 3399

    def faults(moves: int, **changes: object) -> str:
        return " ".join(judges.refutation_faults(two_ls(), Refutation("invariant", {**body, **changes}, moves + 1)))

    assert not faults(29)
    assert "can reach more states" in faults(29, states=3398)
    assert "can reach 3399 states" in faults(29, states=3400)
    assert "digest" in faults(29, sha256="0" * 64)
    assert "expected reached" in faults(29, argument="closed")
    assert "all that goal" in faults(30, states=10**6)


def test_a_set_of_reached_states_proves_nothing_of_longer_plans() -> None:
    """Without a bound, or with the closed set's name, the states of few moves are no proof that there is no plan at all."""
    body = proved("invariant", Within(CORNER, 2)).body
    for changed in (body, {**body, "argument": "closed"}):
        assert judges.refutation_faults(CORNER, Refutation("invariant", changed))


@pytest.mark.parametrize(("metric", "moves", "states"), [("steps", 115, 23_975), ("moves", 80, 23_792)])
def test_huarong_dao_has_no_shorter_plan(metric: str, moves: int, states: int) -> None:
    """116 steps and 81 moves are the least: tens of thousands of states, replayed by the judge, and no goal among them."""
    puzzle = huarong_dao("steps" if metric == "steps" else "moves")
    assert proved("invariant", Within(puzzle, moves)).body["states"] == states
    assert end("invariant", Within(puzzle, moves + 1)).remark == f"there is a plan of at most {moves + 1} moves"


@pytest.mark.parametrize(
    ("name", "puzzle", "limits", "stop"),
    [
        ("invariant", two_ls(identical=False), Limits(nodes=5000), "nodes"),
        ("invariant", two_ls(identical=False), Limits(time=0), "time"),
        ("clausal", two_ls(), Limits(nodes=500), "nodes"),
        ("clausal", two_ls(), Limits(time=0), "time"),
    ],
)
def test_limits_end_the_provers(name: str, puzzle: Sliding, limits: Limits, stop: str) -> None:
    """A prover ends at its limit, with a remark on how far it came and without a refutation."""
    last = list(prover(name).run(Within(puzzle, 29), limits))[-1]
    assert isinstance(last, End)
    assert (last.refutation, last.stop_reason) == (None, stop)
    assert last.remark


def test_too_many_states_are_left_to_the_other_prover(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where more states are reached than the judge replays, the prover stops and says so."""
    monkeypatch.setattr("exactcover.backends.search.graphs.invariants.MOST_STATES", 1000)
    assert end("invariant", Within(two_ls(), 29)).remark.endswith("moves, too many to replay")


def test_a_question_too_large_for_clauses_is_left() -> None:
    """A plan of very many moves has too many variables for clauses, and the remark says so."""
    puzzle = replace(tiles(numbers("806547231")), heuristics={})
    assert "expected at most 300000 in a clausal proof" in end("clausal", Within(puzzle, 10_000)).remark
