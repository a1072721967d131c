"""Orbit chains: weighted roots stand for all solutions, and what is left of the group tells classes apart."""

from __future__ import annotations

import numpy as np
import pytest

from encoders.catalogue import puzzle
from exactcover.backends.search.cover.orbits import Orbits, WeightedRoot
from exactcover.model.cover import Cover, cover
from tests.backends.search.by_hand import cover_of
from tests.backends.search.models import (
    Selection,
    brute,
    classes_of,
    random_symmetric_cover,
    random_symmetric_packing,
    rows_of,
)
from tests.classic_covers import queens

LINKS = range(4)


def models() -> list[Cover]:
    """Random covers with symmetry groups, and packings written out as covers."""
    packings = [cover_of(random_symmetric_packing(seed)) for seed in range(60)]
    return [random_symmetric_cover(seed) for seed in range(200)] + [model for model in packings if model.options < 60]


def below(root: WeightedRoot, solutions: list[Selection]) -> list[Selection]:
    """The solutions that have all options of a root."""
    return [selection for selection in solutions if set(root.chosen) <= set(selection)]


@pytest.mark.parametrize("whole_group", [True, False])
def test_weighted_roots_add_up_to_all_solutions(whole_group: bool) -> None:
    """The solutions below each root times its weight sum to the total, for chains of every length."""
    chained = 0
    for model in models():
        solutions, orbits = brute(model), Orbits(model)
        for links in LINKS:
            roots = orbits.roots(links, whole_group=whole_group)
            assert sum(root.weight * len(below(root, solutions)) for root in roots) == len(solutions)
            assert all(len(root.chosen) <= links for root in roots)
        chained += any(len(root.chosen) > 1 for root in roots)
    assert chained > 10


@pytest.mark.parametrize("whole_group", [True, False])
def test_weights_add_up_to_the_options_of_the_item_at_the_top(whole_group: bool) -> None:
    """One link of a chain is an item covered once: each of its options is in the orbit of one root, and counted once."""
    chained = 0
    for model in models():
        rows, roots = rows_of(model), Orbits(model).roots(1, whole_group=whole_group)
        if not roots or not roots[0].chosen:
            continue
        chained += 1
        shared = set.intersection(*(set(rows[root.chosen[0]]) for root in roots))
        sizes = {sum(item in row for row in rows) for item in shared if model.least[item] == model.most[item] == 1}
        assert sum(root.weight for root in roots) in sizes
    assert chained > 20


def test_what_is_left_of_the_group_keeps_every_option_of_a_root() -> None:
    """A root's stabiliser is all symmetries that keep each of its options, and its orbit is the group over that."""
    for model in models():
        orbits = Orbits(model)
        for links in LINKS:
            for root in orbits.roots(links, whole_group=True):
                keep = [g for g, images in enumerate(orbits.images) if all(images[o] == o for o in root.chosen)]
                assert list(root.kept_by) == keep
                assert root.weight * len(keep) == len(orbits.group)


def test_each_class_has_one_canonical_solution_below_the_roots() -> None:
    """The solutions that are first of their orbit under what is left of the group are one of each class."""
    for model in models():
        solutions, orbits = brute(model), Orbits(model)
        wanted = classes_of(model, solutions)
        for links in LINKS:
            kept: list[Selection] = []
            for root in orbits.roots(links, whole_group=True):
                found = below(root, solutions)
                longest = max(map(len, found), default=0)
                lines = np.array([[*row, *[-1] * (longest - len(row))] for row in found], dtype=np.int32)
                numbers = orbits.canonical(lines.reshape(len(found), longest), root.kept_by)
                kept += [found[number] for number in numbers.tolist()]
            assert len(kept) == len(wanted)
            assert classes_of(model, kept) == wanted


def test_a_cover_without_symmetries_has_one_root() -> None:
    """Where nothing is known of symmetry the only root is the empty one, and it stands for itself."""
    model = cover(["a", "b"], [["a"], ["b"], ["a", "b"]])
    for whole_group in (True, False):
        assert Orbits(model).roots(3, whole_group=whole_group) == [WeightedRoot((), 1, (0,))]


def test_an_item_kept_by_few_symmetries_serves_a_total_but_not_the_classes() -> None:
    """No row of the queens' board is kept by every symmetry: only the total may start from one."""
    orbits = Orbits(queens(6))
    assert orbits.roots(2, whole_group=True) == [WeightedRoot((), 1, tuple(range(8)))]
    roots = orbits.roots(1, whole_group=False)
    assert {len(root.chosen) for root in roots} == {1}
    assert sum(root.weight for root in roots) == 6


def test_permutations_given_twice_are_one_symmetry() -> None:
    """On a board one cell thick a mirror moves no cell: it is no second symmetry, and the identity stays the first."""
    model = cover_of(puzzle("packing board=1x6 pieces=trominoes,monomino copies=any").value)
    assert model.symmetries is not None
    assert len(model.symmetries) == 4
    group = Orbits(model).group
    assert len(group) == 2
    assert (group[0] == np.arange(len(model.items))).all()


def test_maps_that_do_not_keep_the_options_are_refused() -> None:
    """A permutation of the items that makes an option of none is no symmetry."""
    base = cover(["a", "b"], [["a"]])
    model = Cover(base.items, base.least, base.most, base.starts, base.members, symmetries=np.array([[0, 1], [1, 0]]))
    with pytest.raises(ValueError, match="expected permutations that keep the set of options"):
        Orbits(model)
