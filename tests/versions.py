"""`python -m tests.versions` runs the tests with the lowest versions that pyproject.toml allows, and with the newest ones on each
Python that is installed (`python3.12` and so on); `--lowest` writes those lowest versions, for `pip install --requirement`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
EXTRAS = ("jit", "plot", "dev", "service", "cluster")
PYTHONS = ("3.12", "3.13", "3.14")
"""The versions besides the one that runs this: some of them is installed on a machine, perhaps."""
TESTS = ("not (deep or slow or service or process or cluster)", "(service or process) and not (deep or slow)")


def lowest(extras: tuple[str, ...] = ()) -> list[str]:
    """Return what the project and extras require here, each with its lowest version, corrected as far as it was."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    written = [
        *project["dependencies"],
        *(each for extra in extras for each in project["optional-dependencies"][extra]),
    ]
    versions = dict[str, str]()
    for requirement in map(Requirement, written):
        if requirement.marker and not requirement.marker.evaluate():
            continue  # not required on this system
        (version,) = [each.version for each in requirement.specifier if each.operator == ">="]
        versions[requirement.name] = version
    return [f"{name}=={version}{'' if 'dev' in version else '.*'}" for name, version in sorted(versions.items())]


def run(python: str, versions: list[str], folder: Path) -> bool:
    """Return whether the tests pass on a Python, with these versions of what the project requires, in a new folder."""
    checkout, ours = folder / "checkout", folder / "venv" / "bin" / "python"
    subprocess.run(["git", "clone", "-q", str(ROOT), str(checkout)], check=True)
    subprocess.run([python, "-m", "venv", str(folder / "venv")], check=True)
    (folder / "versions").write_text("\n".join(versions))
    project = [f".[{','.join(EXTRAS)}]", "--constraint", str(folder / "versions")]
    subprocess.run([str(ours), "-m", "pip", "install", "-q", "--editable", *project], cwd=checkout, check=True)
    subprocess.run([str(ours), "-m", "exactcover.kernel.build"], cwd=checkout, check=True)
    own = {"VIRTUAL_ENV": str(folder / "venv"), "PATH": f"{ours.parent}{os.pathsep}{os.environ['PATH']}"}
    passed = [
        subprocess.run(
            [str(ours), "-m", "pytest", "-n", "2", "-m", chosen], cwd=checkout, env={**os.environ, **own}, check=False
        )
        for chosen in TESTS
    ]
    return all(each.returncode == 0 for each in passed)


def main(words: list[str]) -> int:
    """Print a line for each Python; 1 if tests fail on one."""
    if words == ["--lowest"]:
        print("\n".join(lowest()))
        return 0
    runs = [(sys.executable, "lowest", lowest(EXTRAS))]
    runs += [(python, "newest", []) for each in PYTHONS if (python := shutil.which(f"python{each}"))]
    verdicts = dict[str, bool]()
    for python, name, versions in runs:
        with tempfile.TemporaryDirectory(prefix="exactcover-versions-", ignore_cleanup_errors=True) as folder:
            verdicts[f"{Path(python).name} with the {name} versions"] = run(python, versions, Path(folder))
    for each, passed in verdicts.items():
        print(f"{each}: {'passed' if passed else 'failed'}")
    return 0 if all(verdicts.values()) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
