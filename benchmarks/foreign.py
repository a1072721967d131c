"""Checkers of proofs by other authors, run on exported files: VeriPB, lrat-check, cake_lpr, and the scripts of an export.

A checker is the program named by an environment variable (VERIPB, LRAT_CHECK, CAKE_LPR), otherwise the one of its usual name on
PATH; one that is neither is reported as missing, never as accepting. Before its first use a checker has to accept a proof and to
refuse one that proves nothing. VeriPB from 2.0 on reads our files as they are exported; older ones read version 1.2, to which
`in_version_1_2` rewrites the first and the last lines: the steps are the same. Scripts of an export are run by this Python,
isolated (-I -S). Not here: what is proved (certificates.py, infeasible.py).
"""

from __future__ import annotations

import functools
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

PATIENCE = 120.0
"""Wall seconds of one check."""
VARIABLES = {"veripb": "VERIPB", "lrat-check": "LRAT_CHECK", "cake_lpr": "CAKE_LPR"}
"""The environment variable that names each program."""
CHECKERS = {"lrat": ("lrat-check", "cake_lpr"), "veripb": ("veripb",), "veripb2": ("veripb",)}
"""The programs that read each format."""
VERIFIED = re.compile(r"^(c VERIFIED|s VERIFIED UNSAT|Verification succeeded\.|s VERIFIED .*)$", re.MULTILINE)
OBJECTIVE = re.compile(rb"^min: (.*);$", re.MULTILINE)
BOUNDS = re.compile(rb"conclusion BOUNDS (-?\d+) : (\d+) INF")
UNSATISFIABLE = re.compile(rb"conclusion UNSAT : (\d+)")

PROBES: Mapping[str, tuple[tuple[bytes, bytes], tuple[bytes, bytes]]] = {
    "lrat": (
        (b"p cnf 1 2\n1 0\n-1 0\n", b"3 0 1 2 0\n"),
        (b"p cnf 2 2\n1 2 0\n-1 0\n", b"3 0 1 2 0\n"),
    ),
    "veripb": (
        (b"* #variable= 1 #constraint= 2\n+1 x1 >= 1 ;\n-1 x1 >= 0 ;\n", b"pol 1 2 +\n"),
        (b"* #variable= 1 #constraint= 2\n+1 x1 >= 1 ;\n-1 x1 >= -1 ;\n", b"pol 1 2 +\n"),
    ),
}
"""Of each format a problem and a proof that a checker has to accept, and one that it has to refuse; VeriPB: the steps alone."""


class Verdict(NamedTuple):
    """Whether a checker accepted, None if it was not run; its CPU seconds, and the reason if it did not accept."""

    accepted: bool | None
    seconds: float
    said: str


def program(name: str) -> str | None:
    """Return the path of a checker, None if it is not installed."""
    return shutil.which(os.environ.get(VARIABLES[name], name))


def judged(form: str, problem: bytes, proof: bytes) -> Verdict:
    """Return the verdict of the first installed checker of a format (lrat or veripb2) on a problem and a proof about it."""
    name = next((each for each in CHECKERS[form] if program(each) is not None), None)
    if name is None:
        return Verdict(None, 0.0, f"not run here: no {' or '.join(CHECKERS[form])}")
    if name == "veripb":
        if _reads_version_2():
            return _read(name, problem, proof, ".opb", ".pbp")
        return _read(name, problem, in_version_1_2(problem, proof), ".opb", ".pbp")
    _refuse_credulous(name)
    return _read(name, problem, proof, ".cnf", ".lrat")


def scripted(files: Mapping[str, bytes], script: str, *further: str) -> Verdict:
    """Return the verdict of an exported script on the exported files with these endings; it accepts by exit status 0."""
    with tempfile.TemporaryDirectory() as folder:
        for ending, content in files.items():
            (Path(folder) / f"x{ending}").write_bytes(content)
        command = [sys.executable, "-I", "-S", *(f"x{ending}" for ending in (script, *further))]
        done, seconds, text = _ran(command, folder)
    return Verdict(done == 0, seconds, "" if done == 0 else text)


def in_version_1_2(problem: bytes, proof: bytes) -> bytes:
    """Return a proof of version 2.0 as one of 1.2: the conclusion becomes a check of the constraint that it names.

    A contradiction is checked by `c`, a bound on the objective by `i`: the constraint has to imply the stated one.
    """
    first, _, rest = proof.partition(b"\n")
    steps, conclusion = rest.split(b"output NONE\n")
    assert first == b"pseudo-Boolean proof version 2.0", first
    contradiction = UNSATISFIABLE.match(conclusion)
    if contradiction is not None:
        last = b"c " + contradiction[1]
    else:
        bounds, objective = BOUNDS.match(conclusion), OBJECTIVE.search(problem)
        assert bounds is not None, conclusion
        assert objective is not None, conclusion
        last = b"i %s %s>= %s ;" % (bounds[2], objective[1], bounds[1])
    return b"pseudo-Boolean proof version 1.2\n" + steps + last + b"\n"


@functools.cache
def _reads_version_2() -> bool:
    """Return whether VeriPB reads version 2.0; raises RuntimeError if it accepts a proof that proves nothing."""
    (problem, steps), (open_problem, same) = PROBES["veripb"]
    frames = (
        b"pseudo-Boolean proof version 2.0\nf 2\n%soutput NONE\nconclusion UNSAT : 3\nend pseudo-Boolean proof\n",
        b"pseudo-Boolean proof version 1.2\nf 2\n%sc 3\n",
    )
    for number, frame in enumerate(frames):
        if _read("veripb", problem, frame % steps, ".opb", ".pbp").accepted:
            if _read("veripb", open_problem, frame % same, ".opb", ".pbp").accepted:
                raise RuntimeError("this VeriPB accepts a proof that proves nothing")
            return number == 0
    raise RuntimeError("this VeriPB reads neither version 2.0 nor 1.2 of its format")


@functools.cache
def _refuse_credulous(name: str) -> None:
    """Raise RuntimeError if an LRAT checker refuses the proof of the probes, or accepts the other."""
    verdicts = [_read(name, *probe, ".cnf", ".lrat").accepted for probe in PROBES["lrat"]]
    if verdicts != [True, False]:
        raise RuntimeError(f"{name} judges a proof and a text that proves nothing {verdicts}; expected [True, False]")


def _read(name: str, problem: bytes, proof: bytes, first: str, second: str) -> Verdict:
    path = program(name)
    assert path is not None
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / f"x{first}").write_bytes(problem)
        (Path(folder) / f"x{second}").write_bytes(proof)
        command = [path, *(["--no-requireUnsat"] if name == "veripb" and b"\ni " in proof else [])]
        done, seconds, text = _ran([*command, f"x{first}", f"x{second}"], folder)
    accepted = done == 0 and VERIFIED.search(text) is not None
    return Verdict(accepted, seconds, "" if accepted else text)


def _ran(command: list[str], folder: str) -> tuple[int | None, float, str]:
    """Return a program's exit status, None if it did not end in time, its CPU seconds, and what it printed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=False)
        status, text = done.returncode, (done.stdout + done.stderr).strip()
    except subprocess.TimeoutExpired:
        status, text = None, f"not ended in {PATIENCE:.0f} s"
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return status, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, text
