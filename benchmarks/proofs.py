"""The time to find and to judge a proof: CPU seconds on one core, compiled code warm, in this process.

Finding: from the puzzle to a certificate, including all the arguments tried before the successful one, in the order and
with the shares of `prove`. Judging: parsing and judging the certificate's text, the referee included. Each figure is
the median of several runs; the long ones at the end are run once; size: bytes of the certificate as JSON.
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import replace
from statistics import median

from benchmarks.machine import described, table
from encoders.catalogue import puzzle
from exactcover import api
from exactcover.api import puzzle_about
from exactcover.files import judging
from exactcover.model.answer import Limits
from exactcover.model.certificate import Certificate, Refutation
from exactcover.model.encoding import Model
from exactcover.model.events import End, Found
from exactcover.model.puzzle_protocol import Puzzle, digest_of
from exactcover.model.refuted import below
from exactcover.model.space import Sliding
from exactcover.solving import portfolio, proving
from exactcover.solving.plan import Share, Stage
from tests.judges.myciel import colouring

RUNS = 5
SECONDS = 600.0
BOARDS = (
    "packing board=10x14 pieces=tetrominoes copies=7",
    "packing board=15x28 pieces=tetrominoes copies=21",
    "packing board=15x14 pieces=hexominoes copies=1",
    "packing board=10x10 pieces=L4 copies=any",
    "packing board=102x102 pieces=L4 copies=any",
    "packing board=8x8 pieces=dominoes copies=any holes=0,0/7,7",
    "packing board=20x20 pieces=dominoes copies=any holes=0,0/19,19",
    "packing board=200x200 pieces=dominoes copies=any holes=0,0/199,199",
    "packing board=10x10 pieces=T4 copies=any",
    "packing board=6x12 pieces=T4 copies=any",
    "packing board=12x14 pieces=T4 copies=any",
    "packing board=10x13 pieces=Y5 copies=any",
    "packing board=9x10 pieces=Y5 copies=any",
    "packing board=5x15 pieces=Y5 copies=any",
    "packing board=2x80 pieces=tetrominoes copies=8",
    "packing board=3x9 pieces=V3 copies=any",
    "packing board=20x20 pieces=I3 copies=any holes=0,0",
)
LONG = (
    "packing board=27x28 pieces=heptominoes copies=1",
    "packing board=24x26 pieces=T4 copies=any",
    "packing board=15x18 pieces=Y5 copies=any",
)
LARGEST_SETS = 400
PLANS = (
    ("8-puzzle", 31, "invariant"),
    ("two-ls", 30, "invariant"),
    ("huarong-dao-steps", 116, "invariant"),
    ("huarong-dao-moves", 81, "invariant"),
    ("8-puzzle", 31, "clausal"),
    ("two-ls", 30, "clausal"),
)
"""Planning puzzles, the length of a shortest plan, and the method that proves that none is shorter."""


def measure() -> list[str]:
    """Return the table of boards, and one row for all boards of an odd number of sets of tetrominoes."""
    lines = ["# Proofs", "", described(), "", (__doc__ or "").split("\n", 2)[2].strip(), ""]
    lines += table(("board", "certificate", "finding, s", "judging, s", "bytes"), [_measured(each) for each in BOARDS])
    lines += ["", _odd_sets(), "", "That no plan is shorter (the plan itself is known already):", ""]
    heads = ("puzzle", "certificate", "finding, s", "judging, s", "bytes")
    bounds = [_measured(name, ((Share(argument),),), length) for name, length, argument in PLANS]
    lines += [*table(heads, bounds), "", "Longer ones, each once:", ""]
    return [*lines, *table(heads, [_measured(each, runs=1) for each in LONG] + [_colouring()])]


def _colouring() -> tuple[str, ...]:
    """Return the row of a proof by orbits: that 5 colours are too few for the fifth of Mycielski's graphs."""
    what = puzzle_about(colouring(5, 5))
    return ("5-colouring of myciel5 as a cover", *_measured_of(what, ((Share("clausal"),),), None, 1))


