"""Judging what a file holds: solutions, answers and certificates, told apart by their keys.

The referee of the puzzle and the judges in `check` have the say; no engine and no prover is imported.
"""

from __future__ import annotations

import json
from typing import Any, get_args

from exactcover import certificate, check, explain
from exactcover.answer import SCHEMA, Task
from exactcover.errors import InvalidInput
from exactcover.model.encoding import Solution
from exactcover.pipeline import Puzzle, digest_of

LARGEST_NESTED, LARGEST_FLAT = 50_000_000, 250_000_000
"""Characters of one JSON value, and of one that has few lists and objects, as a clausal proof has: more would cost gigabytes to
read, and no certificate of ours is larger.
"""
FEW = 100_000


def check_text(what: Puzzle, text: str) -> dict[str, Any]:
    """Judge an answer, a certificate, a solution, or several in JSON lines; return the check object of the contract.

    What an answer claims beyond its solutions and its certificate (a count, OPTIMAL without a certificate of the bound) cannot
    be judged, and is not accepted unjudged.
    """
    digest = digest_of(what.canonical())
    found: list[str] = []
    solutions: list[str] = []
    answers: list[dict[str, Any]] = []
    certificates: list[Any] = []
    argument: list[str] = []
    for number, judged in enumerate(objects(text)):
        given = judged
        where = f"line {number + 1}: " if number else ""
        proof = given if certificate.is_certificate(given) else given.get("certificate") if is_answer(given) else None
        if proof is not None:
            wrong = certificate_faults(what, digest, proof)
            argument = [] if wrong else _sentences(what, proof)
            found.extend(where + fault for fault in wrong)
            certificates.append(proof)
        if proof is given:
            continue
        if is_answer(given):
            answers.append(given)
            if given.get("argument") not in (None, *([argument] if proof is not None else [])):
                found.append(f"{where}the answer's argument is not what its certificate says")
            if given.get("solution") is None:
                continue
            given = given["solution"]
        faults_here = [where + fault for fault in what.faults(given)]
        found.extend(faults_here)
        key = "" if faults_here else _key(given)
        if key and key in solutions:
            found.append(f"{where}the same solution was there before")
        solutions.append(key)
    for answer in answers:
        found.extend(_answer_faults(what, answer, digest, len(solutions)))
    if not solutions and not answers and not certificates:
        found.append("there is no solution in it and no certificate; expected something to check")
    return {
        "schema": SCHEMA,
        "task": "check",
        "puzzle_sha256": digest,
        "accepted": not found,
        "kind": "answer" if answers else "certificate" if certificates else "solution",
        "argument": None if found or not certificates else argument,
        "faults": found,
    }


def certificate_faults(what: Puzzle, digest: str, given: Any) -> list[str]:
    """Return what is wrong with a certificate, a sentence; none where it proves that no solution is there, or below its bound."""
    try:
        claimed = certificate.certificate(given)
    except InvalidInput as fault:
        return [str(fault)]
    if claimed.puzzle_sha256 != digest or claimed.puzzle != json.loads(json.dumps(what.canonical())):
        return [f"the certificate is of another puzzle (sha256 {claimed.puzzle_sha256[:64]}); expected {digest}"]
    model = what.encode("prove").model
    return what.encoding_faults(model) or check.refutation_faults(model, claimed.refutation)


def _sentences(what: Puzzle, given: Any) -> list[str]:
    """Return what a right certificate says, in sentences."""
    return explain.sentences(what.encode("prove").model, certificate.certificate(given).refutation)


def _key(solution: Solution) -> str:
    """Return what two equal solutions have in common: placements and options have no order, moves have."""
    return json.dumps({name: sorted(map(json.dumps, part)) if name in ("placements", "options") else part
                       for name, part in _sorted_cells(solution).items()})  # fmt: skip


def _sorted_cells(solution: Solution) -> Solution:
    if "placements" not in solution:
        return solution
    placements = [{"piece": each["piece"], "cells": sorted(each["cells"])} for each in solution["placements"]]
    return {**solution, "placements": placements}


def _answer_faults(what: Puzzle, given: dict[str, Any], digest: str, solutions: int) -> list[str]:
    """Return what an answer claims that its solutions and its certificate do not bear out."""
    found = []
    if given.get("puzzle_sha256") != digest:
        claimed = _cut(given.get("puzzle_sha256"))
        found.append(f"the answer is of another puzzle (sha256 {claimed}); expected {digest}")
    if given.get("schema") != SCHEMA or given.get("puzzle") != json.loads(json.dumps(what.canonical())):
        found.append(f"the answer's schema or puzzle is another; expected schema {SCHEMA} and the puzzle of its digest")
    if given["task"] not in get_args(Task) or not isinstance(given.get("exhausted"), bool):
        found.append("the answer's task or exhausted is none; expected those of an answer")
    if given.get("best_attempt") is not None:
        found.append("the answer has an attempt, which is not judged")
    if _bound_of(given.get("certificate")) is not None:
        return found + _bounded_faults(what, given)
    if given.get("certificate") is not None:
        return found + _refuted_faults(given, solutions)
    if solutions == 0:
        found.append(
            f"there is nothing in the answer to judge its {_cut(given['status'])} by: no solution and no certificate"
        )
    elif given["status"] not in ("FEASIBLE", "OPTIMAL"):
        found.append(f"the answer says {_cut(given['status'])} and has a solution; expected FEASIBLE or OPTIMAL")
    found += _cost_faults(what, given)
    listed = given["task"] in ("list", "sample")
    if listed and given.get("count") != str(solutions):
        found.append(f"the answer says {_cut(given.get('count'))} solutions; {solutions} are there")
    if not listed and (given.get("count") is not None or given.get("classes") is not None):
        found.append("the answer has a count, which a solution says nothing of")
    return found


