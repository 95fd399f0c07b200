"""The reasons of a rating in words, Chinese or English."""

from __future__ import annotations

from shudu.logic.rating.rate import Rating, Reason
from shudu.logic.texts import texts


def reasons_in_words(rating: Rating, language: str = "en") -> list[str]:
    """Why a puzzle has its level and score, a sentence each.

    >>> from shudu.logic.rating.rate import rate
    >>> rating = rate("9..24.....5.69.231.2..5..9..9.7..32...29356.7.7...29...69.2..7351..79.622.7.86..9")
    >>> reasons_in_words(rating, "zh")[0]
    '最难的技巧是XY 翼，用到 5 次：困难。'
    """
    return [_said(reason, language) for reason in rating.reasons]


def _said(reason: Reason, language: str) -> str:
    said = texts(language)
    return said.words[f"reason_{reason.kind}"].format(
        technique=said.names.get(reason.technique, ""),
        times=reason.times,
        level=said.words.get(f"level_{reason.level}", reason.level),
        score=f"{reason.score:g}",
    )
