"""The profile of HoDoKu 2.2.0: the score is the sum of fixed scores per step, the level that of the hardest step.

>>> HODOKU.level("hard", 1200), HODOKU.level("hard", 1700)
('hard', 'unfair')
"""

from __future__ import annotations

from math import inf
from typing import Final

from shudu.logic.rating.by_path import PathProfile

HODOKU: Final = PathProfile(
    name="hodoku",
    system="HoDoKu 2.2.0",
    uses=lambda known: known.on and bool(known.code or known.family == "brute force"),
    options={"skyscraper": {"crossed": False}},
    order=lambda known: known.order,
    weigh=lambda known, step: known.score,
    total=sum,
    grade=lambda known: known.level,
    ceilings={"easy": 800, "medium": 1000, "hard": 1600, "unfair": 1800, "extreme": inf},
)
