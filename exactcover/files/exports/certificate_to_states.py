"""From an invariant of a sliding puzzle to files that a short script checks: the puzzle, the states, and the script itself.

STEM.json is the puzzle in canonical form. STEM.states begins with the claim: `closed`, no plan at all, `bound N`, no plan of
fewer than N moves, or `parity`. Unless it is `parity`, each further line is a depth (0 if the set is closed, otherwise the
number of moves from the start) and a state: LABEL@ROW,COLUMN of the first cell of each block, sorted; the label is a tile's
number, or the first letter, in the canonical puzzle, of the blocks that are interchangeable with it. The script is that of the
kind of puzzle; it imports nothing of this project.

Not here: judging the certificate (judges/invariant.py), whose layers of states are written.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from exactcover.files.exports.written import ARGUMENTS
from exactcover.judges.invariant import layers
from exactcover.model.certificate import InvalidCertificate, Refutation
from exactcover.model.encoding import Model
from exactcover.model.errors import Unsuitable
from exactcover.model.puzzle_protocol import Puzzle
from exactcover.model.refuted import refuted_model
from exactcover.model.space import Sliding, Within

MOST_STATES = 1_000_000
MOST_PLACES = 20_000_000
"""The most blocks in all states: about 120 megabytes."""


def convert(
    model: Model, refutation: Refutation, puzzle: Puzzle, most_states: int = MOST_STATES
) -> tuple[bytes, bytes, bytes]:
    """Return the puzzle, the states and the script; raises Unsuitable if the kind, or this refutation, has no such form.

    refutation: one that its judge has accepted; puzzle: the puzzle that the model is an encoding of.
    """
    if refutation.argument not in ARGUMENTS["states"]:
        raise Unsuitable(
            f"the argument {refutation.argument} cannot be written as states; expected {', '.join(ARGUMENTS['states'])}"
        )
    try:
        question = refuted_model(model, refutation)
    except InvalidCertificate as fault:
        raise Unsuitable(str(fault)) from None
    assert isinstance(question, Sliding | Within), "the judge has accepted an invariant"
    parity = refutation.body["argument"] == "parity"
    canonical, script = puzzle.canonical(), puzzle.checker("parity" if parity else "states")
    if script is None:
        raise Unsuitable(
            "there is no script that checks states of puzzles of this kind; expected tiles or sliding blocks"
        )
    problem = (json.dumps(canonical) + "\n").encode()
    if parity:
        return problem, b"parity\n", script
    sliding, moves = (question.puzzle, question.moves) if isinstance(question, Within) else (question, None)
    number = int(refutation.body["states"])
    if number > most_states or number * len(sliding.start_blocks) > MOST_PLACES:
        raise Unsuitable(
            f"there are {number} states; expected at most {most_states} to be written; `check` judges more"
        )
    lines = _lines(sliding, moves, number, _labels(sliding, canonical))
    head = "closed" if moves is None else f"bound {moves + 1}"
    return problem, "\n".join([head, *lines, ""]).encode(), script


def _labels(puzzle: Sliding, canonical: Mapping[str, Any]) -> list[str]:
    """Return the label of each shape: the first one that the canonical puzzle has on the first cells of its blocks."""
    if "start" in canonical:  # numbers, row by row; otherwise the board is a picture
        drawn = {cell: str(number) for cell, number in enumerate(canonical["start"])}
    else:
        rows = enumerate(canonical["board"].split("/"))
        drawn = {row * puzzle.columns + column: each for row, line in rows for column, each in enumerate(line)}
    labels: dict[int, str] = {}
    for shape, cell in puzzle.start_blocks:
        labels[shape] = min(labels.get(shape, drawn[cell]), drawn[cell])
    return [labels[shape] for shape in range(len(puzzle.shapes))]


def _lines(puzzle: Sliding, moves: int | None, number: int, labels: list[str]) -> Iterator[str]:
    """Yield the depth and the blocks of each state, layer by layer."""
    for depth, marks in enumerate(layers(puzzle, moves, number)):
        shown = "0" if moves is None else str(depth)
        rows, cells = np.nonzero(marks)
        shapes = marks[rows, cells] - 1
        places = [
            [f"{label}@{cell // puzzle.columns},{cell % puzzle.columns}" for cell in range(puzzle.cells)]
            for label in labels
        ]
        words = [places[shape][cell] for shape, cell in zip(shapes.tolist(), cells.tolist(), strict=True)]
        blocks = len(puzzle.start_blocks)
        for begin in range(0, len(words), blocks):
            yield " ".join([shown, *sorted(words[begin : begin + blocks])])
