"""What runs cubes: the protocol that processes of this machine and a cluster keep alike. Values only go in and come out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, TypeAlias

from exactcover.cluster.cubes import Cube, CubeResult
from exactcover.model.errors import OurFault


@dataclass(frozen=True)
class Crashed:
    """A cube was not searched to its end, because what searched it died; why: in words for people."""

    cube: str
    why: str


Outcome: TypeAlias = CubeResult | Crashed


class Refused(Exception):
    """A worker is not of the driver's version; its text is one sentence."""


class WorkBroke(OurFault):
    """A search raised where it should have come to a result: another run of the cube would as well."""


class Executor(Protocol):
    """Runs cubes of one plan, each at most once for each time that it is submitted."""

    @property
    def size(self) -> int:
        """How many cubes are searched at the same time."""

    def submit(self, cube: Cube) -> None:
        """Have a cube searched once a worker is free."""

    def results(self, seconds: float) -> list[Outcome]:
        """Return what has come since the last call; where nothing has, wait so long for something.

        Raises Refused where a worker is of another version, WorkBroke where a search raised.
        """

    def cancel(self, cube: str) -> None:
        """End the search of a cube that was submitted, native code included; nothing comes of it any more."""

    def close(self) -> None:
        """End all searches, native code included, and all that was started for them."""
