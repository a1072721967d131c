"""Small puzzles whose truth a second program knows, and honest certificates, lists and answers about them: what is forged.

A document is a file as `check` reads it, a list of JSON values, one per line. Not here: how they are forged (forging.py).
"""

from __future__ import annotations

import base64
import itertools
import json
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from encoders.puzzle import Puzzle, puzzle_of
from exactcover.api.answering import run_here
from exactcover.api.certifying import count_certificate_by
from exactcover.model.answer import Answer, Limits, request
from exactcover.model.certificate import Certificate, Refutation
from exactcover.model.encoding import Model, name_of
from exactcover.model.events import Accepted, AcceptedMany, End
from exactcover.model.puzzle_protocol import digest_of
from exactcover.model.refuted import refuted_model, without_colours
from exactcover.proofs.provers import clausal, prover
from tests.second_packings import Packing
from tests.second_program import Truth, truth

Selection = tuple[int, ...]
Shapes = frozenset[frozenset[int]]

PIGEONS = [[f"p{pigeon}", f"h{hole}"] for pigeon in range(4) for hole in range(3)]
PUZZLES: dict[str, tuple[str, dict[str, Any]]] = {
    "cover": ("cover", {"items": ["a", "b", "c", "d"], "options": [["a", "b"], ["c", "d"], ["a"], ["b"], ["c"], ["d"]]}),
    "ranges": (
        "cover",
        {
            "items": [["a", 1, 2], ["b", 0, 2], ["c", 1, 1], ["d", 0, 1]],
            "options": [["a"], ["a", "b"], ["b", "c"], ["c", "d"], ["a", "d"], ["b"], ["a", "c"]],
        },
    ),
    "priced": (
        "cover",
        {
            "items": ["a", "b", "c", ["d", 0, 1]],
            "options": [["a"], ["a", "b"], ["b"], ["b", "c"], ["c"], ["c", "d"], ["a", "d"]],
            "costs": [2, 3, 1, 2, 1, 1, 2],
        },
    ),
    "coloured": (
        "cover",
        {
            "items": ["a", "b", "c", ["x", 0, 1], ["y", 0, 1]],
            "options": [
                ["a", "x:r"], ["a", "x:g", "y:r"], ["b", "x:r"], ["b", "x:g"], ["c", "y:r"], ["c", "x:g", "y:g"],
            ],
        },
    ),
    "clashing": (
        "cover",
        {
            "items": ["a", "b", "c", ["x", 0, 1], ["y", 0, 1]],
            "options": [
                ["a", "x:r"], ["a", "y:g"], ["b", "x:g", "y:r"], ["c", "x:r", "y:g"], ["c", "x:b"], ["b", "x:g", "y:b"],
            ],
        },
    ),
    "pigeons": (
        "cover",
        {"items": [*(f"p{n}" for n in range(4)), *([f"h{n}", 0, 1] for n in range(3))], "options": PIGEONS},
    ),
    "odd": ("cover", {"items": ["a", "b", "c"], "options": [["a", "b"], ["a", "c"], ["b", "c"]]}),
    "board": (
        "packing",
        {
            "board": "..../....",
            "pieces": [
                {"name": "I", "cells": [[0, 0], [0, 1]], "copies": [0, 4]},
                {"name": "o", "cells": [[0, 0]], "copies": [0, 2]},
            ],
        },
    ),
    "square": (
        "packing",
        {
            "board": ".../.../...",
            "pieces": [
                {"name": "I", "cells": [[0, 0], [0, 1], [0, 2]], "copies": [1, 3]},
                {"name": "o", "cells": [[0, 0]], "copies": [0, 3]},
                {"name": "L", "cells": [[0, 0], [1, 0], [1, 1]], "copies": [0, 2]},
            ],
        },
    ),
    "corners": (
        "packing",
        {"board": "#.../..../..../...#", "pieces": [{"name": "I", "cells": [[0, 0], [0, 1]], "copies": [0, 9]}]},
    ),
    "box": ("packing", {"board": ".../.../...", "pieces": [{"name": "L", "cells": [[0, 0], [1, 0], [1, 1]], "copies": [3, 3]}]}),
    "queens": ("queens", {"n": 5}),
    "langford": ("langford", {"n": 4}),
    "odd tiles": ("tiles", {"board": "2x3", "start": "0,2,1,3,4,5", "goal": "0,1,2,3,4,5"}),
    "tiles": ("tiles", {"board": "2x3", "start": "1,2,5,3,4,0", "goal": "0,1,2,3,4,5"}),
    "blocks": ("blocks", {"board": "AB./...", "goal": "A@0,1/B@0,0", "identical": False}),
    "jammed": ("blocks", {"board": "AAB./####", "goal": "B@0,0"}),
}  # fmt: skip
REFUTED = ("dead", "tree", "clausal", "colouring", "farkas", "arithmetic", "frontier", "invariant", "prices")


