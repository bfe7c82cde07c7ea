"""What holds for every test: no screen, no settings of the user's, and nothing left behind.

Qt is used here only where a test has loaded it.
"""

from __future__ import annotations

import gc
import os
import sys
import threading
import traceback
import weakref
from functools import partial
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import shiboken6
from hypothesis import settings
from pytestqt.qtbot import QtBot

from tests.extras import skipped_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtCore import QThread
    from PySide6.QtWidgets import QWidget

# Qt and pyqtgraph read these when they are loaded, so they stand here before anything can load them. What the
# user has chosen otherwise, such as a scale or a style, holds for no test.
for name in [name for name in os.environ if name.startswith(("QT_", "PYQTGRAPH_", "QSG_"))]:
    del os.environ[name]
os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ["LC_ALL"] = "C.UTF-8"  # Qt warns of others when it begins, and writes numbers as they do
os.environ["PYQTGRAPH_QT_LIB"] = "PySide6"
# A method that is connected without @Slot crashes when the signal comes from another thread: report it.
os.environ["QT_LOGGING_RULES"] = "qt.pyside.libpyside.warning=true"

# A slow machine is no reason for a property to be false, and whoever runs the tests gets the same answer each
# time. New cases are looked for with --hypothesis-profile=explore.
settings.register_profile("patient", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None)
settings.load_profile("patient")

# Nor is a slow machine a reason to give up: a wait ends as soon as there is what is waited for.
for wait in (QtBot.waitUntil, QtBot.waitSignal, QtBot.waitSignals, QtBot.waitExposed):
    wait.__kwdefaults__["timeout"] = 30_000

RECORDING_SUFFIXES = {".log", ".rec", ".recd", ".dat"}
PATIENCE = 1.0
"""Seconds that a thread which is about to end may take."""


# -- options


def pytest_addoption(parser: pytest.Parser) -> None:
    """Take the options of tests/fuzz and tests/pictures."""
    group = parser.getgroup("damaged recordings")
    group.addoption("--fuzz", type=int, default=500, metavar="N", help="try so many damaged recordings")
    group.addoption("--fuzz-seed", default="0", metavar="SEED", help="damage them in other ways")
    group.addoption("--fuzz-case", metavar="CASE", help="try this one again, as a failure names it")
    parser.addoption("--approve", action="store_true", help="make the present pictures the approved ones")


# -- what was skipped


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> Iterator[None]:
    """Say below everything else, in one line, how many tests were skipped by extra, and for other reasons."""
    yield
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None or hasattr(session.config, "workerinput"):
        return
    reporter.write_line(skipped_line(report.longrepr[2] for report in reporter.getreports("skipped")))


# -- what stays


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Leave modules and tests, which stay to the end, out of every look for garbage."""
    gc.collect()
    gc.freeze()
    gc.disable()  # as the program does


@pytest.fixture(autouse=True)
def _look_for_garbage() -> None:
    """Look for what the test before has left, in this thread alone: another would delete widgets."""
    gc.collect(1)


# -- real recordings and maps


def _files_in(variable: str, suffixes: set[str]) -> list[object]:
    """Return a parameter for each file in the folder that a variable names, or one that skips."""
    folder = os.environ.get(variable)
    if not folder:
        return [pytest.param(None, marks=pytest.mark.skip(reason=f"{variable} names no folder"), id="unset")]
    files = (path for path in sorted(Path(folder).iterdir()) if path.suffix in suffixes)
    return [pytest.param(path, id=path.name) for path in files]


def _folder_in(variable: str) -> Path:
    if variable not in os.environ:
        pytest.skip(f"{variable} names no folder")
    return Path(os.environ[variable])


@pytest.fixture(scope="session")
def recordings() -> Path:
    """The folder of real recordings."""
    return _folder_in("CARLA_RECORDINGS")


@pytest.fixture(scope="session")
def maps() -> Path:
    """The folder of OpenDRIVE maps."""
    return _folder_in("CARLA_MAPS")


@pytest.fixture(scope="session")
def scenario_runner() -> Path:
    """The folder of ScenarioRunner."""
    return _folder_in("SCENARIO_RUNNER")


@pytest.fixture(scope="session", params=_files_in("CARLA_RECORDINGS", RECORDING_SUFFIXES))
def recording_file(request: pytest.FixtureRequest) -> Path:
    """Each of the real recordings: a test that asks for this runs once per file."""
    return request.param


@pytest.fixture(scope="session", params=_files_in("CARLA_MAPS", {".xodr"}))
def map_file(request: pytest.FixtureRequest) -> Path:
    """Each of the OpenDRIVE maps."""
    return request.param


@pytest.fixture(scope="session")
def scratch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file to write over again and again."""
    return tmp_path_factory.mktemp("scratch") / "scratch.log"


# -- a home of its own


@pytest.fixture(scope="session")
def _homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Name one new home after the other."""
    folder = tmp_path_factory.mktemp("homes")
    return (folder / str(number) for number in count())


@pytest.fixture(autouse=True)
def home(_homes: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home, where the settings of this test alone are kept."""
    folder = next(_homes)
    runtime = folder / "runtime"
    runtime.mkdir(parents=True, mode=0o700)
    for variable in ("HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA"):
        monkeypatch.setenv(variable, str(folder))
    for kind in ("CONFIG", "DATA", "STATE", "CACHE"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(folder / kind.lower()))
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(runtime))
    if core := sys.modules.get("PySide6.QtCore"):
        # QSettings looks for the home once; after that, it has to be told.
        core.QSettings.setDefaultFormat(core.QSettings.Format.IniFormat)
        for file_format in (core.QSettings.Format.IniFormat, core.QSettings.Format.NativeFormat):
            core.QSettings.setPath(file_format, core.QSettings.Scope.UserScope, str(folder / "config"))
    return folder


