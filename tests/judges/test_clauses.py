"""The judge's clauses: under what the further variables stand for, they are all true exactly for the solutions."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from exactcover.judges.clauses import Clauses, clauses
from exactcover.judges.demands import Demands, demands
from exactcover.model.certificate import InvalidCertificate
from exactcover.model.cover import cover
from tests.random_models import random_cover


def satisfied(encoded: Clauses, chosen: tuple[int, ...]) -> bool:
    """Whether all clauses are true for a choice of options, further variables having the values that they stand for."""
    true = {option + 1 for option in chosen}
    for number, (_, literals, among, least) in enumerate(encoded.meanings, encoded.options + 1):
        if len(true & set(literals[:among])) >= least:
            true.add(number)
    return all(any((abs(x) in true) == (x > 0) for x in clause) for clause in encoded.clauses)


def solves(asked: Demands, chosen: tuple[int, ...]) -> bool:
    """Whether every item is covered as often as it must and may be."""
    times = np.zeros(asked.items, dtype=np.int64)
    for option in chosen:
        times[asked.members[asked.starts[option] : asked.starts[option + 1]]] += 1
    return bool(((asked.least <= times) & (times <= asked.most)).all())


@pytest.mark.parametrize("pairwise", [0, 2, 12])
def test_clauses_hold_for_the_solutions_alone(pairwise: int) -> None:
    """On random covers, every choice of options satisfies the clauses if and only if it is a solution."""
    solutions = 0
    for seed in range(80):
        asked = demands(random_cover(seed))
        encoded = clauses(asked, pairwise_up_to=pairwise)
        for size in range(asked.options + 1):
            for chosen in itertools.combinations(range(asked.options), size):
                right = solves(asked, chosen)
                assert satisfied(encoded, chosen) == right
                solutions += right
    assert solutions > 100


@pytest.mark.parametrize(
    ("least", "most", "expected"),
    [
        (1, 1, [(1, 2, 3), (-1, -2), (-1, -3), (-2, -3)]),
        (0, 1, [(-1, -2), (-1, -3), (-2, -3)]),
        (1, 3, [(1, 2, 3)]),
        (0, 3, []),
        (4, 5, [()]),
    ],
)
def test_clauses_of_one_item_come_in_order(least: int, most: int, expected: list[tuple[int, ...]]) -> None:
    """An item of three options has these clauses, in this order: a proof's hints count them."""
    model = cover({"a": (least, most), "x": (0, 9), "y": (0, 9)}, [["a"], ["a", "x"], ["a", "y"]])
    assert clauses(demands(model)).clauses == expected


def test_too_many_clauses_are_refused() -> None:
    """A model whose clauses would fill the memory is refused while they are written."""
    model = cover({"a": 1, "b": (0, 9)}, [["a"], ["a", "b"], ["b"]])
    assert clauses(demands(model), most_literals=20).literals < 20
    wide = cover({"a": 2, **dict.fromkeys("bcdefg", (0, 9))}, [["a", other] for other in "bcdefg"])
    with pytest.raises(InvalidCertificate, match="the model's clauses have more than 20 literals; expected fewer"):
        clauses(demands(wide), most_literals=20)
