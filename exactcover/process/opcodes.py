"""The opcodes of a pickle that carries data: read before it is loaded, because loading may do anything that a pickle says.

Only what Python's pickler writes (protocols 4 and 5) is accepted, with texts and small integers as keys of dictionaries and in
sets: the hashes of others may collide, or nest. The objects that are made are counted, the sets, and the bytes of an integer.
Source: Python's pickletools.
"""

from __future__ import annotations

import struct
from collections.abc import Callable

MOST_OPCODES, MOST_SETS = 8_000_000, 1_000
MOST_BYTES_OF_INTEGER = 1 << 16
TEXT, SMALL, OTHER, MARK = "text", "small integer", "other", "mark"
FIXED = {b"N": OTHER, b"\x88": OTHER, b"\x89": OTHER, b"]": OTHER, b")": OTHER, b"}": OTHER, b"(": MARK}
SIZED = {b"K": (1, SMALL), b"M": (2, SMALL), b"J": (4, SMALL), b"G": (8, OTHER)}
LONG: dict[bytes, tuple[str, str, int]] = {
    b"\x8a": ("<B", OTHER, MOST_BYTES_OF_INTEGER),
    b"\x8b": ("<i", OTHER, MOST_BYTES_OF_INTEGER),
    b"\x8c": ("<B", TEXT, 1 << 62),
    b"X": ("<I", TEXT, 1 << 62),
    b"\x8d": ("<Q", TEXT, 1 << 62),
    b"C": ("<B", OTHER, 1 << 62),
    b"B": ("<I", OTHER, 1 << 62),
    b"\x8e": ("<Q", OTHER, 1 << 62),
}
"""Opcodes whose argument has a length before it: its format, what is pushed, and the greatest length."""
POPPED = {b"\x85": 1, b"\x86": 2, b"\x87": 3, b"\x93": 2, b"\x81": 2, b"R": 2}
"""Opcodes that make one object of the topmost ones."""


class NotData(ValueError):
    """A message is no pickle of data; its text: what is in it instead."""


class Reader:
    """Reads the opcodes of one message, with what would be on the stack and in the memo: the sorts of objects only."""

    def __init__(self, message: bytes) -> None:
        self.message, self.at = message, 0
        self.stack: list[str] = []
        self.memo: list[str] = []
        self.sets = 0

    def read(self) -> None:
        """Read all of it; raises NotData."""
        message, steps = self.message, self._steps()
        for _ in range(MOST_OPCODES):
            opcode = message[self.at : self.at + 1]
            self.at += 1
            if opcode == b".":
                if self.stack != [OTHER] or self.at != len(message):
                    raise NotData("an end within it")
                return
            step = steps.get(opcode)
            if step is None:
                raise NotData(f"the opcode {opcode!r}")
            step(opcode)
        raise NotData("too many objects")

    def _steps(self) -> dict[bytes, Callable[[bytes], None]]:
        return {
            **dict.fromkeys(FIXED, self._fixed),
            **dict.fromkeys(SIZED, self._sized),
            **dict.fromkeys(LONG, self._long),
            **dict.fromkeys(POPPED, self._made),
            **dict.fromkeys((b"h", b"j"), self._recalled),
            b"\x80": self._protocol,
            b"\x95": self._frame,
            b"\x94": self._memorised,
            b"t": self._tuple,
            b"\x8f": self._set,
            b"\x90": self._members,
            b"a": self._appended,
            b"e": self._extended,
            b"s": self._item,
            b"u": self._items,
            b"b": self._appended,
        }

    def _argument(self, layout: str) -> int:
        size = struct.calcsize(layout)
        part = self.message[self.at : self.at + size]
        self.at += size
        if len(part) < size:
            raise NotData("an end within it")
        number: int = struct.unpack(layout, part)[0]
        return number

    def _pop(self) -> str:
        if not self.stack or self.stack[-1] == MARK:
            raise NotData("an opcode without its object")
        return self.stack.pop()

    def _to_mark(self) -> list[str]:
        some = list[str]()
        while self.stack:
            last = self.stack.pop()
            if last == MARK:
                return some[::-1]
            some.append(last)
        raise NotData("an opcode without its mark")

    def _fixed(self, opcode: bytes) -> None:
        self.stack.append(FIXED[opcode])

    def _sized(self, opcode: bytes) -> None:
        size, sort = SIZED[opcode]
        self.at += size
        self.stack.append(sort)

    def _long(self, opcode: bytes) -> None:
        layout, sort, most = LONG[opcode]
        length = self._argument(layout)
        if not 0 <= length <= min(most, len(self.message) - self.at):
            raise NotData("a length beyond its end")
        self.at += length
        self.stack.append(sort)

    def _made(self, opcode: bytes) -> None:
        for _ in range(POPPED[opcode]):
            self._pop()
        self.stack.append(OTHER)

    def _recalled(self, opcode: bytes) -> None:
        number = self._argument("<B" if opcode == b"h" else "<I")
        if number >= len(self.memo):
            raise NotData("an object that is not there")
        self.stack.append(self.memo[number])

    def _protocol(self, _: bytes) -> None:
        if self._argument("<B") not in (4, 5) or self.at != 2:
            raise NotData("another protocol")

    def _frame(self, _: bytes) -> None:
        self._argument("<Q")

    def _memorised(self, _: bytes) -> None:
        self.memo.append(self._pop())
        self.stack.append(self.memo[-1])

    def _tuple(self, _: bytes) -> None:
        self._to_mark()
        self.stack.append(OTHER)

    def _set(self, _: bytes) -> None:
        self.sets += 1
        if self.sets > MOST_SETS:
            raise NotData("too many sets")
        self.stack.append(OTHER)

    def _members(self, _: bytes) -> None:
        for member in self._to_mark():
            self._check(member)
        self.stack.append(self._pop())

    def _appended(self, _: bytes) -> None:
        self._pop()
        self.stack.append(self._pop())

    def _extended(self, _: bytes) -> None:
        self._to_mark()
        self.stack.append(self._pop())

    def _item(self, _: bytes) -> None:
        self._pop()
        self._check(self._pop())
        self.stack.append(self._pop())

    def _items(self, _: bytes) -> None:
        for key in self._to_mark()[::2]:
            self._check(key)
        self.stack.append(self._pop())

    def _check(self, key: str) -> None:
        if key not in (TEXT, SMALL):
            raise NotData("a key that is neither a text nor a small integer")
