"""The one exception for input at fault: malformed models, puzzles and files.

It is not for what is merely impossible (a piece that fits nowhere): that is an answer.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class Malformed(ValueError):
    """Input at fault; its text is one sentence: what, where, what was expected."""


def nearest(word: str, known: Iterable[str]) -> str:
    """Return `; did you mean 'X5'?` for the known name nearest to `word`, or an empty string."""
    names = sorted(known)
    by_folded = {name.casefold(): name for name in reversed(names)}
    close = difflib.get_close_matches(word.casefold(), list(by_folded), n=1, cutoff=0.4)
    return f"; did you mean {by_folded[close[0]]!r}?" if close else ""
