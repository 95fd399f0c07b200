"""Traces of searches and of generation over HTTP, and the pseudocode of their algorithms."""

import io

import httpx

from shudu.grids.full_grids import METHODS
from shudu.puzzles.dig_trace import trace_digging
from shudu.search.run import ALGORITHMS
from shudu.search.trace.files import read_packed

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def test_algorithms_and_methods_come_with_their_pseudocode(player: httpx.Client) -> None:
    algorithms = {each["id"]: each for each in player.get("/api/v1/algorithms").json()}
    assert set(algorithms) == {name for name, each in ALGORITHMS.items() if each.is_available}
    assert algorithms["mrv"]["lines"] == list(ALGORITHMS["mrv"].code.lines)
    methods = {each["id"]: each for each in player.get("/api/v1/methods").json()}
    assert list(methods) == [*METHODS, "dig"]
    assert {name for name, each in methods.items() if each["makes"] == "puzzle"} == {"dig"}
    assert all(each["name"].keys() == {"zh", "en"} and len(each["lines"]) > 2 for each in methods.values())


def test_a_trace_contains_its_duration(player: httpx.Client) -> None:
    answer = player.post("/api/v1/trace", json={"puzzle": EASY, "by": "rows"})
    assert 0 < read_packed(io.BytesIO(answer.content)).stats.seconds < 20


def test_digging_is_streamed_like_a_search(player: httpx.Client) -> None:
    body = {"method": "dig", "clues": 26, "symmetry": "rotate180", "seed": 5}
    answer = read_packed(io.BytesIO(player.post("/api/v1/trace/making", json=body).content))
    assert list(answer) == list(trace_digging(26, symmetry="rotate180", seed=5))
    for wrong in ({"clues": 16}, {"symmetry": "spiral"}):
        assert player.post("/api/v1/trace/making", json={**body, **wrong}).status_code == 422
