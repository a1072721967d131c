"""A measured process: `python -m benchmarks.versus.child NUMBER NAME` runs a row with a program and prints one line of JSON.

CPU seconds are those of this process and of its children from the model to the answer; a run that takes less than a second is
repeated, and the median is taken.
"""

from __future__ import annotations

import json
import os
import resource
import statistics
import sys
import time

from benchmarks.outcome import NotAble, NotInstalled
from benchmarks.versus.contestants import Reached, judge, ready
from benchmarks.versus.rows import Row, rows

SHORT, AGAIN = 1.0, 4


def main(number: str, name: str) -> None:
    """Measure, and exit at once, without waiting for threads of native solvers."""
    row = list(rows())[int(number)]
    try:
        seconds, reached = timed(row, name)
        while seconds[0] < SHORT and len(seconds) <= AGAIN:
            more, again = timed(row, name)
            assert again.answer == reached.answer, f"{again} after {reached}"
            seconds += more
        said = {**reached._asdict(), "seconds": statistics.median(seconds), "megabytes": peak()}
        if row.answer is not None and reached.answer not in (None, str(row.answer)):
            said = {"wrong": f"{reached.answer}; expected {row.answer}"}
    except NotAble as reason:
        said = {"not_able": str(reason)}
    except NotInstalled as reason:
        said = {"not_installed": str(reason)}
    print(json.dumps(said), flush=True)
    os._exit(0)


def timed(row: Row, name: str) -> tuple[list[float], Reached]:
    """Return the CPU seconds of one run, in a list, and what it reached."""
    run = ready(name, row)
    begun = cpu()
    reached = run()
    seconds = cpu() - begun
    judge()
    return [seconds], reached


def cpu() -> float:
    """Return the CPU seconds of this process and of the children that have ended."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + ended.ru_utime + ended.ru_stime


def peak() -> int:
    """Return the most memory that this process, or one of its children, has had, in megabytes."""
    return max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)) // 1024


if __name__ == "__main__":
    main(*sys.argv[1:])
