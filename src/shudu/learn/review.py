"""Progress: what a learner did, as lines of text, and what follows from them: what is learned, due, slow or missed.

A record is a line `at topic kind n ms`: at a time (milliseconds since 1970), on a topic, a kind of event happened n times
and took ms milliseconds altogether.

    1767225600000 xy-wing lesson 1 95000   The lesson was finished.
    1767225700000 xy-wing right 1 12000    A drill was answered right.
    1767225750000 xy-wing helped 1 20000   A drill was answered right after a hint.
    1767225800000 xy-wing wrong 1 30000    A drill was given up, or its first answer was wrong.
    1767312000000 xy-wing found 3 41000    In a game, three conclusions needed this technique.
    1767312000000 xy-wing hint 1 0         In a game, a hint showed this technique.

Nothing else is stored. Records of two devices are merged by taking them together, because their order is that of their
times. The page has the same function; golden data checks that both agree.

A topic is learned after three right answers in a row, and comes back after 1, 3, 7, 16, 35 and 80 days (Leitner's boxes). A
wrong answer brings it back after a day, a hint in a game at once.

>>> day = 86_400_000
>>> progress = read_progress([f"{n} xy-wing right 1 9000" for n in (1, 2, 3)])
>>> progress["xy-wing"].learned, progress["xy-wing"].due == 3 + day
(True, True)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Final, Literal, NamedTuple

from shudu.core.errors import ShuduError, quote
from shudu.learn.path import PATH

DAY: Final = 86_400_000
INTERVALS: Final = (1, 3, 7, 16, 35, 80)  # days
LEARNED_AFTER: Final = 3  # right answers in a row
QUICK: Final = 15_000  # milliseconds in which a placement is seen at once
QUICK_REMOVAL: Final = 45_000
MISS: Final = 2  # finds that one miss takes away
MOST_RECORDS: Final = 20_000  # of one learner
RecordKind = Literal["lesson", "right", "helped", "wrong", "found", "hint"]
Sight = Literal["new", "quick", "slow", "missed"]
PATTERN: Final = "([0-9]{1,15}) ([a-z0-9-]{2,48}) (lesson|right|helped|wrong|found|hint) ([0-9]{1,4}) ([0-9]{1,9})"
_RECORD: Final = re.compile(PATTERN)


class Record(NamedTuple):
    """One event of learning; `str()` is its line.

    Attributes:
        at: When, in milliseconds since 1970.
        topic: The topic.
        kind: `lesson`, `right`, `helped`, `wrong`, `found` or `hint`.
        times: How many times.
        time: Milliseconds spent, altogether.
    """

    at: int
    topic: str
    kind: RecordKind
    times: int = 1
    time: int = 0

    def __str__(self) -> str:
        return f"{self.at} {self.topic} {self.kind} {self.times} {self.time}"

    @classmethod
    def from_text(cls, line: str) -> Record:
        """Return the record written on a line.

        Args:
            line: The line.

        Raises:
            ShuduError: If it is not a record.
        """
        match = _RECORD.fullmatch(line)
        if match is None:
            raise ShuduError("learn.bad-record", record=quote(line, 60))
        at, topic, kind, times, time = match.groups()
        return cls(int(at), topic, kind, int(times), int(time))  # type: ignore[arg-type]  # the pattern allows no other


@dataclass(frozen=True, slots=True)
class TopicProgress:
    """What is known about a learner and a topic.

    Attributes:
        topic: The topic.
        read: Whether the lesson was finished.
        right: Drills answered right.
        wrong: Drills answered wrong.
        streak: Right answers since the last wrong one or hint.
        box: The number of reviews passed; 0 while the topic is not learned.
        due: When the topic comes back; None while it is not learned.
        found: Conclusions of this technique found in games.
        hints: Hints that showed it in games.
        pace: Milliseconds per right drill or find; the last record counts a quarter. None before the first.
        balance: Above 0 if it was found lately without a miss; each miss outweighs all finds before it, and takes three
            more finds to make good.
    """

    topic: str
    read: bool = False
    right: int = 0
    wrong: int = 0
    streak: int = 0
    box: int = 0
    due: int | None = None
    found: int = 0
    hints: int = 0
    pace: int | None = None
    balance: int = 0

    @property
    def learned(self) -> bool:
        """Whether the topic is learned."""
        return self.box > 0

    @property
    def sight(self) -> Sight:
        """How the learner sees the technique: `new`, `quick`, `slow` or `missed`."""
        if self.pace is None:
            return "missed" if self.wrong or self.hints else "new"
        if self.balance <= -MISS:
            return "missed"
        return "quick" if self.balance > 0 and self.pace <= _quick_time(self.topic) else "slow"

    @property
    def _balance_after_miss(self) -> int:
        return max(-2 * MISS, min(0, self.balance) - MISS)

    def after(self, record: Record) -> TopicProgress:
        """Return the progress after one more record of this topic.

        Args:
            record: The record.
        """
        match record.kind:
            case "lesson":
                return replace(self, read=True)
            case "found":
                balance = min(3, self.balance + 1)
                return replace(self, found=self.found + record.times, pace=self._pace_after(record), balance=balance)
            case "hint":
                box, due = (1, record.at) if self.learned else (0, None)
                hints, balance = self.hints + record.times, self._balance_after_miss
                return replace(self, hints=hints, streak=0, box=box, due=due, balance=balance)
            case "wrong":
                box, due = (1, record.at + DAY) if self.learned else (0, None)
                wrong, balance = self.wrong + 1, self._balance_after_miss
                return replace(self, wrong=wrong, streak=0, box=box, due=due, balance=balance)
            case "helped":  # found, but not at once
                right, pace = self.right + 1, self._pace_after(record)
                return replace(self, right=right, pace=pace, balance=min(0, self.balance))
            case "right":
                return self._after_right(record)

    def _after_right(self, record: Record) -> TopicProgress:
        streak, box, due = self.streak + 1, self.box, self.due
        if (not self.learned and streak >= LEARNED_AFTER) or (due is not None and record.at >= due):
            box += 1
            due = record.at + DAY * INTERVALS[min(box, len(INTERVALS)) - 1]
        return replace(
            self,
            right=self.right + 1,
            streak=streak,
            box=box,
            due=due,
            pace=self._pace_after(record),
            balance=min(3, self.balance + 1),
        )

    def _pace_after(self, record: Record) -> int:
        pace = record.time // max(1, record.times)
        return pace if self.pace is None else (3 * self.pace + pace) // 4


Progress = Mapping[str, TopicProgress]


@cache
def _quick_time(topic: str) -> int:
    chapters = {each.id: each.chapter for each in PATH}
    return QUICK if chapters.get(topic) in ("scanning", "notes") else QUICK_REMOVAL


def read_progress(lines: Iterable[str]) -> dict[str, TopicProgress]:
    """Return the progress in each topic of the path.

    Args:
        lines: Records in any order. Repetitions count once, topics that the path does not have are ignored.

    Raises:
        ShuduError: If a line is not a record.
    """
    progress = {topic.id: TopicProgress(topic.id) for topic in PATH}
    for record in sorted({Record.from_text(line) for line in lines}):
        if record.topic in progress:
            progress[record.topic] = progress[record.topic].after(record)
    return progress


def due_topics(progress: Progress, now: int) -> list[str]:
    """Return the learned topics whose review is due, those that wait longest first.

    Args:
        progress: The progress in each topic.
        now: The time, in milliseconds since 1970.
    """
    due = [(each.due, id) for id, each in progress.items() if each.due is not None and each.due <= now]
    return [id for _, id in sorted(due)]


def known_topics(progress: Progress) -> list[str]:
    """Return the topics that are learned, in the order of the path.

    Args:
        progress: The progress in each topic.
    """
    return [topic.id for topic in PATH if progress[topic.id].learned]


def next_topic(progress: Progress) -> str | None:
    """Return the first topic that is not learned and whose prerequisites are, or None if all are learned.

    Args:
        progress: The progress in each topic.
    """
    known = set(known_topics(progress))
    return next((topic.id for topic in PATH if topic.id not in known and known.issuperset(topic.needs)), None)
