"""Sudoku Explainer 1.2.1 in readable Python, up to its rating of 7.5: the specification of `kernel/logic`.

`rate_up_to_7_5` is the twin of the kernel's `shudu_se`. What lies above 7.5 (Nishio, multiple, dynamic and nested forcing
chains) is explained at the top of `kernel/logic/nets.h` and checked against published ratings.
"""
