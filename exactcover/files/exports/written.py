"""The formats by name, and which arguments each format of certificates can state. Nothing heavy is imported here."""

from __future__ import annotations

from collections.abc import Mapping

MODELS = ("dlx", "dimacs", "opb", "lp", "mps", "txt", "json")
"""Of models, each written by the module cover_to_NAME."""
PUZZLES = ("xmpuzzle",)
"""Of puzzles, each written by the kinds that it can state."""
CERTIFICATES: Mapping[str, tuple[str, str]] = {"lrat": (".cnf", ".lrat"), "veripb": (".opb", ".pbp")}
"""Of certificates, each written by the module certificate_to_NAME, with the endings of problem and proof."""
ENDINGS: Mapping[str, tuple[str, ...]] = {
    "dlx": (".dlx",),
    "dimacs": (".cnf", ".dimacs"),
    "opb": (".opb",),
    "lp": (".lp",),
    "mps": (".mps",),
    "txt": (".txt",),
    "json": (".json",),
    "xmpuzzle": (".xmpuzzle",),
}
"""What files of MODELS and PUZZLES are named, which `.gz` may follow; a name without an ending does too."""
ARGUMENTS: Mapping[str, tuple[str, ...]] = {
    "lrat": ("tree", "clausal"),
    "veripb": ("arithmetic", "colouring", "farkas", "frontier", "tree", "clausal", "prices"),
}
"""The arguments that each format of certificates can state; single certificates may still be too large for it, or by orbits."""
