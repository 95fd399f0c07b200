"""The player behind `shudu watch`: keys, moments, and what is drawn."""
