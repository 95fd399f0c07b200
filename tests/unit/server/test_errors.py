"""Every error code of the server is raised, has a text and is documented, and so is every address."""

from __future__ import annotations

import re
from datetime import date

import pytest

from shudu.core.errors import ConflictingGivens, ImpossibleRequest, NoSolution
from shudu.core.puzzle import Puzzle
from shudu.locale.catalogue import LANGUAGES, Message, table
from shudu.server.app import create_api
from shudu.server.errors import STATUSES, ApiError, error_response, to_json

from .served_process import ROOT

SOURCE = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "src/shudu/server").rglob("*.py"))


def test_every_code_is_raised_somewhere() -> None:
    assert [code for code in STATUSES if SOURCE.count(f'"{code}"') < 2] == []


def test_every_raised_code_has_a_status() -> None:
    raised = set(re.findall(r'(?:ApiError|JobTimeout|QueueFull|WorkerDied|__init__)\(\s*"([^"]+)"', SOURCE))
    assert raised == set(STATUSES)


def test_every_code_has_a_text_in_every_language() -> None:
    for language in LANGUAGES:
        texts = {f"server.{name}" for name in table("server.errors", language)}
        assert texts == {*STATUSES, "server.bad-setting"}


def test_every_code_is_documented_with_its_status() -> None:
    page = (ROOT / "docs/api.md").read_text(encoding="utf-8")
    documented = dict(re.findall(r"^\| `(server\.[a-z-]+)` \| (\d{3}) \|", page, re.MULTILINE))
    assert documented == {code: str(status) for code, status in STATUSES.items()}


def test_every_address_is_documented_with_its_summary() -> None:
    page = (ROOT / "docs/api.md").read_text(encoding="utf-8")
    documented = re.findall(r"^\| `([A-Z]+ /\S*)` \| (.+) \|$", page, re.MULTILINE)
    paths = create_api().openapi()["paths"]
    assert documented == [
        (f"{method.upper()} {path}", operation["summary"])
        for path, methods in paths.items()
        for method, operation in methods.items()
    ]


def test_every_route_parameter_and_field_is_described() -> None:
    schema = create_api().openapi()
    missing = []
    for path, item in schema["paths"].items():
        for method, operation in item.items():
            described = [operation, *operation.get("parameters", ())]
            missing += [(method, path, part.get("name")) for part in described if not part.get("description")]
    for name, model in schema["components"]["schemas"].items():
        if "description" not in model:
            missing.append(("schema", name, None))
        fields = model.get("properties", {})
        missing += [("schema", name, field) for field, content in fields.items() if not content.get("description")]
    assert missing == []


def test_library_errors_keep_their_code_and_fields() -> None:
    answer = error_response(ImpossibleRequest("core.language", language="fr", languages=("en", "zh")))
    assert answer.status_code == 409
    assert b'"code":"core.language"' in answer.body and b'"languages":["en","zh"]' in answer.body
    assert error_response(NoSolution("server.no-solution")).status_code == 409
    with pytest.raises(ConflictingGivens) as caught:
        Puzzle("11" + "." * 79)
    answer = error_response(caught.value)
    assert f'"code":"{caught.value.code}"'.encode() in answer.body and b'"cells":[0,1]' in answer.body


def test_the_retry_header_repeats_the_field() -> None:
    answer = error_response(ApiError("server.too-many-requests", retry_after=7))
    assert answer.status_code == 429 and answer.headers["retry-after"] == "7"


def test_fields_become_json() -> None:
    message = Message("server.settings.rate", {"n": 1})
    assert to_json(message) == {"key": "server.settings.rate", "fields": {"n": 1}}
    assert to_json({"days": (date(2026, 1, 2), None)}) == {"days": ["2026-01-02", None]}
