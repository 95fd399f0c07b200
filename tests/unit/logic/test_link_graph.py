"""The link graph and walks over it."""

from itertools import pairwise

from shudu.core.grid import Grid
from shudu.logic.engine.link_graph import SINGLES, build_link_graph, node_of, proof_of_link
from shudu.logic.engine.walks import distance, layers, reach_of_off, reach_of_on, shortest_path

PUZZLE = "4......38.32.941...953..24.37.6.9..4.29..16736.47.3.9.957..83....39..4..24..3.7.9"


def test_links_have_no_direction() -> None:
    graph = build_link_graph(Grid(PUZZLE).digit_masks, groups=True)
    for links in (graph.weak, graph.strong):
        assert any(links.values())
        for node, others in links.items():
            for other in range(others.bit_length()):
                if others >> other & 1:
                    assert links[other] >> node & 1


def test_strong_links_are_cells_and_houses() -> None:
    grid = Grid(PUZZLE)
    graph = build_link_graph(grid.digit_masks)
    assert str(grid.candidates(1)) == "16"
    assert graph.strong[node_of(1, 1)] >> node_of(6, 1) & 1
    assert proof_of_link(graph, node_of(1, 1), node_of(6, 1), strong=True) == "r1c2"


def test_groups_are_nodes() -> None:
    digit_masks = [0] * 9
    digit_masks[0] = 1 << 0 | 1 << 1 | 1 << 8  # r1c1, r1c2, r1c9
    graph = build_link_graph((digit_masks[0], 0, 0, 0, 0, 0, 0, 0, 0), groups=True)
    assert [graph.cells(SINGLES)] == [0b11]
    assert graph.strong[SINGLES] == 1 << 8
    assert proof_of_link(graph, SINGLES, 8, strong=True) == "r1"


def test_reach_is_what_layers_reach() -> None:
    graph = build_link_graph(Grid(PUZZLE).digit_masks, groups=True)
    reach = reach_of_on(graph)
    for node in graph.weak:
        walk = layers(graph, node, True)
        assert reach[node].on == sum(walk[::2])
        assert reach[node].off == sum(walk[1::2])
        walk = layers(graph, node, False)
        assert reach_of_off(graph, reach, node).on == sum(walk[1::2])


def test_paths_are_shortest_and_follow_links() -> None:
    graph = build_link_graph(Grid(PUZZLE).digit_masks)
    for start in graph.strong:
        walk = layers(graph, start, False)
        for length, layer in enumerate(walk[:-1]):
            end = layer.bit_length() - 1
            assert distance(walk, end, same=length % 2 == 0) == length
            nodes = shortest_path(graph, walk, False, end, length)
            assert (nodes[0], nodes[-1], len(nodes)) == (start, end, length + 1)
            for i, (one, other) in enumerate(pairwise(nodes)):
                assert (graph.weak if i % 2 else graph.strong)[one] >> other & 1
