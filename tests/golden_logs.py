"""Golden logs: the steps and the answer of some sixty requests of every kind, as `golden_logs.json` has them.

`python -m tests.golden_logs` prints what differs from the file, nodes included; with `record` it records the logs anew: each
request is run three times, and what differs from run to run (nodes of a race, the prover that happened to be first) is volatile.
Not here: whether an answer is right, which other tests say.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from exactcover import api
from exactcover.model.answer import Answer, Limits, request
from exactcover.model.errors import InvalidInput, OurFault, Unsuitable
from exactcover.model.events import Accepted, AcceptedMany, Bound, CubesDone, Draft, Notice, RootDone
from exactcover.model.layout import as_json
from exactcover.solving import batch, pipeline, supervisor

FILE = Path(__file__).with_name("golden_logs.json")
VOLATILE = "(volatile)"
RUNS = 3


class Case(NamedTuple):
    """A request: its task, its puzzle (words, keys, or the lines of a batch) and its settings.

    limits: of the run; interrupted_by: the type of the step after which the user interrupts it.
    """

    task: str
    puzzle: Any
    settings: Mapping[str, Any] = {}
    limits: Mapping[str, Any] = {}
    interrupted_by: str = ""

    @property
    def name(self) -> str:
        """What the case is called in the file."""
        subject = " | ".join(self.puzzle) if isinstance(self.puzzle, tuple) else str(self.puzzle)
        keys = [f"{key}={value}" for both in (self.settings, self.limits) for key, value in both.items()]
        cut = [f"interrupted by {self.interrupted_by}"] if self.interrupted_by else []
        return " ".join([self.task, subject, *keys, *cut])


def _cover(**keys: Any) -> dict[str, Any]:
    return {"kind": "cover", **keys}


PARTITION = _cover(
    items=["a", "b", "c", "d"],
    options=[["a", "b"], ["c", "d"], ["a", "c"], ["b", "d"], ["a"], ["b", "c"]],
    costs=[3, 4, 2, 4, 1, 2],
)
THIRDS = PARTITION | {"costs": ["1/3", "2/3", "1/2", 1, "1/6", 0.5]}
COLOURED = _cover(
    items=["p", "q", "r"],
    options=[["p", "q", "x", "y:A"], ["p", "r", "x:A", "y"], ["p", "x:B"], ["q", "x:A"], ["r", "y:B"]],
    secondary=["x", "y"],
)
IMPOSSIBLE_COVER = _cover(items=["a", "b", "c"], options=[["a", "b"], ["b", "c"], ["a", "c"]])
SUDOKU = "sudoku 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
BLOCKS = "blocks board=AA./BB./... goal=A@1,0"
UNREACHABLE = "blocks board=AB goal=A@0,1"
SPARE = "packing board=+++/+++/+++ pieces=V3 copies=2"

CASES: tuple[Case, ...] = (
    Case("solve", "pentominoes-6x10"),
    Case("solve", "pentominoes-6x10", {"backend": "cpsat"}),
    Case("solve", "pentominoes-6x10", {"backend": "sat"}),
    Case("solve", "pentominoes-6x10", {"break_symmetry": False, "seed": 7}),
    Case("solve", "soma", {"workers": 2}),
    Case("solve", "soma", {"backend": "exact:layers"}),
    Case("solve", "mutilated-chessboard"),
    Case("solve", "tetrominoes-4x10"),
    Case("solve", SPARE),
    Case("solve", "packing board=3x3 pieces=I2 copies=4"),
    Case("solve", "packing board=16x20 pieces=tetrominoes copies=16"),
    Case("solve", "packing board=10x12 pieces=dominoes copies=any"),
    Case("solve", "packing board=28x70 pieces=tetrominoes copies=98"),
    Case("solve", SUDOKU),
    Case("solve", "queens n=8"),
    Case("solve", "langford n=5"),
    Case("solve", "langford n=8"),
    Case("solve", "latin n=4"),
    Case("solve", PARTITION),
    Case("solve", THIRDS),
    Case("solve", PARTITION | {"maximise": "yes"}),
    Case("solve", PARTITION, {"backend": "cpsat"}),
    Case("solve", COLOURED),
    Case("solve", IMPOSSIBLE_COVER),
    Case("solve", "blokus-corners-5x5"),
    Case("solve", "blokus-cover-6x6"),
    Case("solve", "blokus-fill-4x7"),
    Case("solve", "8-puzzle"),
    Case("solve", "8-puzzle", {"backend": "idastar"}),
    Case("solve", "14-15-puzzle"),
    Case("solve", BLOCKS),
    Case("solve", UNREACHABLE),
    Case("solve", "two-ls"),
    Case("solve", "dads-puzzle"),
    Case("solve", "pentominoes-3x20", {"backend": "exact"}, {"nodes": 50}),
    Case("solve", "15-puzzle", {"backend": "idastar"}, {"nodes": 1000}),
    Case("solve", "soma", {"backend": "nothing"}),
    Case("solve", "8-puzzle", {"backend": "exact"}),
    Case("list", "pentominoes-5x5-lnuwy"),
    Case("list", "pentominoes-3x20"),
    Case("list", "pentominoes-3x20", {"up_to_symmetry": True}),
    Case("list", "soma", {}, {"solutions": 3}),
    Case("list", PARTITION, {"optimal": True}),
    Case("list", PARTITION),
    Case("list", "queens n=6"),
    Case("list", "packing board=28x70 pieces=tetrominoes copies=98", {}, {"solutions": 2}),
    Case("list", "mutilated-chessboard"),
    Case("list", "pentominoes-6x10", {"workers": 1}, {"solutions": 5}),
    Case("count", "pentominoes-6x10", {"workers": 1}),
    Case("count", "soma", {"workers": 1}),
    Case("count", "soma", {"rotations_only": True}),
    Case("count", "dominoes-8x8"),
    Case("count", "mutilated-chessboard"),
    Case("count", "tetrominoes-5x8", {"backend": "exact", "workers": 1}, {"nodes": 100}),
    Case("count", SPARE),
    Case("count", "solid-pentominoes-3x4x5", {"workers": 1}, {}, "Progress"),
    Case("solve", "blokus-corners-14x14", {}, {}, "Accepted"),
    Case("count", COLOURED),
    Case("count", "langford n=7", {"executor": "local", "workers": 1}),
    Case("count", SUDOKU, {}, {"solutions": 2}),
    Case("sample", "pentominoes-6x10", {"seed": 3}, {"solutions": 3}),
    Case("sample", COLOURED, {"seed": 1}, {"solutions": 4}),
    Case("prove", "mutilated-chessboard"),
    Case("prove", "packing board=3x3 pieces=I2 copies=4", {"argument": "arithmetic"}),
    Case("prove", "packing board=4x5 pieces=tetrominoes"),
    Case("prove", IMPOSSIBLE_COVER),
    Case("prove", COLOURED),
    Case("prove", "14-15-puzzle"),
    Case("prove", "8-puzzle"),
    Case("prove", "langford n=5", {"argument": "tree"}),
    Case("prove", "blokus-corners-5x5"),
    Case("prove", "queens n=4"),
    Case("solve", ("queens n=4", "queens n=5", "queens n=3", SUDOKU, "nonsense", "soma", "langford n=3")),
    Case("count", ("queens n=4", "queens n=5", SUDOKU), {}, {"solutions": 2}),
    Case("count", ("queens n=6", "mutilated-chessboard", "pentominoes-5x5-lnuwy")),
    Case("solve", ("8-puzzle", BLOCKS, "blokus-corners-5x5")),
)


def log_of(case: Case) -> dict[str, Any]:
    """Return the steps of a request, equal ones in a row once, and its answer; a refusal is its type and its sentence.

    Progress, which comes by the clock, and all figures but nodes are left out.
    """
    steps: list[str] = []
    answers: list[Any] = []
    interrupts: list[bool] = []
    try:
        for step in _steps(case, lambda: bool(interrupts)):
            if type(step).__name__ == case.interrupted_by:
                interrupts.append(True)
            _note(step, steps, answers)
    except (InvalidInput, Unsuitable, OurFault) as fault:
        steps.append(f"{type(fault).__name__}: {fault}")
    return {"steps": steps, "answers": answers}


def _steps(case: Case, interrupted: Any) -> Any:
    made = request(case.task, limits=Limits(**{"time": 60.0, **case.limits}), **case.settings)  # type: ignore[arg-type]
    if isinstance(case.puzzle, tuple):
        lines = list(enumerate(map(api.puzzle_or_fault, case.puzzle), 1))
        return supervisor.run(batch.call(lines, made), made, interrupted)
    keys = dict(case.puzzle) if isinstance(case.puzzle, Mapping) else None
    puzzle = api.puzzle_sent(keys)[0] if keys is not None else api.puzzle(case.puzzle)
    return supervisor.run(pipeline.call(puzzle, made), made, interrupted)


def _note(step: Any, steps: list[str], answers: list[Any]) -> None:
    if isinstance(step, Accepted | AcceptedMany):
        solutions = [step.solution] if isinstance(step, Accepted) else list(step.solutions)
        cost = "" if getattr(step, "cost", None) is None else f" of cost {step.cost}"  # type: ignore[union-attr]
        lines = [f"solution {_digest(as_json(solution))}{cost}" for solution in solutions]
    elif isinstance(step, Bound):
        lines = [f"bound {step.value}"]
    elif isinstance(step, Notice):
        lines = [f"notice {step.sentence}"]
    elif isinstance(step, RootDone | CubesDone):
        lines = [type(step).__name__]
    elif isinstance(step, Draft):
        lines = [f"draft {step.answer.status}"]
    elif isinstance(step, Answer):
        answers.append(_written(step))
        lines = ["answer"]
    elif isinstance(step, batch.OneAnswered):
        answers.append(_written(step.answer))
        lines = [f"answer {step.line}"]
    elif isinstance(step, batch.BadLine):
        lines = [f"bad line {step.line}: {step.error}"]
    else:
        lines = []
    for line in lines:
        if not steps or steps[-1] != line:
            steps.append(line)


def _written(answer: Answer) -> dict[str, Any]:
    written = answer.to_json()
    written["statistics"] = {"nodes": written["statistics"]["nodes"], "exhausted": written.pop("exhausted")}
    written["engine"] = {key: value for key, value in written["engine"].items() if key != "why"}
    for key in ("puzzle", "solution", "best_attempt", "certificate"):
        written[key] = None if written[key] is None else _digest(written[key])
    return written


def _digest(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:16]


def stable(one: Any, other: Any) -> Any:
    """Return what two logs have in common, VOLATILE in place of what differs."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        return {key: stable(value, other[key]) for key, value in one.items()}
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return [stable(*pair) for pair in zip(one, other, strict=True)]
    return one if one == other else VOLATILE


