"""Forcing chains and nets, Nishio, brute force, and the bit-parallel search for singles."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from shudu.core.geometry import CELLS, DIGITS, HOUSES
from shudu.core.grid import Grid
from shudu.core.sets import Candidate
from shudu.core.step import Link
from shudu.core.symmetry import Symmetry
from shudu.kernel.solve import solve
from shudu.logic.engine.forcing import Assumption
from shudu.logic.engine.link_graph import all_candidates, candidate_of, members, node_of
from shudu.logic.engine.nets import grow_net, links_to_goals
from shudu.logic.engine.parallel_singles import emptied_places, find_singles, occupied_places, place_name
from shudu.logic.examples import contradicts, example
from shudu.logic.rating.rate import rate
from shudu.logic.registry import technique
from shudu.logic.solver import solve_by_logic

HARD = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7....."
VERITY, CONTRADICTION = "Forcing Chain Verity", "Forcing Chain Contradiction"  # HoDoKu's names
MIDDLING = "4......38.32.941...953..24.37.6.9..4.29..16736.47.3.9.957..83....39..4..24..3.7.9"


def test_singles_are_those_of_each_cell_and_house() -> None:
    for seed in range(20):
        nodes = Random(seed).getrandbits(729) & Random(seed + 99).getrandbits(729) & Random(seed + 7).getrandbits(729)
        assert find_singles(nodes) == sum(1 << node for node in members(nodes) if _alone(nodes, node))


def test_emptied_places_have_names() -> None:
    full = (1 << 729) - 1
    gone = sum(1 << node_of(digit, 22) for digit in DIGITS) | sum(1 << node_of(4, cell) for cell in HOUSES[20])
    assert [place_name(place) for place in emptied_places(occupied_places(full), full & ~gone)] == ["r3c5", "b3"]


def test_net_proves_everything_it_turns_on() -> None:
    candidates = all_candidates(Grid(MIDDLING).digit_masks)
    for node in list(members(candidates))[::9]:
        net = list(grow_net(candidates, Assumption(node, True), rounds=9))
        known = {candidate_of(node)}
        for goal in members(net[-1].on):
            for link in links_to_goals(candidates, net, [(goal, True)]):
                known |= set(link.end)
            assert candidate_of(goal) in known


def test_links_of_a_net_come_after_those_they_depend_on() -> None:
    steps = list(technique("forcing-net-contradiction").find(Grid(MIDDLING)))
    assert steps
    for step in steps:
        known = set(step.roles.get("assumed-on", ())) | set(step.roles.get("assumed-off", ()))
        for link in step.links:
            assert set(link.start) <= known
            known |= set(link.end)
        assert set(step.roles["contradiction"]) <= known


def test_links_of_a_step_split_into_chains() -> None:
    steps = list(technique("forcing-chain-verity").find(Grid(MIDDLING)))[:20]
    assert steps
    for step in steps:
        parts = [part for part in step.roles["chains"] if isinstance(part, int)]
        assert sum(parts) == len(step.links)
        ends = [sum(parts[: i + 1]) - 1 for i, part in enumerate(parts) if part]
        assert all((step.places or step.removes) == step.links[end].end for end in ends)


def test_placements_come_first_and_by_cell() -> None:
    steps = list(technique("forcing-chain-contradiction").find(Grid(MIDDLING)))
    keys = [(not step.places, (step.places or step.removes)[0].cell) for step in steps]
    assert keys
    assert keys == sorted(keys)


def test_nothing_is_forced_in_a_hard_position() -> None:
    grid = Grid(HARD)
    for name in ("1301", "1302", "1303", "1304", "nishio"):
        assert not list(technique(name).find(grid))


def test_brute_force_takes_the_middle_empty_cell() -> None:
    image = Symmetry.random(Random(1)).apply(Grid(HARD).digits)
    grid = Grid(image)
    (step,) = technique("brute-force").find(grid)
    ((digit, cell),) = step.places
    empty = [c for c in CELLS if not image[c]]
    assert cell == empty[len(empty) // 2]
    assert digit == solve(grid).digits[cell]


def test_brute_force_needs_exactly_one_solution() -> None:
    assert not list(technique("brute-force").find(Grid(bytes(81))))
    solved = solve(MIDDLING)
    assert not list(technique("brute-force").find(solved))


def _alone(nodes: int, node: int) -> bool:
    digit, cell = candidate_of(node)
    places = [[node_of(d, cell) for d in DIGITS]] + [
        [node_of(digit, c) for c in house] for house in HOUSES if cell in house
    ]
    return any(sum(nodes >> n & 1 for n in place) == 1 for place in places)


def test_nested_chains_replace_brute_force(shared: Path) -> None:
    """One of the hardest puzzles is solved by logic alone, and HoDoKu's profile still gives up on it."""
    line = (shared / "puzzles" / "hardest_11plus.txt").read_text().split()[3][:81]
    path = solve_by_logic(line)
    assert path.solved
    assert path.counts["brute-force"] == 0
    assert path.counts["nested-forcing-chain"] > 0
    solution = solve(line).digits
    assert not any(contradicts(step, solution) for step in path.steps)
    assert rate(line).counts["brute-force"] > 0


