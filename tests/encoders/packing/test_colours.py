"""Coloured cells and pieces: counts against trying everything, canonical form, faults of keys, solutions and tilings."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from encoders.draw import svg, text
from encoders.editor import editable
from encoders.packing import accepted, editor, layouts, referee, to_picture
from encoders.packing.keys import packing
from encoders.packing.naming import with_names
from encoders.puzzle import puzzle_of
from exactcover import judges
from exactcover.judges import placements
from exactcover.judges.windows import lies
from exactcover.model import offsets
from exactcover.model.errors import InvalidInput
from exactcover.transform.reductions import chain
from tests.brute_packings import random_coloured
from tests.packings import tiling_of
from tests.parts import Few
from tests.random_models import classes, counted, listed

STRIPES: dict[str, Any] = {
    "board": "2x4",
    "pieces": "I2",
    "copies": 4,
    "colours": {"cells": "rrbb/rrbb", "pieces": {"I2": "rb"}, "pairs": ["rr", "bb"]},
}


@pytest.mark.parametrize("name", ["exact", "cpsat", "sat", "brute"])
def test_every_engine_counts_what_trying_everything_does(name: str) -> None:
    """Random coloured boards and pieces: as many packings as the oracle lists."""
    numbers = []
    for seed in range(40 if name == "exact" else 8):
        small = random_coloured(seed)
        numbers.append(len(small.packings()))
        assert counted(name, tiling_of(packing(small.keys()))) == numbers[-1], seed
    assert len(set(numbers)) > 3


def test_both_judges_accept_what_is_listed_and_the_form_reads_back(few: Few) -> None:
    """Referees of one and of layouts, the model's judge and the digest agree; a canonical form is its own, names come back."""
    tried = 0
    for seed in range(few(40)):
        small = random_coloured(seed)
        made = puzzle_of("packing", small.keys())
        value, encoding = made.value, made.encode()
        assert accepted.tiling_faults(value, tiling_of(value)) == []
        assert placements.digest(encoding.model) == placements.digest(chain.reduce(encoding.model, ("cover",)).model)
        form = {key: each for key, each in made.canonical().items() if key != "kind"}
        assert puzzle_of("packing", form).canonical() == made.canonical(), seed
        for selection in listed("exact", encoding.model)[:3]:
            array = np.array(selection, dtype=np.int64)
            solution = encoding.decode(array)
            assert judges.faults(encoding.model, array) == []
            assert made.faults(solution) == []
            assert list(accepted.faults(value, layouts.of_solution(value, solution))) == []
            assert puzzle_of("packing", with_names(form, solution)).faults(solution) == [], seed
            tried += 1
    assert tried > few(20)


def test_classes_are_those_of_the_oracle(few: Few) -> None:
    """A symmetry maps placements to placements, so colours to colours that allow the same."""
    tried = 0
    for seed in range(few(40)):
        small = replace(random_coloured(3 * seed), reflections=True)
        if not small.packings():
            continue
        assert classes(tiling_of(packing(small.keys()))) == small.classes(), seed
        tried += 1
    assert tried >= few(16)


def test_judges_and_engines_find_the_same_places() -> None:
    """Where an orientation may lie is found by the judges' windows and by the engines' in the same way."""
    for seed in range(20):
        tiling = tiling_of(packing(random_coloured(seed).keys()))
        for piece, masks in zip(tiling.pieces, offsets.fitting(tiling), strict=True):
            for number, mask in enumerate(masks):
                assert np.array_equal(lies(tiling, piece, number), mask)


def test_dominoes_of_two_colours() -> None:
    """Only the dominoes that lie across the border of the colours go; where colours may meet all, all do."""
    number = {
        pairs: counted(
            "exact", tiling_of(packing({**STRIPES, "colours": {**STRIPES["colours"], "pairs": pairs.split()}}))
        )
        for pairs in ("rr bb", "rr bb rb", "rr bb rb br", "rr")
    }
    assert number == {"rr bb": 0, "rr bb rb": 0, "rr bb rb br": 5, "rr": 0}
    one = {**STRIPES, "board": "1x4", "copies": 2, "colours": {"cells": "rbbr", "pieces": {"I2": "rb"}}}
    assert counted("exact", tiling_of(packing(one))) == 1


