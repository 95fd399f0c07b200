"""Knuth's Algorithm X with dancing links: Sudoku as 324 items, of which each of the 729 candidates covers four.

Items 0 to 80 stand for "the cell holds a digit", item 81 + 9 · house + digit - 1 for "the house holds the digit". Digit d in
cell c is option 9 · c + d - 1. The items form a ring that starts at a root, and each heads a ring of nodes, one for
each option that covers it. Covering an item unlinks it and every option below it; uncovering is the exact reverse.
"""

from __future__ import annotations

from collections.abc import Iterator

from shudu.core.geometry import CELLS, DIGITS, HOUSES_OF
from shudu.search.algorithms import PSEUDOCODE, SearchTask, algorithm
from shudu.search.trace.event import Event

CHOOSE, DEAD_END, BACK, DONE = PSEUDOCODE["exact-cover"].whys("choose", "dead-end", "back", "done")
ITEMS = 324
ROOT = ITEMS  # nodes 0 to 323 head the rings of the items; option o has the four nodes from ROOT + 1 + 4 · o


@algorithm("exact-cover", rounds=("place", "guess"))
def exact_cover(task: SearchTask) -> Iterator[Event]:
    """Take the item with the fewest options and try each of them."""
    links = DancingLinks()
    for cell, digit in enumerate(task.digits):
        if digit:
            links.choose(ROOT + 1 + 4 * (9 * cell + digit - 1))
    yield from _search(links, 1)


def _search(links: DancingLinks, depth: int) -> Iterator[Event]:
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


class DancingLinks:
    """The rings. `item[node]` is the head of a node's ring; `size[item]` is the number of options in it."""

    __slots__ = ("down", "item", "left", "right", "size", "up")

    def __init__(self) -> None:
        nodes = ROOT + 1 + 4 * 729
        self.up: list[int] = list(range(nodes))
        self.down: list[int] = list(range(nodes))
        self.item: list[int] = list(range(nodes))
        self.left: list[int] = [ROOT, *range(ROOT)]
        self.right: list[int] = [*range(1, ROOT + 1), 0]
        self.size: list[int] = [0] * (ITEMS + 1)
        for cell in CELLS:
            for digit in DIGITS:
                items = (cell, *(81 + 9 * house + digit - 1 for house in HOUSES_OF[cell]))
                for place, item in enumerate(items):
                    self._append(ROOT + 1 + 4 * (9 * cell + digit - 1) + place, item)

    def smallest_item(self) -> int:
        """Return the first uncovered item with the fewest options, or the root if all are covered."""
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
        """Yield the nodes in the ring of an item."""
        node = self.down[item]
        while node != item:
            yield node
            node = self.down[node]

    def choose(self, node: int) -> None:
        """Choose an option: cover its four items."""
        for each in _same_option(node):
            self._cover(self.item[each])

    def undo(self, node: int) -> None:
        """Undo `choose`: uncover the items in reverse order."""
        for each in reversed(_same_option(node)):
            self._uncover(self.item[each])

    def _append(self, node: int, item: int) -> None:
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