@dataclass(frozen=True)
class Subject:
    """A puzzle and what is true of it.

    selections: all solutions as option numbers, of least cost if options cost; shapes: all solutions as sets of items, by
    which symmetries of the items are judged; either None if it is not known.
    """

    name: str
    puzzle: Puzzle
    truth: Truth
    selections: frozenset[Selection] | None = None
    shapes: frozenset[Shapes] | None = None


@dataclass(frozen=True)
class Document:
    """An honest file about a puzzle; kind: of the file, for tables."""

    kind: str
    subject: Subject
    values: list[Any]


def subjects() -> dict[str, Subject]:
    """Return all subjects by name."""
    made = {}
    for name, (kind, keys) in PUZZLES.items():
        puzzle = puzzle_of(kind, keys)
        if kind == "cover":
            made[name] = _cover(name, puzzle)
        elif kind == "packing":
            made[name] = _packing(name, puzzle, keys)
        else:
            made[name] = Subject(name, puzzle, truth(kind, keys))
    return made


def _cover(name: str, puzzle: Puzzle) -> Subject:
    """Return a cover; its solutions are listed by trying all sets of its canonical options."""
    keys = puzzle.canonical()
    options, costs = keys["options"], keys.get("costs")
    known = truth("cover", keys)
    bounds = {each[0]: (each[1], each[2]) for each in keys["items"]}
    chosen = []
    for taken in itertools.product((False, True), repeat=len(options)):
        numbers = tuple(itertools.compress(range(len(options)), taken))
        entries = [entry for number in numbers for entry in options[number]]
        if all(_covered(item, *ends, entries) for item, ends in bounds.items()):
            chosen.append(numbers)
    assert len(chosen) == known.count
    cost = {each: sum(costs[number] for number in each) if costs else 0 for each in chosen}
    best = frozenset(each for each in chosen if cost[each] == min(cost.values()))
    number_of = {item: number for number, item in enumerate(bounds)}
    rows = [frozenset(number_of[entry.split(":")[0]] for entry in option) for option in options]
    coloured = any(":" in entry for option in options for entry in option)
    shapes = None if coloured else frozenset(frozenset(rows[number] for number in each) for each in chosen)
    return Subject(name, puzzle, known, best if costs else frozenset(chosen), shapes)


def _covered(item: str, least: int, most: int, entries: list[str]) -> bool:
    colours = {entry for entry in entries if entry.startswith(f"{item}:")}
    return (least <= entries.count(item) <= most) if not colours else (item not in entries and len(colours) == 1)


def _packing(name: str, puzzle: Puzzle, keys: dict[str, Any]) -> Subject:
    """Return a packing whose solutions are known by the cells of their pieces, which the second program lists."""
    known, packing = truth("packing", keys), Packing(keys)
    number_of = {cell: number for number, cell in enumerate(sorted(packing.cells))}
    shapes = frozenset(
        frozenset(frozenset(map(number_of.__getitem__, cells)) for _, cells in solution)
        for solution in packing.solutions()
    )
    assert len(shapes) == known.count
    return Subject(name, puzzle, known, None, shapes)


def documents() -> list[Document]:
    """Return honest documents of all kinds, each accepted by the judges (see forging.py)."""
    made: list[Document] = []
    for subject in subjects().values():
        for kind, values in itertools.chain(_counts(subject), _refutations(subject), _bounds(subject)):
            made.append(Document(kind, subject, json.loads(json.dumps(values))))
    return made


