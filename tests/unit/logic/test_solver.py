"""Paths: always the easiest step, as far as logic goes; errors for bad positions."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path as File

import pytest

from shudu.core.errors import ConflictingGivens, NoSolution
from shudu.core.geometry import ALL_CELLS
from shudu.core.grid import Grid
from shudu.core.puzzle import Puzzle
from shudu.core.step import Step
from shudu.kernel.solve import possible_candidates, solve
from shudu.logic.path import Path, follow_plan, make_plan
from shudu.logic.registry import select_techniques, technique
from shudu.logic.solver import SinglesQueue, solve_by_logic
from shudu.logic.techniques.unique_rectangles import corners

LINE = "9..24.....5.69.231.2..5..9..9.7..32...29356.7.7...29...69.2..7351..79.622.7.86..9"


def test_path_leads_to_the_solution() -> None:
    path = solve_by_logic(LINE)
    assert path.solved
    assert path.end.line == solve(LINE).line
    assert path.counts["xy-wing"] >= 1
    grids = list(path.grids())
    assert (grids[0], grids[-1]) == (path.start, path.end)


def test_sources_are_texts_puzzles_and_grids() -> None:
    paths = [solve_by_logic(source) for source in (LINE, Puzzle(LINE), Grid(LINE))]
    assert len({path.steps[0].technique for path in paths}) == 1
    assert all(path.steps == paths[0].steps for path in paths)


def test_only_selected_techniques_are_used() -> None:
    path = solve_by_logic(LINE, techniques=["0000", "naked-single", "Hidden-Single"])
    assert not path.solved
    assert set(path.counts) <= {"full-house", "naked-single", "hidden-single"}
    with pytest.raises(TypeError, match="list of names"):
        solve_by_logic(LINE, techniques="xy-wing")


def test_uniqueness_can_be_switched_off(root: File) -> None:
    used = 0
    for line in _puzzles(root):
        path = solve_by_logic(line)
        if any(
            step.technique.startswith(("uniqueness", "hidden-rectangle", "avoidable", "bug")) for step in path.steps
        ):
            used += 1
            without = solve_by_logic(line, uniqueness=False)
            assert not any(name.startswith(("uniqueness", "hidden-rec", "avoid", "bug")) for name in without.counts)
        if used == 3:
            return
    pytest.fail("no puzzle needs uniqueness")


def test_path_stops_where_several_solutions_remain() -> None:
    full = solve(LINE).digits
    crosswise = next(
        cells
        for start in range(81)
        for cells in corners(start, ALL_CELLS)
        if (full[cells[0]], full[cells[1]]) == (full[cells[3]], full[cells[2]])
    )
    two = bytes(0 if cell in crosswise else digit for cell, digit in enumerate(full))
    path = solve_by_logic(Grid(two))
    assert path.steps == ()
    assert not path.solved


def test_path_of_an_empty_grid_has_no_steps() -> None:
    path = solve_by_logic("." * 81)
    assert path.steps == ()
    assert not path.solved


def test_slow_searches_are_left_out_where_every_candidate_is_possible() -> None:
    def search(grid: Grid, id: str) -> Iterator[Step]:
        raise AssertionError("nothing can be found here")

    plan = make_plan([*select_techniques(["full-house"]), replace(technique("nested-forcing-chain"), finder=search)])
    row = Grid("12345678." + "." * 72)
    path = follow_plan(row, plan, possible_candidates(row.digits))
    assert path.techniques == ("full-house",)
    assert path.end == row.place(9, 8)


def test_path_of_a_solved_grid_has_no_steps() -> None:
    path = solve_by_logic(solve(LINE))
    assert path == Path(path.start, (), path.start)
    assert path.solved


def test_bad_positions_raise_errors() -> None:
    with pytest.raises(NoSolution, match="has no solution"):
        solve_by_logic("5168497323.76.5...8.97...65135.6.9.7472591..696837..5.253186.746842.75..791.5.6.8")
    with pytest.raises(ConflictingGivens):
        solve_by_logic("11" + "." * 79)


def test_singles_are_queued_in_the_order_in_which_they_appear() -> None:
    grid = Grid("12345678." + "." * 72)
    queue = SinglesQueue(grid)
    step = queue.first("full-house", grid)
    assert step is not None
    assert step.places[0].cell == 8
    after = queue.apply(grid, step)
    assert queue.first("full-house", after) is None


def _puzzles(root: File) -> list[str]:
    lines = (root / "tests" / "data" / "ratings-own.tsv").read_text().splitlines()
    return [line.split("\t")[0] for line in lines if not line.startswith("#")]
