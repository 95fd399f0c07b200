"""Knuth's Algorithm X with dancing links: Sudoku as 324 wishes, of which each of 729 candidates fulfils four.

A wish is an item: a cell wants a digit (0–80), and each house wants each digit (81 + 9 · house + digit - 1). A
candidate, digit d in cell c, is the option 9 · c + d - 1. Items stand in a ring behind a root; below each hangs a ring
of nodes, one for each option that fulfils it. To cover an item takes it and every option below it out; to uncover it is
the exact reverse.
"""

from __future__ import annotations

from collections.abc import Iterator

from shudu.core.geometry import CELLS, DIGITS, HOUSES_OF
from shudu.search.algorithms.base import PSEUDOCODE, Task, algorithm
from shudu.search.trace.event import Event

CHOOSE, DEAD_END, BACK, DONE = PSEUDOCODE["exact-cover"].whys("choose", "dead end", "back", "done")
ITEMS = 324
ROOT = ITEMS  # node 0 to 323 head the items' rings; the nodes of option o are ROOT + 1 + 4 · o and the three behind it


@algorithm("exact-cover", rounds=("place", "guess"))
def exact_cover(task: Task) -> Iterator[Event]:
    """Chooses the item with the fewest options, and each of its options in turn."""
    links = Links()
    for cell, digit in enumerate(task.digits):
        if digit:
            links.choose(ROOT + 1 + 4 * (9 * cell + digit - 1))
    yield from _search(links, 1)


def _search(links: Links, depth: int) -> Iterator[Event]:
    item = links.smallest_item()
    if item == ROOT:
        yield Event("solution", depth - 1, None, 0, DONE)
        return
    if not links.size[item]:
        yield _dead_end(item, depth - 1)
        return
    forced = links.size[item] == 1
    for node in links.options(item):
        cell, digit = divmod((node - ROOT - 1) // 4, 9)
        links.choose(node)
        yield Event("place" if forced else "guess", depth, cell, digit + 1, CHOOSE)
        yield from _search(links, depth + 1)
        links.undo(node)
        yield Event("remove" if forced else "retract", depth, cell, digit + 1, BACK)


def _dead_end(item: int, depth: int) -> Event:
    if item < 81:
        return Event("conflict", depth, item, 0, DEAD_END)
    house, digit = divmod(item - 81, 9)
    return Event("conflict", depth, None, digit + 1, DEAD_END._replace(house=house))


class Links:
    """The rings. `item[node]` heads the ring that a node hangs in; `size[item]` is the number of options below it."""

    __slots__ = ("down", "item", "left", "right", "size", "up")

    def __init__(self) -> None:
        nodes = ROOT + 1 + 4 * 729
        self.up, self.down, self.item = list(range(nodes)), list(range(nodes)), list(range(nodes))
        self.left = [ROOT, *range(ROOT)]
        self.right = [*range(1, ROOT + 1), 0]
        self.size = [0] * (ITEMS + 1)
        for cell in CELLS:
            for digit in DIGITS:
                wishes = (cell, *(81 + 9 * house + digit - 1 for house in HOUSES_OF[cell]))
                for place, item in enumerate(wishes):
                    self._hang(ROOT + 1 + 4 * (9 * cell + digit - 1) + place, item)

    def smallest_item(self) -> int:
        """The first of the uncovered items with the fewest options; the root if all are covered."""
        size, right = self.size, self.right
        best, fewest = ROOT, 10
        item = right[ROOT]
        while item != ROOT:
            if size[item] < fewest:
                best, fewest = item, size[item]
                if fewest <= 1:
                    break
            item = right[item]
        return best

    def options(self, item: int) -> Iterator[int]:
        """The nodes below an item."""
        node = self.down[item]
        while node != item:
            yield node
            node = self.down[node]

    def choose(self, node: int) -> None:
        """Takes an option: covers the four items it fulfils."""
        for each in _same_option(node):
            self._cover(self.item[each])

    def undo(self, node: int) -> None:
        """The reverse of `choose`."""
        for each in reversed(_same_option(node)):
            self._uncover(self.item[each])

    def _hang(self, node: int, item: int) -> None:
        above = self.up[item]
        self.up[node], self.down[node], self.item[node] = above, item, item
        self.down[above] = self.up[item] = node
        self.size[item] += 1

    def _cover(self, item: int) -> None:
        up, down, size, of = self.up, self.down, self.size, self.item
        left, right = self.left[item], self.right[item]
        self.right[left], self.left[right] = right, left
        node = down[item]
        while node != item:
            for other in _OTHERS[node]:
                above, below = up[other], down[other]
                down[above], up[below] = below, above
                size[of[other]] -= 1
            node = down[node]

    def _uncover(self, item: int) -> None:
        up, down, size, of = self.up, self.down, self.size, self.item
        node = up[item]
        while node != item:
            for other in reversed(_OTHERS[node]):
                size[of[other]] += 1
                down[up[other]] = up[down[other]] = other
            node = up[node]
        self.right[self.left[item]] = self.left[self.right[item]] = item


def _same_option(node: int) -> range:
    first = node - (node - ROOT - 1) % 4
    return range(first, first + 4)


_OTHERS = tuple(
    tuple(other for other in _same_option(node) if other != node) if node > ROOT else ()
    for node in range(ROOT + 1 + 4 * 729)
)
