"""What a command costs besides the search, whole: CPU seconds of all its processes, wall seconds, memory, imports.

CPU seconds: the least and the median of 9 runs; wall seconds: the median; memory: the greatest sum of proportional set sizes;
modules: those that all its processes look for, a fork without its parent's; libraries: the heavy ones among them. The first
two lines are for comparison with other machines and hours. Kernels come from the library compiled ahead; with the just-in-time
compiler (`EXACTCOVER_JIT=1`, its code cached) a command costs what the second table says.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks import warm
from benchmarks.command_usage import Usage, usage
from benchmarks.machine import described, table

RUNS = 9
COMMANDS = (
    "python -c pass",
    "python -c 'import numpy'",
    "exactcover --help",
    "exactcover --version",
    "exactcover puzzles",
    "exactcover engines",
    "exactcover info soma",
    "exactcover draw soma",
    "exactcover export soma --to dlx",
    "exactcover check soma soma.json",
    "exactcover solve soma",
    "exactcover count pentominoes-6x10",
    "exactcover prove mutilated-chessboard",
    "exactcover count sudoku file=sudokus.txt",
    "exactcover --server URL solve soma",
)
COMPILED = ("exactcover solve soma", "exactcover count pentominoes-6x10", "exactcover prove mutilated-chessboard")
HEAD = ("command", "CPU s, least", "median", "wall s", "memory, MB", "modules", "libraries")


def measure() -> list[str]:
    """Return the tables."""
    lines = ["# The start of a command", "", described(), "", (__doc__ or "").split("\n", 2)[2].strip(), ""]
    here, environment = os.getcwd(), dict(os.environ)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # a user's machine keeps compiled Python code
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (here, os.environ.get("PYTHONPATH"))))
    with tempfile.TemporaryDirectory() as folder, server() as url:
        os.chdir(folder)
        try:
            Path("sudokus.txt").write_text("".join(f"{line}\n" for line in _sudokus(300)))
            subprocess.run(_words("exactcover solve soma -o soma.json", ""), check=True, stdout=subprocess.DEVNULL)
            ahead = [_row(each, usage(RUNS, _words(each, url))) for each in COMMANDS]
            compiled = [_row(each, usage(RUNS, _words(each, url), EXACTCOVER_JIT="1")) for each in COMPILED]
        finally:
            os.chdir(here)
            os.environ.clear()
            os.environ.update(environment)
    lines += [*table(HEAD, ahead), "", "## With the just-in-time compiler", "", *table(HEAD, compiled), ""]
    return [*lines, "## A warm solve", "", (warm.__doc__ or "").strip(), "", *warm.solves(), "", *warm.timeline()]


def _sudokus(number: int) -> list[str]:
    """Return so many different sudokus with 17 clues: the hard ones, their digits shifted, and transposed."""
    boards = [line for line in warm.LINES.read_text().split("\n") if line and not line.startswith("#")]
    shifted = [
        "".join(each if each == "0" else str((int(each) - 1 + by) % 9 + 1) for each in board)
        for by in range(9)
        for board in boards
    ]
    transposed = ["".join(board[row::9] for row in range(9)) for board in shifted]
    return (shifted + transposed)[:number]


def _words(command: str, url: str) -> tuple[str, ...]:
    """Return a command line, with this interpreter and the installed command, for a server at a URL."""
    first, *rest = shlex.split(command.replace("URL", url))
    return ({"python": sys.executable, "exactcover": str(Path(sys.executable).with_name("exactcover"))}[first], *rest)


def _row(command: str, used: Usage) -> tuple[str, ...]:
    figures = (f"{used.least:.3f}", f"{used.cpu:.3f}", f"{used.wall:.3f}", f"{used.memory:.0f}", str(used.modules))
    return (f"`{command}`", *figures, ", ".join(used.libraries))


@contextmanager
def server() -> Iterator[str]:
    """The URL of a local server with a temporary store."""
    with tempfile.TemporaryDirectory() as folder:
        words = _words(f"exactcover serve --port 0 --store {folder}/jobs.db", "")
        with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            try:
                yield process.stdout.readline().split()[3].rstrip("/")
            finally:
                process.terminate()
