"""The formats by name, and which arguments each format of certificates can state. Nothing heavy is imported here."""

from __future__ import annotations

from collections.abc import Mapping

MODELS = ("dlx", "dimacs", "opb", "lp", "mps", "txt", "json")
"""Of models, each written by the module cover_to_NAME."""
PUZZLES = ("xmpuzzle",)
"""Of puzzles, each written by the kinds that it can state."""
CERTIFICATES: Mapping[str, tuple[str, str]] = {"lrat": (".cnf", ".lrat"), "veripb": (".opb", ".pbp")}
"""Of certificates, each written by the module certificate_to_NAME, with the endings of problem and proof."""
ARGUMENTS: Mapping[str, tuple[str, ...]] = {
    "lrat": ("tree", "clausal"),
    "veripb": ("arithmetic", "colouring", "farkas", "frontier", "tree", "clausal", "prices"),
}
"""The arguments that each format of certificates can state; single certificates may still be too large for it, or by orbits."""
