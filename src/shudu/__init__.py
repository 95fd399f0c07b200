"""shudu 数独: Sudoku as a library, a command line and a web app over one engine.

>>> import shudu
>>> puzzle = shudu.Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
>>> shudu.count(puzzle, limit=2)
1

The public names are listed once, in `__init__.pyi`, and loaded when first used, so that `import shudu` is fast.
"""

from importlib import import_module

# Lines such as "from .core.grid import Grid as Grid". Parsing them with lazy_loader, which does the same with ast, tripled
# the time of the import.
with open(__file__.removesuffix(".py") + ".pyi", encoding="utf-8") as _stub:  # noqa: PTH123  # pathlib doubles the time
    _MODULES = {line.split()[-1]: line.split()[1] for line in _stub if line.startswith("from .")}

__version__ = "0.2.0"
__all__ = ["__version__", *_MODULES]


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module 'shudu' has no attribute {name!r}")
    module = _MODULES[name]
    value = import_module(f".{name}", "shudu") if module == "." else getattr(import_module(module, "shudu"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
