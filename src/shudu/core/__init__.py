"""The words everything else is said in: cells, houses, sets, grids, puzzles, symmetries, errors."""
