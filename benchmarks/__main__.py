"""Measure: `python -m benchmarks` runs cases x engines x peers; `--compare A B` compares two runs.

`python -m benchmarks
blokus|cardinality|certificates|certified_costs|certified_counts|choice|cluster|cluster_model|costs|cut_boards|forgeries|foundation|infeasible|interrupts|kernels|large|lattices|local_beam|million|priced|proofs|race|remaining|searches|service|start|versus|workers`
measures one matter of our own and writes benchmarks/results/NAME.md.
"""

from __future__ import annotations

import argparse
import fnmatch
import importlib
import sys
from datetime import UTC, datetime
from pathlib import Path

from benchmarks import compare, grid, machine, picture, records, report
from benchmarks.cases import CASES
from benchmarks.records import Measurement, Run

NAMES = (
    "blokus", "cardinality", "certificates", "certified_costs", "certified_counts", "choice", "cluster", "cluster_model",
    "costs", "cut_boards", "forgeries", "foundation", "infeasible", "interrupts", "kernels", "large", "lattices", "local_beam",
    "million", "priced", "proofs", "race", "remaining", "searches", "service", "start", "versus", "workers",
)  # fmt: skip
RESULTS = Path(__file__).parent / "results"


def main(words: list[str] | None = None) -> int:
    """Run what the command line names; return 1 for a wrong answer or a broken engine, 2 for a usage error."""
    words = sys.argv[1:] if words is None else words
    if words and words[0] in NAMES:
        return _named(words) if len(words) == 1 else _refuse(f"{words[0]} takes no options")
    asked = _parser().parse_args(words)
    try:
        earlier = [records.read(path) for path in asked.compare or asked.report or ()]
        cases = _chosen("case", asked.cases, [case.name for case in CASES])
        usual = ",".join(name for name in grid.ENGINES if name not in grid.BY_NAME_ONLY)
        engines = _chosen("engine", asked.engines or usual, list(grid.ENGINES))
    except (ValueError, OSError) as fault:
        return _refuse(str(fault))
    if asked.compare:
        print("\n".join(compare.compared(*earlier)))
        return 0
    if asked.report:
        _show(earlier[0], asked.report[0])
        return 0
    run = Run(machine.facts(), asked.limit, asked.memory, asked.runs, cases, engines)
    path = asked.out or RESULTS / f"{datetime.now(UTC).date().isoformat()}-{asked.name}.jsonl"
    return _measure(run, path)


def _named(words: list[str]) -> int:
    lines = importlib.import_module(f"benchmarks.{words[0]}").measure()
    text = "\n".join(lines) + "\n"
    (RESULTS / f"{words[0]}.md").write_text(text)
    print(text, end="")
    return 0


def _measure(run: Run, path: Path) -> int:
    """Run the benchmark, print each measurement as it comes, and write PATH (JSON lines) with its .md and .png."""
    path.write_text("")
    records.append(path, run.head())
    for found in grid.measurements(run):
        records.append(path, records.written(found))
        print(_sentence(found, run), flush=True)
    _show(run, path)
    wrong = grid.failures(run)
    print(", ".join(f"{number} {status}" for status, number in report.summary(run).items()) + f"; {path}")
    for sentence in wrong:
        print(sentence, file=sys.stderr)
    return 1 if wrong else 0


def _show(run: Run, path: Path) -> None:
    """Write the tables and the picture next to the JSON lines."""
    path.with_suffix(".md").write_text("\n".join(report.report(run)) + "\n")
    try:
        picture.draw(run, path.with_suffix(".png"))
    except ImportError:
        print("no picture: matplotlib is not installed (pip install -e '.[plot]')", file=sys.stderr)


def _sentence(found: Measurement, run: Run) -> str:
    outcome = found.reason or found.answer or report.stopped(run, found.case, found.engine)
    seconds = "" if found.cpu_seconds is None else f", {report.shown(found.cpu_seconds)} s"
    return f"{found.case}, {found.engine}: {found.status}: {outcome}{seconds}"


def _chosen(what: str, asked: str, known: list[str]) -> tuple[str, ...]:
    """Return the known names that match a list of names and patterns, in their own order; raises ValueError."""
    patterns = [pattern for pattern in asked.split(",") if pattern]
    for pattern in patterns:
        if not fnmatch.filter(known, pattern):
            raise ValueError(f"unknown {what} {pattern!r}; expected names or patterns of {', '.join(known)}")
    return tuple(name for name in known if any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns))


def _refuse(sentence: str) -> int:
    print(f"benchmarks: {sentence}", file=sys.stderr)
    return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--cases", default="*", help="names or patterns of cases, with commas between (all)")
    parser.add_argument("--engines", help=f"names or patterns of engines and peers (all but {grid.BY_NAME_ONLY[0]})")
    parser.add_argument("--limit", type=_positive, default=60.0, help="CPU seconds a run may use (60)")
    parser.add_argument("--memory", type=_positive, default=4000.0, help="megabytes a process may hold (4000)")
    parser.add_argument("--runs", type=_count, default=1, help="runs of each; the tables show medians (1)")
    parser.add_argument("--name", default="all", help="the name in benchmarks/results/DAY-NAME.jsonl (all)")
    parser.add_argument("--out", type=Path, help="where to write instead, with .md and .png")
    parser.add_argument(
        "--report", nargs=1, type=Path, metavar="FILE", help="write .md and .png again, from these JSON lines"
    )
    parser.add_argument("--compare", nargs=2, type=Path, metavar=("A", "B"), help="compare two files of JSON lines")
    return parser


def _positive(text: str) -> float:
    number = float(text)
    if not number > 0:
        raise argparse.ArgumentTypeError(f"{text} is not positive")
    return number


def _count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is not 1 or more")
    return number


if __name__ == "__main__":
    sys.exit(main())
