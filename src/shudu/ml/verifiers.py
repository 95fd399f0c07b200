"""Sudoku as a taskset of `verifiers`, which trains and evaluates language models; needs `pip install verifiers`.

`verifiers` finds tasksets by the name of a module. One line makes this one known to
`PYTHONPATH=. vf-eval my_sudoku`:

    from shudu.ml.verifiers import SudokuTaskset; __all__ = ["SudokuTaskset"]    # my_sudoku.py
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import verifiers.v1 as vf

from shudu.core.text import write_line
from shudu.formats.io.read_write import read_all
from shudu.ml.datasets import make_task, reward, verify
from shudu.puzzles.api import generate_many


class SudokuConfig(vf.TasksetConfig):  # type: ignore[misc,unused-ignore]
    """Which puzzles to ask for: those of a file, or new ones."""

    file: Path | None = None
    """Puzzles in any format that shudu reads; new ones are generated if omitted."""
    count: int = 1000
    """The number of new puzzles."""
    clues: int = 40
    """The number of clues of new puzzles."""
    seed: int = 0
    """The random seed of new puzzles."""
    language: str = "en"
    """The language of the question, `en` or `zh`."""


class SudokuData(vf.TaskData):  # type: ignore[misc,unused-ignore]
    """A question and its puzzle; the solution is not part of it."""

    puzzle: str
    """The puzzle as a line of 81 characters."""


class SudokuTask(vf.Task[SudokuData]):  # type: ignore[misc,unused-ignore]
    """A puzzle to solve in one reply."""

    @vf.reward  # type: ignore[untyped-decorator,unused-ignore]
    async def complete_houses(self, trace: vf.Trace) -> float:
        """Return the share of rows, columns and boxes that are complete; 1 exactly for a solution."""
        return reward(self.data.puzzle, trace.last_reply)

    @vf.metric  # type: ignore[untyped-decorator,unused-ignore]
    async def solved(self, trace: vf.Trace) -> float:
        """Return 1 if the reply solves the puzzle, else 0."""
        return float(verify(self.data.puzzle, trace.last_reply))


class SudokuTaskset(vf.Taskset[SudokuTask, SudokuConfig]):  # type: ignore[misc,unused-ignore]
    """Puzzles of a file, or new ones, as questions in English or Chinese."""

    def load(self) -> Iterator[SudokuTask]:
        """Yield a task for each puzzle."""
        for puzzle in self._puzzles():
            question = make_task(puzzle, self.config.language)["question"]
            yield SudokuTask(SudokuData(name=puzzle, prompt=question, puzzle=puzzle), self.config.task)

    def _puzzles(self) -> list[str]:
        config = self.config
        if config.file is not None:
            return [write_line(sheet.puzzle) for sheet in read_all(config.file)]
        return generate_many(config.count, clues=config.clues, seed=config.seed).lines
