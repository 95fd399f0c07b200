"""The path and its lessons: order, prerequisites, boards, actions and words."""

import re
from collections.abc import Callable
from itertools import combinations

import pytest

from shudu.core.errors import ShuduError
from shudu.core.geometry import HOUSES, PEERS, cell_name, parse_house
from shudu.core.grid import Grid
from shudu.core.sets import Candidate
from shudu.kernel.solve import solve
from shudu.learn.lesson import Lesson, lesson
from shudu.learn.path import CHAPTERS, PATH, topic
from shudu.learn.screens import draw_answer
from shudu.locale.catalogue import LANGUAGES, table

IDS = [each.id for each in PATH]


def test_the_path_has_all_chapters_in_order_and_no_topic_twice() -> None:
    assert 33 <= len(PATH) <= 42
    assert len(set(IDS)) == len(IDS)
    assert list(dict.fromkeys(each.chapter for each in PATH)) == list(CHAPTERS)


def test_prerequisites_come_first() -> None:
    for number, each in enumerate(PATH):
        assert set(each.needs) <= set(IDS[:number]), each.id
        assert each.needs or number == 0, each.id


def test_the_first_chapter_needs_no_notes() -> None:
    assert {each.id for each in PATH if not each.notes} == {each.id for each in PATH if each.chapter == CHAPTERS[0]}
    for each in PATH[:4]:
        made = lesson(each.id)
        assert made.grid.digit_masks == Grid(made.grid.digits).digit_masks


@pytest.mark.parametrize("name", ["xy-wing", "XY-Wing", "XY翼", "0800"])
def test_topics_have_every_name_of_their_technique(name: str) -> None:
    assert topic(name).id == "xy-wing"


def test_topics_that_are_not_on_the_path() -> None:
    with pytest.raises(ShuduError, match="not on the learning path"):
        topic("kraken-fish-1")
    with pytest.raises(ShuduError, match="nonsense"):
        topic("nonsense")


@pytest.mark.parametrize("id", IDS)
def test_lessons_are_short_and_each_screen_asks_for_something_that_can_be_done(id: str) -> None:
    made = lesson(id)
    solution = solve(Grid(made.grid.digits)).digits
    assert 3 <= len(made.screens) <= 5
    assert made.step in topic(id).instances(made.grid)
    for screen in made.screens:
        action = screen.action
        assert action.cells
        for digit, cell in action.candidates:
            assert digit in made.grid.candidates(cell)
            assert (solution[cell] == digit) == (action.kind == "place")
    assert made.screens[-1].action.kind in ("remove", "place")
    assert {screen.action.kind for screen in made.screens[:-1]} <= {"cells", "any"}


@pytest.mark.parametrize("id", IDS)
def test_screens_show_where_to_look_and_what_was_found(id: str) -> None:
    made = lesson(id)
    tapped: set[int] = set()
    for screen in made.screens:
        shown = {cell for house in screen.houses for cell in HOUSES[parse_house(house)]}
        if shown and screen.action.kind in ("cells", "any"):
            blockers = {cell for cell in screen.action.cells if made.grid.digits[cell] == screen.digit != 0}
            assert set(screen.action.cells) - blockers - set(screen.found) <= shown
        assert set(screen.found) <= tapped
        tapped |= set(screen.action.cells)
        if screen.reach:
            right = {cell for _, cell in made.step.places}
            assert {cell for cell in shown if not made.grid.digits[cell]} - set(screen.reach) == right


def _see(grid: Grid, digit: int, *seen: int) -> set[int]:
    return {cell for cell in grid.empty if digit in grid.candidates(cell) and all(end in PEERS[cell] for end in seen)}


def _cells_in(made: Lesson, role: str) -> list[int]:
    return [each.cell if isinstance(each, Candidate) else int(each) for each in made.step.roles[role]]


def _holding(made: Lesson, role: str) -> set[int]:
    """Return the other cells of houses that note a digit of the pattern."""
    pattern = {
        cell for name in ("cells", "body") for cell in (_cells_in(made, name) if name in made.step.roles else [])
    }
    houses = [parse_house(str(name)) for name in made.step.roles[role]]
    digits = {digit for digit in made.step.roles["digits"] if isinstance(digit, int)}
    cells = {cell for house in houses for cell in HOUSES[house] if not made.grid.digits[cell]}
    return {cell for cell in cells - pattern if digits & set(made.grid.candidates(cell))}


def _in_every_set(made: Lesson) -> set[int]:
    places = _cells_in(made, "common")
    return _see(made.grid, made.step.removes[0].digit, *places)


def _between(*roles: str) -> Callable[[Lesson], set[int]]:
    def cells(made: Lesson) -> set[int]:
        return _see(made.grid, made.step.removes[0].digit, *(cell for role in roles for cell in _cells_in(made, role)))

    return cells


def _between_colours(made: Lesson) -> set[int]:
    colours = [set(_cells_in(made, f"colour-{n}")) for n in (1, 2)]
    digit = made.step.removes[0].digit
    return {cell for cell in _see(made.grid, digit) if all(colour & set(PEERS[cell]) for colour in colours)}


