"""Solving the way people do: techniques, paths, hints, explanations and ratings."""
