"""The street of ``tests.scenes``, for the inspector."""

from __future__ import annotations

import pytest

from tests.scenes import street
from viewer.recording.index import RecordingIndex
from viewer.ui.widgets.throttle import Throttle


@pytest.fixture(scope="session")
def index(tmp_path_factory: pytest.TempPathFactory) -> RecordingIndex:
    return street().index(tmp_path_factory.mktemp("inspector") / "street.log")


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have each moment shown, however fast another one comes."""
    monkeypatch.setattr(Throttle, "request", lambda throttle: throttle.due.emit())
