"""Schema migrations: one version per change, each with its downgrade."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, Engine, inspect, text

from exactcover.model.errors import InvalidInput
from exactcover.process import databases
from exactcover.service.store.schema import VERSION, metadata

LONGEST_SECONDS = 3600.0
"""How long each statement of a migration may take."""
_TABLE = "alembic_version"
_LOCK = 4108_2026
"""The number of the PostgreSQL advisory lock that serializes migrations of servers that start together."""


def version(connection: Connection) -> str | None:
    """Return the schema version of a database; None if it has no tables."""
    if not inspect(connection).has_table(_TABLE):
        return None
    row = connection.execute(text(f"SELECT version_num FROM {_TABLE}")).fetchone()
    return None if row is None else str(row[0])


def migrate(engine: Engine, target: str = VERSION) -> None:
    """Upgrade or downgrade a database's schema; raises InvalidInput if it is newer than this program's."""
    with engine.begin() as connection, databases.patient(connection, LONGEST_SECONDS):
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": _LOCK})
        now = version(connection)
        if now is not None and now > VERSION:
            raise InvalidInput(f"the store has version {now}; expected at most {VERSION}, or a later exactcover")
        if now == target:
            return
        from alembic import command  # imported only if there is something to migrate
        from alembic.config import Config

        config = Config()
        config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
        config.attributes["connection"] = connection
        if now is not None and (target == "base" or now > target):
            command.downgrade(config, target)
        else:
            command.upgrade(config, target)


def verify(engine: Engine) -> None:
    """Raise InvalidInput if a database lacks a table or a column of its version: an edited program has migrated it, or another
    one has changed it.
    """
    with engine.connect() as connection:
        stored = inspect(connection).get_multi_columns()
    names = {table: {column["name"] for column in columns} for (_, table), columns in stored.items()}
    for table in metadata.sorted_tables:
        missing = sorted({column.name for column in table.columns} - names.get(table.name, set()))
        if missing:
            raise InvalidInput(
                f"the store's table {table.name} lacks {', '.join(missing)}, which version {VERSION} has;"
                " expected a store that a released exactcover has made, or a backup of it"
            )
