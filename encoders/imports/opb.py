"""OPB, the text format of pseudo-Boolean problems, for problems that are covers: `+1 x1 +1 x2 = 1 ;`, `min:` before costs, `*`
comments.

`~x1` is 1 - x1. Items are named by the number of their row, from 1.
Source: O. Roussel, V. Manquinho, Input/output format for PB evaluations (2012).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from encoders.imports import rows_to_cover
from encoders.imports.rows_to_cover import LARGEST_COST, MOST_ROWS, MOST_VARIABLES, Row, lines_of
from exactcover.model.errors import InvalidInput

Statement = tuple[int, list[str]]
_DECLARED = re.compile(r"\*\s*#variable=\s*([0-9]{1,9})\b")
_WHOLE = re.compile(r"[+-]?[0-9]{1,18}")
_LITERAL = re.compile(r"(~?)x([0-9]{1,9})")
SENSES = (">=", "<=", "=")


def keys(text: str) -> dict[str, Any]:
    """Return the keys of the cover that the text describes; raises InvalidInput with the line at fault."""
    declared = _DECLARED.match(text)
    greatest = int(declared[1]) if declared else 0
    rows: list[Row] = []
    costs: dict[int, int] | None = None
    for line, words in _statements(text):
        if words[0] == "min:":
            if rows or costs is not None:
                raise InvalidInput(f"line {line}: min: follows another statement; expected it first")
            costs = _costs(words[1:], line)
            greatest = max(greatest, *(variable + 1 for variable in costs), 0)
        else:
            greatest = max(greatest, *(_number(word) for word in words))
            rows.append(_row(words, line, len(rows) + 1))
        if len(rows) > MOST_ROWS or greatest > MOST_VARIABLES:
            raise InvalidInput(
                f"line {line}: too large; expected up to {MOST_ROWS} rows and {MOST_VARIABLES} variables"
            )
    if greatest > MOST_VARIABLES:
        raise InvalidInput(f"line 1: {greatest} variables; expected up to {MOST_VARIABLES}")
    if not rows:
        raise InvalidInput("the text has no row; expected some like +1 x1 +1 x2 = 1 ;")
    return rows_to_cover.keys(rows, [f"x{number}" for number in range(1, greatest + 1)], costs or {}, {})


def _statements(text: str) -> Iterator[Statement]:
    """Yield the words of each statement, with the line where it begins."""
    words: list[str] = []
    begin = 1
    for number, line in lines_of(text):
        if line.startswith("*"):
            continue
        *ended, rest = line.split(";")
        for part in ended:
            begin = begin if words else number
            words += part.split()
            if not words:
                raise InvalidInput(f"line {number}: an empty statement; expected a row before ;")
            yield begin, words
            words = []
        begin = begin if words else number
        words += rest.split()
    if words:
        raise InvalidInput(f"line {begin}: a statement without ; at its end; expected ; after it")


def _row(words: Sequence[str], line: int, number: int) -> Row:
    *terms, sense, side = words if len(words) > 1 else (*words, "", "")
    if sense not in SENSES or not _WHOLE.fullmatch(side):
        raise InvalidInput(
            f"line {line}: row {number} ends in {f'{sense} {side}'[:40]!r}; expected >=, <= or = and a number"
        )
    factors, constant = _sum(terms, f"line {line}: row {number}")
    right = Fraction(int(side) - constant)
    least, most = None if sense == "<=" else right, None if sense == ">=" else right
    try:
        return rows_to_cover.row(str(number), factors, least, most)
    except InvalidInput as fault:
        raise InvalidInput(f"line {line}: {fault}") from fault


def _costs(words: Sequence[str], line: int) -> dict[int, int]:
    factors, constant = _sum(words, f"line {line}: the objective")
    if constant or any(abs(cost) > LARGEST_COST for cost in factors.values()):
        raise InvalidInput(
            f"line {line}: the objective has ~ or a cost above {LARGEST_COST}; expected a cost per variable"
        )
    return factors


def _sum(words: Sequence[str], where: str) -> tuple[dict[int, int], int]:
    """Return the coefficient of each relevant variable (from 0), and the constant from negated ones."""
    factors: dict[int, int] = {}
    constant = 0
    for place in range(0, len(words), 2):
        literal = _LITERAL.fullmatch(words[place + 1]) if place + 1 < len(words) else None
        if literal is None or not _WHOLE.fullmatch(words[place]) or not int(literal[2]):
            shown = " ".join(words[place : place + 2])[:40]
            raise InvalidInput(f"{where} has {shown!r}; expected whole numbers, each before one variable like x1")
        factor, variable = int(words[place]), int(literal[2]) - 1
        if literal[1]:
            constant += factor
            factor = -factor
        factors[variable] = factors.get(variable, 0) + factor
    return {variable: factor for variable, factor in factors.items() if factor}, constant


def _number(word: str) -> int:
    literal = _LITERAL.fullmatch(word)
    return int(literal[2]) if literal else 0
