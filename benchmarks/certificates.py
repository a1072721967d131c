"""What each kind of certificate states, and who has checked it: our judge, and checkers by other authors on its exports.

Every row is a statement that this command, `python -m benchmarks certificates`, proves, judges and exports; it then runs the
foreign checkers that are installed: lrat-check of drat-trim or cake_lpr on LRAT, VeriPB on pseudo-Boolean proofs (programs on
PATH, or those that LRAT_CHECK, CAKE_LPR and VERIPB name), and the exported scripts, which import the standard library alone. A
cell has the verdict, the bytes of problem and proof, and the checker's CPU seconds; the column of our judge has the bytes of the
certificate as JSON before its CPU seconds. `no form`: the format has none for the kind, or for this certificate; the reasons
follow the table. `not run here`: the checker is not installed. `formula`: whether a script that shares no code with this project
has encoded the puzzle again, and found the same formula as that of the proof.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from benchmarks.examined import RESULTS, Row, examined, make, reasons, rows, shown
from benchmarks.machine import described, table
from exactcover import api
from exactcover.model.answer import Limits
from tests.judges.myciel import colouring

SECONDS, LIMIT = 300, 120.0
"""The CPU seconds of a row in all, and the wall seconds of search and proof."""
PAGE = Path(__file__).parent / "CERTIFICATES.md"
BEGIN, END = "<!-- benchmarks/results/certificates.md begins -->", "<!-- benchmarks/results/certificates.md ends -->"
COLOURED = {
    "items": ["p", "q", "r", ["x", 0, 1], ["y", 0, 1]],
    "options": [["p", "x:B"], ["q", "x:A"], ["r", "y:B"], ["q", "y:C"]],
}
PRICED = {
    "items": ["a", "b", "c", "d"],
    "options": [["a", "b"], ["c", "d"], ["a", "c"], ["b", "d"], ["a", "d"], ["b", "c"]],
    "costs": [2, 3, 1, 4, 3, 3],
}
GROWN = "blokus-cover-6x6"


class Case(NamedTuple):
    """A statement, the puzzle that it is about, and how its certificate is made."""

    statement: str
    subject: Callable[[], api.Subject]
    made: Callable[[api.Subject], str | None]


def proved(argument: str) -> Callable[[api.Subject], str | None]:
    """Return what proves a statement by one argument."""

    def made(subject: api.Subject) -> str | None:
        answer = api.prove(subject, argument=argument, limits=Limits(time=LIMIT))
        return None if answer.certificate is None else answer.certificate.to_text()

    return made


def optimal(subject: api.Subject) -> str | None:
    """Return the certificate of an optimum."""
    answer = api.solve(subject, certificate=True, limits=Limits(time=LIMIT))
    return None if answer.certificate is None else answer.certificate.to_text()


def listed(optimal: bool) -> Callable[[api.Subject], str | None]:
    """Return what proves that a list is complete; optimal: the list of the solutions of least cost."""

    def made(subject: api.Subject) -> str | None:
        with api.iterate(subject, certificate=True, optimal=optimal, limits=Limits(time=LIMIT)) as solutions:
            list(solutions)
        answer = solutions.answer
        return None if answer is None or answer.certificate is None else answer.certificate.to_text()

    return made


def counted(subject: api.Subject) -> str | None:
    """Return the certificate of a count."""
    certificate = api.count_certificate(subject, time_limit=LIMIT)
    return None if certificate is None else certificate.to_text()


def _puzzle(words: str) -> Callable[[], api.Subject]:
    return lambda: api.puzzle(words)


def _schedule(name: str) -> Callable[[], api.Subject]:
    return lambda: api.puzzle(str(Path(__file__).parent / "set_partitioning" / f"spp{name}.txt.gz"))


def _coloured() -> api.Subject:
    """Return a cover in which whatever covers q disagrees with what covers p or r."""
    return api.puzzle("cover", **COLOURED)


def _priced() -> api.Subject:
    """Return a cover with costs that has several optima."""
    return api.puzzle("cover", **PRICED)


def _refuted(argument: str, words: str, statement: str) -> Case:
    return Case(statement, _puzzle(words), proved(argument))


CASES = {
    "arithmetic": _refuted("arithmetic", "packing board=5x5 pieces=I3,V3 copies=any", "trominoes do not fill 5x5"),
    "colouring": _refuted(
        "colouring", "packing board=10x14 pieces=tetrominoes copies=7", "7 sets of tetrominoes do not fill 10x14"
    ),
    "farkas": _refuted("farkas", "packing board=6x12 pieces=T4 copies=any", "T tetrominoes do not fill 6x12"),
    "dead": _refuted("dead", "packing board=5x15 pieces=Y5 copies=any", "Y pentominoes do not fill 5x15"),
    "dead, large": _refuted(
        "dead", "packing board=27x28 pieces=heptominoes copies=1", "the heptominoes do not fill 27x28"
    ),
    "frontier": _refuted("frontier", "packing board=12x14 pieces=T4 copies=any", "T tetrominoes do not fill 12x14"),
    "frontier, larger": _refuted(
        "frontier", "packing board=10x13 pieces=Y5 copies=any", "Y pentominoes do not fill 10x13"
    ),
    "tree": _refuted("tree", "packing board=9x10 pieces=Y5 copies=any", "Y pentominoes do not fill 9x10"),
    "tree with combinations": _refuted(
        "tree",
        "packing board=9x9 pieces=I2,X5,T4 copies=X5:1,T4:1,I2:any holes=0,1/4,3",
        "X, T and dominoes do not fill 9x9 without two cells",
    ),
    "tree of a cover": _refuted("tree", "langford n=6", "there are no Langford pairs for n = 6"),
    "tree of a cover with colours": Case("no cover agrees about the colours", _coloured, proved("tree")),
    "clausal": _refuted("clausal", "langford n=6", "there are no Langford pairs for n = 6"),
    "clausal of a cover with colours": Case("no cover agrees about the colours", _coloured, proved("clausal")),
    "clausal with orbits": _refuted(
        "clausal", "packing board=6x6 pieces=T4 copies=any wrap=both", "T tetrominoes do not fill a torus of 6x6"
    ),
    "clausal with orbits, larger": Case(
        "a Mycielski graph of 47 vertices has no 5-colouring",
        lambda: api.puzzle_about(colouring(5, 5)),
        proved("clausal"),
    ),
    "clausal, of moves": _refuted(
        "clausal", "tiles start=7418b2653 goal=12345678b", "no plan of this 8-puzzle is shorter than the bound"
    ),
    "invariant, parity": _refuted("invariant", "14-15-puzzle", "the 14-15 puzzle has no plan"),
    "invariant, state space": _refuted(
        "invariant", "blocks board=AAA/B.. goal=A@1,0", "a long block never reaches the other row"
    ),
    "invariant, of moves": _refuted("invariant", "two-ls", "no plan of two-L's is shorter than the bound"),
    "barriers": _refuted("barriers", "blokus board=3x3 goal=fill pieces=O4,I3", "a piece has no place left"),
    "barriers, of squares": Case(
        "`blokus-cover-6x6` takes as many squares as the bound", _puzzle(GROWN), proved("barriers")
    ),
    "steiner, of squares": Case(
        "`blokus-cover-6x6` takes as many squares as the bound", _puzzle(GROWN), proved("steiner")
    ),
    "prices": _refuted("prices", "langford n=5", "there are no Langford pairs for n = 5"),
    "prices, optimum": Case("no schedule of `nw42` costs less than the bound", _schedule("nw42"), optimal),
    "count": Case("the pentominoes fill 3x20 in 8 ways", _puzzle("packing board=3x20 pieces=pentominoes"), counted),
    "count and classes": Case(
        "dominoes fill a chessboard in 12,988,816 ways; the number of classes is judged by `check` alone",
        _puzzle("dominoes-8x8"),
        counted,
    ),
    "enumeration": Case(
        "queens n = 8: no solution besides the 92 listed", _puzzle("queens n=8"), listed(optimal=False)
    ),
    "enumeration of optima": Case("the listed covers are all of least cost", _priced, listed(optimal=True)),
}


def measure() -> list[str]:
    """Return the lines of the page."""
    stored = rows("certificates", CASES)
    return [
        "# Who has checked what",
        "",
        described(),
        "",
        *(__doc__ or "").splitlines(),
        "",
        *tabulated(stored),
        "",
        *reasons(stored),
    ]


def tabulated(stored: dict[str, Row]) -> list[str]:
    """Return the table of stored rows."""
    head = ("kind", "statement", "bytes; our judge, s", "LRAT", "VeriPB", "script", "formula")
    return table(head, [(task, _statement(task, row), *shown(row)) for task, row in stored.items()])


def in_page(page: str, stored: str) -> str:
    """Return a page with the table of a stored result between its two marks."""
    before, _, rest = page.partition(BEGIN)
    _, mark, after = rest.partition(END)
    assert mark, f"the page has no place for the table; expected {BEGIN} and {END}"
    lines = "\n".join(line for line in stored.splitlines() if line.startswith("|"))
    return f"{before}{BEGIN}\n{lines}\n{END}{after}"


def _statement(task: str, row: Row) -> str:
    bound = row.get("bound")
    return CASES[task].statement + ("" if bound is None else f" (bound {bound:,})")


def _made(task: str) -> Row:
    case = CASES[task]
    subject = case.subject()
    text = case.made(subject)
    return {"none": "no certificate within the limits"} if text is None else examined(subject, text)


if __name__ == "__main__":
    if sys.argv[1:]:
        make(sys.argv[1:], _made, SECONDS)
    else:  # write the stored table into CERTIFICATES.md
        PAGE.write_text(in_page(PAGE.read_text(), (RESULTS / "certificates.md").read_text()))
