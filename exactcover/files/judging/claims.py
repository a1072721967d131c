"""Verification of an answer's claims, by its solution or its lines, by its certificate, or by a repeated search.

The answer is well-formed, and its certificate and its solution have been judged (see verdict.py). What it says of the
run itself, its engine, its statistics and its stop reason, is not a claim about the puzzle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, TypeAlias

from exactcover.files.judging.answer_shape import SINGLE, cut, least, states_bound, states_list
from exactcover.model.amounts import amount, from_json, in_json
from exactcover.model.answer import Answer, Limits, Request, request
from exactcover.model.errors import InvalidInput

CLAIMS = (
    "puzzle", "status", "solution", "certificate", "argument", "cost", "bound", "evidence", "exhausted", "count",
    "classes", "best_attempt",
)  # fmt: skip
"""The keys of an answer that are claims, in the order of reporting."""
Search: TypeAlias = Callable[[Request], Answer]


@dataclass
class Judged:
    """The result of judging an answer's claims: those that are verified, and faults."""

    verified: set[str] = field(default_factory=set)
    faults: list[str] = field(default_factory=list)


def claimed(answer: Mapping[str, Any]) -> list[str]:
    """Return the claims that an answer makes."""
    values = ((key, answer.get(key)) for key in CLAIMS)
    return [key for key, value in values if not (value is None or value is False or value == "UNKNOWN")]


def judged(
    answer: Mapping[str, Any],
    cost: int | float | str | None,
    lines: int,
    search: Search | None,
    verified: Iterable[str] = (),
    *,
    apart: bool = False,
    unit: Fraction = Fraction(1),
) -> Judged:
    """Judge an answer's claims.

    cost: that of its solution; lines: the number of solutions in the file of a list or a sample, each judged and
    different; search: repeats a search, if that is wanted; verified: claims that are already verified; apart: the
    solutions are known to be in different symmetry classes; unit: that of the model's costs, which the certificate
    uses.

    The count of a list that claims to be complete is verified only together with that claim.
    """
    proof = answer["certificate"]
    bound = in_json(amount(proof["bound"], unit)) if states_bound(proof) else None
    judgement = Judged({"puzzle", *verified})
    if proof is not None:
        _by_certificate(judgement, proof, lines)
    if bound is not None and answer["bound"] != bound:
        judgement.faults.append(f"the answer says bound {cut(answer['bound'])}; its certificate says {cut(bound)}")
    elif bound is not None:
        single = answer["task"] in SINGLE  # a certificate of a bound does not prove that a list is complete
        judgement.verified |= {"bound", "exhausted"} if bound == cost and single else {"bound"}
    if answer["cost"] != cost:
        judgement.faults.append(f"the answer says cost {cut(answer['cost'])}; its solution costs {cut(cost)}")
    elif cost is not None:
        judgement.verified |= {"cost"}
    if answer["solution"] is not None:
        judgement.verified |= {"solution", "cost"} | (
            {"status"} if answer["status"] == "FEASIBLE" or bound is not None else set()
        )
    if answer["task"] in ("list", "sample"):
        if answer["count"] != str(lines):
            judgement.faults.append(f"the answer says {cut(answer['count'])} solutions; {lines} are there")
        elif lines:
            judgement.verified |= {"count"} | (
                {"status"} if answer["status"] == "FEASIBLE" or bound is not None else set()
            )
    if search is not None and not judgement.faults:
        _search_again(answer, judgement, search, apart)
    if answer["task"] == "list" and answer["exhausted"] and "exhausted" not in judgement.verified:
        judgement.verified.discard("count")
    return judgement


def _by_certificate(judgement: Judged, proof: Mapping[str, Any], lines: int) -> None:
    """Add what an accepted certificate verifies, but for its bound; a list of other solutions than those in the file is a fault.

    The solutions in the file are right and all different, and the certificate says how many there are: if the numbers agree, so
    do the lists.
    """
    judgement.verified |= {"certificate", "argument", "evidence"}
    if states_list(proof):
        listed = len(proof["body"]["solutions"])
        judgement.verified |= {"exhausted"}
        if listed != lines:
            judgement.faults.append(f"the certificate lists {listed} solutions; {lines} are in the file")
    elif not states_bound(proof):
        judgement.verified |= {"status", "exhausted", "count", "classes"}


