"""The mirrors of kernel.h: signatures, structures, constants, and the order of searches and techniques."""

import re
from ctypes import c_int32, c_size_t, c_uint64, c_void_p
from math import prod
from pathlib import Path
from typing import Any

import pytest

from shudu.kernel import logic
from shudu.kernel.load import BAD_INPUT, SIGNATURES, STOPPED
from shudu.kernel.logic import PATH, SE_RATING
from shudu.logic.rating.se import TECHNIQUES

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


SIZES = {"uint8_t": 1, "uint16_t": 2, "uint32_t": 4, "uint64_t": 8}


def read_layout(code: str, name: str) -> tuple[dict[str, tuple[int, int]], int]:
    """Return where each field of a structure begins and how many bytes it has, and the size of the whole."""
    constants = dict(re.findall(r"(SHUDU_PATH_\w+) = (\d+)", code))
    body = re.search(rf"struct {name} \{{(.*?)\}};", code, re.DOTALL)
    assert body
    fields, end, largest = {}, 0, 1
    for kind, names in re.findall(r"(uint\d+_t) ([^;]+);", body[1]):
        largest = max(largest, SIZES[kind])
        for field, dimensions in re.findall(r"(\w+)((?:\[\w+\])*)", names):
            counts = (int(constants.get(count, count)) for count in re.findall(r"\w+", dimensions))
            start, size = -(-end // SIZES[kind]) * SIZES[kind], SIZES[kind] * prod(counts)
            fields[field], end = (start, size), start + size
    return fields, -(-end // largest) * largest


@pytest.fixture(scope="module")
def header(root: Path) -> str:
    return re.sub(r"//[^\n]*", "", (root / "kernel/kernel.h").read_text("utf-8"))


def test_the_structures_have_the_layout_of_the_header(header: str) -> None:
    for name, mirror in (("shudu_path", PATH), ("shudu_se_rating", SE_RATING)):
        fields, size = read_layout(header, name)
        assert mirror.itemsize == size
        assert mirror.fields is not None
        for field, (dtype, start, *_) in mirror.fields.items():
            if field != "queues":
                assert fields[field] == (start, dtype.itemsize), field


def test_the_queues_of_a_path_reach_to_its_end(header: str) -> None:
    fields, _ = read_layout(header, "shudu_path")
    assert PATH.fields is not None
    dtype, start, *_ = PATH.fields["queues"]
    assert (start, start + dtype.itemsize) == (fields["naked_head"][0], sum(fields["hidden"]))


def test_the_page_knows_the_layout_of_a_path(root: Path, header: str) -> None:
    source = (root / "web/src/kernel/paths.ts").read_text("utf-8")
    mirror = {name: int(number) for name, number in re.findall(r"^const ([A-Z]+) = (\d+);", source, re.MULTILINE)}
    fields, size = read_layout(header, "shudu_path")
    assert mirror == {"SIZE": size, "GIVENS": fields["givens"][0], "DIGITS": fields["digits"][0]}


def test_the_page_names_the_searches_by_the_numbers_of_the_kernel(root: Path) -> None:
    source = (root / "web/src/play/session/skill.ts").read_text("utf-8")
    topics = re.findall(r"topic: '([\w-]+)', search: \[(\d+), (\d+)\]", source)
    assert len(topics) > 20
    for topic, number, kinds in topics:
        assert logic.SEARCHES[int(number)][int(kinds).bit_length() - 1] == topic


def test_the_page_digs_with_the_random_stream_of_the_kernel(root: Path) -> None:
    stream = re.search(r"enum class Stream .*\bdig = (\d+)", (root / "kernel/base/random.h").read_text("utf-8"))
    assert stream
    assert f"DIGGING = {stream[1]}n;" in (root / "web/src/kernel/random.ts").read_text("utf-8")


def test_the_constants_of_paths_and_ratings(header: str) -> None:
    constants = {name: int(number) for name, number in re.findall(r"SHUDU_(\w+) = (\d+)", header)}
    path = [constants[f"PATH_{name}"] for name in ("SEARCHES", "KINDS", "ENDED", "FILLED", "ASKS")]
    assert path == [logic.MOST_SEARCHES, logic.MOST_KINDS, logic.ENDED, logic.FILLED, logic.ASKS]
    assert [constants[f"SE_{name}"] for name in ("UNRATED", "RATED", "TOO_LARGE")] == [
        logic.UNRATED,
        logic.RATED,
        logic.TOO_LARGE,
    ]


def read_enumerators(file: Path, name: str) -> list[list[str]]:
    """Return the words of each enumerator: `kXyWing` is `["xy", "wing"]`."""
    code = re.sub(r"//[^\n]*", "", file.read_text("utf-8"))
    body = re.search(rf"enum {name} : uint8_t \{{(.*?)\}};", code, re.DOTALL)
    assert body
    return [[word.lower() for word in re.findall(r"[A-Z][a-z]*|\d+", each)] for each in re.findall(r"k\w+", body[1])]


def test_searches_and_techniques_have_the_order_of_the_kernel(root: Path) -> None:
    searches = read_enumerators(root / "kernel/logic/path.cc", "Search")
    assert searches[0] == ["ask"] and searches.index(["franken", "fish"]) == logic.FRANKEN_FISH
    for words, ids in zip(searches[1:], logic.SEARCHES[1:], strict=False):
        assert all(word.removesuffix("s") in " ".join(ids) for word in words), (words, ids)
    enumerators = read_enumerators(root / "kernel/logic/se/position.h", "Technique")
    assert len(TECHNIQUES) == len(enumerators) + 23  # the last one stands for 24
    for words, id in zip(enumerators[1:], TECHNIQUES[1:], strict=False):
        assert all(word in id for word in words if word != "multiple"), (words, id)
