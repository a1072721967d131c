"""The ledger: a durable record of runs, their cubes and the results, from which a killed driver can be resumed.

A cube is open, done or split. It leaves the state open once, in one transaction with its result. A second result of a
finished cube changes nothing, and raises if it differs. Several drivers may share a ledger: what both search is counted
once.

The ledger is an SQLite file, or a database given by its URL; see databases.py.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

from sqlalchemy import Connection, bindparam, delete, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError

from exactcover.backends.search.cover.plans import SearchPlan
from exactcover.cluster.cubes import Cube, CubeResult, branches_of
from exactcover.cluster.tables import cubes, lines, metadata, runs
from exactcover.model.errors import CubesDiffer
from exactcover.process import databases

State: TypeAlias = Literal["open", "done", "split"]
LONGEST_NAME = 64
_RESULT_COLUMNS = ("verdict", "results", "count", "nodes", "seconds", "digest", "worker", "ended_at")
_DONE = (
    update(cubes)
    .where(cubes.c.run == bindparam("its_run"), cubes.c.cube == bindparam("its_name"), cubes.c.state == "open")
    .values({"state": "done"} | {name: bindparam(name) for name in _RESULT_COLUMNS})
)
"""Built once: building the statement takes longer than executing it."""


@dataclass(frozen=True)
class Entry:
    """A cube in the ledger; results: solutions and nodes of each branch, if it is done; attempts: how often its worker
    crashed; seconds: CPU seconds of its search."""

    cube: Cube
    parent: str | None
    state: State
    attempts: int = 0
    results: tuple[tuple[int, int], ...] = ()
    seconds: float = 0.0


def run_named(owner: str = "", /, **values: Any) -> str:
    """Return the name of a run: a digest of everything that its plan depends on, after the name of its owner."""
    digest = hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()
    return f"{owner}:{digest}"[:LONGEST_NAME] if owner else digest


class Ledger:
    """The ledger at a path or a URL. Its methods wait through outages of its database (`databases.through_outages`).

    known: the database was reached before, so that it is waited for now too. Raises InvalidInput if it cannot be used.
    """

    def __init__(self, where: str | Path, *, known: bool = False) -> None:
        url = databases.url_of(str(where))
        databases.check_integrity(url)
        self._writing, self._reading = databases.engines(url)
        if not known:
            databases.reach(self._writing)
        self._create()

    @databases.through_outages
    def _create(self) -> None:
        with self._writing.begin() as connection:
            metadata.create_all(connection)

    def close(self) -> None:
        """Close the database."""
        self._writing.dispose()
        self._reading.dispose()

    def begin(
        self, run: str, task: str, sources: str, make: Callable[[], tuple[SearchPlan, Sequence[Cube]]]
    ) -> SearchPlan:
        """Return the plan of a run; if the ledger has none, make the plan and its cubes and store both."""

        def written() -> tuple[Any, Sequence[Cube]]:
            plan, first = make()
            return plan.to_json(), first

        return SearchPlan.from_json(self.begin_json(run, task, sources, written))

    @databases.through_outages
    def begin_json(self, run: str, task: str, sources: str, make: Callable[[], tuple[Any, Sequence[Cube]]]) -> Any:
        """Do the same with a plan that is any JSON value."""
        kept = self._plan_json(run)
        if kept is not None:
            return kept
        plan, first = make()
        row = {
            "run": run,
            "task": task,
            "plan": json.dumps(plan),
            "sources": sources,
            "begun_at": time.time(),
        }
        try:
            with self._writing.begin() as connection:
                connection.execute(insert(runs), row)
                connection.execute(insert(cubes), [_row(run, cube, None) for cube in first]) if first else None
        except IntegrityError:  # a race condition: another driver began the run first; use its plan
            kept = self._plan_json(run)
            assert kept is not None
            return kept
        return plan

    def plan(self, run: str) -> SearchPlan | None:
        """Return the plan of a run; None if there is no such run."""
        value = self._plan_json(run)
        return None if value is None else SearchPlan.from_json(value)

    @databases.through_outages
    def _plan_json(self, run: str) -> Any:
        with self._reading.connect() as connection:
            row = connection.execute(select(runs.c.plan).where(runs.c.run == run)).fetchone()
        return None if row is None else json.loads(row.plan)

    @databases.through_outages
    def runs(self) -> list[str]:
        """Return the names of all runs, in the order in which they began."""
        with self._reading.connect() as connection:
            return list(connection.scalars(select(runs.c.run).order_by(runs.c.begun_at)))

    @databases.through_outages
    def entries(self, run: str) -> list[Entry]:
        """Return all cubes of a run, in the order of the search."""
        names = ("cube", "parent", "state", "attempts", "term", "literals", "estimate", "results", "seconds")
        query = select(*(cubes.c[name] for name in names)).where(cubes.c.run == run)
        with self._reading.connect() as connection:
            made = [_entry(row) for row in connection.execute(query)]
        return sorted(made, key=lambda entry: entry.cube.name)

    def commit(self, run: str, result: CubeResult) -> bool:
        """Store the result of a cube; False if it was already done or split. Raises CubesDiffer if the results differ."""
        return self.commit_all(run, [result])[0]

    @databases.through_outages
    def commit_all(self, run: str, results: Sequence[CubeResult]) -> list[bool]:
        """Store the results of several cubes in one transaction, which takes about as long as for one."""
        with self._writing.begin() as connection:
            # In a fixed order, or two drivers could deadlock.
            kept = {
                each.cube: self._kept(connection, run, each) for each in sorted(results, key=lambda each: each.cube)
            }
        return [kept[each.cube] for each in results]

    def _kept(self, connection: Connection, run: str, result: CubeResult) -> bool:
        values = {
            "its_run": run,
            "its_name": result.cube,
            "verdict": result.verdict,
            "results": json.dumps(result.branches),
            "count": str(result.solutions),
            "nodes": result.nodes,
            "seconds": result.seconds,
            "digest": result.digest,
            "worker": result.worker,
            "ended_at": time.time(),
        }
        if connection.execute(_DONE, values).rowcount:
            for branch, content in enumerate(result.lines):
                row = {"run": run, "cube": result.cube, "branch": branch, "lines": content}
                connection.execute(insert(lines), row)
            return True
        one = (cubes.c.run == run) & (cubes.c.cube == result.cube)
        kept = connection.execute(select(cubes.c.state, cubes.c.digest, cubes.c.worker).where(one)).one()
        if kept.state == "done" and kept.digest != result.digest:
            raise CubesDiffer(f"cube {result.cube} has one result from {kept.worker} and another from {result.worker}")
        return False

    @databases.through_outages
    def reopen_damaged(self, run: str) -> int:
        """Reopen the cubes whose results do not match their digest, so that they are searched again; return how many.

        A digest reveals accidental changes. Someone who changes a result together with its digest is not detected: the
        ledger is the program's own record, not evidence.
        """
        query = select(cubes.c.cube, cubes.c.results, cubes.c.count, cubes.c.digest)
        done = query.where(cubes.c.run == run, cubes.c.state == "done")
        with self._writing.begin() as connection:
            damaged = [
                row.cube for row in connection.execute(done).fetchall() if not self._matches(connection, run, row)
            ]
            for cube in damaged:
                one = (cubes.c.run == run) & (cubes.c.cube == cube)
                connection.execute(update(cubes).where(one).values({"state": "open"} | dict.fromkeys(_RESULT_COLUMNS)))
                connection.execute(delete(lines).where(lines.c.run == run, lines.c.cube == cube))
        return len(damaged)

    def _matches(self, connection: Connection, run: str, row: Any, content: tuple[bytes, ...] | None = None) -> bool:
        """Return whether the results of a finished cube, and its lines (`content`, if they are read), match its digest."""
        try:
            branches = tuple((int(solutions), int(nodes)) for solutions, nodes in json.loads(row.results))
        except (ValueError, TypeError):
            return False
        content = _lines_of(connection, run, row.cube) if content is None else content
        result = CubeResult(row.cube, branches, 0.0, lines=content)
        return bool(result.digest == row.digest and str(result.solutions) == row.count)

    @databases.through_outages
    def crashed(self, run: str, cube: str) -> int:
        """Record that a cube's worker died; return how often that has happened."""
        one = (cubes.c.run == run) & (cubes.c.cube == cube)
        with self._writing.begin() as connection:
            connection.execute(update(cubes).where(one).values(attempts=cubes.c.attempts + 1))
            return int(connection.execute(select(cubes.c.attempts).where(one)).scalar_one())

    @databases.through_outages
    def split(self, run: str, cube: str, smaller: Sequence[Cube]) -> bool:
        """Replace an open cube by smaller ones; False if it is no longer open."""
        one = (cubes.c.run == run) & (cubes.c.cube == cube) & (cubes.c.state == "open")
        with self._writing.begin() as connection:
            if not connection.execute(update(cubes).where(one).values(state="split")).rowcount:
                return False
            for each in smaller:
                connection.execute(_unless_known(connection).values(_row(run, each, cube)))
        return True

    @databases.through_outages
    def lines(self, run: str, cube: str) -> tuple[bytes, ...] | None:
        """Return what a finished cube has found, as packed by work.packed; None if it does not match the cube's digest."""
        query = select(cubes.c.cube, cubes.c.results, cubes.c.count, cubes.c.digest)
        with self._reading.connect() as connection:
            row = connection.execute(query.where(cubes.c.run == run, cubes.c.cube == cube)).one()
            content = _lines_of(connection, run, cube)
            return content if self._matches(connection, run, row, content) else None

    @databases.through_outages
    def end(self, run: str, count: int | None, classes: int | None) -> None:
        """Record the result of a run whose cubes are all done and judged."""
        value = [None if each is None else str(each) for each in (count, classes)]
        values = {"ended_at": time.time(), "count": value[0], "classes": value[1]}
        with self._writing.begin() as connection:
            connection.execute(update(runs).where(runs.c.run == run).values(values))


def _lines_of(connection: Connection, run: str, cube: str) -> tuple[bytes, ...]:
    query = select(lines.c.lines).where(lines.c.run == run, lines.c.cube == cube).order_by(lines.c.branch)
    return tuple(bytes(each) for each in connection.scalars(query))


def _row(run: str, cube: Cube, parent: str | None) -> dict[str, Any]:
    own = {"run": run, "cube": cube.name, "parent": parent, "state": "open", "attempts": 0, "term": cube.term}
    return {**own, "literals": json.dumps(cube.to_json()), "estimate": cube.nodes}


def _entry(row: Any) -> Entry:
    cube = Cube(row.cube, row.term, branches_of(json.loads(row.literals)), row.estimate)
    results = tuple((solutions, nodes) for solutions, nodes in json.loads(row.results or "[]"))
    return Entry(cube, row.parent, row.state, row.attempts, results, row.seconds or 0.0)


def _unless_known(connection: Connection) -> Any:
    """Return an INSERT of a cube that does nothing if the cube exists (ON CONFLICT DO NOTHING)."""
    words = postgresql if connection.dialect.name == "postgresql" else sqlite
    return words.insert(cubes).on_conflict_do_nothing()
