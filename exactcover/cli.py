"""The command line: words in, an answer out, and an exit status that says what it is worth.

0 answered, 1 a fault of ours, 2 the input is at fault, 3 UNKNOWN, 4 `check` refused, 130 interrupted. What a command does is in
app.py; what people see in terminal.py. The child process is started before anything heavy is imported.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from exactcover import __version__, worker

if TYPE_CHECKING:
    from exactcover.answer import Answer, Limits, Request, Task
    from exactcover.app import Puzzle
    from exactcover.model.encoding import Solution
    from exactcover.outputs import Output

ANSWERED, OUR_FAULT, INPUT_FAULT, UNKNOWN, REFUSED, INTERRUPTED = 0, 1, 2, 3, 4, 130

commands = typer.Typer(
    help="Solve, count, list, check and draw exact-cover puzzles.",
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

Words = Annotated[
    list[str],
    typer.Argument(metavar="PUZZLE", help="A catalogue name, a file, or KIND key=value ...", show_default=False),
]
WordsAndFile = Annotated[
    list[str], typer.Argument(metavar="PUZZLE FILE", help="A puzzle, then an answer or a solution.", show_default=False)
]
Backend = Annotated[str, typer.Option(metavar="NAME[:OPTIONS]", help="The engine; see `exactcover engines`.")]
TimeLimit = Annotated[float | None, typer.Option(metavar="S", help="Seconds.", show_default=False)]
MemoryLimit = Annotated[float | None, typer.Option(metavar="MB", help="Megabytes.", show_default=False)]
NodeLimit = Annotated[int | None, typer.Option(metavar="N", help="Nodes of the search.", show_default=False)]
Limit = Annotated[int | None, typer.Option(metavar="N", help="Stop at that many solutions.", show_default=False)]
Seed = Annotated[int, typer.Option(metavar="N", help="Same seed, same answer.")]
Workers = Annotated[int, typer.Option(metavar="N", help="0: the task's default.", min=0)]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Quiet = Annotated[bool, typer.Option("--quiet", help="No progress, no drawing.")]
OutputFile = Annotated[
    Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write there; see the README.", show_default=False)
]
BreakSymmetry = Annotated[
    bool, typer.Option("--break-symmetry/--keep-symmetry", help="Search one of each symmetric lot.")
]


@commands.callback(invoke_without_command=True)
def _top(
    context: typer.Context, version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False
) -> None:
    if version:
        print(f"exactcover {__version__}")
        raise typer.Exit(ANSWERED)


@commands.command()
def solve(
    puzzle: Words,
    backend: Backend = "auto",
    time_limit: TimeLimit = None,
    memory_limit: MemoryLimit = None,
    node_limit: NodeLimit = None,
    seed: Seed = 0,
    workers: Workers = 0,
    break_symmetry: BreakSymmetry = True,
    as_json: Json = False,
    quiet: Quiet = False,
    output: OutputFile = None,
) -> int:
    """Find a solution, or say that there is none."""
    worker.start()
    what, limits = _read(puzzle), _limits(time_limit, memory_limit, node_limit, None)
    return _run(what, _request("solve", backend, limits, seed, workers, break_symmetry), as_json, quiet, output)


@commands.command("list")
def list_solutions(
    puzzle: Words,
    backend: Backend = "auto",
    limit: Limit = None,
    time_limit: TimeLimit = None,
    memory_limit: MemoryLimit = None,
    node_limit: NodeLimit = None,
    seed: Seed = 0,
    workers: Workers = 0,
    as_json: Json = False,
    quiet: Quiet = False,
    output: OutputFile = None,
) -> int:
    """List solutions, symmetric ones too."""
    worker.start()
    what, limits = _read(puzzle), _limits(time_limit, memory_limit, node_limit, limit)
    return _run(what, _request("list", backend, limits, seed, workers, False), as_json, quiet, output)


@commands.command()
def count(
    puzzle: Words,
    backend: Backend = "auto",
    limit: Limit = None,
    time_limit: TimeLimit = None,
    memory_limit: MemoryLimit = None,
    node_limit: NodeLimit = None,
    seed: Seed = 0,
    workers: Workers = 0,
    as_json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Count solutions, symmetric ones too; `--limit 2` asks whether there is just one."""
    worker.start()
    what, limits = _read(puzzle), _limits(time_limit, memory_limit, node_limit, limit)
    return _run(what, _request("count", backend, limits, seed, workers, False), as_json, quiet, None)


