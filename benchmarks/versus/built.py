"""Programs in C that are measured beside ours, built from their public sources: `python -m benchmarks.versus.built`.

Needs git, a C compiler, make, and for Knuth's programs `ctangle` (Debian's texlive-binaries). The programs go to a folder that is
not committed; one that cannot be built is named, and left out of the measurement.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "built"
KNUTH = "https://github.com/shreevatsa/knuth-literate-programs"
KISSAT = "https://github.com/arminbiere/kissat"
RANDOM_NUMBERS = "other_categorize_later/sgb"
"""Where gb_flip of the Stanford GraphBase, which Knuth's programs include, is in their repository."""


def program(name: str) -> Path:
    """Return where a program is if it has been built."""
    return FOLDER / name


def of_knuth(name: str, source: Path) -> None:
    """Build one of Knuth's programs, as large as the largest cover here needs."""
    run("git", "checkout", "HEAD", "--", f"programs-orig/{name}.w", RANDOM_NUMBERS, where=source)
    web = (source / "programs-orig" / f"{name}.w").read_text(encoding="latin-1")
    for limit, larger in (("max_cols 100000", "max_cols 200000"), ("max_nodes 10000000", "max_nodes 30000000")):
        web = web.replace(f"@d {limit}", f"@d {larger}")
    web = web.replace("@d max_level 5000", "@d max_level 100000")
    (source / f"{name}.w").write_text(web, encoding="latin-1")
    run("ctangle", f"{name}.w", where=source)
    numbers = source / RANDOM_NUMBERS
    run("cc", "-O3", "-w", f"-I{numbers}", "-o", str(program(name)), f"{name}.c", f"{numbers}/gb_flip.c", where=source)


def kissat(source: Path) -> None:
    """Build Kissat, A. Biere's SAT solver."""
    run("git", "checkout", "HEAD", "--", ".", where=source)
    run("./configure", where=source)
    run("make", "-s", where=source)
    shutil.copy(source / "build" / "kissat", program("kissat"))


BUILDERS: dict[str, tuple[str, Callable[[Path], None]]] = {
    "dlx2": (KNUTH, lambda source: of_knuth("dlx2", source)),
    "ssxcc": (KNUTH, lambda source: of_knuth("ssxcc", source)),
    "kissat": (KISSAT, kissat),
}
"""Of each program the address of its sources, and what builds it there."""


def run(*command: str, where: Path) -> None:
    """Run a command quietly; raises CalledProcessError and OSError."""
    own = {**os.environ, "CWEBINPUTS": "."}
    subprocess.run(
        command, cwd=where, env=own, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )


def main() -> int:
    """Build what is missing; return 1 if something cannot be built."""
    FOLDER.mkdir(exist_ok=True)
    faults = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, (address, builder) in BUILDERS.items():
            source = Path(folder) / address.rsplit("/", 1)[1]
            try:
                if not source.exists():
                    run("git", "clone", "-q", "--depth", "1", "--no-checkout", address, str(source), where=Path(folder))
                builder(source)
                print(f"{name}: built")
            except (OSError, subprocess.CalledProcessError) as fault:
                faults += 1
                print(f"{name}: {(getattr(fault, 'stderr', '') or str(fault)).strip()}", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
