"""What `check` says of an answer's claims: verified or not, refused where they contradict each other, searched again."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from exactcover import api
from exactcover.cli import main
from exactcover.files.judging import MAX_REPORTED, answer_shape
from exactcover.model.answer import Answer, EngineReport, Limits, Request, request
from tests.schemas import validate

BOARD = ["packing", "board=4x4", "pieces=O4,I4", "copies=any"]
"""Nine packings."""
ALIKE = ["packing", "board=2x3", "pieces=I2", "copies=any"]
COSTLY = {"items": ["a", "b"], "options": [["a"], ["b"], ["a", "b"]], "costs": [1, 2, 7]}

Say = Callable[..., tuple[int, dict[str, Any]]]


@pytest.fixture
def say(capsys: pytest.CaptureFixture[str]) -> Say:
    """Run a command with --json; return its status and the last object that it prints."""

    def said(*words: str) -> tuple[int, dict[str, Any]]:
        status = main([*words, "--json"])
        told: dict[str, Any] = json.loads(capsys.readouterr().out.splitlines()[-1])
        return status, told

    return said


def written(tmp_path: Path, *values: Any) -> str:
    """A file with these values, one a line."""
    path = tmp_path / "lines.jsonl"
    path.write_text("".join(json.dumps(value) + "\n" for value in values))
    return str(path)


def listed(words: list[str], **settings: Any) -> list[dict[str, Any]]:
    """What `list --json` prints: the solutions, the answer last."""
    solutions = api.iterate(api.puzzle(*words), **settings)
    lines = [dict(solution) for solution in solutions if isinstance(solution, dict)]
    assert solutions.answer is not None
    return [*lines, solutions.answer.to_json()]


def test_false_uniqueness_is_unverified_and_refused_by_a_recount(tmp_path: Path, say: Say) -> None:
    """One of nine packings as the only one: that it is, and so the count, is unverified, and a recount refuses it."""
    first, *_, answer = listed(BOARD)
    path = written(tmp_path, first, {**answer, "count": "1"})
    status, told = say("check", *BOARD, path)
    validate("check", told)
    assert (status, told["unverified"]) == (3, ["exhausted", "count"])
    assert told["verified"] == ["puzzle", "status", "solution"]
    status, told = say("check", *BOARD, path, "--recount")
    validate("check", told)
    assert (status, told["faults"]) == (4, ["line 2: the answer says 1 solutions; searched again, there are 9"])


@pytest.mark.parametrize(
    "words",
    [
        ["list", *BOARD], ["count", *BOARD], ["count", *BOARD, "--limit", "2"], ["list", *BOARD, "--up-to-symmetry"],
        ["list", *ALIKE, "--up-to-symmetry", "--rotations-only"], ["count", *ALIKE, "--rotations-only"],
        ["solve", "tiles", "start=142305678", "goal=b12345678"], ["count", "packing", "board=3x3", "pieces=I2", "copies=any"],
    ],
)  # fmt: skip
def test_a_recount_verifies_all_of_our_own_answers(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str], say: Say
) -> None:
    """Lists, counts, classes and optima that the program prints are verified by searching again."""
    assert main([*words, "--json"]) == 0
    path = tmp_path / "own.jsonl"
    path.write_text(capsys.readouterr().out)
    puzzle = [word for word in words[1:] if not word.startswith("--") and word != "2"]
    status, told = say("check", *puzzle, str(path), "--recount")
    assert (status, told["faults"]) == (0, [])
    assert told["unverified"] == []


def test_wrong_counts_and_classes_are_refused_by_a_recount() -> None:
    """A count, its classes, its uniqueness or an INFEASIBLE that another search does not find again is refused."""
    puzzle = api.puzzle(*BOARD)
    answer = api.count(puzzle).to_json()
    first, *_, whole = listed(BOARD)
    none = {**answer, "count": "0", "classes": "0", "status": "INFEASIBLE", "evidence": "exhausted"}
    limited = {**answer, "exhausted": False, "stop_reason": "solutions", "count": "10", "classes": None}
    for spoiled, sentence in (
        ([{**answer, "count": "10"}], "says 10 solutions; searched again, there are 9"),
        ([{**answer, "classes": "1"}], "says 1 classes; searched again"),
        ([limited], "says 10 solutions; searched again, there are 9"),
        ([none], "says INFEASIBLE; searched again, there is a solution"),
        ([first, {**whole, "count": "1"}], "searched again, there are 9"),
    ):
        told = api.check_text(puzzle, "\n".join(map(json.dumps, spoiled)), api.answered)
        assert len(told["faults"]) == 1
        assert sentence in told["faults"][0]


def test_bounds_are_searched_again() -> None:
    """An optimum that only its engine vouches for is accepted where another search finds it again, and refused where not."""
    puzzle = api.puzzle("cover", **COSTLY)
    answer = api.solve(puzzle, backend="exact").to_json()
    assert (answer["status"], answer["cost"]) == ("OPTIMAL", 3)
    assert not api.check_text(puzzle, json.dumps(answer))["accepted"]
    assert api.check_text(puzzle, json.dumps(answer), api.answered)["accepted"]
    dear = {**answer, "solution": {"options": [["a", "b"]]}, "cost": 7, "bound": 7}
    told = api.check_text(puzzle, json.dumps(dear), api.answered)
    assert told["faults"] == ["the answer says bound 7; searched again, there is a solution of cost 3"]


def test_a_recount_that_is_cut_short_verifies_nothing() -> None:
    """A search made again that reaches its limit leaves the claims unverified; a count alone is then not accepted."""
    puzzle = api.puzzle(*BOARD)

    def stopped(_: api.Puzzle, asked: Request) -> Answer:
        return Answer(asked.task, None, None, EngineReport("none", {}, ""), stop_reason="time", count=0)

    lines = "\n".join(map(json.dumps, listed(BOARD)))
    assert api.check_text(puzzle, lines, stopped)["unverified"] == ["exhausted", "count"]
    assert not api.check_text(puzzle, json.dumps(api.count(puzzle).to_json()), stopped)["accepted"]


def test_the_sentence_names_what_is_not_verified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """People read which claims stand unverified, and how to have them verified."""
    path = written(tmp_path, *listed(BOARD))
    assert main(["check", *BOARD, path]) == 3
    out = capsys.readouterr().out
    assert out.startswith("accepted: the answer is right as far as it was verified; verified: puzzle, status,")
    assert "not verified: exhausted, count (check --recount repeats the search)" in out


OWN: list[tuple[list[str], Request]] = [
    (BOARD, request("solve")), (BOARD, request("list")), (BOARD, request("list", limits=Limits(solutions=2))),
    (BOARD, request("list", up_to_symmetry=True)), (BOARD, request("sample", limits=Limits(solutions=3))),
    (BOARD, request("count")), (BOARD, request("count", limits=Limits(solutions=3))), (BOARD, request("prove")),
    (BOARD, request("count", limits=Limits(time=0))), (BOARD, request("solve", limits=Limits(time=0))),
    (BOARD, request("list", limits=Limits(time=0))), (BOARD, request("count", "exact", limits=Limits(nodes=1))),
    (BOARD, request("list", "sat")), (BOARD, request("count", "brute")), (BOARD, request("solve", "cpsat")),
    (["packing", "board=4x5", "pieces=tetrominoes"], request("solve")),
    (["packing", "board=4x5", "pieces=tetrominoes"], request("prove")),
    (["packing", "board=4x5", "pieces=tetrominoes"], request("count")),
    (["packing", "board=4x5", "pieces=tetrominoes"], request("list", "exact")),
    (["packing", "board=4x5", "pieces=tetrominoes"], request("count", "exact")),
    (["packing", "board=6x12", "pieces=T4", "copies=any"], request("prove", argument="colouring")),
    (["soma"], request("count", limits=Limits(solutions=10))), (["soma"], request("solve", "dfs", limits=Limits(nodes=5))),
    (["soma"], request("sample", limits=Limits(solutions=1))),
    (["14-15-puzzle"], request("solve")), (["14-15-puzzle"], request("prove")),
    (["tiles", "start=142305678", "goal=b12345678"], request("solve")),
    (["tiles", "start=142305678", "goal=b12345678"], request("prove")),
    (["tiles", "start=142305678", "goal=b12345678"], request("solve", "greedy")),
    (["tiles", "start=142305678", "goal=b12345678"], request("solve", "astar:h1", limits=Limits(nodes=1))),
    (["tiles", "start=b12345678", "goal=b12345678"], request("prove")),
    (["blocks", "board=AAB/C../..D", "goal=D@0,2", "metric=moves", "identical=no"], request("prove")),
    (["cover"], request("solve")), (["cover"], request("list")), (["cover"], request("count")),
    (["cover"], request("solve", "cpsat")), (["cover"], request("list", "brute")),
]  # fmt: skip


@pytest.mark.parametrize(("words", "asked"), OWN, ids=lambda each: each.task if isinstance(each, Request) else each[0])
def test_all_that_the_program_prints_has_the_shape_of_an_answer(words: list[str], asked: Request) -> None:
    """Every task, with each way to end, prints answers without a fault of shape and without a contradiction."""
    puzzle = api.puzzle("cover", **COSTLY) if words == ["cover"] else api.puzzle(*words)
    answer = json.loads(json.dumps(api.answered(puzzle, asked).to_json()))
    validate("answer", answer)
    assert answer_shape.shape_faults(answer) == []
    assert answer_shape.contradictions(answer) == []


def test_an_answer_that_was_cut_before_its_puzzle_was_read_has_the_shape_of_one() -> None:
    """Without a puzzle an answer says UNKNOWN and why; nothing else may lack its puzzle."""
    cut = Answer("count", None, None, EngineReport("none", {}, "cut"), stop_reason="memory", count=0).to_json()
    validate("answer", cut)
    assert answer_shape.shape_faults(cut) == answer_shape.contradictions(cut) == []
    assert answer_shape.contradictions({**cut, "stop_reason": None})


SPOILED: list[dict[str, Any]] = [
    {"schema": True}, {"schema": 1.0}, {"schema": 2}, {"extra": 1}, {"task": "check"}, {"task": None}, {"status": "optimal"},
    {"exhausted": 1}, {"stop_reason": "boredom"}, {"stop_reason": False}, {"evidence": "magic"}, {"evidence": ["exhausted"]},
    {"puzzle_sha256": "\x1b[2J"}, {"puzzle_sha256": "A" * 64}, {"puzzle": []}, {"cost": 1.0}, {"cost": True}, {"bound": "3"},
    {"count": 9}, {"count": "-9"}, {"count": "9 "}, {"count": "٣"}, {"count": "09"}, {"classes": 3}, {"classes": "many"},
    {"engine": {"name": "exact"}}, {"engine": {"name": 1, "options": {}, "why": ""}}, {"statistics": {}},
    {"argument": "because"}, {"argument": []}, {"argument": [1]}, {"certificate": 5}, {"best_attempt": []}, {"solution": []},
]  # fmt: skip


@pytest.mark.parametrize("changes", SPOILED, ids=str)
def test_answers_of_another_shape_are_refused(changes: dict[str, Any]) -> None:
    """What the schema refuses of an answer, `check` refuses, and what JSON Schema calls an integer too where it is none."""
    puzzle = api.puzzle(*BOARD)
    answer = {**api.count(puzzle).to_json(), **changes}
    if changes not in ({"schema": 1.0}, {"cost": 1.0}):  # whole numbers to JSON Schema
        with pytest.raises(jsonschema.ValidationError):
            validate("answer", answer)
    assert answer_shape.shape_faults(answer)
    told = api.check_text(puzzle, json.dumps(answer), api.answered)
    validate("check", told)
    assert not told["accepted"]


@pytest.mark.parametrize("key", list(answer_shape.KEYS))
def test_answers_without_a_key_are_refused(key: str) -> None:
    """Every key of an answer must be in it."""
    answer = api.count(api.puzzle(*BOARD)).to_json()
    del answer[key]
    with pytest.raises(jsonschema.ValidationError):
        validate("answer", answer)
    assert answer_shape.shape_faults(answer)


@pytest.mark.parametrize("value", [-1, True, "0", None, 1e400])
@pytest.mark.parametrize("key", ["nodes", "cpu_seconds"])
def test_statistics_are_finite_numbers(key: str, value: Any) -> None:
    """Statistics are whole numbers or seconds, finite and not negative."""
    answer = api.count(api.puzzle(*BOARD)).to_json()
    assert answer_shape.shape_faults({**answer, "statistics": {**answer["statistics"], key: value}})


CONTRADICTIONS: list[tuple[str, dict[str, Any], str]] = [
    ("count", {"evidence": "colouring"}, "evidence is colouring, without a certificate"),
    ("count", {"evidence": "exhausted", "exhausted": False}, "and it says that the search was not"),
    ("count", {"status": "INFEASIBLE", "evidence": "exhausted"}, "what else it says makes FEASIBLE"),
    ("count", {"status": "OPTIMAL"}, "what else it says makes FEASIBLE"),
    ("count", {"argument": ["It is so."]}, "has an argument, without a certificate"),
    ("count", {"classes": "10"}, "10 classes of 9 solutions"),
    ("count", {"classes": "0"}, "0 classes of 9 solutions"),
    ("count", {"stop_reason": "nodes"}, "and that nodes stopped it"),
    ("count", {"stop_reason": "time"}, "and that time stopped it"),
    ("count", {"exhausted": False}, "neither that its search was exhausted nor what stopped it"),
    ("count", {"count": None}, "has no count"),
    ("count", {"cost": 3}, "has a cost or a bound"),
    ("count", {"solution": {"placements": []}}, "has a solution among its keys"),
    ("count", {"puzzle": None}, "has no puzzle"),
    ("count", {"best_attempt": {"placements": [], "faults": 1}}, "has an attempt"),
    ("solve", {"bound": 4}, "the bound 4 above the cost 3"),
    ("solve", {"bound": None}, "says OPTIMAL by exhausted; what else it says makes FEASIBLE"),
    ("solve", {"count": "1"}, "has a count, which it cannot have"),
    ("solve", {"solution": None}, "has the cost 3 and no solution"),
    ("solve", {"stop_reason": "solutions"}, "limit on solutions was reached, and has none"),
]


@pytest.mark.parametrize(("task", "changes", "sentence"), CONTRADICTIONS, ids=str)
def test_claims_that_contradict_each_other_are_refused(task: str, changes: dict[str, Any], sentence: str) -> None:
    """Two claims that cannot both be true are refused in a sentence, without a search."""
    puzzle = api.puzzle("cover", **COSTLY) if task == "solve" else api.puzzle(*BOARD)
    answer = api.solve(puzzle, backend="exact") if task == "solve" else api.count(puzzle)
    told = api.check_text(puzzle, json.dumps({**answer.to_json(), **changes}), api.answered)
    assert any(sentence in fault for fault in told["faults"])


@pytest.mark.parametrize("twin", [True, 1.0])
def test_puzzles_are_compared_as_canonical_text(twin: Any) -> None:
    """A puzzle in which 1 is written as true or 1.0 is another one, in an answer and in a certificate."""
    words = ["packing", "board=1x3", "pieces=I2", "copies=1"]
    answer = json.loads(json.dumps(api.prove(api.puzzle(*words)).to_json()))
    assert api.check_text(api.puzzle(*words), json.dumps(answer))["accepted"]
    for puzzle in (answer["puzzle"], answer["certificate"]["puzzle"]):
        before = puzzle["pieces"][0]["copies"]
        assert before == [1, 1]
        puzzle["pieces"][0]["copies"] = [twin, 1]
        assert puzzle["pieces"][0]["copies"] == before
        assert not api.check_text(api.puzzle(*words), json.dumps(answer))["accepted"]
        assert (
            not api.check_text(api.puzzle(*words), json.dumps(answer["certificate"]))["accepted"]
            or puzzle is answer["puzzle"]
        )
        puzzle["pieces"][0]["copies"] = before


def test_a_second_list_in_a_file_is_refused() -> None:
    """The lines of a file belong to one answer: with two, the lines could be either's."""
    lines = listed(BOARD)
    told = api.check_text(api.puzzle(*BOARD), "\n".join(map(json.dumps, [*lines, lines[-1]])))
    assert told["faults"] == ["line 11: this is a second answer about many solutions; expected one per file"]


