"""A request run to its end at a command line: progress shown, Ctrl-C heard, what is found printed, drawn and written."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

from exactcover import app, terminal
from exactcover.answer import Answer, Progress, Request, Task
from exactcover.app import Puzzle
from exactcover.model.encoding import Solution
from exactcover.outputs import Output


@contextmanager
def _interruptible() -> Iterator[Callable[[], bool]]:
    """Turn the first Ctrl-C or SIGTERM into a flag that the run looks at; the second one ends everything.

    Until the run has looked once there is nothing to lose, and the first one ends everything too.
    """
    looked = False
    seen: list[int] = []

    def note(number: int, _frame: Any) -> None:
        if not looked:
            raise KeyboardInterrupt
        seen.append(number)
        signal.signal(number, before[signal.Signals(number)])

    def interrupted() -> bool:
        nonlocal looked
        looked = True
        return bool(seen)

    heard = [
        n for n in (signal.SIGINT, signal.SIGTERM) if signal.getsignal(n) != signal.SIG_IGN
    ]  # nohup, `&` in a script
    before = {number: signal.signal(number, note) for number in heard}
    try:
        yield interrupted
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def run(what: Puzzle, asked: Request, as_json: bool, quiet: bool, output: Path | None) -> Answer:
    """Run a request, print and write what comes, and return the answer; raises Malformed before the run where it can."""
    _refuse_ending(asked.task, output)
    answer: Answer | None = None
    found: list[Solution] = []
    listed = 0
    try:
        with (
            _interruptible() as interrupted,
            Output(output) if output else nullcontext() as target,
            terminal.ProgressLine(quiet) as progress,
        ):
            for step in app.run(what, asked, interrupted):
                if isinstance(step, app.Answer):
                    answer = step
                elif isinstance(step, Progress):
                    progress.show(step)
                elif isinstance(step, app.Accepted) and asked.task != "list":
                    found = [step.solution]
                elif isinstance(step, app.Accepted):
                    listed += 1
                    progress.clear()
                    _print_listed(what, step.solution, listed, as_json, quiet)
                    if target is not None:
                        _write(target, what, step.solution, listed)
            progress.clear()
            if target is not None:
                _finish(target, what, found, listed, asked.task)
    finally:  # a file that cannot be written loses no answer
        if answer is not None:
            _print_answer(what, answer, as_json, quiet)
    assert answer is not None
    return answer


def _refuse_ending(task: Task, output: Path | None) -> None:
    if task == "list" and output is not None and output.suffix.lower() in (".svg", ".png"):
        raise app.Malformed(f"a list cannot be written to {output}; expected .json, .jsonl or .txt")


def _print_listed(what: Puzzle, solution: Solution, number: int, as_json: bool, quiet: bool) -> None:
    if as_json:
        print(json.dumps(solution), flush=True)
    elif not quiet:
        print(f"solution {number}", drawing(what, solution), "", sep="\n", flush=True)


def _write(target: Output, what: Puzzle, solution: Solution, number: int) -> None:
    """Write one of the solutions of a list."""
    ending = target.path.suffix.lower()
    if ending == ".json":
        target.write(b"[" if number == 1 else b",\n")
        target.write(json.dumps(solution).encode())
    elif ending == ".txt":
        target.write(app.draw_file(what, solution, ".txt") + b"\n")
    else:
        target.write(json.dumps(solution).encode() + b"\n")


def _finish(target: Output, what: Puzzle, found: list[Solution], number: int, task: Task) -> None:
    """Write what a solve found, or close a list."""
    ending = target.path.suffix.lower()
    if task == "list":
        if ending == ".json":
            target.write(b"]\n" if number else b"[]\n")
    elif not found:
        target.leave_out()
        print(f"nothing was written to {target.path}: there is no solution to write", file=sys.stderr)
    elif ending in (".svg", ".png", ".txt"):
        target.write(app.draw_file(what, found[0], ending))
    else:
        target.write(json.dumps(found[0]).encode() + b"\n")


def _print_answer(what: Puzzle, answer: Answer, as_json: bool, quiet: bool) -> None:
    if as_json:
        print(json.dumps(answer.to_json()))
        return
    if answer.solution is not None and not quiet:
        print(drawing(what, answer.solution))
    print(terminal.summary(answer))


def drawing(what: Puzzle, solution: Solution | None) -> str:
    """Return the drawing for standard output: in colour on a terminal, unless NO_COLOR is set."""
    coloured = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    columns = shutil.get_terminal_size().columns if sys.stdout.isatty() else 100
    return app.draw(what, solution, colour=coloured, columns=columns)
