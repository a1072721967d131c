"""Exact covers of a million options on 100,000 items: reading the file, the first solution, and memory, beside others.

`python -m benchmarks million` writes two covers as Knuth's text and measures each program that is built on each file, in a
separate process, with one thread: CPU seconds until the file is read, and until a solution is found and judged, and the most
memory of the process. The first cover is a tiling of 316x316 cells by straight and L tetrominoes; the other has random options
of 2 to 6 items around a planted solution, which no program here finds within the limit.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks import machine
from benchmarks.versus import built, instances, programs
from encoders.catalogue import puzzle
from exactcover import judges
from exactcover.model.answer import Limits, Request
from exactcover.model.cover import Cover
from exactcover.model.events import Found
from exactcover.solving import dispatch, execute
from exactcover.transform.reductions import chain

LIMIT = 60.0
OURS = "auto"
OTHERS = ("dlx2", "ssxcc", "kissat")


def tiling() -> Cover:
    """Return 316x316 cells by straight and L tetrominoes, any number of each."""
    encoded = puzzle("packing board=316x316 pieces=I4,L4 copies=any").encode().model
    written = chain.reduce(encoded, ("cover",)).model
    assert isinstance(written, Cover)
    return written


def planted() -> Cover:
    """Return the random cover of benchmarks/versus."""
    return instances.unpriced(100_000, 1_000_000, 1)


COVERS: dict[str, Callable[[], Cover]] = {"tiling of 316x316": tiling, "planted": planted}


def measure() -> list[str]:
    """Return the lines of the table."""
    lines = []
    for name, made in COVERS.items():
        model = made()
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "million.dlx"
            with file.open("wb") as out:
                out.writelines(programs.lines(model))
            size = f"{len(model.items):,} items, {model.options:,} options, {file.stat().st_size / 1e6:.0f} MB"
            for program in (OURS, *(each for each in OTHERS if built.program(each).exists())):
                lines.append((f"{name}: {size}", program, *_fields(_ran(program, file))))
                print(lines[-1], file=sys.stderr, flush=True)
    head = ["# A million options", "", machine.described(), "", (__doc__ or "").split("\n", 2)[2].strip(), ""]
    return [*head, *machine.table(("cover", "program", "read", "first solution", "peak MB"), lines)]


def _ran(program: str, file: Path) -> dict[str, float | None]:
    """Return the seconds and megabytes that a process reports, those of its children included."""
    command = [sys.executable, "-m", "benchmarks.million", program, str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    said: dict[str, float | None] = json.loads(done.stdout.splitlines()[-1])
    return said


def _fields(said: dict[str, float | None]) -> tuple[str, str, str]:
    read, solved, megabytes = said["read"], said["solved"], said["megabytes"]
    return (
        "" if read is None else f"{read:.1f}",
        f"> {LIMIT:g}" if solved is None else f"{solved:.1f}",
        f"{megabytes:.0f}",
    )


def _ours(file: Path) -> tuple[float | None, float | None]:
    """Return the CPU seconds until the file is read, and until a judged solution is there."""
    begun = time.process_time()
    model = puzzle(str(file)).encode().model
    read = time.process_time() - begun
    job, _ = dispatch.job_of(Request("solve", limits=Limits(time=LIMIT), workers=1), model)
    for event in execute.events(job):
        if isinstance(event, Found):
            assert not judges.faults(model, event.selection)
            return read, time.process_time() - begun
    return read, None


def _other(program: str, file: Path) -> tuple[float | None, float | None]:
    """Return the CPU seconds of a program that reads the file, which Kissat gets as clauses, None if it is stopped."""
    command = [str(programs.built(program)), "t1", "m1"]
    if program == "kissat":
        model = puzzle(str(file)).encode().model
        assert isinstance(model, Cover)
        file = file.with_suffix(".cnf")
        with file.open("wb") as out:
            out.writelines(programs.clauses(model))
        command = [command[0], "-q", "-n", str(file)]
    with file.open() as given:
        try:
            subprocess.run(command, stdin=given, capture_output=True, timeout=LIMIT + 5, check=False)
        except subprocess.TimeoutExpired:
            return None, None
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return None, used.ru_utime + used.ru_stime


def main(program: str, file: str) -> None:
    """Run a program on a file, and print one line of JSON."""
    who = resource.RUSAGE_SELF if program == OURS else resource.RUSAGE_CHILDREN
    read, solved = _ours(Path(file)) if program == OURS else _other(program, Path(file))
    megabytes = resource.getrusage(who).ru_maxrss / 1024
    print(json.dumps({"read": read, "solved": solved, "megabytes": megabytes}), flush=True)
    os._exit(0)


if __name__ == "__main__":
    main(*sys.argv[1:])
