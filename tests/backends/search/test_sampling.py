"""Samples of covers of every sort: each solution is drawn, as often as any other, and where that is out of reach a sentence."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest

from exactcover import api
from exactcover.backends import engine
from exactcover.backends.search.cover import sampling
from exactcover.model.answer import EngineOptions, Limits
from exactcover.model.cover import Cover
from exactcover.model.errors import InvalidInput
from exactcover.model.events import Found
from tests.random_models import listed, random_coloured_cover, random_cover

DRAWN = 400


def drawn(model: Cover, number: int = DRAWN) -> Counter[tuple[int, ...]]:
    """How often each solution of a cover is drawn."""
    events = engine("exact").run("sample", model, EngineOptions(seed=5), Limits(solutions=number))
    found = [event.selection for event in events if isinstance(event, Found)]
    return Counter(tuple(sorted(selection.tolist())) for selection in found)


def fair(counts: list[int]) -> bool:
    """Whether counts of draws may be of equal chances: chi-square within six standard deviations."""
    mean, freedom = sum(counts) / len(counts), len(counts) - 1
    return sum((count - mean) ** 2 / mean for count in counts) <= freedom + 6 * math.sqrt(2 * freedom)


@pytest.mark.parametrize("make", [random_cover, random_coloured_cover, lambda seed: random_cover(seed, connected=True)])
def test_every_solution_is_as_likely(make: Callable[[int], Cover]) -> None:
    """Multiplicities, costs, colours and connectivity: the samples are the solutions that brute force lists, equally often."""
    several = 0
    for seed in range(30):
        model = make(seed)
        solutions = [tuple(selection) for selection in listed("brute", model)]
        counts = drawn(model)
        assert set(counts) <= set(solutions)
        assert counts.total() == (DRAWN if solutions else 0)
        if 1 < len(solutions) <= 20:
            assert fair([counts[solution] for solution in solutions])
            several += 1
    assert several >= 3


def test_reservoirs_are_fair_and_independent() -> None:
    """Of a stream of five, each pair of two samples is as frequent as any other."""
    pairs: Counter[tuple[int, ...]] = Counter()
    for seed in range(1500):
        reservoirs = sampling.Reservoirs(2, seed)
        for number in range(5):
            reservoirs.add(np.array([number]))
        pairs[tuple(int(each[0]) for each in reservoirs.samples)] += 1
    assert len(pairs) == 25
    assert fair(list(pairs.values()))


def test_too_many_solutions_to_list_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where neither layers nor a list are in reach, a sentence says what is needed."""
    monkeypatch.setattr(sampling, "MOST_LISTED", 0)
    model = next(each for each in map(connected, range(99)) if listed("brute", each))
    with pytest.raises(InvalidInput, match="the items must be connected, and there are over 0 solutions"):
        drawn(model)


def connected(seed: int) -> Cover:
    """A random cover with connectivity."""
    return random_cover(seed, connected=True)


@pytest.mark.parametrize(
    "words",
    [
        ("blokus", "board=4x4", "pieces=blokus-small", "goal=cover", "targets=3,3"),
        ("blokus", "board=4x4", "pieces=blokus-small", "goal=most"),
        ("queens", "n=6"),
        ("latin", "n=3"),
        ("packing", "board=4x4", "pieces=dominoes", "copies=any", "optional=0,0/0,1"),
    ],
)
def test_kinds_are_sampled(words: tuple[str, ...]) -> None:
    """Puzzles of every kind with countable solutions give as many samples as asked for, each accepted by the referee."""
    puzzle = api.puzzle(*words)
    samples = list(api.sample(puzzle, 3, seed=1))
    assert len(samples) == 3
    assert all(api.faults(puzzle, sample) == [] for sample in samples)


def test_plans_are_not_sampled() -> None:
    """A puzzle of moves is refused in a sentence that says what can be asked."""
    with pytest.raises(InvalidInput, match="plans does not support sample; expected solve, or prove"):
        list(api.sample("8-puzzle", 1))
