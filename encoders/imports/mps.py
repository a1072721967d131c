"""MPS, the text format of linear programs by columns, for programs that are covers: 0/1 variables, rows whose coefficients
have one sign.

Words are separated by blanks, so that names have none. Variables are integer (between the markers INTORG and INTEND, or by BV,
UI or LI) and have the bounds 0 and 1, unless one of their rows implies the 1. The first row N has the costs; further ones are
ignored. Items have the names of their rows. Source: the description of the format by lp_solve and CPLEX.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from encoders.imports import rows_to_cover
from encoders.imports.rows_to_cover import LARGEST_COST, MOST_ROWS, MOST_VARIABLES, lines_of
from exactcover.model.errors import InvalidInput

_NUMBER = re.compile(r"[+-]?(?:[0-9]{1,18}\.?[0-9]{0,18}|\.[0-9]{1,18})(?:[eEdD][+-]?[0-9]{1,2})?")
SENSES = "NELG"
FIXING, RAISING, LOWERING = ("FX",), ("UP", "UI"), ("LO", "LI")


@dataclass
class Side:
    """A row while it is being read: its sense, right-hand side, range, and coefficients by variable."""

    name: str
    sense: str
    right: Fraction = Fraction(0)
    range: Fraction | None = None
    factors: dict[int, Fraction] = field(default_factory=dict)

    def limits(self) -> tuple[Fraction | None, Fraction | None]:
        """Return the minimum and the maximum of the sum."""
        width = self.range
        if self.sense == "E":
            return self.right + min(0, width or 0), self.right + max(0, width or 0)
        if self.sense == "G":
            return self.right, None if width is None else self.right + abs(width)
        return None if width is None else self.right - abs(width), self.right

    def at_most_one(self) -> Iterator[int]:
        """Yield the variables that the row bounds below 2, provided that none is negative."""
        if not self.factors or min(self.factors.values()) < 0 < max(self.factors.values()):
            return
        least, most = self.limits()
        for variable, factor in self.factors.items():
            limit = most if factor > 0 else least
            if limit is not None and limit / factor < 2:
                yield variable


@dataclass
class Program:
    """The program while it is being read."""

    rows: dict[str, Side] = field(default_factory=dict)
    objective: str | None = None
    variables: dict[str, int] = field(default_factory=dict)
    costs: dict[int, Fraction] = field(default_factory=dict)
    maximise: bool = False
    whole: set[int] = field(default_factory=set)
    bounds: dict[int, list[Fraction | None]] = field(default_factory=dict)
    marked: bool = False
    last: int = -1


def keys(text: str) -> dict[str, Any]:
    """Return the keys of the cover that the text describes; raises InvalidInput with the line at fault."""
    program = Program()
    section = ""
    for number, line in lines_of(text):
        words = line.split()
        if not words or line.startswith("*"):
            continue
        try:
            if line[0] in " \t":
                if section not in SECTIONS:
                    raise InvalidInput(
                        f"{words[0][:40]!r} is outside any section; expected one of {', '.join(SECTIONS)}"
                    )
                SECTIONS[section](program, words)
            else:
                section = words[0]
                if section == "ENDATA":
                    return _keys(program)
                _begin(section, words, program)
        except InvalidInput as fault:
            raise InvalidInput(f"line {number}: {fault}") from fault
    raise InvalidInput("the text ends without ENDATA; expected it after the last section")


def _begin(section: str, words: list[str], program: Program) -> None:
    if section == "OBJSENSE" and len(words) > 1:
        _sense(program, words[1:])
    elif section not in (*SECTIONS, "NAME"):
        raise InvalidInput(f"the section {section[:40]!r} is unknown; expected NAME, {', '.join(SECTIONS)} or ENDATA")


def _keys(program: Program) -> dict[str, Any]:
    sides = [side for side in program.rows.values() if side.sense != "N"]
    if not sides:
        raise InvalidInput("the text has no row but the objective; expected rows")
    rows = [rows_to_cover.row(side.name, side.factors, *side.limits()) for side in sides]
    fixed = _fixed(program, sides)
    return rows_to_cover.keys(rows, list(program.variables), program.costs, fixed, maximise=program.maximise)


def _fixed(program: Program, sides: list[Side]) -> dict[int, int]:
    """Return the value of each variable with one value; raises InvalidInput for one that is not a 0/1 variable."""
    at_most_one = {variable for side in sides for variable in side.at_most_one()}
    fixed: dict[int, int] = {}
    for name, variable in program.variables.items():
        low, high = program.bounds.get(variable, (Fraction(0), None))
        if variable not in program.whole:
            raise InvalidInput(f"the variable {name!r} is continuous; expected integer ones from 0 to 1")
        if high is None and variable in at_most_one:
            high = Fraction(1)
        if low not in (0, 1) or high not in (0, 1) or low > high:
            shown = "no bound" if high is None else high
            raise InvalidInput(f"the variable {name!r} ranges from {low} to {shown}; expected 0 to 1")
        if low == high:
            fixed[variable] = int(low)
    return fixed


def _sense(program: Program, words: list[str]) -> None:
    if words[0].upper() not in ("MIN", "MINIMIZE", "MAX", "MAXIMIZE"):
        raise InvalidInput(f"the objective is {words[0][:40]!r}; expected MIN or MAX")
    program.maximise = words[0].upper().startswith("MAX")


def _row(program: Program, words: list[str]) -> None:
    if len(words) != 2 or words[0].upper() not in SENSES:
        raise InvalidInput(f"{' '.join(words)[:40]!r} is not a row; expected N, E, L or G and a name without blanks")
    sense, name = words[0].upper(), words[1]
    if name in program.rows:
        raise InvalidInput(f"the row {name!r} is named twice; expected different names")
    if len(program.rows) > MOST_ROWS:
        raise InvalidInput(f"over {MOST_ROWS} rows; expected at most that many")
    program.rows[name] = Side(name, sense)
    if sense == "N" and program.objective is None:
        program.objective = name


def _column(program: Program, words: list[str]) -> None:
    if len(words) == 3 and words[1].strip("'") == "MARKER":
        program.marked = words[2].strip("'") == "INTORG"
        return
    name, variable = words[0], program.variables.get(words[0], len(program.variables))
    if variable == len(program.variables):
        if variable >= MOST_VARIABLES:
            raise InvalidInput(f"over {MOST_VARIABLES} variables; expected at most that many")
        program.variables[name] = program.last = variable
        if program.marked:
            program.whole.add(variable)
    elif variable != program.last:
        raise InvalidInput(f"the variable {name!r} continues after another; expected its lines to be consecutive")
    for side, factor in _pairs(program, words[1:]):
        if side.name == program.objective:
            if abs(factor) > LARGEST_COST:
                raise InvalidInput(f"the cost of {name!r} is {factor}; expected numbers up to {LARGEST_COST}")
            program.costs[variable] = factor
        elif side.sense != "N" and factor:
            if variable in side.factors:
                raise InvalidInput(f"the variable {name!r} is in the row {side.name!r} twice; expected it once")
            side.factors[variable] = factor


def _right(program: Program, words: list[str]) -> None:
    for side, value in _pairs(program, words[len(words) % 2 :]):
        if side.name == program.objective and value:
            raise InvalidInput(f"the objective has the constant {-value}; expected none, since a cover has none")
        side.right = value


def _range(program: Program, words: list[str]) -> None:
    for side, value in _pairs(program, words[len(words) % 2 :]):
        side.range = value


def _bound(program: Program, words: list[str]) -> None:
    kind = words[0].upper()
    valued = kind in (*FIXING, *RAISING, *LOWERING)
    if not valued and kind != "BV":
        raise InvalidInput(f"the bound {kind[:40]!r} is not one of a 0/1 variable; expected BV, UP, LO, FX, UI or LI")
    rest = words[1:]
    value = _number(rest.pop()) if valued and len(rest) > 1 else None
    if not rest or len(rest) > 2 or (value is None) == valued:
        raise InvalidInput(
            f"{' '.join(words)[:40]!r} is not a bound; expected its kind, its set, a variable and a value"
        )
    variable = program.variables.get(rest[-1])
    if variable is None:
        raise InvalidInput(f"the variable {rest[-1][:40]!r} has a bound but no column; expected one of COLUMNS")
    if kind in ("BV", "UI", "LI"):
        program.whole.add(variable)
    low, high = program.bounds.get(variable, [Fraction(0), None])
    if kind == "BV":
        low, high = Fraction(0), Fraction(1)
    program.bounds[variable] = [
        value if kind in (*FIXING, *LOWERING) else low,
        value if kind in (*FIXING, *RAISING) else high,
    ]


def _pairs(program: Program, words: list[str]) -> list[tuple[Side, Fraction]]:
    """Return the alternating rows and numbers."""
    if not words or len(words) % 2:
        raise InvalidInput(f"{' '.join(words)[:40]!r} are not pairs; expected names of rows, each followed by a number")
    pairs = []
    for name, number in zip(words[::2], words[1::2], strict=True):
        if name not in program.rows:
            raise InvalidInput(f"the row {name[:40]!r} is unknown; expected one of ROWS")
        pairs.append((program.rows[name], _number(number)))
    return pairs


def _number(word: str) -> Fraction:
    if word == "1":
        return _ONE
    if not _NUMBER.fullmatch(word):
        raise InvalidInput(f"{word[:40]!r} is not a number; expected one of up to 18 digits")
    return Fraction(word.replace("d", "e").replace("D", "e"))


_ONE = Fraction(1)
SECTIONS: dict[str, Callable[[Program, list[str]], None]] = {
    "OBJSENSE": _sense,
    "ROWS": _row,
    "COLUMNS": _column,
    "RHS": _right,
    "RANGES": _range,
    "BOUNDS": _bound,
}
