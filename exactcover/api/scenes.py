"""The answer to a proof as a story in scenes, for a page: judged again, then told with pictures.

Not here: the scenes of certificates (proofs/scenes), and the page (service/page).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exactcover.api import checking
from exactcover.api.drawings import picture
from exactcover.files.judging.drawables import Drawable
from exactcover.model import certificate
from exactcover.model.cover import Cover
from exactcover.model.encoding import Model, name_of
from exactcover.model.errors import InvalidInput
from exactcover.model.growth import Growth
from exactcover.model.space import Sliding
from exactcover.model.tiling import Tiling
from exactcover.proofs import provers
from exactcover.proofs.explain.briefly import reason
from exactcover.proofs.explain.phrases import number_phrase
from exactcover.proofs.scenes import scenes as scenes_of
from exactcover.proofs.scenes.pictures import MOST_POSITIONS, Json, Plane, board, chips, piece, scene
from exactcover.solving import portfolio

IMAGE = {"kind": "image", "name": "The answer, drawn"}
"""A picture that the server draws of the job: of triangles and hexagons, and of large boards."""
MOST_OPTIONS = 60
SQUARES = [(-1, 0), (0, -1), (0, 1), (1, 0)]
CUBES = [(-1, 0, 0), (0, -1, 0), (0, 0, -1), (0, 0, 1), (0, 1, 0), (1, 0, 0)]


def story(puzzle: Any, answer: Mapping[str, Any]) -> Json:
    """Return the answer to a proof as a story; raises InvalidInput if the judges refuse what is in it.

    tag, tone: a word for the verdict, `good`, `bad` or `wait`; text, more: the verdict as a sentence; lead: what the puzzle
    asks; scenes: see proofs/scenes; sealed: whether something was checked; seal: sentences about what was checked, and by whom.
    """
    model = puzzle.encode().model
    faults = checking.check(answer, puzzle)["faults"]
    if faults:
        raise InvalidInput(f"the answer is wrong and is not shown: {faults[0]}")
    solution, proof = answer.get("solution"), answer.get("certificate")
    refutation = None if proof is None else certificate.certificate(proof).refutation
    told: list[Json] = []
    if isinstance(solution, Mapping):
        told.append(_of_solution(puzzle, model, solution, answer))
    elif isinstance(model, Cover):
        told += _of_puzzle(puzzle)
    if refutation is not None:
        told += scenes_of(model, refutation)
    sealed, seal = _seal(answer)
    return {
        **_verdict(model, answer, None if refutation is None else reason(model, refutation)),
        "lead": lead(model),
        "kind": None if refutation is None else refutation.argument,
        "scenes": told,
        "sealed": sealed,
        "seal": seal,
    }


def arguments(puzzle: Any) -> list[str]:
    """Return the kinds of certificates that are looked for if a puzzle is impossible, or for the bound on its plans or costs."""
    model = puzzle.encode().model
    if isinstance(model, Sliding):
        return [share.prover for stage in portfolio.BELOW for share in stage]
    return [name for name in provers.NAMES if name_of(model) in provers.prover(name).accepts]


def lead(model: Model) -> str:
    """Return what a puzzle asks for, as a sentence."""
    if isinstance(model, Tiling):
        cells = number_phrase(int(model.region.sum()), "cell")
        names = [one.name for one in model.pieces if one.most and not one.empty]
        if len(names) == 1:
            return f"A board of {cells}, to be covered by copies of the piece {names[0]}."
        return f"A board of {cells}, to be covered by pieces of {number_phrase(len(names), 'kind')}."
    if isinstance(model, Sliding):
        return f"{number_phrase(len(model.start_blocks), 'block')} slide on a board of {int(model.floor.sum())} cells."
    if isinstance(model, Growth):
        return f"Pieces grow from the start, to cover {number_phrase(int(model.wanted.sum()), 'cell')}."
    if isinstance(model, Cover):
        items, options = number_phrase(len(model.items), "item"), number_phrase(model.options, "option")
        return f"{items} to be covered by some of {options}."
    return ""


def _verdict(model: Model, answer: Mapping[str, Any], why: str | None) -> Json:
    """Return the verdict: a tag, a tone and a sentence."""
    status, cost = answer["status"], answer.get("cost")
    if status == "INFEASIBLE":
        return _words("Impossible", "bad", "Impossible:", f"{why or 'every way was tried'}.")
    if status == "UNKNOWN":
        bound, why_not = answer.get("bound"), str(answer["engine"]["why"])
        known = f"{why_not[:1].upper()}{why_not[1:]}." if why_not else ""
        known += "" if bound is None else f" It is at least {bound}."
        return _words("Not decided", "wait", "Not decided.", known)
    plan = isinstance(model, Sliding)
    figure = "" if cost is None else number_phrase(int(cost), "move") if plan else f"a cost of {cost}"
    if not figure:
        return _words("It fits", "good", "It fits.", "Here is how.")
    if status == "OPTIMAL":
        best = f"{figure} is the shortest." if plan else f"{figure[0].upper()}{figure[1:]} is the best."
        more = f"{why[0].upper()}{why[1:]}." if why and not plan else ""
        return _words("The shortest" if plan else "The best", "good", best, more)
    return _words("It can be done", "good", f"It can be done: {figure}.", "A better way is not excluded.")


def _words(tag: str, tone: str, text: str, more: str) -> Json:
    return {"tag": tag, "tone": tone, "text": text, "more": more}


def _seal(answer: Mapping[str, Any]) -> tuple[bool, list[str]]:
    """Return whether something was checked, and what was checked, and by whom."""
    sentences = []
    if answer.get("solution") is not None:
        sentences.append(
            "Both judges accepted the solution: the checker, which knows only the model, and the referee, which knows only the"
            " rules of the puzzle."
        )
    if answer.get("certificate") is not None:
        sentences.append(
            f"The referee compared the model with the puzzle, and the judge of this kind of certificate ({answer['evidence']})"
            " accepted it: when it was found, and again for this page. It computes with whole numbers, and shares no code with"
            " what found the proof."
        )
    elif answer["evidence"] == "exhausted":
        claim = "That nothing is better" if answer.get("solution") is not None else "That there is no solution"
        sentences.append(
            f"{claim} has no certificate: the engine {answer['engine']['name']} reports that it tried every way."
        )
    checked = answer.get("solution") is not None or answer.get("certificate") is not None
    return checked, sentences


def _of_solution(puzzle: Any, model: Model, solution: Mapping[str, Any], answer: Mapping[str, Any]) -> Json:
    """Return a scene with a solution, a proof by example."""
    cost = answer.get("cost")
    title = "It fits like this"
    if cost is not None:
        title = (
            f"It can be done in {number_phrase(int(cost), 'move')}"
            if isinstance(model, Sliding)
            else f"It costs {cost}"
        )
    return scene(title, ["A solution proves that there is one."], solution_picture(puzzle, model, solution))


def _of_puzzle(puzzle: Any) -> list[Json]:
    """Return a scene with the puzzle itself, for arguments about items; none if it has no board to be drawn."""
    drawn = puzzle.picture()
    if not drawn.cells or drawn.captions or len(drawn.dims) != 2 or len(drawn.cells) > MOST_POSITIONS:
        return []
    return [scene("This is the puzzle", [], _board(drawn, "The puzzle"))]


def solution_picture(puzzle: Any, model: Model, solution: Mapping[str, Any]) -> Json | None:
    """Return the picture of a solution: a board, a film of a plan, chosen options; None if there is nothing to draw."""
    if "sha256" in solution:
        return None
    if "moves" in solution or "blank" in solution:
        return film(puzzle, solution)
    if isinstance(solution.get("options"), list):
        rows = [" ".join(map(str, each)) if isinstance(each, list) else str(each) for each in solution["options"]]
        return chips("The chosen options", [(row, None) for row in rows[:MOST_OPTIONS]])
    return _board(picture(Drawable(puzzle, solution)), "A solution")


def _board(drawn: Any, name: str) -> Json:
    """Return the board of a drawing; of boards side by side the last one, which has the solution."""
    layers, rows, columns = drawn.shape
    if sorted(drawn.lattice.steps) not in (SQUARES, CUBES) or layers * rows * columns > MOST_POSITIONS:
        return dict(IMAGE)
    captioned = bool(drawn.captions)
    plane = Plane(drawn.dims[captioned:])

    def last(some: Any) -> list[tuple[int, ...]]:
        return [cell[captioned:] for cell in some if not captioned or cell[0] == layers - 1]

    areas = [(area, last(area.cells)) for area in drawn.areas]
    alone = bool(areas) and all(len(own) < 2 for _, own in areas)
    if alone or any(_is_scattered(own) for _, own in areas):  # symbols in cells
        looks = {cell: ("clue" if area.fixed else "", area.name) for area, own in areas for cell in own}
        return board(plane, last(sorted(drawn.cells)), name, look=lambda cell: looks.get(cell, ("", "")))
    pieces = [piece(plane, area.name, own, "fixed" if area.fixed else "", area.label) for area, own in areas if own]
    marks = {cell[captioned:]: mark for cell, mark in drawn.shown_marks.items() if last([cell])}
    return board(plane, last(sorted(drawn.cells)), name, look=lambda cell: ("", marks.get(cell, "")), pieces=pieces)


def _is_scattered(cells: list[tuple[int, ...]]) -> bool:
    """Return whether an area has several cells, none beside another."""
    inside = set(cells)
    beside = ((*cell[:-2], cell[-2] + down, cell[-1] + right) for cell in cells for down, right in SQUARES)
    return len(cells) > 1 and inside.isdisjoint(beside)


def film(puzzle: Any, solution: Mapping[str, Any]) -> Json:
    """Return a plan as a film: the blocks with their cells at first, and how far each has gone on each board."""
    boards = puzzle.film(solution)
    layers, rows, columns = boards.shape
    blocks, gone = [], []
    for area in boards.areas:
        frames: list[list[list[int]]] = [[] for _ in range(layers)]
        for layer, *square in sorted(area.cells):
            frames[layer].append(square)
        top, left = frames[0][0]
        blocks.append({"name": area.name, "cells": frames[0]})
        gone.append([[squares[0][0] - top, squares[0][1] - left] for squares in frames])
    return {
        "kind": "film",
        "name": f"The plan, {number_phrase(layers - 1, 'step')}",
        "rows": rows,
        "columns": columns,
        "cells": [[row, column] for layer, row, column in sorted(boards.cells) if layer == 0],
        "pieces": blocks,
        "gone": gone,
        "captions": list(boards.captions),
    }