@commands.command()
def check(puzzle: WordsAndFile, as_json: Json = False) -> int:
    """Judge a solution or an answer, by the puzzle's rules alone."""
    from exactcover import app

    words, rest = app.split_words(puzzle)
    if len(rest) != 1:
        raise app.Malformed(f"check was given {len(rest)} files; expected one after the puzzle")
    told = app.check_text(app.puzzle(*words), app.read_answer_file(Path(rest[0])))
    if as_json:
        print(json.dumps(told))
    elif told["accepted"]:
        print(f"accepted: the {told['kind']} is right")
    else:
        print(f"refused: {len(told['faults'])} faults", *told["faults"][:20], sep="\n")
    return ANSWERED if told["accepted"] else REFUSED


@commands.command()
def draw(puzzle: WordsAndFile, output: OutputFile = None) -> int:
    """Draw a puzzle, or a solution of it, as text or into a .svg, .png or .txt file."""
    from exactcover import app

    what, solution = app.puzzle_and_solution(puzzle)
    if output is None:
        print(_drawing(what, solution))
        return ANSWERED
    from exactcover.outputs import Output

    with Output(output) as target:
        target.file.write(app.draw_file(what, solution, output.suffix))
    return ANSWERED


@commands.command()
def info(puzzle: Words, as_json: Json = False) -> int:
    """Say what is known of a puzzle without searching: its pieces, their placements, its symmetry, its size."""
    from exactcover import app, terminal

    told = app.info(_read(puzzle))
    print(json.dumps(told) if as_json else terminal.about(told))
    return ANSWERED


@commands.command()
def puzzles(as_json: Json = False) -> int:
    """List the catalogue."""
    from exactcover import app, terminal

    told = [{"name": name, "title": app.puzzle(name).title, "kind": app.puzzle(name).kind} for name in app.puzzles()]
    if as_json:
        print(json.dumps({"schema": 1, "task": "puzzles", "puzzles": told}))
    else:
        print(terminal.table(("name", "title"), [(each["name"], each["title"]) for each in told]))
    return ANSWERED


@commands.command()
def engines(as_json: Json = False) -> int:
    """List the engines, what they accept and what they can."""
    from exactcover import app, terminal

    told = app.engines()
    if as_json:
        print(json.dumps({"schema": 1, "task": "engines", "engines": told}))
    else:
        head = ("engine", "accepts", "can", "options", "a node is", "about")
        lines = [
            (
                e["name"],
                ", ".join(e["accepts"]),
                ", ".join(e["can"]),
                ", ".join(e["options"]) or "-",
                e["node"],
                e["about"],
            )
            for e in told
        ]
        print(terminal.table(head, lines))
    return ANSWERED


def _read(words: list[str]) -> Puzzle:
    from exactcover import app

    specification, rest = app.split_words(words)
    if rest:
        raise app.Malformed(f"{rest[0]!r} follows the puzzle; expected only key=value after it")
    return app.puzzle(*specification)


def _limits(seconds: float | None, megabytes: float | None, nodes: int | None, solutions: int | None) -> Limits:
    from exactcover import app

    return app.Limits(seconds, megabytes, nodes, solutions)


def _request(task: Task, backend: str, limits: Limits, seed: int, workers: int, break_symmetry: bool) -> Request:
    from exactcover import app

    return app.request(task, backend, limits=limits, seed=seed, workers=workers, break_symmetry=break_symmetry)


@contextmanager
def _interruptible() -> Iterator[Callable[[], bool]]:
    """Turn the first Ctrl-C into a flag that the run looks at; the second one ends everything."""
    seen: list[int] = []

    def note(number: int, _frame: Any) -> None:
        seen.append(number)
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, note)
    try:
        yield lambda: bool(seen)
    finally:
        signal.signal(signal.SIGINT, before)


