"""Sliding blocks read from keys: what they come to, and every bad key refused with one sentence."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from encoders.catalogue import puzzle, puzzle_of_answer
from encoders.puzzle import Puzzle
from encoders.sliding.blocks.blocks import Blocks
from exactcover.model.errors import InvalidInput
from exactcover.model.puzzle_protocol import digest_of

RIGHT: dict[str, Any] = {"board": "AAB/.CB/#..", "goal": "A@1,0"}
LS = "AAABB/CCDDB/GEEFF/GGHHH/...I."


def sha(**keys: Any) -> str:
    """The digest of a puzzle."""
    return digest_of(puzzle("blocks", **keys).canonical())


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"board": None}, "board is None; expected a size such as 6x10 or a picture"),
        ({"board": "3x3"}, "the board is '3x3', without a block; expected a picture with a letter for each block"),
        ({"board": ".../#.."}, "the board is '.../#..', without a block"),
        ({"board": "AA/A"}, "the board, row 1 has 1 characters; expected 2 as row 0 has"),
        ({"board": "A?"}, "the board, row 0, column 1 has '?'; expected . for a cell, # for none, or a letter"),
        ({"board": "Ä."}, "the board, row 0, column 0 has 'Ä'"),
        ({"board": "A.//.."}, "the board has 3 dimensions; expected rows and columns"),
        ({"board": "A./.A"}, "the board has block A cut in two, at 0,0 and 1,1; expected connected cells"),
        ({"board": "ABA"}, "the board has block A cut in two, at 0,0 and 0,2"),
        ({"board": "A" + "." * 2500}, "the board has 2501 cells; expected at most 2500"),
        ({"board": "A" * 10**6}, "the board's picture has 1000000 characters; expected at most 2500 cells"),
        ({"goal": ""}, "goal is '', no picture: board is ''"),
        ({"goal": 5}, "goal is 5; expected B@3,1, a picture, or two-ls"),
        ({"goal": ["A@1,0"]}, "goal is ['A@1,0']; expected B@3,1"),
        ({"goal": "two-l"}, "goal is 'two-l', no picture: the board, row 0, column 3 has '-'"),
        ({"goal": "D@1,0"}, "the goal names block D, which is not on the board; expected one of A, B, C"),
        ({"goal": "a@1,0"}, "the goal names block a, which is not on the board"),
        ({"goal": "A@1"}, "goal has 'A@1'; expected a block and its first cell, such as B@3,1"),
        ({"goal": "A@1,0,0"}, "goal has 'A@1,0,0'"),
        ({"goal": "A@-1,0"}, "goal has 'A@-1,0'"),
        ({"goal": "A@1,0/"}, "goal has ''; expected a block"),
        ({"goal": "A@1,0/A@0,0"}, "the goal names block A twice; expected one place per block"),
        ({"goal": "A@1,2"}, "the goal has block A at 1,2, where it does not fit; expected a place on the board"),
        ({"goal": "A@2,0"}, "the goal has block A at 2,0, where it does not fit"),
        ({"goal": "A@9,9"}, "the goal has block A at 9,9, where it does not fit"),
        ({"goal": "A@999999999,0"}, "where it does not fit"),
        ({"goal": "A@1,0/B@0,1"}, "the goal has blocks A and B overlap at 1,1; expected them apart"),
        ({"goal": "AAB/.CB"}, "the goal's picture is 2x3; expected 3x3 as the board is"),
        ({"goal": "AAB/.CB/..."}, "the goal's picture differs from the board at 2,0; expected the same walls"),
        ({"goal": "AAB/..B/#.."}, "block C is not in the goal's picture; expected the same blocks in board and goal"),
        ({"goal": "AAB/DCB/#.."}, "block D is not in the board; expected the same blocks in board and goal"),
        ({"goal": "A.B/ACB/#.."}, "block A has another shape in the goal's picture; expected the board's"),
        ({"goal": "AA./.CB/#B."}, "the goal has block B cut in two, at 1,2 and 2,1"),
        ({"goal": "two-ls"}, "the goal is two-ls, and the board has 0 V3 blocks; expected two"),
        ({"board": "AA.BB/A...B/CC.../C....", "goal": "two-ls"}, "the board has 3 V3 blocks; expected two"),
        ({"board": "AA.BB/A..B.", "goal": "two-ls"}, "the goal is two-ls, and A and B can fill no box on this board"),
        (
            {"board": "AA##/A##B/##BB", "goal": "two-ls"},
            "A and B can fill no box on this board; expected corners that fit",
        ),
        ({"metric": "step"}, "metric is 'step'; expected steps or moves; did you mean 'steps'?"),
        ({"metric": ["moves"]}, "metric is ['moves']; expected steps or moves"),
        ({"identical": "maybe"}, "identical is 'maybe'; expected yes or no"),
        (
            {"walls": "0,0"},
            "a blocks puzzle has no key 'walls'; expected board, goal, metric, motion, identical, rush-hour",
        ),
    ],
)
def test_bad_keys_are_refused(changed: dict[str, Any], sentence: str) -> None:
    """One key spoiled, one sentence that says what was expected."""
    with pytest.raises(InvalidInput) as refused:
        puzzle("blocks", **(RIGHT | changed))
    assert sentence in str(refused.value)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 400


@pytest.mark.parametrize("missing", ["board", "goal"])
def test_missing_keys_are_named(missing: str) -> None:
    """Blocks without board or goal say which is missing."""
    with pytest.raises(InvalidInput, match=f"the blocks puzzle has no {missing}; expected {missing}="):
        puzzle("blocks", **{key: value for key, value in RIGHT.items() if key != missing})


@given(
    st.dictionaries(st.sampled_from(["board", "goal", "metric", "identical"]), st.text("AB.#/@0,1x-\n", max_size=12))
)
def test_any_text_is_read_or_refused_in_a_sentence(keys: dict[str, str]) -> None:
    """Whatever the values, there is a puzzle or one sentence."""
    read: Puzzle | str
    try:
        read = puzzle("blocks", **keys)
    except InvalidInput as fault:
        read = str(fault)
    assert "\n" not in read if isinstance(read, str) else read.encoding_faults(read.encode().model) == []


def kinds(what: Puzzle) -> list[tuple[str, ...]]:
    """The interchangeable blocks of a puzzle."""
    assert isinstance(what.value, Blocks)
    return what.value.groups()


def test_blocks_of_one_shape_and_orientation_are_interchangeable() -> None:
    """Unless told otherwise; blocks that lie the other way, or are another shape, are kinds of their own."""
    line = "blocks board=AABBC/DDE.C/FFE.. goal=A@0,3"
    assert kinds(puzzle(line)) == [("A", "B", "D", "F"), ("C", "E")]
    assert kinds(puzzle(line + " identical=no")) == [("A",), ("B",), ("C",), ("D",), ("E",), ("F",)]


def test_names_and_ways_of_writing_change_no_digest() -> None:
    """Letters, the order of places, a picture for its places, walls around: the same puzzle asks the same."""
    same = {
        sha(board="AB/..", goal="A@1,0/B@1,1"),
        sha(board="BA/..", goal="A@1,1/B@1,0"),
        sha(board="xQ/..", goal="Q@1,0/x@1,1"),
        sha(board="\nAB\n..\n", goal="../AB"),
        sha(board="AB#/..#/###", goal="..#/BA#/###", metric="steps", identical=True),
    }
    assert len(same) == 1
    assert same != {sha(board="AB/..", goal="A@1,0/B@1,1", identical="no")}
    assert sha(board="AB/..", goal="A@1,0/B@1,1", identical="no") != sha(board="AB/..", goal="../BA", identical="no")


@pytest.mark.parametrize(
    "changed",
    [
        {"metric": "moves"},
        {"identical": "no"},
        {"goal": "B@3,1"},
        {"goal": "B@3,2/G@1,0"},
        {"board": "AAABB/CCDDB/GEEFF/GGHHH/I...."},
        {"board": "AAABB/CCDDB/GEEFF/GGHHH/#..I."},
        {"board": "AAABB/CCDDB/GEEFF/GGHHJ/...I."},
    ],
)
def test_what_asks_something_else_has_another_digest(changed: dict[str, Any]) -> None:
    """Metric, identity, goal, a moved block, a wall or another shape make another puzzle."""
    assert sha(**({"board": LS, "goal": "two-ls"} | changed)) != sha(board=LS, goal="two-ls")


def test_where_all_shapes_differ_identity_asks_nothing() -> None:
    """With no two blocks of one shape, identical=no is the same puzzle."""
    assert sha(board="AAB/..B", goal="A@1,0", identical="no") == sha(board="AAB/..B", goal="A@1,0")


def test_canonical_puzzles_are_read_back_with_the_names_of_a_plan(tmp_path: Path) -> None:
    """The puzzle in an answer is the same puzzle; a plan's `blocks` gives the letters back, in the goal too."""
    for line in (f"blocks board={LS} goal=two-ls", f"blocks board={LS} goal=B@0,3/G@1,3 metric=moves"):
        canonical = puzzle(line).canonical()
        (tmp_path / "canonical.json").write_text(json.dumps(canonical))
        assert digest_of(puzzle(str(tmp_path / "canonical.json")).canonical()) == digest_of(canonical)
        plain = puzzle_of_answer({"puzzle": canonical}, {"moves": []}).value
        named = puzzle_of_answer({"puzzle": canonical}, {"moves": [], "blocks": "ABCDGEFHI"}).value
        assert plain.blocks["E"] == named.blocks["G"] == puzzle(line).value.blocks["G"]
        assert named.goal == puzzle(line).value.goal


