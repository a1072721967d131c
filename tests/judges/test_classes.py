"""The judge of counts up to symmetry: published numbers, agreement with plain orbits, and what it refuses."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import exactcover
from exactcover.judges import classes
from exactcover.judges.demands import Demands
from tests.schemas import validate

PUBLISHED = {
    "soma": (240, 48),
    "queens n=8": (12, 8),
    "packing board=3x20 pieces=pentominoes": (2, 4),
    "packing board=5x5 pieces=pentominoes copies=0..1": (107, 8),
    "langford n=8": (150, 2),
    "fano-plane": (1, 5040),
}


@pytest.mark.parametrize("words", PUBLISHED)
def test_published_numbers_up_to_symmetry_are_certified(words: str) -> None:
    """By Burnside's lemma, and any other number is refused."""
    certificate = exactcover.count_certificate(words)
    assert certificate is not None
    assert (certificate.classes, len(certificate.symmetries)) == PUBLISHED[words]
    document = certificate.to_json()
    validate("count_certificate", document)
    verdict = exactcover.check(document)
    assert verdict["verified"] == ["certificate", "count", "classes"]
    assert f"up to {len(certificate.symmetries):,} symmetries" in str(verdict["argument"])
    wrong = exactcover.check(document | {"classes": str(PUBLISHED[words][0] + 1)})
    assert not wrong["accepted"]
    assert f"there are {PUBLISHED[words][0]}" in wrong["faults"][0]


@st.composite
def needs_and_symmetry(draw: st.DrawFn) -> tuple[Demands, list[list[int]]]:
    """Demands with all images of a few options under a permutation of the items, and the group of its powers."""
    items = draw(st.integers(2, 5))
    permutation = draw(st.permutations(range(items)))
    group = [list(range(items))]
    while (image := [permutation[item] for item in group[-1]]) != group[0]:
        group.append(image)
    seeds = draw(st.lists(st.frozensets(st.integers(0, items - 1), min_size=1), max_size=3))
    rows = sorted({frozenset(map(power.__getitem__, seed)) for seed in seeds for power in group}, key=sorted)
    assume(len(rows) <= 9)
    copies = draw(st.integers(1, 2)) if len(rows) <= 4 else 1
    rows = [row for row in rows for _ in range(copies)]
    least, most = draw(st.integers(0, 1)), draw(st.integers(1, 3))
    members = np.array([item for row in rows for item in sorted(row)], dtype=np.int64)
    starts = np.cumsum([0, *map(len, rows)])
    bounds = np.full(items, least), np.full(items, most)
    return Demands(*bounds, starts, members, 0, tuple(map(str, range(items)))), group


def orbits_of_solutions(needs: Demands, group: list[list[int]]) -> int:
    """The number of classes of solutions, as sets of options that are the same up to the order of equal ones."""
    rows = [tuple(needs.members[a:b].tolist()) for a, b in itertools.pairwise(needs.starts)]
    places = [(row, sum(row == other for other in rows[:number])) for number, row in enumerate(rows)]
    solutions = []
    for chosen in itertools.product((False, True), repeat=len(rows)):
        covered = np.zeros(needs.items, dtype=np.int64)
        for row in itertools.compress(rows, chosen):
            covered[list(row)] += 1
        if (covered >= needs.least).all() and (covered <= needs.most).all():
            solutions.append(frozenset(itertools.compress(places, chosen)))
    return len(
        {
            min(
                sorted((tuple(sorted(power[item] for item in row)), copy) for row, copy in solution) for power in group
            ).__repr__()
            for solution in solutions
        }
    )


@settings(max_examples=100, deadline=None)
@given(case=needs_and_symmetry(), data=st.data())
def test_classes_are_those_of_plain_orbits(case: tuple[Demands, list[list[int]]], data: st.DataObject) -> None:
    """For cyclic groups, with options that are equal, and items that may be covered several times."""
    needs, group = case
    order = data.draw(st.permutations(range(needs.items)))
    assert classes.number_of_classes(needs, group, order) == orbits_of_solutions(needs, group)


def test_what_is_no_group_of_symmetries_is_refused() -> None:
    """With one sentence each."""
    certificate = exactcover.count_certificate("packing board=2x4 pieces=dominoes copies=any")
    assert certificate is not None
    document = certificate.to_json()
    each = document["symmetries"]
    assert len(each) == 4
    swapped = [1, 0, *range(2, len(each[0]))]
    cases: tuple[tuple[Any, str], ...] = (
        (each[:3], "the symmetries are no group"),
        (each[1:], "the identity is not"),
        ([*each, each[0]], "a symmetry is listed twice"),
        ([[0, 0, *each[0][2:]], *each], "a symmetry is no permutation"),
        ([each[0], swapped], "does not map option"),
        ([each[0], [len(swapped) - 1, *swapped[2:], 0]], "a symmetry is no permutation"),
        ("all", "the symmetries of the certificate are no list"),
        ([["0"]], "a symmetry of the certificate is no list of whole numbers"),
    )
    for symmetries, sentence in cases:
        verdict = exactcover.check(document | {"symmetries": symmetries})
        assert not verdict["accepted"]
        assert sentence in verdict["faults"][0]
