"""Clauses and 0/1 linear rows over named variables, with an objective: for SAT, CP-SAT, DIMACS, OPB and LP.

Literals are written as in DIMACS: variable v (0-based) is the literal v+1, its negation -(v+1). The first `shown` variables
identify solutions: two assignments that agree on them are the same solution, and the others are determined by them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from exactcover.model.arrays import Integers
from exactcover.model.connectivity import Connectivity
from exactcover.model.errors import InvalidModel


@dataclass(frozen=True)
class Row:
    """A linear row: least <= sum of coefficients[i] * variables[i] <= most, over 0/1 variables (0-based numbers)."""

    variables: tuple[int, ...]
    coefficients: tuple[int, ...]
    least: int
    most: int

    def __post_init__(self) -> None:
        if len(self.variables) != len(self.coefficients):
            raise InvalidModel(f"a row has {len(self.variables)} variables and {len(self.coefficients)} coefficients")
        if len(set(self.variables)) != len(self.variables):
            raise InvalidModel("a row has a variable twice; expected different variables")
        if 0 in self.coefficients:
            raise InvalidModel("a row has coefficient 0; expected only variables that count")
        if self.least > self.most:
            raise InvalidModel(f"a row has least {self.least} > most {self.most}; expected least <= most")


def count_row(variables: tuple[int, ...], least: int, most: int) -> Row:
    """Return the row that demands `least` to `most` true variables."""
    return Row(variables, (1,) * len(variables), least, most)


@dataclass(frozen=True)
class Linear:
    """A 0/1 problem; raises InvalidModel if malformed.

    objective: (coefficient, variable) pairs to be minimised, or None; connectivity: which true variables must be connected.
    """

    variables: tuple[str, ...]
    clauses: tuple[tuple[int, ...], ...]
    rows: tuple[Row, ...]
    objective: tuple[tuple[int, int], ...] | None = None
    shown: int | None = None
    connectivity: Connectivity | None = None

    def __post_init__(self) -> None:
        count = len(self.variables)
        if len(set(self.variables)) != count:
            raise InvalidModel("two variables have the same name; expected different names")
        if self.shown is None:
            object.__setattr__(self, "shown", count)
        if not 0 <= self.first < count + 1:
            raise InvalidModel(f"{self.shown} variables are shown of {count}; expected 0 to {count}")
        for number, clause in enumerate(self.clauses):
            for literal in clause:
                if literal == 0 or abs(literal) > count:
                    raise InvalidModel(
                        f"clause {number} has unknown literal {literal}; expected 1 to {count} or its negation"
                    )
        for number, row in enumerate(self.rows):
            for variable in row.variables:
                if not 0 <= variable < count:
                    raise InvalidModel(f"row {number} has unknown variable {variable}; expected 0 to {count - 1}")
        if self.connectivity is not None and not np.isin(self.connectivity.items, np.arange(count)).all():
            raise InvalidModel(f"the connectivity names a variable outside 0 to {count - 1}")
        for _, variable in self.objective or ():
            if not 0 <= variable < count:
                raise InvalidModel(f"the objective has unknown variable {variable}; expected 0 to {count - 1}")

    @property
    def first(self) -> int:
        """The number of shown variables."""
        assert self.shown is not None  # set in __post_init__
        return self.shown

    def cost(self, true: Integers) -> int | None:
        """Return the objective's value if exactly the variables `true` are true, or None without an objective."""
        if self.objective is None:
            return None
        chosen = set(np.asarray(true).tolist())
        return sum(coefficient for coefficient, variable in self.objective if variable in chosen)
