"""shudu 数独: Sudoku as a library, a command line and a web app over one engine.

>>> import shudu
>>> puzzle = shudu.Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
>>> shudu.count(puzzle, limit=2)
1

Names are loaded when first used, so that `import shudu` is quick.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from shudu import bulk as bulk
    from shudu.core.candidate import Candidate as Candidate
    from shudu.core.errors import ConflictingGivens as ConflictingGivens
    from shudu.core.errors import ImpossibleRequest as ImpossibleRequest
    from shudu.core.errors import MalformedGrid as MalformedGrid
    from shudu.core.errors import ManySolutions as ManySolutions
    from shudu.core.errors import NoSolution as NoSolution
    from shudu.core.errors import ShuduError as ShuduError
    from shudu.core.grid import Grid as Grid
    from shudu.core.puzzle import Puzzle as Puzzle
    from shudu.core.sets import CellSet as CellSet
    from shudu.core.sets import DigitSet as DigitSet
    from shudu.core.step import Link as Link
    from shudu.core.step import Step as Step
    from shudu.core.symmetry import Symmetry as Symmetry
    from shudu.formats.io.read import DataLossWarning as DataLossWarning
    from shudu.formats.io.read import read as read
    from shudu.formats.io.read import read_all as read_all
    from shudu.formats.io.sheet import MalformedSheet as MalformedSheet
    from shudu.formats.io.sheet import Sheet as Sheet
    from shudu.formats.io.write import write as write
    from shudu.game.game import Game as Game
    from shudu.grids.canonical import automorphisms as automorphisms
    from shudu.grids.canonical import canonical as canonical
    from shudu.grids.canonical import same_up_to_symmetry as same_up_to_symmetry
    from shudu.grids.full_grids import full_grid as full_grid
    from shudu.grids.full_grids import full_grids as full_grids
    from shudu.grids.full_grids import trace_making as trace_making
    from shudu.grids.numbering import GRIDS as GRIDS
    from shudu.grids.numbering import rank as rank
    from shudu.grids.numbering import unrank as unrank
    from shudu.kernel.solve import Batch as Batch
    from shudu.kernel.solve import count as count
    from shudu.kernel.solve import solutions as solutions
    from shudu.kernel.solve import solve as solve
    from shudu.kernel.solve import solve_many as solve_many
    from shudu.logic.explain import explain as explain
    from shudu.logic.hint import Hint as Hint
    from shudu.logic.hint import hint as hint
    from shudu.logic.notation import notation as notation
    from shudu.logic.rating.rate import Rating as Rating
    from shudu.logic.rating.rate import rate as rate
    from shudu.logic.registry import technique as technique
    from shudu.logic.registry import techniques as techniques
    from shudu.logic.solver import Path as Path
    from shudu.logic.solver import solve_by_logic as solve_by_logic
    from shudu.puzzles.api import generate as generate
    from shudu.puzzles.api import generate_many as generate_many
    from shudu.puzzles.api import generate_stream as generate_stream
    from shudu.puzzles.result import GeneratedPuzzle as GeneratedPuzzle
    from shudu.puzzles.result import Origin as Origin
    from shudu.puzzles.result import PuzzleBatch as PuzzleBatch
    from shudu.search.run import trace as trace
    from shudu.search.trace.event import Event as Event
    from shudu.search.trace.trace import Trace as Trace

__version__: Final = "0.1.0"

_HOMES: Final = {
    "shudu.core.candidate": ("Candidate",),
    "shudu.core.errors": (
        "ConflictingGivens",
        "ImpossibleRequest",
        "MalformedGrid",
        "ManySolutions",
        "NoSolution",
        "ShuduError",
    ),
    "shudu.core.grid": ("Grid",),
    "shudu.core.puzzle": ("Puzzle",),
    "shudu.core.sets": ("CellSet", "DigitSet"),
    "shudu.core.step": ("Link", "Step"),
    "shudu.core.symmetry": ("Symmetry",),
    "shudu.formats.io.read": ("DataLossWarning", "read", "read_all"),
    "shudu.formats.io.sheet": ("MalformedSheet", "Sheet"),
    "shudu.formats.io.write": ("write",),
    "shudu.game.game": ("Game",),
    "shudu.puzzles.result": ("GeneratedPuzzle", "Origin", "PuzzleBatch"),
    "shudu.grids.full_grids": ("full_grid", "full_grids", "trace_making"),
    "shudu.grids.numbering": ("GRIDS", "rank", "unrank"),
    "shudu.puzzles.api": ("generate", "generate_many", "generate_stream"),
    "shudu.grids.canonical": ("automorphisms", "canonical", "same_up_to_symmetry"),
    "shudu.kernel.solve": ("Batch", "count", "solutions", "solve", "solve_many"),
    "shudu.logic.explain": ("explain",),
    "shudu.logic.notation": ("notation",),
    "shudu.logic.registry": ("technique", "techniques"),
    "shudu.logic.hint": ("Hint", "hint"),
    "shudu.logic.solver": ("Path", "solve_by_logic"),
    "shudu.logic.rating.rate": ("rate", "Rating"),
    "shudu.search.trace.event": ("Event",),
    "shudu.search.run": ("trace",),
    "shudu.search.trace.trace": ("Trace",),
}
_HOME_OF: Final = {name: home for home, names in _HOMES.items() for name in names}

__all__ = ["__version__", *_HOME_OF]  # computed: one list of names is enough


if not TYPE_CHECKING:  # whoever checks types would take any name for one that is there

    def __getattr__(name: str) -> object:
        if name == "bulk":  # a package of its own, which needs more than a plain install has
            return import_module("shudu.bulk")
        if name not in _HOME_OF:
            raise AttributeError(f"module 'shudu' has no attribute {name!r}")
        value = getattr(import_module(_HOME_OF[name]), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted(__all__)
