"""Puzzles on paper: booklets and worksheets as PDF, typeset by typst (`pip install shudu[print]`)."""
