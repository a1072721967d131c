"""The names of the formats, and the arguments that each certificate format supports. Nothing heavy is imported here."""

from __future__ import annotations

from collections.abc import Mapping

MODELS = ("dlx", "dimacs", "opb", "lp", "mps", "txt", "json")
"""The formats of models, each written by the module cover_to_NAME."""
PUZZLES = ("xmpuzzle",)
"""The formats of puzzles, each written by the kinds that support it."""
CERTIFICATES: Mapping[str, tuple[str, ...]] = {
    "lrat": (".cnf", ".lrat"),
    "veripb": (".opb", ".pbp"),
    "veripb2": (".opb", ".pbp"),
    "states": (".json", ".states", ".py"),
    "trees": (".json", ".trees", ".py"),
    "recount": (".opb", ".order", ".recount.py"),
}
"""The formats of certificates, each written by the module certificate_to_NAME; with the endings of problem and proof,
and of a script that checks them if there is one.

veripb2 is version 2.0 of the format, for checkers older than VeriPB 3; pages do not offer it (OFFERED). recount is for
certificates of counts, and written by count_to_recount.
"""
OFFERED = ("lrat", "veripb", "states", "trees")
"""The formats of certificates that pages offer."""
CHECKS: Mapping[str, str] = {"dimacs-check": "dimacs", "opb-check": "opb"}
"""The scripts that compare a formula with its puzzle, each with the format of the formula; see check_script.py."""
PUZZLE = "puzzle"
"""The canonical form of a puzzle, which these scripts read."""
BESIDE_CERTIFICATES = (".puzzle.json", ".readme_check.py")
"""The endings of that form and of the script that are written beside problem and proof."""
ENDINGS: Mapping[str, tuple[str, ...]] = {
    "dlx": (".dlx",),
    "dimacs": (".cnf", ".dimacs"),
    "opb": (".opb",),
    "lp": (".lp",),
    "mps": (".mps",),
    "txt": (".txt",),
    "json": (".json",),
    "xmpuzzle": (".xmpuzzle",),
    "dimacs-check": (".py",),
    "opb-check": (".py",),
    "puzzle": (".json",),
}
"""The file endings of formats that are one file, which `.gz` may follow; a name without an ending is accepted too."""
_PSEUDO_BOOLEAN = ("arithmetic", "colouring", "farkas", "dead", "frontier", "tree", "clausal", "prices", "barriers")
ARGUMENTS: Mapping[str, tuple[str, ...]] = {
    "lrat": ("tree", "clausal", "enumeration"),
    "veripb": _PSEUDO_BOOLEAN,
    "veripb2": _PSEUDO_BOOLEAN,
    "states": ("invariant",),
    "trees": ("steiner",),
    "recount": (),
}
"""The arguments that each certificate format supports; single certificates may still be too large for it, or, for LRAT, by
orbits."""
