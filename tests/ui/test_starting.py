"""The window as it is started from a shell: what each of its options does, and what a start sets up."""

import json
import os
import subprocess
import sys

import pytest
from PySide6.QtCore import QCoreApplication, QEventLoop, QProcess, QTimer, QUrl
from PySide6.QtGui import QFileOpenEvent, QGuiApplication, QPixmapCache
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

from tests.roads.maps import road, write
from tests.scenes import OTHER, street
from viewer.cli import main, window
from viewer.program import PROGRAM
from viewer.ui import app, quick_imports
from viewer.ui.app import Viewer

NAMES = ("applicationName", "applicationDisplayName", "organizationName")


@pytest.fixture
def start(plain_app, monkeypatch):
    """A function that starts the program with words, looks at its window and returns the status."""
    viewers = []
    before = [getattr(plain_app, name)() for name in NAMES]
    interval, hook, kept = sys.getswitchinterval(), sys.excepthook, QPixmapCache.cacheLimit()
    monkeypatch.setenv("QT_NO_GUI_THREADPOOL", "1")

    def make(*arguments):
        viewers.append(Viewer(*arguments))
        return viewers[-1]

    def run(look, *words):
        monkeypatch.setattr(QApplication, "exec", lambda *_: look(viewers[-1]) or 7)
        return main([str(word) for word in words])

    monkeypatch.setattr(app, "Viewer", make)
    monkeypatch.setattr(window, "cannot_show", lambda: "")
    monkeypatch.setattr(quick_imports, "import_quickly", lambda: None)
    yield run
    for viewer in viewers:
        if isValid(viewer):  # a test failed while it ran
            viewer.dispose()
    sys.setswitchinterval(interval)
    sys.excepthook = hook
    QPixmapCache.setCacheLimit(kept)
    for name, value in zip(NAMES, before, strict=True):
        getattr(plain_app, f"set{name[0].upper()}{name[1:]}")(value)


@pytest.fixture
def street_log(tmp_path):
    return street().save(tmp_path / "street.log")


@pytest.fixture
def read(qtbot):
    """A function that waits until a recording is open and looked at, and returns its name."""

    def wait(viewer):
        qtbot.waitUntil(lambda: viewer.recording.index is not None and not viewer.recording.busy)
        return viewer.recording.index.path.name

    return wait


def test_the_first_start_shows_the_sample_and_later_ones_the_start_page(start, read):
    seen = []

    def sample(viewer):
        assert read(viewer) == "sample.log"
        seen.append(viewer.toast.isVisible() and "Space plays" in viewer.toast.text)

    def nothing(viewer):
        QCoreApplication.processEvents()
        seen.append(viewer.recording.index is None and not viewer.toast.isVisible())
        seen.append(viewer.window.map_area.start_page.isVisible())

    assert [start(sample), start(nothing), start(sample, "--sample")] == [7, 7, 7]
    assert seen == [True] * 4


def test_a_recording_is_opened_at_a_moment_with_actor_and_map(start, read, street_log, tmp_path, qtbot):
    roads = write(tmp_path, road())

    def look(viewer):
        assert read(viewer) == "street.log"
        qtbot.waitUntil(lambda: viewer.tasks.quiet)
        ids = viewer.recording.index.actors.actor_id
        seen.append(round(viewer.playback.transport.playhead, 3))
        seen.append([int(ids[row]) for row in viewer.focus.selected])
        seen.append(viewer.focus.followed == viewer.focus.primary)
        seen.append(viewer.workspace.roads.wanted)

    seen = []
    start(look, street_log, "--at", "#4", "--select", OTHER, "--follow", "--roads", roads)
    assert seen == [0.15, [OTHER], True, roads]


