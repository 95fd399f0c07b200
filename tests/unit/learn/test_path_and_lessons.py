"""The path and its lessons: order, prerequisites, boards, actions and words."""

import pytest

from shudu.core.errors import ShuduError
from shudu.core.geometry import HOUSES, PEERS
from shudu.core.grid import Grid
from shudu.core.sets import Candidate
from shudu.kernel.solve import solve
from shudu.learn.lesson import lesson
from shudu.learn.path import CHAPTERS, PATH, topic
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
        shown = {cell for house in screen.houses for cell in HOUSES["rcb".index(house[0]) * 9 + int(house[1]) - 1]}
        if shown and screen.action.kind in ("cells", "any"):
            blockers = {cell for cell in screen.action.cells if made.grid.digits[cell] == screen.digit != 0}
            assert set(screen.action.cells) - blockers - set(screen.found) <= shown
        assert set(screen.found) <= tapped
        tapped |= set(screen.action.cells)
        if screen.reach:
            right = {cell for _, cell in made.step.places}
            assert {cell for cell in shown if not made.grid.digits[cell]} - set(screen.reach) == right


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
    assert contradiction.text(1, language).count(f" {lost.digit}") == 2
    cases = [each for each in verity.step.roles["assumed-on"] if isinstance(each, Candidate)]
    assert all(verity.text(0, language).count(f" {case.digit}") == len(cases) for case in cases)
