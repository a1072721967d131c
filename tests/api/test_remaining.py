"""What is left of a puzzle after a moment: numbers, plans, pockets and reasons, all of them true."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import exactcover
from encoders.puzzle import Puzzle
from exactcover.api.answering import answered
from exactcover.api.solutions_left import remaining_by
from exactcover.model.answer import Answer, Request
from exactcover.model.answer import request as asked_for
from exactcover.model.errors import InvalidInput
from tests.schemas import validate

SIX_BY_TEN = "pentominoes-6x10"


def left(subject: object, **settings: object) -> dict[str, object]:
    """Return what remains, once it is what the schema says; more time than anybody needs."""
    told = exactcover.remaining(subject, **{"seconds": 30.0, **settings})  # type: ignore[arg-type]
    validate("remaining", told)
    return dict(told)


def test_the_number_left_is_the_number_of_solutions() -> None:
    """The 6x10 rectangle has 9356 solutions, 2339 of them different."""
    told = left(SIX_BY_TEN)
    assert (told["status"], told["count"], told["classes"], told["at_least"]) == ("FEASIBLE", "9356", "2339", None)
    assert told["sentence"] == "9,356 solutions, 2,339 of them different."


def test_every_piece_placed_leaves_fewer_until_one_is_left() -> None:
    """Pieces of one solution are pre-placed one after the other: the number falls to 1, and never to 0."""
    solution = exactcover.solve(SIX_BY_TEN).solution
    assert isinstance(solution, exactcover.PackingSolution)
    placements = solution["placements"]
    boards = [
        exactcover.puzzle("packing", board="6x10", pieces="pentominoes", fixed=placements[:number])
        for number in range(0, 12, 3)
    ]
    numbers = [int(str(left(board)["count"])) for board in boards]
    assert numbers[0] == 9356
    assert numbers == sorted(numbers, reverse=True)
    assert numbers[-1] >= 1


def test_a_hint_is_a_solution() -> None:
    """`solution=True` returns one that the referee accepts; otherwise there is none."""
    hint = left("soma", solution=True)["solution"]
    assert exactcover.faults("soma", hint) == []
    assert left("soma")["solution"] is None


@pytest.mark.parametrize(
    ("board", "dead", "words"),
    [
        ("...#.\n##.#.\n...##\n.....", [], "14 cells for pieces that cover multiples of 4"),
        ("..#..\n..###\n.....\n.....", [[0, 3], [0, 4]], "no piece covers these 2 cells"),
        (
            "...#..\n...#..\n####..\n......\n......",
            [[r, c] for r in (0, 1) for c in (0, 1, 2)],
            "no pieces fill this pocket of 6 cells",
        ),
    ],
)
def test_dead_cells_are_those_of_a_pocket(board: str, dead: list[list[int]], words: str) -> None:
    """A pocket that no pieces fill is named by its cells; an area that no pieces have is a number."""
    told = left(exactcover.puzzle("packing", board=board, pieces="tetrominoes", copies="any"))
    assert (told["status"], told["count"], told["dead"]) == ("INFEASIBLE", "0", dead)
    assert told["sentence"] == f"Impossible: {words}."
    assert told["argument"]


def test_a_plan_is_measured_in_moves() -> None:
    """The 8-puzzle of the catalogue takes 31 moves; the other half of the positions takes none, by parity."""
    assert left("8-puzzle")["sentence"] == "31 moves is the shortest."
    impossible = left("tiles start=123456870")
    assert (impossible["status"], impossible["count"]) == ("INFEASIBLE", None)
    assert "parity" in str(impossible["sentence"])


def test_a_goal_is_measured_in_its_words() -> None:
    """Pieces or cells, not a cost."""
    keys = {"board": "5x5", "pieces": "O4", "copies": "any"}
    one = left(exactcover.puzzle("packing", **keys, maximise="pieces"))
    several = left(exactcover.puzzle("packing", **keys, maximise="covered then minimise=pieces"))
    assert (one["sentence"], several["sentence"]) == (
        "The best is 4 pieces.",
        "The best is 16 cells covered, 4 pieces.",
    )


def test_clues_leave_solutions_of_a_sudoku() -> None:
    """17 clues leave one solution."""
    line = "000000010400000000020000000000050407008000300001090000300400200050100000000806000"
    assert left(f"sudoku {line}")["sentence"] == "Exactly one solution."


def test_a_moment_that_is_too_short_is_not_decided() -> None:
    """What was not counted in time is no number, and a solution found says that it fits."""
    told = exactcover.remaining("packing board=8x10 pieces=pentominoes copies=any", seconds=0.05, solution=True)
    validate("remaining", dict(told))
    assert told["count"] is None
    assert told["status"] in ("FEASIBLE", "UNKNOWN")
    assert told["stop_reason"] == "time"


def test_a_look_up_searches_with_one_thread() -> None:
    """Several look-ups run at once, so that none takes all processors."""
    requests: list[Request] = []

    def answering(puzzle: Puzzle, request: Request) -> Answer:
        requests.append(request)
        return answered(puzzle, request)

    told = remaining_by(answering, exactcover.puzzle("pentominoes-5x5-lnuwy"), 9.0, solution=True)
    assert (told["status"], [each.task for each in requests]) == ("FEASIBLE", ["count", "solve"])
    assert {each.workers for each in requests} == {1}


def test_a_pocket_is_named_however_late_it_is_looked_for() -> None:
    """Where a count ends with "dead", because arithmetic had no time, the pocket is looked for all the same."""
    board = exactcover.puzzle("packing", board="..#..\n..###\n.....\n.....", pieces="tetrominoes", copies="any")

    def answering(puzzle: Puzzle, request: Request) -> Answer:
        return answered(puzzle, replace(request, task="prove", argument=request.argument or "dead"))

    assert answering(board, asked_for("count")).evidence == "dead"
    told = remaining_by(answering, board, 9.0, solution=False)
    assert (told["evidence"], told["dead"]) == ("arithmetic", [[0, 3], [0, 4]])


def test_what_is_too_large_is_not_counted() -> None:
    """Of a large board a moment says whether it fits, and does not begin to count."""
    told = exactcover.remaining("packing board=200x200 pieces=dominoes copies=any", seconds=9, solution=True)
    assert (told["status"], told["count"], told["at_least"]) == ("FEASIBLE", None, None)
    assert told["sentence"] == "It fits; it is too large to be counted in a moment."
    assert told["solution"] is not None
    assert len(told["solution"]["placements"]) == 20_000


@given(st.lists(st.text("#.", min_size=5, max_size=5), min_size=3, max_size=4))
@settings(max_examples=25, deadline=None)
def test_small_boards_have_as_many_solutions_as_brute_force_finds(rows: list[str]) -> None:
    """The number left is the one that the plainest search counts, on any small board."""
    if not any("." in row for row in rows):
        return
    puzzle = exactcover.puzzle("packing", board="\n".join(rows), pieces="dominoes,I3,V3", copies="any")
    told = left(puzzle)
    assert told["count"] == str(exactcover.count(puzzle, backend="brute").count)


@pytest.mark.parametrize("seconds", [0, -1, 1e9, float("nan")])
def test_a_time_that_is_no_moment_is_refused(seconds: float) -> None:
    """The time is above 0, and at most a minute."""
    with pytest.raises(InvalidInput, match="expected above 0"):
        exactcover.remaining("soma", seconds=seconds)


@pytest.mark.parametrize(
    ("keys", "sentence", "dead"),
    [
        ({"board": "+#...", "pieces": "dominoes", "copies": "any"}, "cannot be divided among the separate parts", []),
        ({"board": ".......####/########...", "pieces": "pentominoes", "copies": "0..1"}, "room to cover 0 to 5", []),
        (
            {"board": "3x3", "optional": "all", "pieces": "dominoes", "copies": "5"},
            "0 to 9 cells for pieces that cover 10",
            [],
        ),
        ({"board": "5x5", "pieces": "dominoes", "copies": "any"}, "25 cells for pieces that cover multiples of 2", []),
        ({"board": "..#./.###", "pieces": "dominoes", "copies": "any"}, "no piece covers this cell", [[0, 3]]),
    ],
)
def test_a_reason_is_true_of_the_cells_it_names(keys: dict[str, str], sentence: str, dead: list[list[int]]) -> None:
    """Cells that may stay empty, and parts of the board that can be filled alone, are not blamed; areas are those that matter."""
    told = exactcover.remaining(exactcover.puzzle("packing", **keys), seconds=9)
    assert sentence in told["sentence"]
    assert told["dead"] == dead
