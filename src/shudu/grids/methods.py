"""The methods that make final grids: each is a generator of events, with its texts and its reach.

`template`, `graded` and `uniform` need no search. The others fill an empty grid by trial: backtracking, search and pruning,
diagonal boxes, and digit by digit.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from math import factorial
from random import Random
from typing import Final

from shudu.core.errors import ImpossibleRequest
from shudu.core.geometry import BOX_OF, BOXES
from shudu.core.randomness import derive_seed
from shudu.core.symmetry import Symmetry
from shudu.grids.graded_puzzles import graded_puzzles
from shudu.kernel.grids import rank_many, sample_grids
from shudu.kernel.solve import solve
from shudu.locale.catalogue import LANGUAGES, table
from shudu.search.algorithms import Algorithm, Pseudocode, SearchTask, Text, load_pseudocode
from shudu.search.algorithms.backtracking import SearchBoard, mrv, random_digits, rows
from shudu.search.trace.event import Event, Kind, Why

CODES: Final = load_pseudocode("grids")
ALL_GRIDS: Final = 6_670_903_752_021_072_936_960

EventMaker = Callable[[Random], Iterator[Event]]
NumberedMaker = Callable[[int, int], Iterator[Event]]  # makes grid number `index` of a random seed

_LINES: Final[dict[Kind, str]] = {
    "place": "write",
    "guess": "write",
    "conflict": "dead-end",
    "remove": "back",
    "retract": "back",
    "solution": "done",
}


@dataclass(frozen=True, slots=True)
class Method:
    """A method that makes final grids.

    Attributes:
        code: Its id, name, description and pseudocode.
        bias: How far the grids are from equally likely, in words.
        reach: The number of grids it can make at most.
        make: Yields the events of making grid number `index` of a random seed; the last one is `solution`.
    """

    code: Pseudocode
    bias: Text
    reach: int
    make: NumberedMaker

    @property
    def id(self) -> str:
        """The name that selects it: `method="uniform"`."""
        return self.code.id


def build_method(code: Pseudocode, reach: int, make: NumberedMaker) -> Method:
    """Return a method; the catalogues describe its bias."""
    bias = {language: table(f"grids.pseudocode.{code.id}", language)["bias"] for language in LANGUAGES}
    return Method(code, bias, reach, make)


def method(code: Pseudocode, reach: int, stream: str | None = None) -> Callable[[EventMaker], Method]:
    """Turn a generator of events into a method.

    Args:
        code: Its pseudocode.
        reach: The number of grids it can make at most.
        stream: Label of its random stream; its id if omitted.
    """
    label = stream or code.id

    def build(generate: EventMaker) -> Method:
        return build_method(code, reach, lambda seed, index: generate(Random(derive_seed(seed, label, index))))

    return build


def shuffled_digits(random: Random) -> list[int]:
    """Return the digits 1 to 9 in random order."""
    return random.sample(range(1, 10), 9)


def search_rest(algorithm: Algorithm, digits: bytes, random: Random, code: Pseudocode) -> Iterator[Event]:
    """Yield the events of a search up to its first solution, with the lines of another pseudocode.

    Args:
        algorithm: The search.
        digits: The cells that are already filled, 0 for blank.
        random: Source of randomness of the search.
        code: The pseudocode of the method.
    """
    whys: dict[Kind, Why] = {kind: code.why(line) for kind, line in _LINES.items()}
    for event in algorithm.search(SearchTask(digits, random)):
        yield event._replace(why=whys[event.kind])
        if event.kind == "solution":
            return


TEMPLATE: Final = CODES["template"]
TEMPLATE_WRITE, TEMPLATE_DONE = TEMPLATE.whys("write", "done")

PATTERN: Final = "ABCDEFGHIDEFGHIABCGHIABCDEFBCDEFGHIAEFGHIABCDHIABCDEFGCDEFGHIABFGHIABCDEIABCDEFGH"


@method(TEMPLATE, reach=factorial(9))
def template(random: Random) -> Iterator[Event]:
    """Template 模板法: a fixed pattern of nine letters, replaced by random digits one letter after the other."""
    for letter, digit in zip("ABCDEFGHI", shuffled_digits(random), strict=True):
        for cell in range(81):
            if PATTERN[cell] == letter:
                yield Event("place", 0, cell, digit, TEMPLATE_WRITE)
    yield Event("solution", 0, None, 0, TEMPLATE_DONE)


GRADED: Final = CODES["graded"]
SYMMETRIES_OF_A_GRID: Final = 2 * 6**8 * factorial(9)


# The random stream has the old name of the method: another one would change the grids of every random seed.
@method(GRADED, reach=len(graded_puzzles()) * SYMMETRIES_OF_A_GRID, stream="seeds")
def graded(random: Random) -> Iterator[Event]:
    """From graded puzzles 题库变换: the solution of a stored puzzle under a random symmetry.

    The stored solution is written first, then the grid after each part of the symmetry.
    """
    puzzles = graded_puzzles()
    number = random.randrange(len(puzzles))
    puzzle = puzzles[number]
    symmetry = Symmetry.random(random)
    grid = solve(puzzle.line).digits
    yield from _write_grid(grid, GRADED.why("puzzle")._replace(transformation=f"puzzle {puzzle.level} {number}"))
    parts = {
        "turn": Symmetry(transpose=symmetry.transpose),
        "digits": Symmetry(digits=symmetry.digits),
        "rows": Symmetry(rows=symmetry.rows),
        "columns": Symmetry(columns=symmetry.columns),
    }
    for line, part in parts.items():
        grid = part.apply(grid)
        yield from _write_grid(
            grid, GRADED.why(line)._replace(transformation=f"{line} {_describe_part(line, symmetry)}")
        )
    yield Event("solution", 0, None, 0, GRADED.why("done"))


def _describe_part(line: str, symmetry: Symmetry) -> str:
    """Return what a part does: whether it transposes, where each line comes from, or what each digit becomes."""
    if line == "turn":
        return "yes" if symmetry.transpose else "no"
    numbers = symmetry.digits if line == "digits" else [old + 1 for old in getattr(symmetry, line)]
    return "".join(map(str, numbers))


def _write_grid(grid: bytes, why: Why) -> Iterator[Event]:
    return (Event("place", 0, cell, digit, why) for cell, digit in enumerate(grid))


UNIFORM: Final = CODES["uniform"]
UNIFORM_WRITE, UNIFORM_DONE = UNIFORM.whys("write", "done")

# The mixed radix of a number, least significant part first.
PARTS: Final = {"partition": 280, "columns": 216, "rows": 216, "exchange": 2}


def _make_uniform(seed: int, index: int) -> Iterator[Event]:
    grid = sample_grids(seed, index, 1)
    number = rank_many(grid)[0]
    why = UNIFORM_WRITE._replace(transformation=f"number {number}", counters=tuple(split_number(number).items()))
    for cell, digit in enumerate(grid[0].tolist()):
        yield Event("place", 0, cell, digit, why)
    yield Event("solution", 0, None, 0, UNIFORM_DONE)


def split_number(number: int) -> dict[str, int]:
    """Return the parts of a grid's number; `number.h` of the kernel describes what each chooses.

    >>> split_number(281 + 280 * 216)
    {'partition': 1, 'columns': 1, 'rows': 1, 'exchange': 0, 'rest': 0}
    """
    parts: dict[str, int] = {}
    for name, size in PARTS.items():
        number, parts[name] = divmod(number, size)
    return {**parts, "rest": number}


uniform: Final = build_method(UNIFORM, ALL_GRIDS, _make_uniform)


BACKTRACK: Final = CODES["backtrack"]
RECURSIVE: Final = CODES["backtrack-recursive"]
BACKTRACK_ROW, BACKTRACK_WRITE, BACKTRACK_DEAD_END, BACKTRACK_BACK, BACKTRACK_DONE = RECURSIVE.whys(
    "row", "write", "dead-end", "back", "done"
)


@method(BACKTRACK, reach=ALL_GRIDS)
def backtrack(random: Random) -> Iterator[Event]:
    """Backtracking with limited recursion 回溯法（有限递推）: a random first row, then random digits that fit.

    The founding paper names two ways to write it, a loop and a recursive function. Both are here; they yield the same
    events, so that they can be watched side by side.
    """
    row = shuffled_digits(random)
    for cell, digit in enumerate(row):
        yield Event("place", 0, cell, digit, BACKTRACK.why("row"))
    yield from search_rest(random_digits, bytes(row) + bytes(72), random, BACKTRACK)


@method(RECURSIVE, reach=ALL_GRIDS, stream=BACKTRACK.id)
def backtrack_recursive(random: Random) -> Iterator[Event]:
    """Backtrack with a function that calls itself for the next cell."""
    board = SearchBoard(bytes(81))
    for cell, digit in enumerate(shuffled_digits(random)):
        board.write(cell, digit)
        yield Event("place", 0, cell, digit, BACKTRACK_ROW)
    yield from _fill(board, 9, random)


def _fill(board: SearchBoard, cell: int, random: Random) -> Generator[Event, None, bool]:
    """Fill a cell and all after it; return whether that succeeded."""
    depth = cell - 8
    if cell == 81:
        yield Event("solution", depth - 1, None, 0, BACKTRACK_DONE)
        return True
    may = list(board.candidates(cell))
    if not may:
        yield Event("conflict", depth - 1, cell, 0, BACKTRACK_DEAD_END)
        return False
    while may:
        digit = may.pop(random.randrange(len(may)))
        board.erase(cell)
        board.write(cell, digit)
        yield Event("guess", depth, cell, digit, BACKTRACK_WRITE)
        if (yield from _fill(board, cell + 1, random)):
            return True
    yield Event("remove", depth, cell, board.erase(cell), BACKTRACK_BACK)
    return False


SEARCH: Final = CODES["search"]


@method(SEARCH, reach=factorial(9))
def first_fit(random: Random) -> Iterator[Event]:
    """Search and pruning 搜索+剪枝: a random first row, then the first digits that work, cell by cell."""
    row = shuffled_digits(random)
    for cell, digit in enumerate(row):
        yield Event("place", 0, cell, digit, SEARCH.why("row"))
    yield from search_rest(rows, bytes(row) + bytes(72), random, SEARCH)


DIAGONAL: Final = CODES["diagonal"]


@method(DIAGONAL, reach=factorial(9) ** 3)
def diagonal(random: Random) -> Iterator[Event]:
    """Diagonal boxes 对角宫法: fill boxes 1, 5 and 9 at random and take the first solution of the rest."""
    start = bytearray(81)
    for box in (0, 4, 8):
        for cell, digit in zip(BOXES[box], shuffled_digits(random), strict=True):
            start[cell] = digit
            yield Event("place", 0, cell, digit, DIAGONAL.why("box"))
    yield from search_rest(mrv, bytes(start), random, DIAGONAL)


DIGITS: Final = CODES["digits"]
DIGITS_WRITE, DIGITS_DEAD_END, AGAIN, RESTART, DIGITS_DONE = DIGITS.whys(
    "write", "dead-end", "again", "restart", "done"
)

TRIES_PER_DIGIT: Final = 100  # before everything starts over
MOST_RESTARTS: Final = 10_000  # far more than needed: 300 grids took 0.9 on average, 10 at most


@method(DIGITS, reach=ALL_GRIDS)
def digits(random: Random) -> Iterator[Event]:
    """Digit by digit 逐数字: each digit goes to a random free cell of every row; if it gets stuck, it starts over.

    Tries are counted, not timed, so a random seed gives the same grid on every machine.
    """
    for _ in range(MOST_RESTARTS):
        grid = [0] * 81
        for digit in range(1, 10):
            if not (yield from _place_digit(grid, digit, random)):
                break
        else:
            yield Event("solution", 9, None, 0, DIGITS_DONE)
            return
        yield Event("retract", 1, None, 0, RESTART)
    raise ImpossibleRequest("grids.too-many-restarts", restarts=MOST_RESTARTS)


def _place_digit(grid: list[int], digit: int, random: Random) -> Generator[Event, None, bool]:
    """Place a digit in all rows; return whether that succeeded within the limit."""
    for _ in range(TRIES_PER_DIGIT):
        columns, boxes = set(range(9)), set(range(9))
        for row in range(9):
            free = [c for c in columns if not grid[9 * row + c] and BOX_OF[9 * row + c] in boxes]
            if not free:
                yield Event("conflict", digit, None, digit, DIGITS_DEAD_END)
                break
            cell = 9 * row + free[random.randrange(len(free))]
            grid[cell] = digit
            columns.remove(cell % 9)
            boxes.remove(BOX_OF[cell])
            yield Event("guess", digit, cell, digit, DIGITS_WRITE)
        else:
            return True
        for cell in range(81):
            if grid[cell] == digit:
                grid[cell] = 0
        yield Event("retract", digit, None, 0, AGAIN)
    return False


METHODS: Final = {each.id: each for each in (template, backtrack, first_fit, digits, graded, diagonal, uniform)}
# What can be watched: the methods, and the recursive form of one of them, which makes the same grids.
TRACEABLE: Final = {**METHODS, backtrack_recursive.id: backtrack_recursive}
