"""Runs comparisons of the command line: shows progress, prints the table or the JSON, draws the plot."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from exactcover.cli import calling, remote, remote_tasks, tasks, terminal
from exactcover.cli.options import Options
from exactcover.comparison import Case, comparing, engines_of, families, limited, plot


def of_puzzle(words: Sequence[str], backends: str, options: Options, picture: Path | None) -> None:
    """Compare engines on one puzzle, here or on the server that was named; raises InvalidInput."""
    puzzle, limits, server = tasks.read(words), options.limits(), remote.named()
    engines = engines_of(backends) if backends else puzzle.engines()
    _refuse_picture(picture)
    with terminal.ProgressLine(options.quiet) as progress:
        if server is None:
            comparison = comparing.compare(puzzle, engines, limits=limits, seed=options.seed, on_progress=progress.show)
        else:
            case = Case(puzzle, engines, (), limited(limits))
            arguments = (server, tuple(words), tuple(engines), case.limits, options.seed)
            entries = calling.values(remote_tasks.compared_by, arguments)
            comparison = comparing.Comparison((comparing.of_puzzle(case, entries, progress.show),))
    _deliver(comparison, options, picture)


def of_family(name: str, backends: str, options: Options, picture: Path | None) -> None:
    """Compare engines on a family of puzzles, here or on the server that was named; raises InvalidInput."""
    family, limits, server = families.family(name), options.limits(), remote.named()
    engines = engines_of(backends) if backends else family.engines
    _refuse_picture(picture)
    with terminal.ProgressLine(options.quiet) as progress:
        if server is None:
            comparison = comparing.compare(
                engines=engines, family=name, limits=limits, seed=options.seed, on_progress=progress.show
            )
        else:
            arguments = (server, name, tuple(engines), limited(limits), options.seed)
            comparison = comparing.of_family(family, calling.values(remote_tasks.family_by, arguments), progress.show)
    _deliver(comparison, options, picture)


def _refuse_picture(picture: Path | None) -> None:
    """Raise InvalidInput for a plot that could not be drawn, before anything has run."""
    if picture is not None:
        plot.refuse(picture)


def _deliver(comparison: comparing.Comparison, options: Options, picture: Path | None) -> None:
    """Print the comparison, and draw its picture if one is wanted."""
    print(json.dumps(comparison.to_json()) if options.as_json else comparison)
    if picture is not None:
        comparison.plot(picture)
