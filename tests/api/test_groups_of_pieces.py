"""Pieces of one group need not come apart: as BurrTools' files say, and as the judge of disassemblies demands."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

import pytest
from hypothesis import given

import exactcover
from encoders.imports import xmpuzzle
from encoders.puzzle import puzzle_of
from exactcover.backends.search.graphs.disassembly import come_apart, together
from exactcover.judges.disassembly import faults
from exactcover.model.disassembly import Grouping, Together
from exactcover.model.errors import InvalidInput
from tests.api.test_disassembling import LINKED, RING, Cell, assemblies, naive_level
from tests.encoders.imports.test_xmpuzzle import file_of, voxels

AWAY = 9
Most = Mapping[Hashable, Mapping[Hashable, int]]
PAIRS = [*(RING, LINKED), *([(z, y + AWAY, x) for z, y, x in cells] for cells in (RING, LINKED))]
"""Two pairs of linked rings, side by side: each pair is inseparable."""
LONG = [(z, 1, x) for z in range(3) for x in range(1, 5) if z != 1 or x in (1, 4)]
"""A longer ring, linked with the first."""


def pairs_as(names: str, most: Most) -> tuple[Together, ...] | None:
    """Return which pieces stay together if the four rings have these letters as shapes; None if they do not come apart."""
    grouping = Grouping(tuple(names), most)
    stage = come_apart(PAIRS, grouping)
    if stage is None:
        return None
    parts = together(stage, grouping)
    assert parts is not None
    assert not list(faults(PAIRS, stage, grouping, parts))
    return parts


def test_a_group_has_room_for_so_many_copies() -> None:
    """Two pairs are one group twice, or two groups; they are neither if a group has room for one pair alone."""
    assert set(pairs_as("abab", {"a": {1: 2}, "b": {1: 2}}) or ()) == {Together((0, 1), 1), Together((2, 3), 1)}
    assert pairs_as("abab", {"a": {1: 1}, "b": {1: 2}}) is None
    two = pairs_as("abab", {"a": {1: 1, 2: 1}, "b": {1: 2, 2: 2}}) or ()
    assert sorted((each.pieces, each.group) for each in two) in ([((0, 1), 1), ((2, 3), 2)], [((0, 1), 2), ((2, 3), 1)])
    assert pairs_as("abab", {}) is None


def test_the_first_group_that_fits_may_not_be_the_right_one() -> None:
    """The pair that may be in two groups leaves to the other one the only group that this may be in."""
    most: Most = {"a": {1: 1, 2: 1}, "b": {1: 1, 2: 1}, "c": {1: 1}}
    assert set(pairs_as("abac", most) or ()) == {Together((0, 1), 2), Together((2, 3), 1)}
    assert pairs_as("abac", {**most, "a": {1: 1}}) is None


def test_pieces_in_several_groups_are_taken_apart_if_they_can_be() -> None:
    """Only pieces that are all in one group, and no other, are not tried."""
    cubes = [[(0, 0, 0)], [(0, 0, 1)], [(0, 0, 2)]]
    one, two = (Grouping(tuple("cab"), {each: dict.fromkeys(range(groups), 1) for each in "ab"}) for groups in (1, 2))
    for grouping, parts in ((one, (Together((1, 2), 0),)), (two, ())):
        stage = come_apart(cubes, grouping)
        assert stage is not None
        assert together(stage, grouping) == parts


@given(assemblies())
def test_one_group_of_all_comes_apart_where_anything_is_free(pieces: list[list[Cell]]) -> None:
    """The first level is the only one, and as a naive search finds it."""
    if len(pieces) < 2:
        return
    stage = come_apart(pieces, Grouping(tuple(range(len(pieces))), {each: {"all": 1} for each in range(len(pieces))}))
    assert (None if stage is None else stage.levels) == (None if (level := naive_level(pieces)) is None else (level,))


def test_the_judge_refuses_wrong_groups() -> None:
    """Pairs that no group has room for, that have no group, that are not those that stay together, and a piece in two."""
    grouping = Grouping(tuple("abab"), {"a": {1: 2, 2: 1}, "b": {1: 2, 2: 1}})
    stage = come_apart(PAIRS, grouping)
    assert stage is not None
    for wrong, sentence in (
        ((Together((0, 1), 1),), "pieces 3, 4 stay together and form no group"),
        ((Together((0, 1), 1), Together((2, 3), 3)), "stay together in group 3, which may have 0 of them"),
        ((Together((0, 1), 2), Together((2, 3), 2)), "2 pieces a stay together in group 2, which may have 1 of them"),
        ((Together((0, 1, 2, 3), 1),), "pieces 1, 2 stay together and form no group"),
        (
            (Together((0, 1), 1), Together((2, 3), 1), Together((0, 2), 2)),
            "piece 1 stays together with others of 2 groups",
        ),
    ):
        assert any(sentence in fault for fault in faults(PAIRS, stage, grouping, wrong)), sentence


def rings(first: str, second: str, cube: str = "") -> str:
    """A BurrTools file of linked rings and a cube beside them; the arguments are the rest of their elements `shape`."""
    cells = [*RING, *LONG, (0, 0, 5)]
    shapes = "".join(
        f'<shape id="{number}" count="1"{rest or "/>"}' for number, rest in enumerate((first, second, cube))
    )
    return file_of(
        [*(voxels(each) for each in (RING, LONG, [(0, 0, 0)], cells))], f"><shapes>{shapes}</shapes><result id='3'/>"
    )


def taken(text: str, **options: Any) -> exactcover.Disassembly:
    """The disassembly of the only assembly of a file."""
    puzzle = puzzle_of("packing", xmpuzzle.keys(text))
    return exactcover.disassemble(puzzle, next(iter(exactcover.iterate(puzzle))), **options)


GROUP = ' group="7"/>'
MEMBERS = '><group group="7" count="1"/><group group="8" count="1"/></shape>'


@pytest.mark.parametrize("rest", [(GROUP, GROUP), (GROUP, MEMBERS), (MEMBERS, MEMBERS)])
def test_a_file_says_which_pieces_stay_together(rest: tuple[str, str]) -> None:
    """By an attribute or by elements; the answer names the pieces and their group."""
    apart = taken(rings(*rest))
    assert apart.comes_apart
    (together,) = apart.to_json()["together"]
    assert (sorted(together["pieces"]), together["group"]) == (["S1", "S2"], 7)


@pytest.mark.parametrize("rest", [("", ""), (GROUP, ""), (' group="0"/>', ' group="0"/>'), (GROUP, ' group="8"/>')])
def test_pieces_without_a_common_group_must_come_apart(rest: tuple[str, str]) -> None:
    """Group 0 is none."""
    assert taken(rings(*rest)).comes_apart is False


def test_a_caller_may_say_other_groups() -> None:
    """Instead of those of the puzzle, by the names of pieces."""
    assert taken(rings("", ""), groups={"S1": "rings", "S2": {"rings": 1, "others": 1}}).comes_apart
    assert taken(rings(GROUP, GROUP), groups={}).comes_apart is False


@pytest.mark.parametrize(
    ("rest", "sentence"),
    [
        (' group="a"/>', "<shape> has group='a'; expected a whole number from 0 to 65535"),
        (' group="-1"/>', "<shape> has group='-1'"),
        ('><group count="1"/></shape>', "<group> has no group; expected group=NUMBER"),
        ('><group group="1"/></shape>', "<group> has no count; expected count=NUMBER"),
        ('><group group="1" count="1.5"/></shape>', "<group> has count='1.5'"),
        (' group="1"><group group="1" count="1"/></shape>', "shape 0 is put into group 1 twice"),
    ],
)
def test_malformed_groups_are_refused(rest: str, sentence: str) -> None:
    """With the line, and what was expected."""
    with pytest.raises(InvalidInput, match="line 1: ") as caught:
        xmpuzzle.keys(rings(rest, ""))
    assert sentence in str(caught.value)


def packing(**groups: Any) -> Any:
    """The packing of two dominoes and two cubes into a square and a half, with groups."""
    pieces = [{"name": name, "cells": [[0, 0], [0, 1]], "groups": own} for name, own in groups.items()]
    return puzzle_of("packing", {"board": "2x2", "pieces": pieces})


def test_groups_of_congruent_pieces_are_added() -> None:
    """And a group that no two pieces can be in changes nothing."""
    (merged,) = packing(A=1, B=[[1, 5], [2, None]]).canonical()["pieces"]
    assert (merged["copies"], merged["groups"]) == ([2, 2], [[1, 2]])
    assert packing(A=1, B=[[2, 1]]).canonical() == packing(A=[], B=[]).canonical()


def test_groups_come_back() -> None:
    """From the canonical puzzle, and from a file of BurrTools."""
    puzzle = packing(A=1, B=[[1, 1], [2, 2]], C=[[2, 1]])
    own = puzzle.canonical()
    assert own["pieces"][0]["groups"] == [[1, 2], [2, 2]]
    assert puzzle_of("packing", own).canonical() == own
    again = puzzle_of("packing", xmpuzzle.keys("".join(puzzle.in_format("xmpuzzle"))))
    assert again.canonical()["pieces"][0]["groups"] == [[1, 2], [2, 2]]
    assert 'count="2" group="1"/>' in "".join(packing(A=1, B=1).in_format("xmpuzzle"))


def test_labelled_pieces_keep_their_names_and_groups() -> None:
    """Congruent pieces that only their groups tell apart are named as in the puzzle when its keys are written out."""
    cells = [[0, 0], [0, 1]]
    pieces = [{"name": name, "cells": cells, "groups": groups} for name, groups in zip("ABC", (2, [], 2), strict=True)]
    puzzle = puzzle_of("packing", {"board": "2x3", "pieces": pieces, "labelled": True})
    assert {each["name"]: each.get("groups") for each in puzzle.named()["pieces"]} == {
        "A": [[2, 1]],
        "B": None,
        "C": [[2, 1]],
    }


@pytest.mark.parametrize("value", [0, True, "1", [1], [[1]], [[0, 1]], [[1, 0]], [[1, 1], [1, 1]], {"1": 1}])
def test_malformed_groups_of_a_key_are_refused(value: Any) -> None:
    """In one sentence that names the piece."""
    with pytest.raises(InvalidInput, match=r"groups of piece 'A'.*; expected"):
        packing(A=value)
