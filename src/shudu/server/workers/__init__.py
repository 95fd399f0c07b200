"""Costly work in separate processes: the pool, the worker process and the jobs it can run."""
