"""Booklets and worksheets: the position of the text in the PDF, its fonts, and its pages as pictures."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from shudu.core.errors import ShuduError
from shudu.core.text import read_line, write_line
from shudu.formats.io.marks import masks_of
from shudu.formats.io.sheet import Sheet
from shudu.formats.pictures import PAINTS
from shudu.print import typesetting
from shudu.print.booklet import BookletStyle, make_booklet, preview_booklet, select_puzzles
from shudu.print.typesetting import PAPERS, SHAPES, lay_out, lay_out_solutions
from shudu.puzzles.api import generate_many

pytest.importorskip("typst", reason="typst is not installed: pip install shudu[print]")
pytest.importorskip("segno", reason="segno is not installed: pip install shudu[print]")

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
SHEET = Sheet(read_line(LINE), facts=(("comment", "Hidden Single"), ("level", "easy"), ("rating", "250")))


def poppler(tool: str, pdf: bytes, folder: Path, *options: str) -> str:
    if not shutil.which(tool):
        pytest.skip(f"{tool} (poppler-utils) is not installed")
    file = folder / "a.pdf"
    file.write_bytes(pdf)
    tail = {"pdftotext": ["-"], "pdftoppm": [str(folder / "page")]}.get(tool, [])
    return subprocess.run(
        [tool, *options, str(file), *tail], capture_output=True, text=True, check=True, timeout=60
    ).stdout


def find_digits(page: str, width: float) -> list[tuple[float, float, str]]:
    """Return the digits of a page that are as large as those of a grid, and their places in points."""
    words = re.findall(r'xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">([^<]+)<', page)
    return [
        ((float(left) + float(right)) / 2, (float(top) + float(bottom)) / 2, word)
        for left, top, right, bottom, word in words
        if re.fullmatch("[1-9]", word) and float(bottom) - float(top) > width
    ]


def read_grid_on(page: str, size: float, above: int = 0, below: int = 0) -> str:
    """Return the line of the one grid on a page; `above` and `below` count other large digits."""
    digits = sorted(find_digits(page, size * 0.4), key=lambda word: word[1])
    digits = digits[above : len(digits) - below]
    left, top = min(x for x, _, _ in digits), min(y for _, y, _ in digits)
    cells = ["."] * 81
    for x, y, digit in digits:
        cells[9 * round((y - top) / size) + round((x - left) / size)] = digit
    return "".join(cells)


@pytest.mark.parametrize("paper", list(PAPERS))
def test_digits_are_in_their_cells(paper: str, tmp_path: Path) -> None:
    pdf = make_booklet([SHEET], BookletStyle(paper=paper, per_page=1, cover=False, solutions=False))
    page = poppler("pdftotext", pdf, tmp_path, "-bbox")
    side = lay_out(paper, 1, 10).side / 25.4 * 72
    assert read_grid_on(page, side / 9) == LINE
    assert re.search(r">Easy<.*>250<", page, re.DOTALL)


def test_solutions_can_be_upside_down(tmp_path: Path) -> None:
    side = lay_out_solutions("a4").side / 25.4 * 72 / 9
    for turned in (False, True):
        pdf = make_booklet([SHEET], BookletStyle(cover=False, upside_down=turned))
        page = poppler("pdftotext", pdf, tmp_path, "-bbox", "-f", "2")
        beside = {"below": 2} if turned else {"above": 1, "below": 1}  # the numbers of the puzzle and of the page
        assert read_grid_on(page, side, **beside) == (SOLUTION[::-1] if turned else SOLUTION)


@pytest.mark.parametrize("paper", list(PAPERS))
@pytest.mark.parametrize("per_page", list(SHAPES))
def test_pages_have_margins_and_content(paper: str, per_page: int, tmp_path: Path) -> None:
    pdf = make_booklet(
        [SHEET] * per_page,
        BookletStyle(
            paper=paper, per_page=per_page, cover=False, solutions=False, candidates=True, address="https://example.org"
        ),
    )
    assert "Pages:           1" in poppler("pdfinfo", pdf, tmp_path)
    poppler("pdftoppm", pdf, tmp_path, "-r", "30", "-gray")
    (picture,) = tmp_path.glob("page*.pgm")
    header, pixels = picture.read_bytes().split(b"\n255\n", 1)
    width, height = map(int, header.split()[1:3])
    rows = [pixels[start : start + width] for start in range(0, width * height, width)]
    margin = int(8 / 25.4 * 30)
    edges = [*rows[:margin], *rows[-margin // 2 :], *(row[:margin] + row[-margin:] for row in rows)]
    assert all(min(edge) > 200 for edge in edges if edge)
    dark = sum(min(row) < 100 for row in rows)
    assert dark > height * 0.4


def test_chinese_type_is_embedded(tmp_path: Path) -> None:
    pytest.importorskip("justmytype_intl_cjk", reason="the font is not installed: pip install shudu[print]")
    pdf = make_booklet([SHEET], BookletStyle(language="zh", title="周末数独"), seed=7)
    embedded = poppler("pdffonts", pdf, tmp_path).splitlines()[2:]
    assert embedded
    assert all("NotoSansSC" in font for font in embedded)  # whatever fonts the machine has
    assert all(re.search(r"yes yes (?:yes|no)\s+\d+\s+\d+$", font) for font in embedded)
    text = poppler("pdftotext", pdf, tmp_path)
    assert "周末数独" in text
    assert "种子 7" in text
    assert "简单" in text


def test_a_missing_font_is_reported_with_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(typesetting, "find_packaged_fonts", lambda: None)
    monkeypatch.setattr(typesetting, "_load_fonts", lambda path, system: (None, frozenset({"DejaVu Sans"}), ()))
    with pytest.raises(ShuduError, match=r"pip install 'shudu\[print\]'"):
        typesetting.find_typefaces(chinese=True)
    assert typesetting.find_typefaces(chinese=False).families == ("DejaVu Sans",)


PLAYED = replace(
    SHEET,
    digits=read_line("534" + LINE[3:]),
    entries=1 << 2,
    centre=masks_of({3: (2, 6)}),
    corner=masks_of({5: (4, 8)}),
    colours=(("r2c2", "B"), ("2r1c4", "C")),
)


def test_marks_and_colours_are_printed(tmp_path: Path) -> None:
    style = BookletStyle(per_page=1, cover=False, solutions=False, ratings=False)
    page = poppler("pdftotext", make_booklet([PLAYED], style), tmp_path, "-bbox")
    side = lay_out("a4", 1, 10).side / 25.4 * 72
    assert read_grid_on(page, side / 9) == "534" + LINE[3:]
    words = re.findall(r'yMin="([\d.]+)" xMax="[\d.]+" yMax="([\d.]+)">([^<]+)<', page)
    small = [word for top, bottom, word in words if float(bottom) - float(top) < side / 9 * 0.4]
    assert set("2468B") <= set("".join(small))
    poppler("pdftoppm", make_booklet([PLAYED], style), tmp_path, "-r", "40")
    (picture,) = tmp_path.glob("page*.ppm")
    pixels = picture.read_bytes()
    for paint in ("B", "C"):
        assert bytes.fromhex(PAINTS[paint][1:]) in pixels
    bare = poppler("pdftotext", make_booklet([PLAYED], replace(style, progress=False)), tmp_path, "-bbox")
    assert read_grid_on(bare, side / 9) == LINE


def test_a_preview_has_the_cover_and_the_first_page() -> None:
    pictures = preview_booklet([SHEET] * 9, BookletStyle(per_page=4, paper="a5"))
    assert len(pictures) == 2
    for picture in pictures:
        width, height = (int.from_bytes(picture[at : at + 4], "big") for at in (16, 20))
        assert abs(height / width - 210 / 148) < 0.01


def test_the_same_seed_gives_the_same_booklet() -> None:
    first, second = (list(islice(select_puzzles(5, symmetry="rotate180", clues=32), 3)) for _ in range(2))
    assert first == second
    assert make_booklet(first, seed=5) == make_booklet(second, seed=5)
    assert len({write_line(sheet.digits) for sheet in first}) == 3


def test_no_two_puzzles_are_equivalent() -> None:
    import shudu

    lines = [write_line(sheet.digits) for sheet in islice(select_puzzles(2, clues=30), 8)]
    assert len({shudu.canonical(line) for line in lines}) == 8


def test_qr_codes_link_to_the_puzzle(tmp_path: Path) -> None:
    pdf = make_booklet([SHEET], BookletStyle(address="https://example.org/app/", cover=False, solutions=False))
    assert f"https://example.org/app/#/p/{LINE}".encode() in pdf


def test_a_booklet_of_a_hundred_pages(tmp_path: Path) -> None:
    sheets = [replace(SHEET, digits=puzzle.digits) for puzzle in generate_many(200, clues=30, seed=1)]
    pdf = make_booklet(sheets, BookletStyle(per_page=2, solutions=False, cover=False))
    assert "Pages:           100" in poppler("pdfinfo", pdf, tmp_path)


def test_puzzles_without_exactly_one_solution_are_refused() -> None:
    with pytest.raises(ShuduError, match=r"puzzle 1, .* has more than one solution"):
        make_booklet(["." * 81])
    with pytest.raises(ShuduError, match="no puzzles"):
        make_booklet([])


def test_large_print_is_larger(tmp_path: Path) -> None:
    heights = []
    for large in (False, True):
        page = poppler(
            "pdftotext",
            make_booklet([SHEET], BookletStyle(per_page=1, cover=False, solutions=False, large=large)),
            tmp_path,
            "-bbox",
        )
        heights_on_page = re.findall(r'yMin="([\d.]+)" xMax="[\d.]+" yMax="([\d.]+)">[1-9]<', page)
        heights.append(max(float(bottom) - float(top) for top, bottom in heights_on_page))
    assert heights[1] > heights[0] * 1.2


def test_a_worksheet_has_example_exercises_and_answers(tmp_path: Path) -> None:
    from shudu.print.worksheet import make_worksheet

    text = poppler("pdftotext", make_worksheet("naked-pair", seed=1, exercises=2), tmp_path)
    assert "Naked Pair" in text
    assert "Worked example" in text
    assert "Answers" in text
    assert "can be removed" in " ".join(text.split())
    with pytest.raises(ShuduError, match="is not a technique"):
        make_worksheet("nonsense", seed=1)
