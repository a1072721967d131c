"""The part of `design` that runs in a separate process, under limits: it yields each design as text and as a puzzle file."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from exactcover.cli import tasks
from exactcover.cli.lookup_output import Printed
from exactcover.model.errors import ANSWERED, INTERRUPTED, UNKNOWN
from exactcover.process.escaping import escaped
from exactcover.process.messages import Clock

if TYPE_CHECKING:
    from exactcover.cli import remote
    from exactcover.model.answer import Limits


@dataclass(frozen=True)
class Designed:
    """A design: its text, and the name and the content of its puzzle file."""

    text: str
    name: str
    content: bytes


def designed(
    words: Sequence[str], vary: str, pick: int | None, seed: str, level: int | None, limits: Limits, as_json: bool
) -> Iterator[Designed | Printed | Clock]:
    """Yield designs, and the summary at the end; the engines run in this process."""
    from exactcover.api.answering import run_here
    from exactcover.api.designing import designs_by
    from exactcover.kernel import jit
    from exactcover.process import child, compiling

    compiling.measure(child.tell, jit.once_imported)
    yield compiling.clock(running=True)
    puzzle = tasks.read(words)
    designs = designs_by(run_here, puzzle, vary, pick, seed, level, limits, child.interrupted)
    for design in designs:
        yield _one(design, puzzle.title or puzzle.kind, _source(vary, seed), as_json)
    compiling.end_run()
    assert designs.summary is not None, "a search for designs ends with its summary"
    yield summary_output(designs.summary, as_json)


def designed_by(
    server: remote.Server,
    words: Sequence[str],
    vary: str,
    pick: int | None,
    seed: str,
    level: int | None,
    limits: Limits,
    as_json: bool,
) -> Iterator[Designed | Printed | Clock]:
    """Yield the designs of a server, and the summary at the end; the server enforces the limits."""
    yield Clock(running=False)
    puzzle = tasks.read(words)
    with tasks.client_of(server) as client:
        designs = client.design(puzzle, vary=vary, pick=pick, seed=seed, level=level, limits=limits)
        for design in designs:
            yield _one(design, puzzle.title or puzzle.kind, _source(vary, seed), as_json)
    assert designs.summary is not None, "designs end with their summary"
    yield summary_output(designs.summary, as_json)


def _source(vary: str, seed: str) -> str:
    return f"exactcover design --vary {vary} --seed {seed}"


def _one(design: Mapping[str, Any], title: str, source: str, as_json: bool) -> Designed:
    rated = design["difficulty"]
    level, guesses, steps = rated["level"], rated["guesses"], rated["steps"]
    keys = {"title": f"{title}, level {level}", "source": source, **design["puzzle"]}
    beyond = "" if rated["complete"] else "more than "
    line = f"{design['number']}: level {level} ({beyond}{guesses:,} guesses, {steps:,} forced steps)  {design['words']}"
    text = json.dumps(design) if as_json else escaped(line)
    name = f"level-{level}-{guesses:05}-{steps:05}-{design['puzzle_sha256'][:8]}.json"
    return Designed(text + "\n", name, json.dumps(keys).encode() + b"\n")


def summary_output(summary: Mapping[str, Any], as_json: bool) -> Printed:
    """Return the output of the summary: JSON, or a sentence."""
    stopped = summary["stop_reason"]
    status = INTERRUPTED if stopped == "interrupted" else UNKNOWN if summary["status"] == "UNKNOWN" else ANSWERED
    return Printed((json.dumps(summary) if as_json else sentence(summary)) + "\n", status)


def sentence(summary: Mapping[str, Any]) -> str:
    """Return how a search for designs ended, for people."""
    count, stopped = summary["count"], summary["stop_reason"]
    number = f"{count:,} puzzle{'' if count == 1 else 's'} with one solution up to symmetry"
    if summary["exhausted"]:
        return f"{number}; there are no others"
    why = {"time": "the time limit", "memory": "the memory limit", "solutions": "--limit", "nodes": "a limit of nodes"}
    ended = "an interruption" if stopped == "interrupted" else why.get(stopped, "")
    return f"{'' if count else 'UNKNOWN: '}{number}; {f'stopped by {ended}, ' if ended else ''}there may be others"
