"""The door: turns a request into a puzzle, runs the pipeline, gives an answer. It alone in exactcover imports encoders.

Python, the command line and whatever comes later go through these functions.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import numpy as np

from encoders import catalogue
from encoders import draw as drawing
from encoders.kinds import Puzzle
from exactcover import backends, pipeline, portfolio
from exactcover.answer import SCHEMA, Answer, Limits, Request, Task
from exactcover.model.cover import Cover
from exactcover.model.encoding import Solution
from exactcover.model.malformed import Malformed, nearest
from exactcover.model.tiling import Tiling
from exactcover.pipeline import Accepted, Step, digest_of

__all__ = [
    "Accepted", "Answer", "Limits", "Malformed", "Puzzle", "check_text", "count", "digest_of", "draw", "draw_file", "engines",
    "faults", "info", "iterate", "puzzle", "puzzle_and_solution", "puzzles", "read_answer_file", "request", "run", "sample",
    "solve", "split_words",
]  # fmt: skip

LARGEST_ANSWER = 500_000_000
LARGEST_TEXT_BOARD = 40_000
MOST_ESTIMATED = 100_000  # placements


def puzzles() -> tuple[str, ...]:
    """Return the names of the catalogue."""
    return catalogue.names()


def puzzle(*words: str, **keys: Any) -> Puzzle:
    """Return a puzzle: `puzzle("pentominoes-6x10")`, `puzzle("board.toml")`, `puzzle("packing", board="6x10", ...)`.

    Keys are those of a puzzle file. Raises Malformed.
    """
    return catalogue.puzzle(*words, **keys)


def request(task: Task, backend: str = "auto", **settings: Any) -> Request:
    """Return a request; backend: `NAME[:VALUE | :KEY=VALUE,...]`; settings: the other fields of Request. Raises Malformed."""
    known = [each.name for each in fields(Request) if each.name not in ("task", "engine", "options")]
    for key in settings:
        if key not in known:
            raise Malformed(f"a request has no setting {key!r}; expected {', '.join(known)}{nearest(key, known)}")
    name, colon, rest = backend.partition(":")
    options: dict[str, str] = {}
    for part in rest.split(",") if colon else ():
        key, equals, value = part.partition("=")
        key, value = (key, value) if equals else ("", key)
        if not value or key in options:
            raise Malformed(f"backend is {backend!r}; expected NAME, NAME:VALUE or NAME:KEY=VALUE,...")
        options[key] = value
    return Request(task, name, options, **settings)


def run(what: Puzzle, asked: Request, interrupted: Callable[[], bool] = lambda: False) -> Iterator[Step]:
    """Yield what happens to a request (Accepted, Progress, Bound), its Answer last."""
    return pipeline.run(what, asked, interrupted)


def solve(what: Puzzle | str, *, backend: str = "auto", limits: Limits = Limits(), **settings: Any) -> Answer:
    """Return the answer to `is there a solution`: the best one found, where solutions have a cost."""
    return _answer(what, request("solve", backend, limits=limits, **settings))


def count(what: Puzzle | str, *, backend: str = "auto", limits: Limits = Limits(), **settings: Any) -> Answer:
    """Return the answer to `how many solutions`, symmetric ones counted apart."""
    return _answer(what, request("count", backend, limits=limits, **settings))


class Solutions(Iterator[Solution]):
    """Solutions as they are found; `answer` says how the search ended, once they have all been taken."""

    def __init__(self, what: Puzzle, asked: Request) -> None:
        self.answer: Answer | None = None
        self._steps = pipeline.run(what, asked)

    def __next__(self) -> Solution:
        for step in self._steps:
            if isinstance(step, Accepted):
                return step.solution
            if isinstance(step, Answer):
                self.answer = step
        raise StopIteration

    def close(self) -> None:
        """End the search now."""
        close = getattr(self._steps, "close", None)
        if close is not None:
            close()


def iterate(what: Puzzle | str, *, backend: str = "auto", limits: Limits = Limits(), **settings: Any) -> Solutions:
    """Return an iterator over solutions, each one different and accepted by both judges; see `request` for settings."""
    return Solutions(_puzzle(what), request("list", backend, limits=limits, **settings))


def sample(what: Puzzle | str, number: int, *, seed: int = 0, limits: Limits = Limits()) -> Solutions:
    """Return an iterator over `number` solutions drawn uniformly and independently; the same seed gives the same ones."""
    return Solutions(_puzzle(what), request("sample", limits=replace(limits, solutions=number), seed=seed))


def _puzzle(what: Puzzle | str) -> Puzzle:
    return what if isinstance(what, Puzzle) else puzzle(what)


def _answer(what: Puzzle | str, asked: Request) -> Answer:
    for step in pipeline.run(_puzzle(what), asked):
        if isinstance(step, Answer):
            return step
    raise AssertionError("a run ended without an answer")


def faults(what: Puzzle | str, solution: Any) -> list[str]:
    """Return what the puzzle's referee finds wrong with a solution; an empty list for a right one."""
    return _puzzle(what).faults(solution)


