"""How many workers a count by cubes can use: cubes are sampled and timed here, and replayed by a model on 1 to 1000
workers.

`python -m benchmarks.cluster_model plan` plans the counts and draws the samples. `python -m benchmarks.cluster_model
SECONDS [PART OF A NAME] [SHARE/SHARES]` times cubes of the samples for so long, and resumes where it stopped; several
processes can do so at once, each with its own share. Both write results/cluster_model.jsonl. `python -m benchmarks
cluster_model` times only the driver, its judge and Ray (cluster_costs.py), and replays the file. Seconds of cubes are
CPU seconds.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.cluster import cover_of
from benchmarks.cluster_costs import judged, ledger_costs, ray_costs
from benchmarks.simulator import Costs, Outcome, simulate
from exactcover.backends.search.cover.plans import SearchPlan
from exactcover.backends.search.cover.roots import Runner, plan, runner_of_plan
from exactcover.cluster.cubes import LONGER, MOST_TOGETHER, Branch, Cube, branches_of, cut, estimates
from exactcover.cluster.scheduler import search_order
from exactcover.cluster.work import Worker
from exactcover.model.cover import Cover

RESULTS = Path(__file__).parent / "results"
SAMPLES, PICTURE = RESULTS / "cluster_model.jsonl", RESULTS / "cluster_model.png"
WORKERS = (1, 2, 4, 8, 16, 24, 32, 64, 125, 250, 500, 1000)
SEEDS, FEWEST_TIMED = 3, 5
DAY = 86_400.0


@dataclass(frozen=True)
class Case:
    """A count, the estimated length of its cubes in seconds, and how many cubes are sampled."""

    name: str
    words: str
    cube_seconds: float
    samples: int


CASES = (
    Case("one-sided pentominoes, 9x10", "packing board=9x10 pieces=pentominoes-one-sided", 5.0, 60),
    Case("22 queens", "queens n=22", 5.0, 500),
)

SUPPOSED = Costs(tables=4.0, message=0.002, slow=0.05, deaths=0.001)
"""Conservative assumptions, not measured as all other costs are. Tables are timed with the samples."""
JUDGED_ROOTS = 4


@dataclass(frozen=True)
class Sample:
    """The data of a case: the estimated number of its cubes, the seconds to plan them, and the cubes that were timed.

    weights: how many cubes of the plan each of them represents; nodes: the estimate of each; drawn: how many are in the
    sample, timed or not; tables: the setup time of a worker.
    """

    cubes: int
    plan_seconds: float
    seconds: NDArray[np.float64]
    weights: NDArray[np.float64]
    nodes: NDArray[np.float64]
    drawn: int
    tables: float

    @property
    def mean(self) -> float:
        """The mean of a cube's seconds."""
        return float(np.average(self.seconds, weights=self.weights))

    @property
    def error(self) -> float:
        """The standard error of the mean, as that of a ratio of two means."""
        off = self.weights * (self.seconds - self.mean)
        return float(np.sqrt(np.sum(off * off)) / np.sum(self.weights))


def measure() -> list[str]:
    """Replay all cases, draw the picture, and return the page."""
    lines: list[str] = []
    curves: dict[str, list[tuple[int, Outcome]]] = {}
    driver = ledger_costs() | ray_costs()
    for case in CASES:
        sample = read(case)
        if len(sample.seconds) < FEWEST_TIMED:
            summary = f"`{case.words}`, in about {sample.cubes:,} cubes: {len(sample.seconds)} of {sample.drawn} drawn are timed."
            lines += [f"## {case.name}", "", f"{summary} That is too few for a model.", ""]
            continue
        own = {"tables": sample.tables, "planning": sample.plan_seconds / sample.cubes, "judging": judging_cost(case)}
        costs = replace(SUPPOSED, **driver, **own)
        curves[case.name] = [(workers, replayed(sample, workers, costs)) for workers in WORKERS]
        lines += _section(case, sample, costs, curves[case.name])
    _draw(curves)
    return [
        *("# A model of counts by cubes on up to 1000 workers", "", "`python -m benchmarks cluster_model`", ""),
        *("![Efficiency by workers](cluster_model.png)", ""),
        *lines,
    ]


