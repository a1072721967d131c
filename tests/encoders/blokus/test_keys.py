"""The keys of Blokus: what they mean, and every refusal for its own reason."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from encoders.blokus.blokus import Blokus
from encoders.blokus.keys import with_names
from encoders.catalogue import puzzle, puzzle_of_answer
from encoders.kinds import KINDS
from exactcover.model.errors import InvalidInput, InvalidModel
from exactcover.model.puzzle_protocol import digest_of
from exactcover.model.tiling import Piece
from tests.growth_models import growth


def value(line: str) -> Blokus:
    """The position that a line describes."""
    read = puzzle(f"blokus {line}").value
    assert isinstance(read, Blokus)
    return read


def digest(line: str) -> str:
    """The digest of a position's canonical form."""
    return digest_of(puzzle(f"blokus {line}").canonical())


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("board=5x5 goal=most pices=I1", "a blokus puzzle has no key 'pices'.*did you mean 'pieces'"),
        ("goal=most", "the blokus puzzle has no board; expected board=14x14"),
        ("board=5x5", "the blokus puzzle has no goal; expected goal=corners"),
        ("board=5x5 goal=corner", "goal is 'corner'; expected fill, corners, cover, most; did you mean 'corners'"),
        ("board=5x5 goal=most anchor=old", "anchor is 'old'; expected whole, legacy"),
        ("board=2x5x5 goal=most", "the board has 3 dimensions; expected rows and columns"),
        ("board=51x50 goal=most", "the board has 2550 cells; expected at most 2500"),
        ("board=..A/... goal=most", "the board has the letter A; expected . and #, own= and others="),
        ("board=5x5 goal=most holes=5,0", "hole 5,0 is off the board; expected coordinates within 5x5"),
        ("board=1x1 goal=most holes=0,0", "the holes leave no cell of the board; expected at least one"),
        ("board=5x5 goal=most own=0,5", "own has 0,5, which is off the board; expected coordinates within 5x5"),
        ("board=5x5 goal=most own=1,1/1,1", "own has 1,1 twice; expected different squares"),
        ("board=5x5 goal=most holes=1,1 own=1,1", "own has 1,1, which is a hole; expected a square of the board"),
        ("board=5x5 goal=most others=9,9", "others has 9,9, which is off the board"),
        ("board=5x5 goal=most others=1,1/2,2/1,1", "others has 1,1 twice"),
        ("board=5x5 goal=most holes=1,1 others=1,1", "others has 1,1, which is a hole"),
        ("board=5x5 goal=most own=1,1/2,2 others=3,3/2,2", "own and others both have 2,2; expected different squares"),
        ("board=5x5 goal=most start=5,5", "start has 5,5, which is off the board"),
        ("board=5x5 goal=most holes=0,0", "start has 0,0, which is a hole; expected a square of the board"),
        ("board=5x5 goal=most start=1,1/2,2", "start is '1,1/2,2'; expected one square such as 0,0"),
        ("board=5x5 goal=most others=0,0", "start is 0,0, which others have covered; expected a free square"),
        (
            "board=5x5 goal=most targets=1,1",
            "targets are given, and the goal is most; expected goal=cover with targets",
        ),
        ("board=5x5 goal=corners targets=1,1", "targets are given, and the goal is corners"),
        ("board=5x5 goal=corners holes=0,4", "the goal is corners, and the corner 0,4 is a hole; expected goal=cover"),
        ("board=5x5 goal=cover", "the goal is cover, and there are no targets; expected targets=5,5/8,8"),
        ("board=5x5 goal=cover targets=5,5", "targets has 5,5, which is off the board"),
        ("board=5x5 goal=cover targets=4,4/4,4", "targets has 4,4 twice"),
        ("board=5x5 goal=cover holes=4,4 targets=4,4", "targets has 4,4, which is a hole"),
        ("board=5x5 goal=most pieces=I1,I1", "pieces has I1 twice; expected each piece once"),
        ("board=5x5 goal=most pieces=S4,Z4", "pieces has S4 and Z4, which are one shape; expected each piece once"),
        ("board=5x5 goal=most pieces=blokus,I1", "pieces has I1 twice"),
        ("board=5x5 goal=most pieces=X6", "unknown piece 'X6'"),
    ],
)
def test_faults_of_the_keys_are_refused(line: str, sentence: str) -> None:
    """Each fault is one sentence that names the key, what it has and what was expected."""
    with pytest.raises(InvalidInput, match=sentence) as refused:
        value(line)
    assert "\n" not in str(refused.value)


