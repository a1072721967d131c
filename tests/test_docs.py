"""The documentation site: every command and snippet of its pages runs, it builds without a warning, and no link is broken."""

from __future__ import annotations

import importlib.util
import re
import shlex
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote, urldefrag

import pytest

from exactcover import cli
from exactcover.cli.commands import COMMANDS
from tests import docs_pages
from tests.docs_snippets import DOCS, Snippet, agrees, pages, snippets
from tests.lacking import lacking
from tests.test_readme import without_figures

TOOLS = ("sphinx", "myst_parser", "furo")


def printed_by(snippet: Snippet, names: dict[str, object], capfd: pytest.CaptureFixture[str]) -> list[str]:
    """Run a snippet in the working directory, and return the lines that it prints."""
    if snippet.kind == "python":
        exec(compile(snippet.text, "a page", "exec"), names)
        return capfd.readouterr().out.splitlines()
    program, *words = shlex.split(snippet.text)
    if program == "python":
        run = subprocess.run([sys.executable, *words], capture_output=True, text=True, check=False)
        assert run.returncode == snippet.status, (snippet.text, run.stderr)
        return run.stdout.splitlines()
    assert program == "exactcover", snippet.text
    words, target = (words[:-2], words[-1]) if ">" in words else (words, None)
    assert cli.main(words) == snippet.status, snippet.text
    out, err = capfd.readouterr()
    if target:
        Path(target).write_text(out)
        return []
    return [*out.splitlines(), *(err.splitlines() if snippet.status == 2 else ())]


@pytest.mark.deep("runs each command of the documentation")
@pytest.mark.parametrize("page", pages())
def test_what_a_page_shows_is_what_its_snippets_print(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Every command and every piece of Python of a page runs, and prints what the page shows, but for seconds and nodes."""
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "page"}
    try:
        for snippet in snippets(DOCS / page):
            if snippet.kind == "file":
                Path(snippet.name).write_text(snippet.text)
                continue
            printed = printed_by(snippet, names, capfd)
            if snippet.shown:
                shown, printed = without_figures(snippet.shown), without_figures(printed)
                assert agrees(shown, printed), (snippet.text, shown, printed)
    finally:
        for process in names.values():
            if isinstance(
                process, subprocess.Popen
            ):  # a server that a page has started, if the page fails before its end
                process.kill()


def test_snippets_are_seen() -> None:
    """The reader of pages sees files, commands with outputs and statuses, and Python with what it prints."""
    kinds = [snippet for page in pages() for snippet in snippets(DOCS / page)]
    assert {snippet.kind for snippet in kinds} == {"file", "command", "python"}
    assert sum(bool(snippet.shown) for snippet in kinds) >= 20
    assert {snippet.status for snippet in kinds} >= {0, 2, 3, 4}
    assert agrees(["a", "...", "b"], ["a", "x", "y", "b"])
    assert agrees(["a ..."], ["a b c"])
    assert not agrees(["a", "b"], ["a", "x", "b"])


def test_generated_pages_are_what_the_program_says() -> None:
    """The pages of commands, schemas, kinds, options and routes are what `python -m tests.docs_pages` writes; none is missing."""
    assert sorted(name for names in docs_pages.GROUPS.values() for name in names) == sorted(COMMANDS)
    for name, text in docs_pages.texts().items():
        assert (DOCS / name).read_text() == text, name


@pytest.mark.deep("draws each picture of the documentation")
def test_pictures_are_what_the_program_draws(tmp_path: Path) -> None:
    """Each picture of the site is what its command draws, and each is shown by a page."""
    docs_pages.draw(tmp_path)
    drawn = {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.suffix == ".svg"}
    assert drawn == {path.name: path.read_bytes() for path in (DOCS / "pictures").iterdir()}
    texts = "".join((DOCS / page).read_text() for page in pages())
    assert [name for name in drawn if f"pictures/{name}" not in texts] == []


def links(page: Path) -> set[tuple[Path, str]]:
    """The files, with anchors, of the site that a built page links to or shows."""
    targets = re.findall(r'(?:href|src)="([^"]+)"', page.read_text())
    local = [urldefrag(unquote(target).replace("&amp;", "&")) for target in targets if not re.match(r"\w+:", target)]
    return {((page.parent / url.partition("?")[0]).resolve() if url else page, anchor) for url, anchor in local}


@pytest.mark.deep("builds the documentation")
def test_the_site_builds_and_no_link_is_broken(tmp_path: Path) -> None:
    """The site builds without a warning, links lead to what exists, and each page is two clicks or less from the first."""
    if missing := [tool for tool in TOOLS if importlib.util.find_spec(tool) is None]:
        lacking(f"{', '.join(missing)} are not installed; install the extra `docs`")
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-n", str(DOCS), str(tmp_path)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    built = {page.resolve(): links(page) for page in tmp_path.rglob("*.html")}
    ids = {page: set(re.findall(r'\bid="([^"]+)"', page.read_text())) for page in built}
    broken = [
        f"{page.name}: {target}#{anchor}"
        for page, targets in built.items()
        for target, anchor in targets
        if not target.exists() or (anchor and target in ids and anchor not in ids[target])
    ]
    assert broken == []
    first = tmp_path.resolve() / "index.html"
    near = {first} | {target for target, _ in built[first]}
    near |= {target for page in near & built.keys() for target, _ in built[page]}
    assert built.keys() - near == set()
    assert len(built) > 25
