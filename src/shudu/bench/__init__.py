"""Benchmarks: speed side by side with other solvers, search algorithms compared, and the kernel's signature."""
