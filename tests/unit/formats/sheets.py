"""Random sheets for tests, for hypothesis and from a random generator."""

from __future__ import annotations

import random

from hypothesis import strategies as st

from shudu.core.geometry import cell_name, nine
from shudu.core.grid import DigitMasks, filled_mask, masks_by_rules
from shudu.formats.io.marks import NO_MARKS, limit_to_empty, tidy_candidates, tidy_colours
from shudu.formats.io.sheet import FACTS, Sheet

_LETTERS = "abcXYZ019 ,;.#\"'<>&[]{}|:=+-数独难度é😀"


@st.composite
def sheets(draw: st.DrawFn) -> Sheet:
    """Draw a sheet with anything a sheet can have."""
    return random_sheet(random.Random(draw(st.integers(0, 2**40))), draw(st.sampled_from(("plain", "some", "all"))))


def random_sheet(rng: random.Random, size: str) -> Sheet:
    digits = bytes(rng.choice((0, 0, 0, rng.randrange(1, 10))) for _ in range(81))
    if size == "plain":
        return Sheet(digits)

    def maybe() -> bool:
        return size == "all" or rng.random() < 0.4

    colours = {cell_name(cell): rng.choice("ABCDEFGH") for cell in rng.sample(range(81), 3)}
    colours |= {f"{rng.randrange(1, 10)}{cell_name(cell)}": rng.choice("ABCDEFGH") for cell in rng.sample(range(81), 2)}
    return Sheet(
        digits,
        filled_mask(digits) & rng.getrandbits(81) if maybe() else 0,
        _candidates(rng, digits) if maybe() else None,
        limit_to_empty(digits, (rng.getrandbits(81) & rng.getrandbits(81) for _ in range(9))) if maybe() else NO_MARKS,
        limit_to_empty(digits, (rng.getrandbits(81) & rng.getrandbits(81) for _ in range(9))) if maybe() else NO_MARKS,
        tidy_colours(colours) if maybe() else (),
        tuple((name, text) for name in FACTS if maybe() and (text := _text(rng, name))),
        "\n".join(f"{1000 * n} r1c{n}=7" for n in range(1, 4)) if maybe() else "",
    )


def _candidates(rng: random.Random, digits: bytes) -> DigitMasks | None:
    candidates = nine(board & (rng.getrandbits(81) | rng.getrandbits(81)) for board in masks_by_rules(digits))
    return tidy_candidates(digits, candidates)


def _text(rng: random.Random, name: str) -> str:
    if name == "rating" and rng.random() < 0.5:
        return f"{rng.uniform(0.1, 99):.1f}"
    return " ".join("".join(rng.choice(_LETTERS) for _ in range(rng.randrange(1, 20))).split())
