"""Runs migrations on the connection it is given; Alembic executes this file."""

from __future__ import annotations

from alembic import context

from shudu.store.tables import METADATA


def run() -> None:
    """Brings the database of the given connection up to date."""
    context.configure(
        connection=context.config.attributes["connection"],
        target_metadata=METADATA,
        render_as_batch=True,  # SQLite changes a table by making it anew
    )
    with context.begin_transaction():
        context.run_migrations()


if hasattr(context, "config"):  # not when it is merely imported
    run()
