"""How many positions a plain search visits in each puzzle of the catalogue, as `encoders/puzzles/efforts.json` has them.

`python -m tests.catalogue_efforts` writes the file anew: the nodes of depth-first search, for puzzles whose solutions are plans
or grow from squares those of breadth-first search, until the first solution. Null: none within the limit, or a
puzzle that the search does not take.
"""

from __future__ import annotations

import json

import exactcover
from encoders.listing import EFFORTS, MOST_EFFORT
from exactcover.model.answer import Limits
from exactcover.model.errors import Unsuitable

BREADTH_FIRST = ("blocks", "blokus", "tiles")


def effort(name: str) -> int | None:
    """The nodes of the plain search of a puzzle; None beyond the limit, without a solution, or for copies without a number."""
    puzzle = exactcover.puzzle(name)
    engine = "bfs" if puzzle.canonical()["kind"] in BREADTH_FIRST else "dfs"
    try:
        answer = exactcover.solve(puzzle, backend=engine, limits=Limits(nodes=MOST_EFFORT, time=600))
    except Unsuitable:  # the search places exact numbers of pieces
        return None
    return answer.statistics.nodes if answer.solution is not None else None


def main() -> None:
    """Search, and write the numbers, a line for each."""
    lines = []
    for name in exactcover.puzzles():
        lines.append(f"{json.dumps(name)}: {json.dumps(effort(name))}")
        print(lines[-1], flush=True)
    EFFORTS.write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()
