"""`exactcover docs`: it opens the site of the package, builds that of a checkout, and writes into no installed package."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import webbrowser
from pathlib import Path

import pytest

import exactcover
from exactcover import cli

CONFIGURATION = "project = 'a site'\n"


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the documentation folder of a package without any documentation, which the command takes for its own."""
    folder = tmp_path / "exactcover" / "docs"
    folder.mkdir(parents=True)
    monkeypatch.setattr(exactcover, "__file__", str(folder.parent / "__init__.py"))
    return folder


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the addresses that a browser is made to open."""
    addresses: list[str] = []

    def open_address(address: str) -> bool:
        addresses.append(address)
        return True

    monkeypatch.setattr(webbrowser, "open", open_address)
    return addresses


def with_site(package: Path) -> str:
    """Put a site into a package, and return its address."""
    first = package / "site" / "index.html"
    first.parent.mkdir()
    first.write_text("<title>A site</title>")
    return first.as_uri()


def test_the_site_of_the_package_is_opened(
    package: Path, opened: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """The address of the first page is printed, and opened unless --print is given; nothing is built."""
    address = with_site(package)
    assert cli.main(["docs", "--print"]) == 0
    assert opened == []
    assert cli.main(["docs"]) == 0
    assert opened == [address]
    assert capsys.readouterr() == (f"{address}\n" * 2, "")
    assert address.startswith("file:///")


def test_without_a_browser_the_address_remains(
    package: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """If no browser starts, a sentence says so, and the address is on standard output."""
    address = with_site(package)
    monkeypatch.setattr(webbrowser, "open", lambda _: False)
    assert cli.main(["docs"]) == 0
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == (f"{address}\n", 1)
    assert "no browser could be started" in err


@pytest.mark.parametrize("words", [["docs"], ["docs", "--build", "--print"]])
def test_an_installed_package_is_never_written_to(
    package: Path, words: list[str], opened: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Without the sources of a checkout nothing is built, and the sentence says from where to get the site."""
    assert cli.main(words) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n"), opened) == ("", 1, [])
    assert "a wheel that contains the site" in err
    assert list(package.iterdir()) == []


def test_a_checkout_without_sphinx_says_what_to_install(
    package: Path, opened: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The sentence names what is missing, and the command that installs it in the folder of the checkout."""
    (package / "conf.py").write_text(CONFIGURATION)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "furo" else sys)
    assert cli.main(["docs"]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n"), opened) == ("", 1, [])
    assert f"needs furo; run `pip install -e '.[docs]'` in {package.parent.parent}," in err


def built_by(package: Path, monkeypatch: pytest.MonkeyPatch, status: int = 0) -> None:
    """Put a stand-in for Sphinx in place, which writes a page, and ends with a status."""

    def run(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        assert command[1:3] == ["-m", "sphinx"]
        assert command[-2] == str(package)
        target = Path(command[-1])
        assert target.parent.parent == package
        target.mkdir()
        (target / "index.html").write_text("built")
        return subprocess.CompletedProcess(command, status, "", "a warning of Sphinx\n")

    (package / "conf.py").write_text(CONFIGURATION)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: sys)
    monkeypatch.setattr(subprocess, "run", run)


def test_a_checkout_builds_its_site_once(
    package: Path, opened: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The first call builds the site, with a line on standard error, the next ones open it; --build builds it again."""
    built_by(package, monkeypatch)
    for words, lines in ((["docs"], 1), (["docs"], 0), (["docs", "--build"], 1)):
        (package / "site" / "old.html").write_text("old") if "--build" in words else None
        assert cli.main(words) == 0
        assert capsys.readouterr().err.count("\n") == lines
    assert len(opened) == 3
    assert sorted(path.name for path in package.iterdir()) == ["conf.py", "site"]
    assert [path.name for path in (package / "site").iterdir()] == ["index.html"]


def test_a_build_that_fails_leaves_the_site_as_it_was(
    package: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """If Sphinx fails, its words are printed, and the former site stays, without anything unfinished next to it."""
    with_site(package)
    built_by(package, monkeypatch, status=2)
    assert cli.main(["docs", "--build", "--print"]) == 1
    assert "a warning of Sphinx" in capsys.readouterr().err
    assert (package / "site" / "index.html").read_text() == "<title>A site</title>"
    assert sorted(path.name for path in package.iterdir()) == ["conf.py", "site"]


def test_a_read_only_checkout_says_where_else_to_build(
    package: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """If the folder cannot be written, the sentence has the reason and a command that needs no writing there."""
    built_by(package, monkeypatch)

    def refuse(**_: object) -> str:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("tempfile.mkdtemp", lambda *_: refuse())
    assert cli.main(["docs"]) == 2
    err = capsys.readouterr().err
    assert "(permission denied)" in err
    assert f"`sphinx-build {package} FOLDER`" in err
