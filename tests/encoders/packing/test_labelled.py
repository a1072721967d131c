"""Congruent pieces that are told apart by their names: counts, classes, canonical form, names read from solutions."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from encoders.catalogue import puzzle
from encoders.packing import accepted, to_tiling
from encoders.packing.keys import packing
from encoders.packing.naming import with_names
from encoders.puzzle import puzzle_of
from exactcover.model.errors import InvalidInput
from exactcover.model.puzzle_protocol import digest_of
from exactcover.model.tiling import Tiling
from tests.brute_packings import random_small
from tests.packings import count
from tests.random_models import classes, counted, listed

DOMINOES: dict[str, Any] = {
    "board": "2x2",
    "pieces": [{"name": name, "cells": [[0, 0], [0, 1]]} for name in ("a", "b")],
}


def test_counts_and_classes_are_those_of_the_oracle() -> None:
    """Random boards with labelled pieces, of which many have congruent ones: as many packings and classes as listed by hand."""
    more = 0
    for seed in range(40):
        small = random_small(seed, labelled=True)
        packings = small.packings()
        tiling = to_tiling.encode(packing(small.keys())).model
        assert isinstance(tiling, Tiling)
        assert counted("exact", tiling) == len(packings), seed
        more += len(packings) > len(replace(small, labelled=False).packings())
        if small.reflections and packings:
            assert classes(tiling) == small.classes(), seed
    assert more > 5


def test_two_dominoes_told_apart() -> None:
    """Two dominoes tile a square in 2 ways, and in 4 where they are told apart; two copies of one name still are not."""
    assert count(DOMINOES) == 2
    assert count({**DOMINOES, "labelled": "no"}) == 2
    assert count({**DOMINOES, "labelled": "yes"}) == 4
    assert count({"board": "2x2", "pieces": "I2,I2", "labelled": "yes"}) == 2
    twins = {"board": "2x4", "pieces": "L4,J4"}
    assert (count(twins), count({**twins, "labelled": True})) == (2, 4)


def test_labelled_must_be_yes_or_no() -> None:
    """Another value is refused with the key."""
    with pytest.raises(InvalidInput, match="labelled is 'maybe'; expected yes or no"):
        packing({**DOMINOES, "labelled": "maybe"})


def test_canonical_form_tells_labelled_puzzles_apart_and_forgets_names() -> None:
    """Only where congruent pieces are told apart the form says so; names and their order change nothing; it reads back."""
    labelled = puzzle_of("packing", {**DOMINOES, "labelled": True})
    form = labelled.canonical()
    assert form["labelled"] is True
    assert len(form["pieces"]) == 2
    assert form != puzzle_of("packing", DOMINOES).canonical()
    assert "labelled" not in puzzle("packing board=6x10 pieces=pentominoes labelled=yes").canonical()
    again = puzzle_of("packing", {key: value for key, value in form.items() if key != "kind"})
    assert digest_of(again.canonical()) == digest_of(form)
    one = {"board": "2x3", "labelled": True, "pieces": DOMINOES["pieces"], "copies": {"a": 1, "b": 2}}
    other = {**one, "copies": {"a": 2, "b": 1}}
    assert puzzle_of("packing", one).canonical() == puzzle_of("packing", other).canonical()
    fixed = [{"piece": "a", "cells": [[0, 0], [0, 1]]}]
    first = puzzle_of("packing", {**DOMINOES, "labelled": True, "fixed": fixed}).canonical()
    fixed[0]["piece"] = "b"
    assert puzzle_of("packing", {**DOMINOES, "labelled": True, "fixed": fixed}).canonical() == first


def test_names_of_a_solution_go_to_different_pieces() -> None:
    """Canonical pieces take the names of a solution's placements, each one, by how often it is placed."""
    keys = {"board": "2x3", "labelled": True, "pieces": DOMINOES["pieces"], "copies": {"a": 2, "b": 1}}
    made = puzzle_of("packing", keys)
    encoding = made.encode()
    selections = listed("exact", encoding.model)
    assert len(selections) == 9
    for selection in selections:
        solution = encoding.decode(np.array(selection, dtype=np.int64))
        assert made.faults(solution) == []
        form = made.canonical()
        named = with_names({key: value for key, value in form.items() if key != "kind"}, solution)
        assert sorted(piece["name"] for piece in named["pieces"]) == ["a", "b"]
        assert list(accepted.faults(packing(named), solution)) == []
    assert sorted(piece["name"] for piece in made.named()["pieces"]) == ["a", "b"]


def test_both_must_be_placed() -> None:
    """The referee refuses a solution that has one of two labelled pieces twice."""
    value = packing({**DOMINOES, "labelled": True})
    cells = [[[0, 0], [0, 1]], [[1, 0], [1, 1]]]
    twice = {"placements": [{"piece": "a", "cells": each} for each in cells]}
    assert list(accepted.faults(value, twice)) == ["a is placed 2 times; expected 1", "b is placed 0 times; expected 1"]
