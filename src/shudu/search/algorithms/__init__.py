"""Search algorithms that yield events: each file reads like its pseudocode."""
