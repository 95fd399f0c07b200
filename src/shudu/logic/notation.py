"""The compact notation that HoDoKu made common: `Naked Pair: 1,6 in r1c29 => r1c45<>1`.

Cells that share a row or a column are written together: r1c45 is r1c4 and r1c5.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from shudu.core.errors import ShuduError, quote
from shudu.core.geometry import cell_name, cells_of
from shudu.core.sets import Candidate
from shudu.core.step import Link, Step
from shudu.logic.engine.step_parts import cells_of_roles
from shudu.logic.texts import technique_name, texts


def notation(step: Step) -> str:
    """Return a step on one line, in the same form for every language.

    >>> notation(Step("naked-single", places=(Candidate(7, 0),), roles={"cell": (0,)}))
    'Naked Single: r1c1=7'

    Args:
        step: The step to write, from a path, a hint or a technique.

    Raises:
        ShuduError: If the technique of the step is unknown.
        TypeError: If `step` is not a Step.
    """
    check_step(step)
    pattern = _pattern(step)
    name = technique_name(step.technique)
    return f"{name}: {pattern} => {conclusions(step)}" if pattern else f"{name}: {conclusions(step)}"


def check_step(step: Step) -> None:
    """Check that the argument is a step of a known technique.

    Raises:
        ShuduError: If the technique is unknown.
        TypeError: If `step` is not a Step.
    """
    if not isinstance(step, Step):
        raise TypeError(f"expected a Step, got {type(step).__name__}; a Hint has one: hint.step")
    if step.technique not in texts("en").names:
        raise ShuduError("logic.unknown-technique", name=quote(step.technique))


def conclusions(step: Step) -> str:
    """Return what a step places and removes, as in `r1c1=7, r1c45<>1`."""
    placed = [f"{cell_name(cell)}={digit}" for digit, cell in step.places]
    cells_losing: dict[int, list[int]] = {}
    for digit, cell in step.removes:
        cells_losing.setdefault(digit, []).append(cell)
    return ", ".join([*placed, *(f"{compact(cells)}<>{digit}" for digit, cells in cells_losing.items())])


def compact(cells: Iterable[int]) -> str:
    """Return cells in the shortest form.

    >>> compact([3, 4, 22, 31])
    'r1c45,r34c5'
    """
    columns_of: dict[int, list[int]] = {}
    for cell in sorted(set(cells)):
        columns_of.setdefault(cell // 9, []).append(cell % 9)
    rows_with: dict[tuple[int, ...], list[int]] = {}
    for row, columns in columns_of.items():
        rows_with.setdefault(tuple(columns), []).append(row)
    return ",".join(f"r{_numbers(rows)}c{_numbers(columns)}" for columns, rows in rows_with.items())


def chain_notation(links: Sequence[Link]) -> str:
    """Return a chain of links, `=` for a strong link and `-` for a weak one.

    >>> chain_notation([Link((Candidate(7, 1),), (Candidate(7, 8),), True, "r1")])
    '7r1c2 = 7r1c9'
    """
    line = ""
    end: tuple[Candidate, ...] | None = None
    for link in links:
        if link.start != end:
            line += ("; " if line else "") + _node(link.start)
        line += (" = " if link.strong else " - ") + _node(link.end)
        end = link.end
    return line


def _numbers(values: Iterable[int]) -> str:
    return "".join(str(value + 1) for value in values)


def _node(candidates: Sequence[Candidate]) -> str:
    return f"{candidates[0].digit}{compact(candidate.cell for candidate in candidates)}"


def _pattern(step: Step) -> str:
    if step.places and not step.links:
        return ""
    if "body" in step.roles:
        return _fish_pattern(step)
    if len(step.links) > 3:
        return chain_notation(step.links)
    return " in ".join(part for part in (_digits(step), compact(cells_of(cells_of_roles(step)))) if part)


def _fish_pattern(step: Step) -> str:
    roles = step.roles
    fins = [c.cell for c in (*roles.get("fins", ()), *roles.get("endofins", ())) if isinstance(c, Candidate)]
    parts = [_digits(step), _houses(roles["base"]), _houses(roles["cover"]), "f" + compact(fins) if fins else ""]
    return " ".join(part for part in parts if part)


def _digits(step: Step) -> str:
    if step.technique.startswith("bug-type"):  # identified by the extra candidates, not by the digits of the cells
        return ",".join(str(d) for d in sorted({c.digit for c in step.roles["extras"] if isinstance(c, Candidate)}))
    return ",".join(str(digit) for digit in step.roles.get("digits", ()))


def _houses(names: Sequence[Candidate | int | str]) -> str:
    numbers_of: dict[str, str] = {}
    for name in map(str, names):
        numbers_of[name[0]] = numbers_of.get(name[0], "") + name[1:]
    return "".join(kind + numbers for kind, numbers in numbers_of.items())
