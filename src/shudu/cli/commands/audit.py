"""`shudu audit`: report how many puzzles of a test set are also in a training set, up to symmetry."""

from __future__ import annotations

import json
from dataclasses import asdict

import click

from shudu.cli.command import command as new_command
from shudu.cli.input import Failures, batches
from shudu.cli.language import t
from shudu.cli.options import format_option


@new_command("audit")
@click.argument("train", metavar="TRAIN")
@click.argument("test", metavar="TEST")
@format_option("text", "json")
def command(train: str, test: str, style: str) -> None:
    """Report leaks between two files."""
    from shudu.ml.leaks import find_leaks

    failures = Failures()
    old, new = (_read(source, failures) for source in (train, test))
    report = find_leaks(old, new)
    if style == "json":
        click.echo(json.dumps(asdict(report)))
    else:
        click.echo(t("audit.report", **asdict(report)).strip())
    failures.count += not report.is_clean
    failures.exit()


def _read(source: str, failures: Failures) -> list[bytes]:
    return [line.digits for batch in batches((source,), failures) for line in batch]
