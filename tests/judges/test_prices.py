"""The judge of prices: what it accepts, and forged optima that it refuses, each for its own reason."""

from __future__ import annotations

from typing import Any

import pytest

from exactcover import judges
from exactcover.model.certificate import ARGUMENTS, Refutation
from exactcover.model.cover import Cover, cover

TRIANGLE = cover(["a", "b", "c"], [["a", "b"], ["a", "c"], ["b", "c"], ["a", "b", "c"]], costs=[2, 2, 2, 5])
"""One option of all three costs 5; with fractions, half of each pair costs 3."""

SCHEDULE = cover(["a", "b", "c"], [["a", "b"], ["c"], ["b", "c"], ["a"], ["a", "c"], ["b"]], costs=[4, 3, 2, 6, 9, 1])


def faults(model: Cover, body: dict[str, Any], bound: int | None) -> list[str]:
    """What the judge finds wrong."""
    return judges.refutation_faults(model, Refutation("prices", body, bound))


def prices(*numbers: int, scale: int = 1, **more: Any) -> dict[str, Any]:
    """A node of prices."""
    return {"scale": scale, "prices": list(numbers), **more}


def test_prices_alone_prove_a_bound() -> None:
    """Prices whose sum is the cost of a solution prove it; with the next larger bound they leave the search open."""
    body = {"nodes": [prices(5, -1, 3)]}
    assert faults(SCHEDULE, body, 7) == []
    assert faults(SCHEDULE, body, 8) == ["the body ends after 1 nodes with 1 parts open"]


def test_a_fraction_of_an_option_is_not_rounded_up() -> None:
    """What fractions reach is the bound, and no more: without a cut the triangle costs 3."""
    assert faults(TRIANGLE, {"nodes": [prices(1, 1, 1)]}, 3) == []
    assert faults(TRIANGLE, {"nodes": [prices(1, 1, 1)]}, 4)


@pytest.mark.parametrize(
    "nodes",
    [
        [{"scale": 1, "prices": [1, 1, 1], "cuts": [[0, 1]]}],
        [{"pair": [0, 1]}, prices(0, 0, 5), prices(2, 2, 0)],
    ],
    ids=["cut", "pair"],
)
def test_forged_optima_are_refused(nodes: list[dict[str, Any]]) -> None:
    """Neither a cut nor a pair proves more than the optimum, 5, of the triangle."""
    body: dict[str, Any] = {"nodes": nodes, "cuts": [[0, 1, 2]]}
    assert faults(TRIANGLE, body, 6)


def test_a_cut_is_counted_once_for_two_items() -> None:
    """An odd set of three asks for two options, or one of all three: 2 * 2 options of weight 2 prove 4, not 5."""
    body = {"nodes": [prices(0, 0, 0, cuts=[[0, 2]])], "cuts": [[0, 1, 2]]}
    assert faults(TRIANGLE, body, 4) == []
    assert faults(TRIANGLE, body, 5)
    assert faults(TRIANGLE, {"nodes": body["nodes"], "cuts": [[0, 1]]}, 4)


def test_branches_must_both_be_closed() -> None:
    """The triangle's optimum by a pair, and by an option; with one branch left out, or one too many, it is refused."""
    dear = prices(0, 0, 5)
    by_pair = [{"pair": [0, 1]}, prices(-3, 0, 9), prices(9, 9, -9)]
    assert faults(TRIANGLE, {"nodes": by_pair[:2]}, 4) == ["the body ends after 2 nodes with 1 parts open"]
    assert faults(TRIANGLE, {"nodes": [*by_pair, dear, dear]}, 4)[0].startswith("every part is closed")
    assert faults(TRIANGLE, {"nodes": [{"pair": [0, 0]}]}, 4)[0].startswith("node 0 branches on a pair")


def test_an_option_left_out_for_good_is_refused() -> None:
    """An option is struck only where it costs more than the gap: the one of least cost is not."""
    assert faults(SCHEDULE, {"nodes": [prices(5, 1, 1), prices(99, 99, 99)]}, 9)


