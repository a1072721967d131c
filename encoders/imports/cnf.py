"""DIMACS CNF: any formula becomes a cover whose solutions are the formula's models, one to one.

Variable n is an item `xn` that is covered once, by the option that makes it true, which has `xn=1` too, or by the one that
makes it false. Clause m is an item `cm` that is covered at least once, by the options of its literals.
Source: DIMACS, "Satisfiability: suggested format" (1993).
"""

from __future__ import annotations

import re
from typing import Any

from encoders.imports.rows_to_cover import MOST_ROWS, MOST_VARIABLES, lines_of
from exactcover.model.errors import InvalidInput

_LITERAL = re.compile(r"-?[0-9]{1,9}")


def keys(text: str) -> dict[str, Any]:
    """Return the keys of the cover of a formula; raises InvalidInput with the line at fault."""
    variables, declared = -1, 0
    clauses: list[list[int]] = [[]]
    for number, line in lines_of(text):
        words = line.split()
        if words[:1] == ["%"]:  # the end of SATLIB's files
            break
        if not words or words[0] == "c":
            continue
        try:
            if words[0] != "p":
                _add(clauses, words, variables)
            elif variables < 0:
                variables, declared = _declared(words)
            else:
                raise InvalidInput("a second line `p cnf`; expected one")
        except InvalidInput as fault:
            raise InvalidInput(f"line {number}: {fault}") from fault
    *whole, rest = clauses
    if variables < 0:
        raise InvalidInput("the text has no line `p cnf VARIABLES CLAUSES`; expected it before the clauses")
    if rest or len(whole) != declared:
        raise InvalidInput(f"the text has {len(whole)} clauses that end in 0; expected {declared}, as it says")
    if not variables:
        raise InvalidInput("the formula has no variable; expected some")
    return _keys(variables, whole)


def _declared(words: list[str]) -> tuple[int, int]:
    """Return the numbers of variables and of clauses that a line `p cnf` has."""
    if len(words) != 4 or words[1] != "cnf" or not all(map(_is_number, words[2:])):
        raise InvalidInput(f"{' '.join(words)[:40]!r}; expected `p cnf VARIABLES CLAUSES`")
    variables, clauses = int(words[2]), int(words[3])
    if variables > MOST_VARIABLES // 2 or clauses > MOST_ROWS:
        raise InvalidInput(f"too large; expected up to {MOST_VARIABLES // 2} variables and {MOST_ROWS} clauses")
    return variables, clauses


def _add(clauses: list[list[int]], words: list[str], variables: int) -> None:
    """Add literals to the last clause; 0 begins another."""
    for word in words:
        if not _LITERAL.fullmatch(word) or abs(int(word)) > variables:
            raise InvalidInput(
                f"{word[:40]!r} is not a literal; expected 1 to {max(variables, 0)}, or negative, after `p cnf`"
            )
        if int(word):
            clauses[-1].append(int(word))
        else:
            clauses.append([])


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) < 10


def _keys(variables: int, clauses: list[list[int]]) -> dict[str, Any]:
    items: list[Any] = [f"x{variable}" for variable in range(1, variables + 1)]
    items += [[f"x{variable}=1", 0, 1] for variable in range(1, variables + 1)]
    options: dict[int, list[str]] = {}
    for variable in range(1, variables + 1):
        options[variable] = [f"x{variable}", f"x{variable}=1"]
        options[-variable] = [f"x{variable}"]
    for number, clause in enumerate(clauses, 1):
        literals = sorted(set(clause))
        items.append([f"c{number}", 1, max(1, len(literals))])
        for literal in literals:
            options[literal].append(f"c{number}")
    return {"kind": "cover", "items": items, "options": list(options.values())}
