"""The street of ``tests.scenes``, for the inspector."""

from __future__ import annotations

import pytest

from tests.scenes import street
from viewer.recording.index import RecordingIndex


@pytest.fixture(scope="session")
def index(tmp_path_factory: pytest.TempPathFactory) -> RecordingIndex:
    return street().index(tmp_path_factory.mktemp("inspector") / "street.log")
