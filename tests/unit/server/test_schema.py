"""schemathesis over the whole API with all its checks: what fits the schema is accepted, what does not is rejected."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis.config
from hypothesis import HealthCheck, Phase, settings

from shudu.server.app import create_api

from .conftest import MEDIUM, Served, new_game

CONFIG = schemathesis.config.SchemathesisConfig.from_path(Path(__file__).with_name("schemathesis.toml"))
schema = schemathesis.openapi.from_dict(create_api().openapi(), config=CONFIG)


def call(case: schemathesis.Case[Any], served: Served, cookies: httpx.Cookies) -> None:
    """Send a request and check the answer."""
    case.call_and_validate(base_url=served.url + "/api/v1", cookies=dict(cookies), timeout=60)


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
