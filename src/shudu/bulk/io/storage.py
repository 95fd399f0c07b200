"""Folders on this machine or in a store opened by fsspec. A file appears complete or not at all."""

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

from shudu.bulk.errors import BulkError, MissingPackage
from shudu.core.errors import ShuduError

_TEMPORARY: Final = ".writing-"


def is_remote(address: str) -> bool:
    """Return whether an address names a store opened by fsspec, such as s3://bucket/folder."""
    return "://" in address and not address.startswith("file://")


def absolute_address(address: str | os.PathLike[str]) -> str:
    """Return the address in a form valid in every process. A slash at the end is kept."""
    text = os.fspath(address).removeprefix("file://")
    if is_remote(text):
        return text
    return str(Path(text).expanduser().absolute()) + ("/" if text.endswith(("/", os.sep)) else "")


def split_address(address: str) -> tuple[str, str]:
    """Return the folder and the name of a file.

    >>> split_address("memory://a.parquet"), split_address("/data/a.parquet")
    (('memory://', 'a.parquet'), ('/data', 'a.parquet'))
    """
    protocol, separator, path = address.rpartition("://")
    folder, _, name = path.rpartition("/")
    return protocol + separator + folder, name


def open_file(address: str) -> IO[bytes]:
    """Open a file on this machine or in a store for reading."""
    if not is_remote(address):
        return Path(address).open("rb")
    filesystem, path = open_store(address)
    with explain_store_errors(address):
        file: IO[bytes] = filesystem.open(path, "rb")
    return file


def open_store(address: str) -> tuple[Any, str]:
    """Return the fsspec file system of an address, and the path in it.

    Raises:
        MissingPackage: If the package for this kind of store is not installed.
        BulkError: If there is no such kind of store, or it cannot be opened.
    """
    from fsspec.core import url_to_fs

    protocol = address.partition("://")[0]
    try:
        with explain_store_errors(address):
            filesystem, path = url_to_fs(address)
    except ImportError as error:
        package = getattr(error.__cause__, "name", None) or protocol  # the module that fsspec failed to import
        raise MissingPackage("bulk.missing-driver", address=address, package=package) from error
    except ValueError as error:
        if isinstance(error, ShuduError):
            raise
        raise BulkError("bulk.unknown-store", address=address, protocol=protocol) from error
    return filesystem, path


@contextmanager
def explain_store_errors(address: str) -> Iterator[None]:
    """Replace errors of a store, such as missing credentials, by a BulkError that names the address.

    Each store has error classes of its own, so all are caught except those with a meaning for the caller.
    """
    try:
        yield
    except (FileNotFoundError, ImportError, ValueError):
        raise
    except Exception as error:
        reason = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        raise BulkError("bulk.store-failed", address=address, reason=reason) from error


def open_folder(address: str) -> Folder:
    """Return the folder of an address. It is created when the first file is written."""
    return RemoteFolder(address) if is_remote(address) else LocalFolder(address)


class Folder(ABC):
    """A folder. The names of files are relative to it."""

    def __init__(self, address: str) -> None:
        self.address: str = address if address.endswith("://") else address.rstrip("/")

    def __truediv__(self, name: str) -> str:
        return f"{self.address}/{name}"

    @abstractmethod
    def create(self, name: str) -> AbstractContextManager[str]:
        """Yield the path of a local file to write; it appears under its name when the block ends without an error."""

    @abstractmethod
    def open(self, name: str) -> IO[bytes]:
        """Open a file for reading."""

    @abstractmethod
    def names(self) -> set[str]:
        """Return the names of the files in the folder."""

    @abstractmethod
    def size(self, name: str) -> int | None:
        """Return the size of a file in bytes, or None if it does not exist."""

    @abstractmethod
    def remove(self, name: str) -> None:
        """Remove a file if it exists."""

    @abstractmethod
    def clear(self) -> None:
        """Remove the folder with everything in it."""

    def remove_leftovers(self) -> None:  # noqa: B027 (object stores have none)
        """Remove the incomplete files of processes that were killed."""

    def write(self, name: str, data: bytes) -> None:
        """Write a small file."""
        with self.create(name) as path:
            Path(path).write_bytes(data)

    def read(self, name: str) -> bytes:
        """Return the content of a small file."""
        with self.open(name) as file:
            return file.read()

    def write_json(self, name: str, value: object) -> None:
        """Write a value as JSON."""
        self.write(name, json.dumps(value, ensure_ascii=False).encode())

    def read_json(self, name: str) -> Any:
        """Return the value of a JSON file, or None if it does not exist or is incomplete."""
        try:
            return json.loads(self.read(name))
        except (FileNotFoundError, ValueError):
            return None


