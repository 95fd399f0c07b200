"""Traces of searches and of generation over HTTP, and the pseudocode of their algorithms."""

import io

import httpx

from shudu.grids.methods import TRACEABLE
from shudu.puzzles.traces import CODES, trace_digging
from shudu.search.run import ALGORITHMS, trace
from shudu.search.trace.files import read_packed

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def test_algorithms_and_methods_come_with_their_pseudocode(player: httpx.Client) -> None:
    algorithms = {each["id"]: each for each in player.get("/api/v1/algorithms").json()}
    assert set(algorithms) == {name for name, each in ALGORITHMS.items() if each.is_available}
    assert algorithms["mrv"]["lines"] == list(ALGORITHMS["mrv"].code.lines)
    methods = {each["id"]: each for each in player.get("/api/v1/methods").json()}
    assert list(methods) == [*TRACEABLE, *CODES]
    assert {name for name, each in methods.items() if each["makes"] == "puzzle"} == set(CODES)
    assert all(each["name"].keys() == {"zh", "en"} and len(each["lines"]) > 2 for each in methods.values())


def test_a_trace_contains_its_duration(player: httpx.Client) -> None:
    answer = player.post("/api/v1/trace", json={"puzzle": EASY, "by": "rows"})
    assert read_packed(io.BytesIO(answer.content)).stats.seconds > 0


def test_digging_is_streamed_like_a_search(player: httpx.Client) -> None:
    body = {"method": "dig", "clues": 26, "symmetry": "rotate180", "seed": 5}
    answer = read_packed(io.BytesIO(player.post("/api/v1/trace/making", json=body).content))
    assert list(answer) == list(trace_digging(26, symmetry="rotate180", seed=5))
    for wrong in ({"clues": 16}, {"symmetry": "spiral"}):
        assert player.post("/api/v1/trace/making", json={**body, **wrong}).status_code == 422


def test_iterations_are_counted_for_many_puzzles(player: httpx.Client) -> None:
    puzzles = [EASY, "." * 81]
    for by in ("mrv", "kernel"):
        body = {"puzzles": puzzles, "by": by}
        stats = [trace(puzzle, by).stats for puzzle in puzzles]
        expected = [each.iterations or each.nodes for each in stats]
        assert player.post("/api/v1/iterations", json=body).json() == {"iterations": expected}
    assert player.post("/api/v1/iterations", json={"puzzles": [], "by": "mrv"}).status_code == 422
    assert player.post("/api/v1/iterations", json={"puzzles": [EASY], "by": "magic"}).status_code == 404
