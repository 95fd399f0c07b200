"""A job: everything that decides its output, and nothing about who works on it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

import pyarrow as pa

import shudu
from shudu.bulk.columns import TYPES
from shudu.bulk.compute import Wish
from shudu.bulk.inputs import InputFile
from shudu.bulk.kinds import Kind
from shudu.bulk.places import Place, place

NOTES: Final = "_shudu"  # the folder of manifests; readers of tables leave names with an underscore alone
_UNFINISHED: Final = ".unfinished"


@dataclass(frozen=True, slots=True)
class Job:
    """What is to be done. `single` is whether the output is one file; `beside` are columns kept from the input."""

    operation: str
    out: str
    single: bool
    kind: Kind
    wish: Wish
    column: str = "puzzle"
    beside: tuple[tuple[str, pa.DataType], ...] = ()
    compression: str = "none"
    part_rows: int = 1 << 18
    strict: bool = False
    made: tuple[tuple[str, Any], ...] = ()  # what puzzles are to be like, where a job makes them
    version: str = shudu.__version__

    @property
    def parts(self) -> Place:
        """The folder where finished parts appear."""
        return place(self.out + _UNFINISHED if self.single else self.out)

    @property
    def notes(self) -> Place:
        """The folder that tells which parts are finished."""
        return place(self.parts / NOTES)

    @property
    def kept(self) -> tuple[str, ...]:
        """The names of the columns kept from the input."""
        return tuple(name for name, _ in self.beside)

    @property
    def schema(self) -> pa.Schema:
        """The columns of the output."""
        types = {**TYPES, **dict(self.beside)}
        return pa.schema([(name, types[name]) for name in self.wish.columns])

    def described(self, files: tuple[InputFile, ...]) -> dict[str, Any]:
        """What decides the output, for people and for comparison."""
        return {
            "operation": self.operation,
            "version": self.version,
            "columns": list(self.wish.columns),
            "limit": self.wish.limit,
            "profile": self.wish.profile,
            "puzzle column": self.column,
            "part rows": self.part_rows,
            "format": self.kind.suffix,
            "compression": self.compression,
            "wish": {name: value for name, value in self.made if value not in (None, False)},
            "input": [f"{file.name} {file.size} {file.stamp}" for file in files],
        }


def fingerprint(described: dict[str, Any]) -> str:
    """One short name for all that decides the output."""
    return sha256(json.dumps(described, sort_keys=True).encode()).hexdigest()[:16]
