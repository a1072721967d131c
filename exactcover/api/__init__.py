"""The public API: turns a request into a puzzle, runs the pipeline, returns an answer.

Python, the command line, the service and any later front end go through these functions; each is imported from its module
when it is first used. `questions`: what engines answer; `subjects`: what questions are about; `answering`: how a request is
run; `about`: facts without a search; `solutions_left`: what is left after a moment; `option_counts`: marginals; `choosing`: how
many solutions choose what; `certifying`: certificates of counts; `designing`: puzzles with one solution; `hints`: what to place
next; `listing`: the catalogue; `drawings`; `checking` and `exporting`: judging and writing files; `many`, `asynchronous`: many
puzzles, event loops; `schemas`: the JSON Schemas; `editing`: support for pages. Not here: comparisons, one layer above
(comparison).
"""

from __future__ import annotations

TYPE_CHECKING = False  # typing is slow to import
if TYPE_CHECKING:
    from typing import Any

    from encoders.catalogue import read_answer_file
    from encoders.puzzle import Puzzle
    from encoders.solutions import (
        BlockList,
        FilledGrid,
        NumberRow,
        PackingSolution,
        Placement,
        Plan,
        QueenSquares,
        Schedule,
        Selection,
        TileRows,
    )
    from exactcover.api.about import engines, info, moves
    from exactcover.api.answering import answered, run, shown_as
    from exactcover.api.certifying import count_certificate
    from exactcover.api.checking import check, check_file, check_text, faults
    from exactcover.api.choosing import choices
    from exactcover.api.designing import Designs, design
    from exactcover.api.disassembling import disassemble, refuse_disassembly
    from exactcover.api.drawings import (
        draw,
        draw_file,
        draw_text,
        drawables,
        measures,
        picture,
        refuse_film,
        undrawn,
        words_drawn,
    )
    from exactcover.api.exporting import export, exported
    from exactcover.api.hints import hint
    from exactcover.api.listing import puzzles
    from exactcover.api.option_counts import marginals
    from exactcover.api.questions import count, iterate, prove, sample, solve
    from exactcover.api.solutions import Solutions
    from exactcover.api.solutions_left import remaining
    from exactcover.api.subjects import (
        Subject,
        batch,
        batch_sent,
        cover,
        puzzle,
        puzzle_about,
        puzzle_of_answer,
        puzzle_or_fault,
        puzzle_sent,
        split_words,
    )
    from exactcover.files.judging.drawables import Drawable, Several
    from exactcover.model.answer import Answer, Limits, request
    from exactcover.model.cover import Cover
    from exactcover.model.errors import InvalidInput
    from exactcover.model.events import Accepted, Progress
    from exactcover.model.puzzle_protocol import digest_of

__all__ = [
    "Accepted", "Answer", "BlockList", "Cover", "Designs", "Drawable", "FilledGrid", "InvalidInput", "Limits", "NumberRow",
    "PackingSolution", "Placement", "Plan", "Progress", "Puzzle", "QueenSquares", "Schedule", "Selection", "Several",
    "Solutions", "Subject", "TileRows",
    "answered", "batch", "batch_sent", "check", "check_file", "check_text", "choices", "count", "count_certificate", "cover",
    "design", "digest_of",
    "disassemble", "draw", "draw_file", "draw_text", "drawables",
    "engines", "export", "exported", "faults", "hint", "info", "iterate", "marginals", "measures", "moves", "picture", "prove",
    "puzzle", "puzzle_about", "puzzle_of_answer", "puzzle_or_fault", "puzzle_sent", "puzzles", "read_answer_file",
    "refuse_disassembly",
    "refuse_film", "remaining", "request", "run", "sample", "shown_as", "solve", "split_words", "undrawn", "words_drawn",
]  # fmt: skip

_MODULES = {
    "encoders.catalogue": ("read_answer_file",),
    "encoders.puzzle": ("Puzzle",),
    "encoders.solutions": (
        "BlockList", "FilledGrid", "NumberRow", "PackingSolution", "Placement", "Plan", "QueenSquares", "Schedule",
        "Selection", "TileRows",
    ),
    "exactcover.api.about": ("engines", "info", "moves"),
    "exactcover.api.answering": ("answered", "run", "shown_as"),
    "exactcover.api.certifying": ("count_certificate",),
    "exactcover.api.checking": ("check", "check_file", "check_text", "faults"),
    "exactcover.api.choosing": ("choices",),
    "exactcover.api.designing": ("Designs", "design"),
    "exactcover.api.disassembling": ("disassemble", "refuse_disassembly"),
    "exactcover.api.drawings": (
        "draw", "draw_file", "draw_text", "drawables", "measures", "picture", "refuse_film", "undrawn",
        "words_drawn",
    ),
    "exactcover.api.exporting": ("export", "exported"),
    "exactcover.api.hints": ("hint",),
    "exactcover.api.listing": ("puzzles",),
    "exactcover.api.option_counts": ("marginals",),
    "exactcover.api.questions": ("count", "iterate", "prove", "sample", "solve"),
    "exactcover.api.solutions_left": ("remaining",),
    "exactcover.api.solutions": ("Solutions",),
    "exactcover.api.subjects": (
        "Subject", "batch", "batch_sent", "cover", "puzzle", "puzzle_about", "puzzle_of_answer",
        "puzzle_or_fault", "puzzle_sent", "split_words",
    ),
    "exactcover.files.judging.drawables": ("Drawable", "Several"),
    "exactcover.model.answer": ("Answer", "Limits", "request"),
    "exactcover.model.cover": ("Cover",),
    "exactcover.model.errors": ("InvalidInput",),
    "exactcover.model.events": ("Accepted", "Progress"),
    "exactcover.model.puzzle_protocol": ("digest_of",),
}  # fmt: skip
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = globals()[name] = getattr(import_module(_MODULE_OF[name]), name)
    return value
