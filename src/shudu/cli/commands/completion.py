"""`shudu completion`: print the script that completes commands, options and names in a shell."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from shudu.cli.command import command as new_command


@new_command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def command(context: click.Context, shell: str) -> None:
    """Print a completion script."""
    kind = get_completion_class(shell)
    assert kind is not None, shell
    click.echo(kind(context.find_root().command, {}, "shudu", "_SHUDU_COMPLETE").source())
