"""The whole window, as a person has it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QSettings
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from tests.scenes import street
from tests.ui.alone import alone
from tests.ui.person import open_judged
from viewer.recording.index import RecordingIndex
from viewer.ui.app import Viewer
from viewer.ui.background.tasks import Tasks
from viewer.ui.state.found_events import EventScope
from viewer.ui.state.setting import Setting
from viewer.ui.state.settings import Settings
from viewer.ui.state.workspace import Workspace
from viewer.ui.theme import ThemeChoice, apply_theme, current_theme, load_theme

__all__ = ["alone"]


class Clock:
    """A clock that stands until it is moved; seconds."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(scope="session")
def index(tmp_path_factory: pytest.TempPathFactory) -> RecordingIndex:
    """The street of ``tests.scenes``: 20 frames of 0.05 s."""
    return street().index(tmp_path_factory.mktemp("street") / "street.log")


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
def workspace(qtbot: QtBot, tasks: Tasks, settings: Settings) -> Iterator[Workspace]:
    """A workspace without a window, in which nothing is open; its clock stands."""
    workspace = Workspace(tasks, settings)
    yield workspace
    workspace.shut_down()
    workspace.deleteLater()


def start(qapp: QApplication, folder: Path, theme: ThemeChoice = "dark") -> Viewer:
    """Start the program with the settings in a folder."""
    store = QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat)
    viewer = Viewer(qapp, Settings(store), theme)
    viewer.window.resize(1600, 1000)
    viewer.window.show()
    QTest.qWaitForWindowExposed(viewer.window)
    return viewer


@pytest.fixture
def make_viewer(qapp: QApplication, tmp_path: Path) -> Iterator[Callable[..., Viewer]]:
    """Return a function that starts the program; each start finds the settings of the one before."""
    viewers: list[Viewer] = []

    def make(theme: ThemeChoice = "dark") -> Viewer:
        viewers.append(start(qapp, tmp_path, theme))
        return viewers[-1]

    yield make
    for viewer in viewers:
        viewer.dispose()
    qapp.setStyleSheet("")


@pytest.fixture(scope="module")
def one_window(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Viewer]:
    """A window for all tests of a module, which asks for it by ``pytest.mark.usefixtures``."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
        viewer = start(qapp, tmp_path_factory.mktemp("settings"))
    yield viewer
    viewer.dispose()
    qapp.setStyleSheet("")


def as_new(viewer: Viewer) -> None:
    """Close what is open in a window and forget all that was chosen in it."""
    viewer.workspace.close()
    for name, each in vars(Settings).items():
        if isinstance(each, Setting) and name != "theme" and getattr(viewer.settings, name) != each.default:
            each.reset(viewer.settings)
    viewer.settings.store.clear()
    viewer.window.resize(1600, 1000)
    viewer.window.docks.reset()
    viewer.found_events.set_thresholds({})
    viewer.found_events.set_scope(EventScope.EVERYONE)
    viewer.found_events.set_hidden(frozenset())
    viewer.toast.hide()
    if "palette" in viewer.window.made:
        viewer.window.panel("palette").close_palette()
    viewer.history.history.forget()
    for _ in range(5_000):  # threads of the window end
        viewer.tasks.rest()
        if all(each.name.startswith(("Main", "Dummy")) for each in threading.enumerate()):
            break
        QTest.qWait(1)


@pytest.fixture
def viewer(request: pytest.FixtureRequest) -> Iterator[Viewer]:
    """The program, just started, or the one window of a module with nothing open."""
    if "one_window" not in request.fixturenames:
        yield request.getfixturevalue("make_viewer")()
        return
    viewer = request.getfixturevalue("one_window")
    viewer.window.activateWindow()
    viewer.window.map_area.map_view.setFocus()
    yield viewer
    as_new(viewer)


@pytest.fixture
def open_street(viewer: Viewer, qtbot: QtBot, tmp_path: Path) -> Viewer:
    """The program with the little street open."""
    open_judged(viewer, qtbot, street().save(tmp_path / "street.log"))
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

    for name in (
        "keyClick",
        "keyClicks",
        "keySequence",
        "mouseClick",
        "mouseDClick",
        "mouseRelease",
        "mouseMove",
    ):
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
