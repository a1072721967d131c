"""Forgeries: honest documents are accepted, a few hundred changed ones say nothing false, and none makes a judge fail or wait."""

from __future__ import annotations

import functools
import itertools
import json
import random
import time
from collections import Counter

import pytest

from exactcover.files import judging
from exactcover.model.errors import InvalidInput
from tests.forging import WAYS, Forgery, all_holds, forgeries, judged
from tests.honest_documents import Document, documents
from tests.parts import Few


@functools.cache
def honest() -> tuple[Document, ...]:
    """All honest documents."""
    return tuple(documents())


def text_of(document: Document) -> str:
    """A document as it is written."""
    return "\n".join(map(json.dumps, document.values))


def test_honest_documents_are_accepted() -> None:
    """Of counts, classes, lists, optima, covers with colours, orbits, states, plans and answers, each with its own puzzle."""
    kinds = Counter(document.kind for document in honest())
    assert {
        "count", "count, classes", "list", "list, answer", "list, count", "list of optima", "list of optima, answer",
        "tree, colours", "clausal, colours", "dead, colours", "clausal, orbits", "invariant, parity", "invariant, closed",
        "invariant, bound on plans", "clausal, bound on plans", "prices, bound on cost", "prove, answer",
        "tree, packed",
    } <= set(kinds)  # fmt: skip
    for document in honest():
        outcome = judged(Forgery(document.kind, "honest", document.subject, text_of(document)))
        assert outcome.name == "accepted, true", (document.kind, document.subject.name, outcome)


def test_forgeries_say_nothing_false(few: Few) -> None:
    """Of several hundred seeded forgeries, in all ways, no accepted one is false; each refusal is a sentence, at once."""
    outcomes: Counter[str] = Counter()
    for forgery in itertools.islice(forgeries(random.Random(2026), honest()), few(600)):
        outcome = judged(forgery)
        assert outcome.name in ("refused", "accepted, true"), (forgery, outcome)
        assert len(outcome.fault) < 1000
        outcomes[f"{forgery.way}, {outcome.name}"] += 1
    assert len(outcomes) > len(WAYS), "some forgeries are accepted, because what they say is still true"


def test_the_truth_tells_false_statements() -> None:
    """What a false statement is does not depend on the judges: each statement, made false by hand, is one."""
    told = 0
    for document in honest():
        value = json.loads(json.dumps(document.values[-1]))
        if "status" in value:
            continue
        if "order" in value:
            value["count"] = str(int(value["count"]) + 1)
        elif "bound" in value and "steps" not in value["body"]:
            value["bound"] += 1
            if document.subject.truth.cost is None or value["bound"] <= document.subject.truth.cost:
                continue
        elif value.get("kind") == "enumeration":
            value["body"]["solutions"].pop()
        else:
            continue
        told += 1
        text = "\n".join(map(json.dumps, [*document.values[:-1], value]))
        assert not all_holds(document.subject, text, ()), (document.kind, document.subject.name)
    assert told > 20


@pytest.mark.parametrize("key", ["order", "count", "symmetries", "body", "puzzle", "steps", "solutions", "kind"])
def test_long_entries_are_refused_at_once(key: str) -> None:
    """A list of a million, flat or nested, and a text as long, wherever a certificate has an entry."""
    for document, long in itertools.product(_with_key(key), ([0] * 10**6, [[0]] * 10**5, "9" * 10**6, 10**4299)):
        value = json.loads(json.dumps(document.values[-1]))
        at = value if key in value else value["body"]
        at[key] = long
        begun = time.process_time()
        try:
            verdict = judging.check_text(document.subject.puzzle, json.dumps(value))
        except InvalidInput:
            continue
        assert not verdict["accepted"]
        assert time.process_time() - begun < 20


def _with_key(key: str) -> list[Document]:
    """The first document of each kind that has an entry, two of them."""
    ends = {each.kind: each for each in reversed(honest()) if len(each.values) == 1 and "status" not in each.values[-1]}
    return [each for each in ends.values() if key in {**each.values[-1], **each.values[-1].get("body", {})}][:2]