def test_pieces_in_parts_are_refused() -> None:
    """A drawn piece whose squares share no edges is refused by the keys, and by the model."""
    keys = {"board": "5x5", "goal": "most", "pieces": {"A": "#.\n.#"}}
    with pytest.raises(InvalidInput, match="piece A is in parts; expected squares that share edges"):
        KINDS["blokus"].read(keys)
    model = growth(board="3x3", goal="most", pieces="I1")
    apart = Piece("A", (np.array([[0, 0], [1, 1]]),), 0, 1)
    with pytest.raises(InvalidModel, match="piece 'A' is in parts; expected cells that edge-steps join"):
        replace(model, pieces=(apart,))


def test_keys_mean_what_they_say() -> None:
    """Squares are read as row and column, corners are the board's, and the sets of pieces have their squares."""
    read = value("board=4x6 goal=corners start=1,2 others=3,3 anchor=legacy")
    assert read.targets == ((0, 0), (0, 5), (3, 0), (3, 5))
    assert (read.start, read.anchor) == ((1, 2), "legacy")
    assert read.others == {(3, 3)}
    sizes = {"blokus": 89, "blokus-tiny": 17, "blokus-tiny-2": 24, "blokus-small": 49}
    for name, squares in sizes.items():
        pieces = value(f"board=9x9 goal=fill pieces={name}").pieces
        assert sum(len(cells) for _, cells in pieces) == squares


def test_impossible_positions_are_no_fault() -> None:
    """Targets beside own squares or under others' are read, and so is a start that means nothing."""
    assert value("board=5x5 goal=cover own=2,2 targets=2,3").wanted() == [(2, 3)]
    assert value("board=5x5 goal=cover others=2,2 targets=2,2").wanted() == [(0, 0), (2, 2)]
    assert value("board=5x5 goal=cover own=2,2 others=0,0 targets=4,4").wanted() == [(4, 4)]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("board=5x5 goal=corners", "board=5x5 goal=cover targets=4,4/0,4/4,0/0,0"),
        ("board=5x5 goal=corners", "board=5x5 goal=cover targets=4,4/0,4/4,0"),
        ("board=3x3 holes=1,1 goal=most", "board=.../.#./... goal=most"),
        ("board=3x3 goal=most own=1,1 start=2,2", "board=3x3 goal=most own=1,1"),
        ("board=3x3 goal=cover own=1,1/2,2 targets=2,2/0,0", "board=3x3 goal=cover own=2,2/1,1 targets=0,0"),
        ("board=3x3 goal=most pieces=I1,S4", "board=3x3 goal=most pieces=Z4,I1"),
    ],
)
def test_positions_that_ask_the_same_are_one(one: str, other: str) -> None:
    """The canonical form leaves out names, order, and what makes no difference."""
    assert digest(one) == digest(other)


@pytest.mark.parametrize(
    "changed",
    ["board=5x6", "holes=3,3", "pieces=I1", "goal=most", "start=1,1", "own=1,1", "others=1,1", "anchor=legacy"],
)
def test_positions_that_ask_something_else_differ(changed: str) -> None:
    """Every key is in the canonical form."""
    before = {"board": "5x5", "goal": "corners", "pieces": "I2,V3"}
    key, _, text = changed.partition("=")
    line = " ".join(f"{key}={text}" for key, text in (before | {key: text}).items())
    assert digest(line) != digest("board=5x5 goal=corners pieces=I2,V3")


def test_canonical_positions_are_read_back() -> None:
    """A canonical form is a puzzle itself, and the names of its pieces are those of a solution."""
    for line in ("board=5x5 goal=corners pieces=I2,V3", "board=../.# goal=most own=0,0 others=0,1 anchor=legacy"):
        asked = puzzle(f"blokus {line}")
        again = puzzle_of_answer({"puzzle": asked.canonical()}, None)
        assert again.canonical() == asked.canonical()
    solution = {"placements": [{"piece": "bar", "cells": [[0, 0], [1, 0]]}, {"piece": "V3", "cells": "??"}, 7]}
    again = puzzle_of_answer({"puzzle": puzzle("blokus board=5x5 goal=corners pieces=I2,V3").canonical()}, solution)
    assert "bar" in dict(again.value.pieces)
    assert with_names({"pieces": 5}, solution) == {"pieces": 5}
    assert with_names({"pieces": [{"cells": 5}, 5]}, solution) == {"pieces": [{"cells": 5}, 5]}
