"""Drills: a position in which a technique is needed, the question, all right answers, and a checker.

>>> exercise = drill("naked pair", seed=1)
>>> answer = exercise.answers[0]
>>> exercise.check(removes=answer.removes, cells=exercise.patterns[0]).kind
'right'
>>> exercise.check().kind
'not yet'
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final, Literal

from shudu.core.geometry import cell_name
from shudu.core.grid import Grid
from shudu.core.randomness import check_seed
from shudu.core.sets import Candidate, Candidates, CellSet, to_candidates
from shudu.core.step import Step
from shudu.core.symmetry import Symmetry
from shudu.kernel.solve import solve
from shudu.learn.path import CHAPTERS, PATH, Topic, follow_topics
from shudu.learn.path import topic as find_topic
from shudu.learn.stock import find_fresh, load_stock, parse_position, transform
from shudu.locale.catalogue import text
from shudu.logic.coach import pattern_cells
from shudu.logic.explain import explain, how_to_spot
from shudu.logic.texts import Phrases, add_spaces, start_sentence

Kind = Literal["right", "not yet", "wrong"]
_TRIES: Final = 20
_CHOICES: Final = 4  # names to choose from in a mixed set
_ENDS_IN_DIGIT: Final = "bug-1"  # its step removes all other candidates of a cell; people write the one that is left


@dataclass(frozen=True, slots=True)
class Feedback:
    """What is right or wrong about an answer.

    Attributes:
        kind: `right`, `not yet` (nothing false, but something is missing or follows from another technique) or `wrong`
            (it contradicts the solution).
        reason: Why, as a key of the texts `learn.verdicts`: `right`, `empty`, `other`, `extra`, `own-cells`, `incomplete`,
            `unmarked`, `missing-cells`, `extra-cells`. A conclusion that does not follow has the same reason whether it is
            true or false, so that guessing does not reveal the solution.
        candidates: The candidates the reason is about.
        cells: The cells the reason is about.
        step: The step that the answer matches best, if there is one.
    """

    kind: Kind
    reason: str
    candidates: tuple[Candidate, ...] = ()
    cells: tuple[int, ...] = ()
    step: Step | None = None

    def describe(self, topic: str, language: str = "en") -> str:
        """Return the verdict in words, and the explanation of the step if the answer is right, or how to spot one.

        Args:
            topic: The topic of the drill.
            language: `en` or `zh`.
        """
        phrases = Phrases(language)
        words = text(
            f"learn.verdicts.{self.reason}",
            language,
            name=find_topic(topic).name(language),
            candidates=phrases.candidates(self.candidates),
            cells=phrases.cells(self.cells),
        )
        reason = explain(self.step, language) if self.kind == "right" and self.step else ""
        if self.reason == "other":
            reason = how_to_spot(find_topic(topic).technique, language)
        return phrases.gap.join(filter(None, [start_sentence(add_spaces(words)), reason]))


@dataclass(frozen=True, slots=True)
class Drill:
    """A position with something to find.

    Attributes:
        topic: The id of the topic.
        grid: The position.
        answers: Every step of the topic in the position. Each of them is a right answer.
        solution: The 81 digits of the solution.
        seed: The seed it was made with.
    """

    topic: str
    grid: Grid
    answers: tuple[Step, ...]
    solution: bytes
    seed: int

    @property
    def notes(self) -> bool:
        """Whether the position is shown with candidates."""
        return find_topic(self.topic).notes

    @property
    def marks_pattern(self) -> bool:
        """Whether an answer must mark the cells of the pattern."""
        return find_topic(self.topic).pattern

    @property
    def writes(self) -> bool:
        """Whether the answer is a digit to write."""
        if self.marks_pattern:
            return False
        return self.topic == _ENDS_IN_DIGIT or all(step.places for step in self.answers)

    @property
    def patterns(self) -> tuple[tuple[int, ...], ...]:
        """The cells of the pattern of each answer."""
        return tuple(map(pattern_cells, self.answers))

    @property
    def spares_pattern(self) -> bool:
        """Whether no answer removes anything from the cells of a pattern."""
        pattern = {cell for cells in self.patterns for cell in cells}
        return self.marks_pattern and all(c.cell not in pattern for step in self.answers for c in step.removes)

    def absent_topics(self) -> list[str]:
        """Return other topics that do not occur in the position, those nearest on the path first.

        Mixed sets ask which technique applies and offer these as wrong answers. Topics more than a chapter ahead are left
        out. If this topic has notes, so do the others; if it has none, neither do they.
        """
        own = find_topic(self.topic)
        last = CHAPTERS.index(own.chapter) + (own.chapter not in ("uniqueness", "chains"))
        others = [each for each in PATH if each.notes is own.notes and each.technique != own.technique]
        near = [each for each in others if CHAPTERS.index(each.chapter) <= last and each.chapter != "forcing"]
        near.sort(key=lambda each: (_is_single(each) and not _is_single(own), abs(PATH.index(each) - PATH.index(own))))
        absent = {each.id for each in near if _is_single(each) and not each.instances(self.grid)}
        searched = [each for each in near if not _is_single(each)]
        absent |= {each.id for each, end in follow_topics(self.grid, searched) if end == self.grid}
        return [each.id for each in near if each.id in absent]

    def question(self, language: str = "en") -> str:
        """Return what to do, in words.

        Args:
            language: `en` or `zh`.
        """
        key = "place" if self.writes else "pattern" if self.marks_pattern else "remove"
        return add_spaces(text(f"learn.questions.{key}", language, name=find_topic(self.topic).name(language)))

    def check(
        self,
        places: Candidates = (),
        removes: Candidates = (),
        cells: Iterable[int] | str = (),
    ) -> Feedback:
        """Return whether an answer is right, not yet right, or wrong, and why.

        An answer is compared with all steps of the topic, and never with one expected answer.

        Args:
            places: The digits written, such as `7r3c5`.
            removes: The candidates removed.
            cells: The cells marked as the pattern, as numbers or as text such as `r1c1 r2c2`.

        Raises:
            ShuduError: If a candidate or a cell does not exist.
        """
        claim = _Claim(self, to_candidates(places), to_candidates(removes))
        return _judge(self, claim, frozenset(CellSet(cells)))

    def to_dict(self) -> dict[str, Any]:
        """Return the drill as plain values, ready for JSON."""
        return {
            "topic": self.topic,
            "seed": self.seed,
            "grid": self.grid.to_dict(),
            "solution": "".join(map(str, self.solution)),
            "answers": [step.to_dict() for step in self.answers],
            "patterns": [list(cells) for cells in self.patterns],
        }


def drill(name: str, seed: int | None = None, *, fresh: bool = False) -> Drill:
    """Return a drill of a technique: a position where it is needed and nothing easier helps.

    Args:
        name: A topic of the path, or any name of its technique in English or Chinese.
        seed: The same seed gives the same drill; by default a random one.
        fresh: Whether to search for a position from a new puzzle, which takes about a second, instead of taking a
            random image of a stored one.

    Raises:
        ShuduError: If no technique has this name, or the path does not include it.
        ImpossibleRequest: If no fresh position is found.
    """
    topic, seed = find_topic(name), check_seed(seed)
    random = Random(seed)
    for _ in range(_TRIES):
        position = find_fresh(topic, random) if fresh else parse_position(random.choice(load_stock()[topic.id]))
        exercise = make_drill(topic, transform(position, Symmetry.random(random)), seed)
        if exercise.answers:  # the search of a chain finder has limits that depend on the order of cells
            return exercise
    raise AssertionError(f"no image of the positions of {topic.id} has an instance")


def name_choices(exercise: Drill, known: Iterable[str], random: Random) -> list[str]:
    """Return topics in random order, one of which is that of a drill: the choices for the question which one applies.

    Args:
        exercise: The drill.
        known: The topics the learner knows, which are preferred.
        random: The source of random numbers.

    Returns:
        Up to four topics; only that of the drill if every other one occurs in the position too.
    """
    absent = exercise.absent_topics()
    familiar = [id for id in absent if id in set(known)]
    others = [id for id in absent if id not in familiar]
    random.shuffle(familiar)
    choices = [exercise.topic, *(familiar + others)[: _CHOICES - 1]]
    random.shuffle(choices)
    return choices


def make_drill(topic: Topic, grid: Grid, seed: int = 0) -> Drill:
    """Return the drill of a topic in a position.

    Args:
        topic: The topic.
        grid: The position, which must have exactly one solution.
        seed: The seed to record.
    """
    return Drill(topic.id, grid, tuple(topic.instances(grid)), solve(Grid(grid.digits)).digits, seed)


def _is_single(topic: Topic) -> bool:
    return topic.chapter in ("scanning", "notes")


class _Claim:
    """An answer and what follows from it: placing a digit removes the others of its cell, and the other way round."""

    def __init__(self, drill: Drill, places: Sequence[Candidate], removes: Sequence[Candidate]) -> None:
        self.places, self.removes = set(places), set(removes)
        self.all_places, self.all_removes = close_conclusions(drill.grid, places, removes)

    def covers(self, step: Step) -> bool:
        """Return whether the answer says everything that a step concludes."""
        return self.all_places.issuperset(step.places) and self.all_removes.issuperset(step.removes)


def close_conclusions(
    grid: Grid, places: Iterable[Candidate], removes: Iterable[Candidate]
) -> tuple[set[Candidate], set[Candidate]]:
    """Return placements and removals with those that they imply inside the same cells.

    Args:
        grid: The position.
        places: Digits to write.
        removes: Candidates to remove.
    """
    all_places, all_removes = set(places), set(removes)
    for digit, cell in places:
        all_removes |= {Candidate(other, cell) for other in grid.candidates(cell) if other != digit}
    for cell in {cell for _, cell in removes}:
        left = [digit for digit in grid.candidates(cell) if Candidate(digit, cell) not in all_removes]
        if len(left) == 1:
            all_places.add(Candidate(left[0], cell))
    return all_places, all_removes


def _judge(drill: Drill, claim: _Claim, cells: frozenset[int]) -> Feedback:
    if not claim.places and not claim.removes:
        return Feedback("not yet", "empty")
    places, removes = set[Candidate](), set[Candidate]()
    for step in drill.answers:
        more_places, more_removes = close_conclusions(drill.grid, step.places, step.removes)
        places |= more_places
        removes |= more_removes
    extra = sorted((claim.places - places) | (claim.removes - removes))
    if extra:
        return _judge_unproven(drill, claim, extra, cells)
    complete = [step for step in drill.answers if claim.covers(step)]
    if not complete:
        return Feedback("not yet", "incomplete")
    return _judge_pattern(complete, cells) if drill.marks_pattern else Feedback("right", "right", step=complete[0])


def _judge_unproven(drill: Drill, claim: _Claim, extra: list[Candidate], cells: frozenset[int]) -> Feedback:
    """Judge an answer some of which does not follow from the technique."""
    right = drill.solution
    is_false = any(right[cell] != digit for digit, cell in claim.places) or any(
        right[cell] == digit for digit, cell in claim.removes
    )
    kind: Kind = "wrong" if is_false else "not yet"
    own = tuple(candidate for candidate in extra if candidate.cell in cells)
    if own and drill.spares_pattern:
        return Feedback(kind, "own-cells", own)
    is_all = len(extra) == len(claim.places) + len(claim.removes)
    return Feedback(kind, "other" if is_all else "extra", tuple(extra))


def _judge_pattern(complete: list[Step], cells: frozenset[int]) -> Feedback:
    """Judge the marked cells of an answer with the right conclusion."""
    if not cells:
        return Feedback("not yet", "unmarked", step=complete[0])
    union = frozenset(cell for step in complete for cell in pattern_cells(step))
    best = min(complete, key=lambda step: len(cells ^ frozenset(pattern_cells(step))))
    pattern = frozenset(pattern_cells(best))
    if cells in (pattern, union):
        return Feedback("right", "right", step=best)
    if strange := sorted(cells - pattern):
        return Feedback("not yet", "extra-cells", cells=tuple(strange), step=best)
    return Feedback("not yet", "missing-cells", cells=tuple(sorted(pattern - cells)), step=best)


def describe_answer(step: Step) -> str:
    """Return the conclusions of a step as a learner types them: `r1c1=7` or `-7r3c5`."""
    places = [f"{cell_name(cell)}={digit}" for digit, cell in step.places]
    return " ".join([*places, *(f"-{candidate}" for candidate in step.removes)])
