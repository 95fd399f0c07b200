"""Progress: records, reviews, and what games say about a player."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shudu.core.errors import ShuduError
from shudu.core.geometry import cell_name
from shudu.game.game import Game
from shudu.kernel.solve import solve
from shudu.learn.path import PATH, marks_of, topic
from shudu.learn.review import (
    DAY,
    INTERVALS,
    Record,
    due_topics,
    known_topics,
    next_topic,
    read_progress,
)
from shudu.learn.skill import assess_game
from shudu.learn.stock import load_stock, parse_position
from shudu.logic.hint import hint
from shudu.logic.registry import technique
from shudu.logic.solver import solve_by_logic

IDS = [each.id for each in PATH]
LINE = "9..24.....5.69.231.2..5..9..9.7..32...29356.7.7...29...69.2..7351..79.622.7.86..9"
RECORDS = st.builds(
    Record,
    st.integers(0, 10**13),
    st.sampled_from([*IDS[:6], "unknown-topic"]),
    st.sampled_from(["lesson", "right", "helped", "wrong", "found", "hint"]),
    st.integers(1, 50),
    st.integers(0, 10**6),
)
GAMES = Path(__file__).parents[2] / "data" / "learn-games.json"
GOLDEN = Path(__file__).parents[2] / "data" / "learn-progress.json"


@given(st.lists(RECORDS, max_size=30), st.randoms())
def test_progress_depends_on_the_records_alone(records: list[Record], random: object) -> None:
    lines = [str(record) for record in records]
    assert [Record.from_text(line) for line in lines] == records
    shuffled = [*lines, *lines[:3]]
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert read_progress(shuffled) == read_progress(lines)


def test_reviews_come_back_after_growing_intervals() -> None:
    at, lines = 0, [f"{n} x-wing right 1 1000" for n in range(3)]
    for days in INTERVALS:
        progress = read_progress(lines)["x-wing"]
        assert progress.due is not None
        last = int(lines[-1].split()[0])
        assert progress.due - last == days * DAY
        at = progress.due
        lines.append(f"{at} x-wing right 1 1000")
    last_due = read_progress(lines)["x-wing"].due
    assert last_due == at + INTERVALS[-1] * DAY


def test_a_right_answer_before_its_time_changes_nothing_in_the_schedule() -> None:
    lines = [f"{n} x-wing right 1 1000" for n in range(3)]
    assert read_progress(lines)["x-wing"].due == read_progress([*lines, "9 x-wing right 1 1000"])["x-wing"].due


def test_mistakes_and_hints_bring_a_topic_back() -> None:
    lines = [f"{n} x-wing right 1 1000" for n in range(3)]
    wrong = read_progress([*lines, "50 x-wing wrong 1 1000"])["x-wing"]
    assert (wrong.box, wrong.due) == (1, 50 + DAY)
    hinted = read_progress([*lines, "50 x-wing hint 1 0"])
    assert due_topics(hinted, 50) == ["x-wing"]
    assert due_topics(hinted, 49) == []


def test_the_path_goes_on_where_prerequisites_are_learned() -> None:
    progress = read_progress([])
    assert (known_topics(progress), next_topic(progress)) == ([], "full-house")
    progress = read_progress(f"{n} full-house right 1 1000" for n in range(3))
    assert (known_topics(progress), next_topic(progress)) == (["full-house"], "hidden-single-box")
    everything = read_progress(f"{n} {id} right 1 1000" for id in IDS for n in range(3))
    assert next_topic(everything) is None


@pytest.mark.parametrize(
    ("lines", "sight"),
    [
        ([], "new"),
        (["1 x-wing found 2 20000"], "quick"),
        (["1 x-wing found 2 200000"], "slow"),
        (["1 x-wing found 2 20000", "2 x-wing hint 1 0", "3 x-wing hint 1 0"], "missed"),
        (["1 x-wing hint 1 0"], "missed"),
        (["1 x-wing found 9 90000", "2 x-wing hint 1 0"], "missed"),
        (["1 x-wing found 9 90000", "2 x-wing hint 1 0", "3 x-wing found 1 9000"], "slow"),
        (["1 x-wing hint 1 0", *(f"{n} x-wing found 1 9000" for n in (2, 3, 4))], "quick"),
        (["1 x-wing helped 1 9000"], "slow"),
        (["1 x-wing right 1 9000", "2 x-wing helped 1 9000"], "slow"),
        (["1 x-wing helped 1 9000", "2 x-wing right 1 9000"], "quick"),
        ([f"{n} x-wing right 1 90000" for n in range(9)] + [f"1{n} x-wing right 1 9000" for n in range(9)], "quick"),
    ],
)
def test_what_the_profile_shows(lines: list[str], sight: str) -> None:
    assert read_progress(lines)["x-wing"].sight == sight


@given(st.permutations(["right"] * 6 + ["wrong"] * 4))
def test_four_misses_in_ten_are_not_seen_at_once(kinds: list[str]) -> None:
    """Unless the last three were found."""
    lines = [f"{at} x-wing {kind} 1 9000" for at, kind in enumerate(kinds)]
    assert read_progress(lines)["x-wing"].sight != "quick" or kinds[-3:] == ["right"] * 3


def test_help_in_a_drill_does_not_make_a_topic_learned() -> None:
    progress = read_progress([f"{n} x-wing helped 1 9000" for n in range(5)])["x-wing"]
    assert (progress.learned, progress.right) == (False, 5)


@pytest.mark.parametrize(
    "line", ["", "x", "1 x-wing won 1 0", "1 x-wing right 1", "-1 x-wing right 1 0", "１ x-wing right 1 0"]
)
def test_bad_records(line: str) -> None:
    with pytest.raises(ShuduError, match="not a learning record"):
        read_progress([line])


def test_golden_progress() -> None:
    """The page computes the same; see web/tests/learn.test.ts."""
    for case in json.loads(GOLDEN.read_text(encoding="utf-8")):
        progress = read_progress(case["records"])
        for id, expected in case["progress"].items():
            each = progress[id]
            found = {name: getattr(each, name) for name in expected}
            assert found == expected, id
        assert due_topics(progress, case["now"]) == case["due"]
        assert next_topic(progress) == case["next"]


def test_golden_games() -> None:
    """The page says the same without the server; see web/tests/learn.test.ts."""
    for case in json.loads(GAMES.read_text(encoding="utf-8")):
        assert [str(record) for record in assess_game(Game.from_text(case["game"]), case["started"])] == case["records"]


def test_entries_in_reading_order_are_no_eliminations() -> None:
    """Digits copied from a solution are matched to singles only, or to nothing."""
    solution = solve(LINE).digits
    game = Game(LINE)
    for number, cell in enumerate(cell for cell in range(81) if not game.board.digits[cell]):
        game = game.play(f"{cell_name(cell)}={solution[cell]}", 1000 * number)
    found = {record.topic for record in assess_game(game, 0)}
    assert found <= {topic.id for topic in PATH if topic.chapter in ("scanning", "notes")}


def test_eliminations_in_the_head_are_recognised() -> None:
    """An entry that is a single once pointing has been applied counts as pointing."""
    for line in load_stock()["pointing"]:
        grid = parse_position(line)
        after = grid.after(topic("pointing").instances(grid)[0])
        placed = [step.places[0] for id in ("naked-single", "hidden-single") for step in technique(id).find(after)]
        if placed and not marks_of(grid):
            break
    game = Game(grid.line)
    digit, cell = placed[0]
    records = assess_game(game.play(f"{cell_name(cell)}={digit}", 5000), 0)
    assert [record[1:] for record in records] == [("pointing", "found", 1, 5000)]


def play_path(line: str) -> Game:
    """Return a game that follows the solver: a conclusion every five seconds, crossed out or written."""
    game, at = Game(line).play("notes:fill", 0), 0
    for step in solve_by_logic(line).steps:
        at += 5000
        for digit, cell in step.places:
            game = game.play(f"{cell_name(cell)}={digit}", at)
        if step.removes:
            removed = ",".join(f"{d}{cell_name(c)}" for d, c in sorted(step.removes, key=lambda x: (x[1], x[0])))
            game = game.play(f"{removed}-", at)
    return game


def test_a_game_shows_which_techniques_its_player_used() -> None:
    path = solve_by_logic(LINE)
    records = {record.topic: record for record in assess_game(play_path(LINE), started=10**12)}
    for id in ("xy-wing", "pointing"):
        assert records[id].kind == "found"
        assert (records[id].times, records[id].time) == (path.counts[id], 5000 * path.counts[id])
    assert sum(record.times for record in records.values()) == len(path.steps)
    assert all(record.at == 10**12 + 5000 * len(path.steps) for record in records.values())


def test_hints_count_against_a_technique_and_what_follows_them_does_not_count_for_it() -> None:
    game = Game(LINE).play("hint:1", 0).play("hint:2", 10).play("hint:3", 20)
    assert [record[1:] for record in assess_game(game, 0)] == [("xy-wing", "hint", 1, 0)]
    step = hint(LINE).step
    assert step is not None
    (digit, cell), *_ = step.removes
    game = game.play("notes:fill", 30).play(f"{digit}{cell_name(cell)}-", 9000)
    assert [record.kind for record in assess_game(game, 0)] == ["hint"]


@pytest.mark.parametrize(("seconds", "sight"), [(4, "quick"), (70, "slow"), (None, "missed")])
def test_the_profile_tells_players_apart(seconds: int | None, sight: str) -> None:
    """Three players solve the same puzzle: one at once, one slowly, one with a hint for whatever is no single."""
    game, at = Game(LINE).play("notes:fill", 0), 0
    harder = set()
    while step := hint(game.board.grid, last=game.last_entry).step:
        at += 1000 * (seconds or 4)
        if step.removes:
            harder.add(step.technique)
            if seconds is None:
                game = game.play("hint:1", at).play("hint:2", at).play("hint:3", at)
        for digit, cell in step.places:
            game = game.play(f"{cell_name(cell)}={digit}", at)
        for digit, cell in step.removes:  # one by one, as people do
            at += 1000
            game = game.play(f"{digit}{cell_name(cell)}-", at)
    assert harder
    progress = read_progress(map(str, assess_game(game, 10**12)))
    seen = {each.sight for id, each in progress.items() if topic(id).technique in harder and each.sight != "new"}
    assert seen == {sight}


def test_wrong_entries_and_puzzles_without_one_solution_say_nothing() -> None:
    assert assess_game(Game(LINE).play("r1c2=8", 5), 0) == []
    assert assess_game(Game("." * 81).play("r1c2=8", 5), 0) == []
