"""Judging what a file holds: solutions, answers and certificates, told apart by their keys.

The puzzle's referee and the judges in `check` have the say; no engine and no prover is imported. What a solution costs, and
when two of them are the same, the puzzle knows. `reading`: from text to JSON values; `answer_shape`: whether a value is an
answer at all; `files`: solutions in files of their own; `claims`: which of its claims its own evidence, or a search made again,
bears out; `selections`: what other solvers answer; `verdict`: the whole; `drawables`: what is drawn of it; `exporting`: what
is written of it for others.
"""

from exactcover.files.judging.drawables import drawable, drawable_of, drawables
from exactcover.files.judging.exporting import exported
from exactcover.files.judging.files import layout_in
from exactcover.files.judging.reading import evidence_in, names_its_puzzle, objects
from exactcover.files.judging.verdict import MOST_TOLD, certificate_faults, check_layout, check_text

__all__ = [
    "MOST_TOLD",
    "certificate_faults",
    "check_layout",
    "check_text",
    "drawable",
    "drawable_of",
    "drawables",
    "evidence_in",
    "exported",
    "layout_in",
    "names_its_puzzle",
    "objects",
]
