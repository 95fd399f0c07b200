"""The revisions, numbered in order."""
