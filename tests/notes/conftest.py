"""A recording with a place for its notes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.scenes import street
from viewer.logfile.source import LogFile
from viewer.notes import Sidecar, sidecar_path


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    """The little street, alone in a folder."""
    (tmp_path / "drives").mkdir()
    return street().save(tmp_path / "drives" / "street.log")


@pytest.fixture
def fallback(tmp_path: Path) -> Path:
    """Where notes go if the recording's folder cannot be written."""
    return tmp_path / "data" / "street.log.notes.json"


@pytest.fixture
def open_sidecar(recording: Path, fallback: Path) -> Iterator[Callable[[], Sidecar]]:
    """Return a function that opens the recording with its notes, as a window does."""
    files: list[LogFile] = []

    def open_() -> Sidecar:
        files.append(LogFile(recording))
        return Sidecar(files[-1], [sidecar_path(recording), fallback])

    yield open_
    for file in files:
        file.close()


@pytest.fixture
def sidecar(open_sidecar: Callable[[], Sidecar]) -> Sidecar:
    """The notes of the recording."""
    return open_sidecar()


@pytest.fixture
def path(recording: Path) -> Path:
    """Where they are."""
    return sidecar_path(recording)