def test_of_two_recordings_one_is_opened_of_a_folder_all_listed(start, read, tmp_path, qtbot, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    seen = []
    for name in ("a", "b", "c"):
        street().save(tmp_path / f"{name}.log")
    start(lambda viewer: seen.append(read(viewer)), tmp_path / "c.log", tmp_path / "a.log")

    def look(viewer):
        QCoreApplication.processEvents()
        page = viewer.library.page
        qtbot.waitUntil(lambda: not page.busy and page.model.rowCount() == 3)
        seen.append(sorted(page.model.value(row, "name") for row in range(3)))

    start(look, tmp_path)
    assert seen == ["c.log", ["a.log", "b.log", "c.log"]]


def test_what_a_start_sets_up_and_leaves_behind(start, read, home, street_log):
    usual, hook, seen = sys.getswitchinterval(), sys.excepthook, {}

    def look(viewer):
        read(viewer)
        seen["switches sooner"] = sys.getswitchinterval() < usual / 10
        seen["reports crashes"] = sys.excepthook != hook
        seen["keeps few pixmaps"] = QPixmapCache.cacheLimit() < 10_000
        seen["shown"] = viewer.window.isVisible()
        seen["settings"] = QCoreApplication.organizationName() == QCoreApplication.applicationName() != ""

    start(look, street_log)
    assert seen == dict.fromkeys(seen, True)
    assert QApplication.topLevelWidgets() == []


def test_a_fault_is_kept_in_a_log_that_can_be_copied_without_the_home(start, read, home, street_log):
    def look(viewer):
        read(viewer)
        loop = QEventLoop()
        for each in (fail, loop.quit):
            QTimer.singleShot(0, each)
        loop.exec()  # with PySide 6.9 processEvents would raise it
        viewer.window.actions_by_id["about"].trigger()
        about = QApplication.activeModalWidget()
        next(each for each in about.buttons() if each.text() == "Copy diagnostics").click()
        seen.append(QGuiApplication.clipboard().text())

    def fail():
        message = f"no such thing in {home}"
        raise ValueError(message)

    seen = []
    with pytest.MonkeyPatch.context() as quiet:
        quiet.setattr(sys, "excepthook", lambda *_: None)
        start(look, street_log)
    assert all(each in seen[0] for each in ("numpy ", '"theme": "auto"', "ValueError: no such thing in ~"))
    assert str(home) not in seen[0]


LATER = (
    "importlib.metadata",
    "viewer.analysis.criteria",
    "viewer.comparison",
    "viewer.export",
    "viewer.recording.check",
    "viewer.roads.road_map",
    "viewer.ui.exports",
    "viewer.run_folder",
    "viewer.ui.cameras",
    "viewer.ui.notes.panel",
    "viewer.ui.file.panel",
    "viewer.ui.palette.palette",
    "viewer.ui.run_log",
    "viewer.ui.shell.guide_window",
    "viewer.ui.file.problems_view",
    "viewer.ui.shell.settings_page",
    "viewer.ui.findings.panel",
)


def test_what_no_first_picture_shows_is_not_loaded_with_the_window():
    code = "import sys, viewer.ui.app; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert set(LATER).isdisjoint(loaded.stdout.split())


RATIO = """
import os
from PySide6.QtWidgets import QApplication
from viewer.ui import app
from viewer.ui.state.open_request import OpenRequest
def look(*_):
    print(QApplication.primaryScreen().devicePixelRatio(), "QT_SCALE_FACTOR" in os.environ)
    return 0
QApplication.exec = look
app.run_window([], OpenRequest(), sample=True)
"""


@pytest.mark.parametrize(("settings", "told"), [("", "1.0"), ("size=1.5", "1.5"), ("size=17", "1.0")])
def test_everything_is_as_large_as_it_was_chosen_from_the_next_start_on(home, tmp_path, settings, told):
    store = home / "config" / PROGRAM / f"{PROGRAM}.conf"
    store.parent.mkdir(parents=True)
    store.write_text(f"[General]\n{settings}\n")
    screen = {"name": "a", "x": 0, "y": 0, "width": 1920, "height": 1080, "logicalDpi": 96, "dpr": 1.0}
    screens = tmp_path / "screens.json"
    screens.write_text(json.dumps({"synchronousWindowSystemEvents": False, "screens": [screen]}))
    where = {**os.environ, "QT_QPA_PLATFORM": f"offscreen:configfile={screens}"}
    shown = subprocess.run(
        [sys.executable, "-c", RATIO], env=where, capture_output=True, text=True, check=True
    )
    assert shown.stdout.split() == [told, "False"]


@pytest.mark.parametrize("words", [("--sample",), (), None], ids=["sample", "nothing", "another"])
def test_a_file_that_the_system_opens_with_a_running_program_is_shown(
    words, start, street_log, tmp_path, plain_app, qtbot, monkeypatch
):
    """Two files at once, as macOS tells of them: the first replaces the sample, the second gets a window."""
    started = []
    monkeypatch.setattr(QProcess, "startDetached", lambda *command: started.append(command))
    monkeypatch.setattr("viewer.installation.launcher", lambda: tmp_path / "program")
    second = street().save(tmp_path / "second street.log")

    def look(viewer):
        if words is None:
            qtbot.waitUntil(lambda: viewer.recording.index is not None and not viewer.recording.busy)
        for path in (street_log, second):
            QCoreApplication.sendEvent(plain_app, QFileOpenEvent(QUrl.fromLocalFile(str(path))))
        qtbot.waitUntil(lambda: viewer.recording.index is not None and not viewer.recording.busy)
        assert viewer.recording.index.path == (other if words is None else street_log)

    other = street().save(tmp_path / "other.log")
    assert start(look, *((other,) if words is None else words)) == 7
    opened = [[tmp_path / "program", "--new-window", path] for path in (street_log, second)]
    assert [[command, *more] for command, more in started] == [
        list(map(str, each)) for each in (opened if words is None else opened[1:])
    ]
