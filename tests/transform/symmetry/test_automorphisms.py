"""Symmetries of covers: those that exist are found, and what is returned is one."""

from __future__ import annotations

import random

from exactcover.judges.demands import demands
from exactcover.model.cover import Cover, cover
from exactcover.transform.symmetry.automorphisms import Automorphisms
from tests.judges.myciel import colouring
from tests.random_models import random_cover


def automorphisms(model: Cover) -> Automorphisms:
    """The search for symmetries of a cover."""
    needs = demands(model)
    return Automorphisms(needs.least, needs.most, needs.starts, needs.members)


def test_colours_can_be_permuted() -> None:
    """Any colour of a vertex can be carried to any other; with one colour fixed at a neighbour, only the others can."""
    search = automorphisms(colouring(3, 4))
    for to in range(4):
        images = search.carrying([], 0, to)
        assert images is not None
        assert to in search.orbit(0, [images])
    assert search.carrying([0], 5, 6) is not None
    assert search.carrying([0], 4, 5) is None


def test_a_cycle_turns_and_a_path_does_not() -> None:
    """Each edge of a cycle is carried to each other one; the end of a path is carried to its other end only."""
    cycle = automorphisms(cover([f"v{n}" for n in range(7)], [[f"v{n}", f"v{(n + 1) % 7}"] for n in range(7)]))
    assert all(cycle.carrying([], 0, to) is not None for to in range(7))
    path = automorphisms(cover([f"v{n}" for n in range(7)], [[f"v{n}", f"v{n + 1}"] for n in range(6)]))
    assert [to for to in range(6) if path.carrying([], 0, to) is not None] == [0, 5]


def test_symmetries_of_random_covers_keep_everything() -> None:
    """What carries one option to another keeps multiplicities, makes options of options, and does carry it."""
    seen = 0
    for seed in range(600):
        model = random_cover(seed)
        search = automorphisms(model)
        if model.options < 2 or search.repeated:
            continue
        a, b = random.Random(seed).sample(range(model.options), 2)
        images = search.carrying([], a, b)
        if images is None:
            continue
        seen += 1
        rows = {frozenset(model.members[x:y].tolist()) for x, y in zip(model.starts, model.starts[1:], strict=False)}
        assert {frozenset(images[item] for item in row) for row in rows} == rows
        assert sorted(images) == list(range(len(model.items)))
        for bounds in (model.least, model.most):
            assert bounds[images].tolist() == bounds.tolist()
        assert sorted(images[item] for item in search.rows[a]) == list(search.rows[b])
    assert seen > 5
