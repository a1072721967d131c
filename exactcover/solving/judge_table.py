"""Many selections judged as one table, which both judges accept as a whole or not at all.

Not here: the faults of a single selection. If a judge does not accept the whole table, the selections are judged one by one,
and the faults are reported then.
"""

from __future__ import annotations

from exactcover import judges
from exactcover.model.encoding import Encoding
from exactcover.model.many import SelectionTable, SolutionTable
from exactcover.model.puzzle_protocol import Puzzle


def accepted(puzzle: Puzzle, encoding: Encoding, selections: SelectionTable) -> SolutionTable | None:
    """Return the solutions of a table of selections if both judges accept all of them; None if they must be judged one by one."""
    if encoding.decode_many is None or not judges.all_right(encoding.model, selections):
        return None
    solutions = encoding.decode_many(selections)
    same_number = len(solutions) == len(selections)
    return solutions if same_number and puzzle.all_right(solutions) else None
