"""A certificate judged here, exported in every format that its kind has, and read by checkers of other authors.

Rows are stored one by one as JSON lines: a run that is interrupted goes on where it ended, and deleting the file measures all
again. One process makes them; if it dies, or a row takes too much CPU time, another process goes on with the next row. Not here:
the certificates (certificates.py, infeasible.py), the checkers (foreign.py).
"""

from __future__ import annotations

import json
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from benchmarks import foreign
from exactcover import api
from exactcover.model.errors import InvalidInput

RESULTS = Path(__file__).parent / "results"
SCRIPTS = {
    "states": (".py", ".json", ".states"),
    "trees": (".py", ".json", ".trees"),
    "recount": (".recount.py", ".opb", ".order"),
}
"""The exports that have a script which judges them, with its arguments."""

READ = ("lrat", "veripb2")
NAMES = {"lrat": "LRAT", "veripb2": "VeriPB", "states": "states", "trees": "trees", "recount": "recount"}

Row = dict[str, Any]


def rows(name: str, tasks: Iterable[str]) -> dict[str, Row]:
    """Return the rows of benchmarks/results/NAME.jsonl by task; `python -m benchmarks.NAME` makes the missing ones."""
    path, made = RESULTS / f"{name}.jsonl", stored_rows(name)
    wanted = list(tasks)
    missing = [task for task in wanted if task not in made]
    while missing:
        for row in _by_process(f"benchmarks.{name}", missing):
            made[row["task"]] = row
            with path.open("a") as file:
                file.write(json.dumps(row) + "\n")
            print(row, file=sys.stderr, flush=True)
        missing = [task for task in missing if task not in made]
    return {task: made[task] for task in wanted}


def stored_rows(name: str) -> dict[str, Row]:
    """Return the rows of benchmarks/results/NAME.jsonl by task, none if there is no such file."""
    path = RESULTS / f"{name}.jsonl"
    stored = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    return {row["task"]: row for row in stored}


def _by_process(module: str, tasks: list[str]) -> Iterator[Row]:
    """Yield the rows that a process makes of some tasks, in order; if it dies, the last one says so of its task."""
    number = 0
    with subprocess.Popen([sys.executable, "-m", module, *tasks], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            yield json.loads(line)
            number += 1
    if number < len(tasks):
        limited = process.returncode == -signal.SIGXCPU
        why = "more CPU seconds than the limit" if limited else f"the process ended with status {process.returncode}"
        yield {"task": tasks[number], "none": why}


def make(tasks: Iterable[str], made: Callable[[str], Row], seconds: int) -> None:
    """Print the rows of tasks, for the process that `rows` starts; it ends if one takes more CPU seconds than this."""
    for task in tasks:
        used = int(time.process_time()) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (used + seconds, resource.getrlimit(resource.RLIMIT_CPU)[1]))
        print(json.dumps({"task": task, **made(task)}), flush=True)


def examined(subject: api.Subject, text: str) -> Row:
    """Return the kind of a certificate, its size, and what our judge and the checkers of its exports say of it.

    Raises AssertionError if our judge refuses it.
    """
    begun = time.process_time()
    faults = api.check_text(subject, text)["faults"]
    judge = time.process_time() - begun
    assert not faults, faults
    value = json.loads(text)
    row: Row = {"kind": value.get("kind", "count"), "bytes": len(text), "judge": round(judge, 2)}
    row["bound"] = value.get("bound")
    if row["kind"] == "count":
        return row | {"recount": _scripted(subject, "recount", text)}
    row |= {form: _read(subject, form, text) for form in READ}
    form = {"invariant": "states", "steiner": "trees"}.get(row["kind"])
    return row if form is None else row | {form: _scripted(subject, form, text)}


def accepted_by(row: Row) -> list[str]:
    """Return the formats whose foreign checkers have accepted the exports of a row."""
    return [form for form in NAMES if row.get(form, {}).get("accepted")]


def refused_by(row: Row) -> list[str]:
    """Return the formats whose foreign checkers were run on an export and did not accept it."""
    return [form for form in NAMES if row.get(form, {}).get("accepted") is False]


def shown(row: Row) -> tuple[str, ...]:
    """Return the cells of a row: bytes and seconds of our judge, the verdicts on LRAT, VeriPB and script, and the formula's."""
    if "kind" not in row:
        return (row["none"], "", "", "", "")
    script = next((row[form] for form in SCRIPTS if form in row), None)
    exported = [row[form] for form in NAMES if "bytes" in row.get(form, {})]
    same = [each["formula"] for each in exported if "formula" in each]
    formula = "is the puzzle" if all(each is True for each in same) else "DIFFERS"
    if not exported:
        formula = "none"
    elif not same:
        itself = any("bytes" in row.get(form, {}) for form in ("states", "trees"))
        formula = "the puzzle itself" if itself else "no script"
    return (
        f"{row['bytes']:,}; {row['judge']:.2f}",
        *(_cell(row.get(form)) for form in READ),
        _cell(script),
        formula,
    )


def reasons(stored: Mapping[str, Row]) -> list[str]:
    """Return the reasons why there is no form, or no acceptance, as a Markdown list, each with the rows that it is about."""
    by_reason: dict[str, list[str]] = {}
    for task, row in stored.items():
        for form in (*READ, *SCRIPTS):
            why = row.get(form, {}).get("none") or row.get(form, {}).get("why")
            if why:
                by_reason.setdefault(f"{NAMES[form]}: {why}", []).append(task)
    return [f"- {reason} ({'; '.join(tasks)})" for reason, tasks in by_reason.items()]


def _cell(judged: Row | None) -> str:
    if judged is None or "none" in judged:
        return "no form"
    if judged["accepted"] is None:
        return f"not run here; {judged['bytes']:,}"
    return f"{'accepted' if judged['accepted'] else 'NOT ACCEPTED'}; {judged['bytes']:,}; {judged['seconds']:.2f}"


def _read(subject: api.Subject, form: str, text: str) -> Row:
    try:
        files = api.export(subject, form, certificate=text)
    except InvalidInput as unsuitable:
        return {"none": str(unsuitable)}
    problem, proof = (content for ending, content in files.items() if ending in (".cnf", ".lrat", ".opb", ".pbp"))
    row = _written(foreign.judged(form, problem, proof), len(problem) + len(proof))
    if ".readme_check.py" in files:
        ending = next(ending for ending in files if ending in (".cnf", ".opb"))
        same = foreign.scripted(files, ".readme_check.py", ".puzzle.json", ending)
        row["formula"] = same.accepted or same.said
    return row


def _scripted(subject: api.Subject, form: str, text: str) -> Row:
    try:
        files = api.export(subject, form, certificate=text)
    except InvalidInput as unsuitable:
        return {"none": str(unsuitable)}
    script, *further = SCRIPTS[form]
    row = _written(foreign.scripted(files, script, *further), sum(len(files[ending]) for ending in further))
    if ".readme_check.py" in files:
        same = foreign.scripted(files, ".readme_check.py", ".puzzle.json", ".opb")
        row["formula"] = same.accepted or same.said
    return row


def _written(verdict: foreign.Verdict, size: int) -> Row:
    row: Row = {"accepted": verdict.accepted, "bytes": size, "seconds": round(verdict.seconds, 2)}
    return row | ({"why": verdict.said[:200]} if verdict.said else {})