def _beside_a_chain_of_pairs(made: Lesson) -> set[int]:
    chain = _cells_in(made, "chain")
    return {cell for digit in made.grid.candidates(chain[0]) for cell in _see(made.grid, digit, chain[0], chain[-1])}


# The cells that the words of the lesson describe, found without the step's conclusion.
DESCRIBED = {
    **dict.fromkeys(("pointing", "claiming", "x-wing", "swordfish", "jellyfish"), lambda made: _holding(made, "cover")),
    **dict.fromkeys(("naked-pair", "locked-pair", "naked-triple", "naked-quad"), lambda made: _holding(made, "house")),
    **dict.fromkeys(("skyscraper", "two-string-kite", "turbot-fish"), _between("ends")),
    **dict.fromkeys(("xy-wing", "w-wing"), _between("pincers")),
    **dict.fromkeys(("x-chain", "xy-chain", "aic"), _between("start", "end")),
    **dict.fromkeys(("als-xz", "als-xy-wing"), _in_every_set),
    "xyz-wing": _between("pivot", "pincers"),
    "uniqueness-2": _between("roof"),
    "simple-colours-trap": _between_colours,
    "remote-pair": _beside_a_chain_of_pairs,
}


@pytest.mark.parametrize("id", DESCRIBED)
def test_lessons_ask_for_exactly_the_cells_they_describe(id: str) -> None:
    made = lesson(id)
    assert set(made.screens[-1].action.cells) == DESCRIBED[id](made)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("id", IDS)
def test_lessons_name_only_cells_that_play_a_part(id: str, language: str) -> None:
    made = lesson(id)
    step = made.step
    cells = {cell for screen in made.screens for cell in (*screen.action.cells, *screen.found)}
    cells |= {candidate.cell for link in step.links for candidate in (*link.start, *link.end)}
    cells |= {cell for role in ("pivot", "chain") if role in step.roles for cell in _cells_in(made, role)}
    words = " ".join(made.text(number, language) for number in range(len(made.screens)))
    assert set(re.findall(r"r[1-9]c[1-9]", words)) <= set(map(cell_name, cells))


def test_no_two_lessons_share_a_position() -> None:
    positions = [lesson(id).grid for id in IDS]
    assert all(one != other for one, other in combinations(positions, 2))


def test_hidden_rectangles_of_the_lesson_have_one_corner_without_extra_notes() -> None:
    assert len(lesson("hidden-rectangle").step.roles["floor"]) == 1


def test_the_extra_digit_of_a_grave_occurs_three_times_in_its_row() -> None:
    made = lesson("bug-1")
    cell = made.screens[-1].action.cells[0]
    row = [other for other in made.grid.empty if other // 9 == cell // 9]
    counts = {d: sum(d in made.grid.candidates(other) for other in row) for d in made.grid.candidates(cell)}
    assert [d for d, n in counts.items() if n == 3] == [made.screens[-1].action.candidates[0].digit]
    assert sorted(counts.values()) == [2, 2, 3]


def test_the_x_wing_lesson_lets_the_learner_draw_the_conclusion() -> None:
    """Assume a corner; the learner taps the corner across, and both diagonals are drawn."""
    made = lesson("x-wing")
    digit = made.screens[0].digit
    first, *_ = made.screens[0].action.cells
    (opposite,) = made.screens[2].action.cells
    assert opposite not in PEERS[first]
    assert {Candidate(digit, opposite), Candidate(digit, first)} <= set(made.step.roles["body"])
    assert [len(screen.drawn.links) for screen in made.screens] == [0, 0, 0, 2, 2]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("id", IDS)
def test_lessons_have_words_for_each_screen_and_no_more(id: str, language: str) -> None:
    made = lesson(id)
    assert len(table(f"learn.lessons.{id}", language)) == len(made.screens) + 1
    for number in range(len(made.screens)):
        words = made.text(number, language)
        assert words and "{" not in words and "  " not in words
        assert len(words) <= 330 if language == "en" else len(words) <= 120
    assert made.summary(language)
    assert made.to_dict(language)["screens"][0]["text"] == made.text(0, language)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_lessons_about_forcing_name_the_digit(language: str) -> None:
    """A digit without a place, and cases that are digits in cells, cannot be guessed from cells alone."""
    contradiction, verity = lesson("forcing-chain-contradiction"), lesson("forcing-chain-verity")
    lost = contradiction.step.roles["contradiction"][0]
    assert isinstance(lost, Candidate)
    (assumed,) = contradiction.step.roles["assumed-on"]
    assert isinstance(assumed, Candidate)
    assert f" {assumed.digit}" in contradiction.text(0, language)
    assert f" {lost.digit}" in contradiction.text(1, language)
    cases = [each for each in verity.step.roles["assumed-on"] if isinstance(each, Candidate)]
    assert cases
    for case in cases:
        assert f" {case.digit}" in verity.text(0, language)
        assert cell_name(case.cell) in verity.text(0, language)


def test_answers_are_drawn_like_the_end_of_the_lesson() -> None:
    for id in ("x-wing", "swordfish", "xy-chain"):
        made = lesson(id)
        assert draw_answer(id, made.step).links == made.screens[-1].drawn.links
    assert len(draw_answer("x-wing", lesson("x-wing").step).links) == 2
