"""Whether a JSON value is a well-formed answer: its keys, their exact types, and the consistency of its claims.

Everything that this program prints passes; `true` is not 1, and 1.0 is not a cost. Not here: whether the claims are
true.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import fields
from fractions import Fraction
from typing import Any, get_args

from exactcover.model.amounts import exact, from_json
from exactcover.model.answer import SCHEMA, Answer, EngineReport, Statistics, Status, Task
from exactcover.model.certificate import ARGUMENTS, BOUND, ENUMERATION
from exactcover.model.errors import StopReason
from exactcover.model.objective import maximises

_DIGEST = re.compile("[0-9a-f]{64}", re.ASCII)
_DIGITS = re.compile("0|[1-9][0-9]*", re.ASCII)
MOST_DIGITS = 4000
"""The most digits of a count: Python refuses to parse more."""
SINGLE = ("solve", "prove")
"""Tasks with at most one solution; the others have any number."""


def shape_faults(answer: Mapping[str, Any]) -> list[str]:
    """Return the keys of an answer that are missing, unknown or of the wrong type, one sentence each; none if it is
    well-formed.
    """
    faults = [f"the answer has no {key}; expected all keys of an answer" for key in KEYS if key not in answer]
    for key, value in answer.items():
        if key not in KEYS:
            faults.append(f"the answer has the unknown key {cut(key)!r}; expected {', '.join(KEYS)}")
        elif not KEYS[key][1](value):
            faults.append(f"the answer's {key} is {cut(value)}; expected {KEYS[key][0]}")
    return faults


def contradictions(answer: Mapping[str, Any]) -> list[str]:
    """Return the contradictions between the claims of a well-formed answer, one sentence each."""
    return [sentence for holds, sentence in (*_of_evidence(answer), *_of_numbers(answer), *_of_ends(answer)) if holds]


def derived_status(answer: Mapping[str, Any]) -> Status:
    """Return the status that follows from the other claims of an answer, as `Answer.status` derives it."""
    if answer["solution"] is not None or answer["count"] not in (None, "0"):
        if answer["task"] == "count" and not answer["exhausted"] and answer["stop_reason"] != "solutions":
            return "UNKNOWN"
        return "OPTIMAL" if answer["cost"] is not None and answer["cost"] == answer["bound"] else "FEASIBLE"
    proof = answer["certificate"]
    return (
        "INFEASIBLE"
        if answer["evidence"] is not None and not (states_bound(proof) or states_list(proof))
        else "UNKNOWN"
    )


def states_bound(proof: Any) -> bool:
    """Return whether a certificate is about the cost of solutions: that none costs less than its bound."""
    return isinstance(proof, dict) and BOUND in proof


def states_list(proof: Any) -> bool:
    """Return whether a certificate is about a list: that there are no other solutions (with a bound: of that cost)."""
    return isinstance(proof, dict) and proof.get("kind") == ENUMERATION


def least(answer: Mapping[str, Any], value: Any) -> Fraction:
    """Return an amount, negated if the answer's puzzle maximises: less is better."""
    number = exact(value)
    assert number is not None, "the shape of the answer is right"
    return -number if _maximised(answer) else number


def _maximised(answer: Mapping[str, Any]) -> bool:
    return isinstance(answer["puzzle"], dict) and maximises(answer["puzzle"])


def cut(value: Any) -> str:
    """Quote untrusted input in a sentence, truncated; for containers only the type, since they may be deeply nested."""
    return str(value)[:64] if isinstance(value, str | int | float | None) else f"a {type(value).__name__}"


