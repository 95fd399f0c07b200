"""What tests share: where reference data lies, and random positions."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared" / "data"

settings.register_profile("shudu", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("shudu")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of reference data; tests that read it are skipped where it is absent."""
    if not SHARED.is_dir():
        pytest.skip("the reference data (../shared/data) is not here")
    return SHARED


@pytest.fixture(scope="session")
def root() -> Path:
    """The project's folder."""
    return ROOT
