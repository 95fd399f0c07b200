"""Puzzles on paper: booklets and worksheets as PDF, set by typst (`pip install shudu[print]`)."""
