"""Commands without a search: check, draw, export, moves, info, marginals, remaining, hint. Not here: lists (lists.py)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from exactcover.cli import calling, looks, remote, remote_tasks, tasks
from exactcover.cli.options import Options, Words, WordsAndFile, number, taking
from exactcover.files.outputs import STANDARD_OUTPUT, is_gzipped, refuse_export
from exactcover.model import defaults
from exactcover.model.answer import Limits
from exactcover.model.errors import ANSWERED, InvalidInput
from exactcover.process.escaping import escaped

LIMITED = ("time_limit", "memory_limit")
DRAWN = (".svg", ".png", ".pdf", ".stl", ".obj", ".txt", ".gif")


def _millimetres(text: str) -> Any:
    return typer.Option(metavar="MM", help=text, parser=number, show_default=False)


@taking("recount", *LIMITED, "as_json")
def check(puzzle: WordsAndFile, options: Options) -> int:
    """Judge a solution, an answer or a certificate by the puzzle's rules alone."""
    limits = options.limits()
    recount = limits if options.recount else None
    arguments = (puzzle, options.as_json, recount, remote.named())
    return calling.run("check", tasks.checked, arguments, limits, as_json=options.as_json)


@taking(
    *("limit", "view", "output", *LIMITED),
    said={
        "output": "Draw into this .svg, .png, .pdf, .txt or .gif file; make pieces as .stl or .obj.",
        "limit": "Draw at most this many of a file's solutions.",
    },
)
def draw(
    puzzle: WordsAndFile,
    film: Annotated[
        bool, typer.Option("--film", help="Animate the .svg of a plan, or of pieces as they come apart.")
    ] = False,
    pieces: Annotated[
        bool, typer.Option("--pieces", help="Draw the puzzle's pieces too; the default for images of a puzzle.")
    ] = False,
    window: Annotated[str, typer.Option(metavar="0,0/40,80", help="Only the cells from one corner to the other.")] = "",
    cell: Annotated[float | None, _millimetres("The side of a cell of what is made (15).")] = None,
    height: Annotated[float | None, _millimetres("The height of pieces in the plane (5).")] = None,
    clearance: Annotated[float | None, _millimetres("Between pieces of an .stl or .obj (0).")] = None,
    kerf: Annotated[float | None, _millimetres("The width of a laser's cut; pieces lie apart (0).")] = None,
    options: Options = Options(),
) -> int:
    """Draw a puzzle, its solutions or a colouring, as text or into a file, or make its pieces (.stl, .obj, --view cut)."""
    if film and options.output is None:
        raise InvalidInput("--film needs -o FILE; expected a file that ends in .svg or .gif")
    look = looks.look_of(options)
    if look.ending is not None and look.ending not in DRAWN:
        raise InvalidInput(
            f"a drawing cannot be written as {look.ending!r}; expected {', '.join(DRAWN[:-1])} or {DRAWN[-1]}"
        )
    looks.refuse_view(options.view, options.output)
    limits = options.limits()
    most = limits.solutions or (
        defaults.SOLUTIONS_PICTURED if look.ending in looks.SHEETS else defaults.SOLUTIONS_SHOWN
    )
    every = {"cell": cell, "height": height, "clearance": clearance, "kerf": kerf}
    measures = {name: value for name, value in every.items() if value is not None}
    own = {"film": film, "view": options.view, "window": window, "pieces": pieces, "measures": measures or None}
    server = remote.named()
    if server is not None:
        by_server = (server, puzzle, look, {"most": most, **own}, replace(limits, solutions=None))
        return calling.run("draw", remote_tasks.drawn_by, by_server, Limits(), output=options.output)
    return calling.run("draw", tasks.drawn, (puzzle, look, most, *own.values()), limits, output=options.output)


@taking("as_json")
def moves(puzzle: Words, options: Options) -> int:
    """List the legal moves from a puzzle's start."""
    from exactcover import api

    server = remote.named()
    listed = api.moves(tasks.read(puzzle)) if server is None else calling.value(remote_tasks.moves_by, (server, puzzle))
    if options.as_json:
        print(json.dumps({"schema": 1, "task": "moves", "moves": listed}))
    else:
        print("\n".join(escaped(" ".join(map(str, move))) for move in listed))
    return ANSWERED


