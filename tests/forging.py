"""Forgeries: honest documents with something in them changed, and whether what they then say is true.

`python -m benchmarks forgeries` runs many, `tests/judges/test_forgeries.py` a few hundred. A forgery that the judges accept must
say something true, as the second program has it; and whatever it is, it is refused in a sentence, at once.
Not here: the honest documents (honest_documents.py).
"""

from __future__ import annotations

import copy
import json
import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from exactcover.files import judging
from exactcover.model.errors import InvalidInput
from tests.honest_documents import Document, Subject

LONG = 5.0
"""CPU seconds for a verdict on a document about a small puzzle, above which it is a defect."""
DEEP = 100_000
JUNK: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2, 7, 2**31, 2**63 - 1, 2**63, -(2**63), 10**18, 10**999, 10**1001, 1.0, -0.0, 0.5, 1e300, "",
    "0", "1", "-1", "01", "1.0", " 1", "1e3", "\u0661", "\uff11", "9" * 4001, "\0", "\ud800", "exhausted", [], [[]], {}, [None],
    [True], {"items": [0]}, [0] * 1000, [[0]] * 1000,
)  # fmt: skip
TEXTS = (
    "NaN",
    "-Infinity",
    "1e999",
    "9" * 5000,
    "-" + "9" * 4001,
    "[" * DEEP,
    "[" * DEEP + "]" * DEEP,
    '{"a":' * DEEP,
    "",
)
PLACE = '"here is a text that no document has"'
OUTCOMES = ("refused", "accepted, true", "accepted, false", "crashed", "slow")
Path = tuple[str | int, ...]


@dataclass(frozen=True)
class Forgery:
    """A document with something changed: its text, and the subject that it is handed in for."""

    kind: str
    way: str
    subject: Subject
    text: str


@dataclass(frozen=True)
class Outcome:
    """What came of a forgery: one of OUTCOMES, and the CPU seconds that it took; fault: the first sentence."""

    name: str
    seconds: float
    fault: str = ""


def forgeries(rng: random.Random, documents: Sequence[Document]) -> Iterator[Forgery]:
    """Yield forgeries without end, of the documents in turn, in a random way each; those that changed nothing are left out."""
    honest = {(document.subject.name, _text(document.values)) for document in documents}
    while True:
        for document in documents:
            forgery = WAYS[rng.choice(tuple(WAYS))](rng, document, documents)
            if (forgery.subject.name, forgery.text) not in honest:
                yield forgery


def judged(forgery: Forgery) -> Outcome:
    """Return what the judges make of a forgery."""
    begun = time.process_time()
    try:
        verdict = judging.check_text(forgery.subject.puzzle, forgery.text)
        accepted, fault = verdict["accepted"], " ".join(verdict["faults"][:1])
    except InvalidInput as refusal:
        verdict, accepted, fault = None, False, str(refusal)
    except Exception as defect:  # whatever it is, it is what the campaign looks for
        return Outcome("crashed", time.process_time() - begun, f"{type(defect).__name__}: {defect}"[:200])
    seconds = time.process_time() - begun
    if verdict is not None and accepted:
        holds = all_holds(forgery.subject, forgery.text, verdict["verified"])
        return Outcome("accepted, true" if holds else "accepted, false", seconds)
    return Outcome("slow" if seconds > LONG else "refused", seconds, fault)


def all_holds(subject: Subject, text: str, verified: Sequence[str]) -> bool:
    """Return whether all that an accepted document says is true; verified: the claims that the verdict calls so."""
    try:
        values = [json.loads(text)]
    except ValueError:
        values = [json.loads(line) for line in text.split("\n") if line.strip()]
    lines = [value for value in values if not _is_evidence(value)]
    evidence = [value for value in values if value not in lines]
    return all(_holds(subject, value, len(lines), verified) for value in evidence)


def _is_evidence(value: Any) -> bool:
    return isinstance(value, dict) and "puzzle" in value and bool({"kind", "status", "order"} & set(value))


def _holds(subject: Subject, value: dict[str, Any], lines: int, verified: Sequence[str]) -> bool:
    known = subject.truth
    own = json.dumps(value["puzzle"], sort_keys=True) == json.dumps(subject.puzzle.canonical(), sort_keys=True)
    if "status" in value:
        proof = value["certificate"]
        right = proof is None or _holds(subject, proof, lines, verified)
        if "exhausted" in verified and value["task"] == "list":
            right = right and lines == (known.count if known.cost is None else len(subject.selections or ()))
        infeasible = value["status"] == "INFEASIBLE" and "status" in verified
        return own and right and not (infeasible and known.feasible)
    if "order" in value:
        counted = int(value["count"]) == known.count and (not lines or lines == known.count)
        return own and counted and ("classes" not in value or int(value["classes"]) == classes(subject, value))
    if value["kind"] == "enumeration":
        listed = [tuple(each) for each in value["body"]["solutions"]]
        right = len(set(listed)) == len(listed) and _listed(subject, listed)
        return own and right and value.get("bound") == known.cost
    return own and (not known.feasible if "bound" not in value else known.cost is None or value["bound"] <= known.cost)


