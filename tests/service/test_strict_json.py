"""JSON of strangers: what the standard library takes, and no database, no other program and no judge should."""

from __future__ import annotations

import pytest

from exactcover.service.http.strict_json import NotStrict, loads


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"", "empty"),
        (b"  \n", "empty"),
        (b"{", "not JSON"),
        (b"[1,]", "not JSON"),
        (b'{"a":1} {"b":2}', "not JSON"),
        (b"\xff\xfe", "not UTF-8"),
        (b"\xed\xa0\x80", "not UTF-8"),
        (b"[NaN]", "NaN"),
        (b"[Infinity]", "NaN"),
        (b"[-Infinity]", "NaN"),
        (b"[1e999]", "too large"),
        (b"[" + b"9" * 100_000 + b"]", "digits"),
        (b"[-" + b"9" * 31 + b"]", "digits"),
        (b'{"a":1,"a":2}', "twice"),
        (b'{"x":{"a":1,"\\u0061":2}}', "twice"),
        (b'["\\ud800"]', "lone surrogate"),
        (b'{"\\udfff":1}', "lone surrogate"),
        (b'["\\u0000"]', r"U\+0000"),
        (b'["\x01"]', "not JSON"),
        (b"[" * 200_000 + b"]" * 200_000, "deep"),
        (b'{"a":' * 200_000, "deep"),
        (b"[" * 41 + b"]" * 41, "deep"),
        (b'"' + b"\\" * 99_999, "not JSON"),
    ],
)
def test_what_is_not_strict_is_refused(content: bytes, fault: str) -> None:
    """Each text is refused for its own reason, by a sentence that has nothing of the text in it."""
    with pytest.raises(NotStrict, match=fault) as refusal:
        loads(content)
    assert len(str(refusal.value)) < 200


def test_what_is_strict_is_read() -> None:
    """Brackets in strings nest nothing, whole characters may be escaped, and numbers keep their types."""
    assert loads(b'{"a": "' + b"[{" * 1000 + b'\\"[", "b": [1, 1.0, true, null]}')["b"] == [1, 1.0, True, None]
    assert loads(b'"\\ud83d\\ude00"') == "\U0001f600"
    assert loads(b"[" * 40 + b"]" * 40)
