"""LP, CPLEX's text format of linear programs, for programs that are covers: binary variables, rows of one coefficient.

`\\` begins a comment. Sections are Minimize or Maximize, Subject To, Bounds, Binary, General and End; a row may have a name
before a colon, and a number on both sides. A variable is binary, or general with the bounds 0 and 1. Items have the names of
their rows, or `Rn` for the n-th. Source: IBM, CPLEX, "LP file format: algebraic representation".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from encoders.imports import rows_to_cover
from encoders.imports.rows_to_cover import MOST_ROWS, MOST_VARIABLES, Row, lines_of
from exactcover.model.errors import InvalidInput

_NAME = r"[A-Za-z!\"#$%&()/,;?@_`'{}|~\[\]][A-Za-z0-9!\"#$%&()/,.;?@_`'{}|~\[\]]*"
_TOKEN = re.compile(
    rf"\s*(?:(?P<number>(?:[0-9]{{1,18}}\.?[0-9]{{0,18}}|\.[0-9]{{1,18}})(?:[eE][+-]?[0-9]{{1,2}})?(?![A-Za-z_]))"
    rf"|(?P<name>{_NAME})|(?P<sense><=|>=|=<|=>|<|>|=)|(?P<mark>[+:-]))"
)
_SECTION = re.compile(
    r"\s*(?P<word>minimi[sz]e|minimum|min|maximi[sz]e|maximum|max|subject\s+to|such\s+that|s\.t\.|st\.?|bounds?|"
    r"binar(?:y|ies)|bin|generals?|gen|integers?|int|end)\s*(?=$|\s)",
    re.IGNORECASE,
)
_SENSES = {"<": "<=", "=<": "<=", ">": ">=", "=>": ">="}
_MIRRORED = {"<=": ">=", ">=": "<=", "=": "="}

Token = tuple[str, str]
"""The sort of a word, a group of the pattern, and the word."""


@dataclass
class _Program:
    """What has been read so far."""

    variables: dict[str, int] = field(default_factory=dict)
    costs: dict[int, Fraction] = field(default_factory=dict)
    rows: list[Row] = field(default_factory=list)
    whole: set[int] = field(default_factory=set)
    binary: set[int] = field(default_factory=set)
    bounds: dict[int, tuple[Fraction, Fraction | None]] = field(default_factory=dict)
    maximise: bool = False

    def variable(self, name: str) -> int:
        number = self.variables.setdefault(name, len(self.variables))
        if number >= MOST_VARIABLES:
            raise InvalidInput(f"over {MOST_VARIABLES} variables; expected at most that many")
        return number


def keys(text: str) -> dict[str, Any]:
    """Return the keys of the cover that the text describes; raises InvalidInput with the line at fault."""
    program, ended = _Program(), False
    for section, statements in _sections(text):
        ended = section == "end"
        for line, tokens in statements:
            try:
                _read(program, section, tokens)
            except InvalidInput as fault:
                raise InvalidInput(f"line {line}: {fault}") from fault
    if not ended:
        raise InvalidInput("the text has no End; expected it after the last section")
    if not program.rows:
        raise InvalidInput("the text has no row; expected some below Subject To")
    names = list(program.variables)
    return rows_to_cover.keys(program.rows, names, program.costs, _fixed(program), maximise=program.maximise)


def _sections(text: str) -> Iterator[tuple[str, list[tuple[int, list[Token]]]]]:
    """Yield each section by the first three letters of its name, and its statements with the line where each begins."""
    section, statements = "", list[tuple[int, list[Token]]]()
    for number, content in lines_of(text):
        line = content.partition("\\")[0]
        heading = _SECTION.match(line)
        if heading is not None and not line[heading.end() :].lstrip().startswith((":", "<", ">", "=", "+", "-")):
            if section:
                yield section, statements
            section, statements = re.sub(r"\W", "", heading["word"].lower())[:3], []
            line = line[heading.end() :]
        tokens = list(_tokens(line, number))
        if tokens and not section:
            raise InvalidInput(
                f"line {number}: {tokens[0][1][:40]!r} is outside any section; expected Minimize or Maximize"
            )
        starts_statement = section in ("bou", "bin", "gen", "int") or _begins(tokens, statements)
        if tokens and starts_statement:
            statements.append((number, tokens))
        elif tokens:
            statements[-1][1].extend(tokens)
    if section:
        yield section, statements


def _begins(tokens: list[Token], statements: list[tuple[int, list[Token]]]) -> bool:
    """Return whether a line begins a statement: it has a name, or follows one with its sense and right-hand side."""
    if not statements or tokens[1:2] == [("mark", ":")]:
        return True
    before = statements[-1][1]
    senses = [place for place, (sort, _) in enumerate(before) if sort == "sense"]
    return bool(senses) and before[-1][0] == "number" and senses[-1] >= len(before) - 3


def _tokens(line: str, number: int) -> Iterator[Token]:
    place, end = 0, len(line.rstrip())
    while place < end:
        token = _TOKEN.match(line, place)
        if token is None or token.lastgroup is None:
            raise InvalidInput(
                f"line {number}: {line[place:].strip()[:40]!r} cannot be part of a row; expected numbers and names"
            )
        place = token.end()
        word = token[token.lastgroup]
        yield token.lastgroup, _SENSES.get(word, word) if token.lastgroup == "sense" else word


def _read(program: _Program, section: str, tokens: list[Token]) -> None:
    if section in ("min", "max"):
        program.maximise = section == "max"
        factors, constant = _sum(program, _unnamed(tokens)[1])
        if constant:
            raise InvalidInput(f"the objective has the constant {constant}; expected none, since a cover has none")
        program.costs = {variable: factor for variable, factor in factors.items() if factor}
    elif section in ("sub", "suc", "st"):
        _row(program, tokens)
    elif section == "bou":
        _bound(program, tokens)
    elif section in ("bin", "gen", "int"):
        for sort, word in tokens:
            if sort != "name":
                raise InvalidInput(f"{word[:40]!r} is not a variable; expected names")
            (program.binary if section == "bin" else program.whole).add(program.variable(word))
    elif tokens:
        raise InvalidInput(f"{tokens[0][1][:40]!r} follows End; expected nothing")


def _unnamed(tokens: list[Token]) -> tuple[str, list[Token]]:
    """Return the name of a row or an objective, and the rest."""
    return (tokens[0][1], tokens[2:]) if tokens[1:2] == [("mark", ":")] else ("", tokens)


def _row(program: _Program, tokens: list[Token]) -> None:
    name, rest = _unnamed(tokens)
    name = name or f"R{len(program.rows) + 1}"
    parts = _parted(rest)
    sides = [_sum(program, part) for part in parts[::2]]
    middle = len(sides) // 2 if len(sides) == 3 else next((n for n, (factors, _) in enumerate(sides) if factors), 0)
    if len(sides) not in (2, 3) or any(factors for n, (factors, _) in enumerate(sides) if n != middle):
        raise InvalidInput(f"the row {name!r} has no sum opposite a number; expected one such as x1 + x2 = 1")
    factors, constant = sides[middle]
    least: Fraction | None = None
    most: Fraction | None = None
    for number, (_, value) in enumerate(sides):
        if number != middle:
            sense = parts[2 * number - 1][0][1] if number > middle else _MIRRORED[parts[2 * number + 1][0][1]]
            least = value - constant if sense in (">=", "=") else least
            most = value - constant if sense in ("<=", "=") else most
    if len(program.rows) >= MOST_ROWS:
        raise InvalidInput(f"over {MOST_ROWS} rows; expected at most that many")
    counted = {variable: factor for variable, factor in factors.items() if factor}
    program.rows.append(rows_to_cover.row(name, counted, least, most))


def _parted(tokens: list[Token]) -> list[list[Token]]:
    """Return the parts between senses, and the senses, in turn."""
    parts: list[list[Token]] = [[]]
    for token in tokens:
        if token[0] == "sense":
            parts += [[token], []]
        else:
            parts[-1].append(token)
    return parts


def _sum(program: _Program, tokens: list[Token]) -> tuple[dict[int, Fraction], Fraction]:
    """Return the coefficient of each variable of a sum, and its constant."""
    factors: dict[int, Fraction] = {}
    constant, sign, number = Fraction(0), 1, None
    for sort, word in [*tokens, ("mark", "+")]:
        if sort == "name":
            variable = program.variable(word)
            factors[variable] = factors.get(variable, Fraction(0)) + sign * (Fraction(1) if number is None else number)
            sign, number = 1, None
        elif sort == "number" and number is None:
            number = Fraction(word)
        elif sort == "mark" and word in "+-":
            constant += sign * number if number is not None else 0
            sign, number = (sign if number is None else 1) * (-1 if word == "-" else 1), None
        else:
            raise InvalidInput(f"{word[:40]!r} is where a variable was expected")
    return factors, constant


def _bound(program: _Program, tokens: list[Token]) -> None:
    names = [word for sort, word in tokens if sort == "name"]
    parts = _parted(tokens)
    if len(names) != 1 or names[0].lower() in ("free", "inf", "infinity") or len(parts) not in (3, 5):
        shown = " ".join(word for _, word in tokens)[:40]
        raise InvalidInput(f"{shown!r} is not a bound of a 0/1 variable; expected one such as 0 <= x1 <= 1, or x1 = 1")
    variable = program.variable(names[0])
    low, high = program.bounds.get(variable, (Fraction(0), None))
    middle = next(n for n in range(0, len(parts), 2) if ("name", names[0]) in parts[n])
    for number in range(0, len(parts), 2):
        if number != middle:
            _, value = _sum(program, parts[number])
            sense = parts[number - 1][0][1] if number > middle else _MIRRORED[parts[number + 1][0][1]]
            low = value if sense in (">=", "=") else low
            high = value if sense in ("<=", "=") else high
    program.bounds[variable] = low, high


def _fixed(program: _Program) -> dict[int, int]:
    """Return the value of each variable with one value; raises InvalidInput for other than 0/1 variables."""
    fixed: dict[int, int] = {}
    for name, variable in program.variables.items():
        low, high = program.bounds.get(variable, (Fraction(0), None))
        if variable not in program.binary | program.whole:
            raise InvalidInput(f"the variable {name!r} is continuous; expected it below Binary")
        high = Fraction(1) if high is None and variable in program.binary else high
        if low not in (0, 1) or high not in (0, 1) or low > high:
            raise InvalidInput(
                f"the variable {name!r} ranges from {low} to {'no bound' if high is None else high}; expected 0 to 1"
            )
        if low == high:
            fixed[variable] = int(low)
    return fixed
