"""A session, alone or with the street open, for commands without a window around them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QWidget

from tests.scenes import street
from viewer.ui.state.session import Session
from viewer.ui.state.settings import Settings


@pytest.fixture
def session(qtbot) -> Iterator[Session]:
    """A session in which nothing is open; its clock stands."""
    session = Session(lambda: 0.0)
    yield session
    session.shut_down()
    session.deleteLater()


@pytest.fixture
def refusals(session) -> list[str]:
    """What the user was told instead, so far."""
    told: list[str] = []
    session.refused.connect(told.append)
    return told


@pytest.fixture
def opened(session, qtbot, tmp_path) -> Session:
    """The session with the street open, alone in a folder."""
    (tmp_path / "drives").mkdir()
    open_in(session, qtbot, street().save(tmp_path / "drives" / "b.log"))
    return session


@pytest.fixture
def settings(tmp_path) -> Settings:
    return Settings(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))


@pytest.fixture
def widget(qtbot) -> QWidget:
    """What dialogs would stand over."""
    widget = QWidget()
    qtbot.addWidget(widget)
    return widget


def open_in(session, qtbot, path) -> None:
    session.open(path)
    qtbot.waitUntil(lambda: session.index is not None and session.index.path == path and not session.busy)
