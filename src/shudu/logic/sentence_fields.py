"""The fields of the sentences in `logic.toml`: the roles of a step in words, and what a sentence derives from them.

A field is the name of a role with `_` for `-` (`{pivot}`), the cells of a role of candidates (`{fins_cells}`), or one of
the derived fields in `_DERIVED`.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from string import ascii_uppercase
from typing import Final

from shudu.core.geometry import DIGITS, HOUSES_OF, PEER_MASKS, cell_name, cells_of, house_name, mask_of
from shudu.core.sets import Candidate
from shudu.core.step import RoleMembers, Step
from shudu.logic.link_texts import (
    loop_proofs,
    write_assumption,
    write_chains,
    write_contradiction,
    write_fact,
    write_links,
    write_reasoning,
)
from shudu.logic.texts import Phrases


def find_variant(step: Step, key: str) -> str:
    """Return the key of the sentence for a step, where a pattern has several."""
    if key == "chain-ends" and step.links:
        start, end = step.links[0].start, step.links[-1].end
        if start == end:
            return "chain-ring"
        if len(start) == len(end) == 1 and start[0].digit == end[0].digit:
            return "chain-ends-same"
    if key == "discontinuous" and step.links:
        first, last = step.links[0], step.links[-1]
        if not first.strong:
            return "discontinuous-false" if not last.strong else "discontinuous-other"
        return "discontinuous-true" if last.strong else "discontinuous-both"
    if key == "als-xz" and len({c.digit for c in _candidates(step, "restricted")}) > 1:
        return "als-xz-double"
    if key == "medusa-3d" and "false" in step.roles:
        return "medusa-3d-false"
    return key


class SentenceFields(dict[str, str]):
    """The fields of a sentence, computed on demand."""

    def __init__(self, step: Step, phrases: Phrases) -> None:
        super().__init__()
        self.step: Step = step
        self.phrases: Phrases = phrases

    def __missing__(self, key: str) -> str:
        if key in _DERIVED:
            return _DERIVED[key](self.step, self.phrases)
        if key.endswith("_cells") and key.replace("_", "-") not in self.step.roles:
            return self.phrases.cells(_cells(self.step, key.removesuffix("_cells")))
        return self._phrase(key, _role(self.step, key))

    def _phrase(self, key: str, values: RoleMembers) -> str:
        if candidates := [value for value in values if isinstance(value, Candidate)]:
            return self.phrases.candidates(candidates)
        if names := [value for value in values if isinstance(value, str)]:
            return self.phrases.digits(map(int, names)) if key == "commons" else self.phrases.places(names)
        numbers = [value for value in values if isinstance(value, int)]
        return self.phrases.digits(numbers) if "digit" in key else self.phrases.cells(numbers)


def _role(step: Step, key: str) -> RoleMembers:
    values = step.roles.get(key.replace("_", "-"), ())
    return (*values, *step.roles.get("endofins", ())) if key == "fins" else values


def _candidates(step: Step, key: str) -> list[Candidate]:
    return [value for value in _role(step, key) if isinstance(value, Candidate)]


def _cells(step: Step, key: str) -> list[int]:
    return list(dict.fromkeys(candidate.cell for candidate in _candidates(step, key)))


def _numbers(step: Step, key: str) -> list[int]:
    return [value for value in _role(step, key) if isinstance(value, int) and not isinstance(value, Candidate)]


def _number(count: int, phrases: Phrases) -> str:
    return phrases.words.get(f"number_{count}", str(count))


# Singles


def _seen_digits(step: Step, phrases: Phrases) -> str:
    """Return which digits the row, the column and the box of a cell have, and which were eliminated."""
    (_, cell), words = step.places[0], phrases.words
    digits_in: dict[str, list[int]] = {"row": [], "column": [], "box": []}
    blockers = _candidates(step, "blockers")
    for digit, other in blockers:
        kind = next(k for k, house in zip(digits_in, HOUSES_OF[cell], strict=True) if house in HOUSES_OF[other])
        digits_in[kind].append(digit)
    parts = [
        words[f"its_{kind}"].format(digits=phrases.digits(sorted(digits)))
        for kind, digits in digits_in.items()
        if digits
    ]
    gone = [d for d in DIGITS if d not in {digit for digit, _ in blockers} and d != step.places[0].digit]
    if gone:
        parts.append(words["gone_one" if len(gone) == 1 else "gone_digits"].format(digits=phrases.digits(gone)))
    return phrases.words["next"].join(parts)


def _blocked_cells(step: Step, phrases: Phrases) -> str:
    """Return which cells with the digit rule out the other cells of a house, and where it was eliminated."""
    words, digit = phrases.words, step.places[0].digit
    blockers, gone = _cells(step, "blockers"), _numbers(step, "eliminated")
    parts = []
    if blockers:
        form = words["blocked_by" if len(blockers) == 1 else "blocked_by_many"]
        house = phrases.places([str(step.roles["house"][0])])
        parts.append(form.format(digit=digit, cells=phrases.cells(blockers), house=house))
        if gone:
            return words["blocked_except"].format(blocked=parts[0], digit=digit, cells=phrases.cells(gone))
    elif gone:
        parts.append(words["gone_cells"].format(digit=digit, cells=phrases.cells(gone)))
    return parts[0] if parts else words["all_filled"]


# Fish


def _which_fins(step: Step, phrases: Phrases) -> str:
    fins = _cells(step, "fins")
    return phrases.words["fin" if len(fins) == 1 else "fins"].format(cells=phrases.join([*map(cell_name, fins)], "or"))


def _the_fins(step: Step, phrases: Phrases) -> str:
    fins = _cells(step, "fins")
    return phrases.words["fin" if len(fins) == 1 else "the_fins"].format(cells=phrases.cells(fins))


def _fish_twice(step: Step, phrases: Phrases) -> str:
    """Return why a fish removes some of its own candidates, if it does."""
    twice = [c.cell for c in step.removes if c in _candidates(step, "body")]
    text = phrases.words["fish_twice"].format(
        cells=phrases.cells(twice), digits=phrases.digits(_numbers(step, "digits"))
    )
    return phrases.gap + text if twice else ""


# Wings and short chains: fields from the links


def _link_cells(number: int, end: bool) -> Callable[[Step, Phrases], str]:
    def cells(step: Step, phrases: Phrases) -> str:
        link = step.links[number]
        return phrases.join([cell_name(cell) for _, cell in (link.end if end else link.start)], "or")

    return cells


def _link_digit(number: int, end: bool) -> Callable[[Step, Phrases], str]:
    return lambda step, phrases: str((step.links[number].end if end else step.links[number].start)[0].digit)


def _link_place(number: int) -> Callable[[Step, Phrases], str]:
    return lambda step, phrases: phrases.places(step.links[number].proof.split(","))


def _link_fact(number: int, end: bool, true: bool) -> Callable[[Step, Phrases], str]:
    return lambda step, phrases: phrases.fact(step.links[number].end if end else step.links[number].start, true)


# Colouring


def _wrapped_pair(step: Step) -> tuple[int, int]:
    """Return two cells of the false colour that see each other."""
    cells = [cell for _, cell in step.removes]
    return next((a, b) for a, b in combinations(cells, 2) if PEER_MASKS[a] >> b & 1)


def _wrapped_cells(step: Step, phrases: Phrases) -> str:
    return phrases.cells(_wrapped_pair(step))


def _wrapped_house(step: Step, phrases: Phrases) -> str:
    one, other = _wrapped_pair(step)
    return phrases.place(next(house_name(house) for house in HOUSES_OF[one] if house in HOUSES_OF[other]))


def _touching_colours(step: Step, phrases: Phrases) -> str:
    """Return a cell of one web and one of the other that see each other, where their opposites remove something."""
    colours = [mask_of(_cells(step, f"colour-{n}")) for n in (1, 2, 3, 4)]
    for here, opposite in ((0, 1), (1, 0)):
        for there, opposite_there in ((2, 3), (3, 2)):
            removed = step.removes[0].cell
            if not (PEER_MASKS[removed] & colours[opposite] and PEER_MASKS[removed] & colours[opposite_there]):
                continue
            for one in cells_of(colours[here]):
                for other in cells_of(colours[there] & PEER_MASKS[one]):
                    return phrases.cells([one, other])
    return phrases.cells(_cells(step, "colour-1"))


# Deadly patterns and exclusion


def _deadly_consequence(step: Step, phrases: Phrases) -> str:
    """Return what follows from one of the extra candidates being true; it depends on the type of the pattern."""
    (number,) = _numbers(step, "type")
    locked = _candidates(step, "locked")
    return phrases.words[f"deadly_{number}"].format(
        cells=phrases.cells(_cells(step, "extras")),
        house=phrases.places([str(name) for name in step.roles.get("house", ())]),
        subset=phrases.cells(_numbers(step, "subset")),
        digit=locked[0].digit if locked else "",
    )


def _exclusions(step: Step, phrases: Phrases) -> str:
    """Return the combinations of two or three cells that are impossible, each with the cells or the house that it breaks."""
    pairs = zip(step.roles.get("excluded", ()), step.roles.get("reasons", ()), strict=True)
    parts = []
    for combination, reason in pairs:
        facts = [write_fact([Candidate.from_text(name)], True) for name in str(combination).split()]
        parts.append(phrases.words["reasoned"].format(fact=phrases.join(facts), reason=phrases.place(str(reason))))
    return phrases.words["next"].join(parts)


def _shared_digits(step: Step, phrases: Phrases) -> str:
    """Return the digits of each house of a ring: `3 and 8 in row 2; 1 and 6 in box 3`."""
    digits_of_houses = zip(step.roles["shared-digits"], step.roles["houses"], strict=True)
    form = phrases.words["candidate"]
    return phrases.words["next"].join(
        form.format(digit=phrases.digits(map(int, str(digits))), cells=phrases.place(str(house)))
        for digits, house in digits_of_houses
    )


# Chains and loops


def _loop_proofs(step: Step, phrases: Phrases) -> str:
    """Return for each removed candidate of a loop the weak link, or the locked set, that removes it."""
    sets = [_candidates(step, role) for role in step.roles if role.startswith("als-")]
    return phrases.words["next"].join(loop_proofs(step, sets, phrases))


# Almost locked sets


def _sets(step: Step, phrases: Phrases) -> str:
    """Return the sets of a step with their letters: `A = r1c1, r1c2 (1, 3 and 7)`."""
    count = sum(role.startswith("als-") for role in step.roles)
    sets = (_set(step, f"als-{n}", letter, phrases) for n, letter in enumerate(ascii_uppercase[:count], 1))
    return phrases.words["next"].join(sets)


def _set(step: Step, role: str, letter: str, phrases: Phrases) -> str:
    digits = sorted({digit for digit, _ in _candidates(step, role)})
    cells = phrases.cells(_cells(step, role))
    return phrases.words["als_set"].format(letter=letter, cells=cells, digits=phrases.digits(digits))


def _set_links(step: Step, phrases: Phrases) -> str:
    """Return the restricted commons between neighbours: `A and B share 3, B and C share 5`."""
    commons = [str(name) for name in step.roles.get("commons", ())]
    form = phrases.words["als_link"]
    return phrases.words["candidate_comma"].join(
        form.format(one=ascii_uppercase[n], other=ascii_uppercase[n + 1], digit=digit)
        for n, digit in enumerate(commons)
    )


def _als_argument(step: Step, phrases: Phrases) -> str:
    """Return what follows in a row of sets from the first lacking a digit: `A holds 6, so B lacks 6 and holds 2`."""
    words, commons = phrases.words, [str(name) for name in step.roles.get("commons", ())]
    text, letters = words["als_first"].format(digit=commons[0]), ascii_uppercase[1:]
    for letter, before, digit in zip(letters, commons, commons[1:], strict=False):
        text += words["als_next"].format(letter=letter, before=before, digit=digit)
    return text + words["als_last"].format(letter=letters[len(commons) - 1], before=commons[-1])


def _last_letter(step: Step, phrases: Phrases) -> str:
    return ascii_uppercase[sum(role.startswith("als-") for role in step.roles) - 1]


def _restricted_digits(step: Step, phrases: Phrases) -> str:
    return phrases.digits(sorted({candidate.digit for candidate in _candidates(step, "restricted")}))


def _double_proofs(step: Step, phrases: Phrases) -> str:
    """Return for each removed candidate of a doubly linked pair why it goes."""
    restricted = {candidate.digit for candidate in _candidates(step, "restricted")}
    parts = []
    for role, letter in (("als-1", "A"), ("als-2", "B")):
        own = _candidates(step, role)
        seen = [r for r in step.removes if r.digit not in restricted and _sees_digit(r, own)]
        if seen:
            parts.append(phrases.words["als_locked"].format(letter=letter, removed=phrases.candidates(seen)))
    if shared := [removed for removed in step.removes if removed.digit in restricted]:
        parts.append(phrases.words["als_shared"].format(removed=phrases.candidates(shared)))
    return phrases.words["next"].join(parts)


def _sees_digit(candidate: Candidate, others: list[Candidate]) -> bool:
    same = [cell for digit, cell in others if digit == candidate.digit]
    return bool(same) and all(PEER_MASKS[candidate.cell] >> cell & 1 for cell in same)


def _petals(step: Step, phrases: Phrases) -> str:
    """Return which digits a set must hold for each digit of the stem."""
    parts = []
    for number, (digit, _) in enumerate(_candidates(step, "stem"), 1):
        cells = _cells(step, f"petal-{number}")
        digits = sorted({candidate.digit for candidate in _candidates(step, f"petal-{number}")} - {digit})
        form = phrases.words["petal" if len(cells) > 1 else "petal_cell"]
        parts.append(form.format(digit=digit, cells=phrases.cells(cells), digits=phrases.digits(digits)))
    return phrases.words["next"].join(parts)


_DERIVED: Final[dict[str, Callable[[Step, Phrases], str]]] = {
    "places_digit": lambda step, phrases: str(step.places[0].digit),
    "removed_cells": lambda step, phrases: phrases.cells(dict.fromkeys(cell for _, cell in step.removes)),
    "removed": lambda step, phrases: phrases.candidates(step.removes),
    "seen_digits": _seen_digits,
    "blocked_cells": _blocked_cells,
    "both": lambda step, phrases: phrases.words["both" if len(step.roles["cells"]) == 2 else "all"],
    "any_house": lambda step, phrases: phrases.join([phrases.place(str(name)) for name in step.roles["house"]], "or"),
    "number": lambda step, phrases: _number(len(step.roles.get("cells", ())), phrases),
    "base_number": lambda step, phrases: _number(len(step.roles.get("base", ())), phrases),
    "which_fins": _which_fins,
    "the_fins": _the_fins,
    "fish_twice": _fish_twice,
    "first_start": _link_cells(0, end=False),
    "first_end": _link_cells(0, end=True),
    "first_place": _link_place(0),
    "first_digit": _link_digit(0, end=True),
    "second_place": _link_place(1),
    "third_start": _link_cells(2, end=False),
    "third_end": _link_cells(2, end=True),
    "third_place": _link_place(2),
    "last_start": _link_cells(-1, end=False),
    "last_end": _link_cells(-1, end=True),
    "last_digit": _link_digit(-1, end=False),
    "end_digit": _link_digit(-1, end=True),
    "start_true": _link_fact(0, end=False, true=True),
    "start_false": _link_fact(0, end=False, true=False),
    "end_true": _link_fact(-1, end=True, true=True),
    "end_false": _link_fact(-1, end=True, true=False),
    "rectangle": lambda step, phrases: phrases.cells(sorted((*_numbers(step, "floor"), *_numbers(step, "roof")))),
    "spare_digit": lambda step, phrases: str(_numbers(step, "digits")[-1]),
    "removed_digit": lambda step, phrases: str(step.removes[0].digit),
    "needed_digit": lambda step, phrases: phrases.digits(
        digit for digit in _numbers(step, "digits") if digit != step.removes[0].digit
    ),
    "wrapped_cells": _wrapped_cells,
    "wrapped_house": _wrapped_house,
    "touching": _touching_colours,
    "deadly_consequence": _deadly_consequence,
    "exclusions": _exclusions,
    "shared_digits": _shared_digits,
    "loop_proofs": _loop_proofs,
    "sets": _sets,
    "set_links": _set_links,
    "als_argument": _als_argument,
    "last_letter": _last_letter,
    "any_digits": lambda step, phrases: phrases.join([*map(str, _numbers(step, "digits"))], "or"),
    "restricted_digits": _restricted_digits,
    "double_proofs": _double_proofs,
    "petals": _petals,
    "assumption": write_assumption,
    "contradiction": write_contradiction,
    "reasoning": write_reasoning,
    "links": write_links,
    "chains": write_chains,
}
