"""Invariants as puzzle, states and script: the script proves what a naive search finds, and nothing false of mutated files."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from encoders.sliding import parity_checker, states_checker
from exactcover import api
from exactcover.api.subjects import puzzle_sent
from exactcover.files.exports import certificate_to_states
from exactcover.files.exports.certificate_to_states import convert
from exactcover.files.exports.written import ARGUMENTS
from exactcover.model.certificate import Refutation
from exactcover.model.errors import InvalidInput
from exactcover.model.space import STEPS, Sliding
from tests.parts import Few

CLOSED = "blocks board=AAA/B.. goal=A@1,0"
PROVED = re.compile(r"PROVED: no plan(?: of fewer than (-?\d+) moves)?\n")


def model_of(puzzle: Any) -> Sliding:
    """The state graph of a puzzle of tiles or blocks."""
    model = puzzle_sent(puzzle)[0].encode().model
    assert isinstance(model, Sliding)
    return model


def after(model: Sliding, state: frozenset[tuple[int, int]]) -> set[frozenset[tuple[int, int]]]:
    """All states one move away, cell by cell, in the directions that a block may go."""
    states = set()
    for shape, first in state:
        others = state - {(shape, first)}
        taken = {cell for other in others for cell in model.covered(*other) or ()}
        reached, waiting = {first}, [first]
        while waiting:
            row, column = divmod(waiting.pop(), model.columns)
            for way in model.directions(shape):
                r, c = row + STEPS[way][0], column + STEPS[way][1]
                cells = model.covered(shape, r * model.columns + c) if 0 <= c < model.columns and r >= 0 else None
                if cells is not None and not taken & set(cells) and cells[0] not in reached:
                    reached.add(cells[0])
                    waiting += cells[:1] if model.metric == "moves" else []
        states |= {others | {(shape, cell)} for cell in reached - {first}}
    return states


def depths(model: Sliding) -> dict[frozenset[tuple[int, int]], int]:
    """The least number of moves to each state, by a naive search."""
    start = frozenset(model.blocks(model.start))
    known, waiting = {start: 0}, [start]
    for state in waiting:
        for new in after(model, state) - known.keys():
            known[new] = known[state] + 1
            waiting.append(new)
    return known


def fewest(model: Sliding) -> int | None:
    """The moves of a shortest plan by a naive search, None if there is no plan."""
    found = [depth for state, depth in depths(model).items() for goal in model.goals if state.issuperset(goal)]
    return min(found, default=None)


def files_of(puzzle: Any, argument: str, bound: int | None = None) -> tuple[bytes, bytes, bytes]:
    """The files of a refutation, whether it is right or not."""
    model = model_of(puzzle)
    states = sum(bound is None or depth < bound for depth in depths(model).values())
    body = {"argument": argument, "states": states, "start": 0, "goals": []}
    return convert(model, Refutation("invariant", body, bound), puzzle_sent(puzzle)[0])


def verdict(folder: Path, problem: str, states: str, parity: bool, capsys: pytest.CaptureFixture[str]) -> str | None:
    """What the script prints as proved; None if it proves nothing."""
    names = [str(folder / "it.json"), str(folder / "it.states")]
    for name, text in zip(names, (problem, states), strict=True):
        Path(name).write_text(text)
    try:
        (parity_checker if parity else states_checker).main(*names)
    except (SystemExit, ValueError, KeyError, IndexError, TypeError, AttributeError):
        return None
    return capsys.readouterr().out


def random_blocks(rng: random.Random) -> dict[str, str]:
    """A small board of blocks of up to three cells, cars among them, with a goal for one or two blocks."""
    rows, columns = rng.choice([(2, 3), (3, 3), (2, 4)])
    board = [[rng.choice("...#") if rng.random() < 0.3 else "." for _ in range(columns)] for _ in range(rows)]
    for letter in "ABCDE"[: rng.randint(1, 5)]:
        free = [(r, c) for r in range(rows) for c in range(columns) if board[r][c] == "."]
        if len(free) < 3:
            break
        cells = [rng.choice(free)]
        for _ in range(rng.choice([0, 1, 1, 2])):
            near = [cell for cell in free if sum(abs(x - y) for x, y in zip(cell, cells[-1], strict=True)) == 1]
            cells += [cell for cell in near if cell not in cells][:1]
        for r, c in cells:
            board[r][c] = letter
    letters = sorted({each for row in board for each in row} - {".", "#"})
    goal = [
        f"{each}@{rng.randrange(rows)},{rng.randrange(columns)}"
        for each in rng.sample(letters, min(len(letters), rng.choice([1, 1, 2])))
    ]
    return {
        "kind": "blocks", "board": "/".join(map("".join, board)), "goal": "/".join(goal),
        "metric": rng.choice(["steps", "moves"]), "identical": rng.choice(["yes", "no"]),
        "motion": rng.choice(["any", "lengthwise"]),
    }  # fmt: skip


def random_puzzles(number: int) -> list[dict[str, str]]:
    """Random puzzles of blocks that can be read: goals on the board where their blocks fit."""
    rng = random.Random(11)
    puzzles: list[dict[str, str]] = []
    while len(puzzles) < number:
        puzzle = random_blocks(rng)
        try:
            model_of(puzzle)
        except InvalidInput:
            continue
        puzzles.append(puzzle)
    return puzzles


def test_random_puzzles_are_proved_exactly(few: Few, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The script proves that there is no plan if there is none, and otherwise the least number of moves, but no more."""
    seen = set()
    for puzzle in random_puzzles(few(400)):
        best = fewest(model_of(puzzle))
        claims = [(None, best is None)] if best is None else [(best, True), (best + 1, False), (None, False)]
        for bound, right in claims:
            if bound != 0:
                problem, states, _ = files_of(puzzle, "closed" if bound is None else "reached", bound)
                said = verdict(tmp_path, problem.decode(), states.decode(), False, capsys)
                told = "PROVED: no plan\n" if bound is None else f"PROVED: no plan of fewer than {bound} moves\n"
                assert said == (told if right else None), (puzzle, bound)
                seen.add((bound is None, right, puzzle["metric"], puzzle["motion"]))
    assert len(seen) > 12


