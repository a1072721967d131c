"""The database schema. How a database is brought to it, and to other versions, is in `migrations`.

`jobs` holds what changes during the life of a job. Long values are in tables of their own: the puzzle as it was written and the
events are of each job; the answer and its solutions are keyed by the *origin* of a job, the job that was run. A job whose
answer was known shares the answer of another job, its origin. All JSON is stored as canonical text; nothing is pickled.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Float, Index, Integer, MetaData, String, Table, Text

from exactcover.cluster import tables as of_cubes

VERSION = "0005"
"""The schema version, the last one in `migrations/versions`."""

metadata = MetaData()

jobs = Table(
    "jobs",
    metadata,
    Column("id", String(26), primary_key=True),
    Column("origin", String(26), nullable=False),
    Column("task", String(16), nullable=False),
    Column("puzzle_sha256", String(64), nullable=False),
    Column("asks", String(64), nullable=False),  # the digest of the question: equal questions share an answer
    Column("options", Text, nullable=False),
    Column("executor", String(8), nullable=False, server_default=""),  # the executor that it names, empty for none
    Column("owner", String(64), nullable=False),
    Column("title", Text, nullable=False),
    Column("state", String(10), nullable=False),
    Column("status", String(10)),
    Column("attempt", Integer, nullable=False),
    Column("blame", Integer, nullable=False),  # the weight of its failures since its search last made progress
    Column("runner", String(200)),
    Column("lease_until", Float),
    Column("submitted_at", Float, nullable=False),
    Column("started_at", Float),
    Column("finished_at", Float),
    Column("problem", Text),
    Column("cached", Boolean, nullable=False),
    Column("events", Integer, nullable=False),
    Column("solutions", Integer, nullable=False),
    Column(
        "cpu_seconds", Float, nullable=False, server_default="0"
    ),  # the most that it may use: time limit times threads
    Column("bytes", BigInteger, nullable=False, server_default="0"),  # the length of its texts
    Index("jobs_by_owner", "owner", "id"),
    Index("jobs_by_state", "state", "owner", "id"),
    Index("jobs_by_origin", "origin"),
    Index("jobs_by_end", "finished_at"),
)
puzzles = Table(
    "puzzles",
    metadata,
    Column("job", String(26), primary_key=True),
    Column("puzzle", Text, nullable=False),
    Column("source", Text, nullable=False),
)
answers = Table(
    "answers", metadata, Column("origin", String(26), primary_key=True), Column("answer", Text, nullable=False)
)
events = Table(
    "events",
    metadata,
    Column("job", String(26), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("event", Text, nullable=False),
)
solutions = Table(
    "solutions",
    metadata,
    Column("origin", String(26), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("solution", Text, nullable=False),
)
checkpoints = Table(
    "checkpoints",
    metadata,
    Column("origin", String(26), primary_key=True),
    Column("checkpoint", Text, nullable=False),
    Column("solutions", Integer, nullable=False),  # their number at the checkpoint: later ones are found again
)
keys = Table(
    "keys",
    metadata,
    Column("owner", String(64), primary_key=True),
    Column("key_sha256", String(64), primary_key=True),
    Column("body_sha256", String(64), nullable=False),
    Column("job", String(26), nullable=False),
    Column("made_at", Float, nullable=False),
    Index("keys_by_time", "made_at"),
)
turns = Table(
    "turns",
    metadata,
    Column("owner", String(64), primary_key=True),
    Column("claimed_at", Float, nullable=False),
)
sessions = Table(
    "sessions",
    metadata,
    Column("id_sha256", String(64), primary_key=True),
    Column("token_sha256", String(64), nullable=False),
    Column("expires_at", Float, nullable=False),
    Index("sessions_by_end", "expires_at"),
)
known = Table(
    "known",
    metadata,
    Column("asks", String(64), primary_key=True),
    Column("origin", String(26), nullable=False),
    Index("known_by_origin", "origin"),
)
LEDGER = tuple(table.to_metadata(metadata) for table in of_cubes.metadata.sorted_tables)
"""The ledgers of cubes (cluster/ledger.py) of jobs that have not ended."""
OWN = (puzzles, events)
"""The data of each job: how its puzzle was written, and what has happened to it."""
KEPT = (answers, solutions, checkpoints, known)
"""The data of a job that was run, stored as long as some job has it as its origin."""