def _run(what: Puzzle, asked: Request, as_json: bool, quiet: bool, output: Path | None) -> int:
    """Run a request and print what comes; return the exit status."""
    from exactcover import app, terminal
    from exactcover.answer import Progress
    from exactcover.outputs import Output

    _refuse_ending(asked.task, output)
    progress = terminal.ProgressLine(quiet)
    with _interruptible() as interrupted, Output(output) if output else nullcontext() as target:
        found: list[Solution] = []
        number = 0
        for step in app.run(what, asked, interrupted):
            if isinstance(step, Progress):
                progress.show(step)
            elif isinstance(step, app.Accepted):
                number += 1
                if asked.task == "list":
                    progress.clear()
                    _print_listed(what, step.solution, number, as_json, quiet)
                    if target is not None:
                        _write(target, what, step.solution, number)
                else:
                    found = [step.solution]
            elif isinstance(step, app.Answer):
                answer = step
        progress.clear()
        if target is not None:
            _finish(target, what, found, number, asked.task)
    _print_answer(what, answer, as_json, quiet)
    if answer.stop_reason == "interrupted":
        return INTERRUPTED
    return UNKNOWN if answer.status == "UNKNOWN" else ANSWERED


def _refuse_ending(task: Task, output: Path | None) -> None:
    from exactcover import app

    if task == "list" and output is not None and output.suffix in (".svg", ".png"):
        raise app.Malformed(f"a list cannot be written to {output}; expected .json, .jsonl or .txt")


def _print_listed(what: Puzzle, solution: Solution, number: int, as_json: bool, quiet: bool) -> None:
    if as_json:
        print(json.dumps(solution), flush=True)
    elif not quiet:
        print(f"solution {number}", _drawing(what, solution), "", sep="\n", flush=True)


def _write(target: Output, what: Puzzle, solution: Solution, number: int) -> None:
    """Write one of the solutions of a list."""
    from exactcover import app

    if target.path.suffix == ".json":
        target.file.write(b"[" if number == 1 else b",\n")
        target.file.write(json.dumps(solution).encode())
    elif target.path.suffix == ".txt":
        target.file.write(app.draw_file(what, solution, ".txt") + b"\n")
    else:
        target.file.write(json.dumps(solution).encode() + b"\n")


def _finish(target: Output, what: Puzzle, found: list[Solution], number: int, task: Task) -> None:
    """Write what a solve found, or close a list."""
    from exactcover import app

    ending = target.path.suffix
    if task == "list":
        if ending == ".json":
            target.file.write(b"]\n" if number else b"[]\n")
    elif not found:
        target.leave_out()
        print(f"nothing was written to {target.path}: there is no solution to write", file=sys.stderr)
    elif ending in (".svg", ".png", ".txt"):
        target.file.write(app.draw_file(what, found[0], ending))
    else:
        target.file.write(json.dumps(found[0]).encode() + b"\n")


def _print_answer(what: Puzzle, answer: Answer, as_json: bool, quiet: bool) -> None:
    from exactcover import terminal

    if as_json:
        print(json.dumps(answer.to_json()))
        return
    if answer.solution is not None and not quiet:
        print(_drawing(what, answer.solution))
    print(terminal.summary(answer))


def _drawing(what: Puzzle, solution: Solution | None) -> str:
    from exactcover import app

    coloured = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    columns = shutil.get_terminal_size().columns if sys.stdout.isatty() else 100
    return app.draw(what, solution, colour=coloured, columns=columns)


def main() -> int:
    """Run the command line and return the exit status."""
    from exactcover.model.malformed import Malformed

    try:
        status = commands(standalone_mode=False)
        sys.stdout.flush()
    except Malformed as fault:
        return _say(str(fault), INPUT_FAULT)
    except typer.TyperException as fault:
        return _say(fault.format_message(), INPUT_FAULT)
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except BrokenPipeError:  # whoever read our output has gone: nothing more to say
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return ANSWERED
    except worker.EngineFailed as fault:
        return _say(f"a fault of exactcover, not of yours: {fault}", OUR_FAULT)
    return int(status or ANSWERED)


def _say(sentence: str, status: int) -> int:
    print(f"exactcover: {sentence}", file=sys.stderr)
    return status


if __name__ == "__main__":
    sys.exit(main())