@taking(*LIMITED, "as_json", "verbose")
def info(puzzle: Words, options: Options) -> int:
    """Show what is known of a puzzle: pieces, placements, symmetry, size, and estimates for `solve` and `count`."""
    server = remote.named()
    if server is not None:
        arguments: tuple[Any, ...] = (server, puzzle, options.as_json, options.verbose, options.limits())
        return calling.run("info", remote_tasks.described_by, arguments, Limits(), as_json=options.as_json)
    arguments = (puzzle, options.as_json, options.verbose)
    return calling.run("info", tasks.described, arguments, options.limits(), as_json=options.as_json)


@taking(
    *("begun", "limit", "samples", "seed", *LIMITED, "as_json"),
    said={
        "limit": "Print at most this many placements; 12 by default.",
        "samples": "Estimate shares, with errors, from N random descents: for puzzles that are too large to count.",
    },
)
def marginals(puzzle: Words, options: Options) -> int:
    """Count the solutions with each placement of a packing, or with each option of another cover."""
    server, limits = remote.named(), options.limits()
    most = defaults.MARGINALS_PRINTED if limits.solutions is None else limits.solutions
    if server is not None:
        sampling = options.samples, options.seed
        by_server = (server, puzzle, options.as_json, most, replace(limits, solutions=None), *sampling)
        return calling.run("marginals", remote_tasks.counted_by, by_server, Limits(), as_json=options.as_json)
    arguments = puzzle, options.as_json, most, limits.memory, options.samples, options.seed, limits.time
    if options.samples is not None and limits.time is not None:  # what is estimated by then is the result
        limits = replace(limits, time=limits.time + defaults.LOOKUP_TIME_LIMIT)
    return calling.run("marginals", tasks.option_counts, arguments, limits, as_json=options.as_json)


@taking("begun", *LIMITED, "as_json", said={"time_limit": "Seconds for everything; 0.3 by default."})
def remaining(puzzle: Words, options: Options) -> int:
    """Say how many solutions a puzzle has, or its best plan or cost, as far as a moment suffices; or why it has none."""
    return _within_seconds("remaining", puzzle, options, defaults.REMAINING_SECONDS, tasks.left, remote_tasks.left_by)


def _within_seconds(
    task: str,
    puzzle: Words,
    options: Options,
    usual: float,
    here: Callable[..., Iterator[Any]],
    by_server: Callable[..., Iterator[Any]],
) -> int:
    """Run a look-up that ends itself after so many seconds, here or on a server."""
    server = remote.named()
    seconds = usual if options.time_limit is None else options.time_limit
    own = (puzzle, options.as_json, seconds)
    if server is not None:
        return calling.run(task, by_server, (server, *own), Limits(), as_json=options.as_json)
    limits = Limits(seconds + defaults.LOOKUP_TIME_LIMIT, options.memory_limit)
    return calling.run(task, here, own, limits, as_json=options.as_json)


@taking(*LIMITED)
def export(
    puzzle: Words,
    to: Annotated[
        str,
        typer.Option(
            metavar="FORMAT",
            help="dlx, dimacs, opb, lp, mps, txt, json, xmpuzzle; lrat, veripb, veripb2, states, trees, recount;"
            " dimacs-check, opb-check, puzzle.",
        ),
    ],
    output: Annotated[
        Path,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            help="Standard output by default; for certificates, STEM.",
            show_default=False,
        ),
    ] = STANDARD_OUTPUT,
    certificate: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="For lrat, veripb, veripb2, states, trees and recount."),
    ] = None,
    options: Options = Options(),
) -> int:
    """Write a puzzle in a format of other programs, or a certificate and its problem in one of other proof checkers."""
    refuse_export(to, output, certificate)
    packed = is_gzipped(output)
    server = remote.named()
    if server is not None:
        by_server = (server, puzzle, to, certificate, packed, options.limits())
        return calling.run("export", remote_tasks.exported_by, by_server, Limits(), output=output)
    arguments = puzzle, to, certificate, packed
    return calling.run("export", tasks.exported, arguments, options.limits(), output=output)


@taking("begun", *LIMITED, "as_json", said={"time_limit": "Seconds for everything; 1 by default."})
def hint(puzzle: Words, options: Options) -> int:
    """Say what to place next: what all completions have, or most; or since which move there is none, and why."""
    return _within_seconds("hint", puzzle, options, defaults.HINT_SECONDS, tasks.hinted, remote_tasks.hinted_by)
