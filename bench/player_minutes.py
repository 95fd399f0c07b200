"""How well the profile `player` predicts the times of people, with its own numbers and cross-validated, and how well others do.

Usage: python bench/player_minutes.py [../shared/data/human/cloud-sudoku.tsv]
"""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from shudu.core.geometry import HOUSE_MASKS
from shudu.core.grid import Grid
from shudu.logic.rating.player import next_elimination, visible_placements
from shudu.logic.rating.rate import rate_many
from shudu.logic.salience import cells_with_one_candidate

WALKS, FOLDS, TRIALS = 16, 5, 150
START = np.array([-0.2, -0.5, -4.0, 0.5])  # box per empty cell, line, naked single, exponent
SPREAD = np.array([0.15, 0.6, 0.9, 0.12])


find_elimination = cache(next_elimination)  # all walks of a puzzle meet the same positions


class Walks:
    """What the walks of a puzzle meet: the visible singles at each moment, and the time of eliminations.

    The columns of `visible` are singles by the number of empty cells of the box, in lines, and naked.
    """

    def __init__(self, line: str) -> None:
        rows, self.eliminating = [], 0.0
        for seed in range(WALKS):
            grid, random = Grid(line), Random(seed)
            while 0 in grid.digits:
                if placements := visible_placements(grid.digit_masks):
                    rows.append(count_singles(grid))
                    cell, digit = random.choices(list(placements), list(placements.values()))[0]
                    grid = grid.place(digit, cell)
                else:
                    step, cost = find_elimination(grid)
                    self.eliminating += cost / WALKS
                    grid = grid.after(step)
        self.visible = np.array(rows)

    def time(self, numbers: NDArray[np.float64]) -> float:
        """Return the time of the puzzle, in units."""
        per_cell, line, naked, exponent = numbers
        rates = np.exp(np.array([*(1 + per_cell * np.arange(10)), line, naked]))
        return float(np.sum((self.visible @ rates) ** -exponent)) / WALKS + self.eliminating


def count_singles(grid: Grid) -> NDArray[np.float64]:
    counts = np.zeros(12)
    empty = sum(1 << cell for cell in grid.empty)
    for house, mask in enumerate(HOUSE_MASKS):
        singles = sum((cells & mask).bit_count() == 1 for cells in grid.digit_masks)
        counts[(empty & mask).bit_count() if house >= 18 else 10] += singles
    counts[11] = cells_with_one_candidate(grid.digit_masks).bit_count()
    return counts


def times(walks: list[Walks], numbers: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.array([walk.time(numbers) for walk in walks])


def fit(walks: list[Walks], human: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the numbers that correlate best with the times of people, by random search."""
    random = np.random.default_rng(1)
    best, reached = START, rank_correlation(times(walks, START), human)
    for _ in range(TRIALS):
        tried = best + random.normal(size=4) * SPREAD * (random.random(4) < 0.5)
        if tried[3] > 0 and (value := rank_correlation(times(walks, tried), human)) > reached:
            best, reached = tried, value
    return best


def rank_correlation(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    """Return Spearman's rank correlation; equal values share the mean of their ranks."""
    return float(np.corrcoef(_ranks(one), _ranks(other))[0, 1])


def _ranks(values: NDArray[np.float64]) -> NDArray[np.float64]:
    in_order = np.sort(values)
    return (np.searchsorted(in_order, values, "left") + np.searchsorted(in_order, values, "right")) / 2


def main() -> None:
    path = Path(sys.argv[1] if len(sys.argv) > 1 else "../shared/data/human/cloud-sudoku.tsv")
    rows = [line.split("\t") for line in path.read_text().splitlines()[1:]]
    puzzles, human = [row[0] for row in rows], np.array([float(row[1]) for row in rows])
    print(f"own numbers:     {rank_correlation(rate_many(puzzles, 'player')['minutes'], human):.3f}")
    print(f"ER of SE 1.2.1:  {rank_correlation(rate_many(puzzles, 'se')['er'], human):.3f}")
    print(f"HoDoKu's score:  {rank_correlation(rate_many(puzzles, 'hodoku')['score'], human):.3f}")
    print(f"empty cells:     {rank_correlation(np.array([line.count('.') for line in puzzles]), human):.3f}")
    walks = [Walks(line) for line in puzzles]
    order = np.random.default_rng(0).permutation(len(rows))
    predicted = np.zeros(len(rows))
    for fold in range(FOLDS):
        test = order[fold::FOLDS]
        train = np.setdiff1d(order, test)
        numbers = fit([walks[i] for i in train], human[train])
        logs = np.log(times(walks, numbers))
        predicted[test] = (logs[test] - logs[train].mean()) / logs[train].std()
    print(f"cross-validated: {rank_correlation(predicted, human):.3f} ({FOLDS} folds)")


if __name__ == "__main__":
    main()
