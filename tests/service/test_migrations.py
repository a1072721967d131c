"""The tables of a store change their version, up and down, and what is in them stays."""

from __future__ import annotations

import sqlite3
import subprocess
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect, select, text

from benchmarks import postgres
from exactcover.backends.search.cover import roots
from exactcover.cluster.cubes import Branch, Cube, CubeResult
from exactcover.cluster.ledger import Ledger
from exactcover.model.cover import cover
from exactcover.model.errors import InvalidInput
from exactcover.model.events import CubesDone
from exactcover.process import databases
from exactcover.service import steps
from exactcover.service.job import JobState
from exactcover.service.store import migrations
from exactcover.service.store.jobs import Store
from exactcover.service.store.schema import VERSION, metadata
from tests.service.submitted import ANSWER, claimed, submission
from tests.service.tables import reading, writing
from tests.service.test_retention import counted

PLAN = roots.plan(cover(["a"], [["a"]]), "list")


def filled(url: str) -> list[Any]:
    """Make a store with a job in each state and return its jobs."""
    store = Store(url)
    for number in range(6):
        store.submit(submission(number, owner="anna"), f"key {number}", "body")
    ids = [claimed(store, lease=1000) for _ in range(4)]
    store.record(ids[0], [{"event": "progress"}], ["{}"], "text")
    store.finish(ids[1], JobState.SUCCEEDED, ANSWER)
    store.finish(ids[2], JobState.FAILED, problem={"code": "our_fault"})
    store.cancel(ids[3].job.id)
    by_cubes = store.submit(submission(6, "list", owner="ben", executor="local"))
    claim = store.claim("runner", 1000, "local")
    assert claim is not None
    assert claim.job.id == by_cubes.id
    noted = Ledger(store.place)
    noted.begin(f"{by_cubes.id}:0", "list", "", lambda: (PLAN, [Cube("0", 0, (Branch(0, ()),))]))
    noted.commit(f"{by_cubes.id}:0", CubeResult("0", ((1, 1),), 0.1, lines=(b"line",)))
    noted.close()
    store.record(claim, [], ["{}"], steps.checkpoint_text(CubesDone(f"{by_cubes.id}:0", 1)))
    store.release(claim, crashed=False)
    store.cancel(store.jobs("", limit=1)[0].id if store.jobs("") else "")
    told = [store.job(job.id) for job in store.jobs(None)]
    store.close()
    return told


def test_the_tables_are_those_of_the_schema(empty_url: str) -> None:
    """What the migrations make is what the queries are written for."""
    store = Store(empty_url)
    with reading(store) as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
        assert migrations.version(connection) == VERSION
    store.close()


def test_the_last_version_is_the_one_that_is_named() -> None:
    """The version that a store is brought to is the head of the migrations, and there is one head."""
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    assert ScriptDirectory.from_config(config).get_heads() == [VERSION]


def test_a_filled_store_goes_down_and_up(empty_url: str) -> None:
    """Every version down to the first and up again keeps every job, and what each has."""
    before = filled(empty_url)
    engine, _ = databases.engines(databases.url_of(empty_url))
    migrations.migrate(engine, "0001")
    with engine.connect() as connection:
        assert migrations.version(connection) == "0001"
        assert not inspect(connection).has_table("known")
        assert len(connection.execute(select(metadata.tables["jobs"].c.id)).all()) == 7
        assert not inspect(connection).has_table("cluster_runs")
    engine.dispose()
    store = Store(empty_url)
    assert [store.job(job.id) for job in store.jobs(None)] == before
    done = next(job for job in before if job.state == JobState.SUCCEEDED)
    assert store.events(done.id)[-1][1]["event"] == "finished"
    assert not store.submit(submission(done.puzzle["number"])).cached
    claims = [store.claim("runner", 10, "local") for _ in range(4)]
    (anew,) = [claim for claim in claims if claim is not None and claim.job.owner == "ben"]
    assert (anew.checkpoint, anew.job.solutions) == (None, 0)
    noted = Ledger(store.place)
    assert noted.runs() == []
    noted.close()
    store.close()


def test_a_ledger_that_is_there_stays(empty_url: str) -> None:
    """A database that has the cubes of a command line's runs becomes a store, and keeps them."""
    noted = Ledger(empty_url)
    noted.begin("a run", "count", "", lambda: (PLAN, [Cube("0", 0, (Branch(0, ()),))]))
    store = Store(empty_url)
    store.cancel(store.submit(submission(executor="local")).id)
    assert noted.runs() == ["a run"]
    assert len(noted.entries("a run")) == 1
    noted.close()
    store.close()