def check_text(what: Puzzle, text: str) -> dict[str, Any]:
    """Judge an answer, a solution, or several in JSON lines; return the check object of the contract.

    What an answer claims beyond its solutions (a count, INFEASIBLE) cannot be judged, and is not accepted unjudged.
    """
    digest = digest_of(what.canonical())
    found: list[str] = []
    solutions: list[str] = []
    answers: list[dict[str, Any]] = []
    for number, judged in enumerate(_objects(text)):
        given = judged
        where = f"line {number + 1}: " if number else ""
        if _is_answer(given):
            answers.append(given)
            if given.get("solution") is None:
                continue
            given = given["solution"]
        faults_here = [where + fault for fault in what.faults(given)]
        found.extend(faults_here)
        key = "" if faults_here else json.dumps(sorted((p["piece"], sorted(p["cells"])) for p in given["placements"]))
        if key and key in solutions:
            found.append(f"{where}the same solution was there before")
        solutions.append(key)
    for answer in answers:
        found.extend(_answer_faults(answer, digest, len(solutions)))
    if not solutions and not answers:
        found.append("there is no solution in it and no certificate; expected something to check")
    return {
        "schema": SCHEMA,
        "task": "check",
        "puzzle_sha256": digest,
        "accepted": not found,
        "kind": "answer" if answers else "solution",
        "faults": found,
    }


def _answer_faults(given: dict[str, Any], digest: str, solutions: int) -> list[str]:
    """Return what an answer claims that its solutions do not bear out."""
    found = []
    if given.get("puzzle_sha256") != digest:
        found.append(f"the answer is of another puzzle (sha256 {given.get('puzzle_sha256')}); expected {digest}")
    if solutions == 0:
        found.append(
            f"there is nothing in the answer to judge its {given['status']} by: no solution and no certificate"
        )
    elif given["status"] != "FEASIBLE":
        found.append(f"the answer says {given['status']} and has a solution without a cost; expected FEASIBLE")
    if given.get("cost") is not None or given.get("bound") is not None:
        found.append("the answer has a cost or a bound; solutions of this puzzle have none")
    listed = given["task"] in ("list", "sample")
    if listed and given.get("count") != str(solutions):
        found.append(f"the answer says {given.get('count')} solutions; {solutions} are there")
    if not listed and (given.get("count") is not None or given.get("classes") is not None):
        found.append("the answer has a count, which a solution says nothing of")
    return found


def _is_answer(given: Any) -> bool:
    return isinstance(given, dict) and "status" in given and "task" in given


def _objects(text: str) -> list[Any]:
    """Return the one JSON value of the text, or those of its lines; raises Malformed."""
    try:
        return [json.loads(text)]
    except (ValueError, RecursionError) as whole:
        lines = [line for line in text.splitlines() if line.strip()]
        if len(lines) < 2:
            raise Malformed(
                f"the file is not JSON: {str(whole) or 'nested too deeply'}; expected an answer or a solution"
            ) from whole
        found = []
        for number, line in enumerate(lines, start=1):
            try:
                found.append(json.loads(line))
            except (ValueError, RecursionError) as fault:
                raise Malformed(f"line {number} of the file is not JSON: {fault}; expected JSON lines") from fault
        return found


def solution_in(text: str) -> Solution:
    """Return the first solution of an answer, a solution or JSON lines; raises Malformed where there is none."""
    for given in _objects(text):
        solution = given.get("solution") if _is_answer(given) else given
        if isinstance(solution, dict):
            return solution
    raise Malformed("the file has no solution; expected an answer or a solution")


def puzzle_and_solution(words: Sequence[str]) -> tuple[Puzzle, Solution | None]:
    """Return what `draw PUZZLE`, `draw PUZZLE FILE` or `draw ANSWER` names; raises Malformed."""
    specification, rest = split_words(words)
    if len(rest) > 1:
        raise Malformed(f"draw was given {len(rest)} files; expected at most one after the puzzle")
    if rest:
        return puzzle(*specification), solution_in(read_answer_file(Path(rest[0])))
    if len(specification) == 1 and specification[0].endswith((".json", ".jsonl")):
        text = read_answer_file(Path(specification[0]))
        answer = next(filter(_is_answer, _objects(text)), None)
        if answer is not None:
            solution = solution_in(text)
            return catalogue.puzzle_of_answer(answer, solution), solution
    return puzzle(*specification), None


