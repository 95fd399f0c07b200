"""The screens of lessons: what each of them draws and asks for.

`_SCRIPTS` lists the actions of each lesson. A screen shows the houses it mentions, the digit to follow, and what was found on
the screens before; the last one draws the whole step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final, Literal

from shudu.core.geometry import HOUSES, HOUSES_OF, PEERS, cells_of, house_name, parse_house
from shudu.core.grid import Grid
from shudu.core.sets import Candidate
from shudu.core.step import Link, Step
from shudu.logic.registry import technique

ActionKind = Literal["cells", "any", "remove", "place"]


@dataclass(frozen=True, slots=True)
class Action:
    """What a screen asks for.

    Attributes:
        kind: `cells` (tap all of the cells), `any` (tap one of them), `remove` or `place`.
        cells: The cells to tap, or those of the candidates.
        candidates: The candidates to remove or to write.
    """

    kind: ActionKind
    cells: tuple[int, ...]
    candidates: tuple[Candidate, ...] = ()


@dataclass(frozen=True, slots=True)
class Screen:
    """One screen of a lesson.

    Attributes:
        key: The key of its text, such as `learn.lessons.x-wing.1`.
        drawn: The part of the step that is drawn already, as a step of its own.
        action: What the learner does next.
        houses: The houses to look at.
        found: The cells that the learner has found on earlier screens.
        reach: The cells that the digits found rule out.
        digit: The digit to follow; 0 if there are several.
    """

    key: str
    drawn: Step
    action: Action
    houses: tuple[str, ...] = ()
    found: tuple[int, ...] = ()
    reach: tuple[int, ...] = ()
    digit: int = 0


def make_screens(topic: str, grid: Grid, step: Step) -> tuple[Screen, ...]:
    """Return the screens of the lesson of a topic.

    Args:
        topic: The id of the topic.
        grid: The position on the board.
        step: The step that the lesson is about.
    """
    screens = []
    shown: list[str] = []
    for number, (kind, role) in enumerate(_parse_script(topic), 1):
        found = _cells_so_far(shown, grid, step)
        screen = Screen(
            f"learn.lessons.{topic}.{number}",
            _draw(step, shown, kind, role, found),
            _make_action(kind, role, grid, step),
            _houses_to_see(step, role or "removed"),
            found,
            _reach(grid, step) if "blocking" in shown else (),
            _digit_to_follow(step),
        )
        screens.append(screen)
        shown.append(role if kind != "any" else "")
    return tuple(screens)


def draw_answer(topic: str, step: Step) -> Step:
    """Return a step with all links of the last screen of its lesson.

    Args:
        topic: The id of the topic.
        step: The step.
    """
    shown = [role for _, role in _parse_script(topic)]
    return replace(step, links=(*step.links, *_diagonals(step, shown)))


def _cells_so_far(shown: list[str], grid: Grid, step: Step) -> tuple[int, ...]:
    """Return the cells of the parts tapped so far, apart from those that lose something."""
    if "colour-2" in shown:
        return ()  # painted instead
    parts = [part for part in shown if part and part not in ("removed", "conclusion", "opposite")]
    return tuple(dict.fromkeys(cell for part in parts for cell in select_cells(part, grid, step)))


def _houses_to_see(step: Step, part: str) -> tuple[str, ...]:
    """Return the houses that a screen mentions."""
    if part in ("bridge", "line"):
        part = "link-3" if part == "bridge" else "link-1"
    if part.startswith("link-"):
        return tuple(name for name in step.links[int(part[5:]) - 1].proof.split(",") if len(name) == 2)
    if step.technique == "naked-single" and part in ("first-blocker", "removed"):
        return tuple(house_name(house) for house in HOUSES_OF[step.places[0].cell])
    if part == "ends" and len(step.links) == 3:  # two strong links that touch in a house
        return _houses_to_see(step, "link-2")
    if part in ("body-1", "body-rest", "opposite"):
        base = [str(name) for name in step.roles["base"]]
        return tuple(base[:1] if part == "body-1" else base[1:])
    roles = ("cover", "house") if part == "removed" else ("house", "base", "box")
    found = next((step.roles[role] for role in roles if step.roles.get(role)), ())
    return tuple(name for name in found if isinstance(name, str)) if part in _IN_HOUSES else ()


def _reach(grid: Grid, step: Step) -> tuple[int, ...]:
    """Return the cells of the rows and columns that keep the digit of a hidden single out of its house."""
    empty = {cell for cell in _house_cells(step, "house") if not grid.digits[cell]}
    found = _blocking_cells(grid, step)
    lines = [HOUSES[line] for cell in found for line in HOUSES_OF[cell] if empty.intersection(HOUSES[line])]
    return tuple(dict.fromkeys(cell for line in lines for cell in line))


def _digit_to_follow(step: Step) -> int:
    """Return the digit of a hidden single, or of a pattern of one digit; 0 if several digits matter."""
    if step.technique == "hidden-single":
        return step.places[0].digit
    digits = [digit for digit in step.roles.get("digits", ()) if isinstance(digit, int)]
    follows_one = step.technique == "x-chain" or technique(step.technique).family in _ONE_DIGIT
    return digits[0] if len(digits) == 1 and follows_one else 0


def _parse_script(id: str) -> Iterator[tuple[str, str]]:
    for word in _SCRIPTS[id].split():
        kind, _, role = word.partition(":")
        yield (kind, role) if role else (("cells", kind) if kind not in ("remove", "place", "conclude") else (kind, ""))


def _make_action(kind: str, role: str, grid: Grid, step: Step) -> Action:
    if kind == "conclude":
        kind = "place" if step.places else "remove"
    if kind == "remove":
        return Action("remove", _cells_of(step.removes), step.removes)
    if kind == "place":
        places = step.places or tuple(Candidate(_first_digit(step), cell) for _, cell in step.removes[:1])
        return Action("place", _cells_of(places), places)
    cells = select_cells(role, grid, step)
    return Action("any" if kind == "any" else "cells", cells)


def _draw(step: Step, shown: list[str], kind: str, role: str, found: tuple[int, ...]) -> Step:
    """Return the part of a step that a screen shows: what was found before, and all of it before the conclusion."""
    if kind in ("remove", "place", "conclude"):
        return Step(step.technique, roles=step.roles, links=(*step.links, *_diagonals(step, shown)))
    is_whole = not _NEED_ALL_LINKS.isdisjoint((role, *shown))
    is_whole = is_whole or "bridge" in shown
    links = [step.links[n - 1] for n in range(1, len(step.links) + 1) if is_whole or f"link-{n}" in shown]
    if "colour-2" in (role, *shown):
        roles = {name: step.roles[name] for name in ("colour-1", "colour-2") if name != role}
    elif digit := _digit_to_follow(step):
        roles = {"found": tuple(Candidate(digit, cell) for cell in found)} if found else {}
    else:
        roles = {name: step.roles[name] for part in shown for name in _ROLES.get(part, (part,)) if name in step.roles}
    return Step(step.technique, roles=roles, links=(*links, *_diagonals(step, shown)))


def _diagonals(step: Step, shown: list[str]) -> Iterator[Link]:
    """Yield the two ways to fill the corners of an X-Wing, once they have been thought through."""
    if "opposite" in shown:
        digit = _digit_to_follow(step)
        first, second, below_first, below_second = corners_of(step)
        yield Link((Candidate(digit, first),), (Candidate(digit, below_second),), strong=True, proof="")
        yield Link((Candidate(digit, second),), (Candidate(digit, below_first),), strong=True, proof="")


def _cells_of(candidates: Iterable[Candidate]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(cell for _, cell in candidates))


def _first_digit(step: Step) -> int:
    return next(digit for digit in step.roles["digits"] if isinstance(digit, int))


def select_cells(role: str, grid: Grid, step: Step) -> tuple[int, ...]:
    """Return the cells of a role, or of one of the parts in `_PARTS`."""
    if role in _PARTS:
        return tuple(dict.fromkeys(_PARTS[role](grid, step)))
    found: list[int] = []
    for name in _ROLES.get(role, (role,)):
        for value in step.roles.get(name, ()):
            if isinstance(value, str):
                found += HOUSES[parse_house(value)]
            else:
                found.append(value.cell if isinstance(value, Candidate) else value)
    return tuple(dict.fromkeys(found))


def _house_cells(step: Step, role: str) -> list[int]:
    return list(HOUSES[parse_house(str(step.roles[role][0]))])


def _blocking_cells(grid: Grid, step: Step) -> list[int]:
    """Return the cells with the digit of a hidden single that see an empty cell of its house."""
    (digit, goal), house = step.places[0], _house_cells(step, "house")
    empty = {cell for cell in house if not grid.digits[cell] and cell != goal}
    return [c for c in range(81) if grid.digits[c] == digit and c not in house and empty & set(PEERS[c])]


def _first_blocker(grid: Grid, step: Step) -> list[int]:
    """Return the peers of a naked single that hold the first digit it sees."""
    digit = next(c.digit for c in step.roles["blockers"] if isinstance(c, Candidate))
    return [cell for cell in PEERS[step.places[0].cell] if grid.digits[cell] == digit]


def _fish_cells(step: Step, first: bool) -> list[int]:
    house = _house_cells(step, "base")
    cells = [c.cell for c in step.roles["body"] if isinstance(c, Candidate)]
    return [cell for cell in cells if (cell in house) is first]


def corners_of(step: Step) -> tuple[int, int, int, int]:
    """Return the corners of an X-Wing: two in the first line, then those of the second line across from them."""
    first, second = _fish_cells(step, first=True)
    others = _fish_cells(step, first=False)
    across = next(cell for cell in others if cell in PEERS[first])
    return first, second, across, next(cell for cell in others if cell != across)


def _link_cells(number: int) -> Callable[[Grid, Step], list[int]]:
    def cells(grid: Grid, step: Step) -> list[int]:
        link = step.links[number - 1]
        return [cell for _, cell in link.start + link.end]

    return cells


def _chain_ends(grid: Grid, step: Step) -> list[int]:
    chain = [cell for cell in step.roles["chain"] if isinstance(cell, int)]
    return [chain[0], chain[-1]]


def _partner(grid: Grid, step: Step) -> list[int]:
    return [cell for cell in step.roles["cells"][1:] if isinstance(cell, int)]


def _conclusion_cells(grid: Grid, step: Step) -> list[int]:
    return [cell for _, cell in step.places + step.removes]


# Parts of a step that are not roles, by name.
_PARTS: Final[dict[str, Callable[[Grid, Step], list[int]]]] = {
    "conclusion": _conclusion_cells,
    "removed": lambda grid, step: [cell for _, cell in step.removes],
    "blocking": _blocking_cells,
    "first-blocker": _first_blocker,
    "pairs": lambda grid, step: list(cells_of(grid.with_candidates(2))),
    "body-1": lambda grid, step: _fish_cells(step, first=True),
    "body-rest": lambda grid, step: _fish_cells(step, first=False),
    "opposite": lambda grid, step: [corners_of(step)[3]],
    "link-1": _link_cells(1),
    "link-3": _link_cells(3),
    "chain-ends": _chain_ends,
    "case": lambda grid, step: [step.links[0].start[0].cell],
    "partner": _partner,
}
# Parts that are found by following the whole chain.
_NEED_ALL_LINKS: Final = {"tips", "end", "case", "colour-2", "chain-ends", "contradiction", "conclusion"}
# Parts to be found in a house that the screen names, and families that follow one digit.
_IN_HOUSES: Final = {"house", "base", "cells", "cell", "partner", "blocking", "rectangle", "removed", "body", "fins"}
_ONE_DIGIT: Final = ("intersections", "fish", "turbot", "colours")
# Names for several roles together.
_ROLES: Final = {
    "line": ("ends", "joint"),
    "tips": ("start", "end"),
    "assumed": ("assumed-on", "assumed-off"),
}
# The actions of each lesson. `cells` unless another kind is named: `any:house` asks for one cell of the house.
_SCRIPTS: Final = {
    "full-house": "any:house cell place",
    "hidden-single-box": "any:house blocking cell place",
    "hidden-single-line": "any:house blocking cell place",
    "naked-single": "cell any:first-blocker place",
    "naked-single-notes": "any:pairs cell place",
    "hidden-single-notes": "any:house cell place",
    "pointing": "cells removed remove",
    "claiming": "cells removed remove",
    "naked-pair": "cells partner removed remove",
    "locked-pair": "cells removed remove",
    "hidden-pair": "cells partner remove",
    "naked-triple": "cells removed remove",
    "hidden-triple": "cells removed remove",
    "naked-quad": "cells removed remove",
    "x-wing": "body-1 body-rest opposite removed remove",
    "swordfish": "body-1 body-rest removed remove",
    "finned-x-wing": "body fins removed remove",
    "jellyfish": "body-1 body-rest removed remove",
    "skyscraper": "link-1 link-3 ends removed remove",
    "two-string-kite": "link-1 link-3 ends removed remove",
    "turbot-fish": "link-1 link-3 ends remove",
    "empty-rectangle": "rectangle line removed remove",
    "xy-wing": "pivot pincers case removed remove",
    "xyz-wing": "pivot pincers case removed remove",
    "w-wing": "pincers bridge removed remove",
    "uniqueness-1": "floor roof remove",
    "uniqueness-2": "floor roof removed remove",
    "uniqueness-4": "floor roof remove",
    "hidden-rectangle": "floor roof removed remove",
    "bug-1": "any:pairs cell place",
    "simple-colours-trap": "link-1 colour-2 removed remove",
    "remote-pair": "chain chain-ends removed remove",
    "x-chain": "link-1 tips removed remove",
    "xy-chain": "start end removed remove",
    "aic": "start end removed remove",
    "als-xz": "als-1 als-2 restricted removed remove",
    "als-xy-wing": "pivot wing removed remove",
    "forcing-chain-contradiction": "assumed contradiction conclude",
    "forcing-chain-verity": "assumed conclusion conclude",
}
