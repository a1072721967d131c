"""Puzzles without a solution: each proved, and the proof accepted by a checker of other authors.

These are the infeasible puzzles of the tests, the catalogue and the benchmarks: the published ones (tests/published.json), those
that tests name, an odd number of sets of tetrominoes on every board up to 400 cells, the catalogue's, and the boards of the
measurements of proofs. Each has 20 seconds for `prove`; if its certificate has no form in a foreign format, or none that is small
enough, a tree and clauses are searched for, with 20 seconds each. Certificate and exports are examined as in certificates.py: our
judge, lrat-check, VeriPB and the exported scripts. `python -m benchmarks infeasible` measures all.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial

from benchmarks import proofs
from benchmarks.examined import NAMES, RESULTS, Row, accepted_by, examined, make, reasons, refused_by, rows, stored_rows
from benchmarks.machine import described, table
from exactcover import api
from exactcover.model.cover import Cover
from exactcover.model.encoding import name_of
from exactcover.proofs.provers import prover
from tests.files.exports import test_surfaces_and_lattices as surfaces
from tests.judges.myciel import colouring
from tests.proofs.provers.impossible import IMPOSSIBLE
from tests.test_published import FACTS, puzzles
from tests.test_refuted import BOARDS

SECONDS, LIMIT = 120, 20.0
"""The CPU seconds of a puzzle in all, and the wall seconds of each search for a proof."""
FURTHER = ("tree", "clausal")
"""The kinds that are searched for if the first certificate is accepted by no foreign checker."""
CATALOGUE = tuple(name for name in api.puzzles() if 0 in api.puzzle(name).published.values())
"""Its puzzles whose published number of solutions is 0, or that are published as not feasible."""
NAMED = (
    "queens n=2",
    "queens n=3",
    "langford n=9",
    "langford n=10",
    "golfers groups=3 size=3 weeks=5",
    "golfers groups=2 size=3 weeks=2",
    "golfers groups=2 size=2 weeks=4",
    "block-design v=8 k=3",
    "block-design v=6 k=3",
    "block-design v=7 k=3 resolvable=yes",
    "block-design v=7 k=3 lambda=6",
    "block-design v=4 k=4 lambda=2",
    "packing board=1x1 pieces=pentominoes",
    "packing lattice=square-edges board=grid:1x1 pieces=tristicks copies=any",
    "blokus board=5x5 goal=cover own=2,2 targets=2,3",
    "blokus board=5x5 goal=cover others=2,2 targets=2,2",
    "blocks board=AAA/B.. goal=A@1,0",
    "blokus board=3x3 goal=fill pieces=O4,I3",
    "blokus board=5x5 goal=cover pieces=I1,I2 targets=4,4",
)
"""Infeasible puzzles of the tests of kinds without boards to be filled."""

Made = Callable[[], api.Subject]


def tasks() -> dict[str, Made]:
    """Return the puzzles by name, each once."""
    words = [*NAMED, *(f"packing {board}" for board in surfaces.IMPOSSIBLE)]
    words += [*proofs.odd_sets(), *(f"packing {board}" for board in BOARDS), *proofs.BOARDS, *CATALOGUE]
    every: dict[str, Made] = {each: partial(api.puzzle, each) for each in words}
    for name, model in IMPOSSIBLE.items():
        made = model()
        if isinstance(made, Cover):
            every[f"cover {name}"] = partial(api.puzzle_about, made)
    for fact in FACTS:
        if fact["kind"] != "infeasible" or "left_out" in fact:
            continue
        wanted = list(puzzles(fact.get("puzzle", [])))
        for number, each in enumerate(wanted):
            every[fact["id"] + (f", {number + 1}" if len(wanted) > 1 else "")] = partial(api.puzzle_about, each)
    every |= {f"{k}-colouring of Mycielski's graph {k}": partial(_coloured, k) for k in (3, 4, 5)}
    every |= {each: partial(api.puzzle, each) for each in proofs.LONG}
    return every


def _coloured(number: int) -> api.Subject:
    return api.puzzle_about(colouring(number, number))


def measure() -> list[str]:
    """Return the lines of the page."""
    return page(rows("infeasible", tasks()))


def page(stored: dict[str, Row]) -> list[str]:
    """Return the lines of the page, also if some puzzles are not measured yet, which it says."""
    later = len(tasks()) - len(stored)
    proved = {task: row for task, row in stored.items() if "kind" in row}
    taken = {task: row for task, row in proved.items() if accepted_by(row)}
    left = {task: row for task, row in proved.items() if task not in taken}
    return [
        "# Puzzles without a solution, and who has checked it",
        "",
        described(),
        "",
        *(__doc__ or "").splitlines(),
        "",
        f"{len(stored)} puzzles: {len(proved)} proved, {len(taken)} of them accepted by a foreign checker.",
        *([f"Not measured yet: {later}."] if later else []),
        f"Refused by a foreign checker: {sum(bool(refused_by(row)) for row in stored.values())}.",
        f"Kinds: {_numbers(row['kind'] for row in proved.values())}.",
        f"Formats that were accepted: {_numbers(NAMES[form] for row in proved.values() for form in accepted_by(row))}.",
        "",
        *table(
            ("puzzle", "certificate", "bytes", "our judge, s", "accepted by", "bytes", "CPU s"),
            [(_name(task), *_cells(row)) for task, row in stored.items()],
        ),
        "",
        "## Taken by no foreign checker",
        "",
        *(reasons(left) or ["None."]),
    ]


def _numbers(words: Iterable[str]) -> str:
    return ", ".join(f"{number} {word}" for word, number in Counter(words).most_common())


def _name(task: str) -> str:
    return task.removeprefix("packing ")


def _cells(row: Row) -> tuple[str, ...]:
    if "kind" not in row:
        return (row["none"], "", "", "", "", "")
    forms = accepted_by(row)
    listed = [", ".join(NAMES[form] for form in forms) or "none"]
    listed += [", ".join(f"{row[form][key]:,}" for form in forms) for key in ("bytes", "seconds")]
    return (row["kind"], f"{row['bytes']:,}", f"{row['judge']:.2f}", *listed)


def _made(subject: api.Subject) -> Row:
    """Return the row of the first certificate that a foreign checker accepts, otherwise of the first one."""
    first: Row = {"none": f"no proof in {LIMIT:.0f} s"}
    puzzle = api.puzzle_about(subject)
    model = puzzle.encode().model
    for argument in ("", *FURTHER):
        if argument and name_of(model) not in prover(argument).accepts:
            continue
        refutation = proofs.refuted(puzzle, model, argument, LIMIT)
        if refutation is None:
            continue
        row = examined(puzzle, proofs.text_of(puzzle, refutation))
        if accepted_by(row):
            return row
        first = row if "kind" not in first else first
    return first


if __name__ == "__main__":
    every = tasks()
    if sys.argv[1:]:
        make(sys.argv[1:], lambda task: _made(every[task]()), SECONDS)
    else:  # write the page of the rows that are stored
        (RESULTS / "infeasible.md").write_text("\n".join(page(stored_rows("infeasible"))) + "\n")
