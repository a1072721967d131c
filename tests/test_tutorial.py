"""The tutorial and the notebooks run, and show what they were committed with."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.tutorial import NOTEBOOKS, cells, outputs


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_every_cell_shows_what_is_committed(notebook: Path) -> None:
    """Its numbers, sentences and pictures; `python -m tests.tutorial` writes them again."""
    names: dict[str, Any] = {}
    for number, cell in enumerate(cells(notebook)):
        if cell["cell_type"] == "code":
            assert outputs("".join(cell["source"]), names) == cell["outputs"], number


def test_there_are_three_notebooks() -> None:
    """The tutorial, and those of the documentation."""
    assert [path.stem for path in NOTEBOOKS] == ["TUTORIAL", "counting", "designing"]