def test_dominated_options_are_verified() -> None:
    """An option may be left out for two that have its items and cost no more; else each fault has its sentence."""
    items: dict[str, int | tuple[int, int]] = {"a": 1, "b": 1, "c": (1, 2)}
    model = cover(items, [["a", "b"], ["a"], ["b"], ["c"], ["b", "c"]], costs=[4, 2, 2, 1, 4])

    def dominated(*numbers: int) -> list[str]:
        return faults(model, {"nodes": [prices(2, 2, 1)], "dominated": [list(numbers)]}, 5)

    assert dominated(0, 1, 2) == []
    assert dominated(0, 1, 3) == ["option 0 does not have the items of options 1 and 3 together"]
    assert dominated(4, 2, 3) == ["option 2 or 3 has no item that is covered at most once"]
    cheap = cover(items, [["a", "b"], ["a"], ["b"], ["c"]], costs=[3, 2, 2, 1])
    body = {"nodes": [prices(2, 2, 1)], "dominated": [[0, 1, 2]]}
    assert faults(cheap, body, 5) == ["option 0 costs less than options 1 and 2 together"]


def test_multiplicities_bound_what_a_price_brings() -> None:
    """A price below 0 counts as often as an item may be covered, one above as often as it must."""
    model = cover({"a": (1, 3), "b": (2, 2)}, [["a"], ["a", "b"], ["b"]], costs=[1, 3, 1])
    assert faults(model, {"nodes": [prices(1, 1)]}, 3) == []
    assert faults(model, {"nodes": [prices(1, 1)]}, 4)
    secondary = cover(["a"], [["a", "s"], ["a"]], secondary=["s"], costs=[1, 3])
    assert faults(secondary, {"nodes": [prices(3, -2)]}, 1) == []
    assert faults(secondary, {"nodes": [prices(3, -2)]}, 2)


def test_without_a_bound_nothing_costs() -> None:
    """Prices of a cover without a solution prove that; the same body with costs proves no bound by itself."""
    model = cover(["a", "b", "c"], [["a", "b"], ["a", "c"], ["b", "c"]])
    body = {"nodes": [prices(-1, -1, -1, cuts=[[0, 2]])], "cuts": [[0, 1, 2]]}
    assert faults(model, body, None) == []
    assert faults(cover(["a"], [["a"]]), {"nodes": [prices(1)]}, None)


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ({}, "the body has no nodes"),
        ({"nodes": [prices(1)]}, "the prices of node 0 has 1 numbers; expected 3"),
        ({"nodes": [prices(1, 1, 1, scale=0)]}, "the scale of node 0 is 0"),
        ({"nodes": [prices(1, 1, 1, cuts=[[0, 1]])]}, "node 0 names a cut that the body does not have"),
        ({"nodes": [prices(1, 1, 1, cuts=[[0, -1]])], "cuts": [[0]]}, "number 1 of a cut of node 0 is -1"),
        ({"nodes": [], "cuts": [[0, 0]]}, "cut 0 has an item twice"),
        ({"nodes": [7]}, "node 0 is not an object"),
        ({"nodes": [{"option": 9}]}, "the option of node 0 is 9"),
        ({"nodes": [{"option": 0, "pair": [0, 1]}]}, "node 0 has 2 entries"),
        ({"nodes": [prices(2**61, 2**61, 2**61)]}, "the numbers of node 0 are so large"),
        ({"nodes": {}}, "nodes is not a list"),
        ({"nodes": [], "weights": []}, "the body has an unknown key 'weights'"),
    ],
)
def test_malformed_bodies_are_refused(body: dict[str, Any], sentence: str) -> None:
    """Each fault of a body has its own sentence."""
    (fault,) = faults(TRIANGLE, body, 4)
    assert fault.startswith(sentence)


@pytest.mark.parametrize("kind", [kind for kind in ARGUMENTS if kind != "prices"])
def test_only_prices_speak_of_costs(kind: str) -> None:
    """A bound on a cover's cost by another kind of certificate is refused in a sentence, whatever its body says."""
    body = {
        "items": [0], "multipliers": [1], "steps": [0, 1, 0], "modulus": 2, "weights": [1, 1, 1], "argument": "item", "item": 0,
        "rounds": [{"struck": 1}], "axes": [0], "states": [1],
    }  # fmt: skip
    (fault,) = judges.refutation_faults(SCHEDULE, Refutation(kind, body, 3))
    assert fault
