"""Covers rewritten for counts: cells that may stay empty as secondary items, the omitted piece as an option."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from encoders.catalogue import puzzle
from exactcover import api
from exactcover.model.cover import Cover, cover
from exactcover.model.encoding import Reduction
from exactcover.transform.reductions import chain, omitted_piece, secondary_cells
from tests.backends.search.models import brute

TETRASTICKS = "packing lattice=square-edges board=grid:5x5 crossing=no pieces=tetrasticks copies=0..1"
EMPTY_CELL = cover(
    {"a": 1, "b": 1, "v": 1, "P": 1, "Q": 1, "+": (0, 9)},
    [["a", "v", "P"], ["b", "v", "P"], ["a", "P"], ["b", "v", "Q"], ["b", "Q"], ["v", "+"]],
)
ONE_OMITTED = cover(
    {"a": 1, "b": 1, "c": 1, "d": 1, "P": (0, 1), "Q": (0, 1), "R": (0, 1)},
    [["a", "b", "P"], ["c", "d", "P"], ["a", "b", "Q"], ["c", "d", "Q"], ["a", "c", "R"], ["b", "d", "R"]],
)


def written(words: str, *, to_count: bool = False) -> Cover:
    """A packing written out as a cover."""
    model = chain.reduce(puzzle(words).encode().model, ("cover",), to_count=to_count).model
    assert isinstance(model, Cover)
    return model


@pytest.mark.parametrize(
    ("model", "reduce"), [(EMPTY_CELL, secondary_cells.reduce), (ONE_OMITTED, omitted_piece.reduce)]
)
def test_selections_are_lifted_one_to_one(model: Cover, reduce: Callable[[Cover], Reduction | None]) -> None:
    """The selections of the rewritten cover are lifted to all selections of the first, each once."""
    reduction = reduce(model)
    assert reduction is not None
    assert isinstance(reduction.model, Cover)
    lifted = [tuple(sorted(reduction.lift(np.array(selection)).tolist())) for selection in brute(reduction.model)]
    assert sorted(lifted) == sorted(tuple(sorted(selection)) for selection in brute(model))
    assert lifted


def test_pieces_that_parity_needs_are_not_omitted() -> None:
    """Five of the 16 tetrasticks may be omitted on the edges of a 5x5 board: those of which packings are published."""
    model = written(TETRASTICKS, to_count=True)
    last = [model.option(number) for number in range(model.options - 6, model.options)]
    assert [names[-1] == "omitted" for names in last] == [False, True, True, True, True, True]
    assert {names[0] for names in last[1:]} == {f"stick4-{number:02}" for number in (2, 5, 6, 8, 11)}


def test_symmetries_of_the_rewritten_cover_are_a_group_of_its_options() -> None:
    """Each symmetry of the rewritten cover maps its options onto themselves."""
    model = written(TETRASTICKS, to_count=True)
    assert model.symmetries is not None
    options = {model.members[a:b].tobytes() for a, b in zip(model.starts[:-1], model.starts[1:], strict=True)}
    for symmetry in model.symmetries:
        images = (
            np.sort(symmetry[model.members[a:b]]) for a, b in zip(model.starts[:-1], model.starts[1:], strict=True)
        )
        assert {image.tobytes() for image in images} == options


@pytest.mark.parametrize(
    "words",
    [
        "packing board=6x10 pieces=pentominoes copies=0..1",
        "packing board=5x10 pieces=pentominoes copies=0..1",
        "packing board=++++/++++/++++/++++ pieces=tetrominoes copies=0..1",
        "packing board=8x8 pieces=dominoes copies=any",
    ],
)
def test_other_packings_are_left_alone(words: str) -> None:
    """Packings that omit no piece, or more than one, and boards whose cells may all stay empty, keep their cover."""
    model = written(words)
    assert secondary_cells.reduce(model) is None
    assert omitted_piece.reduce(model) is None


@pytest.mark.parametrize(
    "words",
    [
        "packing board=5x5 pieces=F5,L5,N5,P5,U5,V5 copies=0..1",
        "packing board=4x5 pieces=P5,L5,N5,U5,Y5 copies=0..1",
        "packing lattice=square-edges board=grid:3x2 crossing=no pieces=monostick,disticks,tristicks copies=0..1",
    ],
)
def test_counts_agree_with_brute_force(words: str) -> None:
    """A count by the exact search, rewritten, is that of the oracle, whose cover is not."""
    count = api.count(words, workers=1).count
    assert count
    assert count == api.count(words, backend="brute").count


def test_items_that_symmetries_map_to_others_are_no_pieces() -> None:
    """Of two queens on 2x2 some diagonals look like pieces, and their mirror images do not: nothing is rewritten."""
    model = puzzle("queens n=2").encode().model
    assert isinstance(model, Cover)
    assert model.symmetries is not None
    assert omitted_piece.reduce(model) is None
    assert api.count("queens n=2").count == 0
