"""Golfers as puzzles: counted as by a second program, judged week by week, every loss of the encoding caught."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from encoders.catalogue import puzzle
from encoders.solutions import Schedule
from exactcover import api
from exactcover.model.cover import Cover
from exactcover.model.errors import InvalidInput
from tests.schemas import validate
from tests.second_program_of_designs import schedules

FOUR = "golfers groups=2 size=2 weeks=3"
RIGHT = [[[1, 2], [3, 4]], [[1, 3], [2, 4]], [[1, 4], [2, 3]]]


@pytest.mark.parametrize(
    ("groups", "size", "weeks"),
    [
        (2, 2, 1),
        (2, 2, 2),
        (2, 2, 3),
        (2, 2, 4),
        (3, 2, 3),
        (3, 2, 5),
        (2, 3, 1),
        (2, 3, 2),
        (3, 3, 2),
        (3, 3, 4),
        (3, 1, 2),
        (1, 3, 1),
    ],
)
def test_counts_are_those_of_a_second_program(groups: int, size: int, weeks: int) -> None:
    """Schedules are as many as putting together the divisions of all golfers finds, weeks and golfers numbered."""
    answer = api.count(f"golfers groups={groups} size={size} weeks={weeks}")
    assert answer.count == schedules(groups, size, weeks)


def test_nine_golfers_for_four_weeks_are_resolved_triple_systems() -> None:
    """Each of the 840 triple systems of nine points is divided into four days in one way, and these are in any order."""
    assert api.count("golfers groups=3 size=3 weeks=4").count == 840 * 24


def test_classes_are_counted_up_to_the_numbers_of_golfers_and_weeks() -> None:
    """Two golfers a group have six one-factorisations of six golfers, of one class, their weeks in 120 orders."""
    answer = api.count(FOUR)
    assert (answer.count, answer.classes) == (6, 1)
    assert api.count("golfers groups=3 size=2 weeks=5").count == 6 * 120


def test_kirkmans_schoolgirls_walk_for_seven_days() -> None:
    """Fifteen schoolgirls walk in rows of three so that each two are in one row in the week; the answer fits its schema."""
    answer = api.solve("golfers groups=5 size=3 weeks=7")
    validate("answer", answer.to_json())
    assert isinstance(answer.solution, Schedule)
    met = [{*group} for week in answer.solution.weeks for group in week]
    assert all(sum({one, other} <= group for group in met) == 1 for one in range(1, 16) for other in range(1, one))


@pytest.mark.parametrize("words", ["groups=3 size=3 weeks=5", "groups=2 size=3 weeks=2", "groups=2 size=2 weeks=4"])
def test_impossible_schedules_are_proved_impossible(words: str) -> None:
    """Too few partners, or too few groups for those who played together: no fault of the keys, and the proof is judged."""
    answer = api.prove(f"golfers {words}")
    assert (answer.status, answer.certificate is None) == ("INFEASIBLE", False)


def test_a_lack_of_partners_is_noticed() -> None:
    """Golfers who would need more partners than there are have a notice."""
    assert puzzle(FOUR).notices() == []
    assert puzzle("golfers groups=2 size=2 weeks=4").notices() == [
        "a golfer would have 4 partners in 4 weeks; there are 3 others"
    ]


def test_a_schedule_is_drawn_as_a_table() -> None:
    """Weeks are rows with the numbers of the golfers of each group; without a solution the table is empty."""
    lines = [line.split() for line in api.draw(FOUR, {"weeks": RIGHT}).splitlines() if "1" in line]
    assert [[word for word in line if word.isdigit()] for line in lines] == [
        ["1", "2", "3", "4"],
        ["1", "3", "2", "4"],
        ["1", "4", "2", "3"],
    ]
    assert not any(character.isdigit() for character in api.draw(FOUR))


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ("size=3 weeks=7", "groups is None; expected a whole number from 1 to 99"),
        ("groups=5 size=x weeks=7", "size is 'x'; expected a whole number from 1 to 99"),
        ("groups=5 size=3 weeks=0", "weeks is 0; expected a whole number from 1 to 99"),
        ("groups=50 size=2 weeks=1", "groups times size is 100 golfers; expected at most 99"),
        ("groups=9 size=11 weeks=9", "make options with .* items in all; expected at most 5,000,000"),
        ("groups=5 size=3 weeks=7 days=7", "has no key 'days'"),
    ],
)
def test_bad_keys_are_refused(words: str, fault: str) -> None:
    """Each fault of a key has a sentence with what was expected."""
    with pytest.raises(InvalidInput, match=fault):
        puzzle(f"golfers {words}")


@pytest.mark.parametrize(
    ("weeks", "fault"),
    [
        (None, "the solution has no weeks"),
        ([1, 2, 3], "the solution has no weeks"),
        (RIGHT[:2], "the solution has 2 weeks; expected 3"),
        ([*RIGHT[:2], [[1, 4], [2, "3"]]], "week 3 has [2, '3']; expected a list of golfers"),
        ([*RIGHT[:2], [[1, 4], 2]], "week 3 has 2; expected a list of golfers"),
        ([*RIGHT[:2], [[1, 4, 2], [3]]], "week 3 has a group of 3 golfers; expected 2"),
        ([*RIGHT[:2], [[1, 4]]], "golfer 2 plays 0 times in week 3; expected once"),
        ([*RIGHT[:2], [[1, 4], [2, 2]]], "golfer 2 plays 2 times in week 3; expected once"),
        ([*RIGHT[:2], [[1, 4], [2, 5]]], "week 3 has golfer 5; expected 1 to 4"),
        ([*RIGHT[:2], [[1, 4], [2, 10**5000]]], "week 3 has golfer a number of thousands of digits; expected 1 to 4"),
        ([*RIGHT[:2], RIGHT[0]], "golfers 1 and 2 are in one group 2 times; expected at most once"),
    ],
)
def test_referee_refuses_wrong_schedules(weeks: Any, fault: str) -> None:
    """Each way to be wrong has a sentence."""
    assert any(fault in each for each in puzzle(FOUR).faults({"weeks": weeks}))
    assert puzzle(FOUR).faults({"weeks": [[[2, 1], [4, 3]], *RIGHT[1:]]}) == []


@pytest.mark.parametrize("words", [FOUR, "golfers groups=3 size=3 weeks=2"])
def test_losses_of_the_encoding_are_caught(words: str) -> None:
    """Any option lost, other multiplicities, costs, other symmetries, another puzzle's model: each is found."""
    subject = puzzle(words)
    model = subject.encode().model
    assert isinstance(model, Cover)
    assert subject.encoding_faults(model) == []
    for option in range(model.options):
        assert subject.encoding_faults(model.with_options(np.delete(np.arange(model.options), option)))
    assert subject.encoding_faults(replace(model, most=model.most + 1, symmetries=None))
    assert subject.encoding_faults(replace(model, least=model.least * 0, symmetries=None))
    assert subject.encoding_faults(replace(model, symmetries=np.arange(len(model.items))[None]))
    assert subject.encoding_faults(replace(model, costs=np.ones(model.options, np.int64)))
    assert subject.encoding_faults(puzzle("golfers groups=2 size=2 weeks=2").encode().model)
    assert subject.encoding_faults(puzzle("soma").encode().model)
