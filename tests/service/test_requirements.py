"""The locked requirements of the service: every version fits the bounds of the project and has the hashes of its files."""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from pathlib import Path

import pytest

packaging = pytest.importorskip("packaging.requirements")

ROOT = Path(__file__).parents[2]
LOCK = ROOT / "exactcover/service/requirements.lock"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
WRITTEN = [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["service"]]
MARKERS = {each: packaging.Requirement(each).marker for each in WRITTEN}
DIRECT = [
    each
    for each, marker in MARKERS.items()
    if marker is None or marker.evaluate({"sys_platform": "linux", "platform_machine": "x86_64"})
]
"""What a service requires, which runs on Linux."""


def locked() -> dict[str, list[str]]:
    """The versions of each package in the lock: one, or one for each range of Python versions."""
    versions: dict[str, list[str]] = defaultdict(list)
    for name, version in re.findall(r"^([a-z0-9.-]+)==(\S+)", LOCK.read_text(), re.MULTILINE):
        versions[name].append(version)
    return versions


@pytest.mark.parametrize("written", DIRECT)
def test_each_requirement_is_locked_within_its_bounds(written: str) -> None:
    """What the project and its service require is in the lock, in versions that the project allows."""
    requirement = packaging.Requirement(written)
    versions = locked()[requirement.name]
    assert versions
    assert all(requirement.specifier.contains(version, prereleases=True) for version in versions)


def test_every_locked_file_has_a_hash() -> None:
    """Nothing is installed that is not the file which was locked, and everything comes from an index."""
    entries = re.split(r"\n(?=[a-z])", LOCK.read_text().split("\n", 2)[2])
    assert len(entries) > 30
    for entry in entries:
        assert re.match(r"[a-z0-9.-]+==\S+", entry), entry
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", entry), entry
    assert "://" not in LOCK.read_text()
