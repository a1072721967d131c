"""Look-ups of the pages, run in look-up processes: pictures, facts, texts, verdicts.

Each function is a generator that yields one LookupResult, ready for a template. Not here: searches, which are jobs; what is
shown of the answers of jobs (answer_lookups.py).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import prod
from typing import Any

from exactcover.model.errors import InvalidInput
from exactcover.process.messages import Clock
from exactcover.service.lookup_tasks import LookupResult, LookupStep
from exactcover.service.page import bare

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


def lattice(kind: str, name: str, board: str) -> Iterator[LookupStep]:
    """Return what the bench needs to paint boards of a lattice, and the board with a name as a picture."""
    from exactcover.api import editing

    yield Clock(running=True)
    yield LookupResult(editing.lattice_of_editor(kind, name, board))


def bench(keys: Json) -> Iterator[LookupStep]:
    """Return what the bench shows of a puzzle beside its keys; picture: a drawing, for kinds without a board to draw on."""
    from exactcover.api import benches, editing

    yield Clock(running=True)
    shown = benches.bench(keys)
    boards = {"board", "symbols", "numbers"}
    editor = next(each for each in editing.editors() if each["kind"] == shown["info"]["kind"])
    drawn = not any(field["widget"] in boards for field in bare.editor_of(editor, keys)["fields"])
    yield LookupResult({**shown, "picture": picture(editing.puzzle(keys)) if drawn else ""})


def svg(keys: Json) -> Iterator[LookupStep]:
    """Return the picture of a puzzle; empty if it is too large."""
    from exactcover.api import editing

    yield Clock(running=True)
    yield LookupResult(picture(editing.puzzle(keys)))


def picture(puzzle: Any, solution: Any = None, refutation: Any = None, *, attempt: bool = False) -> str:
    """Return a drawing as SVG, with the solution judged first; empty if it is too large."""
    from exactcover.api import drawings
    from exactcover.files.judging.drawables import Drawable

    drawn = drawings.picture(Drawable(puzzle, solution, refutation, attempt))
    if prod(drawn.dims) > MOST_POSITIONS:
        return ""
    shown = Drawable(puzzle, solution, refutation, attempt)
    return str(drawings.in_format(shown, "svg", "layers", pieces=False, colour=True, columns=100))


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
    drawn = ""
    if verdict["accepted"]:
        evidence = judging.evidence_in(text)
        shown = judging.drawable(puzzle, evidence)
        if shown.solution is not None or (shown.refutation and shown.refutation.argument == "colouring"):
            drawn = picture(puzzle, shown.solution, shown.refutation)
    yield LookupResult(
        {**verdict, "faults": verdict["faults"][:MOST_FAULTS], "picture": drawn, "keys": editing.for_editor(named)}
    )


def exported(keys: Json, to: str, proof: Mapping[str, Any] | None = None) -> Iterator[LookupStep]:
    """Return a puzzle, or a certificate, in a format of other programs, as files by ending."""
    from exactcover import api
    from exactcover.api import editing

    yield Clock(running=True)
    yield LookupResult(api.export(editing.puzzle(keys), to, certificate=proof))
