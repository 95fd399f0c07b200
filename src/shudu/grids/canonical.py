"""Grids and puzzles up to symmetry: canonical forms, automorphisms and comparison.

The symmetries are those that keep the rules: transposing, permuting rows within bands, columns within stacks, bands,
stacks and digits.
"""

from __future__ import annotations

from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from shudu.core.symmetry import Symmetry
from shudu.core.text import GridLike, to_digits, write_line
from shudu.kernel.grids import all_transforms, canonical_grids, canonical_puzzles
from shudu.kernel.solve import solve


def canonical(source: GridLike) -> str:
    """Return the canonical form: the smallest image under all symmetries, as a line of 81 characters.

    >>> grid = solve("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    >>> canonical(grid) == canonical(Symmetry.rotate90().apply(grid))
    True

    Args:
        source: A final grid, or a puzzle with exactly one solution.

    Raises:
        NoSolution: If a puzzle has no solution.
        ManySolutions: If a puzzle has several.
    """
    digits = to_digits(source)
    row = np.frombuffer(digits, np.uint8).reshape(1, 81)
    if 0 in digits:
        found = canonical_puzzles(row, np.frombuffer(solve(digits).digits, np.uint8).reshape(1, 81))
    else:
        found = canonical_grids(row)
    return write_line(found.forms[0].tobytes())


def automorphisms(source: GridLike) -> list[Symmetry]:
    """Return the symmetries that map a grid or puzzle to itself; the first is the identity.

    >>> len(automorphisms("123456789456789123789123456231564897564897231897231564312645978645978312978312645"))
    648

    Args:
        source: A final grid, or a puzzle with exactly one solution.

    Raises:
        NoSolution: If a puzzle has no solution.
        ManySolutions: If a puzzle has several.
    """
    digits = to_digits(source)
    solution = solve(digits).digits if 0 in digits else digits
    ways = [Symmetry.from_bytes(packed.tobytes()) for packed in all_transforms(solution)]
    back = ways[0].inverse()
    return [symmetry for symmetry in (back @ way for way in ways) if symmetry.apply(digits) == digits]


def same_up_to_symmetry(one: GridLike, other: GridLike) -> bool:
    """Return whether two grids or puzzles are images of each other.

    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> same_up_to_symmetry(puzzle, puzzle[::-1])
    True

    Args:
        one: A final grid, or a puzzle with exactly one solution.
        other: Another one.

    Raises:
        NoSolution: If a puzzle has no solution.
        ManySolutions: If a puzzle has several.
    """
    return canonical(one) == canonical(other)


def is_in_share(solutions: NDArray[np.uint8], share: float) -> NDArray[np.bool_]:
    """Return which final grids belong to a share of all grids; grids that are the same up to symmetry belong together.

    A grid is in the share if a hash of its canonical form is, so the answer for a grid never depends on the others, and
    a smaller share is part of a larger one.

    Args:
        solutions: Final grids as an (n, 81) array.
        share: The size of the share, from 0 to 1.
    """
    forms = np.ascontiguousarray(canonical_grids(solutions).forms)
    hashes = [int.from_bytes(blake2b(form.tobytes(), digest_size=6).digest()) for form in forms]
    return np.array([value < share * 2**48 for value in hashes], np.bool_)
