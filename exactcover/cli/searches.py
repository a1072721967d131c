"""Commands that search: solve, list, sample, count, prove, compare, script."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from exactcover.cli.options import (
    ANSWERED,
    INPUT_FAULT,
    Backend,
    BreakSymmetry,
    CheckpointPath,
    Json,
    Limit,
    MemoryLimit,
    NodeLimit,
    OutputFile,
    Quiet,
    RotationsOnly,
    Seed,
    TimeLimit,
    UpToSymmetry,
    Words,
    Workers,
    limits,
    read,
    request,
    run,
    whole_number,
)
from exactcover.running import parent


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
    parent.start()
    what, within = read(puzzle), limits(time_limit, memory_limit, node_limit, None)
    asked = request("solve", backend, limits=within, seed=seed, workers=workers, break_symmetry=break_symmetry)
    return run(what, asked, as_json, quiet, output)


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
    parent.start()
    what, within = read(puzzle), limits(time_limit, memory_limit, node_limit, limit)
    symmetry = {"up_to_symmetry": up_to_symmetry, "rotations_only": rotations_only}
    asked = request("list", backend, limits=within, seed=seed, workers=workers, **symmetry)
    return run(what, asked, as_json, quiet, output, checkpoint)


def sample(
    puzzle: Words,
    limit: Annotated[int, typer.Option(parser=whole_number, metavar="N", help="How many to draw.")] = 1,
    time_limit: TimeLimit = None,
    memory_limit: MemoryLimit = None,
    seed: Seed = 0,
    as_json: Json = False,
    quiet: Quiet = False,
    output: OutputFile = None,
) -> int:
    """Draw solutions at random, each as likely as any other."""
    parent.start()
    what, within = read(puzzle), limits(time_limit, memory_limit, None, limit)
    return run(what, request("sample", limits=within, seed=seed), as_json, quiet, output)


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
    parent.start()
    what, within = read(puzzle), limits(time_limit, memory_limit, node_limit, limit)
    symmetry = {"up_to_symmetry": up_to_symmetry, "rotations_only": rotations_only}
    asked = request("count", backend, limits=within, seed=seed, workers=workers, **symmetry)
    return run(what, asked, as_json, quiet, None, checkpoint)


def prove(
    puzzle: Words,
    argument: Annotated[
        str, typer.Option(metavar="KIND", help="The one kind of certificate it may be.", show_default=False)
    ] = "",
    time_limit: TimeLimit = None,
    memory_limit: MemoryLimit = None,
    node_limit: NodeLimit = None,
    as_json: Json = False,
    quiet: Quiet = False,
    output: OutputFile = None,
) -> int:
    """Prove that there is no solution, or no shorter plan, with a certificate that `check` judges; or find a solution."""
    parent.start()
    what, within = read(puzzle), limits(time_limit, memory_limit, node_limit, None)
    return run(what, request("prove", limits=within, argument=argument), as_json, quiet, output)


def compare(
    puzzle: Annotated[list[str] | None, typer.Argument(metavar="[PUZZLE]", help="A puzzle, or --family.")] = None,
    backends: Annotated[str, typer.Option(metavar="A,B,...", help="The engines; NAME:KEY=VALUE;KEY=VALUE.")] = "",
    family: Annotated[str, typer.Option(metavar="NAME", help="A family of puzzles instead of one.")] = "",
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="A picture: .png, .svg, .pdf.")] = None,
    time_limit: TimeLimit = None,
    memory_limit: MemoryLimit = None,
    node_limit: NodeLimit = None,
    seed: Seed = 0,
    as_json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Run engines side by side on one puzzle, or on a family, under the same limits (60 s each unless told otherwise)."""
    from exactcover.cli.comparing import of_family, of_puzzle
    from exactcover.errors import InvalidInput

    if bool(puzzle) == bool(family):
        raise InvalidInput("compare was given a puzzle and a family, or neither; expected one of them")
    within = limits(time_limit, memory_limit, node_limit, None)
    if family:
        of_family(family, backends, within, seed, plot, as_json=as_json, quiet=quiet)
    else:
        of_puzzle(read(puzzle or []), backends, within, seed, plot, as_json=as_json, quiet=quiet)
    return ANSWERED


def script(
    file: Annotated[Path | None, typer.Argument(metavar="[FILE]", help="Commands, one a line; none: a prompt.")] = None,
) -> int:
    """Run commands of the 8-puzzle from a file, or at a prompt."""
    parent.start()
    from exactcover import api
    from exactcover import script as language

    lines = _typed() if file is None else iter(api.read_answer_file(file).splitlines())
    faults = 0
    for reply in language.run(lines):
        faults += reply.fault
        print(reply.text, file=sys.stderr if reply.fault else sys.stdout, flush=True)
    return INPUT_FAULT if faults else ANSWERED


def _typed() -> Iterator[str]:
    """Yield what is typed, after a prompt where somebody types."""
    while True:
        if sys.stdin.isatty():
            print("8-puzzle> ", end="", file=sys.stderr, flush=True)
        line = sys.stdin.readline()
        if not line:
            return
        yield line