def test_colours_that_allow_the_same_are_one_puzzle() -> None:
    """Other names, a colour that nothing has, pairs told or meant: one canonical form; without effect, none at all."""
    form = puzzle_of("packing", STRIPES).canonical()
    assert form["grounds"] == [[[0, 0], [0, 1], [1, 0], [1, 1]], [[0, 2], [0, 3], [1, 2], [1, 3]]]
    assert form["pieces"][0]["grounds"] == [1, 2]
    other = {"cells": "XXYY\nXXYY\n", "pieces": {"I2": "Y/X"}}
    assert puzzle_of("packing", {**STRIPES, "colours": other}).canonical() == form
    plain = puzzle_of("packing", {**STRIPES, "colours": {"cells": "rrrr/bbbb", "pieces": {}}}).canonical()
    assert plain == puzzle_of("packing", {key: value for key, value in STRIPES.items() if key != "colours"}).canonical()


@pytest.mark.parametrize(
    ("colours", "sentence"),
    [
        ("red", "colours is 'red'; expected a table of cells, pieces and pairs"),
        ({"cell": ""}, "a table of colours has no key 'cell'; expected cells, pieces, pairs"),
        ({"cells": 5}, "cells of colours is 5; expected a picture"),
        ({"cells": "rr/rr"}, "the picture of colours is of another size than the board; expected one of 2x4"),
        ({"cells": "rrrr/rr!r"}, "cells of colours, layer 0, row 1 has '!'"),
        ({"pieces": []}, "pieces of colours is []; expected NAME = a colour"),
        ({"pieces": {"I3": "r"}}, "colours names 'I3', which is not among the pieces"),
        ({"pieces": {"I2": 1}}, "colours of I2 is 1; expected a colour, or a picture of colours"),
        ({"pieces": {"I2": "rrr"}}, "colours of I2 draws another shape; expected its 2 cells"),
        ({"pieces": {"I2": "r.r"}}, "colours of I2 draws another shape"),
        ({"pieces": {"I2": "r//r"}}, "colours of I2 draws no flat piece"),
        ({"pieces": {"I2": "..//.."}}, "colours of I2 draws no flat piece"),
        ({"pieces": {"I2": "r"}, "pairs": 5}, "pairs of colours is 5; expected a list"),
        (
            {"pieces": {"I2": "r"}, "pairs": ["rrr"]},
            "pairs of colours has 'rrr'; expected a piece's colour and a cell's",
        ),
        ({"pieces": {"I2": "r"}, "pairs": ["rx"]}, "no cell and no piece has the colour 'x'"),
    ],
)
def test_bad_tables_are_refused(colours: Any, sentence: str) -> None:
    """Each fault of the table is told in one sentence."""
    with pytest.raises(InvalidInput) as refusal:
        packing({**STRIPES, "colours": colours})
    assert sentence in str(refusal.value)


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"grounds": 5}, "grounds is 5; expected a list of up to 1000 lists of cells"),
        ({"grounds": [[[9, 9]]]}, "ground 1 has [9, 9], which is not a cell of the board"),
        ({"grounds": [["x"]]}, "ground 1 has 'x'"),
        ({"pieces": [{"name": "a", "cells": [[0, 0]], "grounds": [2]}]}, "a piece has ground 2; expected 0 to 0"),
        (
            {"pieces": [{"name": "a", "cells": [[0, 0]], "grounds": [1, 1]}]},
            "piece 'a' has 2 marks; expected one for each",
        ),
        ({"pieces": [{"name": "a", "cells": [[0, 0]], "grounds": [True]}]}, "grounds of piece 'a' is [True]"),
        ({"pieces": [{"name": "a", "picture": "#", "grounds": [1]}]}, "grounds of piece 'a' is [1]; expected cells"),
        ({"grounds": [], "colours": {}}, "the packing has colours and grounds; expected one of them"),
    ],
)
def test_bad_grounds_are_refused(changed: dict[str, Any], sentence: str) -> None:
    """Each fault of the grounds of a canonical form is told in one sentence."""
    with pytest.raises(InvalidInput) as refusal:
        packing({"board": "1x2", "pieces": "I1", **changed})
    assert sentence in str(refusal.value)


def test_pre_placed_pieces_keep_to_their_colours() -> None:
    """A pre-placed piece off its colours is refused; one on them is not."""
    keys = {**STRIPES, "board": "1x4", "copies": 2, "colours": {"cells": "rbbr", "pieces": {"I2": "rb"}}}
    assert packing({**keys, "fixed": "I2:0,0/0,1"}).fixed
    with pytest.raises(InvalidInput, match="fixed I2 covers cells of colours that its own do not go with"):
        packing({**keys, "fixed": "I2:0,1/0,2"})


