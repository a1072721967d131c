"""A work whose search hangs in native code that holds the interpreter's lock, so that nothing in its process can end it."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass

from exactcover.cluster.cubes import Cube, CubeResult

HANG = "hang"
FOREVER_SECONDS = 10_000


@dataclass(frozen=True)
class HangingWork:
    """Cubes of the name HANG hang, the others come to nothing at once."""

    digest: str = HANG

    def searcher(self) -> HangingWork:
        """Search with itself."""
        return self

    def search(self, cube: Cube, late_seconds: float) -> CubeResult:
        """Hang, or come to nothing."""
        if cube.name == HANG:
            ctypes.PyDLL(None).sleep(FOREVER_SECONDS)
        return CubeResult(cube.name, (), 0.0)
