"""A reader of DIMACS and LRAT files with the meaning that lrat-check gives them, written for the tests from its description.

Deletions and RAT steps are not read: our files have none.
"""

from __future__ import annotations


class Refused(Exception):
    """The files are malformed, or the proof does not prove."""


def dimacs(text: bytes) -> tuple[int, list[list[int]]]:
    """The number of variables and the clauses; the header must tell the truth."""
    head, *lines = (line for line in text.decode("ascii").splitlines() if not line.startswith("c "))
    p, cnf, variables, clauses = head.split(" ")
    found = [[int(word) for word in line.split(" ")] for line in lines]
    if (p, cnf) != ("p", "cnf") or int(clauses) != len(found):
        raise Refused(f"header {head!r} of {len(found)} clauses")
    for clause in found:
        if clause[-1] != 0 or 0 in clause[:-1] or any(abs(literal) > int(variables) for literal in clause):
            raise Refused(f"clause {clause}")
    return int(variables), [clause[:-1] for clause in found]


def check(cnf: bytes, lrat: bytes) -> int:
    """Return the number of lemmas up to the empty one; raises Refused."""
    known = dict(enumerate(dimacs(cnf)[1], 1))
    last = len(known)
    for count, line in enumerate(lrat.decode("ascii").splitlines(), 1):
        number, *words = (int(word) for word in line.split(" "))
        middle = words.index(0)
        lemma, hints = words[:middle], words[middle + 1 : -1]
        if number <= last or words[-1] != 0 or 0 in hints or min(hints, default=1) < 0:
            raise Refused(f"line {line!r}")
        if not _follows(known, lemma, hints):
            raise Refused(f"lemma {number} does not follow")
        known[number] = lemma
        last = number
        if not lemma:
            return count
    raise Refused("no empty clause")


def _follows(known: dict[int, list[int]], lemma: list[int], hints: list[int]) -> bool:
    true = {-literal for literal in lemma}
    for hint in hints:
        open_literals = [literal for literal in known[hint] if -literal not in true]
        if not open_literals:
            return True
        if len(open_literals) > 1:
            return False
        true.add(open_literals[0])
    return False