def draw(what: Puzzle | str, solution: Solution | None = None, *, colour: bool = False, columns: int = 100) -> str:
    """Return the drawing of a solution (judged first), or of the puzzle alone, as text; raises Malformed."""
    puzzle_drawn = _puzzle(what)
    _refuse_wrong(puzzle_drawn, solution)
    return drawing.text(puzzle_drawn.picture(solution), colour, columns)


def draw_file(what: Puzzle, solution: Solution | None, ending: str) -> bytes:
    """Return the drawing of a solution, or of the puzzle alone, as .svg, .png or .txt; raises Malformed."""
    import io

    _refuse_wrong(what, solution)
    picture = what.picture(solution)
    if ending == ".svg":
        return drawing.svg(picture).encode()
    if ending == ".png":
        stream = io.BytesIO()
        drawing.png(picture, stream)
        return stream.getvalue()
    if ending == ".txt":
        return (drawing.text(picture, colour=False) + "\n").encode()
    raise Malformed(f"a drawing cannot end in {ending!r}; expected .svg, .png or .txt")


def _refuse_wrong(what: Puzzle, solution: Solution | None) -> None:
    wrong = [] if solution is None else what.faults(solution)
    if wrong:
        raise Malformed(f"the solution is wrong and cannot be drawn: {wrong[0]}")


def read_answer_file(path: Path) -> str:
    """Return the text of an answer or solution file; raises Malformed."""
    return catalogue.read_bounded(path, LARGEST_ANSWER)


def engines() -> list[dict[str, Any]]:
    """Return what each engine is called, accepts and can, its own options and what its node limit counts."""
    found = []
    for name in backends.NAMES:
        engine = backends.engine(name)
        about = (engine.__doc__ or "").strip().splitlines()[0]
        found.append(
            {
                "name": name,
                "about": about,
                "accepts": list(engine.accepts),
                "can": list(engine.can),
                "options": list(engine.options),
                "node": engine.node,
            }
        )
    return found


def info(what: Puzzle) -> dict[str, Any]:
    """Return what can be said of a puzzle without searching: see the schema `info`."""
    from exactcover.reductions import isometries, tiling_to_cover

    canonical = what.canonical()
    model = what.encode("solve").model
    assert isinstance(model, Tiling)
    fits = tiling_to_cover.fitting(model)
    covered = tiling_to_cover.covered(model, fits)
    group = isometries.symmetries(model, lambda kind, place: bool(fits[kind][place].any()))
    dead = np.argwhere(model.region & ~covered)
    engine, why = portfolio.choose("auto", "solve", model)
    pieces = []
    for kind, windows in zip(model.kinds, fits, strict=True):
        placements = sum(int(window.sum()) for window in windows) if kind.most else 0
        pieces.append(
            {
                "name": kind.name,
                "size": kind.size,
                "orientations": len(kind.orientations),
                "copies": [kind.least, kind.most],
                "placements": placements,
            }
        )
    options = sum(int(mask.sum()) for kind, masks in zip(model.kinds, fits, strict=True) for mask in masks if kind.most)
    return {
        "schema": SCHEMA,
        "task": "info",
        "kind": what.kind,
        "title": what.title,
        "source": what.source,
        "published": dict(what.published),
        "puzzle": canonical,
        "puzzle_sha256": digest_of(canonical),
        "cells": int(model.region.sum()),
        "area_of_pieces": [
            sum(kind.size * kind.least for kind in model.kinds),
            sum(k.size * k.most for k in model.kinds),
        ],
        "pieces": pieces,
        "fixed": len(model.fixed),
        "uncoverable": {"count": len(dead), "cells": [list(cell) for cell in dead[:100].tolist()]},
        "symmetry": {"order": len(group), "rotations": sum(_is_rotation(symmetry.matrix) for symmetry in group)},
        "size": {"items": int(model.region.sum()) + len(model.kinds), "options": options},
        "engine": {"name": engine, "why": why},
        "estimate": _estimate(model) if options <= MOST_ESTIMATED else None,
    }


def _estimate(model: Tiling) -> dict[str, Any]:
    """Return how long a search for all solutions modulo symmetry would take, from random descents."""
    from exactcover.reductions import tiling_to_cover
    from exactcover.search.orbits import Orbits
    from exactcover.search.plan import Chooser

    cover = tiling_to_cover.reduce(model).model
    assert isinstance(cover, Cover)
    plan = Chooser(cover, Orbits(cover), whole_group=False, seed=0).best()
    return {"kernel": plan.kernel, "why": plan.why, "nodes": plan.nodes, "seconds": plan.seconds}


def _is_rotation(matrix: Any) -> bool:
    return round(float(np.linalg.det(matrix.astype(float)))) == 1


def split_words(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """Split command-line words into a puzzle's specification and the rest."""
    return catalogue.split_words(words)