def odd_sets() -> list[str]:
    """Return every board HxL, H <= L, of area 20 k up to 400 with k odd, as k sets of the five free tetrominoes."""
    return [
        f"packing board={height}x{20 * k // height} pieces=tetrominoes copies={k}"
        for k in range(1, LARGEST_SETS // 20 + 1, 2)
        for height in range(1, 20 * k + 1)
        if 20 * k % height == 0 and height * height <= 20 * k
    ]


def _measured(
    words: str, stages: tuple[Stage, ...] = (), bound: int | None = None, runs: int = RUNS
) -> tuple[str, ...]:
    return (words, *_measured_of(puzzle(words), stages, bound, runs))


def _measured_of(what: Puzzle, stages: tuple[Stage, ...], bound: int | None, runs: int) -> tuple[str, ...]:
    if runs > 1:
        _found(what, stages, bound)
    times, judged = [], []
    for _ in range(runs):
        begun = time.process_time()
        refutation = _found(what, stages, bound)
        times.append(time.process_time() - begun)
        if refutation is None:
            return "none", f"{times[-1]:.3f}", "", ""
        text = text_of(what, refutation)
        begun = time.process_time()
        faults = judging.check_text(what, text)["faults"]
        judged.append(time.process_time() - begun)
        assert not faults, f"{what.title or what.kind}: {faults}"
    assert refutation is not None
    return refutation.argument, f"{median(times):.3f}", f"{median(judged):.3f}", str(len(text))


def _odd_sets() -> str:
    boards = [puzzle(words) for words in odd_sets()]
    begun = time.process_time()
    found = [(what, _found(what)) for what in boards]
    spent = time.process_time() - begun
    arguments = [
        refutation.argument for what, refutation in found if refutation is not None and _right(what, refutation)
    ]
    summary = ", ".join(f"{arguments.count(argument)} by {argument}" for argument in sorted(set(arguments)))
    return (
        f"An odd number k of sets of the five tetrominoes on every HxL of area 20 k up to {LARGEST_SETS}: "
        f"{len(arguments)} of {len(boards)} proved ({summary}), {spent:.2f} s in all."
    )


def _right(what: Puzzle, refutation: Refutation) -> bool:
    faults: Sequence[str] = judging.check_text(what, text_of(what, refutation))["faults"]
    return not faults


def text_of(what: Puzzle, refutation: Refutation) -> str:
    """Return the certificate as JSON."""
    canonical = json.loads(json.dumps(what.canonical()))
    return Certificate(canonical, digest_of(canonical), refutation).to_text()


def refuted(what: api.Subject, model: Model, argument: str, seconds: float) -> Refutation | None:
    """Return the refutation of a puzzle, by an argument or by the first that succeeds; None if the time ends first."""
    if isinstance(model, Sliding):
        answer = api.prove(what, argument=argument, limits=Limits(time=seconds))
        return None if answer.certificate is None else answer.certificate.refutation
    for event in proving.run(portfolio.arguments(argument, model)[0], model, Limits(time=seconds)):
        assert not isinstance(event, Found), "there is a solution"
        if isinstance(event, End):
            return event.refutation
    raise AssertionError("the provers ended without an End")


def _found(what: Puzzle, stages: tuple[Stage, ...] = (), bound: int | None = None) -> Refutation | None:
    """Return the refutation that `prove` finds, for solutions below a bound if there is one, or None."""
    model: Model = what.encode().model
    asked = model if bound is None else below(model, bound)
    for event in proving.run(stages or portfolio.arguments("", model)[0], asked, Limits(time=SECONDS)):
        if isinstance(event, Found):
            return None
        if isinstance(event, End):
            return event.refutation and replace(event.refutation, bound=bound)
    raise AssertionError("the provers ended without an End")
