"""The judge of trees: agrees with a naive replay, on proved trees and on 360 spoiled ones, and says why it refuses."""

from __future__ import annotations

import copy
import functools
import random
from typing import Any

import pytest

from exactcover import judges
from exactcover.judges import tree
from exactcover.judges.demands import Demands, demands
from exactcover.judges.tree import MOST_SUMS
from exactcover.model.certificate import InvalidCertificate, Refutation
from exactcover.model.cover import cover
from exactcover.model.encoding import Model
from exactcover.model.linear import Linear
from tests.classic_covers import langford, queens
from tests.judges.refusals import refusal
from tests.packings import tiling
from tests.proofs.provers.arguments import proved
from tests.random_models import random_cover

# Items a and b ask for two options each; a has three, of which any two leave b too few.
TWICE = cover({"a": 2, "b": 2, "x": (0, 1), "y": 1}, [["a", "x"], ["a", "b", "x"], ["a", "y"], ["b", "y"], ["b", "x"]])
MODELS: tuple[Model, ...] = (
    langford(5),
    queens(3),
    TWICE,
    tiling("board=4x5 pieces=tetrominoes copies=1"),
    tiling("board=4x4 pieces=dominoes copies=any holes=0,0/3,3"),
    tiling("board=4x4 pieces=T4,L4 copies=T4:1..3,L4:1..2"),
)


class Naive:
    """A tree replayed with sets, by the definition: the option chosen, the options before it and what it fills given up."""

    def __init__(self, model: Model, order: list[Any]) -> None:
        asked = demands(model)
        self.least, self.most = asked.least.tolist(), asked.most.tolist()
        self.rows = [asked.members[a:b].tolist() for a, b in zip(asked.starts, asked.starts[1:], strict=False)]
        self.order, self.place = order, 0

    def right(self) -> bool:
        """Whether the items are all of a tree with no branch open."""
        possible = {option for option, row in enumerate(self.rows) if all(self.most[item] for item in row)}
        return self.closed([], possible) and self.place == len(self.order)

    def closed(self, chosen: list[int], possible: set[int]) -> bool:
        """Whether the items from here on close everything that has the chosen options and otherwise possible ones."""
        if self.place == len(self.order):
            return False
        item = self.order[self.place]
        self.place += 1
        need = self.least[item] - sum(item in self.rows[option] for option in chosen)
        having = sorted(option for option in possible if item in self.rows[option])
        if need <= 0:
            return False
        for number in range(len(having) - need + 1):
            now = [*chosen, having[number]]
            full = {i for i, most in enumerate(self.most) if sum(i in self.rows[option] for option in now) == most}
            left = {option for option in possible if not full & set(self.rows[option])} - set(having[: number + 1])
            if not self.closed(now, left):
                return False
        return True


def accepted(model: Model, order: list[Any]) -> bool:
    """Whether the judge accepts a tree."""
    return not judges.refutation_faults(model, Refutation("tree", {"items": order}))


def spoiled(order: list[int], items: int, rng: random.Random) -> list[int]:
    """A tree with one change: a node more, less, or with another item, two nodes swapped, or the end cut off."""
    made, place = list(order), rng.randrange(len(order))
    change = rng.choice(["more", "less", "other", "other", "swap", "cut"])
    if change == "more":
        made.insert(place, rng.randrange(items))
    elif change == "less":
        del made[place]
    elif change == "other":
        made[place] = rng.randrange(items)
    elif change == "swap":
        other = rng.randrange(len(order))
        made[place], made[other] = made[other], made[place]
    else:
        del made[place:]
    return made


@pytest.mark.parametrize("number", range(len(MODELS)))
def test_spoiled_trees_are_refused_unless_they_are_trees(number: int) -> None:
    """Of 60 changes to a proved tree the judge accepts those alone that a naive replay finds right: another true tree."""
    model, rng = MODELS[number], random.Random(number)
    order = list(proved("tree", model).body["items"])
    assert Naive(model, order).right()
    refused = 0
    for _ in range(60):
        made = spoiled(order, demands(model).items, rng)
        assert accepted(model, made) == Naive(model, made).right()
        refused += not accepted(model, made)
    assert refused > 35


def test_no_tree_refutes_what_has_a_solution() -> None:
    """On random covers with a solution, trees written at random, and grown item by item, are all refused."""
    rng = random.Random(1)
    feasible = 0
    for seed in range(120):
        model = random_cover(seed)
        asked = demands(model)
        found = [
            order
            for order in ([rng.randrange(asked.items) for _ in range(rng.randint(0, 12))] for _ in range(100))
            if accepted(model, order)
        ]
        assert all(Naive(model, order).right() for order in found)
        if found:
            assert proved("tree", model)
        feasible += not found
    assert feasible > 20


