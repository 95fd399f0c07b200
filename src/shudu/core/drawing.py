"""Positions and steps as SVG drawings.

Givens are bold, entries blue, and candidates are drawn in a 3×3 raster. A step uses shapes as well as colours: the cells
of the pattern are tinted, its candidates circled, fins and other exceptions circled with dashes, placed digits filled
and removed candidates struck through. Strong links are solid lines, weak links dashed ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from shudu.core.geometry import DIGITS, HOUSES, parse_house
from shudu.core.grid import Grid
from shudu.core.sets import Candidate
from shudu.core.step import Link, Step

SIDE: Final = 54  # one cell, in pixels
_SIZE: Final = 9 * SIDE
_STYLE: Final = (
    ".paper{fill:#fff}.thin{stroke:#c9cdd5}.box{stroke:#16181d;stroke-width:2.5}"
    ".given{font:600 31px system-ui,sans-serif;fill:#16181d}.entry{font:400 31px system-ui,sans-serif;fill:#1a55ad}"
    ".mark{font:13px system-ui,sans-serif;fill:#4e5663}text{text-anchor:middle;dominant-baseline:central}"
    ".cause{fill:#bfe3d6}.house{fill:#eef2f8}.ring{fill:none;stroke:#12795a;stroke-width:1.6}"
    ".odd{fill:none;stroke:#8a5a00;stroke-width:1.6;stroke-dasharray:3 2}"
    ".removed{fill:#f9d2b8}.strike{stroke:#b3261e;stroke-width:2}.placed{fill:#12795a}.new{fill:#fff;font-weight:700}"
    ".strong,.weak{fill:none;stroke:#7a3fb5;stroke-width:2}.weak{stroke-dasharray:5 4}"
)
_ODD: Final = {"fins", "endofins", "extras", "off", "colour-2", "colour-4", "als-2", "restricted"}
_NOT_DRAWN: Final = {"digits", "digit", "chains", "type", "blockers", "eliminated"}


def draw(
    grid: Grid,
    step: Step | None = None,
    candidates: bool | None = None,
    below: Iterable[str] = (),
    above: Iterable[str] = (),
) -> str:
    """Return the drawing of a position, and of a step in it.

    >>> draw(Grid("1" + "." * 80)).count("<text")
    1

    Args:
        grid: The position.
        step: The step to draw, or None.
        candidates: Whether to draw candidates; None draws them if there is a step.
        below: Further shapes below the digits.
        above: Further shapes above the digits.
    """
    marks = step is not None if candidates is None else candidates
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 {_SIZE + 4} {_SIZE + 4}" width="{_SIZE}" height="{_SIZE}">',
        f"<title>{grid.line}</title><style>{_STYLE}</style>",
        f'<rect class="paper" width="{_SIZE}" height="{_SIZE}"/>',
        *below,
        *(_pattern(step) if step else ()),
        *(_digit(grid, cell) for cell in range(81) if grid.digits[cell]),
        *(_marks(grid, cell) for cell in range(81) if marks and not grid.digits[cell]),
        *above,
        *_lines("thin", [i for i in range(10) if i % 3]),
        *_lines("box", [0, 3, 6, 9]),
        *(_conclusions(step) if step else ()),
        "</svg>",
    ]
    return "".join(parts)


def draw_layers(step: Step) -> tuple[str, str]:
    """Return two drawings of a step without digits: one to place below the digits, and one to place above them.

    >>> from shudu.core.step import Step
    >>> "<text" in "".join(draw_layers(Step("x", places=(Candidate.from_text("7r1c1"),))))
    False
    """
    rings = "".join(_circle(candidate, "removed") for candidate in step.removes)
    beneath = "".join(_pattern(step)) + rings + "".join(_circle(candidate, "placed") for candidate in step.places)
    above = "".join(map(_link, step.links)) + "".join(map(_strike, step.removes))
    return _layer(beneath), _layer(above)


def _layer(shapes: str) -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_SIZE} {_SIZE}" width="{_SIZE}" height="{_SIZE}">'
    return f"{head}<style>{_STYLE}</style>{shapes}</svg>"


def _digit(grid: Grid, cell: int) -> str:
    kind = "given" if cell in grid.givens else "entry"
    x, y = cell % 9 * SIDE + SIDE // 2, cell // 9 * SIDE + SIDE // 2 + 1
    return f'<text class="{kind}" x="{x}" y="{y}">{grid.digits[cell]}</text>'


def _centre(candidate: Candidate) -> tuple[float, float]:
    """Return the centre of a candidate."""
    digit, cell = candidate
    return (
        cell % 9 * SIDE + SIDE * (2 * ((digit - 1) % 3) + 1) / 6,
        cell // 9 * SIDE + SIDE * (2 * ((digit - 1) // 3) + 1) / 6,
    )


def _mark(candidate: Candidate, kind: str = "mark") -> str:
    x, y = _centre(candidate)
    return f'<text class="{kind}" x="{x:g}" y="{y + 1:g}">{candidate.digit}</text>'


def _marks(grid: Grid, cell: int) -> str:
    return "".join(_mark(Candidate(digit, cell)) for digit in DIGITS if digit in grid.candidates(cell))


def _lines(kind: str, positions: list[int]) -> list[str]:
    return [f'<path class="{kind}" d="M{SIDE * i} 0V{_SIZE}M0 {SIDE * i}H{_SIZE}"/>' for i in positions]


def _pattern(step: Step) -> Iterator[str]:
    """Yield the houses, then the cells and candidates of the pattern, which are drawn below the digits."""
    drawn = [(role, values) for role, values in step.roles.items() if role not in _NOT_DRAWN]
    members = [(role, value) for role, values in drawn if not role.endswith("-digits") for value in values]
    for _, value in members:
        if isinstance(value, str) and len(value) == 2:
            yield from (_cell(cell, "house") for cell in HOUSES[parse_house(value)])
    for role, value in members:
        if isinstance(value, Candidate):
            yield _circle(value, "odd" if role in _ODD else "ring")
        elif isinstance(value, int):
            yield _cell(value, "cause")


def _cell(cell: int, kind: str) -> str:
    return f'<rect class="{kind}" x="{cell % 9 * SIDE}" y="{cell // 9 * SIDE}" width="{SIDE}" height="{SIDE}"/>'


def _circle(candidate: Candidate, kind: str) -> str:
    x, y = _centre(candidate)
    return f'<circle class="{kind}" cx="{x:g}" cy="{y:g}" r="{SIDE / 6.4:g}"/>'


def _conclusions(step: Step) -> Iterator[str]:
    """Yield the links and conclusions, which are drawn above the digits."""
    yield from (_link(link) for link in step.links)
    for candidate in step.removes:
        yield _circle(candidate, "removed") + _mark(candidate) + _strike(candidate)
    for candidate in step.places:
        yield _circle(candidate, "placed") + _mark(candidate, "mark new")


def _strike(candidate: Candidate) -> str:
    (x, y), half = _centre(candidate), SIDE / 7
    return f'<path class="strike" d="M{x - half:g} {y + half:g}L{x + half:g} {y - half:g}"/>'


def _link(link: Link) -> str:
    (x1, y1), (x2, y2) = _centre(link.start[0]), _centre(link.end[0])
    middle_x, middle_y = (x1 + x2) / 2 + (y2 - y1) / 8, (y1 + y2) / 2 - (x2 - x1) / 8
    kind = "strong" if link.strong else "weak"
    return f'<path class="{kind}" d="M{x1:g} {y1:g}Q{middle_x:g} {middle_y:g} {x2:g} {y2:g}"/>'
