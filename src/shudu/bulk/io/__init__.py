"""Files of a bulk job: finding, reading and writing them, on this machine or in a shared store."""
