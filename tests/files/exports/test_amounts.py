"""Fractions, greatest sums and coefficients in the texts of models: other programs find the same optimum, and so do we."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

import exactcover
from encoders.imports import lp, mps, opb
from exactcover import api
from tests.files.exports.foreign_solvers import SOLVERS

READERS: dict[str, Callable[[str], dict[str, Any]]] = {
    "lp": lp.keys,
    "mps": mps.keys,
    "opb": opb.keys,
    "json": json.loads,
}
FOREIGN = [name for name in SOLVERS if name.split(maxsplit=1)[0] in READERS]


def random_cover(seed: int, to: str) -> dict[str, Any]:
    """A cover of which some option has an item twice or three times; costs and sums are such as the format has."""
    rng = random.Random(seed)
    items: list[Any] = ["a", "b", ["c", rng.randint(0, 2), rng.randint(3, 4)], ["d", 0, 3]]
    options = []
    for _ in range(rng.randint(4, 8)):
        option = rng.sample("ab", rng.randint(0, 2)) + ["c"] * rng.randint(0, 3) + ["d"] * rng.randint(0, 2)
        options.append(option or ["a"])
    costs = [rng.randint(1, 9) if to == "opb" else str(Fraction(rng.randint(1, 20), 4)) for _ in options]
    return {"items": items, "options": options, "costs": costs, "maximise": to == "lp" and bool(seed % 2)}


@pytest.mark.parametrize("to", READERS)
@pytest.mark.parametrize("seed", range(12))
def test_coefficients_are_read_again(seed: int, to: str) -> None:
    """As feasible, as many solutions and as good a best one, after a text of other programs."""
    puzzle = exactcover.puzzle("cover", **random_cover(seed, to))
    keys = READERS[to](api.export(puzzle, to)[""].decode())
    again = exactcover.puzzle(keys.pop("kind"), **keys)
    first, second = exactcover.solve(puzzle), exactcover.solve(again)
    assert (first.status, first.cost) == (second.status, second.cost)
    assert exactcover.count(puzzle).count == exactcover.count(again).count


@pytest.mark.parametrize("name", FOREIGN)
@pytest.mark.parametrize("seed", range(6))
def test_other_programs_find_the_same_optimum(seed: int, name: str) -> None:
    """What another program chooses costs what our optimum does; that there is nothing, both say."""
    to = name.split(maxsplit=1)[0]
    keys = random_cover(seed, to)
    puzzle = exactcover.puzzle("cover", **keys)
    text = api.export(puzzle, to)[""].decode()
    chosen, answer = SOLVERS[name](text, len(keys["options"])), exactcover.solve(puzzle)
    assert (chosen is None) == (answer.status == "INFEASIBLE")
    if chosen is not None:
        prices = list(map(str, puzzle.canonical()["costs"]))
        assert answer.cost == sum((Fraction(prices[option - 1]) for option in chosen), Fraction(0))


def test_a_third_has_no_decimals() -> None:
    """A cost that no decimal number is exactly is refused in a sentence, and not rounded."""
    puzzle = exactcover.puzzle("cover", items=["a"], options=[["a"], ["a"]], costs=["1/3", 1])
    with pytest.raises(exactcover.InvalidInput, match="units of 1/3, which is not a decimal number"):
        b"".join(api.export(puzzle, "lp").values())


def test_coefficients_of_both_signs_are_refused() -> None:
    """An option covers an item so many times, and never uncovers it."""
    with pytest.raises(exactcover.InvalidInput, match="coefficients of one sign"):
        opb.keys("* #variable= 2 #constraint= 1\n+1 x1 -2 x2 >= 0 ;\n")


def test_a_variable_that_counts_too_much_is_0() -> None:
    """A coefficient above what its row allows fixes the variable."""
    keys = opb.keys("* #variable= 3 #constraint= 1\n+1 x1 +2 x2 +1 x3 = 1 ;\n")
    puzzle = exactcover.puzzle(keys.pop("kind"), **keys)
    assert exactcover.count(puzzle).count == 2
