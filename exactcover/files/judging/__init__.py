"""Judging the contents of a file: solutions, answers and certificates, recognised by their keys.

The puzzle's referee and the judges decide; no engine and no prover is imported. The puzzle defines the cost of a
solution and when two solutions are equal. `reading`: from text to JSON values; `answer_shape`: whether a value is a
well-formed answer; `files`: solutions in separate files; `claims`: which claims of an answer are verified by its own
evidence or by a repeated search; `selections`: output of other solvers; `verdict`: the verdict on a file; `drawables`:
what to draw of it; `exporting`: what to export of it.
"""

from exactcover.files.judging.drawables import drawable, drawable_of, drawables
from exactcover.files.judging.exporting import exported
from exactcover.files.judging.files import layout_in
from exactcover.files.judging.reading import evidence_in, names_its_puzzle, objects
from exactcover.files.judging.verdict import (
    MAX_REPORTED,
    certificate_faults,
    check_layout,
    check_text,
    count_certificate_faults,
)

__all__ = [
    "MAX_REPORTED",
    "certificate_faults",
    "check_layout",
    "check_text",
    "count_certificate_faults",
    "drawable",
    "drawable_of",
    "drawables",
    "evidence_in",
    "exported",
    "layout_in",
    "names_its_puzzle",
    "objects",
]
