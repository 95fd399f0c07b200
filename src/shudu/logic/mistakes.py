"""Mistakes of the player: wrong entries, correct candidates that were removed, and why an entry cannot be right.

A position comes from the player's own marks, which may be stale, partial or wrong. `check_position` compares them with
the rules and with the solution, so that only true removals count.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from shudu.core.errors import ConflictingGivens, ManySolutions, NoSolution
from shudu.core.geometry import (
    HOUSE_MASKS,
    HOUSES_OF,
    PEER_MASKS,
    PEERS,
    cell_name,
    cells_of,
    house_name,
    nine,
    parse_cell,
    parse_house,
)
from shudu.core.grid import DigitMasks, Grid, masks_by_rules
from shudu.core.sets import Candidate
from shudu.core.step import Step
from shudu.kernel.solve import possible_candidates, solve
from shudu.logic.path import is_settled
from shudu.logic.texts import Phrases, add_spaces, start_sentence


@dataclass(frozen=True, slots=True)
class Mistake:
    """A wrong entry, or a correct candidate that the player has removed.

    Attributes:
        cell: The cell of the mistake.
        digit: The wrong entry, or the candidate removed by mistake.
        placed: Whether it is a wrong entry.
    """

    cell: int
    digit: int
    placed: bool


class PositionCheck(NamedTuple):
    """A player's position compared with the rules and the solution.

    Attributes:
        grid: The position with the candidates that the rules allow, without those that the player removed correctly.
            A cell without marks has all candidates that the rules allow.
        solutions: The number of solutions, up to 2.
        solution: The digits of the solution, if there is exactly one.
        mistake: The first mistake, if there is exactly one solution and the position misses it.
        possible: If there are several solutions, the candidates that occur in one of them.
    """

    grid: Grid
    solutions: int
    solution: bytes | None = None
    mistake: Mistake | None = None
    possible: DigitMasks | None = None

    @property
    def has_steps(self) -> bool:
        """Whether there is anything to conclude: with several solutions, there may be nothing."""
        return self.possible is None or not is_settled(self.grid, self.possible)

    def holds(self, step: Step) -> bool:
        """Return whether every conclusion of a step is true."""
        if self.solution is not None:
            right = self.solution
            return all(right[cell] == digit for digit, cell in step.places) and all(
                right[cell] != digit for digit, cell in step.removes
            )
        others = [Candidate(d, cell) for digit, cell in step.places for d in self.grid.candidates(cell) if d != digit]
        possible = self.possible or ()
        return not any(possible[digit - 1] >> cell & 1 for digit, cell in (*step.removes, *others))


def check_position(grid: Grid) -> PositionCheck:
    """Compare a position with the rules and the solution.

    Args:
        grid: The position; its candidates are the player's marks, which need not be right.
    """
    givens = grid.givens.mask
    puzzle = bytes(digit if givens >> cell & 1 else 0 for cell, digit in enumerate(grid.digits))
    try:
        solution = _solve_first(puzzle, grid.digits)
    except (NoSolution, ConflictingGivens):
        return PositionCheck(grid, 0)
    if solution is None:
        possible = possible_candidates(grid.digits)
        # What the player removed stays removed only if no solution has it.
        marks = nine(cells | right for cells, right in zip(_clean_marks(grid), possible, strict=True))
        return PositionCheck(Grid.from_masks(grid.digits, givens, marks), 2, possible=possible)
    mistake = next(_mistakes(grid, solution), None)
    clean = grid if mistake else Grid.from_masks(grid.digits, givens, _clean_marks(grid))
    return PositionCheck(clean, 1, solution, mistake)


def _solve_first(puzzle: bytes, digits: bytes) -> bytes | None:
    """Return the only solution of a puzzle, or of a position where the puzzle has several; None if it has several too."""
    try:
        return solve(Grid(puzzle)).digits
    except ManySolutions:
        try:
            return solve(Grid(digits)).digits
        except ManySolutions:
            return None


def _clean_marks(grid: Grid) -> DigitMasks:
    """Return the marks that the rules allow, and everything they allow in cells without marks."""
    marked = 0
    for cells in grid.digit_masks:
        marked |= cells
    pairs = zip(grid.digit_masks, masks_by_rules(grid.digits), strict=True)
    return nine(allowed & (cells | ~marked) for cells, allowed in pairs)


def _mistakes(grid: Grid, solution: bytes) -> Iterator[Mistake]:
    """Yield wrong entries, those that break a rule first, then correct candidates that were removed."""
    wrong = [cell for cell, digit in enumerate(grid.digits) if digit and digit != solution[cell]]
    for cell in sorted(wrong, key=lambda cell: not _clashes(grid.digits, solution, cell)):
        yield Mistake(cell, grid.digits[cell], placed=True)
    masks = grid.cell_masks
    for cell, digit in enumerate(grid.digits):
        if not digit and masks[cell] and not masks[cell] >> solution[cell] - 1 & 1:
            yield Mistake(cell, solution[cell], placed=False)


def _clashes(digits: bytes, solution: bytes, cell: int) -> list[int]:
    """Return the peers that hold the digit of a cell and are right."""
    return [peer for peer in PEERS[cell] if digits[peer] == digits[cell] == solution[peer]]


class ForcedDigit(NamedTuple):
    """A digit that follows from an assumption, and the house or cell (`r3`, `r3c5`) that leaves no other choice."""

    candidate: Candidate
    place: str


@dataclass(frozen=True, slots=True)
class Refutation:
    """Why an entry cannot be right.

    Attributes:
        entry: The entry.
        clash: The cell with the same digit that the entry sees, or None.
        forced: The digits that would follow from the entry, in order, as far as the contradiction needs them.
        place: The house in which `digit` would have no place, or the cell that would have no digit left; for a clash
            the house of the two cells. Empty if no short argument was found.
        digit: The digit without a place; 0 if `place` is a cell.
    """

    entry: Candidate
    clash: int | None = None
    forced: tuple[ForcedDigit, ...] = ()
    place: str = ""
    digit: int = 0

    def describe(self, language: str = "en") -> str:
        """Return the argument as a sentence.

        Args:
            language: `en` or `zh`.
        """
        phrases = Phrases(language)
        words, (digit, cell) = phrases.words, self.entry
        fields = {"digit": digit, "cell": cell_name(cell)}
        if self.clash is not None:
            text = words["clash"].format(digit=digit, where=phrases.place(self.place), other=cell_name(self.clash))
        elif not self.place:
            text = words["refuted_long"].format(**fields)
        else:
            chain = "".join(
                words["arrow"] + words["arrow_on"].format(cell=cell_name(c), digit=d, reason=reason)
                for (d, c), place in self.forced
                for reason in [phrases.place(place) if len(place) == 2 else words["reason_on"]]
            )
            lost = words["lost_digit" if self.digit else "lost_cell"]
            end = lost.format(where=phrases.place(self.place), digit=self.digit)
            text = words["refuted_chain" if chain else "refuted"].format(**fields, chain=chain, contradiction=end)
        return add_spaces(start_sentence(text))


_LONGEST_ARGUMENT: Final = 8  # forced digits; a longer argument is too hard to follow


def refute(digits: bytes, solution: bytes, cell: int) -> Refutation:
    """Return the shortest argument against a wrong entry that singles give.

    Args:
        digits: The 81 digits of the position; other wrong entries are left out.
        solution: The digits of the solution.
        cell: The cell of the wrong entry.
    """
    entry = Candidate(digits[cell], cell)
    if clashes := _clashes(digits, solution, cell):
        return _refute_by_clash(entry, clashes[0])
    right = bytes(digit if digit == solution[c] else 0 for c, digit in enumerate(digits))
    refutation = _follow_singles(Grid(right), entry)
    if refutation is None or len(refutation.forced) > _LONGEST_ARGUMENT:
        return Refutation(entry)
    return refutation


def refute_by_rules(digits: bytes, cell: int) -> Refutation | None:
    """Return the cell with the same digit that an entry sees, or None if the entry breaks no rule.

    Args:
        digits: The 81 digits of the position.
        cell: The cell of the entry.
    """
    clash = next((peer for peer in PEERS[cell] if digits[peer] == digits[cell]), None)
    return None if clash is None else _refute_by_clash(Candidate(digits[cell], cell), clash)


def _refute_by_clash(entry: Candidate, clash: int) -> Refutation:
    house = next(house for house in HOUSES_OF[entry.cell] if HOUSE_MASKS[house] >> clash & 1)
    return Refutation(entry, clash, place=house_name(house))


def _follow_singles(base: Grid, entry: Candidate) -> Refutation | None:
    """Place an entry and all singles that follow, round by round, until a cell or a house is left without a choice."""
    argument = _Argument(base, entry)
    while True:
        if lost := list(argument.find_lost()):
            reasons = [(argument.trace_back(place, digit), place, digit) for place, digit in lost]
            forced, place, digit = min(reasons, key=lambda reason: len(reason[0]))
            return Refutation(entry, None, tuple(forced), place, digit)
        if not argument.place_singles():
            return None


class _Argument:
    """What follows from an entry, with the cause of every candidate that goes."""

    def __init__(self, base: Grid, entry: Candidate) -> None:
        self.base = self.grid = base
        self.forced: list[ForcedDigit] = []
        self.causes: dict[Candidate, int] = {}  # the index of the forced digit that removed a candidate
        self._place(ForcedDigit(entry, ""))

    def place_singles(self) -> bool:
        """Place all singles of the present position; return whether there are any."""
        fresh = list(_singles(self.grid))
        for forced in fresh:
            digit, cell = forced.candidate
            if self.grid.digit_masks[digit - 1] >> cell & 1:
                self._place(forced)
        return bool(fresh)

    def find_lost(self) -> Iterator[tuple[str, int]]:
        """Yield the cells without candidates (digit 0) and the houses without a place for a digit."""
        masks, digits = self.grid.cell_masks, self.grid.digits
        yield from ((cell_name(cell), 0) for cell in range(81) if not digits[cell] and not masks[cell])
        for house, mask in enumerate(HOUSE_MASKS):
            held = {digits[cell] for cell in cells_of(mask)}
            for digit, places in enumerate(self.grid.digit_masks, 1):
                if not places & mask and digit not in held:
                    yield house_name(house), digit

    def trace_back(self, place: str, digit: int) -> list[ForcedDigit]:
        """Return the forced digits that a contradiction needs, in order, without the entry itself."""
        needed: set[int] = set()
        waiting = [(place, digit)]
        while waiting:
            for candidate in _alternatives(self.base, *waiting.pop()):
                index = self.causes.get(candidate)
                if index is not None and index not in needed:
                    needed.add(index)
                    if index:
                        forced = self.forced[index]
                        waiting.append((forced.place, forced.candidate.digit))
        return [self.forced[index] for index in sorted(needed) if index]

    def _place(self, forced: ForcedDigit) -> None:
        digit, cell = forced.candidate
        self.forced.append(forced)
        for d, cells in enumerate(self.grid.digit_masks, 1):
            for other in cells_of(cells & (1 << cell | (PEER_MASKS[cell] if d == digit else 0))):
                self.causes.setdefault(Candidate(d, other), len(self.forced) - 1)
        self.causes.pop(forced.candidate, None)
        self.grid = self.grid.place(digit, cell)


def _singles(grid: Grid) -> Iterator[ForcedDigit]:
    """Yield the hidden and naked singles of a position."""
    for house, mask in enumerate(HOUSE_MASKS):
        for digit, places in enumerate(grid.digit_masks, 1):
            place = places & mask
            if place and not place & place - 1:
                yield ForcedDigit(Candidate(digit, place.bit_length() - 1), house_name(house))
    for cell in cells_of(grid.with_candidates(1)):
        yield ForcedDigit(Candidate(grid.cell_masks[cell].bit_length(), cell), cell_name(cell))


def _alternatives(base: Grid, place: str, digit: int) -> Iterator[Candidate]:
    """Yield the candidates of a cell, or those of a digit in a house."""
    if len(place) == 2:
        mask = HOUSE_MASKS[parse_house(place)]
        yield from (Candidate(digit, cell) for cell in cells_of(base.digit_masks[digit - 1] & mask))
    else:
        cell = parse_cell(place)
        yield from (Candidate(d, cell) for d in base.candidates(cell))
