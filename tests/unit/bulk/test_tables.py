"""Tables in memory: Arrow, pandas and polars in, the same kind out."""

from __future__ import annotations

from typing import Any

import duckdb
import pandas
import polars
import pyarrow as pa
import pytest

import shudu
from shudu import bulk

KINDS = [pa.table, pandas.DataFrame, polars.DataFrame]


def rows_of(table: Any) -> list[dict[str, Any]]:
    if isinstance(table, pandas.DataFrame):
        table = pa.Table.from_pandas(table, preserve_index=False)
    return list(table.to_pylist() if isinstance(table, pa.Table) else table.to_dicts())


@pytest.mark.parametrize("kind", KINDS, ids=["pyarrow", "pandas", "polars"])
def test_columns_are_added(kind: Any, lines: list[str]) -> None:
    table = kind({"id": list(range(50)), "puzzle": lines[:50]})
    solved = bulk.solve(table)
    assert type(solved) is type(table)
    wanted = [
        {"id": k, "puzzle": line, "solution": shudu.solve(line).line, "solutions": 1}
        for k, line in enumerate(lines[:50])
    ]
    assert rows_of(solved) == wanted
    few = bulk.canonical(table, columns="canonical,id")
    assert rows_of(few) == [{"canonical": shudu.canonical(line), "id": k} for k, line in enumerate(lines[:50])]
    rated = rows_of(bulk.rate(kind({"quiz": lines[:3]}), puzzle_column="quiz"))
    assert [row["level"] for row in rated] == [shudu.rate(line).level for line in lines[:3]]


@pytest.mark.parametrize("kind", KINDS, ids=["pyarrow", "pandas", "polars"])
def test_bad_rows_have_null_values_and_cause_a_warning(kind: Any, lines: list[str]) -> None:
    table = kind({"puzzle": [lines[0], "nonsense", None, lines[1]]})
    with pytest.warns(UserWarning, match="2 rows have no result; the first is row 1: .*'n' is not a digit"):
        solved = rows_of(bulk.solve(table))
    assert [row["puzzle"] for row in solved][:2] == [lines[0], "nonsense"]
    assert solved[0]["solution"] == shudu.solve(lines[0]).line and solved[3]["solutions"] == 1
    assert pandas.isna(solved[1]["solution"]) and pandas.isna(solved[2]["solutions"])
    with pytest.raises(bulk.BadRow, match="row 1: "):
        bulk.solve(table, strict=True)


def test_the_index_of_a_pandas_table_is_kept(lines: list[str]) -> None:
    table = pandas.DataFrame({"puzzle": lines[:3]}, index=["a", "b", "c"])
    assert bulk.solve(table).index.tolist() == ["a", "b", "c"]
    assert bulk.dedupe(pandas.concat([table, table])).index.tolist() == ["a", "b", "c"]


def test_record_batches_and_empty_tables_are_accepted(lines: list[str]) -> None:
    batch = pa.record_batch({"puzzle": lines[:3]})
    assert isinstance(bulk.solve(batch), pa.RecordBatch)
    for kind in KINDS:
        assert len(rows_of(bulk.solve(kind({"puzzle": []})))) == 0


@pytest.mark.parametrize("value", [int("5" * 81), 5, 5.5], ids=["81 digits", "integer", "float"])
def test_puzzles_read_as_numbers_are_refused_with_advice(value: float) -> None:
    table = pandas.DataFrame({"puzzle": [value]})
    with pytest.raises(bulk.BulkError, match="lost their leading zeros; read it as text, in pandas with dtype=str"):
        bulk.solve(table)
    with pytest.raises(TypeError, match=r"read puzzles as text \(dtype=str\)"):
        shudu.solve_many(table["puzzle"])


@pytest.mark.parametrize("kind", KINDS, ids=["pyarrow", "pandas", "polars"])
def test_other_names_of_the_column_of_puzzles_are_known(kind: Any, lines: list[str]) -> None:
    table = kind({"Quizzes": lines[:2], "id": [1, 2]})
    solved = rows_of(bulk.solve(table))
    assert [row["solution"] for row in solved] == [shudu.solve(line).line for line in lines[:2]]
    assert [row["copies"] for row in rows_of(bulk.dedupe(table))] == [1, 1]
    with pytest.raises(bulk.BulkError, match="no column 'puzzle', only quiz, board; choose one with puzzle_column="):
        bulk.solve(kind({"quiz": lines[:2], "board": lines[:2]}))


