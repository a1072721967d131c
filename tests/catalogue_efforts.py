"""How many positions a plain search visits in each puzzle of the catalogue, as `encoders/puzzles/efforts.json` has them.

`python -m tests.catalogue_efforts` writes the file anew: the nodes of depth-first search, for puzzles whose solutions are plans
or grow from squares those of breadth-first search, for covers those of an exact-cover search, until the first solution. Null:
none within the limit.
"""

from __future__ import annotations

import json

import exactcover
from encoders.listing import EFFORTS, MOST_EFFORT
from exactcover.api import editing
from exactcover.model.answer import Limits

BREADTH_FIRST = ("blocks", "blokus", "tiles")
COVERS = ("block-design", "golfers")


def effort(name: str) -> int | None:
    """The nodes of the plain search of a puzzle; None beyond the limit, or without a solution.

    That search places exact numbers of pieces: for any number of one piece, as many as the board takes.
    """
    keys = editing.keys_of_catalogue(name)
    if keys.get("copies") == "any":
        [piece] = exactcover.info(name)["pieces"]
        keys = {**keys, "copies": piece["copies"][1]}
    puzzle = editing.puzzle(keys)
    engine = "bfs" if keys["kind"] in BREADTH_FIRST else "exact:sparse" if keys["kind"] in COVERS else "dfs"
    answer = exactcover.solve(puzzle, backend=engine, limits=Limits(nodes=MOST_EFFORT, time=600))
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
