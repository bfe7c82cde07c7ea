from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import viewer
from tests.scenes import street
from viewer.api import Recording
from viewer.logfile.fields import Engine


@pytest.fixture
def recording(recording_file: Path) -> Iterator[Recording]:
    """Each of the real recordings, opened."""
    with viewer.open_recording(recording_file) as opened:
        yield opened


@pytest.fixture(params=list(Engine), ids=lambda engine: engine.value)
def scene(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Recording]:
    """A bit of everything, as each engine writes it."""
    with viewer.open_recording(street(engine=request.param).save(tmp_path / "street.log")) as opened:
        yield opened
