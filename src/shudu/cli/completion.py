"""Names that shells complete: techniques, algorithms and methods, which are imported only when Tab is pressed."""

from __future__ import annotations

import click


def complete_techniques(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """Return the ids of techniques that begin with a text."""
    from shudu.logic.registry import techniques

    return [known.id for known in techniques() if known.id.startswith(incomplete)]


def complete_algorithms(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """Return the ids of search algorithms that begin with a text; of a list separated by commas, the last one."""
    from shudu.search.run import ALGORITHMS

    before, separator, last = incomplete.rpartition(",")
    return [before + separator + id for id in ALGORITHMS if id.startswith(last)]


def complete_making(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """Return the methods of making grids, and `dig`, that begin with a text."""
    from shudu.grids import METHOD_IDS

    return [id for id in (*METHOD_IDS, "dig") if id.startswith(incomplete)]


def complete_profiles(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """Return the rating profiles that begin with a text."""
    from shudu.logic.rating.rate import PROFILES

    return [name for name in PROFILES if name.startswith(incomplete)]
