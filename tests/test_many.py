"""Lists handed over as tables: the judges say of a table what they say of its selections, and nothing else changes."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import exactcover
from encoders.catalogue import puzzle
from encoders.puzzle import Puzzle
from exactcover import judges
from exactcover.backends.search.cover.waiting import MANY, Waiting
from exactcover.cli import rendering
from exactcover.cli.looks import Look
from exactcover.model.answer import Answer, EngineOptions, Limits, Request
from exactcover.model.encoding import Encoding
from exactcover.model.errors import JudgeRefused
from exactcover.model.events import Accepted, AcceptedMany, Event, Found, FoundMany
from exactcover.model.many import SelectionTable, SolutionTable, table_of, written
from exactcover.solving import execute, pipeline
from exactcover.solving.pipeline import JobRunner
from exactcover.solving.plan import Job
from exactcover.transform.reductions import chain
from tests.jobs import search
from tests.random_models import listed

PUZZLES = {
    "dominoes": puzzle("packing board=4x6 pieces=dominoes copies=any"),
    "copies": puzzle("packing board=3x4 pieces=I2,I1 copies=I2:3..5,I1:any"),
    "fixed": puzzle("packing board=4x5 pieces=I2,I1 copies=I2:9,I1:2 fixed=I1:0,0"),
    "wide": puzzle("packing board=2x40 pieces=I4,I2,O4 copies=I4:18,I2:2,O4:1"),
    "cover": puzzle(
        "cover",
        items=["a", ["b", 1, 2], ["c", 0, 2], "d"],
        options=[["a"], ["a", "b"], ["b"], ["b", "c"], ["c"], ["c", "d"], ["d"], ["a", "d"], ["b", "d"]],
    ),
}


def table(what: Puzzle) -> tuple[Encoding, SelectionTable]:
    """The encoding of a puzzle, and all its solutions as one table."""
    encoding = what.encode()
    reduced = chain.reduce(encoding.model, ("cover",))
    each = listed("exact", reduced.model)
    lines = np.full((len(each), max(map(len, each))), -1, dtype=np.int32)
    for number, selection in enumerate(each):
        lines[number, : len(selection)] = selection
    options = int(lines.max()) + 1
    of_options = table_of(lines, options)
    return encoding, SelectionTable(reduced.lift(of_options.parts), of_options.lines)


@pytest.mark.parametrize("name", PUZZLES)
def test_a_table_of_right_selections_is_accepted_and_decoded_as_each_is(name: str) -> None:
    """The solutions of a table are those of its selections, in their order, placements and options too."""
    what = PUZZLES[name]
    encoding, selections = table(what)
    assert len(selections) > 3
    solutions = pipeline.accepted_table(what, encoding, selections)
    assert solutions is not None
    assert list(solutions) == [encoding.decode(selection) for selection in selections]
    assert not any(what.faults(solution) for solution in solutions)


def spoiled(lines: Any, rng: random.Random, parts: int) -> Any:
    """Lines with one number of one line changed, left out, or repeated."""
    changed = lines.copy()
    row, column = rng.randrange(len(lines)), rng.randrange(lines.shape[1])
    changed[row, column] = rng.choice([-1, rng.randrange(parts), changed[row, rng.randrange(lines.shape[1])]])
    return changed


@pytest.mark.parametrize("name", PUZZLES)
def test_both_judges_say_of_a_table_what_they_say_of_each(name: str) -> None:
    """With a number changed, left out or doubled a table is all right exactly if every selection of it is, for either judge."""
    what, rng = PUZZLES[name], random.Random(name)
    encoding, right = table(what)
    assert encoding.decode_many is not None
    solutions = encoding.decode_many(right)
    refused = 0
    for _ in range(150):
        some = rng.sample(range(len(right)), min(4, len(right)))
        lines = spoiled(right.lines[some], rng, len(right.parts))
        selections = SelectionTable(right.parts, lines)
        fine = not any(judges.faults(encoding.model, selection) for selection in selections)
        assert judges.all_right(encoding.model, selections) == fine
        lines = spoiled(solutions.lines[some], rng, len(solutions.parts))
        spoilt = replace(solutions, lines=np.sort(lines, axis=1)[:, ::-1])
        fine = not any(what.faults(solution) for solution in spoilt)
        assert what.all_right(spoilt) == fine
        refused += not fine
    assert refused > 30


def test_wrong_parts_are_refused_by_the_judge_of_the_model() -> None:
    """Pieces and orientations that do not exist, placements off the region, options that do not exist, numbers of no part."""
    encoding, right = table(PUZZLES["dominoes"])
    for column, value in ((0, 1), (0, -1), (1, 2), (1, -1), (2, -1), (2, 9), (3, 2**63 - 1)):
        parts = right.parts.copy()
        parts[0, column] = value
        assert not judges.all_right(encoding.model, SelectionTable(parts, right.lines))
    for parts in (right.parts[:, :3], right.parts.astype(float), right.parts[:0]):
        assert not judges.all_right(encoding.model, SelectionTable(parts, right.lines))
    for lines in (right.lines + len(right.parts), right.lines - 2, right.lines.astype(float), right.lines[0]):
        assert not judges.all_right(encoding.model, SelectionTable(right.parts, lines))
    encoding, right = table(PUZZLES["cover"])
    for number in (-1, 9):
        parts = right.parts.copy()
        parts[0] = number
        assert not judges.all_right(encoding.model, SelectionTable(parts, right.lines))


@pytest.mark.parametrize(
    "part",
    [
        {"piece": "I2", "cells": [[0, 0], [1, 1]]},
        {"piece": "I2", "cells": [[0, 0], [0, -1]]},
        {"piece": "I2", "cells": [[0, True], [0, 0]]},
        {"piece": "I3", "cells": [[0, 0], [0, 1]]},
        {"piece": "I2"},
        7,
    ],
)
def test_wrong_parts_are_refused_by_the_referee(part: Any) -> None:
    """A placement of another shape, off the board, of an unknown piece, or no placement spoils a table."""
    what = PUZZLES["dominoes"]
    encoding, right = table(what)
    assert encoding.decode_many is not None
    solutions = encoding.decode_many(right)
    assert what.all_right(solutions)
    assert not what.all_right(replace(solutions, parts=(written(part), *solutions.parts[1:])))
    assert not what.all_right(replace(solutions, key="options"))
    cover = PUZZLES["cover"]
    assert not cover.all_right(SolutionTable("options", (written(["a", "x"]),), np.zeros((1, 1), dtype=np.int32)))


def lying(spoil: Callable[[SelectionTable], SelectionTable]) -> JobRunner:
    """An engine in this process that spoils its tables."""

    def run(job: Job, interrupted: Callable[[], bool]) -> Iterator[Event]:
        for event in execute.events(job):
            yield FoundMany(spoil(event.selections)) if isinstance(event, FoundMany) else event

    return run


def test_a_wrong_table_is_refused_in_the_words_of_one_selection() -> None:
    """What comes before the wrong selection is handed over; then the judge says what is wrong with that one."""
    what = PUZZLES["dominoes"]

    def spoil(selections: SelectionTable) -> SelectionTable:
        lines = selections.lines.copy()
        lines[5, 0] = lines[5, 1]
        return replace(selections, lines=lines)

    steps: list[Any] = []
    with pytest.raises(JudgeRefused, match=r"the judge refused a selection of exact: cell \(\d, \d\) is covered"):
        steps.extend(pipeline.run(what, Request("list", "exact"), run_job=lying(spoil)))
    assert sum(isinstance(step, Accepted) for step in steps) == 5
    assert not any(isinstance(step, AcceptedMany) for step in steps)


def test_a_list_in_tables_is_the_list_one_by_one() -> None:
    """The public list has each of the 281 tilings of 4x6 by dominoes once, in tables; limits cut it where they say."""
    what = PUZZLES["dominoes"]
    steps = list(pipeline.run(what, Request("list", "exact"), run_job=lying(lambda selections: selections)))
    tables = [step for step in steps if isinstance(step, AcceptedMany)]
    assert sum(step.number for step in tables) == 281
    assert isinstance(steps[-1], Answer)
    assert (steps[-1].count, steps[-1].exhausted) == (281, True)
    with exactcover.iterate(what) as solutions:
        every = list(solutions)
    assert len({json.dumps(solution) for solution in every}) == len(every) == 281
    for limit in (1, MANY - 1, MANY, 100):
        with exactcover.iterate(what, limits=Limits(solutions=limit)) as some:
            assert len(list(some)) == limit
        assert some.answer is not None
        assert (some.answer.count, some.answer.stop_reason) == (limit, "solutions")
        assert not some.answer.exhausted


@pytest.mark.parametrize("ending", [None, "", ".jsonl", ".json", ".txt"])
@pytest.mark.parametrize(("as_json", "quiet"), [(True, False), (False, True), (False, False)])
@pytest.mark.parametrize("name", ["copies", "cover"])
def test_tables_are_printed_and_written_as_solutions_are(
    name: str, as_json: bool, quiet: bool, ending: str | None
) -> None:
    """Text and content of a table are those of its solutions one after the other, and so is their number."""
    what = PUZZLES[name]
    encoding, selections = table(what)
    solutions = pipeline.accepted_table(what, encoding, selections)
    assert solutions is not None
    solutions = replace(solutions, lines=solutions.lines[:7])
    look = Look(as_json=as_json, quiet=quiet, ending=ending)
    each = [rendering.listed(what, solution, number, look, True) for number, solution in enumerate(solutions, 3)]
    many = list(rendering.listed_many(what, solutions, 2, look))
    assert "".join(one.text for one in many) == "".join(one.text for one in each)
    assert b"".join(one.content for one in many) == b"".join(one.content for one in each)
    assert sum(one.number for one in many) == 7


def test_few_selections_are_handed_over_one_by_one() -> None:
    """Fewer than MANY come as they are; more as one table, the lines in their order, of any length, padding left out."""
    waiting = Waiting(50)
    assert list(waiting.handed_over()) == []
    waiting.add(np.array([[4, 7, -1], [3, -1, -1]], dtype=np.int32))
    assert waiting.due()
    few = list(waiting.handed_over())
    assert [event.selection.tolist() for event in few if isinstance(event, Found)] == [[4, 7], [3]]
    lines = np.arange(2 * MANY, dtype=np.int32).reshape(MANY, 2)
    waiting.add(lines)
    waiting.add(np.array([[40]], dtype=np.int32))
    (many,) = waiting.handed_over()
    assert isinstance(many, FoundMany)
    assert [selection.tolist() for selection in many.selections] == [*lines.tolist(), [40]]
    assert not list(waiting.handed_over())


def test_an_engine_that_lists_under_a_reduction_of_another_kind_is_lifted_one_by_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where a reduction lifts no parts, the selections of a table are lifted each by itself, to the same solutions."""
    what = PUZZLES["dominoes"]
    job = search("exact", "list", what.encode().model, EngineOptions(), Limits())
    by_parts = [event for event in execute.events(job) if isinstance(event, FoundMany)]
    job = replace(job, model=what.encode().model)  # of another model of the same no reduction is remembered
    reduce = chain.reduce
    monkeypatch.setattr(chain, "reduce", lambda *args, **more: replace(reduce(*args, **more), by_parts=False))
    apart = [event.selection.tolist() for event in execute.events(job) if isinstance(event, Found)]
    assert apart == [selection.tolist() for event in by_parts for selection in event.selections]
    assert len(apart) == 281


def test_a_part_twice_and_a_number_of_no_part_are_refused_by_the_referee_of_covers() -> None:
    """A cover's table whose options are not all different, or that names one it does not have, is not all right."""
    puzzle = PUZZLES["cover"]
    encoding, right = table(puzzle)
    assert encoding.decode_many is not None
    solutions = encoding.decode_many(right)
    assert puzzle.all_right(solutions)
    assert not puzzle.all_right(replace(solutions, parts=(*solutions.parts, solutions.parts[0])))
    for lines in (solutions.lines + len(solutions.parts), solutions.lines - 2):
        assert not puzzle.all_right(replace(solutions, lines=lines))
