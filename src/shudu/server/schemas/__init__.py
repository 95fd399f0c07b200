"""The JSON data of the API, one file per resource.

Cells are written r3c5, candidates 7r3c5, houses r3, c5, b2. Times and durations are in milliseconds; points in time
count from 1970-01-01 UTC. Classes that end in `Request` are sent by clients; the others are answers.
"""