@pytest.mark.soak
def test_the_hardest_puzzles_need_no_brute_force(shared: Path) -> None:
    for line in (shared / "puzzles" / "hardest_11plus.txt").read_text().split()[:100]:
        path = solve_by_logic(line[:81])
        assert path.solved
        assert path.counts["brute-force"] == 0


@pytest.mark.parametrize("id", ["dynamic-forcing-chain-plus", "nested-forcing-chain"])
def test_every_link_of_a_net_follows_from_what_is_known(id: str) -> None:
    """Replay the links: a strong one turns on the last candidate of its place, a weak one turns off what it sees."""
    grid, step = example(id)
    candidates = all_candidates(grid.digit_masks)
    lengths = [length for length in step.roles["chains"] if isinstance(length, int)]
    links, runs = iter(step.links), []
    for length in lengths:
        runs.append([next(links) for _ in range(length)])
    inner = iter(step.roles.get("inner", ()))
    on, off = {step.removes[0]}, set[Candidate]()
    for number, run in enumerate(runs):
        if number % 2:
            refuted = next(inner)
            assert isinstance(refuted, Candidate)
            _replay(candidates, run, on | {refuted}, set(off))
            off.add(refuted)
        else:
            _replay(candidates, run, on, off)
    lost = set(step.roles["contradiction"])
    assert lost <= off or ("place" not in step.roles and lost <= on)


def _replay(candidates: int, links: list[Link], on: set[Candidate], off: set[Candidate]) -> None:
    for link in links:
        if link.strong:
            assert set(link.start) <= off
            on |= set(link.end)
        else:
            assert set(link.start) <= on or len(link.start) > 1
            off |= set(link.end)
        assert all(candidates >> node_of(*candidate) & 1 for candidate in link.end)


def test_verity_is_chosen_where_hodoku_chooses_it(shared: Path) -> None:
    rows = [line.split("\t") for line in (shared / "techniques/hodoku-ratings.tsv").read_text().splitlines()]
    uses = {row[0]: Counter(dict(_parse_use(use) for use in row[5].split(";"))) for row in rows[1:]}
    chosen = [puzzle for puzzle, used in uses.items() if used[VERITY] and not any("Net" in name for name in used)]
    assert len(chosen) > 10
    for puzzle in chosen[::2]:
        ours, theirs = rate(puzzle).counts, uses[puzzle]
        assert ours["forcing-chain-verity"] == theirs[VERITY]
        assert ours["forcing-chain-contradiction"] == theirs[CONTRADICTION]


def _parse_use(use: str) -> tuple[str, int]:
    name, times = use.strip().split("*")
    return name, int(times)


def test_placements_are_proven_by_contradiction_first() -> None:
    """HoDoKu names contradictions only, where a verity proves one of the digits in fewer steps."""
    used = rate("6....57....32..5.....39...6..9.....2.......871....3...2.8..7...4......953..64....").counts
    assert not used["forcing-chain-verity"] and used["forcing-chain-contradiction"]
