"""Langford pairs read from the keys of a specification. Raises InvalidInput, one sentence per fault."""

from __future__ import annotations

from encoders.keys import Keys, refuse_unknown, whole_number
from encoders.langford.langford import Langford

KEYS = ("n",)
MOST = 200


def langford(keys: Keys) -> Langford:
    """Return the Langford pairs of the key `n`; raises InvalidInput."""
    refuse_unknown(keys, "langford", KEYS)
    return Langford(whole_number(keys.get("n"), "n", 1, MOST))
