"""Packings with goals: optima against trying everything, published numbers, the words of answers, faults of keys and covers."""

from __future__ import annotations

import itertools
import json
import random
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import exactcover
from encoders.catalogue import puzzle
from encoders.packing import referee_of_covers, to_cover
from encoders.packing.keys import packing
from encoders.solutions import PackingSolution
from exactcover.model.cover import Cover
from exactcover.model.errors import InvalidInput
from exactcover.solving.summary import summary
from tests.brute_packings import Cell, Lying, Small, random_small

QUANTITIES = ("covered", "empty", "pieces", "value")
SQUARES = [{"name": f"S{n}", "picture": "/".join(["#" * n] * n), "copies": "any"} for n in range(1, 12)]


def goals(seed: int, small: Small) -> tuple[list[tuple[str, str]], dict[str, Fraction], dict[Cell, Fraction]]:
    """Random goals in order, and values of pieces and of cells."""
    rng = random.Random(seed)
    order = [(rng.choice(["maximise", "minimise"]), name) for name in rng.sample(QUANTITIES, rng.choice([1, 1, 2, 3]))]
    if "value" not in [name for _, name in order]:
        return order, {}, {}
    values = {name: Fraction(rng.randint(-6, 12), rng.choice([1, 2, 3])) for name, *_ in small.pieces}
    cells = {cell: Fraction(rng.randint(-3, 5)) for cell in small.cells if rng.random() < 0.5}
    return order, values, cells


def keys(
    small: Small, order: list[tuple[str, str]], values: dict[str, Fraction], cells: dict[Cell, Fraction]
) -> dict[str, Any]:
    """The keys of a puzzle with these goals."""
    (side, first), rest = order[0], order[1:]
    stated: dict[str, Any] = {side: " then ".join([first, *("=".join(goal) for goal in rest)])}
    if values:
        stated["values"] = {name: str(value) for name, value in values.items()}
    if cells:
        stated["cell_values"] = [[list(cell), str(value)] for cell, value in cells.items()]
    return small.keys() | {"labelled": True} | stated


def measured(
    small: Small, packed: frozenset[Lying], values: dict[str, Fraction], cells: dict[Cell, Fraction]
) -> dict[str, Fraction]:
    """The amount of each quantity of a packing."""
    covered = [cell for _, own in packed for cell in own]
    value = sum((values.get(name, Fraction(0)) for name, _ in packed), start=Fraction(0))
    return {
        "covered": Fraction(len(covered)),
        "empty": Fraction(len(small.cells) - len(covered)),
        "pieces": Fraction(len(packed)),
        "value": value + sum((cells.get(cell, Fraction(0)) for cell in covered), start=Fraction(0)),
    }


def best(
    small: Small, order: list[tuple[str, str]], values: dict[str, Fraction], cells: dict[Cell, Fraction]
) -> list[dict[str, Fraction]]:
    """The amounts of the goals in each of the best packings."""
    every = [measured(small, packed, values, cells) for packed in small.packings()]
    for side, name in order:
        target = (max if side == "maximise" else min)((each[name] for each in every), default=Fraction(0))
        every = [each for each in every if each[name] == target]
    return [{name: each[name] for _, name in order} for each in every]


@pytest.mark.parametrize("seed", range(60))
def test_optima_are_those_of_trying_everything(seed: int) -> None:
    """The optimum, its certificate or exhausted search, the amount of each quantity, and the number of optima."""
    small = replace(random_small(seed, labelled=True), labelled=True)
    small = replace(small, pieces=tuple((name, cells, 0, most) for name, cells, _, most in small.pieces))
    order, values, cells = goals(seed, small)
    right = best(small, order, values, cells)
    own = exactcover.puzzle("packing", **keys(small, order, values, cells))
    answer = exactcover.solve(own)
    if not right:
        assert answer.status == "INFEASIBLE"
        return
    assert answer.status == "OPTIMAL"
    assert isinstance(answer.solution, PackingSolution)
    assert answer.solution.goals is not None
    stated = {name: Fraction(str(amount)) for name, amount in answer.solution.goals.items()}
    assert stated == right[0]
    assert len(list(exactcover.iterate(own, optimal=True))) == len(right)


