"""Packings in which no piece is left to place, or none fits: every engine that accepts the model has the right answer."""

from __future__ import annotations

from typing import Any

import pytest

from encoders.catalogue import puzzle
from exactcover import backends
from exactcover.model.answer import EngineOptions, Limits
from exactcover.model.events import End, Found
from exactcover.model.tiling import Tiling
from exactcover.proofs.provers import arithmetic
from exactcover.transform.reductions import chain

NONE_LEFT = "packing board=1x2 pieces=I2 fixed=I2:0,0/0,1"
DRAWN = "packing board=AA legend=A:I2 pieces=I2"
NO_COPIES = "packing board=2x2 pieces=I2 copies=0"


@pytest.mark.parametrize(
    "engine",
    [
        name
        for name in backends.NAMES
        if name != "prices"  # which takes covers with costs alone
        and (
            "naive placement" in backends.engine(name).accepts
            or {"cover", "linear", "clauses"} & set(backends.engine(name).accepts)
        )
    ],
)
@pytest.mark.parametrize(("specification", "solutions"), [(NONE_LEFT, 1), (DRAWN, 1), (NO_COPIES, 0)])
def test_no_piece_left_to_place(engine: str, specification: str, solutions: int) -> None:
    """The empty selection is the one solution of a full board, and an open board without pieces has none."""
    used = backends.engine(engine)
    model = chain.reduce(puzzle(specification).encode().model, used.accepts).model
    *events, end = used.run("solve", model, EngineOptions(), Limits())
    assert isinstance(end, End)
    assert sum(isinstance(event, Found) for event in events) == solutions
    assert end.exhausted or solutions
    if "count" in used.can:
        *_, end = used.run("count", model, EngineOptions(), Limits())
        assert isinstance(end, End)
        assert (end.count, end.exhausted) == (solutions, True)


def test_no_copies_are_refuted_by_arithmetic() -> None:
    """Cells and no pieces: the areas do not match, and that is the argument."""
    model = puzzle(NO_COPIES).encode().model
    assert isinstance(model, Tiling)
    assert any(getattr(event, "refutation", None) for event in arithmetic.run(model, Limits()))


def test_a_piece_wider_than_the_board_takes_no_room() -> None:
    """A piece of two cells 10^9 apart fits nowhere, and is told so without a table that has room for it."""
    keys: dict[str, Any] = {
        "board": "3x3",
        "pieces": [{"name": "far", "cells": [[0, 0], [10**9 - 1, 10**9 - 1]]}, "I3"],
    }
    model = puzzle("packing", **keys, copies="any").encode().model
    *_, end = backends.engine("exact").run("count", chain.reduce(model, ("cover",)).model, EngineOptions(), Limits())
    assert isinstance(end, End)
    assert (end.count, end.exhausted) == (2, True)


def test_more_copies_than_memory_has_room_for_are_too_many() -> None:
    """Where an item wants more options than there are nothing is searched."""
    model = puzzle("packing board=2x2 pieces=I2 copies=999999999").encode().model
    *_, end = backends.engine("exact").run("solve", chain.reduce(model, ("cover",)).model, EngineOptions(), Limits())
    assert isinstance(end, End)
    assert end.exhausted
