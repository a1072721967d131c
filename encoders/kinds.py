"""The list of kinds of puzzle. Each kind is described in the `kind.py` of its folder.

Kinds of other packages come after the built-in ones (exactcover/plugins.py).
"""

from __future__ import annotations

from functools import partial
from importlib import import_module
from typing import Any

from encoders.kind import Kind
from exactcover import plugins
from exactcover.model.errors import PluginBroke
from exactcover.model.solution import Solution

FOLDERS = {
    "packing": "packing",
    "blokus": "blokus",
    "tiles": "sliding.tiles",
    "blocks": "sliding.blocks",
    "cover": "cover",
    "sudoku": "sudoku",
    "queens": "queens",
    "langford": "langford",
    "latin": "latin",
    "edge-matching": "edge_matching",
    "nonogram": "nonogram",
    "star-battle": "star_battle",
    "dominosa": "dominosa",
    "golfers": "golfers",
    "block-design": "block_design",
}
"""The folders of all built-in kinds by name, in the order in which they are presented; each is imported when it is first used."""


def _built_in(name: str) -> Kind[Any]:
    kind: Kind[Any] = import_module(f"encoders.{FOLDERS[name]}.kind").KIND
    return kind


def _checked(name: str, value: Any) -> Kind[Any]:
    """Return the kind that a plugin provides under a name; raises PluginBroke if it is not one."""
    if not isinstance(value, Kind) or value.name != name:
        raise PluginBroke(f"the plugin {name!r} of {plugins.KINDS} is {value!r:.60}; expected a Kind of that name")
    if not isinstance(value.solution, type) or not issubclass(value.solution, Solution):
        raise PluginBroke(
            f"the kind {name!r} has solutions of type {value.solution!r:.60}; expected a subclass of Solution"
        )
    return value


KINDS: plugins.Registry[Kind[Any]] = plugins.Registry(
    plugins.KINDS, {name: partial(_built_in, name) for name in FOLDERS}, _checked
)
"""All kinds by name."""
