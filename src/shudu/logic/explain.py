"""Explanations: a step in words, with its pattern, the reason for each link, and its conclusions.

>>> from shudu.core.sets import Candidate
>>> step = Step("naked-single", places=(Candidate(7, 0),), roles={"cell": (0,), "blockers": (Candidate(1, 1),)})
>>> print(explain(step, "en"))
Naked Single: only 7 is left for r1c1: its row has 1; 2, 3, 4, 5, 6, 8 and 9 have been eliminated. Therefore r1c1 is 7.
>>> print(explain(step, "zh"))
唯余：r1c1 只能填 7：同行已有 1；2、3、4、5、6、8、9 已被删除。因此 r1c1 填 7。
"""

from __future__ import annotations

from typing import Final

from shudu.core.geometry import cell_name
from shudu.core.step import Step
from shudu.logic import registry
from shudu.logic.notation import check_step
from shudu.logic.sentence_fields import SentenceFields, find_variant
from shudu.logic.texts import Phrases, add_spaces, start_sentence, technique_name, texts

# Techniques that share the sentence of a pattern.
_SHARED_SENTENCES: Final = {
    "locked-pair": "naked-subset", "locked-triple": "naked-subset", "naked-pair": "naked-subset",
    "naked-triple": "naked-subset", "naked-quad": "naked-subset",
    "direct-hidden-pair": "direct-hidden-subset", "direct-hidden-triple": "direct-hidden-subset",
    "almost-locked-pair": "almost-locked-candidates", "almost-locked-triple": "almost-locked-candidates",
    "hidden-pair": "hidden-subset", "hidden-triple": "hidden-subset", "hidden-quad": "hidden-subset",
    "skyscraper": "turbot", "two-string-kite": "turbot", "dual-two-string-kite": "dual-turbot", "turbot-fish": "turbot",
    "bug-type-2": "bug", "bug-type-3": "bug", "bug-type-4": "bug",
    "unique-loop": "deadly", "extended-rectangle": "deadly",
    "multi-colours-1": "multi-colours",
    "x-chain": "chain-ends", "xy-chain": "chain-ends", "aic": "chain-ends", "grouped-aic": "chain-ends",
    "als-aic": "chain-ends",
    "continuous-nice-loop": "loop", "grouped-continuous-nice-loop": "loop", "als-continuous-nice-loop": "loop",
    "discontinuous-nice-loop": "discontinuous", "grouped-discontinuous-nice-loop": "discontinuous",
    "als-discontinuous-nice-loop": "discontinuous",
    "als-xy-wing": "als", "als-xy-wing-overlapping": "als", "als-chain": "als", "als-chain-both-ways": "als",
    "death-blossom-overlapping": "death-blossom",
    "forcing-chain-contradiction": "contradiction", "forcing-net-contradiction": "contradiction",
    "dynamic-forcing-chain-plus": "contradiction", "nested-forcing-chain": "contradiction", "nishio": "contradiction",
    "forcing-chain-verity": "verity", "forcing-net-verity": "verity",
    "kraken-franken-fish-1": "kraken-fish-1", "kraken-franken-fish-2": "kraken-fish-2",
    "kraken-mutant-fish-1": "kraken-fish-1", "kraken-mutant-fish-2": "kraken-fish-2",
}  # fmt: skip

_KINDS_OF_FISH: Final = {
    "kraken": "kraken-fish",
    "franken": "franken-fish",
    "mutant": "mutant-fish",
    "finned": "finned-fish",
    "sashimi": "sashimi-fish",
}


def explain(step: Step, language: str = "en") -> str:
    """Return a step in words that a person can follow.

    Args:
        step: The step to explain, from a path, a hint or a technique.
        language: `en` or `zh`.

    Raises:
        ShuduError: If the language is not supported or the technique of the step is unknown.
        TypeError: If `step` is not a Step.
    """
    phrases = Phrases(language)
    check_step(step)
    sentence = texts(language).sentences[sentence_key(step)].format_map(SentenceFields(step, phrases))
    gap = "" if sentence.endswith("\n") else phrases.gap
    body = gap.join(part for part in (sentence, _explain_conclusions(step, phrases)) if part)
    text = phrases.words["title"].format(name=step_name(step, language), sentence=body)
    return add_spaces(start_sentence(text))


def step_name(step: Step, language: str = "en") -> str:
    """Return the name of the technique of a step; Chinese has one for hidden singles of each kind of house.

    Args:
        step: The step.
        language: `en` or `zh`.
    """
    kinds = {str(house)[0] for house in step.roles.get("house", ())}
    if step.technique == "hidden-single" and len(kinds) == 1:
        return texts(language).words[f"hidden_single_{kinds.pop()}"]
    return technique_name(step.technique, language)


def how_to_spot(technique: str, language: str = "en") -> str:
    """Return a line that names what to look for to find a technique.

    >>> how_to_spot("naked-pair")
    'Find a cell with just two candidates, then look through its row, its column and its box for another cell with the same two.'

    Args:
        technique: The id of the technique.
        language: `en` or `zh`.
    """
    return texts(language).spotting[_spotting_key(technique)]


def _spotting_key(technique: str) -> str:
    """Return the key of the line for a technique: its own, that of its pattern, or that of its family."""
    lines = texts("en").spotting
    family = registry.technique(technique).family.replace(" ", "-")
    kind = next((key for part, key in _KINDS_OF_FISH.items() if part in technique), "") if family == "fish" else ""
    return next(key for key in (technique, kind, _SHARED_SENTENCES.get(technique, ""), family) if key in lines)


def sentence_key(step: Step) -> str:
    """Return the key of the sentence that explains a step."""
    if "cover" in step.roles and "body" in step.roles and not step.technique.startswith("kraken"):
        return "fish-finned" if step.roles.get("fins") or step.roles.get("endofins") else "fish"
    return find_variant(step, _SHARED_SENTENCES.get(step.technique, step.technique))


def _explain_conclusions(step: Step, phrases: Phrases) -> str:
    """Return what a step places and removes, cells that lose the same digits together."""
    words = phrases.words
    conclusions = [words["placed"].format(cell=cell_name(cell), digit=digit) for digit, cell in step.places]
    digits_of: dict[int, list[int]] = {}
    for digit, cell in sorted(step.removes, key=lambda removed: (removed.cell, removed.digit)):
        digits_of.setdefault(cell, []).append(digit)
    cells_losing: dict[tuple[int, ...], list[int]] = {}
    for cell, digits in digits_of.items():
        cells_losing.setdefault(tuple(digits), []).append(cell)
    conclusions += [
        words["removed"].format(digits=phrases.digits(digits), cells=phrases.cells(cells))
        for digits, cells in cells_losing.items()
    ]
    return words["so"] + words["also"].join(conclusions) + words["stop"] if conclusions else ""
