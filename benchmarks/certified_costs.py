"""The cheapest covers with a certificate, within 20 seconds of wall time each, search and proof together.

aa04, the hardest of the published airline schedules, and 20 further covers with costs: schedules (benchmarks/set_partitioning has
their source), packings whose placements have random costs, queens and Langford pairs with random costs, and random covers around
a planted solution, as in priced.py. Each is `solve --certificate` with `--time-limit 20`, on a machine that has other work too.
Each certificate is judged again from its text (`check`), exported, and read by VeriPB as in certificates.py. A cost that differs
from the published optimum ends the measurement. `python -m benchmarks certified_costs` measures all.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from benchmarks import priced
from benchmarks.costs import FOLDER, optima
from benchmarks.covers import langford, queens
from benchmarks.examined import RESULTS, Row, examined, make, reasons, rows, shown, stored_rows
from benchmarks.machine import described, table
from exactcover import api
from exactcover.model.answer import Limits

SECONDS, LIMIT = 300, 20.0
"""The CPU seconds of a cover in all, and the wall seconds of search and proof."""
SCHEDULES = ("aa04", "aa01", "aa03", "aa05", "nw07", "nw08", "nw10", "nw15", "nw20", "nw14", "nw03", "nw04")
MADE: dict[str, Callable[[], api.Subject]] = {
    "pentominoes in 6x10, costs to 100": lambda: priced.packed("board=6x10 pieces=pentominoes", 100).model(0),
    "dominoes in 8x8, costs to 10": lambda: priced.packed("board=8x8 pieces=dominoes copies=any", 10).model(0),
    "tetrominoes in 6x8, costs to 20": lambda: priced.packed("board=6x8 pieces=tetrominoes copies=any", 20).model(0),
    "queens n = 12, costs to 50": lambda: priced.priced(queens(12), 0, 50),
    "Langford pairs n = 8, costs to 9": lambda: priced.priced(langford(8), 0, 9),
    "random, 60 items, 600 options": lambda: priced.planted(60, 600, 0),
    "random, 60 items, 600 options, again": lambda: priced.planted(60, 600, 1),
    "random, 100 items, 2000 options": lambda: priced.planted(100, 2000, 0),
    "random, 100 items, 2000 options, again": lambda: priced.planted(100, 2000, 1),
}
TASKS = (*MADE, *SCHEDULES)


def measure() -> list[str]:
    """Return the lines of the page."""
    return page(rows("certified_costs", TASKS))


def page(stored: dict[str, Row]) -> list[str]:
    """Return the lines of the page, also if some covers are not measured yet, which it says."""
    later = [task for task in TASKS if task not in stored]
    certified = sum("kind" in row for row in stored.values())
    head = ("cover", "status", "cost", "bound", "s", "bytes; check, s", "VeriPB", "formula")
    return [
        "# Optima with certificates",
        "",
        described(),
        "",
        *(__doc__ or "").splitlines(),
        "",
        *table(head, [(task, *_cells(row)) for task, row in stored.items()]),
        "",
        f"{certified} of {len(stored)} have a certificate of the optimum within {LIMIT:.0f} s.",
        *([f"Not measured yet: {', '.join(later)}."] if later else []),
        "",
        *reasons({task: row for task, row in stored.items() if row.get("veripb2", {}).get("accepted") is not True}),
    ]


def _cells(row: Row) -> tuple[str, ...]:
    if "status" not in row:
        return (row["none"], *[""] * 6)
    first = (row["status"], _number(row["cost"]), _number(row["proved"]), f"{row['wall']:.1f}")
    judge, _, veripb, _, formula = shown(row)
    return (*first, judge, veripb, formula)


def _number(value: int | None) -> str:
    return "none" if value is None else f"{value:,}"


def _made(task: str) -> Row:
    """Return the row of a cover; raises AssertionError for a wrong optimum."""
    subject = MADE[task]() if task in MADE else api.puzzle(str(FOLDER / f"spp{task}.txt.gz"))
    puzzle = api.puzzle_about(subject)
    begun = time.perf_counter()
    answer = api.solve(puzzle, certificate=True, limits=Limits(time=LIMIT))
    wall = time.perf_counter() - begun
    optimum = optima().get(task, answer.cost)
    assert answer.status != "OPTIMAL" or answer.cost == optimum, f"{task}: {answer.cost} is not {optimum}"
    row: Row = {"status": str(answer.status), "cost": _whole(answer.cost), "proved": _whole(answer.bound)}
    row["wall"] = round(wall, 2)
    if answer.certificate is None:
        return row | {"none": f"no certificate in {LIMIT:.0f} s"}
    return row | examined(puzzle, answer.certificate.to_text())


def _whole(value: object) -> int | None:
    return None if value is None else int(str(value))


if __name__ == "__main__":
    if sys.argv[1:]:
        make(sys.argv[1:], _made, SECONDS)
    else:  # write the page of the rows that are stored
        (RESULTS / "certified_costs.md").write_text("\n".join(page(stored_rows("certified_costs"))) + "\n")
