"""Packed numbers: read as they were written, in pieces; what is damaged, cut short or outside of its bounds is refused."""

from __future__ import annotations

import base64
import struct
import tracemalloc
import zlib
from typing import Any

import numpy as np
import pytest

from exactcover.judges.packed import BYTES_AT_ONCE, Packed
from exactcover.model.certificate import InvalidCertificate


def text_of(*numbers: int, more: bytes = b"") -> str:
    """Numbers, packed."""
    content = b"".join(struct.pack("<i", number) for number in numbers)
    return base64.b64encode(zlib.compress(content) + more).decode()


def test_numbers_come_back() -> None:
    """Numbers are read as they were packed, also where a piece of the text or of its content ends within one of them."""
    numbers = np.random.default_rng(0).integers(-5, 10**6, 3_000).tolist()
    read = Packed(text_of(*numbers), "packed", len(numbers), -5, 10**6, text_at_once=64, bytes_at_once=37)
    assert (len(read), list(read), list(read)) == (3_000, numbers, numbers)
    assert list(Packed(text_of(), "packed", 0, 0, 1)) == []


@pytest.mark.parametrize(
    ("text", "count", "reason"),
    [
        (7, 1, "packed is not a text"),
        (text_of(1, 2), 3, "does not have 3 numbers"),
        (text_of(1, 2), 1, "does not have 1 numbers"),
        (text_of(1, 9), 2, "number 1 of packed is 9; expected 0 to 5"),
        (text_of(-1), 1, "number 0 of packed is -1; expected 0 to 5"),
        ("?" + text_of(1)[1:], 1, "packed is damaged"),
        (text_of(1)[:8], 1, "packed is truncated"),
        (text_of(1, more=b"more"), 1, "something follows it"),
        (base64.b64encode(zlib.compress(b"\1\0\0\0\2\0")).decode(), 1, "does not have 1 numbers"),
        (base64.b64encode(b"no zlib at all").decode(), 1, "packed is damaged"),
    ],
)
def test_what_is_no_such_text_is_refused(text: Any, count: int, reason: str) -> None:
    """Each fault of a text is refused for its own reason."""
    with pytest.raises(InvalidCertificate, match=reason):
        list(Packed(text, "packed", count, 0, 5))


def test_nothing_beyond_what_was_announced_is_inflated() -> None:
    """A short text that would become very long is given up after a first piece."""
    bomb = base64.b64encode(zlib.compress(bytes(10**8))).decode()
    tracemalloc.start()
    try:
        with pytest.raises(InvalidCertificate, match="does not have 1 numbers"):
            list(Packed(bomb, "packed", 1, 0, 5))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 10 * BYTES_AT_ONCE
