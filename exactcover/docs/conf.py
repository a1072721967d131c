"""The documentation site: Sphinx with MyST and furo, built by `sphinx-build -W -n exactcover/docs TARGET` (extra `docs`).

A page that consists of one `include` of a file elsewhere in the repository is that file: its links to files that are pages here
become links to these pages, links to other files become downloads, and the cells and outputs of a notebook become text, code and
pictures. So nothing is written twice, and the files keep links that work where they are.

Not here: what runs the commands and snippets of the pages (`tests/test_docs.py`), and what generates pages and pictures of the
program itself (`tests/docs_pages.py`).
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

from sphinx.application import Sphinx

DOCS = Path(__file__).parent
ROOT = DOCS.parent.parent
INCLUDE = re.compile(r"```\{include\} (\S+)\n```\n?")
RUN = "/tutorials/install.md#run-a-notebook"
LINK = re.compile(r"(!?\[[^\]]*\]\()([^)\s#]+)(#[^)\s]*)?\)")

project = "exactcover"
author = "The exactcover developers"
project_copyright = author
release = re.findall(r'^__version__ = "(.+)"$', (ROOT / "exactcover" / "__init__.py").read_text(), re.MULTILINE)[0]

extensions = ["myst_parser"]
myst_enable_extensions = ["attrs_block", "attrs_inline", "colon_fence", "deflist"]
myst_heading_anchors = 4
exclude_patterns = ["site", ".site-*"]  # what `exactcover docs` and the wheel build here
nitpicky = True
highlight_language = "text"
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"

html_theme = "furo"
html_title = "exactcover"
html_favicon = "../service/page/static/icon.svg"
html_static_path = ["static", "../service/page/static/tokens.css", "../service/page/static/figtree.woff2"]
html_css_files = ["tokens.css", "site.css"]
html_js_files = ["site.js"]
html_show_copyright = False
html_show_sphinx = False
html_copy_source = False
COLOURS = {
    "font-stack": "var(--font)",
    "font-stack--monospace": "var(--mono)",
    "font-stack--headings": "var(--font)",
    "color-foreground-primary": "var(--ink)",
    "color-foreground-secondary": "var(--soft)",
    "color-foreground-muted": "var(--soft)",
    "color-foreground-border": "var(--line)",
    "color-background-primary": "var(--ground)",
    "color-background-secondary": "var(--sheet)",
    "color-background-hover": "var(--hover)",
    "color-background-hover--transparent": "transparent",
    "color-background-border": "var(--line)",
    "color-background-item": "var(--well-line)",
    "color-brand-primary": "var(--accent)",
    "color-brand-content": "var(--accent)",
    "color-brand-visited": "var(--accent)",
    "color-highlight-on-target": "var(--hover)",
    "color-code-background": "var(--well)",
    "color-code-foreground": "var(--ink)",
    "color-inline-code-background": "var(--well)",
    "color-card-background": "var(--sheet)",
    "color-card-border": "var(--line)",
    "color-table-header-background": "var(--well)",
    "color-table-border": "var(--line)",
    "color-sidebar-background": "var(--sheet)",
    "color-sidebar-background-border": "var(--line)",
    "color-sidebar-item-background--current": "var(--hover)",
    "color-sidebar-search-background": "var(--ground)",
    "color-sidebar-search-background--focus": "var(--ground)",
    "color-header-background": "var(--sheet)",
    "color-header-border": "var(--line)",
}
html_theme_options = {"light_css_variables": COLOURS, "dark_css_variables": COLOURS}


def included(page: Path) -> Path | None:
    """Return the file that a page consists of, or None if the page has its own text."""
    whole = INCLUDE.fullmatch(page.read_text())
    return (page.parent / whole[1]).resolve() if whole else None


PAGES = {file: page for page in sorted(DOCS.glob("*/*.md")) if (file := included(page))}
"""The pages that are files of the repository, by file."""


def linked(text: str, file: Path, page: Path) -> str:
    """Return the text of a file with its relative links rewritten for the page that includes it."""

    def rewritten(link: re.Match[str]) -> str:
        start, target, anchor = link[1], link[2], link[3] or ""
        place = (file.parent / target).resolve()
        if "://" in target or not place.exists():
            return link[0]
        if place in PAGES:
            return f"{start}/{PAGES[place].relative_to(DOCS).as_posix()}{anchor})"
        path = os.path.relpath(place, page.parent)
        return f"{{download}}`{start[1:-2]} <{path}>`" if place.suffix == ".md" else f"{start}{path})"

    return LINK.sub(rewritten, text)


def shown(output: dict[str, object]) -> str:
    """Return an output of a cell in MyST: a picture, or text."""
    data = output.get("data")
    if isinstance(data, dict) and "image/svg+xml" in data:
        return f"```{{raw}} html\n<figure>{''.join(data['image/svg+xml'])}</figure>\n```\n"
    text = data["text/plain"] if isinstance(data, dict) else output["text"]
    return f"```text\n{''.join(map(str, text if isinstance(text, list) else [text])).rstrip()}\n```\n"


def notebook(text: str) -> str:
    """Return a notebook in MyST: its text, its code and what the code shows."""
    parts = []
    for cell in json.loads(text)["cells"]:
        source = "".join(cell["source"])
        code = cell["cell_type"] == "code"
        parts += [f"```python\n{source}\n```\n" if code else f"{source}\n", *map(shown, cell.get("outputs", []))]
    return "\n".join(parts)


def read(app: Sphinx, docname: str, source: list[str]) -> None:
    """Replace the text of a page that includes a file by the text of this file."""
    page = DOCS / f"{docname}.md"
    if file := included(page):
        app.env.note_dependency(str(file))
        text = file.read_text()
        if file.suffix == ".ipynb":
            download = f"Download [{file.name}]({os.path.relpath(file, page.parent)}), and [run it]({RUN})."
            title, _, rest = notebook(text).partition("\n")
            source[0] = f"{title}\n\n{download}\n{rest}"
        else:
            source[0] = linked(text, file, page)


def setup(app: Sphinx) -> dict[str, bool]:
    """Have Sphinx call `read` for each page."""
    app.connect("source-read", read)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
