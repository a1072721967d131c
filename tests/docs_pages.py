"""Pages and pictures of the documentation that come from the program: `python -m tests.docs_pages` writes them.

Not here: the reference of the Python package, which is a page of the package (`tests/reference.py`).
"""

from __future__ import annotations

import contextlib
import io
import json
import re
import shlex
from pathlib import Path

import pytest

from exactcover import cli
from tests import docs_http, docs_reference
from tests.docs_snippets import DOCS
from tests.schemas import FOLDER

GROUPS = {
    "Answers": ("solve", "list", "sample", "count", "prove", "check"),
    "Puzzles": ("puzzles", "info", "design", "hint", "remaining", "marginals", "moves"),
    "Engines": ("engines", "compare", "warm"),
    "Files": ("draw", "export", "script"),
    "The service": ("serve", "tokens", "jobs"),
    "This site": ("docs",),
}
PICTURES = {
    "first.svg": "packing board=5x5 pieces=L5,N5,U5,W5,Y5",
    "six-by-ten.svg": "pentominoes-6x10",
    "soma.svg": "soma",
}
"""Solved puzzles by the names of their pictures."""


def help_of(command: str) -> str:
    """What `exactcover COMMAND -h` prints, 80 columns wide."""
    printed = io.StringIO()
    with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stdout(printed):
        patch.setenv("COLUMNS", "80")
        assert cli.main([*command.split(), "-h"]) == 0
    usage, *lines = (line.rstrip() for line in printed.getvalue().strip().splitlines())
    return "\n".join([re.sub(rf"^Usage: .*?(?= {command}\b)", "Usage: exactcover", usage), *lines])


def commands() -> str:
    """The page of commands."""
    parts = [
        "# Commands\n\nWhat each command prints with `-h`. The options in full are in the [contract](contract.md#commands), the"
    ]
    parts[0] += " meaning of its end in [exit status](exit-status.md).\n"
    for group, names in GROUPS.items():
        parts.append(f"## {group}\n")
        parts += [f"### {name}\n\n```text\n{help_of(name)}\n```\n" for name in names]
    return "\n".join(parts)


def schemas() -> str:
    """The page of JSON Schemas."""
    parts = [
        "# JSON Schemas\n\nThe objects that commands print with `--json`, that files contain and that the service sends.\n"
    ]
    parts.append("`exactcover.schemas()` returns all of them, `GET /v1/schemas` sends them.\n")
    parts.append("| schema | what it describes |\n|---|---|")
    for path in sorted(FOLDER.iterdir()):
        schema = json.loads(path.read_text())
        title = schema.get("title") or schema.get("description") or schema["$id"]
        parts.append(f"| [{path.name.split('.')[0]}](../../files/schemas/{path.name}) | {title} |")
    return "\n".join([*parts, ""])


def texts() -> dict[str, str]:
    """The generated pages, by their paths in the documentation."""
    return {
        "reference/commands.md": commands(),
        "reference/schemas.md": schemas(),
        "reference/kinds.md": docs_reference.kinds(),
        "reference/engine-options.md": docs_reference.engines(),
        "reference/http.md": docs_http.page(),
    }


def draw(folder: Path) -> None:
    """Draw the pictures of the documentation into a folder."""
    with contextlib.redirect_stdout(io.StringIO()):
        for name, puzzle in PICTURES.items():
            view = ["--view", "iso"] if name == "soma.svg" else []
            target = str(folder / name)
            assert cli.main(["solve", *shlex.split(puzzle), "-o", target, "--quiet", *view]) == 0
        certificate = str(folder / "no.json")
        assert cli.main(["prove", "mutilated-chessboard", "--quiet", "-o", certificate]) == 0
        assert cli.main(["draw", certificate, "-o", str(folder / "colouring.svg")]) == 0
        Path(certificate).unlink()


if __name__ == "__main__":
    for path, text in texts().items():
        (DOCS / path).write_text(text)
    draw(DOCS / "pictures")
