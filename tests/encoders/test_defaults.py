"""Defaults written out: no key changes a puzzle by saying what is so without it."""

from __future__ import annotations

from typing import Any

import pytest

from encoders.catalogue import puzzle
from exactcover import api
from exactcover.model.puzzle_protocol import digest_of

TWISTED = [[0, 0, 0], [0, 0, 1], [0, 1, 0], [1, 1, 0]]

# Of each kind the smallest keys, and each documented default of the others.
DEFAULTS: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    (
        "packing",
        {"board": "3x4", "pieces": "I3,V3", "copies": "any"},
        {"lattice": "square", "holes": "", "optional": "", "legend": {}, "labelled": "no", "reflections": "yes", "fixed": []},
    ),
    ("packing", {"board": "2x2x3", "pieces": "tetracubes", "copies": "any"}, {"lattice": "cubic", "reflections": "no"}),
    ("packing", {"board": "+./..", "pieces": "I2", "copies": "any"}, {"holes_free": "any"}),
    (
        "packing",
        {"board": "2x2x2", "pieces": [{"name": "A", "cells": TWISTED, "motions": "isometries"}], "copies": 2},
        {"reflections": "no"},
    ),
    (
        "packing",
        {"board": "2x2x2", "pieces": [{"name": "A", "cells": TWISTED}], "copies": 2},
        {"reflections": "no"},
    ),
    (
        "blokus",
        {"board": "5x5", "goal": "corners"},
        {"pieces": "blokus", "start": "0,0", "anchor": "whole", "holes": "", "own": "", "others": ""},
    ),
    ("tiles", {"start": "867254301"}, {"board": "3x3", "goal": "012345678"}),
    ("blocks", {"board": "AB/..", "goal": "A@1,0"}, {"metric": "steps", "motion": "any", "identical": "yes"}),
    ("latin", {"n": 3}, {"grid": "........."}),
    ("cover", {"items": ["a", "b"], "options": [["a"], ["b"]]}, {}),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "keys", "defaults"), DEFAULTS)
def test_a_default_that_is_written_out_changes_nothing(
    kind: str, keys: dict[str, Any], defaults: dict[str, Any]
) -> None:
    """Each documented default, and all of them together, make the puzzle that the keys without them make."""
    plain = digest_of(puzzle(kind, **keys).canonical())
    for key, value in defaults.items():
        assert digest_of(puzzle(kind, **keys, **{key: value}).canonical()) == plain, key
    assert digest_of(puzzle(kind, **keys, **defaults).canonical()) == plain


def test_motions_of_a_piece_come_before_reflections() -> None:
    """Two twisted tetracubes fill the cube in 6 ways as bodies, in 12 if either may be its mirror image, however that is said."""
    counts = [
        api.count(
            api.puzzle("packing", board="2x2x2", copies=2, pieces=[{"name": "A", "cells": TWISTED, **own}], **keys)
        ).count
        for own in ({}, {"motions": "isometries"}, {"motions": "rotations"})
        for keys in ({}, {"reflections": "no"}, {"reflections": "yes"})
    ]
    assert counts == [6, 6, 12, 12, 12, 12, 6, 6, 6]
