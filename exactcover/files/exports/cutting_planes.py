"""Output of a pseudo-Boolean problem and a proof about it, in VeriPB's format, version 3.0 or 2.0.

In version 3.0 every statement ends with a semicolon, and a colon precedes what follows a constraint; otherwise both versions
write the same steps.

Variable x1 is option 0, and so on. Each item has two constraints, at least `least` and at most `most` of its options,
in the order of the items; derived constraints have the numbers that follow. An equality would count as two constraints,
so none is written. The format has no empty sums: if no option has an item, a constraint that holds is left out, and one
such constraint is derived as a step of the proof; one that cannot hold has 0 times the first variable.

Sources: O. Roussel, V. Manquinho, Input/output format for PB evaluations (2012); VeriPB's overview of its proof
format, and its guide to migration from 2.0 to 3.0 (VeriPB 3.0.2).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

import numpy as np

from exactcover.judges.demands import Demands

Clause = tuple[int, ...]
Version = Literal["3.0", "2.0"]
"""A version of the proof format."""

NO_TERMS = "+0 x1 "
"""An empty sum: OPB requires a term."""


class Steps:
    """The steps of a proof about a problem with so many constraints; each returns the number of the constraint that it derives.

    bound: the lower bound on the objective to be proved, None if there is no solution.
    """

    def __init__(self, version: Version, stated: int, bound: int | None = None) -> None:
        self.version, self.bound = version, bound
        self._end, self._then = (" ;", ":") if version == "3.0" else ("", ";")
        self._conclusion = 0
        self.lines: list[str] = []
        self.bytes = 0
        self.stated = self.constraints = stated

    def polish(self, operations: str) -> int:
        """Derive the result of operations in reverse Polish notation."""
        return self._step(f"pol {operations}{self._end}")

    def clause(self, literals: Clause) -> int:
        """Derive a clause (literals as in DIMACS) by reverse unit propagation."""
        return self._step(f"rup {shown(literals)}>= 1 ;")

    def implied(self, coefficients: Sequence[tuple[int, int]], degree: int) -> int:
        """Derive a constraint by reverse unit propagation."""
        return self._step(f"rup {terms(coefficients)}>= {degree} ;")

    def delete(self, numbers: Iterable[int]) -> None:
        """Delete derived constraints; the numbers of the others do not change."""
        deleted = " ".join(map(str, numbers))
        if deleted:
            self._write(f"del id {deleted}{self._end}")

    def define(self, coefficients: Sequence[tuple[int, int]], degree: int, variable: int, value: int) -> int:
        """Add one half of the definition of a new variable: the constraint holds if the variable has that value."""
        return self._redundant(f"{terms(coefficients)}>= {degree}", f"x{variable} -> {value}")

    def replace(self, option: int, others: Sequence[int]) -> int:
        """Add that a variable is false, since the others can be true in its place at no higher cost."""
        return self._redundant(
            f"+1 ~x{option} >= 1", " ".join([f"x{option} -> 0", *(f"x{each} -> 1" for each in others)])
        )

    def mapped(self, literals: Clause, images: Iterable[tuple[int, int]]) -> int:
        """Add a clause: an assignment that violates it satisfies it, and all else, after each variable takes the value of its
        image.
        """
        return self._redundant(f"{shown(literals)}>= 1", " ".join(f"x{each} -> x{image}" for each, image in images))

    def bounded(self, number: int) -> None:
        """Name the constraint that bounds the objective."""
        self._conclusion = number

    def finished(self) -> bytes:
        """Return the proof, ended by the bound, or by the contradiction that propagation finds."""
        if self.bound is None:
            self.clause(())
            conclusion = f"conclusion UNSAT : {self.constraints}"
        else:
            conclusion = f"conclusion BOUNDS {self.bound} : {self._conclusion} INF"
        head = [f"pseudo-Boolean proof version {self.version}", f"f {self.stated}{self._end}"]
        last = [f"{each}{self._end}" for each in ("output NONE", conclusion, "end pseudo-Boolean proof")]
        return "\n".join([*head, *self.lines, *last, ""]).encode()

    def _redundant(self, constraint: str, witness: str) -> int:
        return self._step(f"red {constraint} {self._then} {witness}{self._end}")

    def _step(self, line: str) -> int:
        self._write(line)
        self.constraints += 1
        return self.constraints

    def _write(self, line: str) -> None:
        self.lines.append(line)
        self.bytes += len(line) + 1


class Proof(Steps):
    """A proof about items' constraints, to which steps are appended."""

    def __init__(
        self,
        needs: Demands,
        version: Version = "3.0",
        costs: Sequence[int] | None = None,
        bound: int | None = None,
    ) -> None:
        """costs: those of the options, the problem's objective; bound: the lower bound on the objective to be proved.

        needs: the items' constraints now in use; variables: of their options; unused: the first variable of no option.
        """
        stated = np.repeat(np.diff(needs.by_item[0]) > 0, 2)
        stated[::2] |= needs.least > 0
        super().__init__(version, int(stated.sum()), bound)
        self.needs, self.costs = needs, costs
        self._stated = needs
        self.variables, self.unused = np.arange(1, needs.options + 1), needs.options + 1
        nothing = 0 if stated.all() else self.implied((), 0)
        self._numbers: list[int] = np.where(stated, np.cumsum(stated), nothing).tolist()

    def least(self, item: int) -> int:
        """Return the number of an item's "at least" constraint."""
        return self._numbers[2 * item]

    def most(self, item: int) -> int:
        """Return the number of an item's "at most" constraint."""
        return self._numbers[2 * item + 1]

    def restrict(self, left: Demands, clauses: Mapping[int, int]) -> None:
        """Derive the items' constraints without options that are false, and use these from then on.

        left: the demands on the other options; clauses: of each false option the number of its clause.
        """
        firsts, options = self.needs.by_item
        for item in range(left.items):
            own = options[firsts[item] : firsts[item + 1]].tolist()
            false = [option for option in own if option in clauses]
            if false:
                added = " ".join(f"{clauses[option]} +" for option in false)
                self._numbers[2 * item] = self.polish(f"{self.least(item)} {added}")
            if left.most[item] < min(int(self.needs.most[item]), len(own)):
                others = [(-1, option + 1) for option in own if option not in clauses]
                self._numbers[2 * item + 1] = self.implied(others, -len(others))
            elif false:
                added = " ".join(f"x{option + 1} +" for option in false)
                self._numbers[2 * item + 1] = self.polish(f"{self.most(item)} {added}")
        self.needs = left
        self.variables = np.delete(self.variables, sorted(clauses))

    def combination(self, multipliers: Sequence[int], divisor: int = 1) -> int:
        """Derive the sum of the items' constraints times their multipliers, divided by `divisor` and rounded up.

        A positive multiplier takes "at least", a negative one "at most"; one of them must not be 0.
        """
        parts = []
        for item, multiplier in enumerate(multipliers):
            if multiplier:
                number = self.least(item) if multiplier > 0 else self.most(item)
                parts.append(f"{number} {abs(multiplier)} *" if abs(multiplier) > 1 else str(number))
        operations = " ".join([parts[0], *(f"{part} +" for part in parts[1:])])
        return self.polish(operations + (f" {divisor} d" if divisor > 1 else ""))

    def problem(self) -> bytes:
        """Return the problem as OPB."""
        needs = self._stated
        firsts, options = needs.by_item
        lines = [f"* #variable= {max(1, needs.options)} #constraint= {self.stated}"]
        if self.costs is not None:
            lines.append(f"min: {terms((cost, each) for each, cost in enumerate(self.costs, 1) if cost) or NO_TERMS};")
        for item in range(needs.items):
            having = (options[firsts[item] : firsts[item + 1]] + 1).tolist()
            most = min(int(needs.most[item]), len(having))
            if having or needs.least[item] > 0:
                lines.append(f"{terms((1, each) for each in having) or NO_TERMS}>= {needs.least[item]} ;")
            if having:
                lines.append(f"{terms((-1, each) for each in having)}>= {-most} ;")
        return ("\n".join(lines) + "\n").encode()


def shown(literals: Clause) -> str:
    """Return a clause's literals as a sum, followed by a blank unless it is empty."""
    return "".join([f"+1 x{each} " if each > 0 else f"+1 ~x{-each} " for each in literals])


def terms(pairs: Iterable[tuple[int, int]]) -> str:
    """Return a sum of coefficients times literals (as in DIMACS), followed by a blank unless it is empty."""
    return "".join(f"{coefficient:+d} {'~' if literal < 0 else ''}x{abs(literal)} " for coefficient, literal in pairs)
