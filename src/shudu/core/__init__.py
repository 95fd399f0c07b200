"""The vocabulary of the package: cells, houses, sets, grids, puzzles, symmetries, steps and errors."""
