"""The options and arguments that commands share, and the status that a command ends with."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from exactcover.answer import Limits, Request, Task
    from exactcover.api import Puzzle

ANSWERED, OUR_FAULT, INPUT_FAULT, UNKNOWN, REFUSED, INTERRUPTED = 0, 1, 2, 3, 4, 130


def number(text: str) -> float:
    """Return the number that a word is."""
    try:
        return float(text)
    except ValueError:
        raise typer.BadParameter(f"{text!r}; expected a number") from None


def whole_number(text: str) -> int:
    """Return the whole number that a word is."""
    try:
        return int(text)
    except ValueError:
        raise typer.BadParameter(f"{text!r}; expected a whole number") from None


Words = Annotated[
    list[str],
    typer.Argument(metavar="PUZZLE", help="A catalogue name, a file, or KIND key=value ...", show_default=False),
]
WordsAndFile = Annotated[
    list[str],
    typer.Argument(
        metavar="PUZZLE FILE", help="A puzzle, then an answer, a solution or a certificate.", show_default=False
    ),
]
Backend = Annotated[str, typer.Option(metavar="NAME[:OPTIONS]", help="The engine; see `exactcover engines`.")]
TimeLimit = Annotated[float | None, typer.Option(parser=number, metavar="S", help="Seconds.", show_default=False)]
MemoryLimit = Annotated[float | None, typer.Option(parser=number, metavar="MB", help="Megabytes.", show_default=False)]
NodeLimit = Annotated[
    int | None, typer.Option(parser=whole_number, metavar="N", help="Nodes of the search.", show_default=False)
]
Limit = Annotated[
    int | None, typer.Option(parser=whole_number, metavar="N", help="Stop at that many solutions.", show_default=False)
]
Seed = Annotated[int, typer.Option(parser=whole_number, metavar="N", help="Same seed, same answer.")]
Workers = Annotated[int, typer.Option(parser=whole_number, metavar="N", help="0: the task's default.")]
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


def read(words: list[str]) -> Puzzle:
    """Return the puzzle that the words name; raises InvalidInput where more follows."""
    from exactcover import api

    specification, rest = api.split_words(words)
    if rest:
        raise api.InvalidInput(f"{rest[0]!r} follows the puzzle; expected only key=value after it")
    return api.puzzle(*specification)


def limits(seconds: float | None, megabytes: float | None, nodes: int | None, solutions: int | None) -> Limits:
    """Return the limits of a run; raises InvalidInput."""
    from exactcover import api

    return api.Limits(seconds, megabytes, nodes, solutions)


def request(task: Task, backend: str = "auto", **settings: Any) -> Request:
    """Return the request for a run; see api.request."""
    from exactcover import api

    return api.request(task, backend, **settings)


def run(
    what: Puzzle, asked: Request, as_json: bool, quiet: bool, output: Path | None, checkpoint: Path | None = None
) -> int:
    """Run a request, print what comes, and return the exit status."""
    from exactcover.cli import delivery

    answer = delivery.run(what, asked, as_json, quiet, output, checkpoint)
    if answer.stop_reason == "interrupted":
        return INTERRUPTED
    return UNKNOWN if answer.status == "UNKNOWN" else ANSWERED
