"""What the process of a command's request does first, while the command line is being parsed.

Importable by name, and light: nothing heavy is imported until the process calls these.
"""

from __future__ import annotations


def answer_here() -> None:
    """Start an engine's process, and import what a request needs."""
    from exactcover.solving import supervisor

    supervisor.ready()
    from exactcover.api import subjects  # noqa: F401  (imported ahead of the first call)


def ask_a_server() -> None:
    """Import the client; no engine starts."""
    from exactcover.service import client  # noqa: F401  (imported ahead of the first call)
