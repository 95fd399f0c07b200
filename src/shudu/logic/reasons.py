"""Links in words: a chain told step by step, each with the house or cell that proves it; a web of strong links as a list."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from shudu.core.step import Link, Step
from shudu.logic.phrases import Phrases


def reasons(step: Step, say: Phrases) -> str:
    """All links of a step in words; empty if it has none."""
    if not step.links:
        return ""
    if _is_web(step):
        return _web(step.links, say)
    return " ".join(_chain(chain, say) for chain in _chains(step))


def _is_web(step: Step) -> bool:
    return len(step.links) > 1 and all(link.strong for link in step.links)


def _web(links: Iterable[Link], say: Phrases) -> str:
    told = (
        say.words["web_link"].format(
            one=say.candidates(link.start), other=say.candidates(link.end), reason=say.place(link.proof)
        )
        for link in links
    )
    return say.words["web"] + say.words["next"].join(told) + say.words["stop"]


def _chains(step: Step) -> list[list[Link]]:
    """The links parted into chains: where the end of one is not the start of the next."""
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


def _chain(links: Sequence[Link], say: Phrases) -> str:
    told = [say.words["then"].format(fact=say.fact(link.end, link.strong), reason=_reason(link, say)) for link in links]
    start = say.words["if"].format(fact=say.fact(links[0].start, not links[0].strong))
    return start + say.words["next"].join(told) + say.words["stop"]


def _reason(link: Link, say: Phrases) -> str:
    kind = "house" if len(link.proof) == 2 else "set" if "," in link.proof else "cell"
    if not link.strong and kind == "set":
        kind = "cell"
    form = say.words[f"{'strong' if link.strong else 'weak'}_{kind}"]
    return form.format(where=say.place(link.proof), digit=link.end[0].digit)
