"""Ratings: how hard a puzzle is according to a rating system, and why."""
