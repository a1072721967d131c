"""The judge of dead options: its rule against a naive one, and certificates that are wrong in one thing each."""

from __future__ import annotations

import copy
import itertools
import random
from typing import Any

import numpy as np
import pytest

from exactcover import judges
from exactcover.judges import dead
from exactcover.judges.demands import Demands, demands
from exactcover.model.certificate import Refutation
from exactcover.model.cover import cover
from exactcover.model.encoding import Model
from exactcover.model.tiling import Piece, Tiling
from tests.judges.refusals import refusal
from tests.parts import Few
from tests.planted_models import planted
from tests.proofs.provers.arguments import refutation, solvable
from tests.proofs.provers.boards import random_board
from tests.random_models import random_cover
from tests.sliding_models import two_ls


def board(bars: tuple[int, int], rings: tuple[int, int]) -> Tiling:
    """7x8 with bars of 7 cells, and rings: 3x3 less the middle and a corner."""
    ring = [[row, column] for row in range(3) for column in range(3) if (row, column) != (1, 1)]
    turned = tuple(
        np.array([cell for cell in ring if cell != [2 * row, 2 * column]]) for row, column in np.ndindex(2, 2)
    )
    bar = (np.array([[0, x] for x in range(7)]), np.array([[x, 0] for x in range(7)]))
    return Tiling(np.ones((7, 8), dtype=np.bool_), (Piece("bar", bar, *bars), Piece("ring", turned, *rings)))


RING = board((0, 7), (0, 1))
PLACED = board((0, 8), (1, 1))
STRUCK = {"struck": 120, "items": [57]}
BY_AREA = {"rounds": [STRUCK], "of": "pieces", "argument": "arithmetic", "body": {"argument": "area"}}
BY_ITEM = {"rounds": [STRUCK], "item": 57}


def faults(model: Model, body: Any) -> list[str]:
    """What the judge says."""
    return judges.refutation_faults(model, Refutation("dead", body))


def options_of(needs: Demands) -> list[frozenset[int]]:
    """The items of each option."""
    return [frozenset(needs.members[a:b].tolist()) for a, b in zip(needs.starts, needs.starts[1:], strict=False)]


def naively_dead(needs: Demands) -> set[int]:
    """The dead options, by comparing every option with every other for every item."""
    once = {item for item in range(needs.items) if needs.most[item] == 1}
    options = options_of(needs)
    struck = set()
    for number, option in enumerate(options):
        beside = [other for other in options if not option & other & once]
        for item in range(needs.items):
            if needs.least[item] > (item in option) and not any(item in other for other in beside):
                struck.add(number)
    return struck


def test_the_rule_is_the_naive_one() -> None:
    """On random tilings and covers each round strikes what a naive program strikes, until both strike nothing."""
    rounds = 0
    for seed in range(120):
        needs = demands(random_board(seed) if seed % 2 else random_cover(seed))
        while True:
            alive = np.ones(needs.options, dtype=np.bool_)
            for step in dead.dead(needs, np.ones(needs.options, dtype=np.bool_)):
                assert alive[step.options].all()
                alive[step.options] = False
            assert set(np.flatnonzero(~alive).tolist()) == naively_dead(needs)
            if alive.all():
                break
            rounds += 1
            needs = dead.kept(needs, alive)
    assert rounds > 100


def test_only_those_asked_for_are_struck() -> None:
    """A round that looks at some items strikes the dead options that have one of them, however few are looked at first."""
    for few, listed, seed in itertools.product((250, 1), (0, 10**9), range(1, 60, 2)):
        needs = demands(random_board(seed))
        items = tuple(range(needs.cells, needs.items, 2))
        steps = dead.dead(needs, dead.having(needs, items), few, listed)
        struck = {option for step in steps for option in step.options.tolist()}
        options = options_of(needs)
        assert struck == {option for option in naively_dead(needs) if options[option] & set(items)}


def test_no_option_of_a_solution_is_struck() -> None:
    """On boards that can be packed the rounds end with every cell covered, and no argument is accepted about the rest."""
    packed = 0
    for seed in range(0, 400, 3):
        model = random_board(seed)
        if solvable(model):
            packed += 1
            assert refutation("dead", model) is None
    assert packed > 20


