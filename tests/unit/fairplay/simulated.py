"""Simulated players: people who enter what they see and stop to think, and scripts.

The people are a model, not recordings. They enter singles, prefer cells near the last one, and pause for times with a
log-normal spread, as recorded players do.
"""

from __future__ import annotations

from math import exp
from random import Random

from shudu.core.geometry import HOUSE_MASKS, PEERS, cell_name, cells_of
from shudu.core.grid import masks_by_rules
from shudu.game.game import Game
from shudu.kernel.solve import solve

Entry = tuple[int, int]  # cell and digit


def play(puzzle: str, entries: list[Entry], pauses: list[float]) -> Game:
    """Play entries with pauses in seconds before each."""
    game, now = Game(puzzle), 0.0
    for (cell, digit), pause in zip(entries, pauses, strict=True):
        now += pause
        game = game.play(f"{cell_name(cell)}={digit}", round(1000 * now))
    assert game.finished is not None
    return game


def list_solution(puzzle: str) -> list[Entry]:
    """List the entries that solve a puzzle, row by row."""
    return [(cell, digit) for cell, digit in enumerate(solve(puzzle).digits) if puzzle[cell] == "."]


def draw_pauses(chance: Random, count: int, mean: float) -> list[float]:
    """Draw pauses with the spread of a person's."""
    return [mean * chance.lognormvariate(-0.2, 0.65) for _ in range(count)]


def simulate_person(puzzle: str, chance: Random, seconds: float) -> Game:
    """Play as someone who enters whatever single catches the eye, with `seconds` per entry on average."""
    entries: list[Entry] = []
    digits = bytearray(Game(puzzle).board.digits)
    solution = solve(puzzle).digits
    last = chance.randrange(81)
    while 0 in digits:
        visible = _find_singles(bytes(digits)) or [cell for cell in range(81) if not digits[cell]]
        (last,) = chance.choices(visible, [exp(1.5 if cell in PEERS[last] else 0) for cell in visible])
        digits[last] = solution[last]
        entries.append((last, solution[last]))
    return play(puzzle, entries, draw_pauses(chance, len(entries), seconds))


def simulate_digit_search(puzzle: str, chance: Random, seconds: float) -> Game:
    """Play as someone who looks for all ones, then all twos and so on, box by box, and starts over after the nines."""
    entries: list[Entry] = []
    digits = bytearray(Game(puzzle).board.digits)
    solution = solve(puzzle).digits
    while 0 in digits:
        stuck = True
        for digit in range(1, 10):
            for box in HOUSE_MASKS[18:]:
                places = list(cells_of(masks_by_rules(bytes(digits))[digit - 1] & box))
                if len(places) == 1 and solution[places[0]] == digit:
                    digits[places[0]] = digit
                    entries.append((places[0], digit))
                    stuck = False
        if stuck:
            cell = chance.choice([cell for cell in range(81) if not digits[cell]])
            digits[cell] = solution[cell]
            entries.append((cell, solution[cell]))
    return play(puzzle, entries, draw_pauses(chance, len(entries), seconds))


def _find_singles(digits: bytes) -> list[int]:
    masks = masks_by_rules(digits)
    naked = [cell for cell in range(81) if sum(mask >> cell & 1 for mask in masks) == 1]
    places = [mask & house for mask in masks for house in HOUSE_MASKS]
    hidden = [place.bit_length() - 1 for place in places if place.bit_count() == 1]
    return sorted({*naked, *hidden})
