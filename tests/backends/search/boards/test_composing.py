"""Boards composed of blocks: what is given up before anything is searched, and that others have their turns meanwhile."""

from __future__ import annotations

from itertools import islice

import pytest

from encoders.catalogue import puzzle
from exactcover.backends.search.boards.composing import Composer
from exactcover.model.tiling import Tiling


def composer(line: str) -> Composer:
    """Return the composer of a board."""
    model = puzzle(f"packing {line}").encode().model
    assert isinstance(model, Tiling)
    return Composer(model, seed=0)


@pytest.mark.parametrize(
    "line",
    [
        "board=1001x999 pieces=dominoes copies=any",
        "board=501x502 pieces=L4,O4 copies=any",
        "board=31x31x31 pieces=dominoes copies=any",
    ],
)
def test_a_board_whose_size_is_no_sum_of_the_pieces_is_given_up_at_once(line: str) -> None:
    """No block is searched and no cut is looked for where the sizes of all pieces have a divisor that the board lacks."""
    assert list(composer(line).placements()) == []


def test_others_have_their_turns_while_a_board_is_cut() -> None:
    """A board of T pieces with sides that are no multiples of 4 has no cut; each further volume of blocks is a step."""
    steps = list(islice(composer("board=102x102 pieces=T4 copies=any").placements(), 10))
    assert len(steps) == 10
