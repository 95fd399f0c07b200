"""Folders on this machine or in a shared store: what is written appears whole or not at all."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import IO, Any, Final
from uuid import uuid4

_TEMPORARY: Final = ".writing-"


def is_remote(address: str) -> bool:
    """Whether an address names a store that fsspec opens, such as s3://bucket/folder."""
    return "://" in address and not address.startswith("file://")


def absolute(address: str | os.PathLike[str]) -> str:
    """An address that means the same in every process; a slash at the end stays."""
    text = os.fspath(address).removeprefix("file://")
    if is_remote(text):
        return text
    return str(Path(text).expanduser().absolute()) + ("/" if text.endswith(("/", os.sep)) else "")


class Place(ABC):
    """A folder. Names are relative to it."""

    def __init__(self, address: str) -> None:
        self.address = address.rstrip("/")

    def __truediv__(self, name: str) -> str:
        return f"{self.address}/{name}"

    @abstractmethod
    def writing(self, name: str) -> AbstractContextManager[str]:
        """The path of a file on this machine to write to; when the block ends well it appears under its name."""

    @abstractmethod
    def open(self, name: str) -> IO[bytes]:
        """A file to read."""

    @abstractmethod
    def names(self) -> set[str]:
        """The names of the files in the folder."""

    @abstractmethod
    def size(self, name: str) -> int | None:
        """How many bytes a file has; None if there is none."""

    @abstractmethod
    def remove(self, name: str) -> None:
        """Removes a file, if it is there."""

    @abstractmethod
    def clear(self) -> None:
        """Removes the folder with all that is in it."""

    def write(self, name: str, data: bytes) -> None:
        """Writes a small file."""
        with self.writing(name) as path:
            Path(path).write_bytes(data)

    def read(self, name: str) -> bytes:
        """The whole of a small file."""
        with self.open(name) as file:
            return file.read()

    def write_json(self, name: str, value: object) -> None:
        """Writes a value as JSON."""
        self.write(name, json.dumps(value, ensure_ascii=False).encode())

    def read_json(self, name: str) -> Any:
        """The value of a JSON file; None if it is not there or not whole."""
        try:
            return json.loads(self.read(name))
        except (FileNotFoundError, ValueError):
            return None


class LocalPlace(Place):
    """A folder of this machine, or one that all machines mount."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self._path = Path(self.address)

    @contextmanager
    def writing(self, name: str) -> Iterator[str]:
        """Writes beside the name, then renames: on one file system that is one step."""
        target = self._path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        temporary = target.parent / f"{_TEMPORARY}{uuid4().hex}"
        try:
            yield str(temporary)
            temporary.replace(target)
        except BaseException:
            with suppress(OSError):
                temporary.unlink()
            raise

    def open(self, name: str) -> IO[bytes]:
        """A file to read."""
        return (self._path / name).open("rb")

    def names(self) -> set[str]:
        """The names of the files in the folder."""
        if not self._path.is_dir():
            return set()
        return {entry.name for entry in os.scandir(self._path) if entry.is_file() and not _is_temporary(entry.name)}

    def size(self, name: str) -> int | None:
        """How many bytes a file has."""
        try:
            return (self._path / name).stat().st_size
        except FileNotFoundError:
            return None

    def remove(self, name: str) -> None:
        """Removes a file, if it is there."""
        (self._path / name).unlink(missing_ok=True)

    def clear(self) -> None:
        """Removes the folder."""
        if self._path.is_dir():
            shutil.rmtree(self._path)

    def sweep(self) -> None:
        """Removes what was being written when a process was killed."""
        if self._path.is_dir():
            for path in self._path.glob(f"{_TEMPORARY}*"):
                path.unlink(missing_ok=True)


class RemotePlace(Place):
    """A folder of a store that fsspec opens. Stores of objects show an object only when it is whole."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        from fsspec.core import url_to_fs

        self._files, self._root = url_to_fs(self.address)
        self._root = self._root.rstrip("/")

    def _at(self, name: str) -> str:
        return f"{self._root}/{name}"

    @contextmanager
    def writing(self, name: str) -> Iterator[str]:
        """Writes on this machine, then sends the whole file."""
        with tempfile.TemporaryDirectory(prefix="shudu-") as folder:
            path = Path(folder) / "part"
            yield str(path)
            target = self._at(name)
            self._files.makedirs(target.rpartition("/")[0], exist_ok=True)
            self._files.put_file(str(path), target)

    def open(self, name: str) -> IO[bytes]:
        """A file to read."""
        opened: IO[bytes] = self._files.open(self._at(name), "rb")
        return opened

    def names(self) -> set[str]:
        """The names of the files in the folder."""
        self._files.invalidate_cache()
        try:
            found = self._files.ls(self._root, detail=True)
        except FileNotFoundError:
            return set()
        return {entry["name"].rstrip("/").rpartition("/")[2] for entry in found if entry["type"] == "file"}

    def size(self, name: str) -> int | None:
        """How many bytes a file has."""
        self._files.invalidate_cache()
        try:
            return int(self._files.size(self._at(name)))
        except FileNotFoundError:
            return None

    def remove(self, name: str) -> None:
        """Removes a file, if it is there."""
        with suppress(FileNotFoundError):
            self._files.rm_file(self._at(name))

    def clear(self) -> None:
        """Removes the folder."""
        self._files.invalidate_cache()
        with suppress(FileNotFoundError):
            self._files.rm(self._root, recursive=True)


def place(address: str) -> Place:
    """The folder of an address."""
    return RemotePlace(address) if is_remote(address) else LocalPlace(address)


def _is_temporary(name: str) -> bool:
    return name.startswith(_TEMPORARY)
