"""Long lists of integers in a body, packed: 32 bits each, little endian, compressed by zlib, in base64.

They are read in chunks and never held as a whole, so that a list takes no more memory than its text. Their number is stored
separately, and nothing beyond it is decompressed.
"""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Iterator
from typing import Any

import numpy as np

from exactcover.model.certificate import InvalidCertificate

BYTES_A_NUMBER = 4
TEXT_AT_ONCE, BYTES_AT_ONCE = 1 << 16, 1 << 20
"""Characters of a text decoded at a time (a multiple of 4), and bytes decompressed at a time."""


class Packed:
    """The numbers of a text, `count` of them, each from least to most; raises InvalidCertificate while they are read."""

    def __init__(
        self,
        text: Any,
        name: str,
        count: int,
        least: int,
        most: int,
        text_at_once: int = TEXT_AT_ONCE,
        bytes_at_once: int = BYTES_AT_ONCE,
    ) -> None:
        if not isinstance(text, str):
            raise InvalidCertificate(f"{name} is not a text; expected numbers packed by zlib, in base64")
        self.text, self.name, self.count = text, name, count
        self.least, self.most = least, most
        self.text_at_once, self.bytes_at_once = text_at_once, bytes_at_once

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[int]:
        """Yield the numbers."""
        read, rest = 0, b""
        for some in self._inflated():
            content = rest + some
            whole = len(content) - len(content) % BYTES_A_NUMBER
            numbers, rest = np.frombuffer(content[:whole], dtype="<i4"), content[whole:]
            if read + len(numbers) > self.count:
                break
            outside = np.flatnonzero((numbers < self.least) | (numbers > self.most))
            if len(outside):
                place, number = read + int(outside[0]), int(numbers[outside[0]])
                raise InvalidCertificate(
                    f"number {place} of {self.name} is {number}; expected {self.least} to {self.most}"
                )
            read += len(numbers)
            yield from numbers.tolist()
        if read != self.count or rest:
            raise InvalidCertificate(
                f"{self.name} does not have {self.count} numbers; expected as many as are announced"
            )

    def _inflated(self) -> Iterator[bytes]:
        """Yield the decompressed bytes of the text, in chunks."""
        inflating = zlib.decompressobj()
        try:
            for begin in range(0, len(self.text), self.text_at_once):
                content = base64.b64decode(self.text[begin : begin + self.text_at_once], validate=True)
                while content:
                    yield inflating.decompress(content, self.bytes_at_once)
                    content = inflating.unconsumed_tail
            yield inflating.flush()
        except (zlib.error, binascii.Error, ValueError) as fault:
            raise InvalidCertificate(f"{self.name} is damaged ({fault}); expected zlib in base64") from None
        if not inflating.eof or inflating.unused_data:
            raise InvalidCertificate(f"{self.name} is truncated, or something follows it; expected zlib in base64")
