"""What a wheel must do outside the checkout: run by the Python of a fresh environment, `python installed.py CHECKOUT`."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from importlib.metadata import metadata, version
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

import exactcover
from exactcover.kernel.jit import MISSES


def run(*words: str) -> str:
    """Run the command that the wheel has installed, and return what it prints."""
    command = [str(Path(sys.executable).with_name("exactcover")), *words]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def commands(page: str) -> list[list[str]]:
    """Return the commands of a page, without the plots, which are an extra; its files are written to this folder."""
    for name, content in re.findall(r"<!-- file: (\S+) -->\n```\w+\n(.*?)```", page, re.DOTALL):
        Path(name).write_text(content)
    lines = re.findall(r"^    (?:\$ )?exactcover (.+)$", page, re.MULTILINE)
    found = [shlex.split(re.sub(r"--plot \S+", "", line.partition(" # ")[0])) for line in lines]
    assert len(found) >= 5
    return found


def main(checkout: Path) -> None:
    """Use the package as its pages say; raises where something is missing."""
    installed = Path(exactcover.__file__).resolve()
    assert checkout.resolve() not in installed.parents, f"{installed} is in the checkout"
    assert version("exactcover-solver") == exactcover.__version__
    assert run("--version") == f"exactcover {exactcover.__version__}\n"
    told = metadata("exactcover-solver").json
    assert told["license_expression"] == "MIT"
    assert "](exactcover/" not in told["description"], "the description links to files of the repository"
    for name in (
        "LICENSE",
        "py.typed",
        "REFERENCE.md",
        "files/schemas/answer.schema.json",
        "service/page/static/bench/bench.js",
    ):
        assert files("exactcover").joinpath(name).is_file(), name
    assert "soma" in exactcover.puzzles()
    compiled = Path("compiled").resolve()
    os.environ[MISSES] = str(compiled)
    assert find_spec("numba") is None, "the environment has numba; expected one without it, as the wheel requires none"
    for command in commands((checkout / "README.md").read_text()):
        run(*command)
    assert json.loads(run("check", "soma", "soma.json", "--json"))["accepted"]
    assert exactcover.check(exactcover.prove("mutilated-chessboard"))["accepted"]
    assert not compiled.exists(), compiled.read_text()
    print(f"exactcover {exactcover.__version__} works from {installed.parent.parent}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
