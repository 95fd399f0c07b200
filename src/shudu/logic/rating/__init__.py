"""Ratings: profiles, levels, scores, reasons."""
