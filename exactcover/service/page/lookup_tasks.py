"""Look-ups of the pages, run in look-up processes: pictures, facts, texts, verdicts.

Each function is a generator that yields one LookupResult, ready for a template. Not here: searches, which are jobs.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from math import prod
from typing import Any

from exactcover.model.answer import Answer, Request
from exactcover.model.errors import InvalidInput
from exactcover.process.messages import Clock
from exactcover.service.lookup_tasks import LookupResult, LookupStep

Json = dict[str, Any]
MOST_POSITIONS = 10_000
"""The most positions of a board that a page draws."""
MOST_FAULTS = 20


def editors() -> Iterator[LookupStep]:
    """Return the editor of each kind, with what is offered for its new puzzle, and the catalogue with its titles."""
    from exactcover import api
    from exactcover.api import editing

    yield Clock(running=True)
    titles = [
        {"name": name, "title": puzzle.title, "kind": puzzle.kind, "source": puzzle.source}
        for name in api.puzzles()
        for puzzle in (api.puzzle(name),)
    ]
    edited = [editor | {"offers": _offered(editor)} for editor in editing.editors()]
    yield LookupResult({"editors": edited, "catalogue": titles, "opened": editing.opened_endings()})


def _offered(editor: Json) -> Mapping[str, Any]:
    """Return what is offered for the new puzzle of a kind, or before it is a puzzle."""
    from exactcover.api import editing
    from exactcover.api.offers import UNREAD, offers

    try:
        return offers(editing.puzzle({"kind": editor["kind"], **editor["start"]}))
    except InvalidInput:
        return UNREAD


def of_catalogue(name: str) -> Iterator[LookupStep]:
    """Return the keys of a puzzle of the catalogue, in the form that its editor takes."""
    from exactcover.api import editing

    yield Clock(running=True)
    yield LookupResult(editing.for_editor(editing.keys_of_catalogue(name)))


def for_editor(keys: Json) -> Iterator[LookupStep]:
    """Return keys from a URL in the form that their editor takes."""
    from exactcover.api import editing

    yield Clock(running=True)
    yield LookupResult(editing.for_editor(keys))


def opened(text: str, name: str = "") -> Iterator[LookupStep]:
    """Return the keys of the puzzle in the text of a file; name: the file name, whose ending may tell the format."""
    from exactcover.api import editing

    yield Clock(running=True)
    keys = editing.keys_of_text(text, name)
    editing.puzzle(keys)
    yield LookupResult(editing.for_editor(keys))


def saved(keys: Json, ending: str) -> Iterator[LookupStep]:
    """Return a puzzle as the text of a file."""
    from exactcover.api import editing

    yield Clock(running=True)
    yield LookupResult(editing.text_of_keys(keys, ending))


def preview(keys: Json) -> Iterator[LookupStep]:
    """Return the picture of a puzzle, what is known of it without a search or an estimate, and what is offered for it."""
    from exactcover.api import about, editing
    from exactcover.api.offers import offers

    yield Clock(running=True)
    puzzle = editing.puzzle(keys)
    info = about.info(puzzle, estimated=False)
    yield LookupResult({"info": info, "picture": _picture(puzzle), "offers": offers(puzzle)})


def svg(keys: Json) -> Iterator[LookupStep]:
    """Return the picture of a puzzle; empty if it is too large."""
    from exactcover.api import editing

    yield Clock(running=True)
    yield LookupResult(_picture(editing.puzzle(keys)))


def _picture(puzzle: Any, solution: Any = None, refutation: Any = None, *, attempt: bool = False) -> str:
    """Return a drawing as SVG, with the solution judged first; empty if it is too large."""
    from exactcover.api import drawings
    from exactcover.files.judging.drawables import Drawable

    drawn = drawings.picture(Drawable(puzzle, solution, refutation, attempt))
    if prod(drawn.dims) > MOST_POSITIONS:
        return ""
    shown = Drawable(puzzle, solution, refutation, attempt)
    return str(drawings.in_format(shown, "svg", "layers", pieces=False, colour=True, columns=100))


def argument(keys: Json, seconds: float) -> Iterator[LookupStep]:
    """Return how many solutions a puzzle has, or why it has none, as far as a short search finds out: sentences and a picture.

    impossible: whether the search ended with the status INFEASIBLE; picture: of the colouring that shows it.
    """
    from exactcover.api import editing
    from exactcover.api.answering import answered_here
    from exactcover.api.remaining import remaining_by
    from exactcover.kernel import jit
    from exactcover.process import child, compiling

    compiling.measure(child.tell, jit.once_imported)  # compilation does not count towards the time
    yield compiling.clock(running=True)
    puzzle, refutations = editing.puzzle(keys), []

    def answered(subject: Any, request: Request) -> Answer:
        answer = answered_here(subject, request)
        if answer.certificate is not None and not answer.bounded:
            refutations.append(answer.certificate.refutation)
        return answer

    value = remaining_by(answered, puzzle, seconds, solution=False)
    impossible = value["status"] == "INFEASIBLE"
    coloured = impossible and bool(refutations) and refutations[-1].argument == "colouring"
    picture = _picture(puzzle, None, refutations[-1]) if coloured else ""
    compiling.end_run()
    sentences = (impossible and value["argument"]) or [value["sentence"]]
    yield LookupResult({"impossible": impossible, "sentences": sentences, "picture": picture})


def shown(keys: Json, answer: Json) -> Iterator[LookupStep]:
    """Return what an answer has to show: a picture, a solid body, a plan as an animation, an attempt, or a colouring."""
    from exactcover.api import editing
    from exactcover.model import certificate

    yield Clock(running=True)
    puzzle = editing.puzzle(keys)
    solution, proof, attempt = answer.get("solution"), answer.get("certificate"), answer.get("best_attempt")
    seen: Json = {"picture": "", "body": None, "film": "", "attempt": False, "size": None}
    if isinstance(solution, dict) and "sha256" not in solution:
        seen |= _solution(puzzle, solution)
    elif proof is not None and proof.get("kind") == "colouring" and "bound" not in proof:
        seen["picture"] = _picture(puzzle, None, certificate.certificate(proof).refutation)
    elif attempt is not None and "placements" in attempt:
        seen |= {"picture": _picture(puzzle, puzzle.layout(attempt), attempt=True), "attempt": True}
    yield LookupResult(seen)


def _solution(puzzle: Any, solution: Json) -> Json:
    from exactcover.api import drawings, editing
    from exactcover.files.judging.drawables import Drawable

    shown = Drawable(puzzle, solution)
    if "moves" in solution or "blank" in solution:
        film = drawings.draw_file(shown, ".svg", film=True).decode()
        boards = puzzle.film(solution)
        first, step = editing.FILM_SECONDS
        return {"film": film, "steps": len(boards.captions) - 1, "told": boards.captions, "first": first, "step": step}
    body = editing.body(drawings.picture(shown))
    return {"picture": _picture(puzzle, solution), "body": None if body is None else json.dumps(body)}


def pictures(keys: Json, solutions: Sequence[Json]) -> Iterator[LookupStep]:
    """Return the pictures of solutions, each judged before it is drawn."""
    from exactcover.api import editing

    yield Clock(running=True)
    puzzle = editing.puzzle(keys)
    yield LookupResult([_picture(puzzle, solution) for solution in solutions])


def pictures_of_lines(lines: Sequence[Json]) -> Iterator[LookupStep]:
    """Return the pictures of puzzles with their solutions, each judged first; empty for a line without an answer.

    lines: the answers, each with the keys of its puzzle.
    """
    from exactcover.api import editing

    yield Clock(running=True)
    drawings_of_lines = []
    for line in lines:
        drawings_of_lines.append(
            ""
            if {"error", "not_applicable"} & line.keys()
            else _picture(editing.puzzle(line["keys"]), line["solution"])
        )
    yield LookupResult(drawings_of_lines)


def checked(sent: Any, text: str) -> Iterator[LookupStep]:
    """Return the verdict on an answer, a solution or a certificate, and its picture.

    sent: the puzzle; None for the one that the text names.
    """
    from exactcover import api
    from exactcover.api import editing
    from exactcover.files import judging

    yield Clock(running=True)
    puzzle, named = api.puzzle_sent(editing.keys_of_text(text) if sent is None else sent)
    verdict = api.check_text(puzzle, text)
    picture = ""
    if verdict["accepted"]:
        evidence = judging.evidence_in(text)
        shown = judging.drawable(puzzle, evidence)
        if shown.solution is not None or (shown.refutation and shown.refutation.argument == "colouring"):
            picture = _picture(puzzle, shown.solution, shown.refutation)
    yield LookupResult(
        {**verdict, "faults": verdict["faults"][:MOST_FAULTS], "picture": picture, "keys": editing.for_editor(named)}
    )


def exported(keys: Json, to: str, proof: Mapping[str, Any] | None = None) -> Iterator[LookupStep]:
    """Return a puzzle, or a certificate, in a format of other programs, as files by ending."""
    from exactcover import api
    from exactcover.api import editing

    yield Clock(running=True)
    yield LookupResult(api.export(editing.puzzle(keys), to, certificate=proof))


def drawn(keys: Json, solution: Json | None, ending: str) -> Iterator[LookupStep]:
    """Return a drawing as the bytes of a file: .svg, .png, .txt, or .gif for a plan."""
    from exactcover.api import drawings, editing
    from exactcover.files.judging.drawables import Drawable

    yield Clock(running=True)
    if ending not in (".svg", ".png", ".txt", ".gif"):
        raise InvalidInput(f"a drawing cannot be written as {ending!r}; expected .svg, .png, .txt or .gif")
    yield LookupResult(drawings.draw_file(Drawable(editing.puzzle(keys), solution), ending))
