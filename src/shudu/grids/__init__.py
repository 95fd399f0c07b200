"""Final grids 终盘: methods that make them, their numbers, canonical forms and fairness.

The ids of the methods are listed here, so that the command line can show them without loading the engine.
"""

from typing import Final

METHOD_IDS: Final = ("template", "backtrack", "search", "digits", "graded", "diagonal", "uniform")