def replayed(sample: Sample, workers: int, costs: Costs) -> Outcome:
    """Return the run with the median efficiency of several, each with cubes drawn from those that were timed."""
    outcomes = []
    for seed in range(SEEDS):
        chances = sample.weights / sample.weights.sum()
        drawn = np.random.default_rng(seed).choice(len(chances), sample.cubes, p=chances)
        drawn = drawn[search_order(sample.nodes[drawn].tolist(), workers=workers)]
        outcomes.append(simulate(sample.seconds[drawn].tolist(), workers, costs, seed))
    return sorted(outcomes, key=lambda outcome: outcome.efficiency)[SEEDS // 2]


def _section(case: Case, sample: Sample, costs: Costs, curve: list[tuple[int, Outcome]]) -> list[str]:
    days, error = sample.cubes * sample.mean / DAY, sample.cubes * sample.error / DAY
    each, whole = 1000 * (costs.commit + costs.submit), 1000 * costs.transaction
    told_of_sample = (
        f"`{case.words}`, in about {sample.cubes:,} cubes. {len(sample.seconds)} of {sample.drawn} drawn at random took"
        f" {sample.mean:.1f} s on average ({sample.seconds.min():.2f} to {sample.seconds.max():.1f} s):"
        f" {days:.2f} days of one core (standard error {error:.2f}). Planning takes {sample.plan_seconds:.0f} s of one core, and"
        f" a worker {costs.tables:.2f} s before its first cube. The driver takes {each:.1f} ms for each cube, and {whole:.1f} ms"
        f" whenever it has taken results; its judge {1000 * costs.judging:.2f} ms for each cube at the end."
    )
    return [
        *(f"## {case.name}", "", told_of_sample),
        "",
        "| workers | hours | efficiency | with planning and judging | driver busy |",
        "|--:|--:|--:|--:|--:|",
        *(
            f"| {workers} | {outcome.seconds / 3600:.2f} | {outcome.efficiency:.2f} |"
            f" {outcome.efficiency_with_planning:.2f} | {outcome.driver / outcome.seconds:.0%} |"
            for workers, outcome in curve
        ),
        "",
    ]


def judging_cost(case: Case) -> float:
    """Measure the judge's time per cube: for claims of all roots, and of some roots cut into cubes."""
    cover = cover_of(case.words)
    search = plan(cover, "count", classes=cover.symmetries is not None)
    runner = runner_of_plan(cover, search)
    weights = {line["cube"]: line["weight"] for line in _lines() if line["case"] == case.name and "cube" in line}
    roots = sorted(weights, key=lambda root: weights[root])[-JUDGED_ROOTS:]
    whole = [Branch(number, root.chosen) for number, root in enumerate(search.roots)]
    cubes = [(root, cube) for root in roots for cube in _cubes_from(runner, root, case.cube_seconds)]
    branches = [branch._replace(root=root + branch.root) for root, cube in cubes for branch in cube.branches]
    some = [each for each in whole if each.root not in {branch.root for branch in branches}]
    of_roots = judged(cover, search, whole)
    of_cubes = judged(cover, search, [*some, *branches]) - of_roots if len(cubes) > len(roots) else 0.0
    return of_roots / read(case).cubes + max(0.0, of_cubes) / len(cubes)


def read(case: Case) -> Sample:
    """Return the data of a case."""
    lines = [line for line in _lines() if line["case"] == case.name]
    (record,) = [line for line in lines if "roots" in line]
    drawn = [line for line in lines if "cube" in line]
    seconds = {line["timed"]: line["seconds"] for line in lines if "timed" in line}
    timed = [line for line in drawn if line["cube"] in seconds]
    weights = np.array([line["weight"] for line in drawn])
    cutting = record["roots"] * float(np.mean([line["cut_seconds"] for line in drawn]))
    return Sample(
        round(record["roots"] * float(weights.mean())),
        record["plan_seconds"] + cutting,
        np.array([seconds[line["cube"]] for line in timed]),
        np.array([line["weight"] for line in timed]),
        np.array([line["nodes"] for line in timed], dtype=np.float64),
        len(drawn),
        next((line["tables_seconds"] for line in lines if "tables_seconds" in line), SUPPOSED.tables),
    )


def _lines() -> list[dict[str, Any]]:
    return [json.loads(line) for line in SAMPLES.read_text().splitlines()] if SAMPLES.exists() else []


def draw_samples() -> None:
    """Plan the cases and record which of their cubes are to be timed; existing data of a case is kept."""
    for case in CASES:
        known = [line for line in _lines() if line["case"] == case.name]
        roots = {line["cube"] for line in known if "cube" in line}
        if len(roots) < case.samples:
            with SAMPLES.open("a") as file:
                for line in _drawn(case, roots):
                    if "cube" in line or not known:
                        file.write(json.dumps(line) + "\n")


def _drawn(case: Case, known: AbstractSet[int]) -> Iterator[dict[str, Any]]:
    """Yield the records of a case: roots are drawn at random, and for each root one of the cubes that it is cut into.

    A cube represents as many cubes as its root is cut into; one made of several short roots represents its share of
    each.
    """
    cover = cover_of(case.words)
    begun = time.process_time()
    search = plan(cover, "count", classes=cover.symmetries is not None)
    runner = runner_of_plan(cover, search)
    yield {"case": case.name, "roots": len(search.roots), "plan_seconds": round(time.process_time() - begun, 1)}
    rng = np.random.default_rng(len(known))
    others = [number for number in rng.permutation(len(search.roots)).tolist() if number not in known]
    for number in others[: case.samples - len(known)]:
        begun = time.process_time()
        cubes = _cubes_from(runner, number, case.cube_seconds)
        spent = time.process_time() - begun
        cube = cubes[int(rng.integers(len(cubes)))]
        branches = [[number + root, chosen] for root, chosen in cube.to_json()]
        yield {
            "case": case.name,
            "cube": number,
            "term": cube.term,
            "branches": branches,
            "nodes": round(cube.nodes),
            "weight": len(cubes) / len(branches),
            "cut_seconds": round(spent, 4),
        }


def _cubes_from(runner: Runner, number: int, wished: float) -> list[Cube]:
    """Return the cubes that a root is cut into, or the one that a short root forms with its successors."""
    roots = runner.plan.roots
    alone = runner.for_roots((roots[number],))
    nodes, seconds = estimates(alone)
    if seconds[0] > LONGER * wished:
        return cut(alone, nodes, seconds, wished)
    together = runner.for_roots(roots[number : number + MOST_TOGETHER])
    nodes, seconds = estimates(together)
    short = next((place for place, each in enumerate(seconds) if each > LONGER * wished), len(seconds))
    together = runner.for_roots(roots[number : number + short])
    return cut(together, nodes[:short], seconds[:short], wished)[:1]


def time_samples(seconds: float, part: str = "", share: str = "0/1") -> int:
    """Time untimed cubes of samples for about so long; return how many are left.

    part: of the cases' names; share: of the remaining cubes, such as 0/2 or 1/2 when two processes time them.
    """
    begun, left = time.monotonic(), 0
    first, step = map(int, share.split("/"))
    for case in CASES:
        if part not in case.name:
            continue
        lines = [line for line in _lines() if line["case"] == case.name]
        timed = {line["timed"] for line in lines if "timed" in line}
        waiting = [line for line in lines if "cube" in line and line["cube"] not in timed]
        waiting = waiting[first::step]
        cover = cover_of(case.words)
        search = plan(cover, "count", classes=cover.symmetries is not None)
        if waiting and not any("tables_seconds" in line for line in lines):
            _time_tables(case, cover, search, _cube_of(waiting[0]))
        worker = Worker(cover, search)
        while waiting and time.monotonic() - begun < seconds:
            line = waiting.pop(0)
            result = worker.search(_cube_of(line))
            assert not result.late, f"cube {line['cube']} of {case.name} took too long"
            with SAMPLES.open("a") as file:
                record = {"case": case.name, "timed": line["cube"], "seconds": round(result.seconds, 3)}
                file.write(json.dumps(record) + "\n")
        left += len(waiting)
    return left


def _cube_of(line: dict[str, Any]) -> Cube:
    return Cube(str(line["cube"]), line["term"], branches_of(line["branches"]), line["nodes"])


def _time_tables(case: Case, cover: Cover, search: SearchPlan, cube: Cube) -> None:
    """Record the setup time of a new worker: its first search of a cube less its second."""
    Worker(cover, search).search(cube)  # compile first
    begun = time.process_time()
    worker = Worker(cover, search)
    worker.search(cube)
    first = time.process_time()
    worker.search(cube)
    tables = max(0.0, (first - begun) - (time.process_time() - first))
    with SAMPLES.open("a") as file:
        file.write(json.dumps({"case": case.name, "tables_seconds": round(tables, 3)}) + "\n")


def _draw(curves: dict[str, list[tuple[int, Outcome]]]) -> None:
    """Write the picture."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(figsize=(8, 5), layout="constrained")
    for (name, curve), colour, mark in zip(curves.items(), ("#D55E00", "#0072B2", "#009E73"), "os^", strict=False):
        workers = [each for each, _ in curve]
        axes.plot(workers, [outcome.efficiency for _, outcome in curve], color=colour, marker=mark, label=name)
        axes.plot(
            workers,
            [outcome.efficiency_with_planning for _, outcome in curve],
            color=colour,
            linestyle="--",
            label=f"{name}, with planning and judging",
        )
    axes.set_xscale("log")
    axes.set_xticks(WORKERS, [str(each) for each in WORKERS])
    axes.minorticks_off()
    axes.set_ylim(0, 1.02)
    axes.set_xlabel("workers")
    axes.set_ylabel("efficiency: part of the workers' time spent on cubes")
    axes.grid(color="#dddddd")
    axes.legend(loc="lower left")
    figure.savefig(PICTURE, dpi=110, metadata={"Software": None})
    plt.close(figure)


if __name__ == "__main__":
    if sys.argv[1:] == ["plan"]:
        draw_samples()
    else:
        print(time_samples(float(sys.argv[1]), *sys.argv[2:]), "cubes are left")
