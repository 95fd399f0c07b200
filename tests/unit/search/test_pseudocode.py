"""Pseudocode exists in both languages, and every event refers to one of its lines."""

import pytest

from shudu.search.run import ALGORITHMS, trace

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = ".....6....59.....82....8....45........3........6..3.54...325..6.................."


UNREFERENCED = {  # lines of control flow, which no event belongs to
    "start",
    "repeat",
    "look",
    "collect",
    "choose",
    "search",
    "item",
    "each",
    "eliminate",
    "encode",
    "runs",
    "cool",
    "pick",
}


@pytest.mark.parametrize("by", ALGORITHMS)
def test_every_line_exists_in_both_languages_with_the_same_indent(by: str) -> None:
    code = ALGORITHMS[by].code
    for text in (code.name, code.about, *code.lines):
        assert set(text) == {"zh", "en"}
        assert all(words.strip() for words in text.values())
    for line in code.lines:
        assert len(line["zh"]) - len(line["zh"].lstrip()) == len(line["en"]) - len(line["en"].lstrip())


@pytest.mark.parametrize("by", ALGORITHMS)
def test_events_refer_to_lines_and_every_referenced_line_occurs(by: str) -> None:
    if not ALGORITHMS[by].is_available:
        pytest.skip(f"{by} is not installed")
    code = ALGORITHMS[by].code
    clash = "12345678." + "." * 26 + "9" + "." * 45  # r1c9 has no candidate
    homeless = "1" + "." * 26 + "...1....." + "........." * 5
    runs = [trace(EASY, by, limit=2), trace(clash, by, limit=2, events=3000), trace(HARD, by, limit=2, events=30_000)]
    runs += [trace(homeless, by, events=3000), trace(_no_place(), by, limit=2, events=3000)]
    lines = {event.why.line for run in runs for event in run if event.why.reason not in ("events", "seconds")}
    assert lines <= set(code.ids.values())
    missing = {name for name, line in code.ids.items() if line not in lines}
    assert missing <= UNREFERENCED | {"give-up"}


def _no_place() -> str:
    """Return a puzzle in which 1 has no place in box 1: rows 1 and 2 have one elsewhere, and row 3 of the box is filled."""
    return "...1....." + "......1.." + "234......" + "." * 54
