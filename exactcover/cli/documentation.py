"""The command that opens the documentation site, which is in the package, offline.

A wheel has the site in `exactcover/docs/site`. A checkout has its sources there, and this command builds the site from them;
nothing is ever written into an installed package. Not here: the pages and their configuration (exactcover/docs).
"""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import tempfile
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

import exactcover
from exactcover.model.errors import ANSWERED, InvalidInput, OurFault

NEEDED = {"sphinx": "Sphinx", "myst_parser": "MyST", "furo": "furo"}
"""The modules that build the site, and their names for people; all are in the extra `docs`."""


def docs(
    only_print: Annotated[bool, typer.Option("--print", help="Print the address, and open no browser.")] = False,
    anew: Annotated[bool, typer.Option("--build", help="Build the site anew, from the sources of a checkout.")] = False,
) -> int:
    """Open the documentation in a browser, offline, and print its address; a checkout builds it first."""
    folder = Path(exactcover.__file__).parent / "docs"
    first = folder / "site" / "index.html"
    if anew or not first.exists():
        build(folder)
    print(first.as_uri(), flush=True)
    if not only_print and not webbrowser.open(first.as_uri()):
        print("exactcover: no browser could be started; open the address above in one", file=sys.stderr)
    return ANSWERED


def build(folder: Path) -> None:
    """Build the site from the sources in a folder; a failed build leaves the site as it was.

    Raises InvalidInput if the folder has no sources or cannot be written, or Sphinx is not installed.
    """
    if not (folder / "conf.py").exists():
        raise InvalidInput(
            "this installation has no sources of the documentation, so the site cannot be built; install the package from "
            "a wheel that contains the site, or run `exactcover docs` in a checkout of the repository"
        )
    if missing := [name for module, name in NEEDED.items() if importlib.util.find_spec(module) is None]:
        raise InvalidInput(
            f"building the documentation site of this checkout needs {', '.join(missing)}; run "
            f"`pip install -e '.[docs]'` in {folder.parent.parent}, then `exactcover docs` again"
        )
    try:
        with tempfile.TemporaryDirectory(dir=folder, prefix=".site-") as place:
            _sphinx(folder, Path(place))
    except OSError as fault:
        raise InvalidInput(
            f"the documentation site cannot be written into {folder} ({(fault.strerror or 'error').lower()}); run "
            f"`sphinx-build {folder} FOLDER` with a folder that can be written, and open its index.html"
        ) from fault


def _sphinx(folder: Path, place: Path) -> None:
    print("exactcover: building the documentation site takes about ten seconds ...", file=sys.stderr, flush=True)
    command = [sys.executable, "-m", "sphinx", "-q", "-d", str(place / "read"), str(folder), str(place / "site")]
    run = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if run.returncode:
        raise OurFault("the documentation site could not be built", run.stderr)
    if (folder / "site").exists():
        (folder / "site").rename(place / "former")
    (place / "site").rename(folder / "site")
