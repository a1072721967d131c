"""The executor protocol, which local processes and a cluster implement. Only values go in and come out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, TypeAlias

from exactcover.cluster.cubes import Cube, CubeResult
from exactcover.model.errors import OurFault


@dataclass(frozen=True)
class Crashed:
    """A cube was not finished because its worker died; why: a message for people."""

    cube: str
    why: str


Outcome: TypeAlias = CubeResult | Crashed


class Refused(Exception):
    """A worker has another version than the driver; the text is one sentence."""


class WorkBroke(OurFault):
    """A search raised an exception; another run of the cube would as well."""


class Executor(Protocol):
    """Runs cubes of one plan, each once per submission."""

    @property
    def size(self) -> int:
        """The number of cubes that are searched at the same time."""

    def submit(self, cube: Cube) -> None:
        """Queue a cube."""

    def results(self, seconds: float) -> list[Outcome]:
        """Return the results since the last call; if there are none, wait up to `seconds` for one.

        Raises Refused if a worker has another version, WorkBroke if a search raised an exception.
        """

    def cancel(self, cube: str) -> None:
        """End the search of a submitted cube, native code included; no result of it is returned."""

    def close(self) -> None:
        """End all searches, native code included, and all that was started for them."""
