"""The skill model: what a game says about the techniques its player can see.

Each right entry and each right removal is matched to the cheapest technique that explains it in the position before. Its
time is the time since the entry or removal before.

- An entry that can be seen without notes is a single of the first chapter; one that the player's notes make a single is
  one with notes.
- An entry that other singles lead to says nothing: the player looked ahead, or guessed.
- A removal is explained by the first technique of the path that removes the candidate, an entry by the first one after
  which it is a single, if people use that technique in their heads: locked candidates, pairs, triples, BUG+1. Each
  technique is applied alone, as often as it fits. Removals of a technique in quick succession are one find.

A hint that names a technique counts against it, and the conclusion that the hint gave away does not count for it. The page
has the same model for games that end offline (`web/src/play/session/skill.ts`); golden games check that both agree.

>>> from shudu.game.game import Game
>>> game = Game("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
>>> [str(record) for record in assess_game(game.play("r3c7=5", 9000).play("r5c5=5", 12000), started=0)]
['12000 hidden-single-box found 1 9000', '12000 naked-single found 1 3000']
"""

from __future__ import annotations

from typing import Final

from shudu.core.errors import ManySolutions, NoSolution
from shudu.core.geometry import HOUSE_MASKS, HOUSES_OF, cells_of, nine
from shudu.core.grid import Grid, masks_by_rules
from shudu.core.sets import Candidate
from shudu.game.board import GameBoard
from shudu.game.game import Game
from shudu.kernel.solve import solve
from shudu.learn.path import PATH, TOPIC_OF_EASE, follow_topics, plan_for, topic_of_step
from shudu.learn.review import Record
from shudu.logic.hint import TECHNIQUE, hint
from shudu.logic.path import follow_each
from shudu.logic.salience import visible_singles

_MOST_TIME: Final = 600_000  # longer pauses are not thinking
_SAME_STEP: Final = 3_000  # milliseconds between removals that follow from the same pattern
_SINGLES: Final = ("full-house", "hidden-single", "naked-single")
_REMOVING: Final = tuple(topic for topic in PATH if topic.technique not in _SINGLES and topic.chapter != "forcing")
_IN_THE_HEAD: Final = tuple(
    topic for topic in _REMOVING if topic.chapter in ("intersections", "subsets") or topic.id == "bug-1"
)


def assess_game(game: Game, started: int) -> list[Record]:
    """Return the records that a game adds to its player's progress, one per topic and kind.

    Args:
        game: The game, finished or not.
        started: When it was started, in milliseconds since 1970.
    """
    try:
        solution = solve(game.puzzle).digits
    except (NoSolution, ManySolutions):
        return []
    assessment = _Assessment(solution)
    here, last = Game(game.puzzle), 0
    for at, move in game.moves:
        after = here.play(move, at)
        if move.action == "hint" and move.argument and int(move.argument) == TECHNIQUE:
            assessment.take_hint(here)
        changed = assessment.compare(here.board, after.board, min(at - last, _MOST_TIME))
        last = at if changed else last
        here = after
        if here.finished is not None:
            break
    return assessment.records(started + here.at)