def test_wrong_colours_are_refused_by_both_judges() -> None:
    """A piece on cells of another colour is a fault of the solution, of the layout and of the selection."""
    value = packing(
        {
            **STRIPES,
            "board": "1x4",
            "copies": 2,
            "colours": {"cells": "rbrb", "pieces": {"I2": "rr"}, "pairs": ["rr", "rb"]},
        }
    )
    assert value.grounds == ()
    value = packing({**STRIPES, "board": "1x4", "copies": 2, "colours": {"cells": "rbrb", "pieces": {"I2": "rr"}}})
    cells = [[[0, 0], [0, 1]], [[0, 2], [0, 3]]]
    solution = {"placements": [{"piece": "I2", "cells": each} for each in cells]}
    sentence = "covers cells of colours that its own do not go with"
    assert list(accepted.faults(value, solution)) == [f"placement {n} (I2) {sentence}" for n in (0, 1)]
    assert list(accepted.faults(value, layouts.of_solution(value, solution))) == [
        f"row {n} (I2) {sentence}" for n in (0, 1)
    ]
    tiling = tiling_of(value)
    way = next(n for n, each in enumerate(tiling.pieces[0].orientations) if each[:, 1].max() == 1)
    told = judges.faults(tiling, np.array([[0, way, 0, 0], [0, way, 0, 2]]))
    assert told == [f"'I2' at (0, {n}) has a cell that is not on its ground" for n in (0, 2)]


def test_encodings_with_other_colours_are_refused() -> None:
    """A way lost or changed, a piece freed, another ground: the referee finds each."""
    value = packing(STRIPES)
    tiling = tiling_of(value)
    (piece,) = tiling.pieces
    assert piece.grounds is not None
    assert tiling.grounds is not None
    for changed in (None, piece.grounds[:, ::-1], piece.grounds[:, :1], 0 * piece.grounds, piece.grounds[::-1]):
        other = replace(tiling, pieces=(replace(piece, grounds=changed),))
        same = changed is not None and np.array_equal(np.sort(changed, axis=1), np.sort(piece.grounds, axis=1))
        expected = [] if same else ["the tiling binds I2 to other parts of the board"]
        assert referee.tiling_faults(value, other) == expected
    (fault,) = referee.tiling_faults(value, replace(tiling, grounds=tiling.grounds[[0, 2, 1]]))
    assert "grounds are not the region" in fault


COLOURED: dict[str, Any] = {
    "board": "..+./.#..",
    "pieces": {"A": "##", "B": "##/#.", "C": "#"},
    "copies": "any",
    "colours": {
        "cells": "rb../b..r",
        "pieces": {"A": "rb", "B": ".#/br"},
        "pairs": [["r", "r"], ["b", "b"], ["b", "r"]],
    },
}


def test_drawings_mark_cells_of_other_colours_and_cells_that_may_stay_empty() -> None:
    """A cell that not everything may cover has a letter, the same for cells of one colour; + is for one that may stay empty."""
    puzzle = puzzle_of("packing", COLOURED)
    marks = dict(to_picture.marks(puzzle.value))
    assert marks == {(0, 1): "a", (0, 2): "+", (1, 0): "a"}
    assert text(puzzle.picture()).count("a") == svg(puzzle.picture()).count(">a</text>") == 2
    both = puzzle_of("packing", {**COLOURED, "board": ".++./.#.."})
    assert dict(to_picture.marks(both.value))[0, 1] == "a+"
    solution = {"placements": [{"piece": "A", "cells": [[0, 0], [0, 1]]}]}
    assert svg(puzzle.picture(solution)).count(">a</text>") == 1
    assert to_picture.marks(puzzle_of("packing", {"board": "2x3", "pieces": "I3"}).value) == ()


def test_grounds_are_edited_as_colours() -> None:
    """A puzzle whose keys have grounds is edited with colours that ask the same; other keys are left as they are."""
    asked = [puzzle_of("packing", COLOURED), puzzle_of("packing", STRIPES)]
    solid = {"board": "2x2x2", "pieces": {"A": "##/#.", "B": "#"}, "copies": "any"}
    asked.append(puzzle_of("packing", {**solid, "colours": {"cells": "ab/..//.b/..", "pieces": {"A": "ab/b"}}}))
    for puzzle in asked:
        named = puzzle.named()
        assert "grounds" in named
        taken = editor.with_colours(named)
        assert "grounds" not in taken
        assert "colours" in taken
        assert puzzle_of("packing", {**taken, "kind": "packing"}).canonical() == puzzle.canonical()
        assert editor.with_colours(taken) == taken
        assert puzzle_of("packing", editable(editor.EDITOR, named)).canonical() == puzzle.canonical()
    for keys in ({"board": "2x2", "pieces": "I2"}, puzzle.canonical()):
        assert editor.with_colours(keys) == keys
