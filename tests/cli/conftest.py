from __future__ import annotations

from pathlib import Path

import pytest

from tests.scenes import street


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    """The little street."""
    return street().save(tmp_path / "street.log")
