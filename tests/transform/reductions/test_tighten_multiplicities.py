"""Multiplicities from the area: what follows, what is left alone, and that no solution, count or class is another by them."""

from __future__ import annotations

import numpy as np
import pytest

from encoders.catalogue import puzzle
from encoders.puzzle import puzzle_of
from exactcover import api
from exactcover.judges import placements
from exactcover.model.cover import Cover, cover
from exactcover.model.non_binding_items import non_binding_items
from exactcover.solving import searching
from exactcover.transform.reductions import chain, tighten_multiplicities
from tests.backends.search.models import brute
from tests.random_models import random_packing


def written(words: str) -> Cover:
    """A packing written out as a cover, as the puzzle says it."""
    model = chain.reduce(puzzle(words).encode().model, ("cover",)).model
    assert isinstance(model, Cover)
    return model


def tightened(model: Cover) -> dict[str, tuple[int, int]]:
    """The multiplicities that are others than those of the cover."""
    reduction = tighten_multiplicities.reduce(model)
    if reduction is None:
        return {}
    assert isinstance(reduction.model, Cover)
    both = zip(model.items, model.least, model.most, reduction.model.least, reduction.model.most, strict=True)
    return {name: (int(low), int(high)) for name, a, b, low, high in both if (a, b) != (low, high)}


def open_board(rows: int, columns: int) -> str:
    """A board of which every cell may stay empty."""
    return "packing board=" + "/".join(["+" * columns] * rows)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (open_board(8, 8) + " pieces=pentominoes", {"+": (4, 4)}),
        (open_board(6, 7) + " pieces=F5,L5,N5,P5,U5,V5,Y5,W5", {"+": (2, 2)}),
        (open_board(4, 4) + " pieces=I3 copies=2..4", {"+": (4, 10)}),
        (open_board(4, 4) + " pieces=I3 copies=1..9", {"I3": (1, 5), "+": (0, 13)}),
        (open_board(4, 4) + " pieces=I3 copies=0..4 holes_free=1..5", {"I3": (4, 4), "+": (4, 5)}),
        ("packing board=3x4 pieces=I2,I3 copies=I2:any,I3:2", {"I2": (3, 3)}),
        ("packing board=6x10 pieces=pentominoes copies=0..1", dict.fromkeys("FILNPTUVWXYZ", (1, 1))),
    ],
)
def test_what_follows_from_the_area(words: str, expected: dict[str, tuple[int, int]]) -> None:
    """The copies of pieces, and how many cells stay empty, are what the others leave over and leave room for."""
    found = tightened(written(words))
    assert {name.removesuffix("5"): bounds for name, bounds in found.items()} == expected


@pytest.mark.parametrize(
    "words",
    [
        "packing board=8x8 pieces=dominoes copies=any",
        "packing board=8x8 pieces=pentominoes,dominoes copies=any",
        open_board(6, 6) + " pieces=tetrominoes copies=any",
        open_board(6, 6) + " pieces=X5,tetrominoes copies=X5:1,rest:any",
        "packing board=3x3 pieces=I2 copies=4 holes=1,1",
        "packing board=3x3 pieces=I2,I3 copies=1",
        "soma",
    ],
)
def test_what_nothing_follows_for_is_left_alone(words: str) -> None:
    """Pieces in any number, of which a search need not count one, stay so; a contradiction is left to the search."""
    assert tightened(written(words)) == {}


def test_only_one_piece_without_a_bound_is_bounded() -> None:
    """Where two pieces have no bound, those that have one are still bounded by the area."""
    model = cover({"a": 1, "b": 1, "c": 1, "P": (0, 2), "Q": (0, 9), "R": (0, 9)}, [
        ["a", "b", "P"], ["b", "c", "P"], ["a", "Q"], ["c", "Q"], ["b", "R"], ["a", "b", "c", "R"],
    ])  # fmt: skip
    assert non_binding_items(model)[4:].all()
    assert not tightened(model).keys() & {"Q", "R"}


@pytest.mark.parametrize("seed", range(40))
def test_no_solution_is_lost_and_none_is_won(seed: int) -> None:
    """A random packing has the same selections, and the same symmetries, after its multiplicities were tightened."""
    model = chain.reduce(puzzle_of("packing", random_packing(seed, planted=seed < 20)).encode().model, ("cover",)).model
    assert isinstance(model, Cover)
    reduction = tighten_multiplicities.reduce(model)
    if reduction is None:
        return
    other = reduction.model
    assert isinstance(other, Cover)
    assert brute(other) == brute(model)
    Cover(other.items, other.least, other.most, other.starts, other.members, symmetries=other.symmetries)


def test_huge_copies_do_not_wrap_around() -> None:
    """Copies of nearly 2^62 are bounded by the area as any others are."""
    model = cover({"a": 1, "b": 1, "c": 1, "P": (0, 2**62 - 1), "Q": 1}, [["a", "b", "P"], ["b", "c", "P"], ["a", "Q"]])
    assert tightened(model) == {"P": (1, 1)}


def test_covers_whose_proofs_speak_of_multiplicities_are_left_alone() -> None:
    """A cover with costs keeps the multiplicities that its bound is proved from."""
    options = [["a", "b", "P"], ["b", "c", "P"], ["a", "Q"], ["c", "Q"]]
    items: dict[str, int | tuple[int, int]] = {"a": 1, "b": 1, "c": 1, "P": (0, 9), "Q": 1}
    assert tightened(cover(items, options)) == {"P": (1, 1)}
    assert tightened(cover(items, options, costs=[1, 1, 1, 1])) == {}


def test_the_judge_is_told_of_the_model_as_the_puzzle_says_it() -> None:
    """The digest of a tightened search is that of the untightened cover, which the judge finds again from the tiling."""
    model = puzzle(open_board(5, 5) + " pieces=tetrominoes").encode().model
    reduced = chain.reduce(model, ("cover",), tighten=True)
    assert isinstance(reduced.model, Cover)
    assert reduced.written is not None
    assert not np.array_equal(reduced.written.least, reduced.model.least)
    assert placements.digest(reduced.written) == placements.digest(model) != placements.digest(reduced.model)


def test_only_exact_search_is_tightened() -> None:
    """The oracle, and the engines that read a linear model, have the multiplicities of the puzzle."""
    assert searching.TIGHTENED == ("exact",)


@pytest.mark.parametrize("words", ["pieces=F5,L5,N5,P5,U5,V5,Y5,W5", "pieces=F5,L5,N5,P5,U5,V5,Y5,W5 holes_free=2..2"])
def test_holes_that_follow_from_the_area_need_no_key(words: str) -> None:
    """Eight pentominoes on 6x7, two cells of which stay empty, are counted alike with the key and without it."""
    answer = api.count(f"{open_board(6, 7)} {words}", workers=1)
    assert (answer.count, answer.classes, answer.exhausted) == (47_060, 11_765, True)
