"""schemathesis over the whole API: every answer is documented, and no 5xx except 503."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from shudu.server.app import create_api

from .conftest import MEDIUM, Served, new_game

schema = schemathesis.openapi.from_dict(create_api().openapi())
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]


def call(case: schemathesis.Case[Any], served: Served, cookies: httpx.Cookies) -> None:
    """Send a request and check the answer. 503 is allowed: it is the documented answer to overload."""
    response = case.call(base_url=served.url + "/api/v1", cookies=dict(cookies), timeout=60)
    checks = [check for check in CHECKS if response.status_code != 503 or check is not not_a_server_error]
    case.validate_response(response, checks=checks)


@pytest.fixture
def cookies(served: Served) -> httpx.Cookies:
    with served.visitor() as client:
        new_game(client, line=MEDIUM)
        return client.cookies


@schema.parametrize()
@settings(
    max_examples=8,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_schema(case: schemathesis.Case[Any], served: Served, cookies: httpx.Cookies) -> None:
    call(case, served, cookies)


@pytest.mark.soak
@schema.parametrize()
@settings(max_examples=500, deadline=None, suppress_health_check=list(HealthCheck))
def test_schema_at_length(case: schemathesis.Case[Any], served: Served, cookies: httpx.Cookies) -> None:
    call(case, served, cookies)