def test_other_programs_need_the_files_alone(tmp_path: Path) -> None:
    """A stranger's Python checks what `export` writes, without this package; of another puzzle it proves nothing."""
    for line in (
        CLOSED,
        "blocks board=AB/.. goal=A@0,1/B@0,0 identical=no",
        "tiles board=2x2 start=2,1,3,0 goal=1,2,3,0",
    ):
        answer = api.prove(line)
        assert answer.certificate is not None
        problem, states, script = api.export(line, "states", tmp_path / "it", certificate=answer)
        command = [sys.executable, "-I", "-S", str(script), str(problem), str(states)]
        run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert (run.returncode, run.stderr, bool(PROVED.fullmatch(run.stdout))) == (0, "", True)
        other = json.loads(problem.read_text())
        other["goal"] = other["start"] if other["kind"] == "tiles" else f"{other['board'][0]}@0,0"
        problem.write_text(json.dumps(other))
        run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert (run.returncode, run.stdout) == (1, "")
        assert run.stderr.startswith("NOT PROVED: ")


def test_the_files_are_plain() -> None:
    """The puzzle in canonical form, the claim, and each state on a line."""
    problem, states, script = files_of(CLOSED, "closed")
    assert json.loads(problem) == puzzle_sent(CLOSED)[0].canonical()
    assert states.decode().splitlines() == ["closed", "0 A@0,0 B@1,0", "0 A@0,0 B@1,1", "0 A@0,0 B@1,2"]
    assert script == Path(states_checker.__file__).read_bytes()
    near = files_of("blocks board=A.. goal=A@0,2", "reached", 2)[1]
    assert near.decode().splitlines() == ["bound 2", "0 A@0,0", "1 A@0,1"]


def mutated(text: str, rng: random.Random) -> str:
    """A text with one character changed, or one line left out, repeated or cut, or another claim."""
    lines = text.splitlines()
    kind = rng.randrange(6)
    if kind == 0:
        lines[0] = rng.choice(["closed", "bound 1", "bound 2", "bound 3", "bound 9", "bound -1", "bound", "parity"])
    elif kind == 1:
        lines.pop(rng.randrange(len(lines)))
    elif kind == 2:
        lines.insert(rng.randrange(len(lines)) + 1, rng.choice(lines))
    elif kind == 3:
        place = rng.randrange(len(lines))
        words = lines[place].split(" ")
        words[rng.randrange(len(words))] = rng.choice(["0", "1", "2", "-1", "A@0,0", "B@0,1", "", "nan"])
        lines[place] = " ".join(words)
    else:
        place = rng.randrange(len(text))
        return text[:place] + rng.choice("0123456789AB.#@,/- ") + text[place + 1 :]
    return "\n".join([*lines, ""])


