"""How far a run is: sums over its cubes, and what they tell of the whole."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactcover.cluster.progress import Coverage, Sums

CUBES = st.lists(st.tuples(st.integers(0, 10**9), st.integers(1, 10**9)), min_size=1, max_size=40)


def sums(done: list[tuple[float, int]], waiting: list[float]) -> Sums:
    """Return the sums over cubes that are done, estimated and true nodes of each, and over those that are open."""
    made = Sums()
    for estimate, nodes in done:
        made.add(estimate, nodes, 1.0)
    for estimate in waiting:
        made.wait(estimate)
    return made


def coverage(done: list[tuple[float, int]], waiting: list[float]) -> Coverage:
    """Return the part of the work that such a run has done."""
    return sums(done, waiting).coverage()


def test_coverage_tells_its_error() -> None:
    """Estimates that are off by one factor foretell the rest without error; scattered ones say so."""
    assert coverage([(10, 20), (30, 60)], [40]) == (0.5, 0.0)
    scattered = coverage([(10, 5), (30, 75)], [40])
    assert scattered.fraction == 0.5
    assert scattered.error is not None
    assert scattered.error > 0.1


def test_coverage_of_little_tells_no_error() -> None:
    """One cube that is done tells nothing of the error; without estimates cubes are counted."""
    assert coverage([(10, 20)], [10]) == (0.5, None)
    assert coverage([(0, 7)], [0, 0, 0]) == (0.25, None)
    assert coverage([(1, 1)], []) == (1.0, 0.0)
    assert coverage([], [1]) == (0.0, None)


@given(CUBES, st.data())
def test_sums_kept_as_cubes_come_are_those_of_all(cubes: list[tuple[int, int]], data: st.DataObject) -> None:
    """However many cubes came in one after the other, in whatever order, the sums are those of a run read at once."""
    order = data.draw(st.permutations(range(len(cubes))))
    done = order[: data.draw(st.integers(0, len(cubes)))]
    kept = sums([], [float(estimate) for estimate, _ in cubes])
    for place in done:
        estimate, nodes = cubes[place]
        kept.take(float(estimate))
        kept.add(float(estimate), nodes, 1.0)
    others = [float(estimate) for place, (estimate, _) in enumerate(cubes) if place not in done]
    at_once = sums([(float(cubes[place][0]), cubes[place][1]) for place in done], others)
    assert (kept.waiting, kept.done, kept.nodes) == (at_once.waiting, at_once.done, at_once.nodes)
    assert kept.left == pytest.approx(at_once.left)
    assert kept.coverage().fraction == pytest.approx(at_once.coverage().fraction)
    assert kept.text().split(",")[0] == f"{len(done)} of {len(cubes)} cubes"
