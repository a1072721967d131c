"""Many selections judged together: decoded as one table, and accepted by both judges or by neither.

Not here: what is wrong with one of them. Where a judge does not accept all, they are judged one by one, in the judges' words.
"""

from __future__ import annotations

from exactcover import judges
from exactcover.model.encoding import Encoding
from exactcover.model.many import SelectionTable, SolutionTable
from exactcover.model.puzzle_protocol import Puzzle


def accepted(puzzle: Puzzle, encoding: Encoding, selections: SelectionTable) -> SolutionTable | None:
    """Return the solutions that selections are, once both judges have accepted each; None where one by one will tell."""
    if encoding.decode_many is None or not judges.all_right(encoding.model, selections):
        return None
    solutions = encoding.decode_many(selections)
    same_number = len(solutions) == len(selections)
    return solutions if same_number and puzzle.all_right(solutions) else None
