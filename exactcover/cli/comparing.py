"""Runs comparisons of the command line: shows progress, prints the table or the JSON, draws the plot."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from exactcover.api import films
from exactcover.cli import calling, remote, remote_tasks, tasks, terminal
from exactcover.cli.options import Options
from exactcover.comparison import Case, comparing, engines_of, families, limited, plot
from exactcover.model.errors import InvalidInput
from exactcover.process.escaping import escaped_lines


@dataclass(frozen=True)
class Pictures:
    """The files that a comparison is drawn in: its plot, and the film of its searches with so many states of each."""

    plot: Path | None = None
    film: Path | None = None
    states: int = 0

    def refuse(self) -> None:
        """Raise InvalidInput for a file that could not be written, before anything has run."""
        if self.plot is not None:
            plot.refuse(self.plot)
        if self.film is not None:
            films.refuse_file(self.film)
            films.refuse_states(self.states)


def of_puzzle(words: Sequence[str], backends: str, options: Options, pictures: Pictures) -> None:
    """Compare engines on one puzzle, here or on the server that was named; raises InvalidInput."""
    puzzle, limits, server = tasks.read(words), options.limits(), remote.named()
    engines = engines_of(backends) if backends else puzzle.engines()
    pictures.refuse()
    if pictures.film is not None:
        films.refuse(puzzle, engines)
    with terminal.ProgressLine(options.quiet) as progress:
        if server is None:
            comparison = comparing.compare(puzzle, engines, limits=limits, seed=options.seed, on_progress=progress.show)
        else:
            case = Case(puzzle, engines, (), limited(limits))
            arguments = (server, tuple(words), tuple(engines), case.limits, options.seed)
            entries = calling.values(remote_tasks.compared_by, arguments)
            comparison = comparing.Comparison((comparing.of_puzzle(case, entries, progress.show),))
    _deliver(comparison, options, pictures)


def of_family(name: str, backends: str, options: Options, pictures: Pictures) -> None:
    """Compare engines on a family of puzzles, here or on the server that was named; raises InvalidInput."""
    family, limits, server = families.family(name), options.limits(), remote.named()
    engines = engines_of(backends) if backends else family.engines
    if pictures.film is not None:
        raise InvalidInput("--film shows searches of one puzzle; expected a puzzle in place of --family")
    pictures.refuse()
    with terminal.ProgressLine(options.quiet) as progress:
        if server is None:
            comparison = comparing.compare(
                engines=engines, family=name, limits=limits, seed=options.seed, on_progress=progress.show
            )
        else:
            arguments = (server, name, tuple(engines), limited(limits), options.seed)
            comparison = comparing.of_family(family, calling.values(remote_tasks.family_by, arguments), progress.show)
    _deliver(comparison, options, pictures)


def _deliver(comparison: comparing.Comparison, options: Options, pictures: Pictures) -> None:
    """Print the comparison, and draw the pictures that are wanted."""
    print(json.dumps(comparison.to_json()) if options.as_json else comparison)
    if pictures.plot is not None:
        comparison.plot(pictures.plot)
    if pictures.film is not None:
        shown = comparison.searches(pictures.states)
        shown.save(pictures.film)
        if not options.quiet:
            print(escaped_lines(f"{pictures.film}\n{shown}"), file=sys.stderr)
