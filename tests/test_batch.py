"""Many puzzles in one request: an answer for each, in order, judged twice; bad ones told; limits for all and for each."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from exactcover import BadLine, Limits, api, count_many, solve_many
from exactcover.backends.search.cover import briefly
from exactcover.backends.search.cover.strategy import bare
from exactcover.cli import delivery, rendering
from exactcover.cli.looks import Look
from exactcover.kernel.instance import Instance, Step
from exactcover.model.answer import Answer, EngineOptions, Request
from exactcover.model.cover import Cover
from exactcover.model.errors import InvalidInput, Unsuitable
from exactcover.model.events import End, EndOfOne
from exactcover.process.deadline import Deadline
from exactcover.solving import batch, job_runner, many
from exactcover.solving.plan import Each
from tests.schemas import validate

SUDOKUS = [
    line for line in (Path(__file__).parent / "sudoku-17.txt").read_text().splitlines() if not line.startswith("#")
]
SMALL = "1.....3..4......"
NONE = "11.............."


def answers(lines: list[Any]) -> list[Answer]:
    """The answers of a batch in which no line is bad."""
    assert all(isinstance(each, Answer) for each in lines)
    return lines


def puzzles(*grids: str) -> list[tuple[int, Any]]:
    """Lines of a batch of sudokus."""
    return list(enumerate((api.puzzle("sudoku", grid) for grid in grids), 1))


def test_many_are_answered_as_one_is() -> None:
    """The answers about 20 sudokus of 17 clues are those about each of them alone, in order."""
    together = answers(solve_many([f"sudoku {grid}" for grid in SUDOKUS[:20]]))
    for grid, answer in zip(SUDOKUS[:20], together, strict=True):
        alone = api.solve(f"sudoku {grid}")
        assert (answer.puzzle, answer.solution, answer.status) == (alone.puzzle, alone.solution, alone.status)
        validate("answer", answer.to_json())


@pytest.mark.deep("counts a thousand sudokus")
def test_a_thousand_sudokus_are_unique() -> None:
    """Each of the 1000 has one solution, as published, and the search of each is exhausted."""
    counted = answers(count_many([f"sudoku {grid}" for grid in SUDOKUS], limits=Limits(solutions=2)))
    assert [(each.count, each.exhausted) for each in counted] == [(1, True)] * 1000


def test_counts_of_a_batch_are_counts() -> None:
    """All solutions are counted, none is said to be none, and a limit stops at it."""
    grids = ["sudoku " + grid for grid in ("." * 16, NONE, SMALL)]
    assert [each.count for each in answers(count_many(grids))] == [288, 0, api.count(grids[2]).count]
    assert [each.status for each in answers(count_many(grids))][:2] == ["FEASIBLE", "INFEASIBLE"]
    limited = answers(count_many(grids, limits=Limits(solutions=2)))
    assert [(each.count, each.stop_reason) for each in limited][:2] == [(2, "solutions"), (0, None)]
    assert [each.evidence for each in answers(solve_many(grids))] == [None, "exhausted", None]


def test_bad_ones_are_told_in_their_place() -> None:
    """A subject that is no puzzle has its number and a sentence; the others are answered."""
    first, second, third = solve_many(["sudoku 12", f"sudoku {SMALL}", "no-such-puzzle"])
    assert isinstance(first, BadLine)
    assert isinstance(second, Answer)
    assert isinstance(third, BadLine)
    assert (first.line, third.line, second.status) == (1, 3, "FEASIBLE")
    assert first.error.startswith("grid has 2 cells")
    validate("bad_line", third.to_json())


def test_puzzles_of_all_kinds_go_into_a_batch() -> None:
    """Packings that differ in what is placed before, plans and covers are answered one by one, in order."""
    packing = "packing board=3x4 pieces=V3 copies=4"
    cells = ("0,0/0,1/1,0", "0,0/0,1/1,1", "0,0/1,0/1,1")
    mixed: list[Any] = [f"{packing} fixed=V3:{each}" for each in cells]
    mixed += ["8-puzzle", f"sudoku {SMALL}", small_cover()]
    together = answers(solve_many(mixed))
    assert [each.status for each in together] == [api.solve(each).status for each in mixed]
    counted = answers(count_many(mixed[:3]))
    assert [each.count for each in counted] == [api.count(each).count for each in mixed[:3]]


def small_cover() -> Any:
    """A cover with one solution."""
    return api.cover(["a", "b"], [["a"], ["b"]])


def test_time_is_for_all_and_nodes_for_each() -> None:
    """Without time every puzzle is UNKNOWN for that reason; one node is too few for each."""
    grids = [f"sudoku {grid}" for grid in SUDOKUS[:70]]
    cut = answers(solve_many(grids, limits=Limits(time=0.0)))
    assert {(each.status, each.stop_reason) for each in cut} == {("UNKNOWN", "time")}
    assert len({each.puzzle_sha256 for each in cut}) == 70
    short = answers(count_many(grids[:3], limits=Limits(nodes=1)))
    assert [(each.status, each.stop_reason) for each in short] == [("UNKNOWN", "nodes")] * 3


def test_what_is_not_over_at_once_is_left_to_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """A puzzle that a short look does not settle is counted to its end, between two that it does."""
    grids = [NONE, "........4.......", SMALL]

    encoded = [api.puzzle("sudoku", grid).encode().model for grid in grids]
    models = tuple(model for model in encoded if isinstance(model, Cover))
    monkeypatch.setattr(many, "LOOK_NODES", 3)
    events = list(many.run(Each("exact", "count"), models, EngineOptions(), Limits(), Deadline(None)))
    ends = [event.end.count for event in events if isinstance(event, EndOfOne)]
    assert ends == [0, 72, api.count(f"sudoku {SMALL}").count]


@pytest.mark.parametrize("task", ["solve", "count"])
def test_a_wrong_selection_is_refused(task: Any) -> None:
    """An engine that hands over a wrong selection, or one solution twice, is refused by a judge."""
    (line,) = puzzles(SMALL)
    encoding = line[1].encode()
    right = right_selection(line[1])
    judged = "^the judge refused a selection of exact: "
    for selections, why in (
        ((right[:-1],), judged),
        ((np.append(right[:-1], right[0]),), judged),
        ((right, right), "twice|refused"),
    ):
        one = EndOfOne(selections, End(True, count=1))
        events: list[Any] = [one, End(False)]
        refused(list(batch.run([line], Request(task), run_job=lambda *_: iter(events))), why)  # noqa: B023
    assert encoding.decode(right)


def refused(steps: list[batch.Step], why: str) -> None:
    """The one line of a batch has a fault of ours in place of an answer."""
    (line,) = (step for step in steps if isinstance(step, BadLine | batch.OneAnswered))
    assert isinstance(line, BadLine)
    assert line.ours
    assert re.search(why, line.error)
    validate("bad_line", line.to_json())


@pytest.mark.parametrize("raised", [RuntimeError("it broke"), Unsuitable("no kernel takes it")])
def test_an_engine_that_breaks_at_one_puzzle_answers_the_others(
    monkeypatch: pytest.MonkeyPatch, raised: Exception
) -> None:
    """The puzzle at which the engine breaks has a fault of ours, and those before and behind it have their answers."""
    look = briefly.look

    def broken(instance: Instance, nodes: int, **limits: int) -> Step:
        if instance.items == len(bad.items):
            raise raised
        return look(instance, nodes, **limits)

    monkeypatch.setattr(briefly, "look", broken)
    lines = [*puzzles(SMALL, NONE), (3, api.puzzle("langford n=3")), *((n + 3, each) for n, each in puzzles(SMALL))]
    bad = lines[2][1].encode().model
    steps = batch.run(lines, Request("solve"), run_job=lambda job, _: job_runner.run_job(job))
    told = [each for each in steps if isinstance(each, BadLine | batch.OneAnswered)]
    assert [(each.line, isinstance(each, BadLine)) for each in told] == [(1, False), (2, False), (3, True), (4, False)]
    assert isinstance(told[2], BadLine)
    assert told[2].ours
    assert str(raised) in told[2].error


def test_a_fault_of_ours_is_the_gravest_of_a_batch() -> None:
    """A batch with a fault of ours exits with 1, whatever else came up in it, unless it was interrupted."""
    look = Look(as_json=True, quiet=False, colours=0, columns=80, ending=None, file=None)
    faults = [rendering.line(BadLine(1, "it broke", ours), look).status for ours in (True, False)]
    assert faults == [1, 2]
    assert delivery.worse_status(2, delivery.worse_status(1, 3)) == 1
    assert delivery.worse_status(1, 130) == 130


def right_selection(puzzle: Any) -> Any:
    """A right selection of a puzzle's cover."""
    line = briefly.look(bare(puzzle.encode().model), 10_000, keep=1, most=1).selections[0]
    return line[line >= 0].astype(np.int64)


