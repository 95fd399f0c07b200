"""Step → sentence: what the pattern is, why each link holds, and what follows.

>>> from shudu.core.candidate import Candidate
>>> step = Step("naked-single", places=(Candidate(7, 0),), roles={"cell": (0,), "blockers": (1, 2)})
>>> print(explain(step, "en"))
Naked Single: only 7 is left for r1c1: every other digit stands in its row, column or box, or was ruled out before. \
Therefore r1c1 is 7.
>>> print(explain(step, "zh"))
唯余：r1c1 只剩 7 可填：其余数字已在同行、同列、同宫出现，或先前已被删去。因此 r1c1 填 7。
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from shudu.core.candidate import Candidate
from shudu.core.geometry import cell_name
from shudu.core.step import Step
from shudu.logic.notation import check_step
from shudu.logic.phrases import Phrases
from shudu.logic.reasons import reasons
from shudu.logic.texts import texts

# Where a Chinese character meets a letter or a figure: a space belongs there, whatever a placeholder became.
_SEAM: Final = re.compile(r"(?<=[\u4e00-\u9fff])(?=[A-Za-z0-9])|(?<=[A-Za-z0-9])(?=[\u4e00-\u9fff])")

# Techniques whose sentence is that of another: the idea is one.
_SAME: Final = {
    "locked-pair": "naked-subset", "locked-triple": "naked-subset", "naked-pair": "naked-subset",
    "naked-triple": "naked-subset", "naked-quad": "naked-subset",
    "hidden-pair": "hidden-subset", "hidden-triple": "hidden-subset", "hidden-quad": "hidden-subset",
    "skyscraper": "turbot", "two-string-kite": "turbot", "dual-two-string-kite": "turbot", "turbot-fish": "turbot",
    "dual-empty-rectangle": "empty-rectangle",
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
    "kraken-franken-fish-1": "kraken-fish-1", "kraken-franken-fish-2": "kraken-fish-2",
    "kraken-mutant-fish-1": "kraken-fish-1", "kraken-mutant-fish-2": "kraken-fish-2",
    "forcing-chain-verity": "forcing-verity", "forcing-net-verity": "forcing-verity",
    "forcing-chain-contradiction": "forcing-contradiction", "forcing-net-contradiction": "forcing-contradiction",
}  # fmt: skip


def explain(step: Step, language: str = "en") -> str:
    """A step in words a person can follow, in Chinese (`zh`) or English (`en`).

    Raises ShuduError for a language or a technique that is not there.
    """
    said = texts(language)
    check_step(step)
    say = Phrases(said)
    sentence = said.sentences[sentence_key(step)].format_map(_Parts(step, say))
    told = [sentence, reasons(step, say), _conclusion(step, say)]
    gap = "" if language == "zh" else " "
    text = said.words["title"].format(name=said.names[step.technique], sentence=gap.join(part for part in told if part))
    return _SEAM.sub(" ", text[0].upper() + text[1:])


def name_of(technique: str, language: str = "en") -> str:
    """The name of a technique in a language."""
    return texts(language).names[technique]


def sentence_key(step: Step) -> str:
    """Which sentence tells a step."""
    if "cover" in step.roles and "body" in step.roles and not step.technique.startswith("kraken"):
        return "fish-finned" if step.roles.get("fins") or step.roles.get("endofins") else "fish"
    return _SAME.get(step.technique, step.technique)


class _Parts(dict[str, str]):
    """The placeholders of a sentence: the roles of the step by name, in words, made when asked for."""

    def __init__(self, step: Step, say: Phrases) -> None:
        super().__init__()
        self.step, self.say = step, say

    def __missing__(self, key: str) -> str:
        if key == "places_digit":
            return str(self.step.places[0].digit)
        if key == "assumption":
            return self.say.join(list(self._assumptions()), "or")
        if key.endswith("_cells") and key not in self._role_names():
            candidates = self._role(key.removesuffix("_cells"))
            return self.say.cells(dict.fromkeys(c.cell for c in candidates if isinstance(c, Candidate)))
        return self._say(key, self._role(key))

    def _role_names(self) -> set[str]:
        return {name.replace("-", "_") for name in self.step.roles}

    def _role(self, key: str) -> tuple[Candidate | int | str, ...]:
        values = self.step.roles.get(key.replace("_", "-"), ())
        return (*values, *self.step.roles.get("endofins", ())) if key == "fins" else values

    def _say(self, key: str, values: tuple[Candidate | int | str, ...]) -> str:
        candidates = [value for value in values if isinstance(value, Candidate)]
        if candidates:
            return self.say.candidates(candidates)
        names = [value for value in values if isinstance(value, str)]
        if names:
            return self.say.places(names)
        numbers = [value for value in values if isinstance(value, int)]
        return self.say.digits(numbers) if "digit" in key else self.say.cells(numbers)

    def _assumptions(self) -> Iterator[str]:
        for role, true in (("assumed-on", True), ("assumed-off", False)):
            for candidate in self.step.roles.get(role, ()):
                if isinstance(candidate, Candidate):
                    yield self.say.fact([candidate], true)


def _conclusion(step: Step, say: Phrases) -> str:
    told = [say.words["placed"].format(cell=cell_name(cell), digit=digit) for digit, cell in step.places]
    to_digits: dict[int, list[int]] = {}
    for digit, cell in sorted(step.removes, key=lambda removed: (removed.cell, removed.digit)):
        to_digits.setdefault(cell, []).append(digit)
    cells_with: dict[tuple[int, ...], list[int]] = {}
    for cell, digits in to_digits.items():
        cells_with.setdefault(tuple(digits), []).append(cell)
    form = say.words["removed"]
    told += [form.format(digits=say.digits(digits), cells=say.cells(cells)) for digits, cells in cells_with.items()]
    return say.words["so"] + say.words["also"].join(told) + say.words["stop"] if told else ""
