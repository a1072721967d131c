"""The Alembic environment: runs the migrations in the transaction of the given connection."""

from __future__ import annotations

from alembic import context

from exactcover.service.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, transactional_ddl=True)
with context.begin_transaction():
    context.run_migrations()