class LocalFolder(Folder):
    """A folder on this machine, or one that all machines mount."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self._path = Path(self.address)

    @contextmanager
    def create(self, name: str) -> Iterator[str]:
        """Write to a temporary file in the same folder, then rename it, which is atomic within a file system."""
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
        """Open a file for reading."""
        return (self._path / name).open("rb")

    def names(self) -> set[str]:
        """Return the names of the files in the folder."""
        if not self._path.is_dir():
            return set()
        files = (entry.name for entry in os.scandir(self._path) if entry.is_file())
        return {name for name in files if not name.startswith(_TEMPORARY)}

    def size(self, name: str) -> int | None:
        """Return the size of a file in bytes, or None if it does not exist."""
        try:
            return (self._path / name).stat().st_size
        except FileNotFoundError:
            return None

    def remove(self, name: str) -> None:
        """Remove a file if it exists."""
        (self._path / name).unlink(missing_ok=True)

    def clear(self) -> None:
        """Remove the folder with everything in it."""
        if self._path.is_dir():
            shutil.rmtree(self._path)

    def remove_leftovers(self) -> None:
        """Remove the incomplete files of processes that were killed."""
        if self._path.is_dir():
            for path in self._path.glob(f"{_TEMPORARY}*"):
                path.unlink(missing_ok=True)


class RemoteFolder(Folder):
    """A folder of a store opened by fsspec. Object stores show an object only when it is complete."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self._filesystem, root = open_store(self.address)
        self._root = root.rstrip("/")

    def __truediv__(self, name: str) -> str:
        return f"{self.address}{name}" if self.address.endswith("://") else f"{self.address}/{name}"

    def _path(self, name: str) -> str:
        return f"{self._root}/{name}"

    @contextmanager
    def create(self, name: str) -> Iterator[str]:
        """Write to a file on this machine, then upload it."""
        with tempfile.TemporaryDirectory(prefix="shudu-") as folder:
            path = Path(folder) / "part"
            yield str(path)
            target = self._path(name)
            with explain_store_errors(self / name):
                self._filesystem.makedirs(target.rpartition("/")[0], exist_ok=True)
                self._filesystem.put_file(str(path), target)

    def open(self, name: str) -> IO[bytes]:
        """Open a file for reading."""
        with explain_store_errors(self / name):
            file: IO[bytes] = self._filesystem.open(self._path(name), "rb")
        return file

    def names(self) -> set[str]:
        """Return the names of the files in the folder."""
        self._filesystem.invalidate_cache()
        try:
            with explain_store_errors(self.address):
                entries = self._filesystem.ls(self._root, detail=True)
        except FileNotFoundError:
            return set()
        return {entry["name"].rstrip("/").rpartition("/")[2] for entry in entries if entry["type"] == "file"}

    def size(self, name: str) -> int | None:
        """Return the size of a file in bytes, or None if it does not exist."""
        self._filesystem.invalidate_cache()
        try:
            with explain_store_errors(self / name):
                return int(self._filesystem.size(self._path(name)))
        except FileNotFoundError:
            return None

    def remove(self, name: str) -> None:
        """Remove a file if it exists."""
        with suppress(FileNotFoundError), explain_store_errors(self / name):
            self._filesystem.rm_file(self._path(name))

    def clear(self) -> None:
        """Remove the folder with everything in it."""
        self._filesystem.invalidate_cache()
        with suppress(FileNotFoundError), explain_store_errors(self.address):
            self._filesystem.rm(self._root, recursive=True)
