"""Commands with a search: solve, list, sample, count, prove, compare, script."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer

from exactcover.cli import delivery
from exactcover.cli.options import Options, Words, taking
from exactcover.model.errors import ANSWERED, INPUT_FAULT, InvalidInput
from exactcover.process.escaping import escaped_lines

LIMITED = ("time_limit", "memory_limit", "node_limit")
SHOWN = ("as_json", "quiet", "verbose", "output")
SYMMETRY = ("up_to_symmetry", "rotations_only", "checkpoint", "executor")


@taking(
    *("begun", "backend", *LIMITED, "seed", "workers", "break_symmetry", "gap", "certificate", *SHOWN, "view"),
    said={"output": "Write the solution there: .json, .jsonl, .txt, .svg, .png, .pdf, and .gif for a plan."},
)
def solve(puzzle: Words, options: Options) -> int:
    """Find a solution, or report that there is none."""
    return delivery.run(puzzle, "solve", options)


@taking(
    *(
        "begun",
        "backend",
        "limit",
        *LIMITED,
        "seed",
        "workers",
        "optimal",
        "certificate",
        *SYMMETRY,
        "disassemble",
        "project",
        *SHOWN,
        "view",
        "show_all",
    ),
    said={"output": "Write the solutions there: .json, .jsonl, .txt, or a sheet of drawings .svg, .png, .pdf."},
)
def list_solutions(puzzle: Words, options: Options) -> int:
    """List solutions, including symmetric ones by default."""
    return _by_choices(puzzle, options) if options.project else delivery.run(puzzle, "list", options)


@taking(
    *("begun", "time_limit", "memory_limit", "seed", "workers", *SHOWN, "view"),
    said={
        "limit": "How many to draw; the default is one.",
        "output": "Write the solutions there: .json, .jsonl, .txt, or a sheet of drawings .svg, .png, .pdf.",
    },
    limit=1,
)
def sample(puzzle: Words, options: Options) -> int:
    """Draw solutions uniformly at random."""
    return delivery.run(puzzle, "sample", options)


@taking(
    *(
        "begun",
        "backend",
        "limit",
        *LIMITED,
        "seed",
        "workers",
        *SYMMETRY,
        "over",
        "certificate",
        "as_json",
        "quiet",
        "verbose",
    ),
    said={
        "certificate": "Write evidence of the number there, with which the judge counts again.",
        "up_to_symmetry": "Count the symmetry classes whatever it takes, also of a cover whose symmetries must be found.",
        "rotations_only": "Do not count reflections as symmetries: mirror images are in different classes.",
    },
)
def count(puzzle: Words, options: Options) -> int:
    """Count solutions, in all and up to symmetry; `--limit 2` tests whether there is exactly one."""
    if options.certificate is not None:
        from exactcover.cli import certifying

        return certifying.run(puzzle, options, options.certificate)
    return _by_choices(puzzle, options) if options.over else delivery.run(puzzle, "count", options)


@taking(
    *("begun", "argument", *LIMITED, "workers", "checkpoint", "executor", *SHOWN),
    said={"output": "Write the certificate, or its picture or that of a solution, depending on the ending."},
)
def prove(puzzle: Words, options: Options) -> int:
    """Prove that there is no solution, or no shorter plan, with a certificate that `check` accepts; or find a solution."""
    return delivery.run(puzzle, "prove", options)


FILM = "The searches side by side, state by state, as an animation: .svg, .gif."


@taking(*LIMITED, "seed", "as_json", "quiet")
def compare(
    puzzle: Annotated[list[str] | None, typer.Argument(metavar="[PUZZLE]", help="A puzzle, or --family.")] = None,
    backends: Annotated[str, typer.Option(metavar="A,B,...", help="The engines; NAME:KEY=VALUE;KEY=VALUE.")] = "",
    family: Annotated[str, typer.Option(metavar="NAME", help="A family of puzzles instead of one.")] = "",
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="A picture: .png, .svg, .pdf.")] = None,
    film: Annotated[Path | None, typer.Option(metavar="FILE", help=FILM)] = None,
    states: Annotated[int, typer.Option(metavar="N", help="The states of each search in the film, 1 to 1,000.")] = 300,
    options: Options = Options(),
) -> int:
    """Run several engines on one puzzle, or on a family, under the same limits (60 s each by default)."""
    from exactcover.cli import comparing

    if bool(puzzle) == bool(family):
        raise InvalidInput("compare was given both a puzzle and a family, or neither; expected one of them")
    pictures = comparing.Pictures(plot, film, states)
    if family:
        comparing.of_family(family, backends, options, pictures)
    else:
        comparing.of_puzzle(puzzle or [], backends, options, pictures)
    return ANSWERED


def script(
    file: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", help="Commands, one per line; without it, a prompt.")
    ] = None,
) -> int:
    """Run 8-puzzle commands from a file, or at a prompt."""
    from exactcover import api
    from exactcover.cli import script as language

    lines = _prompted_lines() if file is None else iter(api.read_answer_file(file).splitlines())
    faults = 0
    for reply in language.run(lines):
        faults += reply.fault
        print(escaped_lines(reply.text), file=sys.stderr if reply.fault else sys.stdout, flush=True)
    return INPUT_FAULT if faults else ANSWERED


def _by_choices(puzzle: Sequence[str], options: Options) -> int:
    from exactcover.cli import choosing

    return choosing.run(puzzle, options)


def _prompted_lines() -> Iterator[str]:
    """Yield lines from standard input, with a prompt if it is a terminal."""
    while True:
        if sys.stdin.isatty():
            print("8-puzzle> ", end="", file=sys.stderr, flush=True)
        line = sys.stdin.readline()
        if not line:
            return
        yield line
