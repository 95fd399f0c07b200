"""Traces: the events of a run, packed, replayed and stored in files."""