def test_doubled_lines_and_missing_lines_are_refused() -> None:
    """A list whose count is not that of its lines, or that has one twice, is refused."""
    *lines, answer = listed(BOARD)
    for spoiled, sentence in (
        (lines[:-1], "says 9 solutions; 8 are there"),
        ([*lines[:-1], lines[0]], "duplicate of an earlier"),
    ):
        told = api.check_text(api.puzzle(*BOARD), "\n".join(map(json.dumps, [*spoiled, answer])))
        assert any(sentence in fault for fault in told["faults"])


def test_faults_without_number_are_counted_and_few_told(tmp_path: Path, say: Say) -> None:
    """Of the faults of a file twenty are told, and how many there are."""
    path = written(tmp_path, *[{}] * 1000)
    status, told = say("check", *BOARD, path)
    validate("check", told)
    assert (status, len(told["faults"]), told["fault_count"]) == (4, MAX_REPORTED, 1000)


VALUES = {
    "lines": "{}\n" * 1_000_000,
    "a value of objects": '{"placements": [' + "{}," * 3_000_000 + "{}]}",
    "a value as large as has room": '{"placements": [' + "{}," * 1_000_000 + "{}]}",
    "one overlap after another": '{"placements": ['
    + '{"piece":"I4","cells":[[0,0],[0,1],[0,2],[0,3]]},' * 60_000
    + '{"piece":"I4","cells":[[0,0],[0,1],[0,2],[0,3]]}]}',
    "options": '{"options": [' + '["a"],' * 300_000 + '["a"]]}',
    "numbers": '{"kind": "clausal", "body": {"steps": [' + "1234,-5678," * 3_000_000 + "0]}}",
}


