"""Links in words: chains as arrows, nets as numbered lines, webs of strong links as pairs.

>>> from shudu.core.candidate import Candidate
>>> link = Link((Candidate(2, 25),), (Candidate(2, 15),), True, "b3")
>>> write_chain([link], Phrases("en"))
'r3c8≠2 → r2c7=2 (box 3)'
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from shudu.core.candidate import Candidate
from shudu.core.geometry import PEER_MASKS, cell_name
from shudu.core.step import Link, Step
from shudu.logic.phrases import Phrases


def write_links(step: Step, phrases: Phrases) -> str:
    """Return the links of a step: chains one after the other, a web of strong links as a list of pairs."""
    if "colour-1" in step.roles:
        return _write_pairs(step.links, phrases)
    comma = phrases.words["next"]
    return comma.join(write_chain(chain, phrases) for chain in split_chains(step))


def split_chains(step: Step) -> list[list[Link]]:
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


def write_chain(links: Sequence[Link], phrases: Phrases) -> str:
    """Return a chain as arrows, each with its reason: `r3c8≠2 → r2c7=2 (box 3)`."""
    parts = [write_fact(links[0].start, not links[0].strong)]
    for link in links:
        fact = write_fact(link.end, link.strong)
        parts.append(phrases.words["reasoned"].format(fact=fact, reason=_reason(link, phrases)))
    return phrases.words["arrow"].join(parts)


def write_fact(candidates: Sequence[Candidate], true: bool) -> str:
    """Return that candidates are true or false in short: `r1c1=7`, of a group `r1c1/r1c2≠7`."""
    cells_of: dict[int, list[int]] = {}
    for digit, cell in candidates:
        cells_of.setdefault(digit, []).append(cell)
    sign = "=" if true else "≠"
    return ", ".join("/".join(map(cell_name, cells)) + f"{sign}{digit}" for digit, cells in cells_of.items())


def _reason(link: Link, phrases: Phrases) -> str:
    names = link.proof.split(",")
    if all(len(name) == 2 for name in names):
        return phrases.places(names)
    if len(names) > 1:
        return phrases.words["reason_set"].format(where=phrases.place(link.proof))
    return phrases.words["reason_on" if link.strong else "reason_off"]


def _write_pairs(links: Iterable[Link], phrases: Phrases) -> str:
    pairs = (
        phrases.words["pair"].format(
            one=_name(link, link.start), other=_name(link, link.end), reason=phrases.places(link.proof.split(","))
        )
        for link in links
    )
    return phrases.words["next"].join(pairs)


def _name(link: Link, candidates: Sequence[Candidate]) -> str:
    """Return the cells of one end of a link, with the digit if the two ends have different ones."""
    if link.start[0].digit != link.end[0].digit:
        return write_fact(candidates, True)
    return "/".join(cell_name(cell) for _, cell in candidates)


class Net:
    """The digits that follow from an assumption by a net of links, as numbered lines.

    Candidates that are ruled out have no lines of their own; a line cites what rules them out instead.
    """

    def __init__(self, assumed: Candidate, on: bool, links: Sequence[Link], phrases: Phrases) -> None:
        self.phrases = phrases
        self.lines = [write_fact([assumed], on)]
        self.on_lines = {assumed: 1} if on else {}
        self.off_lines = {} if on else {assumed: 1}
        for link in links:
            self._add(link)

    def cite(self, candidates: Iterable[Candidate], on: bool) -> str:
        """Return the numbers of the lines that make candidates true or false: `1, 3`."""
        lines = self.on_lines if on else self.off_lines
        return self.phrases.words["line_comma"].join(map(str, sorted({lines[c] for c in candidates if c in lines})))

    def __str__(self) -> str:
        form = self.phrases.words["line"]
        return "".join("\n  " + form.format(n=n, fact=line) for n, line in enumerate(self.lines, 1))

    def _add(self, link: Link) -> None:
        if link.strong:
            reason = self.phrases.words["line_reason"].format(
                where=_reason(link, self.phrases), lines=self.cite(link.start, on=False)
            )
            fact = write_fact(link.end, True)
            self.lines.append(self.phrases.words["reasoned"].format(fact=fact, reason=reason))
            for candidate in link.end:
                self.on_lines.setdefault(candidate, len(self.lines))
        else:
            cause = min((self.on_lines[c] for c in link.start if c in self.on_lines), default=1)
            for candidate in link.end:
                self.off_lines.setdefault(candidate, cause)


def loop_proofs(step: Step, sets: Sequence[Sequence[Candidate]], phrases: Phrases) -> Iterator[str]:
    """Yield for each weak link of a closed loop what it removes: one of its two ends is true.

    The almost locked sets of the loop are locked, and remove what sees all places of one of their digits.
    """
    left = list(step.removes)
    for link in step.links:
        seen = [removed for removed in left if not link.strong and _sees_all(removed, link.start + link.end)]
        if seen:
            left = [removed for removed in left if removed not in seen]
            one, other = write_fact(link.start, True), write_fact(link.end, True)
            text = phrases.words["loop_proof"]
            yield text.format(one=one, other=other, removed=phrases.candidates(seen))
    for own in sets:
        seen = [removed for removed in left if _sees_all(removed, [c for c in own if c.digit == removed.digit])]
        if seen and (cells := dict.fromkeys(cell for _, cell in own)):
            left = [removed for removed in left if removed not in seen]
            yield phrases.words["loop_set"].format(cells=phrases.cells(cells), removed=phrases.candidates(seen))


def _sees_all(candidate: Candidate, others: Iterable[Candidate]) -> bool:
    digit, cell = candidate
    return all(
        (other != candidate) and (other.cell == cell or (other.digit == digit and PEER_MASKS[cell] >> other.cell & 1))
        for other in others
    )
