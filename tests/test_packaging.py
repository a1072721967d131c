"""The package for strangers: what pyproject.toml says of it, the description that an index shows, and the wheel.

That the wheel works in a fresh environment outside the checkout is tested by `.ci/run`, which runs tests/installed.py there.
"""

from __future__ import annotations

import email
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

import exactcover
from tests import package_description
from tests.package_description import description

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
RELATIVE = re.compile(r"\]\((?![a-z]+:|#)")


def test_the_description_is_the_readme() -> None:
    """The page that an index shows is what the README makes of itself now."""
    assert package_description.PAGE.read_text() == package_description.page()


def test_an_index_shows_no_link_that_leads_nowhere() -> None:
    """Without an address of the repository the description has captions for pictures and words for links, with one addresses."""
    readme = (ROOT / "README.md").read_text()
    assert len(RELATIVE.findall(readme)) > 10
    assert RELATIVE.findall(description(readme)) == []
    assert "*A board drawn on the web page, with one of its solutions*" in description(readme)
    linked = description(readme, "https://example.org/exactcover/")
    assert RELATIVE.findall(linked) == []
    assert "](https://example.org/exactcover/raw/HEAD/exactcover/service/page/screenshots/design-solved.png)" in linked
    assert "[proofs](https://example.org/exactcover/blob/HEAD/exactcover/PROOFS.md)" in linked
    assert description("[a](https://b.org/c) ![d](e.png) [f](#g)") == "[a](https://b.org/c) *d* [f](#g)"


def test_pictures_of_the_readme_exist() -> None:
    """Each picture that the README shows is a file of the repository."""
    pictures = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", (ROOT / "README.md").read_text())
    assert pictures
    assert [name for name in pictures if not (ROOT / name).is_file()] == []


def test_the_project_says_what_an_index_asks() -> None:
    """Licence, authors, classifiers, a summary and one version, which is nowhere written twice."""
    assert PROJECT["license"] == "MIT"
    assert all((ROOT / name).is_file() for name in PROJECT["license-files"])
    assert PROJECT["authors"][0]["name"]
    assert PROJECT["description"]
    assert {"Typing :: Typed", "Programming Language :: Python :: 3.11"} <= set(PROJECT["classifiers"])
    assert PROJECT["dynamic"] == ["version"]
    assert exactcover.__version__ not in (ROOT / "pyproject.toml").read_text()


@pytest.mark.deep("clones the repository and packs it")
def test_the_archive_of_sources_has_every_file_of_the_repository(tmp_path: Path) -> None:
    """Tests, benchmarks and the pages from which the documentation is built are in it, so that a wheel can be built from it."""
    subprocess.run(["git", "clone", "--quiet", "--depth", "1", f"file://{ROOT}", str(tmp_path / "source")], check=True)
    build = "import sys; from exactcover.kernel import wheel; wheel.build_sdist(sys.argv[1])"
    command = [sys.executable, "-c", build, str(tmp_path)]
    subprocess.run(
        command, cwd=tmp_path / "source", env=os.environ | {"PYTHONPATH": ""}, check=True, capture_output=True
    )
    (archive,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as files:
        names = {name.partition("/")[2] for name in files.getnames()}
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=tmp_path / "source", check=True, capture_output=True, text=True
    )
    assert set(listed.stdout.rstrip("\0").split("\0")) <= names


@pytest.mark.deep("builds a wheel twice, with the documentation")
def test_the_wheel_for_all_systems_has_no_library_and_is_reproducible(tmp_path: Path) -> None:
    """Without the library the wheel is for all systems, has the documentation, requires numba elsewhere, and is reproducible."""
    archive = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, check=True, capture_output=True).stdout
    digests = set()
    for number in range(2):
        source, target = tmp_path / f"source{number}", tmp_path / f"target{number}"
        source.mkdir()
        subprocess.run(["tar", "-x", "-C", str(source)], input=archive, check=True)
        pip = [
            sys.executable,
            "-m",
            "pip",
            "wheel",
            "--quiet",
            "--no-deps",
            "--no-build-isolation",
            "--wheel-dir",
            str(target),
        ]
        own = os.environ | {"SOURCE_DATE_EPOCH": "1700000000", "PYTHONPATH": ""}
        subprocess.run([*pip, "--config-settings", "library=no", str(source)], env=own, check=True, capture_output=True)
        (wheel,) = target.glob("*-py3-none-any.whl")
        digests.add(hashlib.sha256(wheel.read_bytes()).digest())
    with zipfile.ZipFile(wheel) as files:
        names = files.namelist()
        (about,) = (name for name in names if name.endswith("METADATA"))
        required = email.message_from_bytes(files.read(about)).get_all("Requires-Dist", [])
    assert len(digests) == 1
    assert "exactcover/docs/site/index.html" in names
    assert not [
        name for name in names if name.endswith(".so") or (name.startswith("exactcover/docs/") and "site" not in name)
    ]
    assert any(each.startswith("numba") and "sys_platform" in each for each in required)


@pytest.mark.deep("builds a wheel, with a build environment of its own")
def test_the_wheel_has_what_it_needs_and_no_tests(tmp_path: Path) -> None:
    """The wheel has the data of both packages, a description without dead links, and nothing else of the repository."""
    archive = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, check=True, capture_output=True).stdout
    (tmp_path / "source").mkdir()
    subprocess.run(["tar", "-x", "-C", str(tmp_path / "source")], input=archive, check=True)
    for library in (ROOT / "exactcover/kernel/library").glob("_kernels*.so"):  # compiled from the same sources
        shutil.copy(library, tmp_path / "source/exactcover/kernel/library")
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(tmp_path)]
    subprocess.run([*pip, str(tmp_path / "source")], check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as files:
        names = files.namelist()
        (about,) = (name for name in names if name.endswith("METADATA"))
        told = email.message_from_bytes(files.read(about))
    assert {name.split("/")[0] for name in names} - {about.split("/")[0]} == {"encoders", "exactcover"}
    wanted = {"exactcover/files/schemas/answer.schema.json", "exactcover/py.typed", "exactcover/REFERENCE.md"}
    wanted |= {"exactcover/docs/site/index.html", "exactcover/docs/site/searchindex.js"}
    wanted |= {"encoders/puzzles/soma.toml", "encoders/py.typed", "exactcover/service/page/templates/frame.html"}
    assert wanted <= set(names)
    assert told["Description-Content-Type"] == "text/markdown"
    assert RELATIVE.findall(str(told.get_payload())) == []
    assert told["Version"] == exactcover.__version__