@pytest.fixture(scope="session")
def qapp_cls() -> type:
    """The program's own application, which pytest-qt makes."""
    from viewer.ui.app import Application  # noqa: PLC0415 - only where a test needs it

    return Application


# -- nothing gone too early


@pytest.fixture(autouse=True)
def _widgets_stay(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Keep what a test gives to ``qtbot``, which holds it weakly: Python may collect it in the middle.

    What Qt has deleted meanwhile is closed no more, though something may still refer to its Python side.
    """
    kept: list[QWidget] = []
    if plugin := sys.modules.get("pytestqt.qtbot"):
        add = plugin.QtBot.addWidget

        def keep_and_add(bot: object, widget: QWidget, **options: object) -> None:
            kept.append(widget)
            add(bot, widget, **options)
            reference, before = request.node.qt_widgets[-1]
            request.node.qt_widgets[-1] = partial(_not_deleted, reference), before

        monkeypatch.setattr(plugin.QtBot, "addWidget", keep_and_add)
    yield
    kept.clear()


def _not_deleted(reference: weakref.ref[QWidget]) -> QWidget | None:
    widget = reference()
    return widget if widget is not None and shiboken6.isValid(widget) else None


# -- nothing left behind


@pytest.fixture(scope="session")
def _started_threads() -> Iterator[list[tuple[weakref.ref[QThread], str]]]:
    """Every QThread that was started since, with the lines of code that started it."""
    started: list[tuple[weakref.ref[QThread], str]] = []
    core = sys.modules.get("PySide6.QtCore")
    if core is None:
        yield started
        return

    start = core.QThread.start

    def remember_and_start(thread: QThread, *arguments: object) -> None:
        origin = "".join(traceback.format_stack(limit=4)[:-1])
        started.append((weakref.ref(thread), origin))
        start(thread, *arguments)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(core.QThread, "start", remember_and_start)
        yield started


@pytest.fixture(autouse=True)
def _nothing_left_behind(
    request: pytest.FixtureRequest, _started_threads: list[tuple[weakref.ref[QThread], str]]
) -> Iterator[None]:
    """Fail a test that leaves a window, a QThread or a thread behind, and say which."""
    failed_before = request.session.testsfailed
    windows_before = {_address(window) for window in _windows()}
    threads_before = set(threading.enumerate())
    _started_threads.clear()
    yield
    if request.session.testsfailed > failed_before:
        return  # a test that failed had no chance to tidy up
    left = [
        *_left_qt_threads(_started_threads),
        *_left_pool_threads(),
        *_left_threads(threads_before),
        *_left_windows(windows_before),
    ]
    if left:
        pytest.fail("The test left behind:\n" + "\n".join(left), pytrace=False)


def _windows() -> list[QWidget]:
    widgets = sys.modules.get("PySide6.QtWidgets")
    if widgets is None or widgets.QApplication.instance() is None:
        return []
    return widgets.QApplication.topLevelWidgets()


def _root(window: QWidget) -> QWidget:
    """Return the window that a window belongs to in the end, such as that of a menu."""
    while (parent := window.parentWidget()) is not None:
        window = parent
    return window


def _address(widget: QWidget) -> int:
    return shiboken6.getCppPointer(widget)[0]


def _left_windows(before: set[int]) -> list[str]:
    if core := sys.modules.get("PySide6.QtCore"):
        core.QCoreApplication.sendPostedEvents(None, core.QEvent.Type.DeferredDelete.value)
    if all(_address(_root(window)) in before for window in _windows()):
        return []
    gc.collect()  # what only waits for the garbage collector is not held by anybody
    left = [window for window in _windows() if _address(_root(window)) not in before]
    return [
        f"- the window {_name(window)}: give it to qtbot.addWidget, or close it and call deleteLater"
        for window in left
    ]


def _left_qt_threads(started: list[tuple[weakref.ref[QThread], str]]) -> list[str]:
    alive = [(thread, origin) for reference, origin in started if (thread := reference()) is not None]
    return [
        f"- the running QThread {_name(thread)}, started at\n{origin}"
        for thread, origin in alive
        if shiboken6.isValid(thread) and not thread.wait(int(PATIENCE * 1000))
    ]


def _left_pool_threads() -> list[str]:
    core = sys.modules.get("PySide6.QtCore")
    if core is None or core.QThreadPool.globalInstance().waitForDone(int(PATIENCE * 1000)):
        return []
    return [
        f"- {core.QThreadPool.globalInstance().activeThreadCount()} running tasks in the global thread pool"
    ]


def _left_threads(before: set[threading.Thread]) -> list[str]:
    # Where a thread of Qt's has run Python, Python keeps a dummy for it.
    new = [thread for thread in threading.enumerate() if thread not in before]
    own = [thread for thread in new if not thread.name.startswith("Dummy-")]
    for thread in own:
        thread.join(PATIENCE)
    return [f"- the running thread '{thread.name}'" for thread in own if thread.is_alive()]


def _name(thing: QWidget | QThread) -> str:
    name = thing.objectName()
    return f"{type(thing).__name__} '{name}'" if name else type(thing).__name__