def test_a_store_can_be_taken_down_to_nothing(empty_url: str) -> None:
    """The way down to no tables at all works on a filled store, and the way up again."""
    filled(empty_url)
    engine, _ = databases.engines(databases.url_of(empty_url))
    migrations.migrate(engine, "base")
    with engine.connect() as connection:
        assert set(inspect(connection).get_table_names()) == {"alembic_version"}
    engine.dispose()
    store = Store(empty_url)
    assert store.jobs(None) == []
    store.submit(submission())
    store.close()


def test_a_later_version_is_refused(url: str) -> None:
    """A store of a later program is not touched."""
    store = Store(url)
    with writing(store) as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    store.close()
    with pytest.raises(InvalidInput, match="version 9999"):
        Store(url)


@pytest.mark.parametrize("where", ["mysql://x/y", "sqlite://", "postgresql://nobody@/none?host=/nowhere", "http://["])
def test_a_place_that_is_no_store_is_refused(where: str) -> None:
    """A URL of another database, without a file, or of a server that is not there, is the input's fault."""
    with pytest.raises(InvalidInput, match="the store"):
        Store(where)


def test_a_folder_is_made_for_the_file(tmp_path: Path) -> None:
    """A path in a folder that is not there yet is one of a new store; a path through a file is refused."""
    Store(str(tmp_path / "a" / "b" / "jobs.sqlite")).close()
    (tmp_path / "file").write_text("")
    with pytest.raises(InvalidInput, match="the store"):
        Store(str(tmp_path / "file" / "jobs.sqlite"))


@pytest.mark.parametrize("damage", ["text", "pages"])
def test_a_damaged_file_is_refused(tmp_path: Path, damage: str) -> None:
    """A file that is no database, or whose pages were written over, is not opened."""
    path = tmp_path / "jobs.sqlite"
    if damage == "text":
        path.write_text("no database " * 1000)
    else:
        filled(str(path))
        content = bytearray(path.read_bytes())
        content[4096 * 2 :] = b"\xa5" * (len(content) - 4096 * 2)
        path.write_bytes(bytes(content))
    with pytest.raises(InvalidInput, match="damaged"):
        Store(str(path))


def test_a_dump_is_restored(postgres_server: str) -> None:
    """A dump of a PostgreSQL database that is in use, restored to an empty one, has every job."""
    source, target = (postgres.database(postgres_server, name) for name in ("dumped", "restored"))
    before = filled(source)
    store = Store(source)
    dump = subprocess.run([postgres.program("pg_dump"), "--format=custom", source], capture_output=True, check=True)
    restore = [postgres.program("pg_restore"), "--no-owner", f"--dbname={target}"]
    subprocess.run(restore, input=dump.stdout, capture_output=True, check=True)
    store.close()
    restored = Store(target)
    assert [restored.job(job.id) for job in restored.jobs(None)] == before
    restored.close()


def test_a_copy_made_while_jobs_come_is_a_store(tmp_path: Path) -> None:
    """A backup by SQLite's own means, taken while the store is open, has every job that was accepted before."""
    store = Store(str(tmp_path / "jobs.sqlite"))
    before = [store.submit(submission(number)).id for number in range(20)]
    with sqlite3.connect(tmp_path / "jobs.sqlite") as source, sqlite3.connect(tmp_path / "copy.sqlite") as target:
        source.backup(target)
    store.submit(submission(99))
    store.close()
    restored = Store(str(tmp_path / "copy.sqlite"))
    assert {job.id for job in restored.jobs("")} == set(before)
    restored.close()


def test_jobs_that_share_an_answer_go_down_and_up(empty_url: str) -> None:
    """Their puzzles and the answer survive, also if the job that was run was deleted; each has the event of its end."""
    store = Store(empty_url)
    for number in range(2):
        store.submit(submission(number))
        store.finish(claimed(store), JobState.SUCCEEDED, ANSWER)
    shared = [store.submit(submission(number)) for number in (0, 0, 1)]
    assert all(job.cached for job in shared)
    store.delete(min(job.id for job in store.jobs("") if not job.cached))
    before = [store.job(job.id) for job in store.jobs("")]
    store.close()
    engine, _ = databases.engines(databases.url_of(empty_url))
    migrations.migrate(engine, "0003")
    engine.dispose()
    store = Store(empty_url)
    assert [store.job(job.id) for job in store.jobs("")] == before
    for job in shared:
        ((_, event),) = store.events(job.id)
        assert (event["event"], event["state"], event["status"]) == ("finished", "SUCCEEDED", "FEASIBLE")
    assert store.used() == counted(store)
    store.close()