def test_mutated_files_prove_nothing_false(few: Few, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of 2,000 mutated puzzles and lists of states each is refused, or says something that a naive search confirms."""
    rng, tried, accepted = random.Random(5), 0, 0
    puzzles = [each for each in random_puzzles(80) if each["board"].count(".") < 5]
    while tried < few(2000):
        puzzle = rng.choice(puzzles)
        best = fewest(model_of(puzzle))
        bound = None if best is None or rng.random() < 0.2 else max(1, best + rng.choice([0, 1]))
        problem, states, _ = files_of(puzzle, "closed" if bound is None else "reached", bound)
        for _ in range(10):
            tried += 1
            changed, listed = problem.decode(), states.decode()
            if rng.random() < 0.3:
                changed = mutated(changed, rng)
            for _ in range(rng.choice([0, 1, 1, 2])):
                listed = mutated(listed, rng)
            said = verdict(tmp_path, changed, listed, False, capsys)
            if said is not None:
                accepted += 1
                match = PROVED.fullmatch(said)
                assert match
                assert is_true(changed, match[1]), (changed, listed)
    assert accepted > few(2000) // 50


def is_true(problem: str, fewer: str | None) -> bool:
    """Whether a puzzle has no plan, or none of fewer moves; a text that this package does not read says nothing."""
    try:
        best = fewest(model_of(json.loads(problem)))
    except InvalidInput:
        return True
    return best is None or (fewer is not None and best >= int(fewer))


def test_parities_are_proved_exactly(few: Few, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of tiles on 2x2 and 2x3 cells the script proves exactly the half that has no plan; of mutated ones nothing false."""
    rng, proved = random.Random(3), 0
    for number in range(few(400)):
        rows, columns = (2, 2) if number % 4 else (2, 3)
        numbers = list(range(rows * columns))
        start, goal = rng.sample(numbers, len(numbers)), rng.sample(numbers, len(numbers))
        if number % 2:
            puzzle: dict[str, Any] = {"kind": "tiles", "board": f"{rows}x{columns}", "start": start, "goal": goal}
        else:
            pairs = [(cell, number) for cell, number in enumerate(goal) if number]
            board = ["".join(".ABCDE"[each] for each in start[row * columns :][:columns]) for row in range(rows)]
            places = "/".join(f"{'.ABCDE'[number]}@{cell // columns},{cell % columns}" for cell, number in pairs)
            puzzle = {"kind": "blocks", "board": "/".join(board), "goal": places, "identical": "no"}
        canonical = puzzle_sent(puzzle)[0].canonical()
        problem = json.dumps(canonical)
        best = fewest(model_of(puzzle))
        assert (verdict(tmp_path, problem, "parity\n", True, capsys) is None) == (best is not None)
        changed = mutated(problem, rng)
        said = verdict(tmp_path, changed, "parity\n", True, capsys)
        assert said is None or is_true(changed, None), changed
        proved += said is not None
    assert proved > 0


def test_interchangeable_tiles_have_no_parity(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of two tiles that are alike, of a goal for some tiles, of two empty cells and of a long block parity proves nothing."""
    right = {"kind": "blocks", "board": "AB/C.", "goal": "A@0,1/B@0,0/C@1,0", "metric": "steps", "identical": "no"}
    assert verdict(tmp_path, json.dumps(right), "parity", True, capsys) == "PROVED: no plan\n"
    assert verdict(tmp_path, json.dumps(right), "closed", True, capsys) is None
    changes = (
        {"identical": "yes"}, {"goal": "A@0,1/B@0,0"}, {"goal": "A@0,1/B@0,0/C@1,0/D@1,1"}, {"goal": "A@0,0/B@0,0/C@1,0"},
        {"board": "AB/C./#."}, {"board": "AB/CC/#."}, {"board": "AB/CD"}, {"goal": "A@0,1/B@0,0/C@5,0"},
    )  # fmt: skip
    for change in changes:
        assert verdict(tmp_path, json.dumps({**right, **change}), "parity", True, capsys) is None, change


def test_what_cannot_be_written_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other kinds, other puzzles, and too many states are refused in a sentence."""
    model, puzzle = model_of(CLOSED), puzzle_sent(CLOSED)[0]
    found = Refutation("invariant", {"argument": "closed", "states": 3})
    with pytest.raises(InvalidInput, match="the argument tree cannot be written as states; expected invariant"):
        convert(model, Refutation("tree", {}), puzzle)
    with pytest.raises(InvalidInput, match="no script that checks states of puzzles of this kind"):
        convert(model, found, api.puzzle("queens n=4"))
    with pytest.raises(InvalidInput, match="there are 3 states; expected at most 2 to be written; `check` judges more"):
        convert(model, found, puzzle, most_states=2)
    monkeypatch.setattr(certificate_to_states, "MOST_PLACES", 5)
    with pytest.raises(InvalidInput, match="there are 3 states"):
        convert(model, found, puzzle)
    assert ARGUMENTS["states"] == ("invariant",)
