"""Puzzles by the million: the rows of a seed are the same however they are shared out.

Most wishes are met by numbered attempts, as in `generate_many`, and a part is a range of attempts; what they give in order
is what `generate_many` gives. Puzzles of a difficulty are drawn from several kinds at once: there each part has a seed of
its own. A level or a technique is looked for row by row, row i under the seed s + i, as `shudu generate` does.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa

from shudu.bulk.cells import Digits
from shudu.bulk.compute import from_pairs
from shudu.bulk.control import Control
from shudu.bulk.job import Job
from shudu.bulk.manifest import Manifest
from shudu.bulk.run import Crew, Report, Watch, do, finish, told
from shudu.bulk.tasks import Result, Task, part_writer
from shudu.core.errors import ImpossibleRequest
from shudu.core.randomness import derive_seed
from shudu.kernel.dig import Switch
from shudu.puzzles.api import ATTEMPTS, generate_many, source_of
from shudu.puzzles.by_demand import generate

_CALL, _SLOW_CALL = 512, 16  # attempts between two looks at the switch
_LEAST, _MOST, _MOST_SLOW, _SHARES = 32, 1 << 15, 1 << 10, 16


@dataclass(frozen=True, slots=True)
class MakeTask:
    """Part number `number`: attempts or rows `first` to `first + count`; `keep` cuts off what is too much."""

    number: int
    first: int
    count: int
    keep: int | None = None

    @property
    def key(self) -> str:
        """Its name."""
        return f"part-{self.number:06}"

    @property
    def weight(self) -> int:
        """How many rows it makes at most."""
        return self.count

    def run(self, job: Job, control: Control) -> Result:
        """Makes the puzzles and writes them."""
        written = 0
        with part_writer(job, self.key) as (writer, about):
            for puzzles, solutions in self._pairs(job, control):
                if self.keep is not None:
                    puzzles, solutions = puzzles[: self.keep - written], solutions[: self.keep - written]
                if not len(puzzles):
                    continue
                columns = from_pairs(puzzles, solutions, job.wish)
                writer.write(pa.table([columns[name] for name in job.wish.columns], schema=job.schema))
                written += len(puzzles)
                if written == self.keep:
                    break
        return {**about, "rows": written, "written": written, "bad": 0, "first": self.first, "input": ""}

    def _pairs(self, job: Job, control: Control) -> Iterator[tuple[Digits, Digits]]:
        wish = dict(job.made)
        way, seed, _ = wish.pop("by"), wish.pop("seed"), wish.pop("n")
        if way == "rows":
            yield _one_by_one(self.first, self.count, seed, wish, control)
        elif way == "parts":
            batch = generate_many(self.count, seed=derive_seed(seed, "part", self.number), threads=1, **wish)
            control.pass_on(self.count)
            yield batch.puzzles, batch.solutions
        else:
            source, switch, step = source_of(seed, **wish), Switch(), _SLOW_CALL if _is_slow(wish) else _CALL
            for first in range(self.first, self.first + self.count, step):
                n = min(step, self.first + self.count - first)
                batch = source(first, n, switch)
                control.pass_on(n)
                yield batch.puzzles, batch.solutions


def _one_by_one(first: int, count: int, seed: int, wish: dict[str, Any], control: Control) -> tuple[Digits, Digits]:
    puzzles, solutions = bytearray(), bytearray()
    for row in range(first, first + count):
        made = generate(seed=seed + row, **wish)
        puzzles += made.digits
        solutions += made.solution.digits
        control.pass_on(1)
    return np.frombuffer(puzzles, np.uint8).reshape(-1, 81), np.frombuffer(solutions, np.uint8).reshape(-1, 81)


def way_of(wish: dict[str, Any]) -> str:
    """How rows are numbered for a wish: by attempts, by parts or by rows."""
    if wish.get("level") or wish.get("needs"):
        return "rows"
    free = not (wish.get("clues") or wish.get("minimal") or wish.get("pattern") or wish.get("unbiased"))
    digs = wish.get("method", "dig") == "dig"
    return "parts" if digs and (wish.get("difficulty") or free) else "attempts"


def make(job: Job, n: int, crew: Crew, watch: Watch, overwrite: bool = False) -> Report:
    """Makes `n` puzzles."""
    manifest = Manifest(job, ())
    manifest.begin(overwrite)
    if finished := manifest.finished:
        return Report.of(finished)
    if dict(job.made)["by"] == "attempts":
        _by_attempts(manifest, n, crew, watch)
    else:
        size = _size(n, job)
        tasks = (MakeTask(k, first, min(size, n - first)) for k, first in enumerate(range(0, n, size)))
        do(manifest, tasks, crew, watch, n)
    return finish(manifest, watch)


def _size(n: int, job: Job) -> int:
    most = 64 if dict(job.made)["by"] == "rows" else job.part_rows
    return max(1, min(most, -(-n // _SHARES)))


def rows_of_a_part(n: int, wish: dict[str, Any], costly: bool) -> int:
    """Attempts of a part: many enough for all workers, and not too many to lose."""
    most = 8 * _LEAST if costly else _MOST_SLOW if _is_slow(wish) else _MOST
    return min(most, max(_LEAST, -(-n // _SHARES)))


def _is_slow(wish: dict[str, Any]) -> bool:
    """Whether an attempt takes milliseconds: the walk to few clues, and controlled bias."""
    return bool(wish.get("unbiased")) or 18 < (wish.get("clues") or 0) < 22


def _by_attempts(manifest: Manifest, n: int, crew: Crew, watch: Watch) -> None:
    """Tasks without end, until the first ones have given enough."""
    tally = _Tally(manifest, n)
    size = manifest.job.part_rows
    do(manifest, tally.take, crew, watch, n)
    needed, last = tally.needed()
    for key in sorted(manifest.results)[needed:]:
        manifest.job.parts.remove(manifest.results.pop(key)["file"])
        manifest.job.notes.remove(f"{key}.json")
    if last is not None:  # the last part has more than is asked for: it is made again, and cut
        cut: list[Task] = [MakeTask(needed - 1, (needed - 1) * size, size, last)]
        try:
            for task, result in crew.work(manifest.job, lambda: cut.pop() if cut else None, lambda rows: None):
                manifest.results[task.key] = result
        except OSError as error:
            raise told(error, manifest) from error


class _Tally:
    """Counts what the first parts have given, while later ones may be done before them."""

    def __init__(self, manifest: Manifest, n: int) -> None:
        wish = dict(manifest.job.made)
        self._results, self._n, self._size = manifest.results, n, manifest.job.part_rows
        self._sure = _succeeds(wish)
        self._next = self._rows = self._parts = self._vain = 0

    def take(self) -> MakeTask | None:
        """The next task; none while those under way are likely to be enough. Raises ImpossibleRequest after many in vain."""
        if self._is_enough() or self._is_likely_enough():
            return None
        first = self._next * self._size
        self._next += 1
        return MakeTask(self._next - 1, first, min(self._size, self._n - first) if self._sure else self._size)

    def needed(self) -> tuple[int, int | None]:
        """How many parts are needed, and how many rows of the last if not all."""
        rows = 0
        for number, key in enumerate(sorted(self._results), 1):
            written = self._results[key]["written"]
            if rows + written >= self._n:
                return number, self._n - rows if rows + written > self._n else None
            rows += written
        return len(self._results), None

    def _is_enough(self) -> bool:
        while (key := f"part-{self._parts:06}") in self._results:
            written = self._results[key]["written"]
            self._parts += 1
            self._rows += written
            self._vain = 0 if written else self._vain + self._size
        if self._vain >= ATTEMPTS:
            raise ImpossibleRequest(f"no such puzzle in {self._vain:,} attempts; ask for more clues, or less symmetry")
        return self._rows >= self._n

    def _is_likely_enough(self) -> bool:
        """Whether those under way will do, if they give what the finished ones gave."""
        finished = len(self._results)
        under_way = self._next - sum(f"part-{number:06}" in self._results for number in range(self._next))
        rows = sum(result["written"] for result in self._results.values())
        each = rows / finished if finished else self._size if self._sure else 0
        return under_way > 0 and rows + under_way * each >= self._n


def _succeeds(wish: dict[str, Any]) -> bool:
    """Whether every attempt gives a puzzle: digging as far as it goes, and images of seeds."""
    digs = wish.get("minimal") and not wish.get("clues") and wish.get("symmetry", "none") == "none"
    return bool(digs) or wish.get("method") == "seeds"
