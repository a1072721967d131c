"""The values of `--executor`. Nothing heavy is imported here."""

from __future__ import annotations

import importlib.util

from exactcover.model.answer import Limits, Task
from exactcover.model.errors import InvalidInput
from exactcover.process.usage import processors

LOCAL, RAY, RAY_CLIENT = "local", "ray", "ray://"
TASKS = ("count", "list", "prove")
"""The tasks that can be cut into cubes."""


def parse_executor(word: str) -> str:
    """Validate a value of `--executor` and return it; raises InvalidInput."""
    address = word.removeprefix(RAY_CLIENT)
    host, colon, port = address.rpartition(":")
    if word in (LOCAL, RAY) or (word.startswith(RAY_CLIENT) and host and colon and port.isdecimal()):
        return word
    raise InvalidInput(f"the executor is {word!r}; expected {LOCAL}, {RAY} or {RAY_CLIENT}HOST:PORT")


def refuse_without_libraries() -> None:
    """Raise InvalidInput if the library of the ledger, which every run by cubes needs, is not installed."""
    if importlib.util.find_spec("sqlalchemy") is None:
        raise InvalidInput(
            "an executor needs SQLAlchemy, which is missing; expected the extra exactcover-solver[cluster]"
        )


def refuse_by_cubes(task: Task, limits: Limits, *, connected: bool = False, optimal: bool = False) -> None:
    """Raise InvalidInput for a count or a list that cannot be made by cubes; connected: items must be; optimal: of least cost."""
    refused = {
        f"a {task}": task not in ("count", "list"),
        "items that must be connected": connected,
        "solutions of least cost": optimal,
        "a limit of nodes": limits.nodes is not None,
        "a count with a limit": task == "count" and limits.solutions is not None,
    }
    for feature, is_refused in refused.items():
        if is_refused:
            raise InvalidInput(f"an executor does not support {feature}; expected a count, or a list, of a plain cover")


def kind_of(word: str) -> str:
    """Return the word by which a job names an executor: `local`, `ray` for any cluster, or empty."""
    return RAY if word.startswith(RAY) else word


def workers_of(requested: int) -> int:
    """Return the number of worker processes on this machine: as given, or one per core."""
    return requested or processors()
