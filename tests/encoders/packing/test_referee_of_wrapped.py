"""The referee of boards that wrap round: right solutions and covers have no fault, and each spoiling is refused."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from encoders.puzzle import Puzzle, puzzle_of
from exactcover import api
from exactcover.model.cover import Cover

TUBE = puzzle_of("packing", {"board": "4x5", "pieces": "tetrominoes", "wrap": "columns"})
HOLES = {"optional": "all", "holes_free": "1..2"}
EMPTY = puzzle_of("packing", {"board": "3x3", "pieces": "I2", "copies": "any", "wrap": "moebius", **HOLES})
FIXED = puzzle_of("packing", {"board": "4x5", "pieces": "tetrominoes", "wrap": "both", "fixed": "I4:0,4/0,0/0,1/0,2"})
COLOURS = {"cells": "r....", "pieces": {"I2": "rb"}, "pairs": ["rr"]}
BOUND = puzzle_of("packing", {"board": "1x5", "pieces": "I2,I3", "wrap": "columns", "colours": COLOURS})
RIGHT: Any = api.solve(TUBE).solution


def model(puzzle: Puzzle) -> Cover:
    """The cover of a puzzle."""
    encoded = puzzle.encode().model
    assert isinstance(encoded, Cover)
    return encoded


@pytest.mark.parametrize("puzzle", [TUBE, EMPTY, FIXED, BOUND], ids=["tube", "empty", "fixed", "bound"])
def test_what_the_encoder_writes_and_the_engine_finds_is_right(puzzle: Puzzle) -> None:
    """The cover, and each of its solutions, in a list and alone."""
    assert puzzle.encoding_faults(model(puzzle)) == []
    solutions: list[Any] = list(api.iterate(puzzle))
    assert solutions
    assert all(list(puzzle.faults(solution)) == [] for solution in solutions)


def lift(placements: list[Any]) -> None:
    """Move a piece one row over the edge that is not joined."""
    for cell in placements[0]["cells"]:
        cell[0] -= 1


def swap(placements: list[Any]) -> None:
    """Exchange a cell of two pieces."""
    first, second = placements[0]["cells"], placements[1]["cells"]
    first[0], second[0] = second[0], first[0]


def unwrap(placements: list[Any]) -> None:
    """Write a cell as the point beyond the edge that it is too."""
    placements[0]["cells"][0][1] += 5


def drop(placements: list[Any]) -> None:
    """Leave a piece out."""
    del placements[0]


def double(placements: list[Any]) -> None:
    """Place a piece twice."""
    placements.append(copy.deepcopy(placements[0]))


def rename(placements: list[Any]) -> None:
    """Give a piece a name that there is not."""
    placements[0]["piece"] = "X5"


def lose(placements: list[Any]) -> None:
    """Write no cells."""
    placements[0]["cells"] = "0,0"


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lift, "which is not a cell of the board"),
        (swap, "on cells that it may cover, however it goes round"),
        (unwrap, "which is not a cell of the board"),
        (drop, "is not covered"),
        (double, "both cover"),
        (rename, "is not a piece of this puzzle"),
        (lose, "has no piece's name or no list of cells"),
    ],
)
def test_spoiled_solutions_are_refused(change: Callable[[list[Any]], None], sentence: str) -> None:
    """Each for its own reason."""
    spoiled = copy.deepcopy({"placements": [dict(each) for each in RIGHT["placements"]]})
    assert list(TUBE.faults(spoiled)) == []
    change(spoiled["placements"])
    assert any(sentence in fault for fault in TUBE.faults(spoiled))


def test_a_piece_that_would_lie_right_on_a_flat_board_alone_is_refused_elsewhere() -> None:
    """On a Moebius strip the last column and the first meet upside down."""
    strip = puzzle_of("packing", {"board": "3x4", "pieces": "I2", "copies": "any", "wrap": "moebius"})
    beside = {"placements": [{"piece": "I2", "cells": [[0, 0], [0, 3]]}]}
    turned = {"placements": [{"piece": "I2", "cells": [[0, 0], [2, 3]]}]}
    assert any("however it goes round" in fault for fault in strip.faults(beside))
    assert not any("however it goes round" in fault for fault in strip.faults(turned))


def without(cover: Cover, option: int) -> Cover:
    """The cover without an option, and so without its symmetries."""
    return cover.with_options(np.delete(np.arange(cover.options), option))


def with_group(cover: Cover, change: Callable[[Any], Any]) -> Cover:
    """The cover with other symmetries."""
    return replace(cover, symmetries=change(np.array(cover.symmetries)))


def turned_wrong(group: Any) -> Any:
    """The group with one more permutation, which exchanges two cells."""
    further = group[0].copy()
    further[[0, 1]] = further[[1, 0]]
    return np.concatenate([group, further[None]])


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda cover: without(cover, 7), "options that are not the 240 placements"),
        (lambda cover: replace(cover, symmetries=None), "the cover has no symmetries"),
        (lambda cover: with_group(cover, lambda group: group[:1]), "has 1 symmetries, and lacks others of the board"),
        (lambda cover: with_group(cover, lambda group: group[:-1]), "the symmetries of the cover are not a group"),
        (lambda cover: with_group(cover, turned_wrong), "is not an isometry of the board"),
        (lambda cover: replace(cover, rotations=None), "the cover has no symmetries"),
        (lambda cover: replace(cover, rotations=cover.symmetries), "20 rotations that are not the 10 of its symmetries"),
        (lambda cover: replace(cover, rotations=cover.rotations[:9]), "9 rotations that are not the 10"),
        (lambda cover: replace(cover, items=(*cover.items[:-1], "T5")), "items are not the free cells and the pieces"),
        (
            lambda cover: replace(cover, most=np.where(np.arange(25) == 24, 2, cover.most), symmetries=None),
            "the cover demands 1..2 copies of",
        ),
        (
            lambda cover: replace(cover, least=np.where(np.arange(25) == 3, 0, cover.least), symmetries=None),
            "cells that are not covered exactly once",
        ),
        (lambda cover: replace(cover, costs=np.zeros(cover.options, dtype=np.int64)), "has costs"),
    ],
)  # fmt: skip
def test_spoiled_covers_are_refused(change: Callable[[Cover], Cover], sentence: str) -> None:
    """Each for its own reason."""
    cover = model(TUBE)
    assert any(sentence in fault for fault in TUBE.encoding_faults(change(cover)))


def test_a_symmetry_that_moves_a_pre_placed_piece_is_refused() -> None:
    """The free cells may be mapped to each other, and yet a piece bound to the others is not kept."""
    cover = model(FIXED)
    assert cover.symmetries is not None
    assert len(cover.symmetries) == 4
    assert FIXED.encoding_faults(with_group(cover, lambda group: group[:2])) != []


def test_a_flat_tiling_is_no_model_of_a_wrapped_board() -> None:
    """The referee expects a cover."""
    flat = puzzle_of("packing", {"board": "4x5", "pieces": "tetrominoes"})
    assert TUBE.encoding_faults(flat.encode().model) == ["the model is a Tiling; expected a cover"]


def test_a_changed_number_of_empty_cells_is_refused() -> None:
    """In a solution, and in the cover."""
    cover = model(EMPTY)
    most = np.array(cover.most)
    most[-1] = 3
    assert EMPTY.encoding_faults(replace(cover, most=most, symmetries=None)) == [
        "the cover lets 1 to 3 cells stay empty; expected (1, 2)"
    ]
    few = {"placements": [{"piece": "I2", "cells": [[0, 0], [0, 1]]}]}
    assert any("7 cells stay empty; expected 1 to 2" in fault for fault in EMPTY.faults(few))
