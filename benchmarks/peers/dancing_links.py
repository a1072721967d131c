"""dancing-links: T. Beyer's port of Knuth's dancing links to JavaScript, with secondary items.

The measured process builds the model, writes it to a file and becomes node (node/measured.mjs), which warms the
just-in-time compiler with a small cover, measures itself and reports in the format of benchmarks.child. Source:
github.com/TimBeyer/dancing-links, its README (`createSolver`, `createGenerator`, `findOne`).
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from pathlib import Path
from typing import Any, NoReturn

from benchmarks.covers import langford
from benchmarks.outcome import Action
from benchmarks.plain import SECONDARY, Plain, plain

about = "dancing-links (npm), createGenerator, findOne: dancing links in JavaScript"
packages: tuple[str, ...] = ()
able: tuple[str, ...] = (SECONDARY,)

FOLDER = Path(__file__).parent.parent / "node"
WARM_UP = langford(7)


def missing() -> str:
    """Return how to install it; empty if it is installed."""
    if shutil.which("node") is None:
        return "node is not installed"
    if not (FOLDER / "node_modules" / "dancing-links").is_dir():
        return "not installed (npm ci --prefix benchmarks/node)"
    return ""


def ready(plain: Plain, task: str) -> Action:
    """Never called: the process becomes node instead; see `become_node`."""
    raise NotImplementedError("dancing-links runs in node")


def become_node(given: Plain, task: str, descriptor: int) -> NoReturn:
    """Replace this process by node, which reads the cover from a file, removes it, and reports on the descriptor."""
    with tempfile.NamedTemporaryFile("w", suffix=".json", delete=False) as file:
        json.dump({"task": task, "cover": _written(given), "warm_up": _written(plain(WARM_UP))}, file)
    os.set_inheritable(descriptor, True)
    node = shutil.which("node")
    assert node is not None
    os.execv(node, [node, str(FOLDER / "measured.mjs"), file.name, str(descriptor)])


def _written(given: Plain) -> dict[str, Any]:
    return {"primary": given.primary, "secondary": given.secondary, "options": given.options}
