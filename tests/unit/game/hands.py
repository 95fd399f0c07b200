"""Who plays: people as one may describe them, and scripts of many kinds. Each gives the entries of a game with their times.

The people are a model, not recordings, but fitted to some: the player of `shudu.game.eye` stays near and spots what is easy by
factors of 1, with a slope of 0.32 and a wander of 0.63. Others may be drawn half as much, and their pauses follow it less.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp
from random import Random

from shudu.core.geometry import HOUSE_MASKS, cell_name
from shudu.core.grid import masks_by_rules
from shudu.core.puzzle import Puzzle
from shudu.game.eye import WEIGHTS, Place, is_near, nearness
from shudu.game.game import Game
from shudu.game.singles import Ease, singles
from shudu.kernel.solve import solve
from shudu.logic.solver import solve_by_logic
from shudu.search.run import trace


def played(puzzle: str, places: list[Place], gaps: list[float]) -> Game:
    """The finished game; gaps are in seconds."""
    game, now = Game(puzzle), 0.0
    for (cell, digit), gap in zip(places, gaps, strict=True):
        now += gap
        game = game.play(f"{cell_name(cell)}={digit}", round(1000 * now))
    assert game.finished is not None
    return game


def open_places(digits: bytes, solution: bytes) -> dict[Place, Ease]:
    """What can be found at a glance, without mistakes."""
    return {place: ease for place, ease in singles(digits).items() if solution[place[0]] == place[1]}


def person(puzzle: str, chance: Random, slowness: float, *, notes: bool = False) -> Game:
    """A game as a person plays it, by eye or with the game's notes.

    `slowness` 1 is the player whose games were recorded, who needs three seconds an entry; 0.25 is a speed solver.
    """
    solution, game = solve(puzzle).digits, Game(puzzle)
    game = game.play("notes:auto", 500) if notes else game
    stays, spots = chance.uniform(0.5, 1.2), chance.uniform(0.5, 1.2)
    slope, wander = chance.uniform(0.2, 0.35), chance.uniform(0.55, 0.75)
    hand, now = chance.uniform(0.25, 0.45), 2.0
    last: Place = chance.randrange(81), chance.randint(1, 9)
    while game.finished is None:
        found = seen_places(game, solution)
        if found:
            pulls = [stays * nearness(last, place) + spots * WEIGHTS[ease] for place, ease in found.items()]
            (index,) = chance.choices(range(len(found)), list(map(exp, pulls)))
            last = list(found)[index]
            now += slowness * exp(1.77 - slope * pulls[index] + chance.gauss(0, wander))
        else:
            cell = chance.choice([cell for cell in range(81) if not game.board.digits[cell]])
            last = cell, solution[cell]
            now += slowness * chance.uniform(8, 40)
        if chance.random() < 0.02:
            now += chance.uniform(3, 25)
        now += hand * chance.lognormvariate(0, 0.3)
        game = game.play(f"{cell_name(last[0])}={last[1]}", round(1000 * now))
    return game


def seen_places(game: Game, solution: bytes) -> dict[Place, Ease]:
    """What can be found at a glance, the notes of the game included, without mistakes."""
    found = open_places(game.board.digits, solution)
    marks = game.board.marks("centre")
    return {place: Ease.SHOWN if len(marks.get(cell_name(place[0]), "")) == 1 else e for place, e in found.items()}


def sweeper(puzzle: str, chance: Random, slowness: float, *, by_digit: bool) -> Game:
    """A person who goes by eye through the boxes for each digit, or the digits of each box; now and then misses one."""
    solution, game = solve(puzzle).digits, Game(puzzle)
    now, at = 0.0, -1

    def where(place: Place) -> int:
        box = place[0] // 27 * 3 + place[0] % 9 // 3
        return (place[1] - 1) * 9 + box if by_digit else box * 9 + place[1] - 1

    while game.finished is None:
        found = open_places(game.board.digits, solution)
        easy = {where(place): place for place in found if found[place] <= Ease.BOX}
        spots = easy or {where(place): place for place in found}
        while not (at in spots and chance.random() < 0.93):
            at = (at + 1) % 81
            now += slowness * 0.22 * chance.lognormvariate(0, 0.6)
        now += chance.uniform(0.5, 1.2) * chance.lognormvariate(0, 0.45)
        game = game.play(f"{cell_name(spots[at][0])}={spots[at][1]}", round(1000 * now))
    return game


def read_off(puzzle: str, key: Callable[[Place], object]) -> list[Place]:
    """All entries in an order, as from a solution."""
    solution = solve(puzzle).digits
    return sorted(((cell, solution[cell]) for cell in range(81) if puzzle[cell] == "."), key=key)  # type: ignore[arg-type]


def by_logic(puzzle: str, choose: Callable[[dict[Place, Ease], list[Place]], Place]) -> list[Place]:
    """An order in which every entry is a single when it is written, as long as there are singles."""
    solution, digits = solve(puzzle).digits, Puzzle(puzzle).digits
    places: list[Place] = []
    while 0 in digits:
        rest = {(cell, solution[cell]): Ease.HIDDEN for cell in range(81) if not digits[cell]}
        place = choose(open_places(digits, solution) or rest, places)
        places.append(place)
        digits = digits[: place[0]] + bytes((place[1],)) + digits[place[0] + 1 :]
    return places


def in_passes(puzzle: str, key: Callable[[Place], int]) -> list[Place]:
    """Through the grid again and again in an order, and in goes every single that is met."""
    solution, digits = solve(puzzle).digits, Puzzle(puzzle).digits
    all_places = sorted(((cell, solution[cell]) for cell in range(81) if not digits[cell]), key=key)
    places: list[Place] = []
    while rest := [place for place in all_places if place not in places]:
        before = len(places)
        for place in rest:
            if place in singles(digits):
                places.append(place)
                digits = digits[: place[0]] + bytes((place[1],)) + digits[place[0] + 1 :]
        if len(places) == before:
            places.append(rest[0])
            digits = digits[: rest[0][0]] + bytes((rest[0][1],)) + digits[rest[0][0] + 1 :]
    return places


def in_lists(puzzle: str) -> list[Place]:
    """Lists all singles, enters them cell by cell, and lists again."""
    solution, digits = solve(puzzle).digits, bytearray(Puzzle(puzzle).digits)
    places: list[Place] = []
    while 0 in digits:
        rest = [(cell, solution[cell]) for cell in range(81) if not digits[cell]]
        for cell, digit in sorted(open_places(bytes(digits), solution)) or rest[:1]:
            digits[cell] = digit
            places.append((cell, digit))
    return places


def naked_then_by_house(puzzle: str) -> list[Place]:
    """The first cell with one digit left, else the first house with one place for a digit, else the cell with fewest left."""
    solution, digits = solve(puzzle).digits, bytearray(Puzzle(puzzle).digits)
    places: list[Place] = []
    while 0 in digits:
        digit_masks = masks_by_rules(bytes(digits))
        left = {cell: sum(board >> cell & 1 for board in digit_masks) for cell in range(81) if not digits[cell]}
        fewest = min(left, key=lambda cell: left[cell])
        by_house = [board & mask for mask in HOUSE_MASKS for board in digit_masks if (board & mask).bit_count() == 1]
        cell = by_house[0].bit_length() - 1 if by_house and left[fewest] > 1 else fewest
        digits[cell] = solution[cell]
        places.append((cell, solution[cell]))
    return places


def by_search(puzzle: str, search: str) -> list[Place]:
    """The order in which a search comes to its solution, what it takes back left out."""
    solution = solve(puzzle).digits
    writes = [event.cell for event in trace(puzzle, search) if event.kind in ("place", "guess")]
    last = {cell: number for number, cell in enumerate(writes) if cell is not None}
    return [(cell, solution[cell]) for cell in sorted(last, key=last.__getitem__)]


def by_path(puzzle: str) -> list[Place]:
    """The order in which our own logic solves a puzzle."""
    return [(place.cell, place.digit) for step in solve_by_logic(puzzle).steps for place in step.places]


ORDERS: dict[str, Callable[[str, Random], list[Place]]] = {
    "rows": lambda puzzle, chance: read_off(puzzle, lambda place: place),
    "rows from the end": lambda puzzle, chance: read_off(puzzle, lambda place: -place[0]),
    "columns": lambda puzzle, chance: read_off(puzzle, lambda place: (place[0] % 9, place[0])),
    "to and fro": lambda puzzle, chance: read_off(
        puzzle, lambda place: (place[0] // 9, place[0] if place[0] // 9 % 2 == 0 else -place[0])
    ),
    "boxes": lambda puzzle, chance: read_off(puzzle, lambda place: (place[0] // 27, place[0] % 9 // 3, place[0])),
    "digits": lambda puzzle, chance: read_off(puzzle, lambda place: (place[1], place[0])),
    "shuffled": lambda puzzle, chance: read_off(puzzle, lambda place: chance.random()),
    "passes over the cells": lambda puzzle, chance: in_passes(puzzle, lambda place: place[0]),
    "passes over the columns": lambda puzzle, chance: in_passes(puzzle, lambda place: place[0] % 9 * 9 + place[0] // 9),
    "passes over the digits": lambda puzzle, chance: in_passes(puzzle, lambda place: place[1] * 81 + place[0]),
    "lists of singles": lambda puzzle, chance: in_lists(puzzle),
    "naked by cell, then hidden by house": lambda puzzle, chance: naked_then_by_house(puzzle),
    "the path of our logic": lambda puzzle, chance: by_path(puzzle),
    "fewest candidates first": lambda puzzle, chance: by_search(puzzle, "mrv"),
    "fewest candidates first, propagated": lambda puzzle, chance: by_search(puzzle, "mrv+propagate"),
    "propagation": lambda puzzle, chance: by_search(puzzle, "norvig"),
    "exact cover": lambda puzzle, chance: by_search(puzzle, "exact-cover"),
    "first single": lambda puzzle, chance: by_logic(puzzle, lambda found, _: min(found)),
    "last single": lambda puzzle, chance: by_logic(puzzle, lambda found, _: max(found)),
    "first single of the lowest digit": lambda puzzle, chance: by_logic(
        puzzle, lambda found, _: min(found, key=lambda place: (place[1], place[0]))
    ),
    "first of the easiest": lambda puzzle, chance: by_logic(
        puzzle, lambda found, _: min(found, key=lambda place: (found[place], place))
    ),
    "first of the naked": lambda puzzle, chance: by_logic(
        puzzle, lambda found, _: min(found, key=lambda place: (-found[place], place))
    ),
}
BLIND_ORDERS: dict[str, Callable[[str, Random], list[Place]]] = {
    "any single": lambda puzzle, chance: by_logic(puzzle, lambda found, _: chance.choice(list(found))),
    "any of the easiest": lambda puzzle, chance: by_logic(
        puzzle, lambda found, _: chance.choice([place for place in found if found[place] == min(found.values())])
    ),
    "any near one": lambda puzzle, chance: by_logic(
        puzzle,
        lambda found, past: chance.choice([p for p in found if past and is_near(past[-1], p)] or list(found)),
    ),
}
PACES: dict[str, Callable[[Random], float]] = {
    "gaussian": lambda chance: max(0.1, chance.gauss(1, 0.4)),
    "uniform": lambda chance: chance.uniform(0.1, 1.9),
    "exponential": lambda chance: 0.2 + chance.expovariate(1),
    "narrow log-normal": lambda chance: chance.lognormvariate(0, 0.4),
    "log-normal": lambda chance: chance.lognormvariate(-0.28, 0.75),
    "wide log-normal": lambda chance: chance.lognormvariate(-0.5, 1),
}
EVEN_PACES: dict[str, Callable[[Random], float]] = {
    "constant": lambda chance: 1.0,
    "jitter": lambda chance: chance.uniform(0.6, 1.4),
    "narrow gaussian": lambda chance: chance.gauss(1, 0.2),
}


def script(
    puzzle: str, order: Callable[[str, Random], list[Place]], pace: Callable[[Random], float], seed: int
) -> Game:
    """A game as a script plays it, three seconds an entry on average."""
    chance = Random(seed)
    places = order(puzzle, chance)
    return played(puzzle, places, [3 * pace(chance) for _ in places])
