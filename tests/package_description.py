"""The page exactcover/DESCRIPTION.md, which an index shows: `python -m tests.package_description` makes it of the README.

If `urls` in pyproject.toml has a `Repository`, relative links become absolute links into it. Without one there is no public place
to link to: pictures are replaced by their captions, links to files by their words.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "exactcover" / "DESCRIPTION.md"
LINK = re.compile(r"(!?)\[([^\]]*)\]\((?![a-z]+:|#)([^)\s]+)\)")


def description(text: str, repository: str = "") -> str:
    """A page of Markdown whose links to files are absolute, or words if the repository has no address."""
    raw, shown = f"{repository.rstrip('/')}/raw/HEAD/", f"{repository.rstrip('/')}/blob/HEAD/"

    def replaced(link: re.Match[str]) -> str:
        picture, words, path = link.groups()
        if repository:
            return f"{picture}[{words}]({raw if picture else shown}{path})"
        return f"*{words}*" if picture else words

    return LINK.sub(replaced, text)


def page() -> str:
    """The page that the README makes."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return description((ROOT / "README.md").read_text(), project.get("urls", {}).get("Repository", ""))


if __name__ == "__main__":
    PAGE.write_text(page())
