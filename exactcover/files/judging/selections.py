"""Output of other solvers for an exported model: variable i, counted from 1, is option i of the model.

Accepted are the `v`, `s`, `o` and `c` lines of SAT and pseudo-Boolean solvers, bare literals after `SAT`, and lists of
the numbers of chosen options, one list per line. Variables beyond the options, and variables that are missing, are
ignored. Source: the output formats of the SAT and PB competitions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from exactcover import judges
from exactcover.files.exports.formats import options_of
from exactcover.model.encoding import Solution
from exactcover.model.errors import InvalidInput
from exactcover.model.linear import Linear
from exactcover.model.puzzle_protocol import Puzzle
from exactcover.model.tiling import Tiling
from exactcover.transform.reductions import tiling_to_cover

_LINE = re.compile(r"[csvo](?=\s|$)|(?:UN)?SAT(?:ISFIABLE)?$|[-+~]?x?[0-9]+(?:[\s,]+[-+~]?x?[0-9]+)*$")
_LITERAL = re.compile(r"([-+~]?)x?([0-9]{1,18})")
_COST = re.compile(r"[+-]?[0-9]{1,18}")


@dataclass(frozen=True)
class Answered:
    """One solution of another solver: the true variables, the line where it ends, and the last cost that was printed.

    listed: the numbers are options; otherwise variables beyond the options are ignored.
    """

    true: list[int]
    line: int
    cost: int | None = None
    listed: bool = False


def is_foreign(text: str) -> bool:
    """Return whether a text is the output of another solver, by its first non-blank line."""
    return _LINE.match(text.lstrip().split("\n", 1)[0].rstrip()) is not None


def is_list(value: Any) -> bool:
    """Return whether a JSON value is a list of option numbers."""
    return isinstance(value, list) and bool(value) and all(type(number) is int for number in value)


def answered(text: str) -> Iterator[Answered]:
    """Yield each solution of a text; raises InvalidInput with the line at fault, and if there is no solution."""
    literals: list[int] | None = None
    cost: int | None = None
    number, none = 0, True
    for number, line in enumerate(text.split("\n"), 1):
        word, _, rest = line.strip().partition(" ")
        if word in ("", "c"):
            continue
        if word == "o":
            cost = _cost(rest.strip(), number)
        elif word == "s" or word.isupper():
            if literals is not None:
                none = False
                yield _closed(literals, number, cost)
                literals = None
            _refuse_no_solution(line, number)
        else:
            read = _literals(rest if word == "v" else line, number)
            if word != "v" and min(read) > 0:
                none = False
                yield Answered(read, number, cost, listed=True)
                continue
            literals = [*(literals or []), *read]
            if literals[-1:] == [0]:
                none = False
                yield _closed(literals, number, cost)
                literals = None
    if literals is not None:
        none = False
        yield _closed(literals, number, cost)
    if none:
        raise InvalidInput("the file has no solution; expected lines that begin with v, or the numbers of options")


def selected(puzzle: Puzzle, answer: Answered) -> tuple[list[str], Solution | None]:
    """Return the faults that the judges find in a solution and, if there are none, the decoded solution.

    Raises Unsuitable if the puzzle's model has no numbered options.
    """
    encoding = puzzle.encode()
    model = encoding.model
    options = len(model.variables) if isinstance(model, Linear) else options_of(model).options
    true = [number for number in answer.true if number <= options or answer.listed]
    beyond = [number for number in true if not 1 <= number <= options]
    if beyond:
        return [f"option {beyond[0]} does not exist; expected 1 to {options}"], None
    selection = np.array(sorted(true), dtype=np.int64) - 1
    if isinstance(model, Tiling):
        selection = tiling_to_cover.placements(model)[selection]
    wrong = puzzle.encoding_faults(model)
    if isinstance(model, Linear) and not wrong:  # its rows have no names; the referee names the items
        wrong = puzzle.faults(encoding.decode(selection))
    wrong = wrong or judges.faults(model, selection)
    return wrong, None if wrong else encoding.decode(selection)


def _closed(literals: list[int], line: int, cost: int | None) -> Answered:
    """Return the solution given by literals; each variable must have only one."""
    if 0 in literals[:-1]:
        raise InvalidInput(f"line {line}: 0 comes before the last literal; expected it at the end")
    true = {literal for literal in literals if literal > 0}
    both = sorted(true & {-literal for literal in literals if literal < 0})
    if both:
        raise InvalidInput(f"line {line}: variable {both[0]} is true and false; expected one of the two")
    return Answered(sorted(true), line, cost)


def _literals(text: str, line: int) -> list[int]:
    """Parse literals as in DIMACS; raises InvalidInput."""
    literals = []
    for word in text.replace(",", " ").split():
        spelt = _LITERAL.fullmatch(word)
        if spelt is None:
            raise InvalidInput(f"line {line}: {word[:40]!r} is not a literal; expected numbers, or x and a number")
        literals.append(int(spelt[2]) * (-1 if spelt[1] in ("-", "~") else 1))
    return literals


def _cost(word: str, line: int) -> int:
    if not _COST.fullmatch(word):
        raise InvalidInput(f"line {line}: the cost is {word[:40]!r}; expected a whole number of up to 18 digits")
    return int(word)


def _refuse_no_solution(line: str, number: int) -> None:
    """Raise InvalidInput for the line of a solver that found no solution: such a line proves nothing."""
    if "UNSAT" in line or "UNKNOWN" in line:
        raise InvalidInput(
            f"line {number} says {line.strip()[:40]!r}, which the file does not prove; expected a solution, or a certificate"
        )
