"""An importer: the text of a file that has the word `rooks` and how many there are."""

from __future__ import annotations

from typing import Any

from exactcover.model.errors import InvalidInput

EXAMPLES = ("rooks 1", "rooks 4\n")


def keys(text: str) -> dict[str, Any]:
    """Return the keys of the puzzle that a text has; raises InvalidInput."""
    words = text.split()
    if len(words) != 2 or words[0] != "rooks":
        raise InvalidInput("the text does not say how many rooks there are; expected `rooks N`")
    return {"kind": "toy-rooks", "n": words[1]}
