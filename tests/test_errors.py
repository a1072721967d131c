"""Hints at the name that was meant: for a typing error, never for another word."""

from __future__ import annotations

import random
import string

import pytest

from encoders import listing
from encoders.kinds import KINDS
from exactcover import backends
from exactcover.model.errors import nearest

NAMES = sorted({*listing.names(), *KINDS, *backends.NAMES, *(key for kind in KINDS.values() for key in kind.keys)})


def spoiled(name: str, rng: random.Random) -> str:
    """A name with one typing error."""
    place = rng.randrange(len(name) - 1)
    letter = rng.choice(string.ascii_lowercase)
    return rng.choice(
        [
            name[:place] + name[place + 1 :],
            name[:place] + letter + name[place:],
            name[:place] + letter + name[place + 1 :],
            name[:place] + name[place + 1] + name[place] + name[place + 2 :],
        ]
    )


def test_one_typing_error_has_a_hint() -> None:
    """Of each name of four letters or more, a letter too many, too few or wrong, or two exchanged, is seen."""
    rng = random.Random(0)
    words = {name: spoiled(name, rng) for name in NAMES if len(name) > 3 for _ in range(5)}
    assert [word for name, word in words.items() if not nearest(word, [name])] == []


def test_another_word_has_no_hint() -> None:
    """Random words of six letters and more are near no name."""
    rng = random.Random(1)
    words = ["".join(rng.choices(string.ascii_lowercase, k=rng.randint(6, 14))) for _ in range(300)]
    assert [word for word in words if nearest(word, NAMES)] == []


@pytest.mark.parametrize(
    ("word", "known", "hint"),
    [
        ("maximise", "lattice", ""),
        ("z.csv", "cover", ""),
        ("Q5", "F5", ""),
        ("x5", "X5", "; did you mean 'X5'?"),
        ("optoins", "options", "; did you mean 'options'?"),
        ("", "a", ""),
    ],
)
def test_hints_that_people_met(word: str, known: str, hint: str) -> None:
    """Far words have no hint, case alone is no difference, and short words are hinted at by their case only."""
    assert nearest(word, [known]) == hint
