"""The words of `--executor`: where cubes are run. Nothing heavy is imported here."""

from __future__ import annotations

import os

from exactcover.model.errors import InvalidInput

LOCAL, RAY, RAY_CLIENT = "local", "ray", "ray://"
TASKS = ("count", "list", "prove")
"""What is cut into cubes."""


def parse_executor(word: str) -> str:
    """Return the word that names an executor, once it is known to be one; raises InvalidInput."""
    address = word.removeprefix(RAY_CLIENT)
    host, colon, port = address.rpartition(":")
    if word in (LOCAL, RAY) or (word.startswith(RAY_CLIENT) and host and colon and port.isdecimal()):
        return word
    raise InvalidInput(f"the executor is {word!r}; expected {LOCAL}, {RAY} or {RAY_CLIENT}HOST:PORT")


def kind_of(word: str) -> str:
    """Return what a job calls the executor that a word names: `local`, `ray` for any cluster, or nothing for nothing."""
    return RAY if word.startswith(RAY) else word


def workers_of(wished: int) -> int:
    """Return how many processes search cubes on this machine: as many as wished, else one for each core."""
    return wished or len(os.sched_getaffinity(0))
