"""Covers as JSON: what is written is read again, and what is no cover is refused."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from exactcover.errors import InvalidInput
from exactcover.model.arrays import Integers
from exactcover.model.cover import Connectivity, Cover
from exactcover.model.cover_json import KEYS, cover_from_json, cover_to_json
from tests.random_models import random_cover
from tests.search.models import random_symmetric_cover


def two_cells(costs: Integers | None = None, joined: Connectivity | None = None) -> Cover:
    """Two items, and an option for each."""
    least, starts, members = np.array([1, 1]), np.array([0, 1, 2]), np.array([0, 1])
    return Cover(("a", "b"), least, least, starts, members, costs, joined)


def same(one: Cover, other: Cover) -> bool:
    """Whether two covers are equal, array by array."""
    return one.items == other.items and all(
        (a is None) == (b is None) and np.array_equal(np.array(a), np.array(b))
        for a, b in (
            (getattr(one, name), getattr(other, name)) for name in KEYS if name not in ("items", "connectivity")
        )
    )


def test_a_cover_is_read_as_it_was_written() -> None:
    """100 random covers, with symmetries and without, and one with costs and connectivity, come back from JSON."""
    for seed in range(50):
        for model in (random_cover(seed), random_symmetric_cover(seed)):
            assert same(cover_from_json(json.loads(json.dumps(cover_to_json(model)))), model), seed
    joined = Connectivity(np.array([[0, 1]]), np.array([0]))
    model = two_cells(np.array([3, 4]), joined)
    again = cover_from_json(json.loads(json.dumps(cover_to_json(model))))
    assert same(again, model)
    assert again.connectivity is not None
    assert (again.connectivity.edges.tolist(), again.connectivity.roots.tolist()) == ([[0, 1]], [0])


@pytest.mark.parametrize(
    "spoiled",
    [
        {"items": ["a", 2]},
        {"items": "ab"},
        {"members": [0, 7]},
        {"members": [0, "1"]},
        {"members": [0, 0.5]},
        {"members": None},
        {"starts": [[0, 1], [2]]},
        {"least": [2, 1]},
        {"symmetries": [[1, 0]]},
        {"symmetries": [0, 1]},
        {"connectivity": {"edges": []}},
        {"extra": 1},
    ],
)
def test_what_is_no_cover_is_refused(spoiled: dict[str, Any]) -> None:
    """A cover with a key, a name or a number that is wrong is refused in a sentence, as input at fault."""
    model = two_cells()
    with pytest.raises(InvalidInput, match=r"expected|names an option"):
        cover_from_json(cover_to_json(model) | spoiled)
    with pytest.raises(InvalidInput, match="other keys"):
        cover_from_json([])
