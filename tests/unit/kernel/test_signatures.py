"""The ctypes signatures match the declarations of kernel.h."""

import re
from ctypes import c_int32, c_size_t, c_uint64, c_void_p
from pathlib import Path
from typing import Any

from shudu.kernel.load import BAD_INPUT, SIGNATURES, STOPPED

SCALARS: dict[str, Any] = {"int32_t": c_int32, "size_t": c_size_t, "uint64_t": c_uint64, "void": None}


def read_declarations(header: str) -> dict[str, tuple[Any, ...]]:
    """Return the type of the result and of the arguments of every exported function."""
    code = re.sub(r"//[^\n]*", "", header)
    found = re.findall(r"SHUDU_API\s+(\w+)\s+(shudu_\w+)\(([^)]*)\);", code)
    return {name: (SCALARS[result], *map(to_ctype, split_arguments(text))) for result, name, text in found}


def split_arguments(text: str) -> list[str]:
    return [] if text.strip() in ("", "void") else text.split(",")


def to_ctype(argument: str) -> Any:
    if "*" in argument or "[" in argument:
        return c_void_p
    kind, _name = argument.split()
    return SCALARS[kind]


def test_every_function_is_declared_with_the_types_of_the_header(root: Path) -> None:
    declared = read_declarations((root / "kernel/kernel.h").read_text("utf-8"))
    assert len(declared) > 20
    assert declared == SIGNATURES


def test_status_codes(root: Path) -> None:
    codes = dict(re.findall(r"SHUDU_(\w+) = (\d)", (root / "kernel/kernel.h").read_text("utf-8")))
    assert (int(codes["STOPPED"]), int(codes["BAD_INPUT"])) == (STOPPED, BAD_INPUT)
