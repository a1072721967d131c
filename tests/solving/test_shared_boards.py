"""Batches of boards that differ in their cells share a search, and each is counted as it is alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from encoders.puzzle import Puzzle
from exactcover import BadLine, api, count_many
from exactcover.api.answering import answered_here
from exactcover.model.answer import Answer, Limits, Request, request
from exactcover.model.errors import JudgeRefused
from exactcover.solving import batch, pipeline, shared_boards
from exactcover.solving.shared_boards import WHY

CELLS = [(row, column) for row in range(4) for column in range(6)]


def board(*holes: tuple[int, int], pieces: str = "dominoes copies=any", more: str = "") -> Puzzle:
    """Return a 4x6 board without some cells."""
    written = "/".join(f"{row},{column}" for row, column in holes)
    return api.puzzle(f"packing board=4x6 pieces={pieces}{f' holes={written}' if holes else ''}{more}")


def counted(puzzles: list[Any], **limits: Any) -> list[Answer]:
    """Return the answers of a batch, whose engines run in this process's children."""
    lines = list(enumerate(puzzles, 1))
    steps = list(batch.run(lines, request("count", limits=Limits(**limits))))
    assert not [step for step in steps if isinstance(step, BadLine)]
    outcomes = [step for step in steps if isinstance(step, batch.OneAnswered)]
    assert [each.line for each in outcomes] == list(range(1, len(puzzles) + 1))
    return [each.answer for each in outcomes]


def shared(answers: list[Answer]) -> int:
    """Return how many answers come from a shared search."""
    return sum(answer.engine.why == WHY for answer in answers)


def same(one: Answer, other: Answer) -> bool:
    """Return whether two answers say the same of one puzzle."""
    alike = (one.puzzle, one.status, one.count) == (other.puzzle, other.status, other.count)
    return alike and (not one.count or (one.classes, one.exhausted) == (other.classes, other.exhausted))


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a shared search take as long as it likes, so that no test depends on times."""
    monkeypatch.setattr(shared_boards, "PATIENCE", 1e6)


HOLES = st.lists(st.lists(st.sampled_from(CELLS), min_size=2, max_size=4, unique=True), min_size=12, max_size=12)


@settings(max_examples=2, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(HOLES, st.sampled_from(["dominoes copies=any", "I2,I3,V3 copies=any", "I2,I1 copies=I2:any,I1:1..4"]))
def test_a_batch_counts_as_single_requests_do(holes: list[list[tuple[int, int]]], pieces: str) -> None:
    """Status, count and classes are those of single requests, in order."""
    puzzles = [board(*own, pieces=pieces) for own in holes]
    for puzzle, answer in zip(puzzles, counted(puzzles), strict=True):
        assert same(answer, answered_here(puzzle, Request("count")))


def test_boards_share_a_search() -> None:
    """All but the first boards are answered together if they have solutions and no symmetries, and one reports the nodes."""
    puzzles = [board((0, 0), cell, pieces="I2,V3 copies=any") for cell in CELLS[1:17]]
    answers = counted(puzzles)
    together = [answer for answer in answers if answer.engine.why == WHY]
    assert len(together) >= 8
    assert all(answer.count and answer.exhausted for answer in together)
    assert sum(answer.statistics.nodes > 0 for answer in together) == 1


def test_lines_of_other_puzzles_and_bad_lines_keep_their_places() -> None:
    """A group's boards may lie anywhere in a batch."""
    puzzles: list[Any] = [board((0, 0), cell) for cell in CELLS[1:15]]
    lines = [*puzzles[:5], "nonsense", "sudoku 1.....3..4......", *puzzles[5:]]
    answers = count_many(lines)
    assert [isinstance(each, BadLine) for each in answers] == [line == "nonsense" for line in lines]
    for line, answer in zip(lines, answers, strict=True):
        if isinstance(answer, Answer):
            assert same(answer, answered_here(api.puzzle(line) if isinstance(line, str) else line, Request("count")))


@pytest.mark.parametrize(
    "more",
    [" optional=all", " fixed=I2:3,0/3,1 maximise=covered", " wrap=rows", " touching=none", " connected=yes"],
)
def test_other_packings_share_nothing(more: str) -> None:
    """Goals, cells that may stay empty, and demands on neighbours keep boards apart."""
    assert board((0, 0), (0, 1), more=more).board() is None


