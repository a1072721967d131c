"""Reads TOML texts safely, and writes them: nesting depth is checked before parsing.

The parser of the standard library takes time and memory that grow with the square of the depth of a dotted key or of a header.
Not here: the meaning of the keys.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from typing import Any

import numpy as np

from exactcover.model.errors import InvalidInput

DEEPEST, MOST_POINTS = 8, 10_000
# Strings and comments, in which points and brackets nest nothing; an unterminated one extends to the end.
# Each loop stops only where the rest matches, so that nothing is tried twice. (Possessive ones fail in Python before 3.11.5.)
_SILENT = re.compile(
    r"""'''(?:[^']+|'(?!''))*(?:'{3,5}|\Z)|\"""(?:[^"\\]+|\\.?|"(?!""))*(?:"{3,5}|\Z)"""
    r"""|'[^'\n]*'?|"(?:[^"\\\n]+|\\.?)*"?|\#[^\n]*""",
    re.DOTALL,
)
_LONG_NUMBER = re.compile(r"0[xob][0-9A-Fa-f_]{1000}|[0-9][0-9_]{1000}")
_LONG_KEY = re.compile(rf"(?:\.[^.=,\[\]{{}}\n]*+){{{DEEPEST}}}")


def loads(text: str) -> dict[str, Any]:
    """Return the keys of a TOML text; raises ValueError if it is not TOML.

    Raises InvalidInput if it nests too deeply, or has a number that is too long.
    """
    bare = _SILENT.sub("_", text)
    if bare.count(".") > MOST_POINTS:
        raise InvalidInput(f"{bare.count('.')} points join keys; expected at most {MOST_POINTS}")
    if _LONG_KEY.search(bare) or _deepest_bracket(bare) > DEEPEST:
        raise InvalidInput(f"keys or lists nest too deeply; expected at most {DEEPEST} levels")
    if _LONG_NUMBER.search(bare):
        raise InvalidInput("a number has over 1000 digits; expected at most 1000")
    return tomllib.loads(text)


def _deepest_bracket(bare: str) -> int:
    """Return the maximum number of brackets and braces that are open at once."""
    marks = np.frombuffer(bare.encode(errors="replace"), dtype=np.uint8)
    change = np.zeros(256, dtype=np.int8)
    change[list(b"[{")], change[list(b"]}")] = 1, -1
    return int(np.cumsum(change[marks], dtype=np.int32).max(initial=0))


def dumps(keys: Mapping[str, Any]) -> str:
    """Return keys as TOML, one key per line and tables in braces; raises InvalidInput for null, which TOML does not have."""
    return "".join(f"{_key(key)} = {_written(value)}\n" for key, value in keys.items())


def _key(key: str) -> str:
    return key if re.fullmatch("[A-Za-z0-9_-]+", key) else _quoted(key)


def _written(value: Any) -> str:
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_written, value))}]"
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{_key(key)} = {_written(each)}' for key, each in value.items())}}}"
    if value is None:
        raise InvalidInput(
            "the keys have a null in them, which TOML does not have; expected a text, a number, a list or a table"
        )
    return json.dumps(value)


def _quoted(text: str) -> str:
    """Return a text in quotes: JSON escapes what TOML does, except DEL."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
