"""The pseudocode: both languages for all, and every event points to a line."""

import pytest

from shudu.search.run import ALGORITHMS, trace

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = ".....6....59.....82....8....45........3........6..3.54...325..6.................."


@pytest.mark.parametrize("by", ALGORITHMS)
def test_both_languages(by: str) -> None:
    code = ALGORITHMS[by].code
    for text in (code.name, code.about, *code.lines):
        assert set(text) == {"zh", "en"}
        assert all(words.strip() for words in text.values())
    for line in code.lines:
        assert len(line["zh"]) - len(line["zh"].lstrip()) == len(line["en"]) - len(line["en"].lstrip())


@pytest.mark.parametrize("by", ALGORITHMS)
def test_every_event_points_to_a_line_that_has_an_id_and_every_id_is_pointed_to(by: str) -> None:
    if not ALGORITHMS[by].is_available:
        pytest.skip(f"{by} is not installed")
    code = ALGORITHMS[by].code
    clash = "12345678." + "." * 26 + "9" + "." * 45  # r1c9 has no candidate
    homeless = "1" + "." * 26 + "...1....." + "........." * 5  # 1s, and 2s below, that leave a digit no place
    runs = [trace(EASY, by, limit=2), trace(clash, by, limit=2, events=3000), trace(HARD, by, limit=2, events=30_000)]
    runs += [trace(homeless, by, events=3000), trace(_no_place(), by, limit=2, events=3000)]
    lines = {event.why.line for run in runs for event in run if event.why.reason not in ("events", "seconds")}
    assert lines <= set(code.ids.values())
    missing = {name for name, line in code.ids.items() if line not in lines}
    assert missing <= {"give up"}


def _no_place() -> str:
    """Digit 1 has no place in box 1: rows 1 and 2 have one elsewhere, and row 3 of the box is filled."""
    return "...1....." + "......1.." + "234......" + "." * 54
