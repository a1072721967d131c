"""Whether a Python package is here, without importing it."""

from __future__ import annotations

from importlib.util import find_spec


def missing_package(module: str) -> str:
    """Return how to install the package of a module, empty where it is here."""
    return "" if find_spec(module) is not None else "not installed (pip install -e '.[bench]')"
