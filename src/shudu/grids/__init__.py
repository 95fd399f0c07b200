"""Final grids 终盘: methods that make them, their numbers, canonical forms and fairness."""
