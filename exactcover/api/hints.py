"""A hint for a person who fills a board: a placement of all completions, or of most; or the move since which there is none.

What is placed already is a partly filled board, see the key `begun`; its placements are moves, in their order.
Not here: in how many solutions placements are (option_counts), and why nothing is left (solutions_left).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from encoders.begun import solution_in
from encoders.puzzle import Puzzle, puzzle_of
from exactcover.api.answering import answered
from exactcover.api.cover_options import Options
from exactcover.api.option_counts import counted
from exactcover.api.solutions_left import MOST_COUNTED, remaining_by, size_of
from exactcover.api.subjects import Subject, puzzle_about
from exactcover.model import defaults
from exactcover.model.answer import SCHEMA, Answer, Limits, Request, request
from exactcover.model.best_attempt import json_of
from exactcover.model.cover import Cover
from exactcover.model.documents import Hint, HintedPlacement, WrongMove
from exactcover.model.encoding import Model
from exactcover.model.errors import InvalidInput, Unsuitable
from exactcover.model.puzzle_protocol import digest_of
from exactcover.model.tiling import Tiling
from exactcover.process.deadline import Deadline

Answering = Callable[[Puzzle, Request], Answer]


def hint(subject: Subject, begun: object = None, *, seconds: float = defaults.HINT_SECONDS) -> Hint:
    """Return what to place next, or since which move nothing can be right.

    begun: a partly filled board: a solution or an answer with some placements, as an object or as JSON, or a picture; its
    placements are the moves, in their order. seconds: for everything; what is not counted by then is a placement of one
    solution. The placement has the `solutions` that have it, of how many, if they were counted, and then the numbers are judged.
    See the schema `hint`. Raises InvalidInput.
    """
    return hint_by(answered, puzzle_about(subject), begun, seconds)


def hint_by(answering: Answering, puzzle: Puzzle, begun: object, seconds: float) -> Hint:
    """Return the same; answering: answers a request about a puzzle."""
    if not 0 < seconds <= defaults.MAX_LOOKUP_TIME_LIMIT:
        raise InvalidInput(f"the time is {seconds} s; expected above 0 and at most {defaults.MAX_LOOKUP_TIME_LIMIT:g}")
    deadline = Deadline(seconds)
    partial = puzzle if begun is None else _with_begun(puzzle, begun)

    def solved(about: Puzzle) -> Answer:
        left = max(deadline.left or 0.0, defaults.LEAST_SECONDS)
        return answering(about, request("solve", limits=Limits(time=left), workers=1))

    answer = solved(partial)
    document = _document(partial, answer)
    if answer.status == "INFEASIBLE":
        wrong, exact = _wrong_move(puzzle, begun, solved)
        before = partial if wrong is None else _with_moves(puzzle, begun, wrong["number"])
        left = remaining_by(answering, before, max(deadline.left or 0.0, defaults.LEAST_SECONDS), solution=False)
        sentence = left["sentence"] if wrong is None else f"{_wrong_in_words(wrong, exact)} {left['sentence']}"
        return {
            **document,
            "wrong": wrong,
            "evidence": left["evidence"],
            "argument": left["argument"],
            "dead": left["dead"],
            "sentence": sentence,
        }
    if answer.solution is None:
        return {**document, "sentence": f"Not decided in {seconds:g} s."}
    placement = _shared(partial, deadline) or _of_solution(partial, answer)
    if placement is None and not _is_placed(answer):
        return {**document, "sentence": f"There is a solution; its options were not counted in {seconds:g} s."}
    return {**document, "placement": placement, "sentence": _sentence(placement)}


def _with_begun(puzzle: Puzzle, begun: object) -> Puzzle:
    """Return the puzzle with a partly filled board; raises InvalidInput."""
    keys = puzzle.named()
    return puzzle_of(keys.pop("kind"), {**keys, "begun": begun})


def _moves(begun: object) -> Sequence[Any]:
    """Return the placements of a partly filled board in their order; none of a picture, which has no order."""
    solution = None if begun is None else solution_in(begun, "begun")
    moves = solution.get("placements") if isinstance(solution, Mapping) else None
    return moves if isinstance(moves, list) else []


def _with_moves(puzzle: Puzzle, begun: object, number: int) -> Puzzle:
    """Return the puzzle after the first moves."""
    return _with_begun(puzzle, {"placements": list(_moves(begun)[:number])}) if number else puzzle


def _wrong_move(puzzle: Puzzle, begun: object, solved: Callable[[Puzzle], Answer]) -> tuple[WrongMove | None, bool]:
    """Return the first move after which there is no solution, and whether there is one before it; None: already before any move.

    If the time is over before that is known, the move is the first one of which it is.
    """
    moves = _moves(begun)
    if not moves:
        return None, True
    right, wrong, exact = -1, len(moves), True  # after `wrong` moves there is no solution
    while wrong - right > 1:
        middle = 0 if right < 0 else (right + wrong) // 2
        answer = solved(_with_moves(puzzle, begun, middle))
        if answer.status == "INFEASIBLE":
            wrong = middle
        else:
            exact = exact and answer.solution is not None
            right = middle
    if not wrong:
        return None, True
    move = moves[wrong - 1]
    return {"number": wrong, "of": len(moves), "piece": move["piece"], "cells": move["cells"]}, exact


def _wrong_in_words(wrong: WrongMove, exact: bool) -> str:
    """Return since when there is no solution, as a sentence."""
    least = "" if exact else ", or earlier"
    return f"Wrong since move {wrong['number']} of {wrong['of']}, {_placed(wrong['piece'], wrong['cells'])}{least}."


def _shared(puzzle: Puzzle, deadline: Deadline) -> HintedPlacement | None:
    """Return the placement or option that is in most solutions, None if these cannot be counted in time.

    Of several the one whose item has the fewest options left is taken: people see it best.
    """
    if not isinstance(model := puzzle.encode().model, Tiling | Cover) or not _is_small(model):
        return None
    options = Options(puzzle)
    try:
        counts = counted(options.cover, deadline, None)
    except Unsuitable:
        return None
    if counts is None:
        return None
    cover = options.cover
    alive = np.array([bool(number) for number in counts.each], dtype=np.bool_)
    item_of_entry, lengths = cover.members, np.diff(cover.starts)
    left = np.bincount(item_of_entry[np.repeat(alive, lengths)], minlength=len(cover.items))
    placed = list(options.placements()) if options.placed else None
    best: tuple[tuple[int, int], int] | None = None
    for option, number in enumerate(counts.each):
        own = item_of_entry[cover.starts[option] : cover.starts[option + 1]]
        rank = -number, int(left[own].min(initial=len(alive)))
        if number and (placed is None or placed[option][0] is not None) and (best is None or rank < best[0]):
            best = rank, option
    if best is None:
        return None
    piece, cells = (None, None) if placed is None else placed[best[1]]
    return {
        "piece": piece,
        "cells": cells,
        "option": None if placed is not None else list(cover.option(best[1])),
        "move": None,
        "solutions": str(counts.each[best[1]]),
        "of": str(counts.solutions),
    }


def _is_small(model: Model) -> bool:
    return getattr(model, "costs", None) is None and size_of(model) <= MOST_COUNTED


def _of_solution(puzzle: Puzzle, answer: Answer) -> HintedPlacement | None:
    """Return a placement of a solution that is not pre-placed, or the first move of a plan; None if there is none."""
    solution = json_of(answer.solution, None) or {}
    rest: HintedPlacement = {"piece": None, "cells": None, "option": None, "move": None, "solutions": None, "of": None}
    if solution.get("moves"):
        return {**rest, "move": solution["moves"][0]}
    before = [sorted(each["cells"]) for each in puzzle.canonical().get("fixed", ())]
    for each in solution.get("placements", ()):
        if sorted(each["cells"]) not in before:
            return {**rest, "piece": each["piece"], "cells": each["cells"]}
    return None


def _is_placed(answer: Answer) -> bool:
    """Return whether a solution says what is placed or moved, one by one."""
    solution = json_of(answer.solution, None) or {}
    return "placements" in solution or "moves" in solution


def _document(puzzle: Puzzle, answer: Answer) -> Hint:
    return {
        "schema": SCHEMA,
        "task": "hint",
        "puzzle_sha256": digest_of(puzzle.canonical()),
        "status": "FEASIBLE" if answer.status == "OPTIMAL" else answer.status,
        "placement": None,
        "wrong": None,
        "evidence": None,
        "argument": None,
        "dead": [],
        "stop_reason": answer.stop_reason if answer.status == "UNKNOWN" else None,
        "sentence": "",
    }


def _sentence(placement: HintedPlacement | None) -> str:
    """Return a hint for people."""
    if placement is None:
        return "There is a solution, and nothing is left to place."
    if placement["move"] is not None:
        return f"Move {' '.join(map(str, placement['move']))}: a plan begins with it."
    if placement["option"] is not None:
        words = " ".join(placement["option"])
    else:
        words = _placed(placement["piece"], placement["cells"] or [])
    if placement["of"] is None or placement["solutions"] is None:
        return f"{words}: a solution has it; how many have it was not counted."
    number, total = int(placement["solutions"]), int(placement["of"])
    if total == 1:
        return f"{words}: the only solution has it."
    return (
        f"{words}: all {total:,} solutions have it."
        if number == total
        else f"{words}: {number:,} of {total:,} solutions have it."
    )


def _placed(piece: str | None, cells: Sequence[Sequence[int]]) -> str:
    return f"{piece} at {'/'.join(','.join(map(str, cell)) for cell in cells)}"
