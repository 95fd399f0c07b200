"""Techniques that assume a candidate true or false and follow all consequences."""
