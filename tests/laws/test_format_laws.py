"""Laws of all formats: reading what was written gives the same sheet, and the format is recognised."""

from __future__ import annotations

import warnings
from dataclasses import replace

import pytest
from hypothesis import given, settings

from shudu.core.geometry import mask_of
from shudu.core.grid import masks_by_rules
from shudu.formats.io.marks import NO_MARKS, digits_in, tidy_candidates
from shudu.formats.io.read_write import DataLossWarning, read, write
from shudu.formats.io.registry import FORMATS, recognise
from shudu.formats.io.sheet import Format, Sheet
from tests.unit.formats.sheets import sheets

READABLE = [format for format in FORMATS.values() if format.kind != "picture"]


def drop_parts(sheet: Sheet, lost: set[str]) -> Sheet:
    """Return the sheet without the lost parts; independent of the formats."""
    if "single-candidates" in lost:
        sheet = fill_singles(sheet)
    return Sheet(
        sheet.digits,
        0 if "entries" in lost else sheet.entries,
        None if "candidates" in lost else sheet.candidates,
        NO_MARKS if "centre" in lost else sheet.centre,
        NO_MARKS if "corner" in lost else sheet.corner,
        tuple(pair for pair in sheet.colours if ("colours" if len(pair[0]) == 4 else "candidate-colours") not in lost),
        tuple(pair for pair in sheet.facts if pair[0] not in lost),
        "" if "history" in lost else sheet.history,
    )


def fill_singles(sheet: Sheet) -> Sheet:
    groups = [digits_in(sheet.digit_masks, cell) for cell in range(81)]
    digits = bytes(
        digit or (int(group) if len(group) == 1 else 0) for digit, group in zip(sheet.digits, groups, strict=True)
    )
    return replace(sheet, digits=digits, candidates=tidy_candidates(digits, sheet.digit_masks))


def open_unmarked(sheet: Sheet) -> Sheet:
    """Return the sheet as a pencil-mark grid reads it: a cell without candidates is not marked yet."""
    bare = [cell for cell in range(81) if not sheet.digits[cell] and not digits_in(sheet.digit_masks, cell)]
    allowed = masks_by_rules(sheet.digits)
    masks = [marks | rules & mask_of(bare) for marks, rules in zip(sheet.digit_masks, allowed, strict=True)]
    return replace(sheet, candidates=tidy_candidates(sheet.digits, masks))


@pytest.mark.parametrize("format", READABLE, ids=[known.name for known in READABLE])
@settings(max_examples=60)
@given(sheet=sheets())
def test_reading_what_was_written_gives_the_same_sheet(format: Format, sheet: Sheet) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataLossWarning)
        text = write(sheet, format.name)
    assert isinstance(text, str)
    if format.name == "share" and sheet.history:
        sheet = replace(sheet, digits=sheet.puzzle)  # replaying the moves gives the position
    expected = drop_parts(sheet, set(format.losses(sheet)))
    assert read(text, format.name) == (open_unmarked(expected) if format.name == "pencilmarks" else expected)


@pytest.mark.parametrize("format", READABLE, ids=[known.name for known in READABLE])
@settings(max_examples=40)
@given(sheet=sheets())
def test_written_text_is_recognised(format: Format, sheet: Sheet) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataLossWarning)
        text = write(sheet, format.name)
    assert isinstance(text, str)
    recognised = recognise(text)
    assert recognised is not None
    assert recognised.name == format.name


@settings(max_examples=60)
@given(sheet=sheets())
def test_writing_warns_of_every_lost_part(sheet: Sheet) -> None:
    with pytest.warns(DataLossWarning) if sheet.parts() else warnings.catch_warnings():
        write(sheet, "sdm")
    named = set(FORMATS["sdm"].losses(sheet))
    assert named == sheet.parts()


@settings(max_examples=60)
@given(sheet=sheets())
def test_a_sheet_survives_as_a_grid(sheet: Sheet) -> None:
    bare = replace(sheet, centre=NO_MARKS, corner=NO_MARKS, colours=(), facts=(), history="")
    assert Sheet.from_grid(bare.grid) == bare
