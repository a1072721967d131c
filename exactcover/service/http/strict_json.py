"""Strict parsing of untrusted JSON: UTF-8, one value, unique keys, finite numbers, bounded depth and number of values.

The parser of the standard library accepts NaN, lone surrogates and duplicate keys. What is accepted here can be stored
in any database and sent on. Not here: validation of the value (bodies.py).
"""

from __future__ import annotations

import json
import math
import re
from itertools import accumulate
from typing import Any, NoReturn

DEEPEST, MOST_VALUES = 40, 100_000
"""The levels of nesting, and the objects and lists of a text."""
MOST_DIGITS = 30
_STRING = re.compile(rb'"(?:[^"\\]|\\.)*+"?', re.DOTALL)
_STEPS = bytes({ord("["): 1, ord("{"): 1, ord("]"): 255, ord("}"): 255}.get(byte, 0) for byte in range(256))
"""How far a byte leads into the nesting; 255 is -1 as a signed byte."""
_LEVEL = bytes(byte for byte in range(256) if not _STEPS[byte])
_HALF_OR_NUL = re.compile("[\ud800-\udfff\0]")


class NotStrict(ValueError):
    """A text is not strict JSON; the message is one sentence that does not quote the text."""


def loads(content: bytes) -> Any:
    """Parse a text; raises NotStrict."""
    try:
        text = content.decode()
    except UnicodeDecodeError as error:
        raise NotStrict(f"the body is not UTF-8 (byte {error.start}); expected JSON") from None
    if not text.strip():
        raise NotStrict("the body is empty; expected JSON")
    steps = _STRING.sub(b"", content).translate(_STEPS, _LEVEL)
    if max(accumulate(memoryview(steps).cast("b")), default=0) > DEEPEST:
        raise NotStrict(f"the body nests more than {DEEPEST} levels deep")
    if steps.count(1) > MOST_VALUES:
        raise NotStrict(f"the body has over {MOST_VALUES} objects and lists; expected fewer")
    try:
        value = json.loads(
            text, object_pairs_hook=_object, parse_constant=_constant, parse_float=_number, parse_int=_whole_number
        )
    except NotStrict:
        raise
    except json.JSONDecodeError as error:
        raise NotStrict(f"the body is not JSON ({error.msg.lower()} at character {error.pos})") from None
    if b"\\u" in content and _any_broken(value):
        raise NotStrict("a text in the body has a lone surrogate or the character U+0000")
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        raise NotStrict("an object in the body has the same key twice")
    return value


def _constant(_name: str) -> NoReturn:
    raise NotStrict("a number in the body is NaN or infinite, which JSON does not allow")


def _number(digits: str) -> float:
    value = float(digits)
    if math.isinf(value):
        raise NotStrict("a number in the body is too large")
    return value


def _whole_number(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise NotStrict(f"a number in the body has over {MOST_DIGITS} digits")
    return int(digits)


def _any_broken(value: Any) -> bool:
    """Return whether any string in a value, keys included, has a lone surrogate or the character U+0000."""
    pending = [value]
    while pending:
        each = pending.pop()
        if isinstance(each, str) and _HALF_OR_NUL.search(each):
            return True
        if isinstance(each, dict):
            pending.extend(each)
            pending.extend(each.values())
        elif isinstance(each, list):
            pending.extend(each)
    return False
