"""The command `design`: puzzles with exactly one solution, printed one by one and written to a folder."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from exactcover.cli import calling, design_tasks, remote
from exactcover.cli.interrupts import interruptible
from exactcover.cli.lookup_output import Printed
from exactcover.cli.options import Options, Words, taking, whole_number
from exactcover.files.outputs import Output
from exactcover.model.answer import SCHEMA, Limits
from exactcover.model.errors import ANSWERED, InvalidInput
from exactcover.process import parent
from exactcover.process.messages import Call, Stopped

GRACE_SECONDS = 1.0
"""Seconds beyond the time limit to report what there is."""


@taking(
    "begun",
    "limit",
    "time_limit",
    "memory_limit",
    "as_json",
    "output",
    said={
        "limit": "Stop after N puzzles; one by default for fixed and clues.",
        "output": "Write each puzzle into this folder; sorted by name, they are sorted by difficulty.",
    },
)
def design(
    puzzle: Words,
    vary: Annotated[str, typer.Option(metavar="pieces|holes|fixed|clues", help="What varies.")],
    pick: Annotated[
        int | None,
        typer.Option(metavar="N", help="How many of them; otherwise as few as possible.", parser=whole_number),
    ] = None,
    seed: Annotated[str, typer.Option(metavar="TEXT", help="Same seed, same puzzles: a number, a date.")] = "1",
    level: Annotated[
        int | None,
        typer.Option(metavar="1..5", help="Only puzzles of this difficulty; 1: no guess.", parser=whole_number),
    ] = None,
    options: Options = Options(),
) -> int:
    """Make puzzles with exactly one solution up to symmetry: sets of pieces, holes, fewest pre-placed pieces or clues."""
    folder = None if options.output is None else _folder(options.output)
    limits = options.limits()
    own = puzzle, vary, pick, seed, level, limits, options.as_json
    server = remote.named()
    if server is None:
        call, within = Call(design_tasks.designed, own), limits
    else:
        call, within = Call(design_tasks.designed_by, (server, *own)), Limits()
    local = server is None
    status, count = ANSWERED, 0
    with interruptible() as interrupted:
        for step in parent.run(calling.pool, call, within, interrupted, grace=GRACE_SECONDS, ends_itself=local):
            if isinstance(step, design_tasks.Designed):
                count += 1
                sys.stdout.write(step.text)
                sys.stdout.flush()
                if folder is not None:
                    with Output(folder / step.name) as file:
                        file.write(step.content)
            elif isinstance(step, Printed | Stopped):
                end = step if isinstance(step, Printed) else _cut_short(vary, count, step, options.as_json)
                sys.stdout.write(end.text)
                status = end.status
    return status


def _cut_short(vary: str, count: int, stopped: Stopped, as_json: bool) -> Printed:
    """Return the output of the summary of a search that was stopped from outside, which knows no ranks."""
    summary = {
        "schema": SCHEMA,
        "task": "design",
        "puzzle_sha256": None,
        "vary": vary,
        "status": "FEASIBLE" if count else "UNKNOWN",
        "count": count,
        "exhausted": False,
        "stop_reason": stopped.reason,
        "ranking": [],
    }
    return design_tasks.summary_output(summary, as_json)


def _folder(path: Path) -> Path:
    """Return a folder, made if it does not exist; raises InvalidInput."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        why = (error.strerror or "error").lower()
        raise InvalidInput(f"the output {path} cannot be made ({why}); expected the name of a folder") from error
    return path