@pytest.mark.parametrize("names", [None, 5, "AB", "AACDGEFHI", "ABCDGEFH1", ["A"], "ÄBCDGEFHI"])
def test_wrong_names_of_a_plan_are_left_aside(names: Any) -> None:
    """Letters that cannot be those of the blocks change nothing."""
    canonical = puzzle(f"blocks board={LS} goal=two-ls").canonical()
    assert puzzle_of_answer({"puzzle": canonical}, {"blocks": names}).canonical() == canonical


def test_legal_moves_of_the_start() -> None:
    """In steps a block goes one cell, in moves along any path, each place once by a shortest way."""
    assert puzzle("two-ls").moves() == [["G", "DOWN"], ["I", "LEFT"], ["I", "RIGHT"]]
    around = puzzle("blocks board=A../.#./... goal=A@2,2 metric=moves")
    assert sorted(len(path) for _, *path in around.moves()) == [1, 1, 2, 2, 3, 3, 4]
    assert ["A", "DOWN", "DOWN", "RIGHT", "RIGHT"] in around.moves()
    assert puzzle("blocks board=AB goal=A@0,1").moves() == []


def test_packings_have_no_moves_and_no_film() -> None:
    """Moves are asked of puzzles with plans alone."""
    what = puzzle("packing board=1x2 pieces=I2")
    for asked in (what.moves, lambda: what.film({"placements": []})):
        with pytest.raises(InvalidInput, match=r"a packing has no .*; expected a puzzle with moves"):
            asked()
