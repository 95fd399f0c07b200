"""Runs the migrations on a given connection; Alembic executes this file."""

from __future__ import annotations

from alembic import context

from shudu.store.tables import METADATA


def run() -> None:
    """Run the migrations on the connection in the configuration."""
    context.configure(
        connection=context.config.attributes["connection"],
        target_metadata=METADATA,
        render_as_batch=True,  # SQLite alters a table by copying it
    )
    with context.begin_transaction():
        context.run_migrations()


if hasattr(context, "config"):  # unset when the module is only imported
    run()
