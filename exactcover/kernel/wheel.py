"""The build backend of pyproject.toml: setuptools', but wheels contain the library of kernels (build.py).

Such a wheel is for one version of Python, one processor architecture, and systems whose C library is as new as the library of
kernels requires. An editable installation builds nothing. Interface: https://peps.python.org/pep-0517/.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
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
from setuptools.command.build_ext import build_ext

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
    """Return what the build of a wheel needs besides setuptools."""
    return [*build_meta.get_requires_for_build_wheel(config_settings), "numpy>=2.0", "numba>=0.61"]


def build_wheel(wheel_directory: str, config_settings: _Settings = None, metadata_directory: str | None = None) -> str:
    """Build a wheel and return its name."""
    subprocess.run([sys.executable, "-m", "exactcover.kernel.build"], check=True)
    settings: dict[str, Any] = {**(config_settings or {})}
    settings.setdefault("--build-option", ["--plat-name", platform_tag(build.target())])
    return build_meta.build_wheel(wheel_directory, settings, metadata_directory)


def platform_tag(library: Path) -> str:
    """Return the tag of the platforms on which a library runs: those of its architecture with a glibc that is as new as the
    symbols that it uses (https://peps.python.org/pep-0600/).
    """
    machine = build.machine()
    versions = [int(minor) for minor in re.findall(rb"GLIBC_2\.(\d+)", library.read_bytes())]
    return f"manylinux_2_{max(versions)}_{machine}" if versions else f"{sys.platform}_{machine}"
