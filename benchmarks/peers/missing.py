"""Whether a Python package is installed, without importing it."""

from __future__ import annotations

from importlib.util import find_spec


def missing_package(module: str) -> str:
    """Return how to install the package of a module; empty if it is installed."""
    return "" if find_spec(module) is not None else "not installed (pip install -e '.[bench]')"
