"""`shudu completion`: the script that completes commands, options and names in a shell.

Techniques and algorithms are imported only when Tab is pressed.
"""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from shudu.cli.command import command


@command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion_command(context: click.Context, shell: str) -> None:
    """Print a completion script."""
    kind = get_completion_class(shell)
    assert kind is not None, shell
    click.echo(kind(context.find_root().command, {}, "shudu", "_SHUDU_COMPLETE").source())


def complete_techniques(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """Return the ids of techniques that begin with a text."""
    from shudu.logic.registry import techniques

    return [each.id for each in techniques() if each.id.startswith(incomplete)]


def complete_technique_lists(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """Return the ids of techniques that begin with a text; of a list separated by commas, the last one, with or without a sign."""
    before, last = _split_list(incomplete)
    sign = last[:1] if last[:1] in ("+", "-") else ""
    return [before + sign + id for id in complete_techniques(context, parameter, last[len(sign) :])]


def complete_algorithms(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """Return the ids of search algorithms that begin with a text; of a list separated by commas, the last one."""
    from shudu.search.run import ALGORITHMS

    before, last = _split_list(incomplete)
    return [before + id for id in ALGORITHMS if id.startswith(last)]


def complete_making(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """Return the methods of making grids and puzzles that begin with a text; of a list with commas, the last one."""
    from shudu.grids.methods import TRACEABLE
    from shudu.puzzles.traces import CODES

    before, last = _split_list(incomplete)
    return [before + id for id in (*TRACEABLE, *CODES) if id.startswith(last)]


def complete_grids(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """Return the methods of making grids that begin with a text."""
    from shudu.grids import METHOD_IDS

    return [id for id in METHOD_IDS if id.startswith(incomplete)]


def complete_profiles(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """Return the rating profiles that begin with a text."""
    from shudu.logic.rating.rate import PROFILES

    return [name for name in PROFILES if name.startswith(incomplete)]


def _split_list(incomplete: str) -> tuple[str, str]:
    """Split a list with commas into what is complete, with its last comma, and the rest."""
    before, separator, last = incomplete.rpartition(",")
    return before + separator, last
