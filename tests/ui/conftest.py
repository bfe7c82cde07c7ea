"""The whole window, as a person has it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QSettings
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from tests.scenes import street
from tests.ui.alone import alone
from viewer.ui.app import Viewer
from viewer.ui.background.tasks import Tasks
from viewer.ui.state.settings import Settings
from viewer.ui.theme import ThemeChoice, apply_theme, current_theme, load_theme

__all__ = ["alone"]


class Clock:
    """A clock that stands until it is moved; seconds."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    """What ``tasks`` are timed by."""
    return Clock()


@pytest.fixture
def tasks(qapp: QApplication, clock: Clock) -> Iterator[Tasks]:
    """Where work is done in the background."""
    tasks = Tasks(clock)
    yield tasks
    tasks.shut_down()
    # Left to Python's collector, its children may crash PySide below Python 3.12.
    tasks.deleteLater()
    QCoreApplication.sendPostedEvents(tasks, QEvent.Type.DeferredDelete.value)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Settings that nobody has changed yet."""
    return Settings(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))


@pytest.fixture
def make_viewer(qapp: QApplication, qtbot: QtBot, tmp_path: Path) -> Iterator[Callable[..., Viewer]]:
    """Return a function that starts the program; each start finds the settings of the one before."""
    viewers: list[Viewer] = []

    def make(theme: ThemeChoice = "dark") -> Viewer:
        store = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
        viewer = Viewer(qapp, Settings(store), theme)
        viewers.append(viewer)
        viewer.window.resize(1600, 1000)
        viewer.window.show()
        qtbot.waitExposed(viewer.window)
        return viewer

    yield make
    for viewer in viewers:
        viewer.dispose()
    qapp.setStyleSheet("")


@pytest.fixture
def viewer(make_viewer: Callable[..., Viewer]) -> Viewer:
    """The program, just started."""
    return make_viewer()


@pytest.fixture
def open_street(viewer: Viewer, qtbot: QtBot, tmp_path: Path) -> Viewer:
    """The program with the little street open."""
    viewer.workspace.open(street().save(tmp_path / "street.log"))
    qtbot.waitUntil(lambda: viewer.recording.index is not None and not viewer.recording.busy)
    qtbot.waitUntil(lambda: viewer.found_events.found is not None and not viewer.found_events.searching)
    return viewer


@pytest.fixture(autouse=True)
def _turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a turn of the event loop come before and after each key, click and picture, as with a person's."""

    def with_turn(do: Callable[..., object]) -> Callable[..., object]:
        def done(*args: object, **more: object) -> object:
            turn()
            answer = do(*args, **more)
            turn()
            return answer

        return done

    for name in ("keyClick", "keyClicks", "mouseClick", "mouseDClick", "mouseRelease", "mouseMove"):
        monkeypatch.setattr(QTest, name, with_turn(getattr(QTest, name)))
    monkeypatch.setattr(QWidget, "grab", with_turn(QWidget.grab))


def turn() -> None:
    """Let what has changed be told."""
    for _ in range(2):  # what is told may have more told
        QCoreApplication.sendPostedEvents(None, QEvent.Type.MetaCall.value)


@pytest.fixture(autouse=True)
def _dark_again(qapp: QApplication) -> Iterator[None]:
    yield
    if current_theme() is not load_theme("dark"):
        apply_theme(qapp, load_theme("dark"))


@pytest.fixture
def plain_app(qapp: QApplication) -> Iterator[QApplication]:
    """The application, as plain after the test as before."""
    style, palette, font_before = qapp.style().objectName(), qapp.palette(), qapp.font()
    yield qapp
    apply_theme(qapp, load_theme("dark"))
    qapp.setStyleSheet("")
    qapp.setStyle(style)
    qapp.setPalette(palette)
    qapp.setFont(font_before)
