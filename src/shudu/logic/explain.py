"""Explanations: a step in words, with its pattern, the reason for each link, and its conclusions.

>>> from shudu.core.candidate import Candidate
>>> step = Step("naked-single", places=(Candidate(7, 0),), roles={"cell": (0,), "blockers": (1, 2)})
>>> print(explain(step, "en"))
Naked Single: 7 is the only candidate left in r1c1; every other digit is already in its row, column or box, or has been \
eliminated. Therefore r1c1 is 7.
>>> print(explain(step, "zh"))
唯余：r1c1 只剩候选数 7，其余数字已在同行、同列或同宫出现，或已被删除。因此 r1c1 填 7。
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from shudu.core.candidate import Candidate
from shudu.core.geometry import cell_name
from shudu.core.step import Link, Step
from shudu.logic.notation import check_step
from shudu.logic.phrases import Phrases, add_spaces, start_sentence
from shudu.logic.texts import technique_name, texts

# Techniques that share the sentence of a pattern.
_SHARED_SENTENCES: Final = {
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
    sentence = texts(language).sentences[sentence_key(step)].format_map(_RolePhrases(step, phrases))
    parts = [sentence, _explain_links(step, phrases), _explain_conclusions(step, phrases)]
    body = phrases.gap.join(part for part in parts if part)
    text = phrases.words["title"].format(name=technique_name(step.technique, language), sentence=body)
    return add_spaces(start_sentence(text))


def sentence_key(step: Step) -> str:
    """Return the key of the sentence that explains a step."""
    if "cover" in step.roles and "body" in step.roles and not step.technique.startswith("kraken"):
        return "fish-finned" if step.roles.get("fins") or step.roles.get("endofins") else "fish"
    return _SHARED_SENTENCES.get(step.technique, step.technique)


class _RolePhrases(dict[str, str]):
    """The fields of a sentence: the roles of a step in words, computed on demand."""

    def __init__(self, step: Step, phrases: Phrases) -> None:
        super().__init__()
        self.step, self.phrases = step, phrases

    def __missing__(self, key: str) -> str:
        if key == "places_digit":
            return str(self.step.places[0].digit)
        if key == "assumption":
            return self.phrases.join(list(self._assumptions()), "or")
        if key.endswith("_cells") and key.replace("_", "-") not in self.step.roles:
            candidates = self._role(key.removesuffix("_cells"))
            return self.phrases.cells(dict.fromkeys(c.cell for c in candidates if isinstance(c, Candidate)))
        return self._phrase(key, self._role(key))

    def _role(self, key: str) -> tuple[Candidate | int | str, ...]:
        values = self.step.roles.get(key.replace("_", "-"), ())
        return (*values, *self.step.roles.get("endofins", ())) if key == "fins" else values

    def _phrase(self, key: str, values: tuple[Candidate | int | str, ...]) -> str:
        if candidates := [value for value in values if isinstance(value, Candidate)]:
            return self.phrases.candidates(candidates)
        if names := [value for value in values if isinstance(value, str)]:
            return self.phrases.places(names)
        numbers = [value for value in values if isinstance(value, int)]
        return self.phrases.digits(numbers) if "digit" in key else self.phrases.cells(numbers)

    def _assumptions(self) -> Iterator[str]:
        for role, true in (("assumed-on", True), ("assumed-off", False)):
            for candidate in self.step.roles.get(role, ()):
                if isinstance(candidate, Candidate):
                    yield self.phrases.fact([candidate], true)


def _explain_links(step: Step, phrases: Phrases) -> str:
    """Return the links of a step in words: chains link by link, a web of strong links as a list."""
    if len(step.links) > 1 and all(link.strong for link in step.links):
        return _explain_web(step.links, phrases)
    return phrases.gap.join(_explain_chain(chain, phrases) for chain in _split_chains(step))


def _explain_web(links: Iterable[Link], phrases: Phrases) -> str:
    words = phrases.words
    pairs = (
        words["web_link"].format(
            one=phrases.candidates(link.start), other=phrases.candidates(link.end), reason=phrases.place(link.proof)
        )
        for link in links
    )
    return words["web"] + words["next"].join(pairs) + words["stop"]


def _split_chains(step: Step) -> list[list[Link]]:
    """Split the links into chains: by the role `chains`, or where a link does not start at the end of the last."""
    lengths = [length for length in step.roles.get("chains", ()) if isinstance(length, int)]
    if lengths and sum(lengths) == len(step.links):
        links = iter(step.links)
        return [[next(links) for _ in range(length)] for length in lengths if length]
    chains: list[list[Link]] = []
    for link in step.links:
        if chains and chains[-1][-1].end == link.start:
            chains[-1].append(link)
        else:
            chains.append([link])
    return chains


def _explain_chain(links: Sequence[Link], phrases: Phrases) -> str:
    words = phrases.words
    start = words["if"].format(fact=phrases.fact(links[0].start, not links[0].strong))
    then = [
        words["then"].format(fact=phrases.fact(link.end, link.strong), reason=_link_reason(link, phrases))
        for link in links
    ]
    return start + words["next"].join(then) + words["stop"]


def _link_reason(link: Link, phrases: Phrases) -> str:
    kind = "house" if len(link.proof) == 2 else "set" if "," in link.proof else "cell"
    if not link.strong and kind == "set":
        kind = "cell"
    form = phrases.words[f"{'strong' if link.strong else 'weak'}_{kind}"]
    return form.format(where=phrases.place(link.proof), digit=link.end[0].digit)


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
