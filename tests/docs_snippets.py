"""What the pages in `exactcover/docs` show: files, commands with what they print, and Python, in the order of a page.

A page is run from top to bottom in an empty folder. `<!-- file: NAME -->` before a block writes the file.
A block `console` has commands after `$`, each followed by what it prints; a line `...` stands for any lines,
` ...` at the end of a line for any text, and a comment `# exit status N` for the status.
A block `python` is run, and a block `text` right after it is what it prints.

Not here: the pages that include a file of the repository; the tests of that file run its commands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path

DOCS = Path(__file__).parent.parent / "exactcover" / "docs"
BLOCK = re.compile(r"(?:<!-- file: (\S+) -->\n)?^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Snippet:
    """A block of a page: a file, a command or Python; with what it prints."""

    kind: str
    text: str
    name: str = ""
    shown: list[str] = field(default_factory=list)
    status: int = 0


def commands(block: str) -> Iterator[Snippet]:
    """The commands of a block `console`."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        line, *shown = part.splitlines()
        command, _, comment = line.partition("  # ")
        status = re.search(r"exit status (\d+)", comment)
        yield Snippet("command", command.strip(), shown=shown, status=int(status[1]) if status else 0)


def snippets(page: Path) -> Iterator[Snippet]:
    """The snippets of a page, in order."""
    blocks = list(BLOCK.finditer(page.read_text()))
    for block, after in zip_longest(blocks, blocks[1:]):
        name, language, text = block.groups()
        if name:
            yield Snippet("file", text, name=name)
        elif language == "console":
            yield from commands(text)
        elif language == "python":
            follows = after is not None and after[2] == "text" and after.start() - block.end() <= 2
            yield Snippet("python", text, shown=after[3].splitlines() if after and follows else [])


def _pattern(line: str) -> str:
    """The regular expression of a line that a page shows."""
    if line.strip() == "...":
        return "(.*\n)*?"
    return (re.escape(line[:-3]) + ".*" if line.endswith(" ...") else re.escape(line.rstrip())) + "\n"


def agrees(shown: list[str], printed: list[str]) -> bool:
    """Whether printed lines are those that a page shows, in which `...` stands for any."""
    return re.fullmatch("".join(map(_pattern, shown)), "".join(line.rstrip() + "\n" for line in printed)) is not None


def pages() -> list[str]:
    """The pages with text, by their paths in the folder."""
    every = sorted(page for page in DOCS.rglob("*.md") if "site" not in page.relative_to(DOCS).parts)
    return [page.relative_to(DOCS).as_posix() for page in every if not page.read_text().startswith("```{include}")]
