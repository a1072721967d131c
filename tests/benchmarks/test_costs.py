"""The table of covers with costs: every schedule has its file, and a row is proved and judged."""

from __future__ import annotations

import pytest

from benchmarks import costs


def test_every_schedule_has_its_file() -> None:
    """There are 34 schedules, 25 of them small, each with a file of the name that the index says."""
    names = set(costs.optima())
    assert len(names) == 34
    assert len(names - {*costs.MIDDLE, *costs.HARD}) == 25
    assert all((costs.FOLDER / f"spp{name}.txt.gz").is_file() for name in names)


def test_a_row_is_proved() -> None:
    """A small schedule is proved without branching, by a certificate under 5 kB; a wrong optimum is told."""
    row = costs.measured("nw42", 7656, 0)
    assert row[:4] == ("nw42", "23", "895", "7656")
    assert int(row[6]) < 5_000
    with pytest.raises(ValueError, match="7600 was published"):
        costs.measured("nw42", 7600, 0)
