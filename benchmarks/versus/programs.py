"""Programs that read a file of their format: Knuth's dlx2 and ssxcc, the SAT solver Kissat, and the C programs of this folder.

The file is written before the clock starts; reading it is part of their time, as is usual for them. Sources: D. E. Knuth, The Art
of Computer Programming, volume 4B, section 7.2.2.1, and the introductions of his programs; fmv.jku.at/kissat; built.py.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from itertools import combinations, pairwise
from pathlib import Path

import numpy as np

from benchmarks.outcome import NotAble, NotInstalled
from benchmarks.versus.built import program
from exactcover.files.exports import cover_to_dimacs
from exactcover.model.answer import Task
from exactcover.model.cover import Cover
from exactcover.model.non_binding_items import non_binding_items

Read = Callable[[], str | None]
"""Runs a program and returns the answer: a count, `found`, `none`, or None."""
SATISFIABLE, UNSATISFIABLE = 10, 20


def knuth(name: str, cover: Cover, task: Task, most: int | None = None) -> Read:
    """Return a run of dlx2 or ssxcc, which lists at most so many; raises NotAble for items that are covered several times."""
    if (cover.most[~non_binding_items(cover)] != 1).any() or cover.costs is not None:
        raise NotAble("items that are covered several times, costs")
    path = built(name)
    file = _written(lines(cover))
    command = [str(path), *([] if task == "count" else [f"t{most or 1}", "m1"])]

    def run() -> str | None:
        with file.open() as given:
            done = subprocess.run(command, stdin=given, capture_output=True, text=True, check=False)
        counted = re.search(r"Altogether (\d+) solution", done.stderr)
        if counted is None:
            raise RuntimeError(f"{name}: {(done.stderr.strip() or 'no output').splitlines()[-1]}")
        return counted[1] if task != "solve" else "found" if int(counted[1]) else "none"

    return run


def kissat(cover: Cover, task: Task) -> Read:
    """Return a run of Kissat on clauses as `export --to dimacs` writes them; raises NotAble for counts and costs."""
    if task != "solve" or cover.costs is not None:
        raise NotAble("counts and costs")
    path = built("kissat")
    file = _written(clauses(cover))

    def run() -> str | None:
        done = subprocess.run([str(path), "-q", "-n", str(file)], capture_output=True, text=True, check=False)
        if done.returncode not in (SATISFIABLE, UNSATISFIABLE):
            raise RuntimeError(f"kissat: {(done.stderr.strip() or 'no answer').splitlines()[-1]}")
        return "found" if done.returncode == SATISFIABLE else "none"

    return run


def compiled(name: str, words: tuple[str, ...]) -> Read:
    """Compile a C program of this folder, and return a run of it."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        raise NotInstalled("a C compiler")
    path = Path(tempfile.mkdtemp()) / name
    source = Path(__file__).with_name(f"{name}.c")
    subprocess.run([compiler, "-O3", "-march=native", "-o", str(path), str(source)], check=True)

    def run() -> str:
        return subprocess.run([path, *words], capture_output=True, text=True, check=True).stdout.strip()

    return run


def built(name: str) -> Path:
    """Return where a program is; raises NotInstalled."""
    if not program(name).exists():
        raise NotInstalled("python -m benchmarks.versus.built")
    return program(name)


def clauses(cover: Cover) -> Iterator[bytes]:
    """Yield a cover as clauses; a variable for each colour of an item is implied by the options that give it."""
    if cover.colours is None:
        yield from cover_to_dimacs.write(cover)
        return
    colours, plain = cover.colours, cover.colours == 0
    starts = np.concatenate([[0], np.cumsum(np.bincount(cover.owners[plain], minlength=cover.options))])
    base = Cover(cover.items, cover.least, cover.most, starts, cover.members[plain], repeated=True)
    text = b"".join(cover_to_dimacs.write(base))
    comment, header, clauses = text.split(b"\n", 2)
    last, number = map(int, header.split()[2:])
    entries = zip(cover.owners[~plain].tolist(), cover.members[~plain].tolist(), colours[~plain].tolist(), strict=True)
    named: dict[tuple[int, int], int] = {}
    further = [
        (-option - 1, named.setdefault((item, colour), last + len(named) + 1)) for option, item, colour in entries
    ]
    of_item: dict[int, list[int]] = {}
    for (item, _), variable in named.items():
        of_item.setdefault(item, []).append(variable)
    further += [(-one, -other) for own in of_item.values() for one, other in combinations(own, 2)]
    yield comment + f"\np cnf {last + len(named)} {number + len(further)}\n".encode() + clauses
    yield "".join(f"{one} {other} 0\n" for one, other in further).encode()


def lines(cover: Cover) -> Iterator[bytes]:
    """Yield a cover in Knuth's format, without items that ask for nothing; a colour is one character."""
    kept = ~non_binding_items(cover)
    groups = kept & (cover.least > 0), kept & (cover.least == 0)
    primary, secondary = ([f"i{item}" for item in np.flatnonzero(group).tolist()] for group in groups)
    yield " ".join([*primary, *(["|", *secondary] if secondary else [])]).encode() + b"\n"
    colours = np.zeros_like(cover.members) if cover.colours is None else cover.colours
    wanted = kept[cover.members].tolist()
    entries = [
        (f"i{item}:{chr(64 + colour)}" if colour else f"i{item}") if want else ""
        for item, colour, want in zip(cover.members.tolist(), colours.tolist(), wanted, strict=True)
    ]
    for first, end in pairwise(cover.starts.tolist()):
        yield " ".join(filter(None, entries[first:end])).encode() + b"\n"


def _written(chunks: Iterator[bytes]) -> Path:
    with tempfile.NamedTemporaryFile("wb", suffix=".txt", delete=False) as file:
        file.writelines(chunks)
    return Path(file.name)
