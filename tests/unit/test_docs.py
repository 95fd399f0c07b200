"""The documentation: every public name has a reference entry, every guide exists in both languages, and its Python runs."""

import re
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import shudu
from shudu.grids.methods import METHODS
from shudu.learn.path import PATH
from shudu.search.run import ALGORITHMS

NUMBERS = {6: ("six", "六"), 7: ("seven", "七"), 8: ("eight", "八"), 9: ("nine", "九"), 10: ("ten", "十")}
ENGLISH_ONLY = {"api", "architecture", "formats", "reference/python"}
DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGES_WITH_SCRIPTS = sorted(path for path in DOCS.rglob("*.md") if "```python" in path.read_text("utf-8"))


def test_every_public_name_is_in_the_reference(root: Path) -> None:
    page = (root / "docs" / "reference" / "python.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"^::: shudu\.(\w+)$", page, re.MULTILINE))
    assert listed == {name for name in shudu.__all__ if name != "__version__"} | {"bulk"}


def test_every_guide_exists_in_both_languages(root: Path) -> None:
    docs = root / "docs"
    pages = {path.relative_to(docs).as_posix().removesuffix(".md") for path in docs.rglob("*.md")}
    english = {name for name in pages if not name.endswith(".zh")}
    missing = {name for name in english - ENGLISH_ONLY if f"{name}.zh" not in pages}
    assert not missing


def test_the_call_paths_of_the_architecture_exist(root: Path) -> None:
    text = (root / "ARCHITECTURE.md").read_text(encoding="utf-8")
    hops = re.findall(r"`((?:src|kernel)/[\w/]+\.\w+): (\w+)`", text)
    assert len(hops) > 30
    for file, function in hops:
        source = (root / file).read_text(encoding="utf-8")
        assert re.search(rf"(def |\b){function}\(", source), f"{file} has no {function}"


def test_lessons_are_counted(root: Path) -> None:
    for page in ("README", "docs/tutorials/web-app"):
        assert f"{len(PATH)} lessons" in (root / f"{page}.md").read_text(encoding="utf-8")
        assert f"{len(PATH)} 课" in (root / f"{page}.zh.md").read_text(encoding="utf-8")


def test_algorithms_and_methods_are_named_and_counted(root: Path) -> None:
    (algorithms, algorithms_zh), (methods, methods_zh) = NUMBERS[len(ALGORITHMS)], NUMBERS[len(METHODS)]
    for page, count in (
        ("README.md", f"{algorithms} algorithms"),
        ("README.zh.md", f"共{algorithms_zh}种"),
        ("docs/tutorials/library.md", f"{algorithms} search algorithms"),
        ("docs/index.md", f"{algorithms} search algorithms and {methods} ways to make a grid"),
        ("docs/index.zh.md", f"{algorithms_zh}种搜索算法和{methods_zh}种终盘生成方法"),
        ("docs/tutorials/lab.md", f"three of the {methods} methods"),
        ("docs/tutorials/lab.zh.md", f"从{methods_zh}种方法中"),
    ):
        assert count in (root / page).read_text(encoding="utf-8"), page
    for page in ("lab.md", "lab.zh.md"):
        text = (root / "docs/tutorials" / page).read_text(encoding="utf-8")
        assert not [name for name in ALGORITHMS if f"`{name}`" not in text], page
    for function, names in ((shudu.trace, ALGORITHMS), (shudu.full_grid, METHODS)):
        assert not [name for name in names if f"`{name}`" not in (function.__doc__ or "")]
    for page in ("fairness.md", "fairness.zh.md"):
        rows = re.findall(r"^\| (?:\S+ )?(\w+) \|", (root / "docs" / page).read_text(encoding="utf-8"), re.MULTILINE)
        assert set(METHODS) <= set(rows), page


def test_the_recipes_name_files_that_exist(root: Path) -> None:
    text = (root / "CONTRIBUTING.md").read_text(encoding="utf-8")
    paths = re.findall(r"\b((?:src|tests|kernel|web|docs)/[\w./-]+\w)", text)
    assert len(paths) > 30
    assert not [path for path in paths if not (root / path).exists()]


@pytest.mark.parametrize("page", PAGES_WITH_SCRIPTS, ids=lambda page: page.name)
def test_python_without_prompts_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On this machine instead of a cluster and with fewer puzzles. The taskset of verifiers has a test of its own."""
    monkeypatch.chdir(tmp_path)
    puzzles = shudu.generate_many(20, clues=30, seed=1)
    table = pa.table({"id": range(20), "puzzle": [puzzle.line for puzzle in puzzles]})
    pq.write_table(table, "in.parquet")
    names = {"ml": shudu.ml, "puzzles": puzzles.puzzles, "train": range(15), "test": range(15, 20), "table": table}
    for block in re.findall(r"^```python\n(.*?)^```$", page.read_text("utf-8"), re.MULTILINE | re.DOTALL):
        if "verifiers" not in block:
            exec(block.replace("1_000_000", "100").replace(', scheduler="tcp://10.0.0.1:8786"', ""), names)
    assert list(tmp_path.glob("out/*.parquet")) or list(tmp_path.glob("data/sudoku/*/*.npy"))
