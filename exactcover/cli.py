"""The command line: words in, an answer out, and an exit status that says what it is worth.

0 answered, 1 a fault of ours, 2 the input is at fault, 3 UNKNOWN, 4 `check` refused, 130 interrupted (by Ctrl-C or SIGTERM).
What a command does is in app.py, how a run is shown
and written in delivery.py. The child process is started before anything heavy is imported.
"""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from exactcover import __version__, worker

if TYPE_CHECKING:
    from exactcover.answer import Limits, Request, Task
    from exactcover.app import Puzzle

ANSWERED, OUR_FAULT, INPUT_FAULT, UNKNOWN, REFUSED, INTERRUPTED = 0, 1, 2, 3, 4, 130

commands = typer.Typer(
    help="Solve, count, list, check and draw exact-cover puzzles.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise typer.BadParameter(f"{text!r}; expected a number") from None


def _whole_number(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise typer.BadParameter(f"{text!r}; expected a whole number") from None


Words = Annotated[
    list[str],
    typer.Argument(metavar="PUZZLE", help="A catalogue name, a file, or KIND key=value ...", show_default=False),
]
WordsAndFile = Annotated[
    list[str], typer.Argument(metavar="PUZZLE FILE", help="A puzzle, then an answer or a solution.", show_default=False)
]
Backend = Annotated[str, typer.Option(metavar="NAME[:OPTIONS]", help="The engine; see `exactcover engines`.")]
TimeLimit = Annotated[float | None, typer.Option(parser=_number, metavar="S", help="Seconds.", show_default=False)]
MemoryLimit = Annotated[float | None, typer.Option(parser=_number, metavar="MB", help="Megabytes.", show_default=False)]
NodeLimit = Annotated[
    int | None, typer.Option(parser=_whole_number, metavar="N", help="Nodes of the search.", show_default=False)
]
Limit = Annotated[
    int | None, typer.Option(parser=_whole_number, metavar="N", help="Stop at that many solutions.", show_default=False)
]
Seed = Annotated[int, typer.Option(parser=_whole_number, metavar="N", help="Same seed, same answer.")]
Workers = Annotated[int, typer.Option(parser=_whole_number, metavar="N", help="0: the task's default.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Quiet = Annotated[bool, typer.Option("--quiet", help="No progress, no drawing.")]
OutputFile = Annotated[
    Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write there; see the README.", show_default=False)
]
UpToSymmetry = Annotated[bool, typer.Option("--up-to-symmetry", help="One solution of each class of symmetric ones.")]
RotationsOnly = Annotated[bool, typer.Option("--rotations-only", help="Reflections are no symmetry.")]
CheckpointPath = Annotated[
    Path | None, typer.Option("--checkpoint", metavar="FILE", help="Go on from there when killed.", show_default=False)
]
BreakSymmetry = Annotated[
    bool, typer.Option("--break-symmetry/--keep-symmetry", help="Search one placement of each orbit.")
]


@commands.callback(invoke_without_command=True)
def _top(
    context: typer.Context, version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False
) -> None:
    if version:
        print(f"exactcover {__version__}")
        raise typer.Exit(ANSWERED)
    if context.invoked_subcommand is None:
        print(context.get_help(), file=sys.stderr)
        raise typer.Exit(INPUT_FAULT)


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
    asked = _request("solve", backend, limits=limits, seed=seed, workers=workers, break_symmetry=break_symmetry)
    return _run(what, asked, as_json, quiet, output)


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
    up_to_symmetry: UpToSymmetry = False,
    rotations_only: RotationsOnly = False,
    checkpoint: CheckpointPath = None,
    as_json: Json = False,
    quiet: Quiet = False,
    output: OutputFile = None,
) -> int:
    """List solutions, symmetric ones too unless told otherwise."""
    worker.start()
    what, limits = _read(puzzle), _limits(time_limit, memory_limit, node_limit, limit)
    symmetry = {"up_to_symmetry": up_to_symmetry, "rotations_only": rotations_only}
    asked = _request("list", backend, limits=limits, seed=seed, workers=workers, **symmetry)
    return _run(what, asked, as_json, quiet, output, checkpoint)


@commands.command()
def sample(
    puzzle: Words,
    limit: Annotated[int, typer.Option(parser=_whole_number, metavar="N", help="How many to draw.")] = 1,
    time_limit: TimeLimit = None,
    memory_limit: MemoryLimit = None,
    seed: Seed = 0,
    as_json: Json = False,
    quiet: Quiet = False,
    output: OutputFile = None,
) -> int:
    """Draw solutions at random, each as likely as any other."""
    worker.start()
    what, limits = _read(puzzle), _limits(time_limit, memory_limit, None, limit)
    return _run(what, _request("sample", limits=limits, seed=seed), as_json, quiet, output)


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
    up_to_symmetry: UpToSymmetry = False,
    rotations_only: RotationsOnly = False,
    checkpoint: CheckpointPath = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Count solutions, in all and up to symmetry; `--limit 2` asks whether there is just one."""
    worker.start()
    what, limits = _read(puzzle), _limits(time_limit, memory_limit, node_limit, limit)
    symmetry = {"up_to_symmetry": up_to_symmetry, "rotations_only": rotations_only}
    asked = _request("count", backend, limits=limits, seed=seed, workers=workers, **symmetry)
    return _run(what, asked, as_json, quiet, None, checkpoint)


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
        number = len(told["faults"])
        print(f"refused: {number} fault{'' if number == 1 else 's'}", *told["faults"][:20], sep="\n")
    return ANSWERED if told["accepted"] else REFUSED


@commands.command()
def draw(puzzle: WordsAndFile, output: OutputFile = None) -> int:
    """Draw a puzzle, or a solution of it, as text or into a .svg, .png or .txt file."""
    from exactcover import app, delivery

    what, solution = app.puzzle_and_solution(puzzle)
    if output is None:
        print(delivery.drawing(what, solution))
        return ANSWERED
    from exactcover.outputs import Output

    with Output(output) as target:
        target.write(app.draw_file(what, solution, output.suffix.lower()))
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


def _request(task: Task, backend: str = "auto", **settings: Any) -> Request:
    """Return the request for a run; see app.request."""
    from exactcover import app

    return app.request(task, backend, **settings)


def _run(
    what: Puzzle, asked: Request, as_json: bool, quiet: bool, output: Path | None, checkpoint: Path | None = None
) -> int:
    """Run a request, print what comes, and return the exit status."""
    from exactcover import delivery

    answer = delivery.run(what, asked, as_json, quiet, output, checkpoint)
    if answer.stop_reason == "interrupted":
        return INTERRUPTED
    return UNKNOWN if answer.status == "UNKNOWN" else ANSWERED


def main(words: Sequence[str] | None = None) -> int:
    """Run the command line (the process's own words, where none are given) and return the exit status."""
    from exactcover.model.malformed import Malformed

    _open_streams()
    try:
        status = commands(words, standalone_mode=False)
        sys.stdout.flush()
    except Malformed as fault:
        return _say(str(fault), INPUT_FAULT)
    except typer.TyperException as fault:
        from exactcover import terminal

        return _say(terminal.usage_fault(fault, list(_names())), INPUT_FAULT)
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except (
        BrokenPipeError,
        SystemExit,
    ):  # whoever read our output has gone (typer makes an exit of it): nothing more to say
        _discard_output()
        return ANSWERED
    except Exception as fault:
        _discard_output()
        return _say_our_fault(fault)
    return int(status or ANSWERED)


def _names() -> Iterator[str]:
    for command in commands.registered_commands:
        assert command.callback is not None
        yield command.name or command.callback.__name__


def _open_streams() -> None:
    """Make standard streams that were closed lead nowhere, and one that cannot write a character write `?` for it."""
    for descriptor in range(3):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115  (for as long as the process lives)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def _discard_output() -> None:
    """Let nothing more be written to standard output, which the interpreter would try again when it ends."""
    with suppress(OSError):  # it has no descriptor: a caller's own stream
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _say(sentence: str, status: int) -> int:
    with suppress(OSError):
        print("exactcover:", " ".join(sentence.split("\n")), file=sys.stderr, flush=True)
    return status


def _say_our_fault(fault: Exception) -> int:
    """Say in a sentence what broke, and show the traceback where there is one to report."""
    import traceback

    if isinstance(fault, OSError) and fault.filename is None:  # standard output: the disk is full
        return _say(f"standard output cannot be written ({(fault.strerror or 'error').lower()})", OUR_FAULT)
    what, details = f"{type(fault).__name__}: {fault}", traceback.format_exc()
    if isinstance(fault, worker.EngineFailed):
        what, details = str(fault), fault.details
    _say(f"a fault of exactcover, not of yours: {what}", OUR_FAULT)
    with suppress(OSError):
        print(details, end="", file=sys.stderr, flush=True)
    return OUR_FAULT


if __name__ == "__main__":
    sys.exit(main())