# Three dark cells too many, one X5 and one T4, the rest dominoes: a solution of whole numbers is 1 or 5 too many.
BIASED = tiling("board=9x9 pieces=I2,X5,T4 copies=X5:1,T4:1,I2:any holes=0,1/4,3")
FEASIBLE = tiling("board=9x9 pieces=I2,X5,T4 copies=X5:1,T4:1,I2:any holes=0,1/4,4")


@functools.cache
def by_combinations() -> dict[str, Any]:
    """The body of a tree closed by combinations."""
    return dict(proved("tree", BIASED).body)


@pytest.mark.deep("replays every leaf of a large tree")
def test_leaves_by_combinations_are_replayed() -> None:
    """A board that no tree over cells refutes gets one closed by few combinations, and spoiled ones are refused."""
    body, rng = by_combinations(), random.Random(9)
    assert len(body["items"]) < 10_000
    assert 0 < len(body["combinations"]) < 10
    refused = 0
    for _ in range(60):
        made = copy.deepcopy(body)
        one = rng.choice(made["combinations"])
        place = rng.randrange(len(one["items"]))
        change = rng.choice(["multiplier", "sign", "less", "leaf", "feasible"])
        if change == "multiplier":
            one["multipliers"][place] += rng.choice([-3, -1, 1, 3])
        elif change == "sign":
            one["multipliers"] = [-y for y in one["multipliers"]]
        elif change == "less":
            del one["items"][place], one["multipliers"][place]
        elif change == "leaf":
            place = rng.randrange(len(made["items"]))
            made["items"][place] = -rng.randint(1, len(made["combinations"])) if made["items"][place] >= 0 else 0
        model = FEASIBLE if change == "feasible" else BIASED
        refused += bool(judges.refutation_faults(model, Refutation("tree", made)))
        if change in ("feasible", "sign", "leaf"):
            assert judges.refutation_faults(model, Refutation("tree", made))
    assert refused > 40


@pytest.mark.parametrize(
    ("combinations", "fault"),
    [
        ({}, "the combinations are not a list of at most 1000; expected items and multipliers of each"),
        ([{}] * 1001, "the combinations are not a list of at most 1000"),
        ([7], "combination 1 is not an object; expected items and multipliers"),
        ([{"items": [0], "multipliers": [1], "x": 0}], "the body has an unknown key 'x'; expected items, multipliers"),
        ([{"items": [0]}], "the body has no multipliers"),
        ([{"items": [4], "multipliers": [1]}], "number 0 of the items of combination 1 is 4; expected 0 to 3"),
        ([{"items": [0], "multipliers": [10**7]}], "number 0 of the multipliers of combination 1 is 10000000"),
        ([{"items": [0], "multipliers": []}], "the multipliers of combination 1 has 0 numbers; expected 1"),
        ([{"items": [0, 0], "multipliers": [1, 1]}], "combination 1 is empty, or has an item twice or a multiplier 0"),
        ([{"items": [0], "multipliers": [0]}], "combination 1 is empty, or has an item twice or a multiplier 0"),
        ([{"items": [0], "multipliers": [-1]}], "an available option sums to less than 0 by combination 1 at node 0"),
        (
            [{"items": [0], "multipliers": [1]}],
            "all items together sum to 2 by combination 1 at node 0; expected less than 0",
        ),
    ],
)
def test_combinations_that_close_nothing_are_refused(combinations: Any, fault: str) -> None:
    """Each way in which combinations are malformed, or close no leaf, is refused in its own words."""
    body = {"items": [-1], "combinations": combinations}
    (found,) = judges.refutation_faults(TWICE, Refutation("tree", body))
    assert found.startswith(fault)


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ({}, "the body has no items; expected the item of each node, in preorder"),
        (
            {"items": [0], "extra": 1},
            "the body has an unknown key 'extra'; expected items, packed, nodes, combinations",
        ),
        ({"items": [0], "nodes": 1}, "the body has both nodes and items; expected nodes with packed"),
        ({"items": [0], "packed": "", "nodes": 1}, "the body has items and packed; expected one of them"),
        ({"packed": ""}, "the body has no nodes; expected how many numbers are packed"),
        ({"packed": "", "nodes": 10**9}, "the tree has 1000000000 nodes; expected at most 300000000"),
        ({"items": "0"}, "items is not a list; expected whole numbers"),
        ({"items": [0, True]}, "number 1 of items is True; expected a whole number"),
        ({"items": [0, 1.0]}, "number 1 of items is 1.0; expected a whole number"),
        ({"items": [0, [0]]}, "number 1 of items is a list; expected a whole number"),
        ({"items": [4]}, "number 0 of items is 4; expected 0 to 3"),
        ({"items": [-1]}, "number 0 of items is -1; expected 0 to 3"),
        ({"items": [10**100_000]}, "number 0 of items is a number of over 1000 digits; expected 0 to 3"),
        ({"items": []}, "the tree ends after 0 nodes with 1 of them open"),
        ({"items": [0, 0]}, "the tree ends after 2 nodes with 2 of them open"),
        ({"items": [2]}, "node 0 branches on item 2, which demands nothing more there"),
        ({"items": [0, 0, 0]}, "node 2 branches on item 0, which demands nothing more there"),
    ],
)
def test_bodies_that_are_no_tree_are_refused(body: dict[str, Any], fault: str) -> None:
    """Each way in which a body is no tree of a model is refused in its own words."""
    assert judges.refutation_faults(TWICE, Refutation("tree", body)) == [fault]


