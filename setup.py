"""The description of the package on an index: the README, whose pictures and links lead somewhere from there too.

Everything else about the package is in pyproject.toml. If `urls` there has a `Repository`, relative links become absolute ones
into it. Without one there is no public place to link to: pictures are replaced by their captions, links to files by their words.
"""

import re
import tomllib
from pathlib import Path

from setuptools import setup

HERE = Path(__file__).parent
LINK = re.compile(r"(!?)\[([^\]]*)\]\((?![a-z]+:|#)([^)\s]+)\)")


def description(text: str, repository: str = "") -> str:
    """Return a page of Markdown whose links to files of the repository are absolute, or words where it has no address."""
    raw, shown = f"{repository.rstrip('/')}/raw/HEAD/", f"{repository.rstrip('/')}/blob/HEAD/"

    def replaced(link: re.Match[str]) -> str:
        picture, words, path = link.groups()
        if repository:
            return f"{picture}[{words}]({raw if picture else shown}{path})"
        return f"*{words}*" if picture else words

    return LINK.sub(replaced, text)


if __name__ == "__main__":
    project = tomllib.loads((HERE / "pyproject.toml").read_text())["project"]
    setup(
        long_description=description((HERE / "README.md").read_text(), project.get("urls", {}).get("Repository", "")),
        long_description_content_type="text/markdown",
    )
