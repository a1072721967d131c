"""Jobs that tests of the pages submit and wait for."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import httpx

SMALL: dict[str, Any] = {"kind": "packing", "board": "2x2", "pieces": "dominoes", "copies": "any"}
LONG: dict[str, Any] = {"kind": "packing", "board": "12x20", "pieces": "hexominoes,pentominoes", "copies": "any"}


def finished(http: httpx.Client, task: str, puzzle: Any, **options: Any) -> dict[str, Any]:
    """Submit a job and return it once it has ended."""
    job = http.post("/v1/jobs", json={"task": task, "puzzle": puzzle, **options}).raise_for_status().json()
    while job["state"] in ("QUEUED", "RUNNING", "CANCELLING"):
        time.sleep(0.05)
        job = http.get(f"/v1/jobs/{job['id']}").raise_for_status().json()
    return dict(job)
