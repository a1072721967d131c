"""A comparison run to its end at a command line: progress shown, the table or the JSON printed, the picture drawn."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from exactcover import api
from exactcover.answer import Limits, Progress
from exactcover.cli import terminal
from exactcover.compare import Case, answers, engines_of, families, limited, plot, shown


def of_puzzle(
    what: api.Puzzle, backends: str, limits: Limits, seed: int, picture: Path | None, *, as_json: bool, quiet: bool
) -> None:
    """Compare engines on one puzzle; raises InvalidInput."""
    engines = engines_of(backends) if backends else what.engines()
    _refuse_picture(picture)
    limits = limited(limits)
    case = Case(what, engines, (), limits)
    with terminal.ProgressLine(quiet) as progress:
        for number, answer in enumerate(answers(what, engines, limits, seed), start=1):
            case = replace(case, answers=(*case.answers, answer))
            progress.show(Progress(f"{number} of {len(engines)} engines done"))
    print(json.dumps(case.to_json()) if as_json else shown(case))
    if picture is not None:
        plot.draw(picture, [case])


def of_family(
    name: str, backends: str, limits: Limits, seed: int, picture: Path | None, *, as_json: bool, quiet: bool
) -> None:
    """Compare engines on a family of puzzles; raises InvalidInput."""
    what = families.family(name)
    engines = engines_of(backends) if backends else what.engines
    _refuse_picture(picture)
    cases: list[Case] = []
    with terminal.ProgressLine(quiet) as progress:
        for case in families.run(what, engines, limited(limits), seed):
            cases.append(case)
            progress.show(Progress(f"{len(cases)} puzzles of {name} done"))
    print(json.dumps(families.to_json(what, cases)) if as_json else families.shown(what, cases, engines))
    if picture is not None:
        plot.draw(picture, cases, what)


def _refuse_picture(picture: Path | None) -> None:
    """Raise InvalidInput for a picture that could not be drawn, before anything has run."""
    if picture is not None:
        plot.refuse(picture)
