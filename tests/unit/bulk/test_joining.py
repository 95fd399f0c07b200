"""Parts joined into one Parquet file form a table that every reader accepts."""

from __future__ import annotations

from pathlib import Path

import duckdb
import polars
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from shudu.bulk.io import FileType
from shudu.bulk.io.storage import open_folder
from shudu.bulk.io.writer import join_parts


@pytest.mark.parametrize("compression", ["none", "zstd"])
def test_joined_parts_are_one_table(tmp_path: Path, compression: str) -> None:
    tables = [
        pa.table(
            {
                "puzzle": pa.array((f"{k}-{i}" for i in range(50 * k)), pa.string()),
                "copies": pa.array(range(50 * k), pa.int64()),
            }
        )
        for k in range(20)
    ]
    names = [f"part-{k:06}.parquet" for k in range(20)]
    for name, table in zip(names, tables, strict=True):
        pq.write_table(table, tmp_path / name, row_group_size=64, compression=compression)
    joined, again = tmp_path / "joined.parquet", tmp_path / "again.parquet"
    for path in (joined, again):
        join_parts(open_folder(str(tmp_path)), names, str(path), FileType("parquet"), tables[0].schema, compression)
    assert joined.read_bytes() == again.read_bytes()
    expected = pa.concat_tables(tables)
    assert pq.read_table(joined).equals(expected)
    large = [copies for copies in expected["copies"].to_pylist() if copies > 100]
    counted = duckdb.sql(f"select count(*), sum(copies) from '{joined}' where copies > 100")
    assert counted is not None and counted.fetchall() == [(len(large), sum(large))]
    assert polars.read_parquet(joined)["puzzle"].to_list() == expected["puzzle"].to_pylist()
    groups = pq.ParquetFile(joined).metadata
    assert groups.num_rows == len(expected)
    assert groups.num_row_groups == sum(max(1, -(-50 * k // 64)) for k in range(20)), (
        "row groups are copied as they are"
    )
