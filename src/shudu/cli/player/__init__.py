"""The player behind `shudu watch`: keys, the position on the time line, and what is drawn."""