def _of_evidence(answer: Mapping[str, Any]) -> list[tuple[bool, str]]:
    """Return the possible contradictions about status and evidence: whether each holds, and its sentence."""
    proof, evidence, status = answer["certificate"], answer["evidence"], answer["status"]
    argument = None if proof is None else proof.get("kind")
    refuted, listed = proof is not None and not (states_bound(proof) or states_list(proof)), states_list(proof)
    all_of_list = answer["task"] == "list" and answer["exhausted"] and answer["count"] != "0"
    right = derived_status(answer)
    by = evidence if evidence is not None else "nothing"
    # A solution of too many pieces is left out of an answer without a file, so the status has no evidence.
    unwritten = (status, right, answer["solution"]) == ("FEASIBLE", "UNKNOWN", None) and answer["task"] in SINGLE
    return [
        (status != right and not unwritten, f"the answer says {status} by {by}; what else it says makes {right}"),
        (
            proof is not None and evidence != argument,
            f"the answer's evidence is {cut(evidence)}; its certificate is of the kind {cut(argument)}",
        ),
        (proof is None and evidence in ARGUMENTS, f"the answer's evidence is {cut(evidence)}, without a certificate"),
        (proof is None and answer["argument"] is not None, "the answer has an argument, without a certificate"),
        (
            evidence == "exhausted" and not answer["exhausted"],
            "the answer's evidence is exhausted, and it says that the search was not",
        ),
        (
            listed and not all_of_list,
            "the answer has a certificate of a complete list; expected a list of solutions that says so",
        ),
        (
            listed and answer["engine"]["options"].get("up_to_symmetry") is True,
            "the answer lists solutions up to symmetry, and has a certificate of a list of all",
        ),
        (
            listed and states_bound(proof) != (answer["engine"]["options"].get("optimal") is True),
            "the answer's certificate has a bound; expected one if the list has the solutions of least cost, and only then",
        ),
        (
            refuted and answer["solution"] is not None,
            "the answer has a solution and a certificate that there is none",
        ),
        (
            refuted and answer["cost"] is not None,
            "the answer has a cost, and a certificate that there is no solution",
        ),
        (
            refuted and answer["count"] not in (None, "0"),
            f"the answer says {cut(answer['count'])} solutions; its certificate says that there is none",
        ),
        (
            (answer["puzzle"] is None) != (answer["puzzle_sha256"] is None)
            or (answer["puzzle"] is None and (status != "UNKNOWN" or answer["stop_reason"] is None)),
            "the answer has no puzzle; expected one, unless it was cut short before the puzzle was read",
        ),
    ]


def _of_numbers(answer: Mapping[str, Any]) -> list[tuple[bool, str]]:
    """Return the possible contradictions about numbers: whether each holds, and its sentence."""
    task, count, classes = answer["task"], answer["count"], answer["classes"]
    cost, bound, exhausted = answer["cost"], answer["bound"], answer["exhausted"]
    single, side = task in SINGLE, "below" if _maximised(answer) else "above"
    optimal = task == "list" and answer["engine"]["options"].get("optimal") is True
    return [
        (single and (count, classes) != (None, None), f"the answer to {task} has a count, which it cannot have"),
        (not single and count is None, f"the answer to {task} has no count"),
        (not single and answer["solution"] is not None, f"the answer to {task} has a solution among its keys"),
        (not single and not optimal and (cost, bound) != (None, None), f"the answer to {task} has a cost or a bound"),
        (
            classes is not None
            and count is not None
            and (int(classes) > int(count) or (int(classes) == 0) != (int(count) == 0)),
            f"the answer says {cut(classes)} classes of {cut(count)} solutions",
        ),
        (
            classes is not None and not exhausted and answer["certificate"] is None,
            "the answer has classes of a search that was not exhausted",
        ),
        (
            answer["best_attempt"] is not None and answer["status"] != "UNKNOWN",
            "the answer has an attempt, which only an UNKNOWN can have",
        ),
        (
            cost is not None and answer["solution"] is None and not optimal,
            f"the answer has the cost {cut(cost)} and no solution",
        ),
        (
            optimal and cost != (None if count == "0" else bound),
            f"the answer lists {cut(count)} solutions of least cost, with the cost {cut(cost)} and the bound {cut(bound)}",
        ),
        (
            cost is not None and bound is not None and least(answer, bound) > least(answer, cost),
            f"the answer has the bound {cut(bound)} {side} the cost {cut(cost)}",
        ),
    ]


