"""Marginals: in how many solutions each placement is, by layers there and back, by lists, and by brute force."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover
from exactcover import api
from exactcover.api.option_counts import refuse_marginals
from exactcover.backends.search.cover import marginals as search
from exactcover.model.cover import Cover, cover
from exactcover.model.errors import JudgeRefused, Unsuitable
from exactcover.model.layout import as_json
from tests.schemas import validate

DOMINOES = "packing board=4x4 pieces=dominoes copies=any"


def by_listing(puzzle: api.Puzzle) -> Counter[tuple[str, tuple[tuple[int, ...], ...]]]:
    """Return the number of solutions with each placement, from a list of them."""
    counted: Counter[tuple[str, tuple[tuple[int, ...], ...]]] = Counter()
    for solution in exactcover.iterate(puzzle):
        for place in as_json(solution)["placements"]:
            counted[place["piece"], tuple(sorted(map(tuple, place["cells"])))] += 1
    return counted


@pytest.mark.parametrize(
    "line",
    [
        DOMINOES,
        "packing board=5x4 pieces=pentominoes copies=0..1",
        "packing board=..+../.+.../..... pieces=I2,V3 copies=any",
        "packing lattice=triangle board=triangle:3 pieces=diamond,moniamond copies=any",
        "packing board=4x4 pieces=dominoes copies=any fixed=I2:0,0/0,1",
        "packing board=4x3 pieces=dominoes copies=any wrap=both",
    ],
)
def test_marginals_are_those_of_a_list(line: str) -> None:
    """Each placement is in as many solutions as a list says, those in none among them."""
    puzzle = api.puzzle(line)
    told = exactcover.marginals(puzzle)
    validate("marginals", dict(told))
    assert told["placements"] is not None
    own = {
        (each["piece"], tuple(sorted(map(tuple, each["cells"])))): int(each["solutions"])
        for each in told["placements"]
        if each["piece"] is not None
    }
    fixed = {(place.piece, place.cells) for place in puzzle.value.fixed}
    assert {key: number for key, number in own.items() if number} == {
        key: number for key, number in by_listing(puzzle).items() if key not in fixed
    }


def test_cells_that_stay_empty_have_marginals() -> None:
    """A row of three cells, two of which a domino covers: each end is empty once."""
    told = exactcover.marginals("packing board=+++ pieces=I2 copies=1")
    empty = {tuple(each["cells"][0]): each["solutions"] for each in told["placements"] or [] if each["piece"] is None}
    assert empty == {(0, 0): "1", (0, 1): "0", (0, 2): "1"}


@st.composite
def covers(draw: st.DrawFn) -> Cover:
    """Return a small cover with items of several multiplicities."""
    bounds: list[int | tuple[int, int]] = [1, (0, 1), (1, 2), (0, 2)]
    items = {name: draw(st.sampled_from(bounds)) for name in "abcde"}
    options = draw(st.lists(st.sets(st.sampled_from("abcde"), min_size=1, max_size=3), min_size=1, max_size=9))
    return cover(items, [sorted(option) for option in dict.fromkeys(map(frozenset, options))])


@given(covers())
def test_both_ways_agree_on_random_covers(model: Cover) -> None:
    """There and back through the layers gives what a list gives."""
    listed = next(each for each in search._by_list(model) if each is not None)
    layered = next(each for each in search._by_layers(model, 1 << 28) if each is not None)
    assert (layered.solutions, layered.each) == (listed.solutions, listed.each)


def test_options_of_a_cover_have_marginals() -> None:
    """A hand-made cover has options instead of placements."""
    told = exactcover.marginals(exactcover.cover(["a", "b"], [["a"], ["b"], ["a", "b"]]))
    validate("marginals", dict(told))
    assert told["placements"] is None
    assert [each["solutions"] for each in told["options"] or []] == ["1", "1", "1"]
    assert told["solutions"] == "2"


def test_impossible_puzzles_have_none() -> None:
    """Without a solution every number is 0."""
    told = exactcover.marginals("packing board=3x3 pieces=dominoes copies=any")
    assert (told["status"], told["solutions"]) == ("INFEASIBLE", "0")
    assert {each["solutions"] for each in told["placements"] or []} == {"0"}


@pytest.mark.deep("lists thousands of packings")
@pytest.mark.parametrize(("name", "solutions", "never"), [("pentominoes-5x12", 4040, 458), ("soma", 11520, 0)])
def test_published_solutions_are_counted_by_placement(name: str, solutions: int, never: int) -> None:
    """Every cell of 5x12 is covered 4,040 times; 458 of 1,936 placements are in no solution."""
    told = exactcover.marginals(name)
    assert told["solutions"] == str(solutions)
    if never:
        assert sum(each["solutions"] == "0" for each in told["placements"] or []) == never


def test_numbers_beyond_words_are_exact() -> None:
    """The dominoes of 20x20 have far over 2**64 tilings; the placements over a cell add up to their number."""
    told = exactcover.marginals("packing board=8x30 pieces=dominoes copies=any")
    total = int(told["solutions"] or 0)
    assert total > 2**64
    corner = [int(each["solutions"]) for each in told["placements"] or [] if [0, 0] in each["cells"]]
    assert sum(corner) == total
    assert all(0 < number < total for number in corner)


@pytest.mark.parametrize("change", [("solutions", "37"), ("placements", [])])
def test_marginals_of_a_stranger_are_judged(change: tuple[str, object]) -> None:
    """Numbers that do not add up, and other options, are refused."""
    told = {**exactcover.marginals(DOMINOES)}
    refuse_marginals(api.puzzle(DOMINOES), told)
    key, value = change
    with pytest.raises(JudgeRefused):
        refuse_marginals(api.puzzle(DOMINOES), {**told, key: value})


def test_puzzles_of_moves_have_no_marginals() -> None:
    """A plan is no cover."""
    with pytest.raises(Unsuitable):
        exactcover.marginals("8-puzzle")


def test_a_time_limit_ends_the_count() -> None:
    """The status is UNKNOWN then, and nothing is said of any placement."""
    told = exactcover.marginals("packing board=20x20 pieces=pentominoes copies=any", time_limit=0.01)
    assert (told["status"], told["stop_reason"], told["placements"]) == ("UNKNOWN", "time", None)