class _Assessment:
    """What has been seen of a game so far."""

    def __init__(self, solution: bytes) -> None:
        self.solution = solution
        self.finds: dict[str, list[int]] = {}
        self.hints: dict[str, int] = {}
        self.given: set[Candidate] = set()  # conclusions that a hint gave away
        self.crossing: str | None = None  # the topic of the conclusion before, if it was a removal

    def records(self, at: int) -> list[Record]:
        """Return one record per topic and kind."""
        finds = [Record(at, id, "found", min(len(times), 9999), sum(times)) for id, times in self.finds.items()]
        return sorted(finds + [Record(at, id, "hint", min(count, 9999)) for id, count in self.hints.items()])

    def take_hint(self, game: Game) -> None:
        """Count the technique that a hint names."""
        grid = game.board.grid
        step = hint(grid, last=game.last_entry).step
        if step is None:
            return
        self.given |= {*step.places, *step.removes}
        self.crossing = None
        topic = topic_of_step(grid, step)
        if topic is not None:
            self.hints[topic.id] = self.hints.get(topic.id, 0) + 1

    def compare(self, before: GameBoard, after: GameBoard, time: int) -> bool:
        """Count what a move concluded; return whether it concluded anything."""
        if before.digits != after.digits:
            self.crossing = None
            placed = [
                Candidate(after.digits[cell], cell)
                for cell in range(81)
                if after.digits[cell] != before.digits[cell] and after.digits[cell] == self.solution[cell]
            ]
            if len(placed) == 1 and not before.digits[placed[0].cell] and placed[0] not in self.given:
                self._add(self._explain_placement(before, placed[0]), time)
            return True
        gone = [
            Candidate(digit, cell)
            for digit, (old, new) in enumerate(zip(before.crossed, after.crossed, strict=True), 1)
            for cell in cells_of(new & ~old)
        ]
        if gone and self.given.isdisjoint(gone) and all(self.solution[cell] != digit for digit, cell in gone):
            self._add_removal(self._explain_removal(before, gone), time)
        return bool(gone)

    def _add_removal(self, topic: str | None, time: int) -> None:
        """Count a removal, unless it goes on with the one before: candidates are often crossed out one by one."""
        if topic is not None and topic == self.crossing and time <= _SAME_STEP:
            self.finds[topic][-1] += time
        else:
            self._add(topic, time)
        self.crossing = topic

    def _add(self, topic: str | None, time: int) -> None:
        if topic is not None:
            self.finds.setdefault(topic, []).append(time)

    def _explain_placement(self, board: GameBoard, placed: Candidate) -> str | None:
        """Return the topic of the cheapest technique that leads to an entry."""
        ease = visible_singles(board.digits).get((placed.cell, placed.digit))
        if ease in TOPIC_OF_EASE:
            return TOPIC_OF_EASE[ease]
        grid = self._position(board)
        if single := _single_with_notes(grid, placed):
            return single
        if next(follow_each(grid, [plan_for(*_SINGLES)])).digits[placed.cell]:
            return None
        for topic, end in follow_topics(grid, _IN_THE_HEAD):
            if end.digits[placed.cell] or _single_with_notes(end, placed):
                return topic.id
        return None

    def _explain_removal(self, board: GameBoard, gone: list[Candidate]) -> str | None:
        """Return the topic of the cheapest technique that removes one of the candidates."""
        grid = self._position(board)
        left = [candidate for candidate in gone if _has(grid, candidate)]
        if not left:
            return None
        for topic, end in follow_topics(grid, _REMOVING):
            if not all(_has(end, candidate) for candidate in left):
                return topic.id
        return None

    def _position(self, board: GameBoard) -> Grid:
        """Return the position without wrong entries, and with what the player removed by mistake."""
        digits = bytes(digit if digit == self.solution[cell] else 0 for cell, digit in enumerate(board.digits))
        right = masks_by_rules(digits)
        masks: list[int] = []
        for digit, (cells, crossed) in enumerate(zip(right, board.crossed, strict=True), 1):
            needed = sum(1 << cell for cell in cells_of(crossed) if self.solution[cell] == digit)
            masks.append(cells & ~(crossed & ~needed))
        return Grid.from_masks(digits, board.givens, nine(masks))


def _has(grid: Grid, candidate: Candidate) -> bool:
    return bool(grid.digit_masks[candidate.digit - 1] >> candidate.cell & 1)


def _single_with_notes(grid: Grid, placed: Candidate) -> str | None:
    """Return the topic of a single that the candidates show."""
    if len(grid.candidates(placed.cell)) == 1:
        return "naked-single-notes"
    places = grid.digit_masks[placed.digit - 1]
    if any((places & HOUSE_MASKS[house]).bit_count() == 1 for house in HOUSES_OF[placed.cell]):
        return "hidden-single-notes"
    return None