def _search_again(answer: Mapping[str, Any], judgement: Judged, search: Search, apart: bool) -> None:
    """Judge the remaining claims by a repeated search."""
    left = set(claimed(answer)) - judgement.verified
    if not left & {"status", "bound", "evidence", "exhausted", "count", "classes"}:
        return
    try:
        if _is_of_optima(answer) and answer["status"] == "OPTIMAL":
            _optima_again(answer, judgement, search)
        elif answer["task"] in SINGLE or (answer["status"] == "INFEASIBLE"):
            _solve_again(answer, judgement, search)
        elif answer["exhausted"] or answer["task"] == "count":
            _count_again(answer, judgement, search, apart)
    except InvalidInput as fault:
        judgement.faults.append(f"the search for the answer's claims cannot be repeated: {fault}")


def _is_of_optima(answer: Mapping[str, Any]) -> bool:
    """Return whether an answer lists the solutions of least cost."""
    return answer["task"] == "list" and answer["engine"]["options"].get("optimal") is True


def _optima_again(answer: Mapping[str, Any], judgement: Judged, search: Search) -> None:
    """Verify or refute that the solutions of a list have the least cost, and, if the answer says so, that they are all."""
    again = search(request("list", optimal=True))
    if again.cost is None:
        return
    if again.cost != from_json(answer["cost"]):
        judgement.faults.append(f"the answer says best cost {cut(answer['cost'])}; searched again, it is {again.cost}")
        return
    judgement.verified |= {"bound", "status"}
    if not again.exhausted or not answer["exhausted"]:
        return
    if int(answer["count"]) != again.count:
        judgement.faults.append(
            f"the answer says {answer['count']} solutions; searched again, there are {again.count or 0}"
        )
    else:
        judgement.verified |= {"count", "exhausted", "evidence"}


def _solve_again(answer: Mapping[str, Any], judgement: Judged, search: Search) -> None:
    """Verify or refute that there is no solution, or none of lower cost."""
    again = search(request("solve"))
    if answer["status"] == "INFEASIBLE":
        if again.solution is not None:
            judgement.faults.append("the answer says INFEASIBLE; searched again, there is a solution")
        elif again.status == "INFEASIBLE":
            judgement.verified |= {"status", "evidence", "exhausted", "count", "classes"}
        return
    best, bound, cost, proved = (
        None if value is None else least(answer, value)
        for value in (again.cost, answer["bound"], answer["cost"], again.bound)
    )
    counterexample = f"searched again, there is a solution of cost {again.cost}"
    if best is not None and bound is not None and best < bound:
        judgement.faults.append(f"the answer says bound {cut(answer['bound'])}; {counterexample}")
    elif best is not None and answer["exhausted"] and cost is not None and best < cost:
        judgement.faults.append(f"the answer says that it searched all; {counterexample}")
    elif proved is not None and bound is not None and bound <= proved:
        judgement.verified |= {"bound", "status", "evidence", "exhausted"} if bound == cost else {"bound"}


def _count_again(answer: Mapping[str, Any], judgement: Judged, search: Search, apart: bool) -> None:
    """Verify or refute the number of solutions: exactly if the answer says that it is complete, otherwise as a lower
    bound.

    For a list of one solution per class the number is not enough: no two may be in the same class (`apart`).
    """
    options = answer["engine"]["options"]
    asked_for = request(
        "count",
        up_to_symmetry=options.get("up_to_symmetry") is True,
        rotations_only=options.get("rotations_only") is True,
    )
    count = int(answer["count"])
    if not answer["exhausted"]:
        if count == 0:
            return
        again = search(replace(asked_for, limits=Limits(solutions=count)))
        if again.count == count:
            judgement.verified |= {"count", "status"}
        elif again.exhausted:
            judgement.faults.append(f"the answer says {count} solutions; searched again, there are {again.count or 0}")
        return
    again = search(asked_for)
    settled = again.exhausted or again.status == "INFEASIBLE"
    if not settled:
        return
    up_to_symmetry = answer["task"] == "list" and options.get("up_to_symmetry") is True
    number = again.classes if up_to_symmetry else again.count
    for key, right in (("count", number), ("classes", again.classes)):
        if answer[key] is None or right is None:
            continue
        if int(answer[key]) != right:
            noun = "solutions" if key == "count" else "classes"
            judgement.faults.append(f"the answer says {answer[key]} {noun}; searched again, there are {right}")
        elif key == "classes":
            judgement.verified |= {key}
        elif apart or not up_to_symmetry:
            judgement.verified |= {key, "status", "exhausted", "evidence"}
