"""The native kernel: the library is loaded once, and each of its functions has a thin Python wrapper."""