def test_right_certificates_are_accepted() -> None:
    """A piece with a hole is struck; then the others are too few for the board, and it cannot be placed where it must be."""
    assert not faults(RING, BY_AREA)
    assert not faults(PLACED, BY_ITEM)


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"rounds": None}, "the body has no rounds; expected how many"),
        ({"rounds": []}, "the rounds are not a list; expected at least one"),
        ({"rounds": "120"}, "the rounds are not a list; expected at least one"),
        ({"rounds": [120]}, "round 0 is a int; expected an object"),
        ({"rounds": [{"items": [57]}]}, "the body has no struck; expected a number"),
        ({"rounds": [{**STRUCK, "alive": 1}]}, "the body has an unknown key 'alive'; expected struck, items"),
        ({"rounds": [{**STRUCK, "struck": 0}]}, "struck of round 0 is 0; expected 1 to"),
        ({"rounds": [{**STRUCK, "struck": 119}]}, "round 0 strikes 120 options; expected 119"),
        ({"rounds": [{**STRUCK, "struck": 121}]}, "round 0 strikes 120 options; expected 121"),
        ({"rounds": [{**STRUCK, "struck": 120.0}]}, "struck of round 0 is 120.0; expected a whole number"),
        ({"rounds": [{**STRUCK, "items": []}]}, "items of round 0 do not increase; expected at least one"),
        ({"rounds": [{**STRUCK, "items": [57, 56]}]}, "items of round 0 do not increase; expected at least one"),
        ({"rounds": [{**STRUCK, "items": [58]}]}, "number 0 of items of round 0 is 58; expected 0 to 57"),
        ({"rounds": [{**STRUCK, "items": [56]}]}, "round 0 strikes 0 options; expected 120"),
        ({"rounds": [STRUCK, STRUCK]}, "round 1 strikes 0 options; expected 120"),
        ({"of": None}, "the body has no of; expected options or pieces"),
        ({"of": "cells"}, "the argument is about 'cells'; expected options or pieces"),
        ({"of": ["pieces"]}, "the argument is about no text; expected options or pieces"),
        ({"of": "options"}, "the argument is 'arithmetic'; expected colouring or farkas of options"),
        ({"argument": "dead"}, "the argument is 'dead'; expected arithmetic or colouring of pieces"),
        ({"argument": None}, "the body has no argument; expected the name of an argument"),
        ({"argument": 7}, "the argument is no text; expected arithmetic or colouring of pieces"),
        ({"body": None}, "the body has no body; expected what the argument needs"),
        ({"body": []}, "the body's body is a list; expected an object"),
        ({"body": {"argument": "cell", "cell": [0, 0]}}, "cell (0, 0) is covered by a placement of 'bar'"),
        ({"item": 57}, "the body has an unknown key 'of'; expected rounds, item"),
        ({"live": [1]}, "the body has an unknown key 'live'; expected rounds, of, argument, body"),
    ],
)
def test_spoiled_bodies_are_refused(changes: dict[str, Any], fault: str) -> None:
    """Each way to spoil a certificate has a sentence of its own."""
    body = {key: value for key, value in {**BY_AREA, **changes}.items() if value is not None}
    (sentence,) = faults(RING, body)
    assert sentence.startswith(fault)


def test_items_that_have_enough_are_no_argument() -> None:
    """An item with as many options left as it demands proves nothing, nor does one that does not exist."""
    (sentence,) = faults(RING, BY_ITEM)
    assert sentence == "item 57 is left with 0 options, which is enough for 0"
    (sentence,) = faults(PLACED, {**BY_ITEM, "item": 0})
    assert sentence.startswith("item 0 is left with ")
    (sentence,) = faults(PLACED, {**BY_ITEM, "item": 58})
    assert sentence == "the item is 58; expected 0 to 57"


@pytest.mark.deep("proves many boards by other arguments first")
def test_the_remainder_of_another_argument_is_refused() -> None:
    """What refutes the rest after all rounds does not refute what fewer rounds, or rounds over other pieces, leave."""
    seen = 0
    for seed in range(500):
        model = random_board(seed)
        last = refutation("dead", model)
        if last is None or len(last.body["rounds"]) < 2 or last.body.get("of") == "options":
            continue  # multipliers may hold for more than what is left
        seen += 1
        body: dict[str, Any] = copy.deepcopy(dict(last.body))
        assert faults(model, {**body, "rounds": body["rounds"][:-1]})
        assert faults(model, {**body, "rounds": body["rounds"][::-1]}) or body["rounds"] == body["rounds"][::-1]
        assert faults(model, {**body, "rounds": [*body["rounds"], {"struck": 1}]})
    assert seen > 8


def test_struck_options_are_not_hidden_from_the_argument() -> None:
    """An argument about the pieces is not accepted where a piece that must be placed has too few placements left."""
    (sentence,) = faults(PLACED, BY_AREA)
    assert sentence == "item 57 is left with 0 options; expected that to be the argument"


def test_pieces_of_a_cover_and_plans_are_refused() -> None:
    """A cover has no pieces to argue about, and a puzzle of moves no options to strike."""
    model = cover(["a", "b", "c"], [["a"], ["b", "c"], ["a", "b"]])
    struck = len(naively_dead(demands(model)))
    body = {"rounds": [{"struck": struck}], "of": "pieces", "argument": "arithmetic", "body": {"argument": "area"}}
    assert struck == 1
    assert faults(model, body) == ["the argument is about the pieces of a cover; expected options"]
    (sentence,) = faults(two_ls(), BY_AREA)
    assert sentence == "the model has no items and options; expected a tiling or a cover"


def test_long_rounds_are_refused() -> None:
    """Rounds that look at too much are given up in a sentence, and so are models that are too large."""
    fault = refusal(dead.judge, RING, BY_AREA, most_work=1000)
    assert fault == "the rounds up to 0 examine over 1000 items; expected less"
    assert refusal(dead.judge, RING, BY_AREA, most_options=100).startswith("the model has up to")


def test_made_up_rounds_are_refused_on_planted_models(few: Few) -> None:
    """On models with a solution no numbers of rounds, items and arguments are accepted."""
    for seed in range(few(150)):
        rng = random.Random(seed)
        model = planted(rng)
        needs = demands(model)
        rounds: list[dict[str, Any]] = []
        left = needs
        while len(rounds) < 3 and (struck := naively_dead(left)):
            rounds.append({"struck": len(struck)})
            left = dead.kept(left, ~np.isin(np.arange(left.options), list(struck)))
        for item in range(needs.items) if rounds else ():
            assert faults(model, {"rounds": rounds, "item": item})
        areas = {"of": "pieces", "argument": "arithmetic", "body": {"argument": "area"}}
        items = sorted(rng.sample(range(needs.items), rng.randint(1, needs.items)))
        farkas = {"items": items, "multipliers": [rng.choice((-2, -1, 1, 2)) for _ in items]}
        for rest in (areas, {"of": "options", "argument": "farkas", "body": farkas}):
            assert faults(model, {"rounds": rounds, **rest})
