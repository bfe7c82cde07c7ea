from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import viewer
from tests.scenes import street
from viewer.api import Recording
from viewer.export.errors import MissingExtraError, require
from viewer.logfile.fields import Engine

_REQUIRED = "CARLA_VIEWER_EXTRAS"
"""Environment variable; where it says ``required``, a test that would skip for a missing extra fails."""


@pytest.fixture(scope="session")
def need() -> Callable[..., None]:
    """Skip a test for which a library is missing."""

    def ask(extra: str, *modules: str) -> None:
        try:
            require(extra, modules, "this test")
        except MissingExtraError as error:
            if os.environ.get(_REQUIRED) == "required":
                pytest.fail(str(error))
            pytest.skip(str(error))

    return ask


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
