"""Generation: final grids 终盘 by seven methods, puzzles 初盘 by digging, by search and from seeds, and proof of quality."""
