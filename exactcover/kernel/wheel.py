"""The build backend of pyproject.toml: setuptools', but wheels contain the library of kernels (build.py) and the documentation.

Such a wheel is for one version of Python, one processor architecture, and systems whose C library is as new as the library of
kernels requires. With the setting `library=no` (`pip wheel --config-settings library=no .`) it has no library and is for all
systems: numba, which the metadata asks for on those that no library is built for, compiles kernels when they are first used.
Wheels of the same sources and the same library are equal byte by byte if the environment has SOURCE_DATE_EPOCH
(https://reproducible-builds.org/specs/source-date-epoch/). An editable installation builds nothing. Interface:
https://peps.python.org/pep-0517/.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from setuptools import Extension, build_meta
from setuptools.build_meta import (
    build_editable,
    build_sdist,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist

from exactcover.kernel import build

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]
_Settings = dict[str, Any] | None


WITHOUT = "EXACTCOVER_WHEEL_WITHOUT_LIBRARY"
"""Environment variable between build_wheel and the commands of setuptools, which it calls in this process."""
DOCUMENTATION = ("furo>=2025.7", "myst-parser>=4.0", "sphinx>=8.2")


class TaggedWheel(bdist_wheel):
    """The archive, for all systems if it has no library."""

    def finalize_options(self) -> None:
        """Leave out the extension module, so that nothing is for one system."""
        if os.environ.get(WITHOUT):
            self.distribution.ext_modules = []
        super().finalize_options()


class TrackedSources(sdist):
    """The archive of sources: all files of the repository, as wheels are built from them and tests run on them."""

    def make_release_tree(self, base_dir: str, files: list[str]) -> None:
        """Add what git tracks, in a checkout."""
        names = set(files)
        if Path(".git").exists():
            listed = subprocess.run(["git", "ls-files", "-z"], check=True, capture_output=True, text=True).stdout
            names.update(filter(os.path.isfile, listed.split("\0")))
        super().make_release_tree(base_dir, sorted(names))


class CopyLibrary(build_ext):
    """Puts the library of kernels, which has been built in the sources, into the wheel."""

    def build_extension(self, ext: Extension) -> None:
        """Copy the library; nothing for an editable installation, whose library is where it is looked for."""
        if not self.editable_mode:
            path = Path(self.get_ext_fullpath(ext.name))
            path.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(build.target(), path)

    def copy_extensions_to_source(self) -> None:
        """Leave the sources as they are."""


def get_requires_for_build_wheel(config_settings: _Settings = None) -> list[str]:
    """Return what the build of a wheel needs besides setuptools: what compiles kernels, and what builds the documentation."""
    usual = build_meta.get_requires_for_build_wheel(config_settings)
    return [*usual, *DOCUMENTATION, *(["numpy>=2.0", "numba>=0.62"] if has_library(config_settings) else [])]


def has_library(settings: _Settings) -> bool:
    """Return whether a wheel with these settings has the library of kernels."""
    return settings is None or settings.get("library") != "no"


def build_wheel(wheel_directory: str, config_settings: _Settings = None, metadata_directory: str | None = None) -> str:
    """Build a wheel and return its name."""
    settings = {key: value for key, value in (config_settings or {}).items() if key != "library"}
    _document(Path("exactcover", "docs"))
    if has_library(config_settings):
        subprocess.run([sys.executable, "-m", "exactcover.kernel.build"], check=True)
        settings.setdefault("--build-option", ["--plat-name", platform_tag(build.target())])
        return build_meta.build_wheel(wheel_directory, settings, metadata_directory)
    os.environ[WITHOUT] = "1"
    try:
        return build_meta.build_wheel(wheel_directory, settings, metadata_directory)
    finally:
        del os.environ[WITHOUT]


def _document(pages: Path) -> None:
    """Build the documentation beside its pages, which the wheel contains."""
    shutil.rmtree(pages / "site", ignore_errors=True)
    with tempfile.TemporaryDirectory() as doctrees:
        command = ["-m", "sphinx", "-q", "-W", "-d", doctrees, str(pages), str(pages / "site")]
        subprocess.run([sys.executable, *command], check=True)


def platform_tag(library: Path) -> str:
    """Return the tag of the platforms on which a library runs: those of its architecture with a glibc that is as new as the
    symbols that it uses (https://peps.python.org/pep-0600/).
    """
    machine = build.machine()
    versions = [int(minor) for minor in re.findall(rb"GLIBC_2\.(\d+)", library.read_bytes())]
    return f"manylinux_2_{max(versions)}_{machine}" if versions else f"{sys.platform}_{machine}"
