"""Tilings written out: every placement, found again by hand, in the order that is promised."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from encoders.puzzle import puzzle_of
from exactcover import judges
from exactcover.model import offsets
from exactcover.model.cover import Cover
from exactcover.model.tiling import Piece, Tiling
from exactcover.transform.reductions import tiling_to_cover
from tests.parts import Few
from tests.random_models import listed, random_packing


def by_hand(tiling: Tiling) -> list[tuple[int, ...]]:
    """Every placement, by trying every offset of the box in lexicographic order."""
    inside = set(map(tuple, tiling.cells().tolist()))
    return [
        (number, place, *offset)
        for number, piece in enumerate(tiling.pieces)
        for place, cells in enumerate(piece.orientations)
        for offset in itertools.product(*map(range, tiling.region.shape))
        if piece.most and all(tuple(map(sum, zip(cell, offset, strict=True))) in inside for cell in cells.tolist())
    ]


@pytest.mark.parametrize("at_once", [tiling_to_cover.MOST_AT_ONCE, 0])
@pytest.mark.parametrize("seed", range(60))
def test_placements_are_all_those_found_by_hand(seed: int, at_once: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """On random packings placements are those found by hand, in that order, looked at together or, as many are, cell by cell."""
    monkeypatch.setattr(tiling_to_cover, "MOST_AT_ONCE", at_once)
    tiling = puzzle_of("packing", random_packing(seed)).encode().model
    assert isinstance(tiling, Tiling)
    found = by_hand(tiling)
    assert tiling_to_cover.placements(tiling).tolist() == [list(each) for each in found]
    reduction = tiling_to_cover.reduce(tiling)
    assert isinstance(reduction.model, Cover)
    assert reduction.model.options == len(found)
    for option, (name, cells) in enumerate(tiling.placed(found)):
        names = {",".join(map(str, cell)) for cell in cells.tolist()}
        assert set(reduction.model.option(option)) == names | {name}
    covered = {tuple(cell) for _, cells in tiling.placed(found) for cell in cells.tolist()}
    mask = offsets.covered(tiling, offsets.fitting(tiling))
    assert set(map(tuple, np.argwhere(mask).tolist())) == covered


@pytest.mark.deep("a piece of a million cells")
def test_a_piece_as_large_as_a_large_board_is_placed() -> None:
    """A piece of 40,000 cells has its one placement on a board of as many; all cells at all places would be 13 gigabytes."""
    tiling = (
        puzzle_of("packing", {"board": "200x200", "pieces": {"A": {"picture": "/".join(["#" * 200] * 200)}}})
        .encode()
        .model
    )
    assert isinstance(tiling, Tiling)
    assert tiling_to_cover.placements(tiling).tolist() == [[0, 0, 0, 0]]


def test_lifted_selections_are_tilings(few: Few) -> None:
    """What solves the cover, lifted, is accepted by the judge of tilings."""
    accepted = 0
    for seed in range(few(30)):
        tiling = puzzle_of("packing", random_packing(seed)).encode().model
        assert isinstance(tiling, Tiling)
        reduction = tiling_to_cover.reduce(tiling)
        for selection in listed("brute", reduction.model)[:5]:
            assert not judges.faults(tiling, reduction.lift(np.array(selection, dtype=np.int64)))
            accepted += 1
    assert accepted > few(20)


def test_items_are_cells_then_kinds() -> None:
    """Items come by cell in lexicographic order and then by piece, with the pieces' copies as multiplicities."""
    square = (np.array([[0, 0]]),)
    tiling = Tiling(
        np.array([[1, 0], [1, 1]], dtype=np.bool_), (Piece("s", square, 1, 2), Piece("unused", square, 0, 0))
    )
    cover = tiling_to_cover.reduce(tiling).model
    assert isinstance(cover, Cover)
    assert cover.items == ("0,0", "1,0", "1,1", "s", "unused")
    assert list(zip(cover.least.tolist(), cover.most.tolist(), strict=True)) == [(1, 1)] * 3 + [(1, 2), (0, 0)]
    assert [cover.option(option) for option in range(cover.options)] == [("0,0", "s"), ("1,0", "s"), ("1,1", "s")]


def test_pieces_larger_than_the_region_have_no_placement() -> None:
    """A piece longer or wider than the box is no fault, it has no option; nor has an empty region."""
    long = Piece("long", (np.array([[0, 0], [0, 9]]), np.array([[0, 0], [9, 0]])), 1, 1)
    for region in (np.ones((3, 3), dtype=np.bool_), np.zeros((3, 3), dtype=np.bool_)):
        cover = tiling_to_cover.reduce(Tiling(region, (long,))).model
        assert isinstance(cover, Cover)
        assert cover.options == 0
        assert len(cover.items) == region.sum() + 1