def test_boards_with_other_pieces_are_other_puzzles() -> None:
    """What is common is all but the cells; a pre-placed piece is a copy less, and cells that the board lacks."""
    keys = [
        own[0]
        for puzzle in (
            board((0, 0), (0, 1)),
            board((0, 0), (0, 3)),
            board((0, 0), (0, 1), pieces="I3 copies=any"),
            board((0, 0), (0, 1), more=" fixed=I2:3,0/3,1"),
            board((0, 0), (0, 1), pieces="I2 copies=11", more=" fixed=I2:3,0/3,1"),
            board((0, 0), pieces="I2 copies=11", more=" fixed=I2:3,4/3,5"),
        )
        if (own := puzzle.board()) is not None
    ]
    assert len(keys) == 6
    assert keys[0] == keys[1] == keys[3]
    assert keys[4] == keys[5]
    assert len(set(keys)) == 3


def test_places_of_a_pre_placed_piece_share_a_search() -> None:
    """The solutions with an I-pentomino in each of some places are counted together, and are those of single requests."""
    pieces = "I5,T4,L4,V3,I2,I2,V3,I1"
    places = [f" fixed=I5:{'/'.join(f'{row},{column + n}' for n in range(5))}" for row in range(4) for column in (0, 1)]
    places += [
        f" fixed=I5:{row},0/{row},1/{row},2/{row},3/{row},4+I1:{other},5" for row in range(4) for other in (1, 2)
    ]
    puzzles = [board(pieces=pieces, more=more) for more in places] * 2
    answers = counted(puzzles)
    assert shared(answers) >= 4
    for puzzle, answer in zip(puzzles[:16], answers, strict=False):
        assert same(answer, answered_here(puzzle, Request("count")))


def test_a_search_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards are counted alone if their list does not end in the time that they would take alone."""
    monkeypatch.setattr(shared_boards, "PATIENCE", 0.0)
    answers = counted([board((0, 0), cell) for cell in CELLS[1:15]])
    assert not shared(answers)
    assert all(answer.status != "UNKNOWN" for answer in answers)


@pytest.mark.parametrize("limits", [{"solutions": 2}, {"nodes": 10**6}])
def test_limits_for_each_puzzle_keep_boards_apart(limits: dict[str, int]) -> None:
    """A limit of solutions or nodes is for each puzzle, which a shared search does not know."""
    assert not shared(counted([board((0, 0), cell) for cell in CELLS[1:15]], **limits))


def test_a_shared_search_that_a_judge_refuses_is_one_bad_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """The line that began it reports the fault, and the others are counted alone."""
    run = pipeline.run

    def refusing(puzzle: Puzzle, own: Request, *arguments: Any) -> Iterator[Any]:
        if own.task == "list":
            raise JudgeRefused("refused")
        return run(puzzle, own, *arguments)

    monkeypatch.setattr(pipeline, "run", refusing)
    lines = list(enumerate([board((0, 0), cell) for cell in CELLS[1:15]], 1))
    steps = list(batch.run(lines, request("count")))
    bad = [step for step in steps if isinstance(step, BadLine)]
    assert [(each.line, each.ours) for each in bad] == [(shared_boards.ALONE + 1, True)]
    assert sum(isinstance(step, batch.OneAnswered) for step in steps) == 13


@pytest.mark.deep("counts 366 boards twice")
def test_dates_of_a_calendar_are_counted_together() -> None:
    """The 366 dates of the calendar puzzle have 24,405 solutions, and share a search."""
    months = [(month // 6, month % 6) for month in range(12)]
    days = [(2 + day // 7, day % 7) for day in range(31)]
    lengths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    absent = [(0, 6), (1, 6), *((6, column) for column in range(3, 7))]
    pieces = ["U5", "V5", "L5", "Y5", "N5", "Z5", "P5", {"name": "brick", "picture": "###/###"}]
    puzzles = [
        api.puzzle_sent({"kind": "packing", "board": "7x7", "pieces": pieces, "holes": [*absent, month, day]})[0]
        for month, length in zip(months, lengths, strict=True)
        for day in days[:length]
    ]
    answers = counted(puzzles)
    assert sum(answer.count or 0 for answer in answers) == 24_405
    assert shared(answers) > 300
