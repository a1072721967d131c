"""The judge of Farkas multipliers: right ones are accepted, and each spoiling is refused for its own reason."""

from __future__ import annotations

import copy
import random
from fractions import Fraction
from typing import Any

import pytest

from exactcover import judges
from exactcover.judges import farkas
from exactcover.judges.demands import demands
from exactcover.model.certificate import Refutation
from exactcover.model.cover import cover
from exactcover.model.encoding import Model
from exactcover.model.linear import Linear
from tests.classic_covers import langford
from tests.judges.refusals import refusal
from tests.packings import tiling
from tests.proofs.provers.arguments import proved, solvable
from tests.proofs.provers.boards import random_board

CORNER = tiling("board=3x5 pieces=V3 copies=any")  # items: 15 cells, then V3
BODY: dict[str, Any] = {"items": [0, 2, 4, 10, 12, 14, 15], "multipliers": [-1] * 6 + [1]}


def faults(model: Model, body: Any) -> list[str]:
    """What the judge says."""
    return judges.refutation_faults(model, Refutation("farkas", body))


def test_multipliers_written_by_hand_are_accepted() -> None:
    """Six cells no two of which one corner covers prove that five corners do not cover 3x5; any multiple does too."""
    assert not faults(CORNER, BODY)
    for factor in (2, 10**20, 10**990):
        assert not faults(CORNER, {**BODY, "multipliers": [factor * y for y in BODY["multipliers"]]})


def test_the_end_of_a_range_that_counts_is_the_worse_one() -> None:
    """A positive multiplier counts most times, a negative one least times."""
    twice = cover({"a": (3, 4), "b": (0, 2)}, [["a", "b"], ["a", "b", "c"]], secondary=["c"])
    assert not faults(twice, {"items": [0, 1], "multipliers": [-1, 1]})
    enough = cover({"a": (2, 4), "b": (0, 2)}, [["a", "b"], ["a", "b", "c"]], secondary=["c"])
    assert faults(enough, {"items": [0, 1], "multipliers": [-1, 1]}) == [
        "all items together sum to 0; expected less than 0"
    ]


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"items": None}, "the body has no items; expected increasing item numbers"),
        ({"multipliers": None}, "the body has no multipliers; expected one number per item"),
        ({"sum": -1}, "the body has an unknown key 'sum'; expected items, multipliers"),
        ({"items": [0, 2, 4, 10, 12, 14, 16]}, "number 6 of items is 16; expected 0 to 15"),
        ({"items": [0, 2, 4, 10, 12, 12, 15]}, "number 5 of items is 12 after 12; expected increasing item numbers"),
        ({"items": [0, 2, 4, 10, 12, 14]}, "multipliers has 7 numbers; expected 6"),
        ({"items": "0"}, "items is not a list; expected whole numbers"),
        ({"multipliers": [-1] * 6 + [1.0]}, "number 6 of multipliers is 1.0; expected a whole number"),
        ({"multipliers": [-1] * 6 + [True]}, "number 6 of multipliers is True; expected a whole number"),
        ({"multipliers": [-1] * 6 + [10**100_000]}, "number 6 of multipliers is a number of over 1000 digits"),
        ({"multipliers": [-1] * 6 + [0]}, "number 6 of multipliers is 0; expected only items that count"),
        ({"multipliers": [-1] * 6 + [2]}, "all items together sum to 4; expected less than 0"),
        ({"multipliers": [-2] + [-1] * 5 + [1]}, "option 0 sums to -1; expected 0 or more for every option"),
        ({"multipliers": [-(10**40)] + [-1] * 5 + [1]}, "option 0 sums to a number of 133 bits; expected 0 or more"),
        ({"items": [], "multipliers": []}, "all items together sum to 0; expected less than 0"),
    ],
)
def test_spoiled_bodies_are_refused(changes: dict[str, Any], fault: str) -> None:
    """Each way to spoil multipliers has a sentence of its own."""
    body = {key: value for key, value in {**BODY, **changes}.items() if value is not None}
    (found,) = faults(CORNER, body)
    assert found.startswith(fault)


def test_models_without_options_or_with_too_many_are_refused() -> None:
    """A linear model has no items, and a board of too many placements is not enumerated."""
    (found,) = faults(Linear((), (), ()), BODY)
    assert found == "the model has no items and options; expected a tiling or a cover"
    (found,) = faults(tiling("board=1000x1000 pieces=V3 copies=any"), BODY)
    assert found == "the model has up to 4000000 options; expected at most 2000000 for this kind of proof"


