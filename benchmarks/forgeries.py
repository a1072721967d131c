"""Forged certificates: what the judges make of 100,000 honest documents with something in them changed.

A document is a certificate, or a file of solutions or an answer with one, about a small puzzle of which a second program,
which tries everything, knows what is true. It is changed in one of five ways: entries changed, left out, repeated, swapped or
replaced, wherever they are; numbers alone; the statement alone, such as the count, the bound or the list; a part of another
document put in, or the whole handed in for another puzzle; what is no JSON, too deep or too long. What is accepted must say
something true: a change may leave a statement true, such as another order of the items, or a smaller bound. Anything but a
verdict or a refusal in a sentence is a failure, and so is one that takes more than 5 CPU seconds. The seed is fixed.
`python -m benchmarks forgeries` runs all and writes benchmarks/results/forgeries.md; it takes about 4 minutes on one core.
"""

from __future__ import annotations

import itertools
import random
import sys
import time
from collections import Counter

from benchmarks.machine import described, table
from tests.forging import OUTCOMES, WAYS, forgeries, judged
from tests.honest_documents import documents

NUMBER, SEED = 100_000, 1
EVERY = 10_000


def measure() -> list[str]:
    """Return the lines of the page; raises AssertionError for a forgery that is not refused as it must be."""
    honest = documents()
    by_kind: Counter[tuple[str, str]] = Counter()
    by_way: Counter[tuple[str, str]] = Counter()
    wrong: list[str] = []
    slowest, begun = 0.0, time.process_time()
    for number, forgery in enumerate(itertools.islice(forgeries(random.Random(SEED), honest), NUMBER), start=1):
        outcome = judged(forgery)
        by_kind[forgery.kind, outcome.name] += 1
        by_way[forgery.way, outcome.name] += 1
        slowest = max(slowest, outcome.seconds)
        if outcome.name not in ("refused", "accepted, true"):
            wrong.append(
                f"{outcome.name}: {forgery.kind} of {forgery.subject.name}, {outcome.fault}: {forgery.text[:2000]}"
            )
            print(wrong[-1], file=sys.stderr, flush=True)
        if number % EVERY == 0:
            print(f"{number:,} forgeries, {time.process_time() - begun:.0f} s", file=sys.stderr, flush=True)
    puzzles, seconds = len({document.subject.name for document in honest}), time.process_time() - begun
    about = f"{len(honest)} honest documents about {puzzles} puzzles, {NUMBER:,} forgeries, {seconds:.0f} CPU seconds"
    return [
        "# Forged certificates",
        "",
        described(),
        "",
        *(__doc__ or "").splitlines(),
        "",
        f"{about}; the slowest verdict took {slowest:.2f}.",
        "",
        *_table("kind", by_kind),
        "",
        *_table("way", by_way),
        "",
        f"{len(wrong)} failures."
        if wrong
        else "No forgery was accepted that is false, none made a judge fail, and none was slow.",
        *wrong,
    ]


def _table(name: str, outcomes: Counter[tuple[str, str]]) -> list[str]:
    names = sorted({each for each, _ in outcomes}) if name == "kind" else list(WAYS)
    rows = [(each, [outcomes[each, outcome] for outcome in OUTCOMES]) for each in names]
    rows.append(("all", [sum(column) for column in zip(*(numbers for _, numbers in rows), strict=True)]))
    lines = [(each, f"{sum(numbers):,}", *(f"{number:,}" for number in numbers)) for each, numbers in rows]
    return table((name, "forgeries", *OUTCOMES), lines)