def _certified(subject: Subject, refutation: Refutation) -> dict[str, Any]:
    form = subject.puzzle.canonical()
    return Certificate(form, digest_of(form), refutation).to_json()


def _counts(subject: Subject) -> Iterator[tuple[str, list[Any]]]:
    """Yield certificates of the count, and the complete list with it and with a clausal proof."""
    if subject.truth.count is None:
        return
    certificate = count_certificate_by(run_here, subject.puzzle, Limits())
    assert certificate is not None
    assert certificate.count == subject.truth.count
    document = certificate.to_json()
    if subject.shapes is None:  # the second program does not know what the symmetries' items are
        document = {key: value for key, value in document.items() if key not in ("classes", "symmetries")}
    yield "count, classes" if "classes" in document else "count", [document]
    if subject.truth.feasible:
        yield from _lists(subject, document)


def _lists(subject: Subject, count: dict[str, Any]) -> Iterator[tuple[str, list[Any]]]:
    """Yield the certificate of the complete list or of the list of optima, the list with it, and with the count's."""
    optimal = subject.truth.cost is not None
    lines: list[Any] = []
    answer: Any = None
    for step in run_here(subject.puzzle, request("list", certificate=True, optimal=optimal)):
        lines += (
            [step.solution] if isinstance(step, Accepted) else step.solutions if isinstance(step, AcceptedMany) else []
        )
        answer = step
    assert isinstance(answer, Answer)
    assert answer.certificate is not None
    kind = "list of optima" if optimal else "list"
    yield kind, [answer.certificate.to_json()]
    yield f"{kind}, answer", [*lines, answer.to_json()]
    if not optimal:
        yield "list, count", [*lines, count]


def _refutations(subject: Subject) -> Iterator[tuple[str, list[Any]]]:
    """Yield certificates that there is no solution, of every kind that there is for the puzzle."""
    if subject.truth.feasible:
        return
    own = subject.puzzle.encode().model
    model = without_colours(own)
    coloured = "" if model is own else ", colours"
    for name in REFUTED:
        refutation = _by(name, model)
        if refutation is not None:
            yield f"{name}{coloured}", [_certified(subject, refutation)]
            if name == "tree":
                yield f"tree, packed{coloured}", [_certified(subject, _packed(refutation))]
    if subject.name == "pigeons":
        *_, end = clausal.run(model, Limits(), conflicts_at_once=0)
        assert isinstance(end, End)
        assert end.refutation is not None
        assert "orbits" in end.refutation.body
        yield "clausal, orbits", [_certified(subject, end.refutation)]
    if subject.truth.count is None:  # a puzzle of moves: parity, or all states that can be reached
        *_, answer = run_here(subject.puzzle, request("prove"))
        assert isinstance(answer, Answer)
        assert answer.certificate is not None
        yield f"invariant, {answer.certificate.refutation.body['argument']}", [answer.certificate.to_json()]
        yield "prove, answer", [answer.to_json()]


def _packed(refutation: Refutation) -> Refutation:
    """Return a tree as a proof by cubes writes a long one."""
    items = refutation.body["items"]
    text = base64.b64encode(zlib.compress(struct.pack(f"<{len(items)}i", *items))).decode()
    rest = {key: value for key, value in refutation.body.items() if key != "items"}
    return replace(refutation, body={"nodes": len(items), "packed": text, **rest})


def _bounds(subject: Subject) -> Iterator[tuple[str, list[Any]]]:
    """Yield certificates of the least cost, of plans and of options."""
    cost = subject.truth.cost
    for name, bound in itertools.product(("invariant", "clausal", "prices"), sorted({1, cost} if cost else ())):
        model = refuted_model(subject.puzzle.encode().model, Refutation(name, {}, bound))
        refutation = _by(name, model)
        if refutation is not None:
            about = "cost" if subject.truth.count is not None else "plans"
            yield f"{name}, bound on {about}", [_certified(subject, replace(refutation, bound=bound))]


def _by(name: str, model: Model) -> Refutation | None:
    """Return the refutation by a prover; None if it has none, or does not accept the model."""
    if name_of(model) not in prover(name).accepts:
        return None
    *_, end = prover(name).run(model, Limits(time=20.0))
    return end.refutation if isinstance(end, End) else None
