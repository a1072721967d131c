"""The figures of the service, recorded part by part as they are measured: results/service.jsonl, and the page made of
it.

A part that is measured again replaces its earlier record; kills add up, so that they can be done a few at a time. Not
here: how anything is measured (service.py, service_http.py).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.machine import described, table

FILE = Path(__file__).parent / "results" / "service.jsonl"
HEAD = """# The service

Measured by `python -m benchmarks.service` (the store, servers that are killed), `python -m benchmarks.service_http` (a server
over HTTP), `python -m benchmarks.service_siege` (a server besieged), `python -m benchmarks.service_bodies` (large bodies),
`python -m benchmarks.service_owners` (two owners) and `python -m benchmarks.service_page` (the page). Each answer is judged: a
wrong one ends a run, and is not noted."""
SUMMED = ("kills", "jobs", "again", "resumed", "orphans")
PARTS = {
    "overhead": "A job over HTTP, beside a direct solve of the same puzzle and seed in this process; medians in ms",
    "cached": "Answers that are known, each of them a job that is kept in the store",
    "soak": "Many clients that submit jobs of eight kinds and look at theirs",
    "siege": "An ordinary client beside idle connections, slow headers, slow bodies and readers that never read",
    "bodies": "A call of /healthz beside clients that send bodies of 1 MiB",
    "many": "A store of many jobs: CPU time of a call",
    "owners": "An ordinary owner beside one with a job of a day, 1,000 more queued, and all the requests that a token may send",
    "page": "The pages in Debian's browser, without a graphics card: first load, painting, and from a dropped piece to the count",
}


def note(part: str, *, file: Path = FILE, **figures: Any) -> None:
    """Store the figures of a part, and write the page again."""
    with file.open("a") as lines:
        lines.write(json.dumps({"part": part, "measured": described(), **figures}) + "\n")
    file.with_suffix(".md").write_text("\n".join(page(noted(file))) + "\n")


def noted(file: Path = FILE) -> list[dict[str, Any]]:
    """Return all records, oldest first."""
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


def page(records: Sequence[dict[str, Any]]) -> list[str]:
    """Return the page."""
    lines = HEAD.split("\n")
    latest = {record["part"]: record for record in records}
    if "rates" in latest:
        lines += _section("Jobs accepted per second", latest["rates"])
        lines += [f"Distinct puzzles, full durability: {latest['rates']['how']}.", ""]
        lines += table(("store", "jobs accepted per second", "CPU ms of this process per job"), latest["rates"]["rows"])
    killed = [record for record in records if record["part"] == "killed"]
    if killed:
        lines += _section("Servers killed with SIGKILL at random moments", killed[-1])
        lines += ["They run counts, lists and searches whose answers are known; each job ended once, and right.", ""]
        lines += table(
            (
                "store",
                "kills",
                "jobs",
                "begun again",
                "most attempts",
                "searches that went on",
                "processes alive after 1 s",
            ),
            [_killed(killed, store) for store in dict.fromkeys(record["store"] for record in killed)],
        )
    chaos = [record for record in records if record["part"] == "chaos"]
    if chaos:
        lines += _section("Servers, runners, their children and the database, killed at random; two owners", chaos[-1])
        lines += ["Each job ended once, right, and was seen by its owner only (`python -m benchmarks.chaos`).", ""]
        head = ("store", "kills", "of", "jobs", "given up after three crashes", "most attempts")
        lines += table(head, [_chaos(chaos, store) for store in dict.fromkeys(record["store"] for record in chaos)])
    for part, title in PARTS.items():
        if part in latest:
            lines += _section(title, latest[part])
            lines += table(
                ("figure", "measured"), [(name, shown(value)) for name, value in latest[part]["figures"].items()]
            )
    return lines


def shown(value: float | str) -> str:
    """Return a figure as it is written."""
    return value if isinstance(value, str) else f"{value:g}"


def _section(title: str, record: dict[str, Any]) -> list[str]:
    return ["", f"## {title}", "", f"{record['measured']}.", ""]


def _killed(records: Sequence[dict[str, Any]], store: str) -> tuple[str, ...]:
    """Return a row of the table: the total of all runs on a store."""
    own = [record for record in records if record["store"] == store]
    total = {name: sum(record[name] for record in own) for name in SUMMED}
    most = max(record["most"] for record in own)
    return (store, *map(str, (total["kills"], total["jobs"], total["again"], most, total["resumed"], total["orphans"])))


def _chaos(records: Sequence[dict[str, Any]], store: str) -> tuple[str, ...]:
    """Return a row of the table: the total of all runs on a store."""
    own = [record for record in records if record["store"] == store]
    kills = sum((Counter(record["kills"]) for record in own), Counter[str]())
    jobs, given_up = (str(sum(record[name] for record in own)) for name in ("jobs", "given_up"))
    victims = ", ".join(f"{victim} {number}" for victim, number in sorted(kills.items()))
    return store, str(kills.total()), victims, jobs, given_up, str(max(record["most"] for record in own))
