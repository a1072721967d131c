"""From Steiner trees of a growth to files that a short script checks: the puzzle, the claim with the targets, and the script.

STEM.json is the puzzle in canonical form. STEM.trees has three lines: the claim, `bound N` (every solution covers at least N
cells) or `none` (there is no solution), then `weight W` and `targets ROW,COLUMN ...`. The script is that of the kind of puzzle;
it imports nothing of this project, reads the puzzle by its rules, and finds the lightest tree itself.

Not here: judging the certificate (judges/steiner.py).
"""

from __future__ import annotations

import json

from exactcover.files.exports.written import ARGUMENTS
from exactcover.model.certificate import Refutation
from exactcover.model.encoding import Model
from exactcover.model.errors import Unsuitable
from exactcover.model.puzzle_protocol import Puzzle


def convert(_: Model, refutation: Refutation, puzzle: Puzzle) -> tuple[bytes, bytes, bytes]:
    """Return the puzzle, the claim and the script; raises Unsuitable if the kind, or this refutation, has no such form.

    refutation: one that its judge has accepted; puzzle: the puzzle that the model is an encoding of.
    """
    if refutation.argument not in ARGUMENTS["trees"]:
        raise Unsuitable(
            f"the argument {refutation.argument} cannot be written as trees; expected {', '.join(ARGUMENTS['trees'])}"
        )
    script = puzzle.checker("trees")
    if script is None:
        raise Unsuitable("there is no script that checks trees of puzzles of this kind; expected a Blokus position")
    claim = "none" if refutation.bound is None else f"bound {refutation.bound}"
    targets = " ".join(",".join(map(str, cell)) for cell in refutation.body["targets"])
    proof = f"{claim}\nweight {refutation.body['weight']}\ntargets {targets}\n"
    return (json.dumps(puzzle.canonical()) + "\n").encode(), proof.encode(), script