def test_rating_in_processes_gives_the_same_table(lines: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shudu.bulk.tables._RATED_CHUNK", 4)
    table = pa.table({"puzzle": lines[:30]}).combine_chunks()
    assert bulk.rate(table, workers=2).equals(bulk.rate(table.slice(0), workers=1))


def test_invalid_arguments_are_rejected() -> None:
    with pytest.raises(bulk.BulkError, match=r"in\.parquet is a file; pass out="):
        bulk.solve("in.parquet")  # type: ignore[call-overload]
    with pytest.raises(TypeError, match="source must be a path or a table of pyarrow, pandas or polars, not list"):
        bulk.solve([1])  # type: ignore[call-overload]
    with pytest.raises(bulk.BulkError, match=r"the table has no column 'puzzle', only text; .* puzzle_column="):
        bulk.solve(pa.table({"text": ["x"]}))
    with pytest.raises(bulk.BulkError, match="the column 'puzzle' has type bool"):
        bulk.solve(pandas.DataFrame({"puzzle": [True]}))
    with pytest.raises(TypeError, match="only for files, not for tables: overwrite"):
        bulk.solve(pa.table({"puzzle": ["x"]}), overwrite=True)  # type: ignore[call-overload]


def test_a_lazy_frame_gives_a_lazy_frame(lines: list[str]) -> None:
    lazy = polars.LazyFrame({"puzzle": lines[:3]})
    solved = bulk.solve(lazy)
    assert isinstance(solved, polars.LazyFrame)
    assert solved.collect()["solution"].to_list() == [shudu.solve(line).line for line in lines[:3]]
    assert isinstance(bulk.dedupe(lazy), polars.LazyFrame)


@pytest.mark.parametrize("kind", [pa.array, pandas.Series, polars.Series], ids=["pyarrow", "pandas", "polars"])
def test_a_single_column_gives_a_table(kind: Any, lines: list[str]) -> None:
    rows = rows_of(bulk.solve(kind(lines[:3])))
    assert [row["puzzle"] for row in rows] == lines[:3]
    assert [row["solutions"] for row in rows] == [1, 1, 1]
    assert [row["copies"] for row in rows_of(bulk.dedupe(kind([lines[0], lines[0]])))] == [2]


def test_sudoku_explainer_adds_its_own_columns(lines: list[str]) -> None:
    lines = lines[:60]
    table = bulk.rate(pa.table({"puzzle": lines, "level": ["mine"] * len(lines)}), profile="se", workers=1)
    assert table.column_names == ["puzzle", "level", "er", "ep", "ed", "hardest", "steps"]
    assert table["level"].to_pylist() == ["mine"] * len(lines)
    assert table["er"].to_pylist() == shudu.rate_many(lines, "se")["er"].tolist()


def test_columns_of_another_profile_are_rejected(lines: list[str]) -> None:
    table = pa.table({"puzzle": lines})
    with pytest.raises(bulk.BulkError, match="has no column 'level'"):
        bulk.rate(table, profile="se", columns=["puzzle", "level"])
    with pytest.raises(bulk.BulkError, match="is not a rating profile"):
        bulk.rate(table, profile="nope")


def test_arrow_streams_are_tables(lines: list[str]) -> None:
    table = pa.table({"id": [7], "puzzle": lines[:1]})
    relation: Any = duckdb.from_arrow(table)
    reader: Any = table.to_reader()
    wanted = [{"id": 7, "solutions": 1}]
    assert bulk.solve(relation, columns="id,solutions").to_pylist() == wanted
    assert bulk.solve(reader, columns="id,solutions").to_pylist() == wanted


@pytest.mark.parametrize("kind", KINDS, ids=["pyarrow", "pandas", "polars"])
def test_own_columns_are_kept_though_they_have_names_of_ours(kind: Any, lines: list[str]) -> None:
    own: dict[str, list[Any]] = {
        "source": ["a book"],
        "level": ["für Kenner"],
        "rating": [2.5],
        "split": ["dev"],
        "question": ["why?"],
    }
    [row] = rows_of(bulk.solve(kind({"puzzle": lines[:1], **own})))
    assert {name: row[name] for name in own} == {name: values[0] for name, values in own.items()}
    [row] = rows_of(bulk.rate(kind({"puzzle": lines[:1], **own})))
    assert row["source"] == "a book" and row["level"] == shudu.rate(lines[0]).level


def test_solutions_of_a_data_set_are_kept(lines: list[str]) -> None:
    truth = [shudu.solve(line).line for line in lines[:2]]
    solved: pa.Table = bulk.solve(pa.table({"quizzes": lines[:2], "solutions": truth}))
    assert solved.column_names == ["quizzes", "solutions", "solution"]
    assert solved["solutions"].to_pylist() == solved["solution"].to_pylist() == truth
