"""The words for dead placements: an example, the rounds, and the argument about what is left."""

from __future__ import annotations

from exactcover.model.certificate import Refutation
from exactcover.proofs import explain
from tests.judges.test_dead import BY_AREA, BY_ITEM, PLACED, RING
from tests.proofs.provers.arguments import proved
from tests.proofs.provers.boards import random_board
from tests.random_models import random_cover

BEGIN = [
    (
        "Call a placement dead if nothing is left beside it that can cover some other cell or piece:"
        " no solution has a dead one."
    ),
    "Such a one is ring on 0,1 0,2 1,0 1,2 2,0 2,1 2,2: nothing covers the cell (0, 0) then.",
    "120 placements of ring are dead.",
]


def test_a_piece_without_placements_is_told() -> None:
    """Where an item has too few options left, the item is named."""
    told = explain.sentences(PLACED, Refutation("dead", BY_ITEM))
    assert told == [*BEGIN, "Too few are left for the piece ring, which must be placed once."]


def test_an_argument_about_the_pieces_is_told() -> None:
    """An argument about what is left is told in its own words."""
    assert explain.sentences(RING, Refutation("dead", BY_AREA)) == [
        *BEGIN,
        "For what is left, and no piece has more copies than placements:",
        "No placement of ring is left.",
        "The region has 56 cells.",
        "All pieces that may be placed have 49 cells.",
    ]


def test_rounds_are_told_one_after_the_other() -> None:
    """A second round strikes what is dead after the first, and weights of what is left are told as those of items."""
    model = random_board(52)
    told = explain.sentences(model, proved("dead", model))
    assert told[3].endswith("dead by what is left then.")
    assert "For what is left:" in told


def test_options_of_covers_are_told() -> None:
    """Of a cover the items and options are named."""
    model = random_cover(130)
    told = explain.sentences(model, proved("dead", model))
    assert told[0].startswith("Call an option dead")
    assert "the item '" in told[-1]