@pytest.mark.deep("reads files of megabytes, each in a process of its own")
@pytest.mark.parametrize("name", VALUES)
def test_files_cost_no_memory_beyond_three_times_their_size(tmp_path: Path, name: str) -> None:
    """Megabytes without a solution take less than 100 MB above what the start takes, and three times the file, faults and all."""
    path = tmp_path / "lines.jsonl"
    path.write_text(VALUES[name])
    program = f"""
import resource, pathlib
from exactcover import api
def peak(): return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
puzzle = api.puzzle(*{BOARD!r})
api.check_text(puzzle, "{{}}")
before = peak()
try:
    faults = api.check_text(puzzle, api.read_answer_file(pathlib.Path({str(path)!r})))["fault_count"]
except api.InvalidInput as fault:
    faults = str(fault)
print(peak() - before)
print(faults)
"""
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    megabytes, faults = ran.stdout.splitlines()
    assert float(megabytes) < 100 + 3 * len(VALUES[name]) / 1e6
    if name == "lines":
        assert faults == "1000000"
    if name == "a value as large as has room":
        assert int(faults) > 1_000_000
    assert ("takes more memory than 3 times its size" in faults) == (name == "a value of objects")


def test_each_solution_is_held_once_and_compared_with_none() -> None:
    """To judge ten times the lines takes about ten times the calls of the interpreter: no line is compared with all others."""
    words = ["packing", "board=2x12", "pieces=I2", "copies=any"]
    lines = [json.dumps(each) for each in listed(words)[:-1]]
    puzzle = api.puzzle(*words)
    api.check_text(puzzle, lines[0])

    def calls(text: str) -> int:
        number = 0

        def note(*_: object) -> None:
            nonlocal number
            number += 1

        sys.setprofile(note)
        try:
            assert api.check_text(puzzle, text)["accepted"]
        finally:
            sys.setprofile(None)
        return number

    assert len(lines) == 233
    few, many = calls("\n".join(lines[:23])), calls("\n".join(lines[:230]))
    assert many < 12 * few


@pytest.mark.parametrize("text", ['{"placements": NaN}', "{}\n[Infinity]"])
def test_numbers_that_json_does_not_have_are_refused(text: str) -> None:
    """NaN and infinities, which Python reads and JSON does not have, are refused in a sentence."""
    with pytest.raises(api.InvalidInput, match="is not a JSON number"):
        api.check_text(api.puzzle(*BOARD), text)
