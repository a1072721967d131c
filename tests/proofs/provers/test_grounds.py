"""Provers and judges where cells may stay empty or are coloured: no certificate of anything that has a packing."""

from __future__ import annotations

import pytest

from encoders.packing.keys import packing
from encoders.packing.to_tiling import encode
from exactcover import judges
from exactcover.model.answer import Limits
from exactcover.model.events import End
from exactcover.proofs.explain import sentences
from exactcover.proofs.provers import prover
from tests.brute_packings import random_coloured, random_small

ARGUMENTS = ("arithmetic", "dead", "farkas", "frontier", "tree")


@pytest.mark.parametrize("argument", ARGUMENTS)
def test_what_is_proved_has_no_packing(argument: str) -> None:
    """Random boards: what a prover brings is accepted by its judge, read in words, and the oracle has no packing of it."""
    proved = 0
    for seed in range(16):
        for small in (random_small(seed), random_coloured(seed)):
            model = encode(packing(small.keys())).model
            *_, end = prover(argument).run(model, Limits(time=20.0))
            assert isinstance(end, End)
            if end.refutation is None:
                continue
            proved += 1
            assert judges.refutation_faults(model, end.refutation) == []
            assert not small.packings(), seed
            assert sentences(model, end.refutation)
            # The same is refused where every cell may stay empty and no piece must be placed.
            free = encode(
                packing(
                    {**small.keys(), "copies": "any", "optional": [list(c) for c in small.cells], "holes_free": "any"}
                )
            )
            assert judges.refutation_faults(free.model, end.refutation)
    assert proved > 2


def test_a_chessboard_proves_what_an_empty_cell_leaves_over() -> None:
    """Dominoes on 3x3 with one cell empty: where that is a light one a colouring proves it impossible, a dark one not."""
    light = encode(packing({"board": ".+./.../...", "pieces": "I2", "copies": "any"})).model
    *_, end = prover("colouring").run(light, Limits(time=20.0))
    assert isinstance(end, End)
    assert end.refutation is not None
    assert judges.refutation_faults(light, end.refutation) == []
    assert "A cell that stays empty counts as covered by a piece of one cell, named +." in sentences(
        light, end.refutation
    )
    dark = encode(packing({"board": "+../.../...", "pieces": "I2", "copies": "any"})).model
    *_, end = prover("colouring").run(dark, Limits(time=20.0))
    assert isinstance(end, End)
    assert end.refutation is None
