# The public API: every name is listed here, once, with the module that defines it. `__init__.py` reads this file to load
# names when they are first used; type checkers and documentation tools read it as the types of the package.

from . import bulk as bulk
from .core.candidate import Candidate as Candidate
from .core.errors import ConflictingGivens as ConflictingGivens
from .core.errors import ImpossibleRequest as ImpossibleRequest
from .core.errors import MalformedGrid as MalformedGrid
from .core.errors import ManySolutions as ManySolutions
from .core.errors import MissingExtra as MissingExtra
from .core.errors import NoSolution as NoSolution
from .core.errors import ShuduError as ShuduError
from .core.grid import Grid as Grid
from .core.puzzle import Puzzle as Puzzle
from .core.sets import CellSet as CellSet
from .core.sets import DigitSet as DigitSet
from .core.step import Link as Link
from .core.step import Step as Step
from .core.symmetry import Symmetry as Symmetry
from .formats.io.read import DataLossWarning as DataLossWarning
from .formats.io.read import read as read
from .formats.io.read import read_all as read_all
from .formats.io.sheet import MalformedSheet as MalformedSheet
from .formats.io.sheet import Sheet as Sheet
from .formats.io.write import write as write
from .game.game import Game as Game
from .grids.canonical import automorphisms as automorphisms
from .grids.canonical import canonical as canonical
from .grids.canonical import same_up_to_symmetry as same_up_to_symmetry
from .grids.full_grids import full_grid as full_grid
from .grids.full_grids import full_grids as full_grids
from .grids.full_grids import trace_making as trace_making
from .grids.numbering import GRIDS as GRIDS
from .grids.numbering import rank as rank
from .grids.numbering import unrank as unrank
from .kernel.solve import Batch as Batch
from .kernel.solve import count as count
from .kernel.solve import solutions as solutions
from .kernel.solve import solve as solve
from .kernel.solve import solve_many as solve_many
from .logic.explain import explain as explain
from .logic.hint import Hint as Hint
from .logic.hint import hint as hint
from .logic.notation import notation as notation
from .logic.rating.by_path import Rating as Rating
from .logic.rating.rate import Ratings as Ratings
from .logic.rating.rate import rate as rate
from .logic.rating.rate import rate_many as rate_many
from .logic.rating.se import SeRating as SeRating
from .logic.registry import Technique as Technique
from .logic.registry import technique as technique
from .logic.registry import techniques as techniques
from .logic.solver import Path as Path
from .logic.solver import solve_by_logic as solve_by_logic
from .logic.solver import steps as steps
from .puzzles.api import generate as generate
from .puzzles.api import generate_many as generate_many
from .puzzles.api import generate_stream as generate_stream
from .puzzles.result import GeneratedPuzzle as GeneratedPuzzle
from .puzzles.result import Origin as Origin
from .puzzles.result import PuzzleBatch as PuzzleBatch
from .search.run import trace as trace
from .search.trace.event import Event as Event
from .search.trace.event import Why as Why
from .search.trace.trace import Trace as Trace

__version__: str
__all__: list[str]