def record() -> dict[str, Any]:
    """Return the logs of all cases, by their names."""
    logs: dict[str, Any] = {}
    for case in CASES:
        logs[case.name] = log_of(case)
        for _ in range(RUNS - 1):
            logs[case.name] = stable(logs[case.name], log_of(case))
    return logs


def differences(recorded: Any, seen: Any, where: str = "", *, nodes: bool = True) -> list[str]:
    """Return where a log differs from the recorded one, but for what is volatile; nodes: compare how far each search went too."""
    if recorded in (VOLATILE, seen) or (not nodes and where.endswith(".statistics")):
        return []
    if isinstance(recorded, dict) and isinstance(seen, dict) and recorded.keys() == seen.keys():
        return [
            line for key in recorded for line in differences(recorded[key], seen[key], f"{where}.{key}", nodes=nodes)
        ]
    if isinstance(recorded, list) and isinstance(seen, list) and len(recorded) == len(seen):
        pairs = enumerate(zip(recorded, seen, strict=True))
        return [line for number, pair in pairs for line in differences(*pair, f"{where}[{number}]", nodes=nodes)]
    return [f"{where}: {recorded!r:.300} became {seen!r:.300}"]


def _main(words: list[str]) -> None:
    if words == ["record"]:
        FILE.write_text(json.dumps(record(), indent=1, sort_keys=True) + "\n")
        return
    recorded = json.loads(FILE.read_text())
    for case in CASES:
        for line in differences(recorded[case.name], log_of(case)):
            sys.stdout.write(f"{case.name}: {line}\n")


if __name__ == "__main__":
    _main(sys.argv[1:])
