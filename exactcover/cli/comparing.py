"""Runs comparisons of the command line: shows progress, prints the table or the JSON, draws the plot."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from exactcover import api
from exactcover.cli import calling, remote, tasks, terminal
from exactcover.cli.options import Options
from exactcover.comparison import Case, answers, engines_of, families, limited, plot, refuse_unsuitable, shown
from exactcover.model.answer import Limits, Progress
from exactcover.solving.comparable import Entry


def of_puzzle(words: Sequence[str], backends: str, options: Options, picture: Path | None) -> None:
    """Compare engines on one puzzle; raises InvalidInput."""
    puzzle, limits = tasks.read(words), options.limits()
    engines = engines_of(backends) if backends else puzzle.engines()
    _refuse_picture(picture)
    limits = limited(limits)
    case = Case(puzzle, engines, (), limits)
    with terminal.ProgressLine(options.quiet) as progress:
        for number, answer in enumerate(_answers(words, puzzle, engines, limits, options.seed), start=1):
            case = replace(case, answers=(*case.answers, answer))
            progress.show(Progress(f"{number} of {len(engines)} engines done"))
    refuse_unsuitable(case.answers, engines)
    print(json.dumps(case.to_json()) if options.as_json else shown(case))
    if picture is not None:
        plot.draw(picture, [case])


def _answers(
    words: Sequence[str], puzzle: api.Puzzle, engines: Sequence[str], limits: Limits, seed: int
) -> Iterator[Entry]:
    """Yield the answers of engines, run here or on the named server."""
    server = remote.named()
    if server is None:
        return answers(puzzle, engines, limits, seed)
    return calling.values(tasks.compared_by, (server, tuple(words), tuple(engines), limits, seed))


def _cases(family: families.Family, engines: Sequence[str], limits: Limits, seed: int) -> Iterator[Case]:
    """Yield the cases of a family, run here or on the named server."""
    server = remote.named()
    if server is None:
        return families.run(family, engines, limits, seed)
    return calling.values(tasks.family_by, (server, family.name, tuple(engines), limits, seed))


def of_family(name: str, backends: str, options: Options, picture: Path | None) -> None:
    """Compare engines on a family of puzzles; raises InvalidInput."""
    family = families.family(name)
    engines = engines_of(backends) if backends else family.engines
    _refuse_picture(picture)
    cases: list[Case] = []
    with terminal.ProgressLine(options.quiet) as progress:
        for case in _cases(family, engines, limited(options.limits()), options.seed):
            cases.append(case)
            refuse_unsuitable(case.answers, engines)
            progress.show(Progress(f"{len(cases)} puzzles of {name} done"))
    print(json.dumps(families.to_json(family, cases)) if options.as_json else families.shown(family, cases, engines))
    if picture is not None:
        plot.draw(picture, cases, family)


def _refuse_picture(picture: Path | None) -> None:
    """Raise InvalidInput for a plot that could not be drawn, before anything has run."""
    if picture is not None:
        plot.refuse(picture)
