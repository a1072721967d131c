"""Which independent encoder reads a puzzle: a module that imports the standard library alone, and that exports publish.

Such a module has KEYS, the keys of the canonical puzzles that it reads, with `kind NAME` for the kind and `lattice NAME` for
lattices, and `model`: from a canonical puzzle to its items with their bounds, by name, and its options, as lists of items. Items
and options are those of the cover that exports write, in its order. For a kind that is not encoded as a cover the module also has
FORMATS, the formats of its formulas, and a `formula` and a `read` that replace those of the formats, or for plans, instead of
`model`, `formula_of`, which writes rows with the `clauses_of` of check_clauses.py. An encoder whose options have colours mentions
`item:colour`. If it has LATTICES, the text has the line of the puzzle's lattice alone.
Not here: the script that a module becomes (check_script.py).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib import import_module
from importlib.resources import files
from typing import Any


def source(module: str, canonical: Mapping[str, Any], to: str) -> str | None:
    """Return the source of a module; None if it does not know all keys of a canonical puzzle, or the format of a formula."""
    named = (f"{key} {canonical[key]}" for key in ("kind", "lattice") if key in canonical)
    encoder = import_module(module)
    if not {*canonical, *named} <= encoder.KEYS or to not in getattr(encoder, "FORMATS", (to,)):
        return None
    package, _, stem = module.rpartition(".")
    text = files(package).joinpath(f"{stem}.py").read_text()
    for name in {*getattr(encoder, "LATTICES", ())} - {canonical.get("lattice")}:
        text = re.sub(rf'^    "{re.escape(name)}": .*\n(    [^"].*\n)*', "", text, flags=re.MULTILINE)
    return text
