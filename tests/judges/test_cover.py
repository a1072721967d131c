"""The judge of covers: agrees with the definition on every subset, and refuses each spoiling for its own reason."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import pytest

from encoders.cover.order import in_order
from encoders.kinds import KINDS
from encoders.puzzle import Puzzle
from exactcover import judges
from exactcover.model.arrays import Integers
from exactcover.model.connectivity import Connectivity
from exactcover.model.cover import CheaperCover, Cover, cover
from exactcover.model.many import SelectionTable
from tests.random_models import listed, random_coloured_cover, random_cover

KNUTH = cover(list("abcdefg"), ["ce", "adg", "bcf", "adf", "bg", "deg"])  # TAOCP 7.2.2.1, (6): options 0, 3, 4


def chosen(*options: int) -> Integers:
    """A selection."""
    return np.array(options, dtype=np.int64)


def right_by_definition(model: Cover, selection: tuple[int, ...]) -> bool:
    """Whether every item is in least to most options, counted name by name; connectivity by closing sets."""
    names = [name for option in selection for name in model.option(option)]
    low, high = dict(zip(model.items, model.least, strict=True)), dict(zip(model.items, model.most, strict=True))
    if not all(low[name] <= names.count(name) <= high[name] for name in model.items):
        return False
    if model.connectivity is None:
        return True
    covered = {number for number, name in enumerate(model.items) if name in names} & set(
        model.connectivity.items.tolist()
    )
    reached = covered & set(model.connectivity.roots.tolist())
    for _ in covered:
        for a, b in model.connectivity.edges.tolist():
            if {a, b} <= covered and {a, b} & reached:
                reached |= {a, b}
    return reached == covered


def right_with_colours(model: Cover, selection: tuple[int, ...]) -> bool:
    """Whether every item is in least to most options, those that give it one colour being one, name by name."""
    mentions = [name for option in selection for name in model.option(option)]
    for item, least, most in zip(model.items, model.least, model.most, strict=True):
        own = [mention for mention in mentions if mention.split(":")[0] == item]
        coloured = len(set(own)) == 1 and ":" in own[0]
        if not least <= (1 if coloured else len(own)) <= most:
            return False
    return True


def test_judges_and_brute_agree_with_the_definition_of_colours() -> None:
    """On random coloured covers both judges accept, one by one and many at once, exactly the subsets that are right."""
    for seed in range(25):
        model = random_coloured_cover(seed)
        puzzle = Puzzle(KINDS["cover"], in_order(model))
        model = puzzle.value
        encoding = puzzle.encode()
        assert encoding.decode_many is not None or model.costs is not None
        numbers = range(model.options)
        subsets = [each for size in range(5) for each in itertools.combinations(numbers, min(size, len(numbers)))]
        right = [subset for subset in subsets if right_with_colours(model, subset)]
        assert [list(each) for each in sorted(set(right))] == [
            each for each in sorted(listed("brute", model)) if len(each) <= min(4, len(numbers))
        ]
        for subset in subsets:
            selection = chosen(*subset)
            is_right = subset in right
            table = SelectionTable(np.arange(model.options), np.array([subset], dtype=np.int32))
            assert (not judges.faults(model, selection)) == judges.all_right(model, table) == is_right
            assert (not puzzle.faults(encoding.decode(selection))) == is_right
            if encoding.decode_many is not None:
                assert puzzle.all_right(encoding.decode_many(table)) == is_right


def test_colours_that_clash_are_named() -> None:
    """The judge says which item is given which colours."""
    model = cover(["a", "b", "c"], [["a", "s:x"], ["b", "s:y"], ["c", "s"]], secondary=["s"])
    assert judges.faults(model, chosen(0, 1, 2)) == [
        "item 's' is given the colours none, 'x', 'y'; expected one of them"
    ]


@pytest.mark.parametrize("connected", [False, True])
def test_judge_and_brute_agree_with_the_definition(connected: bool) -> None:
    """On random covers the judge accepts, and brute lists, exactly the subsets of options that are right."""
    for seed in range(60):
        model = random_cover(seed, connected=connected)
        numbers = range(model.options)
        subsets = itertools.chain.from_iterable(
            itertools.combinations(numbers, size) for size in range(len(numbers) + 1)
        )
        right = [list(subset) for subset in subsets if right_by_definition(model, subset)]
        assert listed("brute", model) == sorted(right)
        for size in range(min(4, len(numbers)) + 1):
            for subset in itertools.combinations(numbers, size):
                assert (not judges.faults(model, chosen(*subset))) == (list(subset) in right)


@pytest.mark.parametrize(
    ("selection", "fault"),
    [
        ([0, 3], "item 'b' is covered 0 times; expected 1"),
        ([0, 3, 4, 1], "item 'a' is covered 2 times; expected 1"),
        ([0, 3, 4, 4], "option 4 is chosen 2 times"),
        ([0, 3, 6], "option 6 does not exist; expected 0 to 5"),
        ([0, 3, -2], "option -2 does not exist"),
        ([0, 3, 2**62], "option 4611686018427387904 does not exist"),
        ([], "item 'a' is covered 0 times"),
    ],
)
def test_spoiled_selections_are_refused(selection: list[int], fault: str) -> None:
    """A dropped, added, repeated or unknown option is named, and Knuth's own solution has no fault."""
    assert not judges.faults(KNUTH, chosen(0, 3, 4))
    assert any(each.startswith(fault) for each in judges.faults(KNUTH, chosen(*selection)))


