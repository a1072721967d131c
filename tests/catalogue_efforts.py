"""How many positions a plain search visits in each puzzle of the catalogue, as `encoders/puzzles/efforts.json` has them.

`python -m tests.catalogue_efforts` writes the file anew: the nodes of depth-first search, for puzzles whose solutions are plans
or grow from squares those of breadth-first search, for covers those of an exact-cover search, until the first solution. Null:
none within the limit.
"""

from __future__ import annotations

import json

import exactcover
from encoders.listing import EFFORTS
from exactcover.api import editing
from exactcover.model.answer import Limits
from exactcover.model.errors import Unsuitable

BREADTH_FIRST = ("blocks", "blokus", "tiles")
MOST_EFFORT = 30_000


def effort(name: str) -> int | None:
    """The nodes of the plain search of a puzzle; None beyond the limit, or without a solution.

    Depth-first search places exact numbers of pieces; a puzzle with another number is searched as a cover.
    """
    keys = editing.keys_of_catalogue(name)
    puzzle = editing.puzzle(keys)
    limits = Limits(nodes=MOST_EFFORT, time=600)
    try:
        engine = "bfs" if keys["kind"] in BREADTH_FIRST else "dfs"
        answer = exactcover.solve(puzzle, backend=engine, limits=limits)
    except Unsuitable:
        answer = exactcover.solve(puzzle, backend="exact:sparse", limits=limits)
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
