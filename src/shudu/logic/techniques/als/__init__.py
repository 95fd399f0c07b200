"""Techniques built from almost locked sets."""
