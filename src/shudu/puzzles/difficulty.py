"""The five difficulties, and the levels of human logic they rest on.

A *level* is what a rating says about the techniques a puzzle needs. A *difficulty* is what a player is promised. A puzzle has
one only if three things agree: the founding paper's band of clue counts, the level of the hardest technique, and
HoDoKu's level, which also counts how many hard steps there are.
"""

from __future__ import annotations

from typing import Final, Literal

from shudu.core.arguments import check_text
from shudu.core.errors import ShuduError, quote

Difficulty = Literal["easy", "medium", "hard", "expert", "extreme"]

DIFFICULTIES: Final[tuple[Difficulty, ...]] = ("easy", "medium", "hard", "expert", "extreme")
ALIASES: Final[dict[str, Difficulty]] = {"unfair": "expert"}  # HoDoKu's word
DIFFICULTY_NAMES: Final = (*DIFFICULTIES, *ALIASES)  # all names that are accepted
LEVELS: Final = ("easy", "medium", "hard", "unfair", "extreme")

LEVEL_OF: Final[dict[str, str]] = dict(zip(DIFFICULTIES, LEVELS, strict=True))
BANDS: Final[dict[str, range]] = {
    "easy": range(38, 56),
    "medium": range(28, 38),
    "hard": range(17, 28),
    "expert": range(17, 28),
    "extreme": range(17, 28),
}


def difficulty_of(clues: int, level: str, hardest: str) -> Difficulty | None:
    """Return the difficulty of a puzzle; None if its clue count and its ratings do not agree.

    >>> difficulty_of(25, "hard", "xy-wing"), difficulty_of(25, "unfair", "xy-chain")
    ('hard', 'expert')
    >>> difficulty_of(25, "easy", "hidden-single"), difficulty_of(25, "unfair", "xy-wing")
    (None, None)

    Args:
        clues: The number of clues.
        level: HoDoKu's level.
        hardest: The id of the hardest technique.
    """
    from shudu.logic.registry import technique  # not needed where difficulties are only listed

    for difficulty in DIFFICULTIES:
        if level == LEVEL_OF[difficulty]:
            agrees = clues in BANDS[difficulty] and bool(hardest) and technique(hardest).level == level
            return difficulty if agrees else None
    return None


def parse_difficulty(name: str) -> Difficulty:
    """Return the difficulty with a name, in any case; `unfair` is accepted for `expert`.

    Raises:
        TypeError: If the name is not text.
        ShuduError: If there is no such difficulty.
    """
    lower = check_text(name, "difficulty").lower()
    for difficulty in DIFFICULTIES:
        if ALIASES.get(lower, lower) == difficulty:
            return difficulty
    raise ShuduError("puzzles.unknown-difficulty", difficulty=quote(name), difficulties=DIFFICULTIES)


def check_level(level: str) -> str:
    """Return the name of a level in lower case.

    Raises:
        TypeError: If it is not text.
        ShuduError: If there is no such level.
    """
    if check_text(level, "level").lower() not in LEVELS:
        raise ShuduError("puzzles.unknown-level", level=quote(level), levels=LEVELS)
    return level.lower()
