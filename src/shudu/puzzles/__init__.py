"""Puzzles 初盘: generation by clue count, difficulty, level or technique.

The names that options accept are listed here, so that the command line can show them without loading the engine.
"""

from typing import Final

METHODS: Final = ("dig", "dig-blind", "graded")
SYMMETRIES: Final = (
    "none",
    "rotate180",
    "rotate90",
    "horizontal",
    "vertical",
    "diagonal",
    "antidiagonal",
    "both",
)
