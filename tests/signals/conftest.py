from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def scratch(tmp_path_factory) -> Path:
    """A file to write over again and again."""
    return tmp_path_factory.mktemp("replay") / "scratch.log"