def _of_ends(answer: Mapping[str, Any]) -> list[tuple[bool, str]]:
    """Return the possible contradictions about the end of the search: whether each holds, and its sentence."""
    task, count, stop, exhausted = answer["task"], answer["count"], answer["stop_reason"], answer["exhausted"]
    single = task in SINGLE
    # The classes may be incomplete after the count is complete, and the proof after a plan is known to be shortest.
    certified = task == "prove" or answer["engine"]["options"].get("certificate") is True
    more_to_come = (task == "count" and answer["classes"] is None) or (certified and answer["certificate"] is None)
    return [
        (
            exhausted and stop is not None and (stop in ("nodes", "solutions") or not more_to_come),
            f"the answer says that its search was exhausted, and that {cut(stop)} stopped it",
        ),
        (
            stop == "solutions" and (single or count == "0"),
            "the answer says that its limit on solutions was reached, and has none",
        ),
        (
            stop == "gap" and (task != "solve" or answer["cost"] is None or answer["bound"] is None),
            "the answer says that its gap was reached, and has no cost or no bound",
        ),
        (
            exhausted and answer["status"] == "UNKNOWN",
            "the answer says that its search was exhausted, and that nothing is known",
        ),
        (
            not single and not exhausted and stop is None and answer["certificate"] is None,
            "the answer says neither that its search was exhausted nor what stopped it",
        ),
    ]


def _one_of(*values: str | None) -> Callable[[Any], bool]:
    return lambda value: (value is None or isinstance(value, str)) and value in values


def _or_null(holds: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: value is None or holds(value)


def _whole(value: Any) -> bool:
    return type(value) is int


def _amount(value: Any) -> bool:
    return from_json(value) is not None


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _object(value: Any) -> bool:
    return isinstance(value, dict)


def _attempt(value: Any) -> bool:
    """Return whether a value is an attempt: the number of its faults, and its contents or its number of pieces."""
    if not _object(value) or not _whole(value.get("faults")) or value["faults"] < 1 or len(value) != 2:
        return False
    return "pieces" not in value or (_whole(value["pieces"]) and value["pieces"] >= 0)


def _digits(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= MOST_DIGITS and _DIGITS.fullmatch(value) is not None


def _engine(value: Any) -> bool:
    names = {field.name for field in fields(EngineReport)}
    return (
        _object(value)
        and set(value) == names
        and _text(value["name"])
        and _text(value["why"])
        and _object(value["options"])
    )


def _statistics(value: Any) -> bool:
    """Return whether a value is what `vars_of` writes: integers, and finite seconds and megabytes, none negative."""
    counted = {field.name: type(field.default) for field in fields(Statistics)}
    if not _object(value) or set(value) != set(counted):
        return False
    allowed = {int: (int,), float: (int, float)}
    return all(type(value[key]) in allowed[of] and 0 <= value[key] < math.inf for key, of in counted.items())


def _sentences(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(each, str) and each for each in value)


_EXPECTED: dict[str, tuple[str, Callable[[Any], bool]]] = {
    "schema": (f"the number {SCHEMA}", lambda value: _whole(value) and value == SCHEMA),
    "task": (f"one of {', '.join(get_args(Task))}", _one_of(*get_args(Task))),
    "puzzle": ("an object", _or_null(_object)),
    "puzzle_sha256": (
        "64 hexadecimal digits",
        _or_null(lambda value: isinstance(value, str) and _DIGEST.fullmatch(value) is not None),
    ),
    "status": (f"one of {', '.join(get_args(Status))}", _one_of(*get_args(Status))),
    "exhausted": ("true or false", lambda value: isinstance(value, bool)),
    "stop_reason": (f"null or one of {', '.join(get_args(StopReason))}", _one_of(None, *get_args(StopReason))),
    "evidence": (f"null, exhausted or one of {', '.join(ARGUMENTS)}", _one_of(None, "exhausted", *ARGUMENTS)),
    "argument": ("null or a list of sentences", _or_null(_sentences)),
    "certificate": ("null or an object", _or_null(_object)),
    "solution": ("null or an object", _or_null(_object)),
    "best_attempt": ("null or an object with its faults, 1 or more", _or_null(_attempt)),
    "cost": ("null or a number", _or_null(_amount)),
    "bound": ("null or a number", _or_null(_amount)),
    "count": ("null or digits in quotes", _or_null(_digits)),
    "classes": ("null or digits in quotes", _or_null(_digits)),
    "engine": ("an object of name, options and why", _engine),
    "statistics": ("an object of finite numbers, none negative", _statistics),
}
KEYS = {key: _EXPECTED[key] for key in Answer("solve", None, None, EngineReport("", {}, "")).to_json()}
"""For each key of an answer, what is expected, in words and as a predicate; a new key that is missing here is a KeyError."""