def _cost_faults(what: Puzzle, given: dict[str, Any]) -> list[str]:
    """Return where an answer's cost is not its solution's, or where it claims more than that."""
    solution = given.get("solution")
    cost = None if solution is None or what.faults(solution) else _cost(what, solution)
    found = []
    if given.get("cost") != cost:
        found.append(f"the answer says that its solution costs {_cut(given.get('cost'))}; expected {cost}")
    if given["status"] == "OPTIMAL" or given.get("bound") not in (None, 0):
        claimed = f"{_cut(given['status'])} with the bound {_cut(given.get('bound'))}"
        found.append(f"the answer says {claimed}, which nothing in it proves; a solution bears out FEASIBLE alone")
    return found


def _bound_of(given: Any) -> int | None:
    """Return the bound of a certificate, None where it has none or is none."""
    return given.get("bound") if isinstance(given, dict) else None


def _bounded_faults(what: Puzzle, given: dict[str, Any]) -> list[str]:
    """Return what an answer claims that its certificate of a bound, and its solution, do not bear out."""
    kind, bound, solution = given["certificate"].get("kind"), given["certificate"]["bound"], given.get("solution")
    cost = None if solution is None or what.faults(solution) else _cost(what, solution)
    status = "UNKNOWN" if cost is None else "OPTIMAL" if cost == bound else "FEASIBLE"
    found = []
    for key, right in (("status", status), ("evidence", kind), ("bound", bound), ("cost", cost)):
        if given.get(key) != right or type(given.get(key)) is not type(right):
            found.append(
                f"the answer says {key} {_cut(given.get(key))}; its certificate and solution say {_cut(right)}"
            )
    if given.get("count") is not None or given.get("classes") is not None:
        found.append("the answer has a count, which a certificate of a bound says nothing of")
    return found


def _cost(what: Puzzle, solution: Solution) -> int | None:
    """Return what a right solution costs: the moves of a plan, the options' costs of a cover; None where nothing costs."""
    for key in ("moves", "blank"):
        if key in solution:
            return len(solution[key])
    canonical = what.canonical()
    if "costs" not in canonical:
        return None
    chosen = [sorted(option) for option in solution["options"]]
    priced = zip(canonical["options"], canonical["costs"], strict=True)
    return sum(int(cost) for option, cost in priced if sorted(option) in chosen)


def _refuted_faults(given: dict[str, Any], solutions: int) -> list[str]:
    """Return what an answer with a certificate claims besides that there is no solution."""
    found = []
    kind = given["certificate"].get("kind") if isinstance(given["certificate"], dict) else None
    if solutions:
        found.append("the answer has a solution and a certificate that there is none")
    if given["status"] != "INFEASIBLE" or given.get("evidence") != kind:
        claimed = f"{_cut(given['status'])} by {_cut(given.get('evidence'))}"
        found.append(f"the answer says {claimed}; expected INFEASIBLE by {_cut(kind)}")
    if given.get("count") not in (None, "0") or given.get("classes") not in (None, "0"):
        found.append(f"the answer says {_cut(given.get('count'))} solutions; its certificate says that there is none")
    if given.get("cost") is not None:
        found.append("the answer has a cost beside a certificate that there is no solution")
    return found


def _cut(value: Any) -> str:
    """Return what a stranger wrote for a sentence, cut short; of what is nested only its type, for it may be deep."""
    return str(value)[:64] if isinstance(value, str | int | float | None) else f"a {type(value).__name__}"


def is_answer(given: Any) -> bool:
    """Tell whether a JSON value means to be an answer."""
    return isinstance(given, dict) and "status" in given and "task" in given


def objects(text: str) -> list[Any]:
    """Return the one JSON value of the text, or those of its lines; raises InvalidInput."""
    try:
        return [_value(text)]
    except ValueError as whole:
        lines = [line for line in text.splitlines() if line.strip()]
        if len(lines) < 2:
            raise InvalidInput(
                f"the file is not JSON: {whole}; expected an answer, a solution or a certificate"
            ) from whole
        found = []
        for number, line in enumerate(lines, start=1):
            try:
                found.append(_value(line))
            except ValueError as fault:
                raise InvalidInput(f"line {number} of the file is not JSON: {fault}; expected JSON lines") from fault
        return found


def _value(text: str) -> Any:
    """Return the JSON value of a text; raises ValueError."""
    most = LARGEST_FLAT if text.count("[") + text.count("{") <= FEW else LARGEST_NESTED
    if len(text) > most:
        raise ValueError(f"it has {len(text)} characters, over {most}")
    try:
        return json.loads(text)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error


def names_its_puzzle(given: Any) -> bool:
    """Tell whether a JSON value says which puzzle it is about."""
    return is_answer(given) or certificate.is_certificate(given)


def evidence_in(text: str) -> dict[str, Any]:
    """Return the first solution or certificate of a file, an answer's own included; raises InvalidInput where there is none."""
    for given in objects(text):
        evidence = (given.get("solution") or given.get("certificate")) if is_answer(given) else given
        if isinstance(evidence, dict):
            return evidence
    raise InvalidInput("the file has no solution and no certificate; expected an answer, a solution or a certificate")
