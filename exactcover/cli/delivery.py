"""A request run to its end at a command line: progress shown, Ctrl-C heard, what is found printed, drawn and written."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

from exactcover import api
from exactcover.answer import Answer, Progress, Request, RootDone, Task
from exactcover.api import Puzzle
from exactcover.cli import terminal
from exactcover.cli.outputs import Output
from exactcover.model.encoding import Solution
from exactcover.running.checkpoints import CheckpointFile


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


def run(
    what: Puzzle, asked: Request, as_json: bool, quiet: bool, output: Path | None, checkpoint: Path | None = None
) -> Answer:
    """Run a request, print and write what comes, and return the answer; raises InvalidInput before the run where it can.

    checkpoint: the file that says which parts of a count or a list are done.
    """
    _refuse_ending(asked.task, output, checkpoint)
    marks = None
    if checkpoint is not None:
        marks = CheckpointFile(checkpoint, _search_of(what, asked))
        asked = replace(asked, checkpoint=marks.checkpoint)
    answer: Answer | None = None
    found: list[Solution] = []
    listed = 0
    try:
        with (
            _interruptible() as interrupted,
            Output(output, None if marks is None else marks.offset) if output else nullcontext() as target,
            terminal.ProgressLine(quiet) as progress,
        ):
            for step in api.run(what, asked, interrupted):
                if isinstance(step, api.Answer):
                    answer = step
                elif isinstance(step, Progress):
                    progress.show(step)
                elif isinstance(step, RootDone):
                    assert marks is not None
                    marks.add(step, target.synced() if target is not None else 0)
                elif isinstance(step, api.Accepted) and asked.task in ("solve", "prove"):
                    found = [step.solution]
                elif isinstance(step, api.Accepted):
                    listed += 1
                    progress.clear()
                    _print_listed(what, step.solution, listed, as_json, quiet)
                    if target is not None:
                        _write(target, what, step.solution, listed)
            progress.clear()
            if marks is not None:
                marks.save()
            if target is not None:
                _finish(target, what, found, listed, answer)
    finally:  # a file that cannot be written loses no answer
        if answer is not None:
            _print_answer(what, answer, as_json, quiet)
    assert answer is not None
    return answer


def _refuse_ending(task: Task, output: Path | None, checkpoint: Path | None) -> None:
    ending = output.suffix.lower() if output is not None else ""
    if task not in ("solve", "prove") and ending in (".svg", ".png"):
        raise api.InvalidInput(f"a {task} cannot be written to {output}; expected .json, .jsonl or .txt")
    if checkpoint is not None and task == "list" and (output is None or ending == ".json"):
        given = f"-o {output}" if output else "no -o FILE"
        raise api.InvalidInput(
            f"a list with a checkpoint was given {given}; expected -o FILE with a line a solution, such as .jsonl"
        )


def _search_of(what: Puzzle, asked: Request) -> dict[str, Any]:
    """Return what must stay the same for a search to go on."""
    return {
        "task": asked.task,
        "puzzle_sha256": api.digest_of(what.canonical()),
        "engine": asked.engine,
        "options": dict(asked.options),
        "seed": asked.seed,
        "up_to_symmetry": asked.up_to_symmetry,
        "rotations_only": asked.rotations_only,
    }


def _print_listed(what: Puzzle, solution: Solution, number: int, as_json: bool, quiet: bool) -> None:
    if as_json:
        print(json.dumps(solution), flush=True)
    elif not quiet:
        print(f"solution {number}", drawing(api.Drawable(what, solution)), "", sep="\n", flush=True)


def _write(target: Output, what: Puzzle, solution: Solution, number: int) -> None:
    """Write one of the solutions of a list."""
    ending = target.path.suffix.lower()
    if ending == ".json":
        target.write(b"[" if number == 1 else b",\n")
        target.write(json.dumps(solution).encode())
    elif ending == ".txt":
        target.write(api.draw_file(api.Drawable(what, solution), ".txt") + b"\n")
    else:
        target.write(json.dumps(solution).encode() + b"\n")


def _finish(target: Output, what: Puzzle, found: list[Solution], number: int, answer: Answer | None) -> None:
    """Write what a solve or a proof found, or close a list."""
    assert answer is not None
    ending = target.path.suffix.lower()
    if answer.task not in ("solve", "prove"):
        if ending == ".json":
            target.write(b"]\n" if number else b"[]\n")
    elif found and ending in (".svg", ".png", ".txt", ".gif"):
        target.write(api.draw_file(api.Drawable(what, found[0]), ending))
    elif found and answer.certificate is None:
        target.write(json.dumps(found[0]).encode() + b"\n")
    elif answer.certificate is not None and ending in (".svg", ".png", ".txt"):
        target.write(api.draw_file(api.Drawable(what, None, answer.certificate.refutation), ending))
    elif answer.certificate is not None:
        target.write(answer.certificate.to_text().encode() + b"\n")
    else:
        target.leave_out()
        what_there_is = "a solution" if answer.task == "solve" else "a certificate or a solution"
        print(f"nothing was written to {target.path}: there is no {what_there_is[2:]} to write", file=sys.stderr)


def _print_answer(what: Puzzle, answer: Answer, as_json: bool, quiet: bool) -> None:
    if as_json:
        print(json.dumps(answer.to_json()))
        return
    if answer.solution is not None and not quiet:
        print(drawing(api.Drawable(what, answer.solution)))
    if answer.evidence == "colouring" and answer.certificate is not None and not quiet:
        print(drawing(api.Drawable(what, None, answer.certificate.refutation)))
    print(terminal.summary(answer))


def drawing(given: api.Drawable) -> str:
    """Return a drawing for standard output: in colour on a terminal, unless NO_COLOR is set."""
    coloured = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    columns = shutil.get_terminal_size().columns if sys.stdout.isatty() else 100
    return api.draw_text(given, colour=coloured, columns=columns)
