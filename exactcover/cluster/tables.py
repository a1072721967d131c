"""The tables of the ledger. In the store of a service a migration creates them; elsewhere the ledger does.

Numbers that may be large are stored as decimal text; all JSON is text.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Float, Index, Integer, LargeBinary, MetaData, String, Table, Text

metadata = MetaData()

runs = Table(
    "cluster_runs",
    metadata,
    Column("run", String(64), primary_key=True),
    Column("task", String(16), nullable=False),
    Column("plan", Text, nullable=False),
    Column("sources", Text, nullable=False),
    Column("begun_at", Float, nullable=False),
    Column("ended_at", Float),
    Column("count", Text),
    Column("classes", Text),
)
cubes = Table(
    "cluster_cubes",
    metadata,
    Column("run", String(64), primary_key=True),
    Column("cube", String(190), primary_key=True),
    Column("parent", String(190)),
    Column("state", String(8), nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("term", Integer, nullable=False),
    Column("literals", Text, nullable=False),
    Column("estimate", Float, nullable=False),
    Column("verdict", String(16)),
    Column("results", Text),  # of each branch: solutions, nodes
    Column("count", Text),  # solutions of the cube, without weights
    Column("nodes", BigInteger),
    Column("seconds", Float),  # CPU seconds of the search
    Column("digest", String(64)),
    Column("worker", Text),
    Column("ended_at", Float),
    Index("cluster_cubes_by_state", "run", "state"),
)
lines = Table(
    "cluster_lines",
    metadata,
    Column("run", String(64), primary_key=True),
    Column("cube", String(190), primary_key=True),
    Column("branch", Integer, primary_key=True),
    Column("lines", LargeBinary, nullable=False),
)
