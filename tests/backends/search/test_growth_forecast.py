"""Outlooks on layered counts: near the truth for boards that are known, never less than what was done."""

from __future__ import annotations

import pytest

from encoders.catalogue import puzzle
from exactcover.backends.search.cover.counting import CAUTION
from exactcover.backends.search.cover.growth_forecast import GrowthForecast
from exactcover.backends.search.cover.strategy import bare
from exactcover.kernel.cover import orders
from exactcover.kernel.layers import layers
from tests.backends.search.by_hand import cover_of


@pytest.mark.parametrize(
    "specification", ["board=8x8 pieces=tetrominoes copies=any", "board=12x12 pieces=dominoes copies=any"]
)
def test_a_count_is_foretold_within_a_factor_of_eight_from_its_first_third(specification: str) -> None:
    """From a quarter of the steps on, the ways foretold are between an eighth and eight times the truth."""
    given = bare(cover_of(puzzle(f"packing {specification}").value))
    counting, forecast = layers.Counting(layers.prepare(given, *orders.layer_order(given))), GrowthForecast()
    foretold = []
    while not (progress := counting.run(1_000)).finished:
        forecast.see(progress)
        assert forecast.paths(progress) >= progress.paths
        if progress.steps > progress.of / 4:
            foretold.append(forecast.paths(progress))
    assert len(foretold) > 3
    assert progress.paths / 8 < min(foretold)
    assert max(foretold) < 8 * progress.paths


def test_layers_that_hardly_merge_are_seen_to_outgrow_everything() -> None:
    """Solid pentominoes on 3x4x5: after 140,000 states it is clear that a thousand million ways are not enough."""
    given = bare(cover_of(puzzle("solid-pentominoes-3x4x5").value))
    counting, forecast = layers.Counting(layers.prepare(given, *orders.layer_order(given))), GrowthForecast()
    for states in (20_000, 40_000, 80_000):
        progress = counting.run(states)
        forecast.see(progress)
    assert not progress.finished
    assert forecast.paths(progress) > 1e9
    assert forecast.paths(progress, CAUTION) > 1e8


@pytest.mark.parametrize("part", [0.0, CAUTION, 0.5])
def test_less_belief_foretells_less(part: float) -> None:
    """The less of the growth is believed, the narrower is the widest layer foretold; with none of it, it is the newest."""
    given = bare(cover_of(puzzle("packing board=8x8 pieces=tetrominoes copies=any").value))
    counting, forecast = layers.Counting(layers.prepare(given, *orders.layer_order(given))), GrowthForecast()
    progress = counting.run(3_000)
    forecast.see(progress)
    assert progress.width * (1 - 1e-9) <= forecast.widest(progress, part) < forecast.widest(progress)
    assert forecast.widest(progress, 0.0) == pytest.approx(progress.width)
