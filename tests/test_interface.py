"""Versions: the public interface is the recorded one, and a record notices what is taken away."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.interface import FILE, Record, faults, interface, keys_of, narrowed, text

RECORDED: Record = json.loads(FILE.read_text())


def test_nothing_is_taken_from_the_interface() -> None:
    """What was recorded is still here; what is missing needs a deprecation for a minor version, and then a major version."""
    gone = list(narrowed(RECORDED, interface()))
    assert not gone, f"{'; '.join(gone)}: only a major version may do that, after a deprecation (CONTRACT.md, Versions)"


def test_the_record_of_the_interface_is_complete() -> None:
    """What has been added is recorded too: `python -m tests.interface` renews the record."""
    assert FILE.read_text() == text(interface()), "names were added; record them by `python -m tests.interface`"


@pytest.mark.parametrize(
    ("section", "name", "change", "sentence"),
    [
        ("import exactcover", "solve", None, "solve is gone"),
        ("import exactcover", "Client.check", None, "Client.check is gone"),
        ("import exactcover", "solve", lambda parts: parts.pop("gap"), "gap of solve is gone"),
        ("import exactcover", "solve", lambda parts: parts["gap"].update(required=True), "gap of solve is required now"),
        ("import exactcover", "hint", lambda parts: parts["begun"].pop("position"), "begun of hint is at another position"),
        ("commands", "count", lambda parts: parts.pop("--over"), "--over of count is gone"),
        ("commands", "count", lambda parts: parts["--json"].update(type="a value"), "--json of count was nothing"),
        ("exit statuses", "REFUSED", lambda parts: parts["number"].update(type=5), "number of REFUSED was 4 and is 5"),
        ("HTTP", "POST /v1/jobs", None, "POST /v1/jobs is gone"),
        ("HTTP", "InfoBody", lambda parts: parts.update(token={"required": True}), "token of InfoBody is new and required"),
        ("documents", "answer", lambda parts: parts.pop("engine.name"), "engine.name of answer is gone"),
        ("documents", "answer", lambda parts: parts["cost"].update(always=False), "cost of answer may be left out now"),
        ("documents", "check", lambda parts: parts["kind"]["values"].pop(), "kind of check is no longer solution"),
        ("kinds", "packing", lambda parts: parts.pop("wrap"), "wrap of packing is gone"),
        ("engines", "exact", lambda parts: parts.pop("sample"), "sample of exact is gone"),
    ],
)  # fmt: skip
def test_what_is_taken_away_is_named(
    section: str, name: str, change: Callable[[Any], Any] | None, sentence: str
) -> None:
    """Each kind of promise that is broken is found, and one sentence names it."""
    now = copy.deepcopy(RECORDED)
    if change is None:
        del now[section][name]
    else:
        change(now[section][name])
    (fault,) = narrowed(RECORDED, now)
    assert fault.startswith(f"{section}: {sentence}")


def test_additions_take_nothing_away() -> None:
    """A new name, an optional argument and a value more are no faults."""
    now = copy.deepcopy(RECORDED)
    now["import exactcover"]["resolve"] = {"subject": {"required": True, "position": 1}}
    now["import exactcover"]["solve"]["speed"] = {"required": False}
    now["documents"]["check"]["kind"]["values"].append("proof")
    assert list(narrowed(RECORDED, now)) == []
    assert list(faults({"required": True}, {"required": False})) == []


def test_keys_of_documents_have_paths() -> None:
    """Objects within lists, alternatives and definitions are part of a document."""
    inner = {"type": "object", "required": ["x"], "properties": {"x": {"enum": [1, 2]}}}
    schema = {"properties": {"a": {"type": "array", "items": inner}}, "$defs": {"d": {"anyOf": [inner, {}]}}}
    assert dict(keys_of(schema, "")) == {
        "a": {"always": False, "type": "array"},
        "a[].x": {"always": True, "values": [1, 2]},
        "<d>.x": {"always": True, "values": [1, 2]},
    }
