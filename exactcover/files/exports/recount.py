"""Count the solutions of an OPB file: `python recount.py FORMULA.opb VARIABLES`, the second a list of its variables in any order.

The variables are set to 0 or 1 one after the other. All choices so far that leave the same sums in the constraints which still
have variables to come are one state, with the number of ways into it. A choice with which a constraint can no longer be satisfied
is dropped, and a sum that satisfies its constraint whatever follows counts as the least such sum. At the end one state is left,
and its ways are all solutions. The order decides how many states there are, and nothing else. Only the standard library is used.
"""

import re
import sys
from typing import NamedTuple


class Constraint(NamedTuple):
    """The coefficients by variable, whether the sum must be equal to the right side or may exceed it, and the right side."""

    terms: dict[int, int]
    equal: bool
    right: int


def read(text: str) -> list[Constraint]:
    """Return the constraints of an OPB file."""
    constraints = []
    for line in text.splitlines():
        if line.startswith(("*", "min:")):
            continue
        match = re.fullmatch(r"((?:[-+]\d+ x\d+ )+)(>=|=) ([-+]?\d+) ;", line)
        if match is None:
            sys.exit(f"this is no constraint: {line}")
        terms: dict[int, int] = {}
        for factor, variable in re.findall(r"([-+]\d+) x(\d+)", match[1]):
            terms[int(variable)] = terms.get(int(variable), 0) + int(factor)
        constraints.append(Constraint(terms, match[2] == "=", int(match[3])))
    return constraints


def count(constraints: list[Constraint], order: list[int]) -> int:
    """Return how many settings of the variables satisfy all constraints; a sum is a field of bits of a state, plus `half`."""
    of: dict[int, list[int]] = {variable: [] for variable in order}
    place = {variable: number for number, variable in enumerate(order)}
    rest = []  # by how much the variables to come can change each sum, downwards and upwards
    for number, (terms, equal, right) in enumerate(constraints):
        rest.append([sum(min(0, each) for each in terms.values()), sum(max(0, each) for each in terms.values())])
        for variable in terms:
            of[variable].append(number)
        if rest[-1][1] < right or (equal and rest[-1][0] > right):
            return 0
    last = [max(terms, key=place.__getitem__) for terms, _, _ in constraints]
    width = (
        2 + max((sum(map(abs, terms.values())) + abs(right) for terms, _, right in constraints), default=0).bit_length()
    )
    half, field = 1 << (width - 1), (1 << width) - 1
    states = {sum(half << width * number for number in range(len(constraints))): 1}
    for variable in order:
        checks, added = [], 0
        for number in of[variable]:
            (terms, equal, right), change = constraints[number], rest[number]
            change[0] -= min(0, terms[variable])
            change[1] -= max(0, terms[variable])
            least, enough = right - change[1] + half, right - change[0] + half
            checks.append((width * number, least, enough, equal, last[number] == variable))
            added += terms[variable] << width * number
        following: dict[int, int] = {}
        for before, ways in states.items():
            for chosen in (before, before + added):
                state = chosen
                for shift, least, enough, equal, ended in checks:
                    value = state >> shift & field
                    if value < least or (equal and value > enough):
                        break
                    if ended or value > enough:
                        state += ((half if ended else enough) - value) << shift
                else:
                    following[state] = following.get(state, 0) + ways
        states = following
    return sum(states.values())


def main(arguments: list[str]) -> None:
    """Print the number of solutions, of the two files named."""
    with open(arguments[0]) as formula, open(arguments[1]) as variables:
        constraints, order = read(formula.read()), [int(word) for word in variables.read().split()]
    known = set(order)
    if len(known) != len(order) or not all(known.issuperset(terms) for terms, _, _ in constraints):
        sys.exit("the order lacks a variable of the formula, or has one twice")
    print(count(constraints, order), "solutions")


if __name__ == "__main__":
    main(sys.argv[1:])
