"""Migrations are immutable, stores that edited ones have made are refused, and no clock makes a duration negative."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest
from sqlalchemy import text

from exactcover.model.errors import InvalidInput
from exactcover.service.job import JobState
from exactcover.service.store import migrations
from exactcover.service.store.jobs import Store
from tests.service.conftest import Clock
from tests.service.submitted import ANSWER, claimed, submission
from tests.service.tables import writing

DIGESTS = {
    "v0001_jobs.py": "ec6bbff2d1f00d44c24dece92c634a03ac23ad4c255c947c651f484fc01ff896",
    "v0002_known_answers.py": "5ea38a6aebb03fde4d5854735c54b65e2f8c8532ab95301f0dc84409bcadb038",
    "v0003_cubes.py": "46f0c85f5e95d3f7d85283dc8784b62aaed15428df6f6ee1dc41e997a9eed25e",
    "v0004_owners.py": "04212f099823b4610f44ca6cf0beb91d54c12e14d13a41261e08e8f3fefe39db",
    "v0005_own_puzzles.py": "69f4e7f670cc6a4dffa7c46d774c640cf060c46b24a4b08d7297d1e3e041c002",
}
"""The sha256 of each migration that was released: stores that it has made are out there."""


@pytest.mark.parametrize("name", DIGESTS)
def test_a_released_migration_is_not_edited(name: str) -> None:
    """A change of the schema is another migration."""
    path = Path(migrations.__file__).parent / "versions" / name
    assert hashlib.sha256(path.read_bytes()).hexdigest() == DIGESTS[name]


def test_every_migration_has_its_digest_here() -> None:
    """A migration that lands is released."""
    folder = Path(migrations.__file__).parent / "versions"
    assert {path.name for path in folder.glob("v*.py")} == set(DIGESTS)


@pytest.mark.parametrize("change", ["ALTER TABLE jobs DROP COLUMN title", "DROP TABLE turns"])
def test_a_store_of_an_edited_migration_is_refused(url: str, change: str) -> None:
    """A store that has the right version and the wrong tables is refused with one sentence."""
    store = Store(url)
    with writing(store) as connection:
        connection.execute(text(change))
    store.close()
    with pytest.raises(InvalidInput, match=r"the store's table (jobs lacks title|turns lacks claimed_at, owner)"):
        Store(url)


def test_a_clock_that_is_set_back_gives_no_negative_duration(store: Store, clock: Clock) -> None:
    """Whatever the clock does, a job begins after it was submitted and ends after it has begun."""
    for number in range(5):
        job = store.submit(submission(number))
        clock.now -= 100
        if number == 0:
            store.cancel(job.id)
            continue
        claim = claimed(store)
        clock.now -= 100
        if number < 3:
            store.finish(claim, JobState.SUCCEEDED, ANSWER)
        else:
            store.cancel(job.id)
            store.release(claim, crashed=False)
    for ended in store.jobs(None):
        assert ended.finished_at is not None
        assert ended.submitted_at <= (ended.started_at or ended.submitted_at) <= ended.finished_at
