"""Two workers against one: a row for each puzzle, and no row for a wrong count."""

from __future__ import annotations

import pytest

from benchmarks import workers


def test_a_row_has_the_count_and_both_times() -> None:
    """A puzzle is counted by one worker and by two in each round; the row tells the count, both medians and the gain."""
    words, count, one, two, *gains = workers.measured("packing board=4x5 pieces=dominoes copies=any", 95, 2)
    assert (words, count) == ("`packing board=4x5 pieces=dominoes copies=any`", "95")
    assert min(map(float, (one, two, *gains))) > 0


def test_a_wrong_count_ends_the_measurement() -> None:
    """Where another number of solutions is known than is counted, there is no row."""
    with pytest.raises(ValueError, match="expected 96"):
        workers.measured("packing board=4x5 pieces=dominoes copies=any", 96, 1)
