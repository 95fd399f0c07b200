"""Parquet files joined by their bytes are files that every reader reads."""

from __future__ import annotations

from pathlib import Path

import duckdb
import polars
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from shudu.bulk.compute import Wish
from shudu.bulk.footer import Footers
from shudu.bulk.job import Job
from shudu.bulk.joining import join
from shudu.bulk.kinds import Kind


@pytest.mark.parametrize("compression", ["none", "zstd"])
@pytest.mark.parametrize("indexed", [False, True])
def test_joined_files_are_one_table(tmp_path: Path, compression: str, indexed: bool) -> None:
    tables = [
        pa.table(
            {
                "puzzle": pa.array((f"{k}-{i}" for i in range(50 * k)), pa.string()),
                "copies": pa.array(range(50 * k), pa.int64()),
            }
        )
        for k in range(20)
    ]
    job = Job("dedupe", str(tmp_path / "all.parquet"), True, Kind("parquet"), Wish(("puzzle", "copies")))
    names = [f"part-{k:06}.parquet" for k in range(20)]
    for name, table in zip(names, tables, strict=True):
        with job.parts.writing(name) as path:
            pq.write_table(table, path, row_group_size=64, compression=compression, write_page_index=indexed)
    join(job, names)
    wanted = pa.concat_tables(tables)
    whole = tmp_path / "all.parquet"
    assert pq.read_table(whole).equals(wanted)
    large = [copies for copies in wanted["copies"].to_pylist() if copies > 100]
    counted = duckdb.sql(f"select count(*), sum(copies) from '{whole}' where copies > 100")
    assert counted is not None and counted.fetchall() == [(len(large), sum(large))]
    assert polars.read_parquet(whole)["puzzle"].to_list() == wanted["puzzle"].to_pylist()
    groups = pq.ParquetFile(whole).metadata
    assert groups.num_rows == len(wanted)
    assert groups.row_group(groups.num_row_groups - 1).column(0).data_page_offset > 4


def test_one_footer_comes_back_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "one.parquet"
    pq.write_table(pa.table({"a": [1.5, None], "b": [{"c": "x"}, None], "d": [True, False]}), path)
    data = path.read_bytes()
    size = int.from_bytes(data[-8:-4], "little")
    footers = Footers()
    footers.add(data[-8 - size : -8], 0)
    path.write_bytes(data[: -8 - size] + footers.joined() + len(footers.joined()).to_bytes(4, "little") + b"PAR1")
    assert pq.read_table(path).to_pylist() == [
        {"a": 1.5, "b": {"c": "x"}, "d": True},
        {"a": None, "b": None, "d": False},
    ]
