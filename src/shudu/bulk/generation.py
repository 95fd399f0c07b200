"""Jobs that generate puzzles. A seed gives the same rows however they are shared among workers.

Most puzzles come from numbered attempts, as in `generate_many`: a part is a range of attempts, and their puzzles in
order are those of `generate_many`. A difficulty mixes attempts of several kinds, so each part has a seed of its own.
Puzzles of a level or with a technique are searched row by row: row i has the seed s + i, as in `shudu generate`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pyarrow as pa

from shudu.bulk.compute import Computation, compute_from_solutions, select_columns
from shudu.bulk.errors import BulkError
from shudu.bulk.io.arrow_columns import Digits
from shudu.bulk.job import Columns, Job, Path, check_computation, check_sizes, parse_output
from shudu.bulk.runner import Manifest, Report, Watch, finish_job, run_into, run_stage
from shudu.bulk.tasks import JobTask, TaskControl, TaskRecord, open_part, part_key
from shudu.bulk.workers import WorkerPool
from shudu.core.errors import ImpossibleRequest
from shudu.core.randomness import check_seed, derive_seed
from shudu.kernel.dig import Switch
from shudu.puzzles.api import ATTEMPTS, generate_many, generate_stream, source_of
from shudu.puzzles.by_demand import generate
from shudu.puzzles.demand import Wish as Demand

_CALL, _SLOW_CALL = 512, 16  # attempts between two checks whether to stop
_PARTS: Final = 16  # of a small job
_MIN_ATTEMPTS, _MAX_ATTEMPTS, _MAX_SLOW_ATTEMPTS, _MAX_RATED_ATTEMPTS = 32, 1 << 15, 1 << 10, 1 << 8  # per part
_MAX_SEARCHED_ROWS: Final = 64  # per part


@dataclass(frozen=True, slots=True)
class GenerateTask:
    """Generate part `number`: attempts or rows `first` to `first + count`, of which at most `keep` are written."""

    number: int
    first: int
    count: int
    keep: int | None = None

    @property
    def key(self) -> str:
        """The name of the part."""
        return part_key(self.number)

    @property
    def weight(self) -> int:
        """The largest possible number of rows."""
        return self.count

    def run(self, job: Job, control: TaskControl) -> TaskRecord:
        """Generate the puzzles and write them."""
        written = 0
        with open_part(job, self.key) as (writer, record):
            for puzzles, solutions in self._generate(job, control):
                if self.keep is not None:
                    puzzles, solutions = puzzles[: self.keep - written], solutions[: self.keep - written]
                if not len(puzzles):
                    continue
                columns = compute_from_solutions(puzzles, solutions, job.computation)
                writer.write(pa.table([columns[name] for name in job.computation.columns], schema=job.schema))
                written += len(puzzles)
                if written == self.keep:
                    break
        return record | {"rows": written, "written": written, "bad": 0, "first": self.first, "input": ""}

    def _generate(self, job: Job, control: TaskControl) -> Iterator[tuple[Digits, Digits]]:
        options = dict(job.puzzles)
        numbering, seed, _ = options.pop("by"), options.pop("seed"), options.pop("n")
        if numbering == "rows":
            yield _generate_rows(range(self.first, self.first + self.count), seed, options, control)
        elif numbering == "parts":
            batch = generate_many(self.count, seed=derive_seed(seed, "part", self.number), threads=1, **options)
            control.advance(self.count)
            yield batch.puzzles, batch.solutions
        else:
            attempt, switch, step = source_of(seed, **options), Switch(), _SLOW_CALL if _is_slow(options) else _CALL
            for first in range(self.first, self.first + self.count, step):
                n = min(step, self.first + self.count - first)
                batch = attempt(first, n, switch)
                control.advance(n)
                yield batch.puzzles, batch.solutions


def plan_generation(
    n: int,
    out: Path,
    options: dict[str, Any],
    *,
    seed: int | None,
    columns: Columns,
    profile: str,
    format: str,
    compression: str,
    part_rows: int | None,
) -> Job:
    """Check the options of a job that generates puzzles. The arguments are those of `shudu.bulk.generate`.

    Raises:
        BulkError: If the job cannot run.
        ShuduError: If the options of the puzzles are invalid or exclude each other.
    """
    if n < 0:
        raise BulkError("bulk.negative-count", n=n)
    check_computation(1, profile)
    options = {name: value for name, value in options.items() if value not in (None, False)}
    numbering = _numbering_of(options)
    _check_options(numbering, options)
    computation = Computation(select_columns(columns, "generate"), profile=profile)
    address, single, type = parse_output(out, format)
    check_sizes(compression, part_rows)
    stored = {"by": numbering, "seed": check_seed(seed), "n": n, **options}
    return Job(
        operation="generate",
        out=address,
        single=single,
        type=type,
        computation=computation,
        compression=compression,
        part_rows=part_rows or _attempts_per_part(n, options, computation.needs_rating),
        puzzles=tuple(sorted(stored.items())),
    )


def generate_files(job: Job, pool: WorkerPool, watch: Watch, *, overwrite: bool = False) -> Report:
    """Generate puzzles.

    Args:
        job: The job.
        pool: The workers.
        watch: Receives the progress.
        overwrite: Whether to discard an earlier output.
    """
    manifest = Manifest(job)
    if report := manifest.begin(overwrite):
        return report
    options = dict(job.puzzles)
    n = options["n"]
    if options["by"] == "attempts":
        _run_attempts(manifest, n, pool, watch)
    else:
        most = _MAX_SEARCHED_ROWS if options["by"] == "rows" else job.part_rows
        size = max(1, min(most, -(-n // _PARTS)))
        firsts = enumerate(range(0, n, size))
        tasks = (GenerateTask(number, first, min(size, n - first)) for number, first in firsts)
        run_stage(manifest, tasks, pool, watch, job.operation, n)
    return finish_job(manifest, watch)


def runs_in_python(job: Job) -> bool:
    """Return whether the puzzles of a job are searched in Python, not by the kernel."""
    return dict(job.puzzles).get("by") == "rows"


def _generate_rows(rows: range, seed: int, options: dict[str, Any], control: TaskControl) -> tuple[Digits, Digits]:
    puzzles, solutions = bytearray(), bytearray()
    for row in rows:
        puzzle = generate(seed=seed + row, **options)
        puzzles += puzzle.digits
        solutions += puzzle.solution.digits
        control.advance(1)
    return np.frombuffer(puzzles, np.uint8).reshape(-1, 81), np.frombuffer(solutions, np.uint8).reshape(-1, 81)


def _numbering_of(options: dict[str, Any]) -> str:
    """Return how rows are numbered: by attempts, by parts or by rows."""
    if options.get("level") or options.get("needs"):
        return "rows"
    free = not any(options.get(name) for name in ("clues", "minimal", "pattern", "unbiased"))
    digs = options.get("method", "dig") == "dig"
    return "parts" if digs and (options.get("difficulty") or free) else "attempts"


def _check_options(numbering: str, options: dict[str, Any]) -> None:
    """Raise the errors of the library before any folder is created."""
    if numbering == "attempts":
        source_of(0, **options)
    elif numbering == "parts":
        generate_stream(0, **options)
    else:
        Demand.parse(options.get("level"), options.get("needs"))


def _attempts_per_part(n: int, options: dict[str, Any], rated: bool) -> int:
    """Return a size that gives enough parts for all workers, but not so much to do again after an interruption."""
    most = _MAX_RATED_ATTEMPTS if rated else _MAX_SLOW_ATTEMPTS if _is_slow(options) else _MAX_ATTEMPTS
    return min(most, max(_MIN_ATTEMPTS, -(-n // _PARTS)))


def _is_slow(options: dict[str, Any]) -> bool:
    """Return whether an attempt takes milliseconds: the search for few clues, and controlled bias."""
    return bool(options.get("unbiased")) or 18 < (options.get("clues") or 0) < 22


def _always_succeeds(options: dict[str, Any]) -> bool:
    """Return whether every attempt gives a puzzle: digging as far as possible, and images of graded puzzles."""
    digs = options.get("minimal") and not options.get("clues") and options.get("symmetry", "none") == "none"
    return bool(digs) or options.get("method") == "seeds"


def _run_attempts(manifest: Manifest, n: int, pool: WorkerPool, watch: Watch) -> None:
    """Run parts until the first ones hold enough puzzles, then remove what is too much."""
    counter = _AttemptCounter(manifest, n)
    run_stage(manifest, counter.next_task, pool, watch, manifest.job.operation, n)
    needed, keep = counter.count_needed()
    for key in sorted(manifest.records)[needed:]:
        manifest.discard_part(key)
    if keep is not None:  # generate the last part again, and cut it
        size = manifest.job.part_rows
        last: list[JobTask] = [GenerateTask(needed - 1, (needed - 1) * size, size, keep)]
        run_into(manifest, lambda: last.pop() if last else None, pool, Watch())


class _AttemptCounter:
    """Counts the puzzles of finished parts. Later parts may finish before earlier ones."""

    def __init__(self, manifest: Manifest, n: int) -> None:
        self._records, self._n, self._size = manifest.records, n, manifest.job.part_rows
        self._certain = _always_succeeds(dict(manifest.job.puzzles))
        self._next = self._rows = self._parts = self._failures = 0

    def next_task(self) -> GenerateTask | None:
        """Return the next task, or None while the running ones are likely to be enough.

        Raises:
            ImpossibleRequest: After too many attempts without a puzzle.
        """
        if self._is_enough() or self._is_probably_enough():
            return None
        first = self._next * self._size
        self._next += 1
        return GenerateTask(self._next - 1, first, min(self._size, self._n - first) if self._certain else self._size)

    def count_needed(self) -> tuple[int, int | None]:
        """Return how many parts are needed, and how many rows of the last one if not all."""
        rows = 0
        for number, key in enumerate(sorted(self._records), 1):
            written = self._records[key]["written"]
            if rows + written >= self._n:
                return number, self._n - rows if rows + written > self._n else None
            rows += written
        return len(self._records), None

    def _is_enough(self) -> bool:
        """Return whether the first parts, without a gap between them, hold enough puzzles."""
        while (key := part_key(self._parts)) in self._records:
            written = self._records[key]["written"]
            self._parts += 1
            self._rows += written
            self._failures = 0 if written else self._failures + self._size
        if self._failures >= ATTEMPTS:
            raise ImpossibleRequest("bulk.no-such-puzzle", attempts=self._failures)
        return self._rows >= self._n

    def _is_probably_enough(self) -> bool:
        """Return whether the running parts suffice if they give as much as the finished ones."""
        finished = len(self._records)
        running = self._next - sum(part_key(number) in self._records for number in range(self._next))
        rows = sum(record["written"] for record in self._records.values())
        yield_of_part = rows / finished if finished else self._size if self._certain else 0
        return running > 0 and rows + running * yield_of_part >= self._n