@pytest.mark.parametrize(
    ("selection", "fault"),
    [
        (np.array([0.0, 3.0, 4.0]), "the selection is an array of float64; expected integers"),
        (np.array([True, False]), "the selection is an array of bool; expected integers"),
        (np.array([[0, 3, 4]]), "the selection is an array of 2 dimensions; expected 1"),
        (np.array(["0", "3"]), "the selection is an array of <U1"),
    ],
)
def test_selections_that_are_no_row_of_integers_are_refused(selection: Integers, fault: str) -> None:
    """A selection of another type or shape is a fault, not a crash."""
    (found,) = judges.faults(KNUTH, selection)
    assert found.startswith(fault)


def test_ranges_are_named_in_faults() -> None:
    """An item with least < most is refused outside its range, and the range is named."""
    model = cover({"a": (1, 2)}, [["a"], ["a", "x"], ["a", "y"]], secondary=["x", "y"])
    assert not judges.faults(model, chosen(0, 1))
    assert judges.faults(model, chosen(0, 1, 2)) == ["item 'a' is covered 3 times; expected 1 to 2"]
    assert judges.faults(model, chosen()) == ["item 'a' is covered 0 times; expected 1 to 2"]


def test_options_cut_off_from_the_roots_are_refused() -> None:
    """Each covered item that no covered path joins to a covered root is named, a path through others does not count."""
    path = Connectivity(np.arange(3), np.array([[0, 1], [1, 2]]), np.array([0]))
    model = replace(cover(dict.fromkeys("abc", (0, 1)), ["a", "b", "c"]), connectivity=path)
    assert not judges.faults(model, chosen(0, 1, 2))
    assert judges.faults(model, chosen(0, 2)) == ["item 'c' is not connected to a root"]
    assert judges.faults(model, chosen(1, 2)) == [f"item {name!r} is not connected to a root" for name in "bc"]


def test_cost_is_the_sum_of_the_chosen() -> None:
    """The judge adds up the costs itself, and says None where there are none."""
    model = cover(["a", "b"], ["a", "b", "ab"], costs=[3, -1, 7])
    assert judges.cost(model, chosen(0, 1)) == 2
    assert judges.cost(KNUTH, chosen(0, 3, 4)) is None


def test_a_selection_below_a_cost_must_cost_less() -> None:
    """A selection of the same cost is refused; one that covers too little is refused for that alone."""
    model = cover(["a", "b"], ["a", "b", "ab"], costs=[3, -1, 7])
    assert judges.faults(CheaperCover(model, 3), chosen(0, 1)) == []
    assert judges.faults(CheaperCover(model, 2), chosen(0, 1)) == ["the selection costs 2; expected less than 2"]
    assert judges.faults(CheaperCover(model, 2), chosen(1)) == ["item 'a' is covered 0 times; expected 1"]
