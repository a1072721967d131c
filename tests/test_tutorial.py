"""The tutorial runs, and shows what it was committed with."""

from __future__ import annotations

from typing import Any

from tests.tutorial import cells, outputs


def test_every_cell_shows_what_is_committed() -> None:
    """Its numbers, sentences and pictures; `python -m tests.tutorial` writes them again."""
    names: dict[str, Any] = {}
    for number, cell in enumerate(cells()):
        if cell["cell_type"] == "code":
            assert outputs("".join(cell["source"]), names) == cell["outputs"], number
