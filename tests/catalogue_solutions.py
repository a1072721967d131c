"""A solution of each puzzle of the catalogue, as `encoders/puzzles/solutions.json` has them: for pictures, at once.

`python -m tests.catalogue_solutions` writes the file anew: what `solve` returns within a minute, null for a puzzle that has none.
"""

from __future__ import annotations

import json

import exactcover
from encoders.listing import SOLUTIONS
from exactcover.model.best_attempt import json_of

SECONDS = 60.0


def main() -> None:
    """Solve every puzzle of the catalogue, and write the solutions, a line for each puzzle."""
    lines = []
    for name in exactcover.puzzles():
        answer = exactcover.solve(name, limits=exactcover.Limits(time=SECONDS))
        assert answer.status != "UNKNOWN", name
        lines.append(f"{json.dumps(name)}: {json.dumps(json_of(answer.solution, None))}")
    SOLUTIONS.write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()