def test_nodes_after_the_last_branch_are_refused() -> None:
    """A tree whose branches are all closed before its end is refused."""
    order = list(proved("tree", TWICE).body["items"])
    faults = judges.refutation_faults(TWICE, Refutation("tree", {"items": [*order, 0]}))
    assert faults == [f"all branches are closed after {len(order)} nodes of {len(order) + 1}; expected no more"]


def test_trees_and_models_that_are_too_large_are_refused() -> None:
    """Trees over the limit are not read; models over it, and linear ones, are refused before anything is listed."""
    order = list(proved("tree", TWICE).body["items"])
    with pytest.raises(InvalidCertificate, match=f"the tree has {len(order)} nodes; expected at most 2"):
        tree.judge(TWICE, {"items": order}, most_nodes=2)
    with pytest.raises(InvalidCertificate, match="has 4 items and up to 5 options; expected a product of at most 10"):
        tree.judge(TWICE, {"items": order}, most_products=10)
    with pytest.raises(InvalidCertificate, match="up to 5000000 options; expected at most 1000000"):
        tree.judge(tiling("board=1000x1000 pieces=I4,O4,I5 copies=any"), {"items": [0]})
    with pytest.raises(InvalidCertificate, match="expected a tiling or a cover"):
        tree.judge(Linear(("x",), (), ()), {"items": [0]})


def test_combinations_are_summed_only_where_they_are_few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Combinations over many options are refused before the first of them is summed."""
    model = tiling("board=31x31 pieces=heptominoes copies=any")
    asked = demands(model)
    many = MOST_SUMS // len(asked.members) + 1
    body = {"items": [-1], "combinations": [{"items": [0], "multipliers": [1]}] * many}
    monkeypatch.setattr(Demands, "sums", lambda *_: pytest.fail("a combination was summed"))
    (found,) = judges.refutation_faults(model, Refutation("tree", body))
    assert found.startswith(f"the tree has {many} combinations; expected at most {tree.most_combinations(asked)} for ")
    assert found.endswith(f"for {asked.options} options of {len(asked.members)} items in all")


def test_work_is_bounded_before_it_is_done() -> None:
    """More nodes than the options allow, or more items of combinations at leaves, are refused unread."""
    body = by_combinations()
    asked = demands(BIASED)
    nodes = len(body["items"])
    most = tree.work_of(asked, nodes)
    found = refusal(tree.judge, BIASED, body, most_work=most)
    assert found.startswith(f"{nodes} nodes of a model of {asked.options} options are ")
    assert found.endswith(f" steps of work; expected at most {most}")
    weighed = sum(len(body["combinations"][-item - 1]["items"]) for item in body["items"] if item < 0)
    work = tree.work_of(asked, nodes, weighed)
    assert not refusal(tree.judge, BIASED, body, most_work=work)
    assert "steps of work" in refusal(tree.judge, BIASED, body, most_work=work - 1)


def test_paths_are_bounded_where_options_are_many() -> None:
    """A tree that goes on choosing options of one item is refused before its nodes have filled the memory."""
    marks: dict[str, int | tuple[int, int]] = {f"x{number}": (0, 1) for number in range(300)}
    model = cover({"a": (150, 300), **marks}, [["a", mark] for mark in marks])
    body = {"items": [0] * 200}
    assert "demands nothing more there" in judges.refutation_faults(model, Refutation("tree", body))[0]
    deep = [0] * 140
    assert "140 of them open" in refusal(tree.judge, model, {"items": deep}, most_products=400 * 300)
    found = refusal(lambda: list(tree.branches_of(demands(model), deep, most_products=100 * 300)))
    assert found == "node 100 is number 101 on its path, of a model of 300 options; expected a product of at most 30000"
