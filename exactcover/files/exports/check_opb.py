"""The formula of `--to opb`, and of a VeriPB proof, for check_script.py: sums of options with a lower bound."""

import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import lcm
from typing import Any


def formula(rows: list[Any], options: int, puzzle: dict[str, Any], text: str) -> Iterator[tuple[Any, ...]]:
    """Yield the costs, unless the file omits them, and the constraints that some choice of options violates."""
    sign = -1 if puzzle.get("maximise") else 1
    costs = [sign * Fraction(str(cost)) for cost in puzzle.get("costs", [])]
    scale = lcm(*(cost.denominator for cost in costs))
    if costs and "min:" in text:
        yield "min", *((option, int(scale * cost)) for option, cost in enumerate(costs, 1) if cost)
    for own, least, most in rows:
        terms = sorted(Counter(own).items())
        if least:
            yield least, *terms
        if max(least, most) < len(own):
            yield -most, *((option, -times) for option, times in terms)
    if not options and "+1 x1 = 0 ;" in text:  # OPB has at least one variable
        yield 0, (1, -1)


def read(text: str) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Yield each line but comments, and what it says about the options, if anything; an equation says two things."""
    for line in text.split("\n"):
        terms = sorted((int(x), int(times)) for times, x in re.findall("([+-][0-9]+) x([0-9]+)", line) if int(times))
        constraint = re.fullmatch("([+-][0-9]+ x[0-9]+ )+(>?=) (-?[0-9]+) ;", line)
        for sign in () if constraint is None else (1, -1) if constraint[2] == "=" else (1,):
            bound = sign * int(constraint[3] if constraint else 0)
            if bound > sum(min(0, sign * times) for _, times in terms):
                yield line, (bound, *((option, sign * times) for option, times in terms))
        if re.fullmatch("min: ([+-][0-9]+ x[0-9]+ )*;", line):
            yield line, ("min", *terms)
        elif line and not constraint and not line.startswith("*"):
            yield line, ("no constraint",)
