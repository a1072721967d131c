"""Other programs, one per file; a peer's name is its file's name, with `-` for `_`.

A peer has `about` (how it is called and what it is), `packages` (its distributions, for their versions), `able` (what
it supports beyond primary items) and `ready(plain, task)`, which builds its model and returns the action to be
measured. Each is called as its own documentation does. `dancing-links` is not Python: see its file.
"""

from __future__ import annotations

import importlib
from typing import Protocol, cast

from benchmarks.outcome import Action, NotAble, NotInstalled
from benchmarks.plain import Plain

NAMES = ("xcover", "xcover-memo", "exact-cover", "dxz", "dancing-links", "plain-cpsat", "plain-pysat")


class Peer(Protocol):
    """The interface of a peer module."""

    about: str
    packages: tuple[str, ...]
    able: tuple[str, ...]

    def missing(self) -> str:
        """Return how to install what is missing; empty if nothing is."""

    def ready(self, plain: Plain, task: str) -> Action:
        """Build the model of `count` or `solve` and return the action to be measured."""


def peer(name: str) -> Peer:
    """Return the peer of that name."""
    return cast(Peer, importlib.import_module(f"benchmarks.peers.{name.replace('-', '_')}"))


def refuse(name: str, plain: Plain, task: str) -> None:
    """Raise NotInstalled if a peer is not installed, NotAble if it does not support a cover or a task."""
    found = peer(name)
    if found.missing():
        raise NotInstalled(found.missing())
    if task == "prepare":
        raise NotAble("its model is built outside the clock")
    lacking = [need for need in plain.needs() if need not in found.able]
    if lacking:
        raise NotAble(" and ".join(lacking))