def _listed(subject: Subject, listed: list[tuple[int, ...]]) -> bool:
    if subject.selections is not None:
        return set(listed) == subject.selections
    return len(listed) == subject.truth.count


def classes(subject: Subject, value: dict[str, Any]) -> int | None:
    """Return how many orbits the solutions have under the symmetries of a certificate; None if these are no permutations of them.

    Items beyond those in the shapes, the pieces of a packing, say nothing about where a solution is mapped to.
    """
    if subject.shapes is None:
        return None
    left, number = set(subject.shapes), 0
    while left:
        number += 1
        one = left.pop()
        for symmetry in value["symmetries"]:
            image = frozenset(frozenset(symmetry[item] for item in shape) for shape in one)
            if image not in subject.shapes:
                return None
            left.discard(image)
    return number


def changed(rng: random.Random, document: Document, documents: Sequence[Document]) -> Forgery:
    """Return a document with one to three entries changed, wherever they are."""
    values = copy.deepcopy(document.values)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        values = _mutated(rng, values, 0.97) if values else values
    return _forgery("changed", document, values)


def numbered(rng: random.Random, document: Document, documents: Sequence[Document]) -> Forgery:
    """Return a document with another number, or another digit in a text of digits, somewhere."""
    values = copy.deepcopy(document.values)
    paths = [path for path, leaf in _leaves(values) if _is_number(leaf)]
    path = rng.choice(paths)
    leaf = _at(values, path)
    number = int(leaf)
    other = rng.choice(
        (number + 1, number - 1, -number, 2 * number, 0, 1, number + rng.randint(-9, 9), rng.randint(0, 40))
    )
    return _forgery("numbered", document, _with(values, path, str(other) if isinstance(leaf, str) else other))


def said(rng: random.Random, document: Document, documents: Sequence[Document]) -> Forgery:
    """Return a document whose statement is another: its number, its classes, its bound, its list, its kind."""
    values = copy.deepcopy(document.values)
    number = rng.randrange(len(values)) if rng.random() < 0.3 else len(values) - 1
    value = values[number].get("certificate") or values[number] if isinstance(values[number], dict) else {}
    keys = [
        key
        for key in ("count", "classes", "bound", "kind", "body", "symmetries", "status", "exhausted")
        if key in value
    ]
    key = rng.choice(keys) if keys else "bound"
    if key in ("count", "classes"):
        value[key] = str(max(0, int(value[key]) + rng.choice((-3, -2, -1, 1, 2, 3, 10))))
    elif key == "bound" or rng.random() < 0.2:
        value["bound"] = (value.get("bound") or 0) + rng.randint(-2, 4)
        if rng.random() < 0.2:
            del value["bound"]
    elif key == "kind":
        value[key] = rng.choice([each.values[-1].get("kind", "tree") for each in documents])
    elif key == "symmetries":
        value[key] = rng.sample(value[key], rng.randint(1, len(value[key])))
        value["classes"] = str(rng.randint(0, int(value["count"])))
    elif key == "body" and "solutions" in value["body"]:
        _shortened(rng, value["body"])
    else:
        value[key] = _mutated(rng, value[key], 0.5)
    if len(values) > 2 and rng.random() < 0.4:
        line = rng.randrange(len(values) - 1)
        values[line : line + 1] = rng.choice(([], [values[line]] * 2, [values[0]]))
    return _forgery("said", document, values)


def _shortened(rng: random.Random, body: dict[str, Any]) -> None:
    """Leave out, repeat or exchange a listed solution, and perhaps let the hints of the steps follow."""
    listed = body["solutions"]
    at = rng.randrange(len(listed))
    listed[at : at + 1] = rng.choice(
        ([], [listed[at], listed[at]], [listed[0]], [sorted({*listed[at], rng.randint(0, 9)})])
    )
    if rng.random() < 0.5:
        body["steps"] = [each - 1 if each > rng.randint(3, 40) else each for each in body["steps"]]


