"""Look-ups of the pages about jobs, run in look-up processes: boards, pictures, films, and files to make pieces from.

A board is drawn by the page's script if its pieces lie on squares or are bodies in space; anything else is a picture as SVG.
Solutions are judged before they are drawn. Each function is a generator that yields one LookupResult.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from exactcover.model.errors import InvalidInput
from exactcover.process.messages import Clock
from exactcover.service.lookup_tasks import LookupResult, LookupStep
from exactcover.service.page.lookup_tasks import picture

Json = dict[str, Any]
UNSEEN: Json = {"board": None, "picture": "", "film": "", "attempt": False, "made": False, "listed": False}
"""What is seen of an answer: a board (`laid` of api/editing.py) or a picture, the film of a plan; whether it is an attempt,
whether its pieces can be made, whether the solutions of the puzzle can be listed.
"""
ENDINGS = (".svg", ".png", ".txt", ".gif", ".stl", ".obj", ".pdf")


def shown(keys: Json, answer: Json) -> Iterator[LookupStep]:
    """Return what an answer has to show: a board, a plan as an animation, an attempt, or a colouring."""
    from exactcover.api import editing
    from exactcover.api.offers import offers
    from exactcover.model import certificate

    yield Clock(running=True)
    puzzle = editing.puzzle(keys)
    solution, proof, attempt = answer.get("solution"), answer.get("certificate"), answer.get("best_attempt")
    seen = UNSEEN | {"listed": "list" in offers(puzzle)["tasks"]}
    if isinstance(solution, dict) and "sha256" not in solution:
        seen |= _solution(puzzle, solution)
    elif proof is not None and proof.get("kind") == "colouring" and "bound" not in proof:
        seen["picture"] = picture(puzzle, None, certificate.certificate(proof).refutation)
    elif attempt is not None and "placements" in attempt:
        seen |= {"picture": picture(puzzle, puzzle.layout(attempt), attempt=True), "attempt": True}
    else:
        seen |= _start(puzzle)
    yield LookupResult(seen)


def _solution(puzzle: Any, solution: Json) -> Json:
    from exactcover.api import drawings, editing
    from exactcover.files.judging.drawables import Drawable

    if "moves" in solution or "blank" in solution:
        film = drawings.draw_file(Drawable(puzzle, solution), ".svg", film=True).decode()
        boards = puzzle.film(solution)
        first, step = editing.FILM_SECONDS
        return {"film": film, "steps": len(boards.captions) - 1, "told": boards.captions, "first": first, "step": step}
    return _drawn(puzzle, solution)


def _drawn(puzzle: Any, solution: Json | None) -> Json:
    """Return the board with its pieces, or else a picture; raises InvalidInput if the solution is wrong."""
    from exactcover.api import drawings, editing
    from exactcover.files.judging.drawables import Drawable

    if not _has_pieces(puzzle) or (solution is not None and "placements" not in solution):
        return {"board": None, "picture": picture(puzzle, solution), "made": False}
    drawn = drawings.picture(Drawable(puzzle, solution))
    board = editing.laid(drawn)
    made = solution is not None and board is not None and not drawn.captions
    return {"board": board, "picture": "" if board is not None else picture(puzzle, solution), "made": made}


def _has_pieces(puzzle: Any) -> bool:
    """Return whether a puzzle is about pieces or blocks on a board; symbols in a square are none."""
    from exactcover.model.growth import Growth
    from exactcover.model.space import Sliding
    from exactcover.model.tiling import Tiling

    return isinstance(puzzle.encode().model, Tiling | Growth | Sliding)


def thumbnail(keys: Json) -> Iterator[LookupStep]:
    """Return the first board of a puzzle, or its picture."""
    from exactcover.api import editing

    yield Clock(running=True)
    yield LookupResult(_start(editing.puzzle(keys)))


def _start(puzzle: Any) -> Json:
    """Return the first board of a puzzle, or its picture."""
    from exactcover.api import drawings, editing
    from exactcover.files.judging.drawables import Drawable

    board = editing.laid(drawings.picture(Drawable(puzzle)), 0) if _has_pieces(puzzle) else None
    return {"board": board, "picture": "" if board is not None else picture(puzzle)}


def boards(keys: Json, solutions: Sequence[Json]) -> Iterator[LookupStep]:
    """Return the boards, or the pictures, of solutions."""
    from exactcover.api import editing

    yield Clock(running=True)
    puzzle = editing.puzzle(keys)
    yield LookupResult([_drawn(puzzle, solution) for solution in solutions])


def boards_of_lines(lines: Sequence[Json]) -> Iterator[LookupStep]:
    """Return the boards, or the pictures, of puzzles with their solutions; both empty for a line without an answer.

    lines: the answers, each with the keys of its puzzle.
    """
    from exactcover.api import editing

    yield Clock(running=True)
    unanswered = {"board": None, "picture": ""}
    yield LookupResult(
        [
            unanswered
            if {"error", "not_applicable"} & line.keys()
            else _of_line(editing.puzzle(line["keys"]), line["solution"])
            for line in lines
        ]
    )


def _of_line(puzzle: Any, solution: Json | None) -> Json:
    plan = solution is not None and ("moves" in solution or "blank" in solution)
    return {"board": None, "picture": picture(puzzle, solution)} if plan else _drawn(puzzle, solution)


def drawn(
    keys: Json, solution: Json | None, ending: str, measures: Mapping[str, float] | None = None
) -> Iterator[LookupStep]:
    """Return a drawing as the bytes of a file; a mesh has the pieces at their places.

    measures: for a mesh; see encoders/draw/workshop.py.
    """
    from exactcover.api import drawings, editing
    from exactcover.files.judging.drawables import Drawable

    yield Clock(running=True)
    if ending not in ENDINGS:
        raise InvalidInput(f"a drawing cannot be written as {ending!r}; expected one of {', '.join(ENDINGS)}")
    shown = Drawable(editing.puzzle(keys), solution)
    yield LookupResult(drawings.draw_file(shown, ending, measures=drawings.measures(measures)))


def apart(keys: Json, solution: Json, ending: str, measures: Mapping[str, float]) -> Iterator[LookupStep]:
    """Return the pieces of a solution side by side: as a mesh, or (.svg) as the lines of a laser."""
    from exactcover.api import drawings, editing
    from exactcover.files.judging.drawables import Drawable

    yield Clock(running=True)
    shown = Drawable(editing.puzzle(keys), solution)
    view = "cut" if ending == ".svg" else "layers"
    made = drawings.measures(measures)
    yield LookupResult(drawings.draw_file(shown, ending, view=view, pieces=True, measures=made))


def piece(keys: Json, solution: Json, number: int, ending: str) -> Iterator[LookupStep]:
    """Return one piece of a solution as a mesh; number: counted from 0, in the order of the board's pieces."""
    from exactcover.api import drawings, editing
    from exactcover.files.judging.drawables import Drawable

    yield Clock(running=True)
    yield LookupResult(drawings.piece_file(Drawable(editing.puzzle(keys), solution), number, ending))


def sheet(keys: Json, solutions: Sequence[Json], number: int) -> Iterator[LookupStep]:
    """Return the first solutions of a list on a sheet, as a PDF file; number: that of all solutions."""
    from exactcover.api import drawings, editing
    from exactcover.files.judging.drawables import Several

    yield Clock(running=True)
    shown = Several(editing.puzzle(keys), tuple(solutions), number)
    yield LookupResult(drawings.draw_file(shown, ".pdf"))