def test_an_item_that_nothing_covers_proves_it_alone() -> None:
    """Without a single option the multiplier -1 of an item that has to be covered is proof."""
    assert not faults(cover(["a", "b"], [["b"]]), {"items": [0], "multipliers": [-1]})
    assert not faults(cover(["a"], []), {"items": [0], "multipliers": [-1]})
    assert faults(cover([], []), {"items": [], "multipliers": []})


def sums(model: Model, body: dict[str, Any]) -> tuple[Fraction, Fraction]:
    """The least sum of an option and the greatest of all items, by fractions and plain loops."""
    found = demands(model)
    weights = dict(zip(body["items"], map(Fraction, body["multipliers"]), strict=True))
    options = [found.members[a:b].tolist() for a, b in zip(found.starts[:-1], found.starts[1:], strict=True)]
    low = min((sum((weights.get(i, Fraction(0)) for i in option), Fraction(0)) for option in options), default=0)
    ends = list(zip(found.least.tolist(), found.most.tolist(), strict=True))
    return Fraction(low), sum((max(y * ends[i][0], y * ends[i][1]) for i, y in weights.items()), Fraction(0))


def tampered(body: dict[str, Any], items: int, rng: random.Random) -> dict[str, Any]:
    """Multipliers with one change at random."""
    changed = copy.deepcopy(body)
    at = rng.randrange(len(body["items"]))
    what = rng.randrange(6)
    if what < 2:
        changed["multipliers"][at] += rng.choice([-3, -1, 1, 3, 10**30])
    elif what == 2:
        changed["multipliers"][at] *= -1
    elif what == 3:
        del changed["items"][at], changed["multipliers"][at]
    elif what == 4:
        other = rng.randrange(len(body["items"]))
        row = changed["multipliers"]
        row[at], row[other] = row[other], row[at]
    else:
        free = [item for item in range(items) if item not in body["items"]]
        changed["items"][at] = rng.choice(free)
        pairs = sorted(zip(changed["items"], changed["multipliers"], strict=True))
        changed = {"items": [item for item, _ in pairs], "multipliers": [y for _, y in pairs]}
    return changed


def test_tampered_multipliers_are_refused() -> None:
    """Of 300 multipliers with one change just those are accepted that plain fractions find to prove it still."""
    models: list[Model] = [
        CORNER,
        tiling("board=6x12 pieces=T4 copies=any"),
        tiling("board=8x8 pieces=dominoes copies=any holes=0,0/7,7"),
        tiling("board=20x20 pieces=I3 copies=any holes=0,0"),
        cover({"a": (3, 4), "b": (0, 2), "c": 1}, [["a", "b"], ["a", "b", "c"], ["c"]]),
    ]
    refused = 0
    for number, model in enumerate(models):
        body = dict(proved("farkas", model).body)
        rng = random.Random(number)
        for _ in range(60):
            other = tampered(body, demands(model).items, rng)
            low, total = sums(model, other) if 0 not in other["multipliers"] else (Fraction(-1), Fraction(0))
            assert (not faults(model, other)) == (low >= 0 and total < 0), other
            refused += bool(faults(model, other))
    assert refused >= 240


def test_models_with_a_solution_have_no_multipliers() -> None:
    """Random multipliers, and those of other boards, are refused wherever brute force finds a solution."""
    rng = random.Random(5)
    for seed in range(120):
        model = random_board(seed)
        if not solvable(model):
            continue
        items = demands(model).items
        for _ in range(20):
            chosen = sorted(rng.sample(range(items), rng.randint(1, items)))
            body = {"items": chosen, "multipliers": [rng.choice([-2, -1, 1, 2]) for _ in chosen]}
            assert faults(model, body)
    assert faults(langford(4), {"items": [0], "multipliers": [-1]})


def test_both_ways_of_adding_agree() -> None:
    """Sums in 64 bits and in whole numbers of any size refuse and accept the same."""
    model = tiling("board=6x12 pieces=T4 copies=any")
    body = dict(proved("farkas", model).body)
    rng = random.Random(1)
    others = [body, *(tampered(body, 73, rng) for _ in range(50))]
    narrow = [refusal(farkas.judge, model, other) for other in others]
    assert [refusal(farkas.judge, model, other, exact=0) for other in others] == narrow
    assert not narrow[0]
    assert any(narrow)
