"""Steiner trees: bounds of the literature's positions proved, agreement with brute force, forgeries refused, words."""

from __future__ import annotations

import json
from typing import Any

import pytest

from exactcover import api, judges
from exactcover.judges import steiner
from exactcover.model.answer import Limits
from exactcover.model.certificate import Refutation
from exactcover.model.encoding import Model
from exactcover.model.events import End
from exactcover.model.growth import Cheaper, Growth
from exactcover.model.refuted import below
from exactcover.proofs import explain
from tests.backends.test_connected_growths import cheapest, position
from tests.backends.test_connected_growths import growth as small
from tests.growth_models import PUBLISHED, growth, published, random_position
from tests.packings import tiling
from tests.proofs.provers.arguments import end, proved, refutation
from tests.random_models import listed

TWO = small("blokus board=3x3 goal=cover pieces=I1,I2,I3 targets=2,2")
FORGED: list[tuple[dict[str, Any], str]] = [
    ({"targets": [[2, 2]]}, "the body has no weight"),
    ({"targets": [[2, 2]], "weight": 0, "sum": 9}, "the body has an unknown key 'sum'"),
    ({"targets": [], "weight": 0}, "targets is not a list of cells; expected at least one cell"),
    ({"targets": "all", "weight": 0}, "targets is not a list of cells"),
    ({"targets": [[2, 1]], "weight": 0}, "the target (2, 1) need not be covered; expected a wanted cell"),
    ({"targets": [[2, 9]], "weight": 0}, "the target (2, 9) need not be covered"),
    ({"targets": [[-1, -1]], "weight": 0}, "the target (-1, -1) need not be covered"),
    ({"targets": [[2, 2], [2, 2]], "weight": 0}, "a target is named twice; expected different cells"),
    ({"targets": [[2]], "weight": 0}, "a target"),
    ({"targets": [[2, 2]], "weight": -1}, "the weight"),
    ({"targets": [[2, 2]], "weight": 1.5}, "the weight"),
    ({"targets": [[2, 2]], "weight": 10**6}, "the weight"),
    ({"targets": [[2, 2]] * 30, "weight": 0}, "there are 30 targets on 9 cells; expected fewer"),
    ({"targets": [[2, 2]], "weight": 0}, "the tree says that 3 cells are covered; expected at least 4"),
]


def faults(model: Model, body: Any, bound: int | None) -> list[str]:
    """What the judge says."""
    return judges.refutation_faults(model, Refutation("steiner", body, bound))


@pytest.mark.parametrize(("body", "sentence"), FORGED)
def test_forged_trees_are_refused(body: dict[str, Any], sentence: str) -> None:
    """Each forgery is refused for its own reason, in one sentence."""
    (fault,) = faults(TWO, body, 4)
    assert sentence in fault


def test_trees_of_other_models_are_refused() -> None:
    """A tree says nothing of a packing, nor of a growth in which covered cells do not cost, nor that there is no solution."""
    body = {"targets": [[2, 2]], "weight": 0}
    assert "expected pieces that grow from a root" in faults(tiling("board=2x2 pieces=I2 copies=2"), body, None)[0]
    assert "expected that nothing connects them" in faults(TWO, body, None)[0]
    most = growth(board="3x3", goal="most", pieces="I1,I2")
    assert faults(most, {"targets": [[0, 0]], "weight": 0}, 1)


@pytest.mark.parametrize(("name", "bound"), [("mini-contest-10x10", 17), ("cover-6x6", 7), ("corners-8x8", 20)])
def test_published_positions_are_bounded(name: str, bound: int) -> None:
    """Trees alone prove the optimum of two published positions, and 20 of 24 of another; one more is not proved by them."""
    model = published(name)
    proof = proved("steiner", model)
    assert proof.bound == bound <= PUBLISHED[name][1]
    assert "expected at least" in faults(model, proof.body, bound + 1)[0]
    assert end("steiner", below(model, bound)).refutation == proof
    assert end("steiner", below(model, bound + 1)).refutation is None


def test_trees_never_say_too_much() -> None:
    """What trees refute has no solution, and no solution costs less than the bound of any weight."""
    refuted, bounded, met = 0, 0, 0
    for model in [small(position(seed)) for seed in range(2, 60, 4)] + [random_position(seed) for seed in range(30)]:
        right, proof = listed("brute", model), refutation("steiner", model)
        if proof is not None and proof.bound is None:
            assert not right
            refuted += 1
            continue
        least = cheapest(model) if model.price == "cells" else None
        if least is None or proof is None:
            continue
        targets = steiner.read(model, proof.body)[0]
        bounds = [steiner.bound(model, targets, weight) for weight in range(6)]
        assert all(bound is not None and bound <= least for bound in bounds)
        bounded, met = bounded + 1, met + (proof.bound == least)
    assert refuted > 3
    assert met > bounded / 2 > 3


def test_trees_are_explained_and_proved_by_name() -> None:
    """Proving by trees alone closes a published position; the answer is in words, and check accepts it from its file."""
    puzzle = api.puzzle("blokus-cover-6x6")
    answer = api.prove(puzzle, argument="steiner")
    assert (answer.status, answer.cost, answer.bound, answer.evidence) == ("OPTIMAL", 7, 7, "steiner")
    assert answer.argument[-1] == "For every n that is at least 7 cells."
    assert api.check_text(puzzle, json.dumps(answer.to_json()))["accepted"]
    plain = explain.sentences(TWO, Refutation("steiner", {"targets": [[2, 2]], "weight": 0}, 3))
    assert plain[1] == "Whatever joins (2, 2) has 3 cells at least."


def test_nothing_that_joins_is_told() -> None:
    """Cells apart are refuted as a growth and below any cost; so is what too few pieces would have to reach."""
    apart = small("blokus board=3x3 holes=0,1/1,0/1,1 goal=cover pieces=I1,I2 targets=2,2")
    proof = proved("steiner", apart)
    assert proof.bound is None
    assert explain.sentences(apart, proof) == [
        "No free cells join (0, 0) and (2, 2) to where pieces may begin: there is no solution."
    ]
    few = small("blokus board=5x5 goal=cover pieces=I1,I2 targets=4,4")
    proof = proved("steiner", few)
    assert isinstance(few, Growth)
    assert "No number of pieces does both: there is no solution." in explain.sentences(few, proof)
    assert not faults(few, proof.body, 99)


def test_the_prover_says_what_it_cannot() -> None:
    """Without cells to be covered, without time, and where nothing costs, it ends in a sentence."""
    assert "no cells" in end("steiner", growth(board="3x3", goal="most", pieces="I1", own="1,1")).remark
    assert end("steiner", TWO, Limits(time=0)).stop_reason == "time"
    fill = end("steiner", growth(board="3x3", goal="fill", pieces="I1"))
    assert isinstance(fill, End)
    assert fill.refutation is None
    assert isinstance(below(TWO, 3), Cheaper)
