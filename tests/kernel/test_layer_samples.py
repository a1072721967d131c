"""Uniform sampling from layers."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from exactcover.kernel.cover import orders
from exactcover.kernel.instance import Instance, OutOfReach
from exactcover.kernel.layers import steps
from exactcover.kernel.layers.samples import Samples
from tests.kernel.instances import PENTOMINOES, TETROMINOES, brute, built, once, packing, random_instance
from tests.parts import Few

SAMPLED = pytest.mark.deep("draws twenty samples of each of thousands of packings")


def plan(given: Instance, rule: str = "front") -> steps.Tables:
    """Return the instance prepared for layers."""
    return steps.prepare(given, *orders.layer_order(given, rule))


def samples(prepared: steps.Tables, number: int, seed: int, memory: int = 1 << 30) -> np.ndarray:
    """Return what is drawn once all layers are made."""
    drawing = Samples(prepared, number, seed, memory)
    assert sum(1 for _ in drawing.layers()) in (drawing.of, drawing.of // 2)
    return drawing.drawn


def excess(drawn: np.ndarray, solutions: int) -> float:
    """Return chi-square against equal chances, in standard deviations above its mean."""
    counts = Counter(tuple(row) for row in drawn.tolist())
    even = len(drawn) / solutions
    chi = sum((count - even) ** 2 / even for count in counts.values()) + (solutions - len(counts)) * even
    return float((chi - (solutions - 1)) / (2 * (solutions - 1)) ** 0.5)


@pytest.mark.parametrize("rule", ["front", "frac"])
@pytest.mark.parametrize(
    ("given", "solutions"),
    [
        (packing((4, 4), TETROMINOES), 117),
        pytest.param(packing((5, 8), TETROMINOES, once(TETROMINOES, 2)), 3106, marks=SAMPLED),
        pytest.param(packing((6, 6), {"D": "XX"}), 6728, marks=SAMPLED),
    ],
)
def test_samples_are_uniform(given: Instance, solutions: int, rule: str) -> None:
    """Chi-square of 20 samples a solution lies within 4 standard deviations, and every selection is a solution."""
    drawn = samples(plan(given, rule), 20 * solutions, seed=5)
    assert abs(excess(drawn, solutions)) < 4
    assert len({tuple(row) for row in drawn.tolist()}) <= solutions


def test_samples_are_solutions_of_random_instances(few: Few) -> None:
    """Every sample of a random instance is a solution, and with many samples every solution is met."""
    for seed in range(few(150)):
        given = random_instance(seed)
        want = brute(given)
        drawn = samples(plan(given), 25 * len(want) + 1, seed)
        found = {tuple(option for option in row if option >= 0) for row in drawn.tolist()}
        assert found <= want, seed
        assert len(found) >= 0.9 * len(want), seed


def test_samples_repeat_by_seed() -> None:
    """The same seed gives the same samples, another seed others."""
    prepared = plan(packing((6, 6), {"D": "XX"}))
    first, again, other = (samples(prepared, 50, seed) for seed in (1, 1, 2))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


def test_samples_of_wide_counts() -> None:
    """Dominoes on 16x16, whose counts take two words, are sampled: 128 different options each."""
    drawn = samples(plan(packing((16, 16), {"D": "XX"})), 20, seed=3)
    assert drawn.shape == (20, 128)
    assert (np.diff(drawn, axis=1) > 0).all()
    assert len(np.unique(drawn, axis=0)) == 20


def test_nothing_to_sample() -> None:
    """An instance without solutions gives no rows."""
    assert len(samples(plan(built([1, 1], [1, 1], [[0]])), 10, seed=0)) == 0


def test_samples_refuse_too_much_memory() -> None:
    """Layers that exceed the memory limit are refused, with the limit named."""
    with pytest.raises(OutOfReach, match=r"limit is 2 MB|more than 2 MB"):
        samples(plan(packing((6, 10), PENTOMINOES, once(PENTOMINOES))), 1, seed=0, memory=2 << 20)