@pytest.mark.parametrize(
    ("own", "cost"),
    [
        ({"board": "11x13", "pieces": SQUARES, "minimise": "pieces"}, 6),
        ({"board": "7x7", "pieces": "X5", "copies": "any", "maximise": "pieces"}, 6),
        ({"board": "8x8", "pieces": "V5", "copies": "any", "maximise": "pieces"}, 12),
        ({"board": "3x3x3", "pieces": "V3", "copies": "0..8", "maximise": "covered"}, 24),
        (
            {"board": "hexagon:3", "lattice": "hexagon", "pieces": "trihexes", "copies": "any", "maximise": "covered"},
            18,
        ),
    ],
)
def test_known_optima_are_proved(own: dict[str, Any], cost: int) -> None:
    """A rectangle of 11 by 13 is cut into 6 squares at best; V-pentominoes in a square: OEIS A214294."""
    answer = exactcover.solve(exactcover.puzzle("packing", **own))
    assert (answer.status, answer.cost, answer.bound) == ("OPTIMAL", cost, cost)


def test_an_answer_with_a_goal_is_judged_again() -> None:
    """`check` recomputes the amounts of goals; an edited number is a fault."""
    answer = exactcover.solve(
        exactcover.puzzle("packing", board="5x5", pieces="X5,I5", copies="any", maximise="covered")
    )
    written = json.dumps(answer.to_json())
    assert exactcover.check(json.loads(written))["faults"] == []
    for old, new in (('"goals": {"covered": 25}', '"goals": {"covered": 20}'), ('"cost": 25', '"cost": 20')):
        assert old in written
        assert exactcover.check(json.loads(written.replace(old, new)))["faults"]


def test_pre_placed_pieces_count() -> None:
    """Their cells, their number and their values are part of the amount of a goal."""
    own = {"board": "2x3", "pieces": "I2", "copies": "any", "fixed": "I2:0,0/0,1"}
    for key, cost in (
        ({"maximise": "covered"}, 6),
        ({"maximise": "pieces"}, 3),
        ({"maximise": "value", "values": "I2:5/2"}, 7.5),
    ):
        assert exactcover.solve(exactcover.puzzle("packing", **own, **key)).cost == cost


def test_all_cells_may_stay_empty_unless_the_puzzle_says_otherwise() -> None:
    """To maximise is to cover as much as possible; to minimise the pieces, all."""
    own = {"board": "5x5", "pieces": "O4", "copies": "any"}
    assert exactcover.solve(exactcover.puzzle("packing", **own, maximise="pieces")).cost == 4
    assert exactcover.solve(exactcover.puzzle("packing", **own, minimise="empty")).cost == 9
    assert exactcover.solve(exactcover.puzzle("packing", **own, minimise="pieces")).status == "INFEASIBLE"
    assert (
        exactcover.solve(exactcover.puzzle("packing", **own, maximise="pieces", optional="0,0")).status == "INFEASIBLE"
    )


def test_congruent_pieces_of_different_values_are_distinguished() -> None:
    """They are merged only if their values are equal."""
    pieces = [{"name": name, "picture": "##", "copies": [0, 1], "value": value} for name, value in (("a", 3), ("b", 5))]
    answer = exactcover.solve(exactcover.puzzle("packing", board="1x3", pieces=pieces, maximise="value"))
    assert answer.cost == 5
    assert isinstance(answer.solution, PackingSolution)
    assert [each["piece"] for each in answer.solution.placements] == ["b"]


def test_the_canonical_puzzle_is_the_same_puzzle() -> None:
    """Read again, it has the same digest; other goals or values give another."""
    own = {"board": "4x4", "pieces": "pentominoes", "copies": "0..1"}
    stated: list[dict[str, Any]] = [
        {},
        {"maximise": "covered"},
        {"maximise": "pieces"},
        {"minimise": "empty then maximise=pieces"},
        {"maximise": "value", "values": "X5:3,rest:1/3"},
        {"maximise": "value", "cell_values": "1000/0000/0000/0 0 0 12"},
        {"touching": "none", "optional": "all"},
        {"touching": "corners", "optional": "all"},
    ]
    every = [puzzle("packing", **own, **each) for each in stated]
    assert len({json.dumps(each.canonical()) for each in every}) == len(stated)
    for each in every:
        canonical = json.loads(json.dumps(each.canonical()))
        again = puzzle("packing", **{key: value for key, value in canonical.items() if key != "kind"})
        assert again.canonical() == each.canonical()


