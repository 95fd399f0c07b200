"""The native kernel: it loads the library and gives each of its functions a thin Python face."""