def transplanted(rng: random.Random, document: Document, documents: Sequence[Document]) -> Forgery:
    """Return another document that says that it is about this one's puzzle, or this one with a part of another."""
    other, values = rng.choice(documents), copy.deepcopy(document.values)
    if rng.random() < 0.5:
        values = copy.deepcopy(other.values)
        if rng.random() < 0.9:
            _about(values, document.values[-1])
        return Forgery(other.kind, "transplanted", document.subject, _text(values))
    path, leaf = rng.choice([each for each in _entries(other.values) if each[0]])
    mine = [each for each, _ in _entries(values) if each and (each[-1] == path[-1] or rng.random() < 0.02)]
    return _forgery("transplanted", document, _with(values, rng.choice(mine), copy.deepcopy(leaf)) if mine else values)


def broken(rng: random.Random, document: Document, documents: Sequence[Document]) -> Forgery:
    """Return a document with something in it that is no JSON, is deep or is long, or has a key twice."""
    path, _ = rng.choice(list(_entries(document.values)))
    text = _text(_with(copy.deepcopy(document.values), path, json.loads(PLACE)) if path else document.values)
    text = text.replace(PLACE, rng.choice((*TEXTS, json.dumps(rng.choice(JUNK)))))
    if rng.random() < 0.2:
        text = text.replace('{"', '{"count": "1", "' if rng.random() < 0.5 else '{"kind": "tree", "', 1)
    if rng.random() < 0.2:
        cut = rng.randrange(len(text) + 1)
        text = text[:cut] + rng.choice(("", "\n", "}", ",", " ", "\0", "{}")) + text[cut + rng.randint(0, 3) :]
    return Forgery(document.kind, "broken", document.subject, text)


WAYS: dict[str, Callable[[random.Random, Document, Sequence[Document]], Forgery]] = {
    "changed": changed,
    "numbered": numbered,
    "said": said,
    "transplanted": transplanted,
    "broken": broken,
}


def _forgery(way: str, document: Document, values: Any) -> Forgery:
    return Forgery(document.kind, way, document.subject, _text(values))


def _text(values: Any) -> str:
    return "\n".join(map(json.dumps, values)) if isinstance(values, list) else json.dumps(values)


def _about(values: list[Any], named: Any) -> None:
    """Have documents name the puzzle that another names."""
    for value in values:
        for each in (value, value.get("certificate")) if isinstance(value, dict) else ():
            if isinstance(each, dict) and "puzzle_sha256" in each:
                each["puzzle"], each["puzzle_sha256"] = named["puzzle"], named["puzzle_sha256"]


def _mutated(rng: random.Random, value: Any, deeper: float) -> Any:
    """Return a JSON value with one thing in it changed; deeper: how likely it is in an entry of it."""
    if isinstance(value, dict) and value:
        key = rng.choice(sorted(value))
        if rng.random() < deeper:
            return {**value, key: _mutated(rng, value[key], deeper)}
        rest = {name: each for name, each in value.items() if name != key}
        return rng.choice((rest, {**rest, f"{key} ": value[key]}, {**value, "further": 1}, [value], rng.choice(JUNK)))
    if isinstance(value, list) and value:
        at, to = rng.randrange(len(value)), rng.randrange(len(value))
        if rng.random() < 0.5:
            return [*value[:at], _mutated(rng, value[at], deeper), *value[at + 1 :]]
        swapped = list(value)
        swapped[at], swapped[to] = swapped[to], swapped[at]
        return rng.choice(
            (
                value[:at] + value[at + 1 :], [*value[:at], value[to], *value[at:]], swapped, value[::-1], value + value, [],
                [*value[:at], value[to], *value[at + 1 :]], [*value[:at], rng.randint(-3, 30), *value[at:]], [value],
                value[at:] + value[:at],
            )
        )  # fmt: skip
    if _is_number(value) and rng.random() < 0.5:
        number = int(value) + rng.randint(-3, 3)
        return (
            str(number)
            if isinstance(value, str)
            else rng.choice((number, -number, number / 2 if abs(number) < 10**300 else 0.5, str(number), [number]))
        )
    return rng.choice(JUNK)


def _is_number(value: Any) -> bool:
    return type(value) is int or (isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 20)


def _entries(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Yield all values in a value, with the way to each."""
    yield path, value
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inner:
        yield from _entries(each, (*path, key))


def _leaves(value: Any) -> Iterator[tuple[Path, Any]]:
    return ((path, each) for path, each in _entries(value) if not isinstance(each, dict | list))


def _at(value: Any, path: Path) -> Any:
    for key in path:
        value = value[key]
    return value


def _with(value: Any, path: Path, leaf: Any) -> Any:
    """Return a value with another leaf at the end of a way, which is not empty."""
    _at(value, path[:-1])[path[-1]] = leaf
    return value
