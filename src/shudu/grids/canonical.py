"""The same up to symmetry: canonical forms, the symmetries of a grid or puzzle, and the comparison of two."""

from __future__ import annotations

import numpy as np

from shudu.core.grid import Grid
from shudu.core.symmetry import Symmetry
from shudu.core.text import GridLike, to_digits
from shudu.kernel.canonical import Canonical, all_transforms, canonical_grids, canonical_puzzles
from shudu.kernel.solve import solve


def canonical(source: GridLike) -> str:
    """The line of the smallest image of a final grid, or of a puzzle with one solution.

    >>> from shudu.core.symmetry import Symmetry
    >>> grid = solve("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    >>> canonical(grid) == canonical(Grid(Symmetry.rotate90().apply(grid.digits)))
    True

    Raises NoSolution or ManySolutions for a puzzle that has not exactly one.
    """
    from shudu.core.text import write_line

    return write_line(_found(source).forms[0].tobytes())


def to_canonical(source: GridLike) -> Symmetry:
    """A symmetry that leads to the canonical form."""
    return Symmetry.from_bytes(_found(source).transforms[0].tobytes())


def automorphisms(source: GridLike) -> list[Symmetry]:
    """The symmetries that map a final grid, or a puzzle with one solution, to itself; the first is the identity.

    >>> len(automorphisms("123456789456789123789123456231564897564897231897231564312645978645978312978312645"))
    648
    """
    digits = to_digits(source)
    ways = [Symmetry.from_bytes(packed.tobytes()) for packed in all_transforms(_solved(digits))]
    back = ways[0].inverse()
    found = [back @ way for way in ways]
    return [symmetry for symmetry in found if symmetry.apply(digits) == digits]


def same_up_to_symmetry(one: GridLike, other: GridLike) -> bool:
    """Whether two final grids, or two puzzles with one solution each, are images of each other.

    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> same_up_to_symmetry(puzzle, puzzle[::-1])
    True
    """
    return canonical(one) == canonical(other)


def _found(source: GridLike) -> Canonical:
    digits = to_digits(source)
    row = np.frombuffer(digits, np.uint8).reshape(1, 81)
    if 0 not in digits:
        return canonical_grids(row)
    return canonical_puzzles(row, np.frombuffer(_solved(digits), np.uint8).reshape(1, 81))


def _solved(digits: bytes) -> bytes:
    return solve(Grid(digits)).digits if 0 in digits else digits
