"""Judging what a file holds: solutions, answers and certificates, told apart by their keys.

The puzzle's referee and the judges in `check` have the say; no engine and no prover is imported. What a solution costs, and
when two of them are the same, the puzzle knows.
"""

from __future__ import annotations

import json
from collections.abc import Hashable
from typing import Any, get_args

from exactcover import certificate, check, explain
from exactcover.answer import SCHEMA, Task
from exactcover.errors import InvalidInput
from exactcover.pipeline import digest_of
from exactcover.puzzle_protocol import Puzzle

LARGEST_NESTED, LARGEST_FLAT = 50_000_000, 250_000_000
"""Characters of one JSON value, and of one that has few lists and objects, as a clausal proof has: more would cost gigabytes to
read, and no certificate of ours is larger.
"""
FEW = 100_000


def check_text(puzzle: Puzzle, text: str) -> dict[str, Any]:
    """Judge an answer, a certificate, a solution, or several in JSON lines; return the check object of the contract.

    What an answer claims beyond its solutions and its certificate (a count, OPTIMAL without a certificate of the bound) cannot
    be judged, and is not accepted unjudged.
    """
    digest = digest_of(puzzle.canonical())
    faults: list[str] = []
    solutions = 0
    identities: set[Hashable] = set()
    answers: list[dict[str, Any]] = []
    certificates: list[Any] = []
    sentences: list[str] = []
    for number, value in enumerate(objects(text)):
        where = f"line {number + 1}: " if number else ""
        proof = value if certificate.is_certificate(value) else value.get("certificate") if is_answer(value) else None
        if proof is not None:
            wrong = certificate_faults(puzzle, digest, proof)
            sentences = [] if wrong else _sentences(puzzle, proof)
            faults.extend(where + fault for fault in wrong)
            certificates.append(proof)
        if proof is value:
            continue
        solution = value
        if is_answer(value):
            answers.append(value)
            if value.get("argument") not in (None, *([sentences] if proof is not None else [])):
                faults.append(f"{where}the answer's argument is not what its certificate says")
            solution = value.get("solution")
            if solution is None:
                continue
        solutions += 1
        wrong = puzzle.faults(solution)
        faults.extend(where + fault for fault in wrong)
        if not wrong:
            identity = puzzle.identity(solution)
            if identity in identities:
                faults.append(f"{where}the same solution was there before")
            identities.add(identity)
    for answer in answers:
        faults.extend(_answer_faults(puzzle, answer, digest, solutions))
    if not solutions and not answers and not certificates:
        faults.append("there is no solution in it and no certificate; expected something to check")
    return {
        "schema": SCHEMA,
        "task": "check",
        "puzzle_sha256": digest,
        "accepted": not faults,
        "kind": "answer" if answers else "certificate" if certificates else "solution",
        "argument": None if faults or not certificates else sentences,
        "faults": faults,
    }


def certificate_faults(puzzle: Puzzle, digest: str, proof: Any) -> list[str]:
    """Return what is wrong with a certificate, one sentence per fault; none where it proves what it claims.

    It claims that the puzzle has no solution, or none below its bound.
    """
    try:
        claimed = certificate.certificate(proof)
    except InvalidInput as fault:
        return [str(fault)]
    if claimed.puzzle_sha256 != digest or claimed.puzzle != json.loads(json.dumps(puzzle.canonical())):
        return [f"the certificate is of another puzzle (sha256 {claimed.puzzle_sha256[:64]}); expected {digest}"]
    model = puzzle.encode().model
    return puzzle.encoding_faults(model) or check.refutation_faults(model, claimed.refutation)


def _sentences(puzzle: Puzzle, proof: Any) -> list[str]:
    """Return what a right certificate says, in sentences."""
    return explain.sentences(puzzle.encode().model, certificate.certificate(proof).refutation)


def _answer_faults(puzzle: Puzzle, answer: dict[str, Any], digest: str, solutions: int) -> list[str]:
    """Return what an answer claims that its solutions and its certificate do not bear out."""
    faults = []
    if answer.get("puzzle_sha256") != digest:
        claimed = _cut(answer.get("puzzle_sha256"))
        faults.append(f"the answer is of another puzzle (sha256 {claimed}); expected {digest}")
    if answer.get("schema") != SCHEMA or answer.get("puzzle") != json.loads(json.dumps(puzzle.canonical())):
        faults.append(
            f"the answer's schema or puzzle is another; expected schema {SCHEMA} and the puzzle of its digest"
        )
    if answer["task"] not in get_args(Task) or not isinstance(answer.get("exhausted"), bool):
        faults.append("the answer's task or exhausted is none; expected those of an answer")
    if answer.get("best_attempt") is not None:
        faults.append("the answer has an attempt, which is not judged")
    if _bound_of(answer.get("certificate")) is not None:
        return faults + _bounded_faults(puzzle, answer)
    if answer.get("certificate") is not None:
        return faults + _refuted_faults(answer, solutions)
    if solutions == 0:
        faults.append(
            f"there is nothing in the answer to judge its {_cut(answer['status'])} by: no solution and no certificate"
        )
    elif answer["status"] not in ("FEASIBLE", "OPTIMAL"):
        faults.append(f"the answer says {_cut(answer['status'])} and has a solution; expected FEASIBLE or OPTIMAL")
    faults += _cost_faults(puzzle, answer)
    listed = answer["task"] in ("list", "sample")
    if listed and answer.get("count") != str(solutions):
        faults.append(f"the answer says {_cut(answer.get('count'))} solutions; {solutions} are there")
    if not listed and (answer.get("count") is not None or answer.get("classes") is not None):
        faults.append("the answer has a count, which a solution says nothing of")
    return faults


