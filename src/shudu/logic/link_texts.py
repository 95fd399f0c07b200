"""Links in words: chains as arrows, nets as numbered lines, webs of strong links as pairs, and what forcing proves.

>>> from shudu.core.sets import Candidate
>>> link = Link((Candidate(2, 25),), (Candidate(2, 15),), True, "b3")
>>> write_chain([link], Phrases("en"))
'r3c8≠2 → r2c7=2 (box 3)'
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from shudu.core.geometry import HOUSE_MASKS, PEER_MASKS, cell_name, house_name
from shudu.core.sets import Candidate
from shudu.core.step import Link, Step
from shudu.logic.texts import Phrases

_MASKS: Final = {house_name(house): mask for house, mask in enumerate(HOUSE_MASKS)}


def write_links(step: Step, phrases: Phrases) -> str:
    """Return the links of a step: chains one after the other, a web of strong links as a list of pairs."""
    if "colour-1" in step.roles:
        return _write_pairs(step.links, phrases)
    comma = phrases.words["next"]
    return comma.join(write_chain(chain, phrases) for chain in split_chains(step))


def write_chains(step: Step, phrases: Phrases) -> str:
    """Return the chains of a step, each on a line of its own."""
    return "".join("\n  " + write_chain(chain, phrases) for chain in split_chains(step))


def split_chains(step: Step) -> list[list[Link]]:
    """Split the links into chains: by the role `chains`, or where a link does not start at the end of the last."""
    lengths = _lengths(step)
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
        self.locked: dict[tuple[Candidate, ...], int] = {}  # the lines that say that one of some candidates is true
        self.lines: list[str] = [write_fact([assumed], on)]
        self.on_lines: dict[Candidate, int] = {assumed: 1} if on else {}
        self.off_lines: dict[Candidate, int] = {} if on else {assumed: 1}
        for link in links:
            self.add(link)

    def cite(self, candidates: Iterable[Candidate], *, on: bool = False) -> str:
        """Return the numbers of the lines that make candidates false, with `on` also of those that make them true."""
        sources = (self.off_lines, self.on_lines) if on else (self.off_lines,)
        numbers = {lines[candidate] for candidate in candidates for lines in sources if candidate in lines}
        return self.phrases.words["line_comma"].join(map(str, sorted(numbers)))

    def __str__(self) -> str:
        form = self.phrases.words["line"]
        return "".join("\n  " + form.format(n=n, fact=line) for n, line in enumerate(self.lines, 1))

    def add(self, link: Link) -> None:
        """Add what follows by a link."""
        if link.strong:
            if all(candidate in self.on_lines for candidate in link.end):
                return  # it follows from an earlier line, too
            reason = self.phrases.words["line_reason"].format(
                where=_reason(link, self.phrases), lines=self.cite(link.start)
            )
            fact = write_fact(link.end, True)
            self.lines.append(self.phrases.words["reasoned"].format(fact=fact, reason=reason))
            if len(link.end) > 1:
                self.locked[link.end] = len(self.lines)
            for candidate in link.end:
                self.on_lines.setdefault(candidate, len(self.lines))
        elif len(link.start) > 1:
            self._add_locked(link)
        else:
            cause = min((self.on_lines[c] for c in link.start if c in self.on_lines), default=1)
            for candidate in link.end:
                self.off_lines.setdefault(candidate, cause)

    def add_refuted(self, refuted: Candidate, links: Sequence[Link], failure: str) -> None:
        """Add a candidate that cannot be true, because the links of another net lead from it to a failure."""
        facts = [write_fact([refuted], True)]
        cited: list[Candidate] = []
        for link in links:
            if link.strong:
                reason = _reason(link, self.phrases)
                facts.append(self.phrases.words["reasoned"].format(fact=write_fact(link.end, True), reason=reason))
                cited += link.start
        words = self.phrases.words
        fact = words["inner_refuted"].format(
            fact=write_fact([refuted], False), facts=words["arrow"].join(facts), failure=failure
        )
        lines = self.cite(cited)
        self.lines.append(fact + (words["line_end"].format(lines=lines) if lines else ""))
        self.off_lines.setdefault(refuted, len(self.lines))

    def _add_locked(self, link: Link) -> None:
        """Add that a digit is locked in some cells; a link to each candidate that this removes may follow."""
        words, digit = self.phrases.words, link.start[0].digit
        if link.start not in self.locked:
            cells = self.phrases.cells(cell for _, cell in link.start)
            fact = words["locked_in"].format(where=self.phrases.place(link.proof), digit=digit, cells=cells)
            house = _MASKS[link.proof]
            lines = self.cite([c for c in self.off_lines if c.digit == digit and house >> c.cell & 1])
            self.lines.append(fact + (words["line_end"].format(lines=lines) if lines else ""))
            self.locked[link.start] = len(self.lines)
        for candidate in link.end:
            self.off_lines.setdefault(candidate, self.locked[link.start])


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


def _candidates(step: Step, role: str) -> list[Candidate]:
    return [value for value in step.roles.get(role, ()) if isinstance(value, Candidate)]


def _lengths(step: Step) -> list[int]:
    """Return the numbers of links of the chains or nets of a step."""
    return [length for length in step.roles.get("chains", ()) if isinstance(length, int)]


def _cases(step: Step) -> list[tuple[Candidate, bool]]:
    """Return what a step assumes: candidates, and whether they are on."""
    return [
        (candidate, on)
        for role, on in (("assumed-on", True), ("assumed-off", False))
        for candidate in _candidates(step, role)
    ]


def write_assumption(step: Step, phrases: Phrases) -> str:
    """Return what a step assumes: `r1c1 is 7`, or several cases: `r1c1 is 5 or 7`, `7 is in one of r1c1 and r1c4`."""
    cases = _cases(step)
    candidates = [candidate for candidate, _ in cases]
    if all(on for _, on in cases):
        if len({cell for _, cell in candidates}) == 1:
            digits = phrases.join([str(digit) for digit, _ in candidates], "or")
            return phrases.words["on"].format(cell=cell_name(candidates[0].cell), digit=digits)
        return phrases.fact(candidates, True)
    return phrases.join([phrases.fact([candidate], on) for candidate, on in cases], "or")


def write_contradiction(step: Step, phrases: Phrases) -> str:
    """Return what goes wrong: a cell without digits, a house without a place for a digit, or a candidate on and off."""
    lost = _candidates(step, "contradiction")
    places = [name for name in step.roles.get("place", ()) if isinstance(name, str)]
    if places:
        form = phrases.words["lost_digit" if len(places[0]) == 2 else "lost_cell"]
        text = form.format(where=phrases.place(places[0]), digit=lost[0].digit)
    else:
        text = phrases.words["lost_both"].format(cell=cell_name(lost[0].cell), digit=lost[0].digit)
    if not _is_net(step):
        return text
    cited = _net(step, phrases).cite(lost, on=not places)
    return text + phrases.words["line_end"].format(lines=cited) if cited else text


def _is_net(step: Step) -> bool:
    return step.technique.startswith(("forcing-net", "dynamic", "nested")) or step.technique == "nishio"


def _net(step: Step, phrases: Phrases) -> Net:
    """Return the net of a step with one assumption; inner nets are between the runs of links of the main one."""
    candidate, on = _cases(step)[0]
    if "inner" not in step.roles:
        return Net(candidate, on, step.links, phrases)
    net, links = Net(candidate, on, (), phrases), iter(step.links)
    refuted = zip(_candidates(step, "inner"), step.roles["inner-failures"], strict=True)
    for number, length in enumerate(_lengths(step)):
        run = [next(links) for _ in range(length)]
        if number % 2:
            inner, failure = next(refuted)
            net.add_refuted(inner, run, _inner_failure(str(failure), phrases))
        else:
            for link in run:
                net.add(link)
    return net


def _inner_failure(failure: str, phrases: Phrases) -> str:
    """Return where an inner net fails: `7b4` a digit without a place, `r5c6` an empty cell, `7r5c6` a contradiction."""
    if failure[0] == "r":
        return phrases.words["lost_cell"].format(where=phrases.place(failure), digit="")
    digit, where = failure[0], failure[1:]
    if len(where) == 2:
        return phrases.words["lost_digit"].format(where=phrases.place(where), digit=digit)
    return phrases.words["lost_both"].format(cell=where, digit=digit)


def write_reasoning(step: Step, phrases: Phrases) -> str:
    """Return the argument of each case: chains as arrows, nets as numbered lines."""
    cases = _cases(step)
    if not _is_net(step):
        return write_chains(step, phrases)
    if len(cases) == 1:
        return str(_net(step, phrases))
    texts = [_write_case(*case, phrases) for case in _split_cases(step.links, _lengths(step), cases)]
    return "".join(text.replace("\n", "\n  ").replace("\n  ", "\n", 1) for text in texts)


def _split_cases(
    links: tuple[Link, ...], lengths: list[int], cases: list[tuple[Candidate, bool]]
) -> Iterator[tuple[Candidate, bool, list[Link]]]:
    rest = list(links)
    for (candidate, on), length in zip(cases, lengths, strict=False):
        yield candidate, on, rest[:length]
        rest = rest[length:]


def _write_case(candidate: Candidate, on: bool, links: list[Link], phrases: Phrases) -> str:
    text = str(Net(candidate, on, links, phrases))
    if not links or links[-1].strong:
        return text
    return text + phrases.words["arrow"] + write_fact(links[-1].end, False)
