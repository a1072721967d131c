"""Invariants in words: what is counted, and that it says so."""

from __future__ import annotations

from exactcover.model.certificate import Refutation
from exactcover.proofs.explain import sentences
from tests.sliding_models import numbers, tiles, two_ls


def test_parity_in_words() -> None:
    """The words tell the hole's place and both parities."""
    told = sentences(
        tiles(numbers("021345678")), Refutation("invariant", {"argument": "parity", "start": 1, "goals": [0]})
    )
    assert told[-1].startswith(
        "At the start, with the empty cell in row 0 and column 0, counted from 0, it is odd; in the goal"
    )


def test_closed_sets_in_words() -> None:
    """The words tell how many states there are."""
    told = sentences(two_ls(), Refutation("invariant", {"argument": "closed", "states": 110804, "sha256": ""}))
    assert told[0].startswith("From the start 110804 states can be reached")
