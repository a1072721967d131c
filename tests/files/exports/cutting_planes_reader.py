"""A reader of OPB and of pseudo-Boolean proofs (formats 3.0 and 2.0), written for the tests from VeriPB's description of them.

It knows objectives that are bounded from below, `f`, `pol` with sums, multiples, division and literal axioms, `rup`, `red` with
any witness, `del id`, and the closing lines. A constraint is normalised: positive coefficients of literals, and a degree. Slow,
for small models.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

SUM = re.compile(r"((?:[+-]?\d+ ~?x\d+ )*)>= (-?\d+)")
OBJECTIVE = re.compile(r"min: ((?:[+-]?\d+ ~?x\d+ )*);")
TERM = re.compile(r"([+-]?\d+) (~?)x(\d+) ")
IMAGE = re.compile(r"x(\d+) -> (?:(~?)x(\d+)|([01]))")
HEAD = re.compile(r"pseudo-Boolean proof version (3\.0|2\.0)")


class Refused(Exception):
    """The files are malformed, or the proof does not prove."""


class Constraint(NamedTuple):
    """The sum of coefficients of true literals is at least the degree; a literal is a variable, or its negative."""

    coefficients: dict[int, int]
    degree: int


def normalised(terms: Iterable[tuple[int, int]], degree: int) -> Constraint:
    """A constraint with one positive coefficient a variable, from any terms (coefficient, literal)."""
    by_variable: dict[int, int] = {}
    for coefficient, literal in terms:
        by_variable[abs(literal)] = by_variable.get(abs(literal), 0) + (coefficient if literal > 0 else -coefficient)
        degree -= 0 if literal > 0 else coefficient
    found = {}
    for variable, coefficient in by_variable.items():
        if coefficient:
            found[variable if coefficient > 0 else -variable] = abs(coefficient)
            degree += max(0, -coefficient)
    return Constraint(found, degree)


def parsed(text: str) -> Constraint:
    """A constraint as OPB writes it, without the semicolon."""
    match = SUM.fullmatch(text)
    if match is None:
        raise Refused(f"constraint {text!r}")
    terms = [(int(c), -int(v) if sign else int(v)) for c, sign, v in TERM.findall(match[1])]
    return normalised(terms, int(match[2]))


def negated(given: Constraint) -> Constraint:
    """The constraint that holds exactly where the given one does not."""
    return normalised([(-c, x) for x, c in given.coefficients.items()], 1 - given.degree)


def propagate(constraints: Iterable[Constraint]) -> dict[int, bool] | None:
    """What propagation makes true and false, or None where it meets a contradiction."""
    value: dict[int, bool] = {}
    given, changed = list(constraints), True
    while changed:
        changed = False
        for coefficients, degree in given:
            slack = sum(c for x, c in coefficients.items() if value.get(abs(x), x > 0) == (x > 0)) - degree
            if slack < 0:
                return None
            for literal, coefficient in coefficients.items():
                if coefficient > slack and abs(literal) not in value:
                    value[abs(literal)] = literal > 0
                    changed = True
    return value


def check(opb: bytes, proof: bytes) -> int:
    """Return the number of steps; raises Refused."""
    head, *rows = opb.decode("ascii").splitlines()
    objective = OBJECTIVE.fullmatch(rows.pop(0)) if rows and rows[0].startswith("min:") else None
    if not all(row.endswith(" ;") and TERM.search(row) for row in rows):
        raise Refused("a constraint without terms, which OPB does not have, or without a semicolon")
    known = [parsed(row.removesuffix(" ;")) for row in rows]
    variables = len({abs(x) for row in known for x in row.coefficients})
    match = re.fullmatch(r"\* #variable= (\d+) #constraint= (\d+)", head)
    if match is None or int(match[1]) < variables or int(match[2]) != len(known):
        raise Refused(f"header {head!r}")
    count, *steps, output, conclusion, end = statements(proof)
    if (count, output) != (f"f {len(known)}", "output NONE"):
        raise Refused(f"frame {count!r}, {output!r}")
    for step in steps:
        if step.startswith("del id "):
            for number in step.split(" ")[2:]:
                known[int(number) - 1] = Constraint({}, 0)
            continue
        known.append(_derived(known, *step.split(" ", 1)))
    bounding = re.fullmatch(r"conclusion BOUNDS (-?\d+) : (\d+) INF", conclusion)
    if end == "end pseudo-Boolean proof" and bounding is not None and objective is not None:
        _refuse_less(known[int(bounding[2]) - 1], parsed(f"{objective[1]}>= {bounding[1]}"))
        return len(steps)
    closing = re.fullmatch(r"conclusion UNSAT : (\d+)", conclusion)
    if end != "end pseudo-Boolean proof" or closing is None:
        raise Refused(f"closing lines {conclusion!r}, {end!r}")
    coefficients, degree = known[int(closing[1]) - 1]
    if sum(coefficients.values()) >= degree:
        raise Refused(f"constraint {closing[1]} is no contradiction")
    return len(steps)


def statements(proof: bytes) -> list[str]:
    """The statements of a proof of either version: without semicolons at their ends, a colon before the witness of `red`."""
    first, *lines = proof.decode("ascii").splitlines()
    head = HEAD.fullmatch(first)
    if head is None:
        raise Refused(f"head {first!r}")
    if head[1] == "3.0":
        if not all(line.endswith(" ;") and line.count(";") == 1 for line in lines):
            raise Refused("a statement without a semicolon at its end, or with another one")
        return [line.removesuffix(" ;") for line in lines]
    found = []
    for line in lines:
        rule = line.split(" ", 1)[0]
        if line.count(":") > line.startswith("conclusion") or line.count(";") != (rule in ("rup", "red")):
            raise Refused(f"line {line!r}")
        found.append(line.removesuffix(" ;") if rule == "rup" else line.replace(" ; ", " : "))
    return found


def _refuse_less(derived: Constraint, claimed: Constraint) -> None:
    """Refuse a bound that is not the derived constraint, or less."""
    if derived.coefficients != claimed.coefficients or derived.degree < claimed.degree:
        raise Refused(f"the objective's bound does not follow from {derived}")


def _derived(known: list[Constraint], rule: str, rest: str) -> Constraint:
    if rule == "pol":
        return _polish(known, rest.split(" "))
    if rule == "rup":
        wanted = parsed(rest)
        if propagate([*known, negated(wanted)]) is not None:
            raise Refused(f"rup {rest}")
        return wanted
    if rule == "red":
        return _redundant(known, rest)
    raise Refused(f"rule {rule!r}")


def _polish(known: list[Constraint], words: list[str]) -> Constraint:
    stack: list[Constraint | int] = []
    for word in words:
        if word.isdigit():
            stack.append(int(word))
            continue
        if word.lstrip("~x").isdigit():  # a literal axiom
            stack.append(Constraint({-int(word[2:]) if word[0] == "~" else int(word[1:]): 1}, 0))
            continue
        right, left = stack.pop(), stack.pop()
        left = known[left - 1] if isinstance(left, int) else left
        if word == "+":
            right = known[right - 1] if isinstance(right, int) else right
            terms = [(c, x) for part in (left, right) for x, c in part.coefficients.items()]
            stack.append(normalised(terms, left.degree + right.degree))
            continue
        if not isinstance(right, int) or right < 1 or word not in ("*", "d"):
            raise Refused(f"operation {word!r}")
        by = right if word == "*" else 1
        divisor = right if word == "d" else 1
        coefficients = {x: -(-c * by // divisor) for x, c in left.coefficients.items()}
        stack.append(Constraint(coefficients, -(-left.degree * by // divisor)))
    (last,) = stack
    return known[last - 1] if isinstance(last, int) else last


def _redundant(known: list[Constraint], rest: str) -> Constraint:
    """A constraint that may be added: where it fails, the witness mends it and breaks nothing else."""
    text, images = rest.split(" : ")
    if IMAGE.sub("", images).strip() or not images:
        raise Refused(f"witness {images!r}")
    witness: dict[int, int | bool] = {
        int(variable): value == "1" if value else -int(other) if sign else int(other)
        for variable, sign, other, value in IMAGE.findall(images)
    }
    wanted = parsed(text)
    premise = negated(wanted)
    held = {(frozenset(each.coefficients.items()), each.degree) for each in known}
    for goal in (wanted, *known):
        if not witness.keys() & {abs(literal) for literal in goal.coefficients}:
            continue
        aim = _mapped(goal, witness)
        if aim.degree <= 0 or (frozenset(aim.coefficients.items()), aim.degree) in held:
            continue
        if propagate([*known, premise, negated(aim)]) is not None:
            found = propagate([*known, premise])
            if found is not None and not _implied(premise, found, aim):
                raise Refused(f"red {rest}")
    return wanted


def _mapped(goal: Constraint, witness: Mapping[int, int | bool]) -> Constraint:
    """A constraint with variables replaced by other literals, or by values."""
    terms, degree = [], goal.degree
    for literal, coefficient in goal.coefficients.items():
        image = witness.get(abs(literal), abs(literal))
        if isinstance(image, bool):
            degree -= coefficient * (image == (literal > 0))
        else:
            terms.append((coefficient, image if literal > 0 else -image))
    return normalised(terms, degree)


def _implied(premise: Constraint, found: dict[int, bool], aim: Constraint) -> bool:
    """Whether weakening alone leads from the premise, under what was found, to the aim."""
    degree, needed = premise.degree, aim.degree
    for literal, coefficient in premise.coefficients.items():
        known = found.get(abs(literal))
        if known is None:
            degree -= max(0, coefficient - aim.coefficients.get(literal, 0))
        elif known == (literal > 0):
            degree -= coefficient
            needed -= aim.coefficients.get(literal, 0)
    return degree >= needed
