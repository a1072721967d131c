"""Queens read from the keys of a specification. Raises InvalidInput, one sentence per fault."""

from __future__ import annotations

from encoders.keys import Keys, refuse_unknown, whole_number
from encoders.queens.queens import Queens

KEYS = ("n",)
MOST = 500


def queens(keys: Keys) -> Queens:
    """Return the queens of the key `n`; raises InvalidInput."""
    refuse_unknown(keys, "queens", KEYS)
    return Queens(whole_number(keys.get("n"), "n", 1, MOST))
