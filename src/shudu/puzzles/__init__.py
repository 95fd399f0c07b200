"""Puzzles 初盘: generation by clues, difficulty, level or technique."""
