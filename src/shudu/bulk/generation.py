"""Jobs that generate puzzles. A seed gives the same rows however they are shared among workers.

Most puzzles come from numbered attempts, as in `generate_many`: a part is a range of attempts, and their puzzles in
order are those of `generate_many`. Two kinds of job give each part its own seed: a range of clue counts mixes attempts
of several kinds, and puzzles of a level or with a technique may take many attempts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import pyarrow as pa

from shudu.bulk.compute import Computation, compute_from_solutions, find_profile, select_columns
from shudu.bulk.errors import BulkError
from shudu.bulk.job import (
    JOB,
    Columns,
    Generation,
    Job,
    Path,
    check_sizes,
    parse_output,
    upgrade_description,
)
from shudu.bulk.runner import Manifest, Report, Watch, finish_job, run_into, run_stage
from shudu.bulk.tasks import JobTask, TaskControl, TaskRecord, open_part, part_key
from shudu.bulk.workers import WorkerPool
from shudu.core.arguments import check_int
from shudu.core.errors import ImpossibleRequest
from shudu.core.randomness import check_seed, derive_seed
from shudu.kernel.load import Switch
from shudu.puzzles.result import PuzzleBatch, concatenate
from shudu.puzzles.sources import ATTEMPTS, attempt_source, make_batches
from shudu.puzzles.spec import PuzzleSpec

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
            for batch in self._generate(job, control):
                if self.keep is not None:
                    batch = batch[: self.keep - written]
                if not len(batch):
                    continue
                columns = compute_from_solutions(batch.puzzles, batch.solutions, job.computation)
                writer.write(pa.table([columns[name] for name in job.computation.columns], schema=job.schema))
                written += len(batch)
                if written == self.keep:
                    break
        return record | {"rows": written, "written": written, "bad": 0, "first": self.first, "input": ""}

    def _generate(self, job: Job, control: TaskControl) -> Iterator[PuzzleBatch]:
        generation = _generation_of(job)
        spec, seed = generation.spec, generation.seed
        if generation.numbering == "rows":
            yield _generate_rows(spec, self.count, (seed + self.first) % 2**64, control)
        elif generation.numbering == "parts":
            own_seed = derive_seed(seed, "part", self.number)
            yield concatenate(make_batches(spec, self.count, own_seed, threads=1))
            control.advance(self.count)
        else:
            source, switch, step = attempt_source(spec, seed), Switch(), _SLOW_CALL if _is_slow(spec) else _CALL
            for first in range(self.first, self.first + self.count, step):
                n = min(step, self.first + self.count - first)
                batch = source.attempt(first, n, switch)
                control.advance(n)
                yield batch


def plan_generation(
    n: int,
    out: Path,
    spec: PuzzleSpec,
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
    """
    n = check_int(n, "n")
    if n < 0:
        raise BulkError("bulk.negative-count", n=n)
    find_profile(profile)
    computation = Computation(select_columns(columns, "generate", profile=profile), profile=profile)
    address, single, type = parse_output(out, format)
    part_rows = check_sizes(compression, part_rows)
    return Job(
        operation="generate",
        out=address,
        single=single,
        type=type,
        computation=computation,
        compression=compression,
        part_rows=part_rows or _attempts_per_part(n, spec, computation.needs_rating),
        generation=Generation(n, check_seed(seed), spec),
    )


def find_seed(out: Path, format: str) -> int | None:
    """Return the random seed of the job that an output belongs to, so that it can be resumed without naming it.

    Args:
        out: The output.
        format: The format of the parts in a folder.
    """
    address, single, type = parse_output(out, format)
    stored = Job("generate", address, single, type, Computation(())).records.read_json(JOB)
    puzzles = upgrade_description(stored["job"]).get("puzzles", {}) if stored else {}
    return puzzles.get("seed")


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
    generation = _generation_of(job)
    n = generation.n
    if generation.numbering.endswith("attempts"):
        _run_attempts(manifest, n, pool, watch)
    else:
        most = _MAX_SEARCHED_ROWS if generation.numbering == "rows" else job.part_rows
        size = max(1, min(most, -(-n // _PARTS)))
        firsts = enumerate(range(0, n, size))
        tasks = (GenerateTask(number, first, min(size, n - first)) for number, first in firsts)
        run_stage(manifest, tasks, pool, watch, job.operation, n)
    return finish_job(manifest, watch)


def _generation_of(job: Job) -> Generation:
    assert job.generation is not None
    return job.generation


def _generate_rows(spec: PuzzleSpec, n: int, seed: int, control: TaskControl) -> PuzzleBatch:
    rows = []
    for row in make_batches(spec, n, seed, threads=1):
        rows.append(row)
        control.advance(len(row))
    return concatenate(rows)


def _attempts_per_part(n: int, spec: PuzzleSpec, rated: bool) -> int:
    """Return a size that gives enough parts for all workers, but not so much to do again after an interruption."""
    most = _MAX_RATED_ATTEMPTS if rated else _MAX_SLOW_ATTEMPTS if _is_slow(spec) else _MAX_ATTEMPTS
    return min(most, max(_MIN_ATTEMPTS, -(-n // _PARTS)))


def _is_slow(spec: PuzzleSpec) -> bool:
    """Return whether an attempt takes milliseconds: the search for few clues, controlled bias, and rating."""
    return spec.unbiased or spec.is_searched or spec.complete().difficulty is not None


def _always_succeeds(spec: PuzzleSpec) -> bool:
    """Return whether every attempt gives a puzzle: digging as far as possible or blindly, and images of graded puzzles."""
    if spec.complete().difficulty is not None:
        return False
    freely = spec.symmetry == "none"
    return (
        (spec.minimal and spec.clues is None and freely)
        or (spec.method == "dig-blind" and freely)
        or spec.method == "graded"
    )


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
        spec = _generation_of(manifest.job).spec
        self._certain, self._max_failures = _always_succeeds(spec), spec.attempts or ATTEMPTS
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
        if self._failures >= self._max_failures:
            raise ImpossibleRequest("bulk.no-such-puzzle", attempts=self._failures)
        return self._rows >= self._n

    def _is_probably_enough(self) -> bool:
        """Return whether the running parts suffice if they give as much as the finished ones."""
        finished = len(self._records)
        running = self._next - sum(part_key(number) in self._records for number in range(self._next))
        rows = sum(record["written"] for record in self._records.values())
        yield_of_part = rows / finished if finished else self._size if self._certain else 0
        return running > 0 and rows + running * yield_of_part >= self._n
