"""The files of a job's input: one, or those of a folder, in the order of their names."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, NamedTuple

from shudu.bulk.errors import BulkError
from shudu.bulk.kinds import Kind, kind_of_content, kind_of_name
from shudu.bulk.places import absolute, is_remote


class InputFile(NamedTuple):
    """A file to read. `stamp` changes when the file does."""

    path: str
    name: str
    kind: Kind
    size: int
    stamp: str


class Found(NamedTuple):
    """The files of an input, and the names of strangers that were left alone."""

    files: tuple[InputFile, ...]
    ignored: tuple[str, ...]


def find_inputs(source: str | os.PathLike[str]) -> Found:
    """The files to read. Raises BulkError if there is none."""
    address = absolute(source).rstrip("/")
    return _find_remote(address) if is_remote(address) else _find_local(address)


def open_input(path: str) -> IO[bytes]:
    """A file to read, here or in a store."""
    if not is_remote(path):
        return Path(path).open("rb")
    from fsspec.core import url_to_fs

    files, name = url_to_fs(path)
    opened: IO[bytes] = files.open(name, "rb")
    return opened


def _find_local(address: str) -> Found:
    path = Path(address)
    if path.is_file():
        return Found((_local(path, path.name, _kind(address, path.name)),), ())
    if not path.exists():
        raise BulkError(f"{address}: no such file or folder")
    if not path.is_dir():
        raise BulkError(f"{address} is neither a file nor a folder; bulk jobs read their input more than once")
    listed = [(str(file), file.relative_to(path).as_posix()) for file in _walk(path)]
    known, ignored = _sorted(listed)
    return _some(Found(tuple(_local(Path(file), name, kind) for file, name, kind in known), ignored), address)


def _walk(folder: Path) -> Iterator[Path]:
    for entry in sorted(folder.iterdir()):
        if entry.name.startswith((".", "_")):
            continue
        if entry.is_dir():
            yield from _walk(entry)
        else:
            yield entry


def _local(path: Path, name: str, kind: Kind) -> InputFile:
    about = path.stat()
    return InputFile(str(path), name, kind, about.st_size, str(about.st_mtime_ns))


def _find_remote(address: str) -> Found:
    from fsspec.core import url_to_fs

    files, root = url_to_fs(address)
    protocol = address.partition("://")[0]

    def entry(path: str, name: str, about: dict[str, Any], kind: Kind) -> InputFile:
        stamp = next(
            (str(about[key]) for key in ("ETag", "etag", "mtime", "LastModified", "created") if about.get(key)), ""
        )
        return InputFile(f"{protocol}://{path.lstrip('/')}", name, kind, int(about["size"]), stamp)

    if files.isfile(root):
        return Found((entry(root, root.rpartition("/")[2], files.info(root), _kind(address, address)),), ())
    if not files.exists(root):
        raise BulkError(f"{address}: no such file or folder")
    about = files.find(root, detail=True)
    start = len(root.rstrip("/")) + 1
    listed = [(path, path[start:]) for path in sorted(about) if not _is_hidden(path[start:])]
    known, ignored = _sorted(listed)
    return _some(Found(tuple(entry(path, name, about[path], kind) for path, name, kind in known), ignored), address)


def _is_hidden(name: str) -> bool:
    return any(piece.startswith((".", "_")) for piece in name.split("/"))


def _sorted(listed: list[tuple[str, str]]) -> tuple[list[tuple[str, str, Kind]], tuple[str, ...]]:
    """Those whose names tell a kind, and the others."""
    kinds = [(path, name, kind_of_name(name)) for path, name in listed]
    known = [(path, name, kind) for path, name, kind in kinds if kind is not None]
    return known, tuple(name for _, name, kind in kinds if kind is None)


def _kind(address: str, name: str) -> Kind:
    known = kind_of_name(name)
    if known is not None:
        return known
    with open_input(address) as file:
        return kind_of_content(file.read(4096), address)


def _some(found: Found, address: str) -> Found:
    if not found.files:
        strangers = f"; what is there is no table: {', '.join(found.ignored[:5])}" if found.ignored else ""
        raise BulkError(f"{address} has no files whose names end in .parquet, .csv or .txt (also .gz, .zst){strangers}")
    return found
