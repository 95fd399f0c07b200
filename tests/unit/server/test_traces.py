"""What can be watched over HTTP: searches and makings with their pseudocode, and how long each took."""

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


def test_a_search_tells_how_long_it_took(player: httpx.Client) -> None:
    told = player.post("/api/v1/trace", json={"puzzle": EASY, "by": "rows"})
    assert 0 < read_packed(io.BytesIO(told.content)).stats.seconds < 20


def test_digging_is_streamed_like_a_search(player: httpx.Client) -> None:
    wish = {"method": "dig", "clues": 26, "symmetry": "rotate180", "seed": 5}
    told = read_packed(io.BytesIO(player.post("/api/v1/trace/making", json=wish).content))
    assert list(told) == list(trace_digging(26, symmetry="rotate180", seed=5))
    for wrong in ({"clues": 16}, {"symmetry": "spiral"}):
        assert player.post("/api/v1/trace/making", json={**wish, **wrong}).status_code == 422
