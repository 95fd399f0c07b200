"""A step in the compact notation that HoDoKu made common: `Naked Pair: 1,6 in r1c29 => r1c45<>1`.

Cells that share a row or a column are written together: r1c45 is r1c4 and r1c5.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from shudu.core.candidate import Candidate
from shudu.core.errors import ShuduError, quote
from shudu.core.geometry import cell_name
from shudu.core.step import Link, Step
from shudu.logic.texts import texts


def notation(step: Step) -> str:
    """A step on one line, in the same form in every language.

    >>> notation(Step("naked-single", places=(Candidate(7, 0),), roles={"cell": (0,)}))
    'Naked Single: r1c1=7'
    """
    check_step(step)
    pattern = _pattern(step)
    name = texts("en").names[step.technique]
    return f"{name}: {pattern} => {conclusions(step)}" if pattern else f"{name}: {conclusions(step)}"


def check_step(step: Step) -> None:
    """Raises TypeError for what is not a step, ShuduError for one of a technique that is not known."""
    if not isinstance(step, Step):
        raise TypeError(f"a step is told, not {type(step).__name__}; a hint has one: hint.step")
    if step.technique not in texts("en").names:
        raise ShuduError(f"{quote(step.technique)} is not a technique; `shudu techniques` lists them")


def conclusions(step: Step) -> str:
    """What a step places and removes: r1c1=7, r1c45<>1."""
    return ", ".join([*_placed(step.places), *_removed(step.removes)])


def compact(cells: Iterable[int]) -> str:
    """Cells as few words as possible.

    >>> compact([3, 4, 22, 31])
    'r1c45,r34c5'
    """
    rows: dict[tuple[int, ...], list[int]] = {}
    by_row: dict[int, list[int]] = {}
    for cell in sorted(set(cells)):
        by_row.setdefault(cell // 9, []).append(cell % 9)
    for row, columns in by_row.items():
        rows.setdefault(tuple(columns), []).append(row)
    return ",".join(f"r{_numbers(lines)}c{_numbers(columns)}" for columns, lines in rows.items())


def _numbers(values: Iterable[int]) -> str:
    return "".join(str(value + 1) for value in values)


def _placed(places: Sequence[Candidate]) -> list[str]:
    return [f"{cell_name(cell)}={digit}" for digit, cell in places]


def _removed(removes: Sequence[Candidate]) -> list[str]:
    by_digit: dict[int, list[int]] = {}
    for digit, cell in removes:
        by_digit.setdefault(digit, []).append(cell)
    return [f"{compact(cells)}<>{digit}" for digit, cells in by_digit.items()]


def _pattern(step: Step) -> str:
    roles = step.roles
    if step.places and not step.links:
        return ""
    if "body" in roles:
        fins = [c.cell for c in (*roles.get("fins", ()), *roles.get("endofins", ())) if isinstance(c, Candidate)]
        parts = [_digits(step), _houses(roles["base"]), _houses(roles["cover"]), "f" + compact(fins) if fins else ""]
        return " ".join(part for part in parts if part)
    if len(step.links) > 3:
        return chain(step.links)
    cells = {value.cell if isinstance(value, Candidate) else value for value in _cells(step)}
    return " in ".join(part for part in (_digits(step), compact(cells)) if part)


def _digits(step: Step) -> str:
    if step.technique.startswith("bug-type"):  # its digits are those of the cells; the extra ones tell it
        return ",".join(str(d) for d in sorted({c.digit for c in step.roles["extras"] if isinstance(c, Candidate)}))
    return ",".join(str(digit) for digit in step.roles.get("digits", ()))


def _houses(names: Sequence[Candidate | int | str]) -> str:
    kinds: dict[str, str] = {}
    for name in map(str, names):
        kinds[name[0]] = kinds.get(name[0], "") + name[1:]
    return "".join(kind + numbers for kind, numbers in kinds.items())


def _cells(step: Step) -> list[Candidate | int]:
    texts_and_digits = {"digits", "digit", "line-digits", "box-digits", "chains", "type", "blockers"}
    return [
        value
        for role, values in step.roles.items()
        if role not in texts_and_digits
        for value in values
        if not isinstance(value, str)
    ]


def chain(links: Sequence[Link]) -> str:
    """A chain of links: r1c2 =7= r1c9 -7- r2c8.

    >>> chain([Link((Candidate(7, 1),), (Candidate(7, 8),), True, "r1")])
    '7r1c2 = 7r1c9'
    """
    told = ""
    end: tuple[Candidate, ...] | None = None
    for link in links:
        if link.start != end:
            told += ("; " if told else "") + _node(link.start)
        told += (" = " if link.strong else " - ") + _node(link.end)
        end = link.end
    return told


def _node(candidates: Sequence[Candidate]) -> str:
    return f"{candidates[0].digit}{compact(candidate.cell for candidate in candidates)}"