def _cost_of(puzzle: Puzzle, solution: Any) -> int | None:
    """Return the cost of an answer's solution; None where it has none, or a wrong one."""
    return None if solution is None or puzzle.faults(solution) else puzzle.cost(solution)


def _cost_faults(puzzle: Puzzle, answer: dict[str, Any]) -> list[str]:
    """Return where an answer's cost is not its solution's, or where it claims more than that."""
    cost = _cost_of(puzzle, answer.get("solution"))
    faults = []
    if answer.get("cost") != cost:
        faults.append(f"the answer says that its solution costs {_cut(answer.get('cost'))}; expected {cost}")
    if answer["status"] == "OPTIMAL" or answer.get("bound") not in (None, 0):
        claimed = f"{_cut(answer['status'])} with the bound {_cut(answer.get('bound'))}"
        faults.append(f"the answer says {claimed}, which nothing in it proves; a solution bears out FEASIBLE alone")
    return faults


def _bound_of(proof: Any) -> int | None:
    """Return the bound of a certificate, None where it has none or is none."""
    return proof.get("bound") if isinstance(proof, dict) else None


def _bounded_faults(puzzle: Puzzle, answer: dict[str, Any]) -> list[str]:
    """Return what an answer claims that its certificate of a bound, and its solution, do not bear out."""
    argument, bound, solution = (
        answer["certificate"].get("kind"),
        answer["certificate"]["bound"],
        answer.get("solution"),
    )
    cost = _cost_of(puzzle, solution)
    status = "UNKNOWN" if cost is None else "OPTIMAL" if cost == bound else "FEASIBLE"
    faults = []
    for key, right in (("status", status), ("evidence", argument), ("bound", bound), ("cost", cost)):
        if answer.get(key) != right or type(answer.get(key)) is not type(right):
            faults.append(
                f"the answer says {key} {_cut(answer.get(key))}; its certificate and solution say {_cut(right)}"
            )
    if answer.get("count") is not None or answer.get("classes") is not None:
        faults.append("the answer has a count, which a certificate of a bound says nothing of")
    return faults


def _refuted_faults(answer: dict[str, Any], solutions: int) -> list[str]:
    """Return what an answer with a certificate claims besides that there is no solution."""
    faults = []
    argument = answer["certificate"].get("kind") if isinstance(answer["certificate"], dict) else None
    if solutions:
        faults.append("the answer has a solution and a certificate that there is none")
    if answer["status"] != "INFEASIBLE" or answer.get("evidence") != argument:
        claimed = f"{_cut(answer['status'])} by {_cut(answer.get('evidence'))}"
        faults.append(f"the answer says {claimed}; expected INFEASIBLE by {_cut(argument)}")
    if answer.get("count") not in (None, "0") or answer.get("classes") not in (None, "0"):
        faults.append(f"the answer says {_cut(answer.get('count'))} solutions; its certificate says that there is none")
    if answer.get("cost") is not None:
        faults.append("the answer has a cost beside a certificate that there is no solution")
    return faults


def _cut(value: Any) -> str:
    """Return what a stranger wrote for a sentence, cut short; of what is nested only its type, for it may be deep."""
    return str(value)[:64] if isinstance(value, str | int | float | None) else f"a {type(value).__name__}"


def is_answer(value: Any) -> bool:
    """Tell whether a JSON value means to be an answer."""
    return isinstance(value, dict) and "status" in value and "task" in value


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
        values = []
        for number, line in enumerate(lines, start=1):
            try:
                values.append(_value(line))
            except ValueError as fault:
                raise InvalidInput(f"line {number} of the file is not JSON: {fault}; expected JSON lines") from fault
        return values


def _value(text: str) -> Any:
    """Return the JSON value of a text; raises ValueError."""
    most = LARGEST_FLAT if text.count("[") + text.count("{") <= FEW else LARGEST_NESTED
    if len(text) > most:
        raise ValueError(f"it has {len(text)} characters, over {most}")
    try:
        return json.loads(text)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error


def names_its_puzzle(value: Any) -> bool:
    """Tell whether a JSON value says which puzzle it is about."""
    return is_answer(value) or certificate.is_certificate(value)


def evidence_in(text: str) -> dict[str, Any]:
    """Return the first solution or certificate of a file, an answer's own included; raises InvalidInput where there is none."""
    for value in objects(text):
        evidence = (value.get("solution") or value.get("certificate")) if is_answer(value) else value
        if isinstance(evidence, dict):
            return evidence
    raise InvalidInput("the file has no solution and no certificate; expected an answer, a solution or a certificate")