@pytest.mark.parametrize(
    ("own", "words"),
    [
        ({"maximise": "pices"}, "did you mean 'pieces'"),
        ({"maximise": 3}, "maximise is 3"),
        ({"maximise": "covered then pieces"}, "after then"),
        ({"maximise": "covered then minimise=covered"}, "names covered twice"),
        ({"maximise": "covered", "minimise": "pieces"}, "has maximise and minimise"),
        ({"values": "X5:3"}, "has values and no goal"),
        ({"maximise": "covered", "values": "X5:3"}, "uses no values"),
        ({"maximise": "value", "values": "Q7:3"}, "values names 'Q7'"),
        ({"maximise": "value", "values": "X5:much"}, "has the value 'much'"),
        ({"maximise": "value", "values": 7}, "values is 7"),
        ({"maximise": "value", "cell_values": "12/34"}, "has 2x2 numbers; expected 5x5"),
        ({"maximise": "value", "cell_values": "12345/1234/12345/12345/12345"}, "rows of different lengths"),
        ({"maximise": "value", "cell_values": [[[7, 0], 1]]}, "not a cell of the board"),
        ({"maximise": "value", "cell_values": [[[0, 0], 1], [[0, 0], 2]]}, "0,0 twice"),
        ({"maximise": "value", "cell_values": [[[0, 0], "x"]]}, "has the value 'x'"),
        (
            {"maximise": "value then maximise=covered then maximise=pieces", "values": "rest:999999999999"},
            "costs fit 64 bits",
        ),
    ],
)
def test_faults_of_goals_are_named(own: dict[str, Any], words: str) -> None:
    """Each in one sentence, before anything is searched."""
    with pytest.raises(InvalidInput, match=words) as fault:
        packing({"board": "5x5", "pieces": "pentominoes", "copies": "any", **own})
    assert "\n" not in str(fault.value)


def test_a_value_of_a_piece_without_a_goal_is_refused() -> None:
    """A number that nothing uses is a mistake."""
    with pytest.raises(InvalidInput, match="no goal uses them"):
        packing({"board": "1x2", "pieces": [{"name": "a", "picture": "##", "value": 2}]})


def test_the_answer_says_what_the_goals_come_to() -> None:
    """In the words of the goals, not as a weighted sum."""
    own = {"board": "6x6", "pieces": "pentominoes", "copies": "0..1"}
    one = exactcover.solve(exactcover.puzzle("packing", **own, maximise="covered"))
    several = exactcover.solve(exactcover.puzzle("packing", **own, maximise="covered then minimise=pieces"))
    assert "35 cells covered, and none has more" in summary(one)
    assert "35 cells covered, 7 pieces, and none is better" in summary(several)


def changed(cover: Cover, **values: Any) -> Cover:
    """The cover with other values."""
    own = {name: getattr(cover, name) for name in ("items", "least", "most", "starts", "members", "costs", "unit")}
    return Cover(**{**own, **values})


def test_the_referee_compares_covers_with_the_puzzle() -> None:
    """A placement too few, a cost too high, another bound, an item missing: each is a fault."""
    read = packing(
        {
            "board": "4x4",
            "pieces": "O4,I3",
            "copies": "0..2",
            "maximise": "value",
            "values": "O4:3,I3:2",
            "fixed": "I3:0,0/0,1/0,2",
        }
    )
    model = to_cover.encode(read).model
    assert isinstance(model, Cover)
    assert referee_of_covers.cover_faults(read, model) == []
    assert model.costs is not None
    dearer = model.costs.copy()
    dearer[0] += 1
    fewer = model.with_options(np.arange(1, model.options))
    bounds = model.most.copy()
    bounds[-3] += 1
    for wrong in (changed(model, costs=dearer), fewer, changed(model, most=bounds), changed(model, costs=None)):
        assert referee_of_covers.cover_faults(read, wrong)


def test_lists_and_counts_ignore_goals_unless_optima_are_wanted() -> None:
    """A count is of all packings, as without a goal."""
    own = {"board": "3x4", "pieces": "I2,V3", "copies": "any", "optional": "all"}
    plain = exactcover.count(exactcover.puzzle("packing", **own)).count
    assert exactcover.count(exactcover.puzzle("packing", **own, maximise="covered")).count == plain


def test_goals_hold_on_boards_that_wrap_round() -> None:
    """On a torus of 5 by 5, five X-pentominoes cover everything."""
    own = exactcover.puzzle("packing", board="5x5", pieces="X5", copies="any", wrap="both", maximise="covered")
    assert exactcover.solve(own).cost == 25


def test_a_picture_of_numbers_has_digits_or_numbers_between_blanks() -> None:
    """Both mean the same, as do nested lists."""
    pictures = ["12/30", "1 2/3 0", "1 2\n3 0", [[1, 2], [3, 0]], [[[0, 0], 1], [[0, 1], 2], [[1, 0], 3]]]
    own = {"board": "2x2", "pieces": "monomino", "copies": "any", "maximise": "value"}
    every = [puzzle("packing", **own, cell_values=each).canonical() for each in pictures]
    assert all(one == other for one, other in itertools.pairwise(every))