def test_a_wrong_encoding_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A puzzle whose model has lost an option is refused by its referee and the others are answered."""
    (line,) = puzzles(SMALL)
    encoding = line[1].encode()
    lost = type(encoding)(encoding.model.with_options(np.arange(1, encoding.model.options)), encoding.decode)
    monkeypatch.setattr(type(line[1]), "encode", lambda self: lost)
    refused(list(batch.run([line], Request("solve"))), "refused the encoding")


def test_interruption_leaves_no_line_without_an_answer() -> None:
    """Once it is heard, what is left of the lines is answered UNKNOWN, without a search."""
    steps = list(batch.run(puzzles(*[SMALL] * 70), Request("solve"), lambda: True))
    told = [step.answer for step in steps if isinstance(step, batch.OneAnswered)]
    assert len(told) == 70
    assert told[-1].stop_reason == "interrupted"


def test_files_of_lines_are_read(tmp_path: Path) -> None:
    """A puzzle per line, comments and empty lines left out, the number of each line kept; other words name no batch."""
    path = tmp_path / "some.txt"
    path.write_text(f"# some\n{SMALL}  # the first\n\n12\n{NONE}\n")
    lines = list(api.batch(["sudoku", f"file={path}"]) or ())
    assert [number for number, _ in lines] == [2, 4, 5]
    assert isinstance(lines[1][1], InvalidInput)
    assert [type(each) for each in lines] == [tuple] * 3
    assert api.batch([f"sudoku file={path}"]) is not None
    for words in (["sudoku", SMALL], ["soma"], [""], ["packing", "file=x"]):
        assert api.batch(words) is None
    with pytest.raises(InvalidInput, match="both named"):
        api.batch(["sudoku", SMALL, f"file={path}"])
    with pytest.raises(InvalidInput, match="cannot be read"):
        api.batch(["sudoku", "file=/no/such/file"])
    with pytest.raises(InvalidInput, match="file names a batch"):
        api.puzzle("sudoku", f"file={path}")
