"""Panels that are made when they are first shown: a new one is a row of the table and a package."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QGraphicsView, QMainWindow, QWidget

from tests.scenes import street
from viewer.ui.action_table import ACTIONS
from viewer.ui.app import Viewer
from viewer.ui.panels import PANELS, PanelPlace, PanelRow, panels_at
from viewer.ui.rooms import Rooms
from viewer.ui.shell.docks import Dock

PACKAGE = """
from PySide6.QtWidgets import QLabel
from viewer.ui.widgets.drawer_panel import DrawerPanel


class HelloPanel(DrawerPanel):
    def __init__(self, parent, greeting):
        super().__init__(parent)
        self.label = QLabel(greeting, self)


def open_room(parent, *, greeting):
    return HelloPanel(parent, greeting)
"""
ROW = PanelRow("hello", "Hello", PanelPlace.DRAWER, "hello_panel.room", ("greeting",))


@pytest.fixture
def window(qapp):
    window = QMainWindow()
    yield window
    window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


@pytest.fixture
def hello(tmp_path: Path, monkeypatch):
    package = tmp_path / "hello_panel"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "room.py").write_text(PACKAGE)
    monkeypatch.syspath_prepend(tmp_path)
    yield ROW
    for name in [name for name in sys.modules if name.startswith("hello_panel")]:
        del sys.modules[name]


def test_a_new_panel_is_a_row_and_a_package(window, hello, qtbot):
    rooms = Rooms([*PANELS, hello], window)
    rooms.needs = {"greeting": "Good morning"}
    window.addDockWidget(Qt.DockWidgetArea.BottomDockWidgetArea, Dock(hello, rooms.panel, window))
    assert "hello_panel.room" not in sys.modules
    assert "hello" not in rooms

    window.show()
    qtbot.waitExposed(window)

    panel = rooms.panel("hello")
    assert panel.isVisible()
    assert panel.label.text() == "Good morning"
    assert rooms.panel("hello") is panel


def test_what_a_panel_needs_and_nobody_has_is_named(window, hello):
    rooms = Rooms([hello], window)
    with pytest.raises(KeyError, match="greeting"):
        rooms.panel("hello")


def test_every_row_has_its_actions_and_gets_what_it_needs(viewer: Viewer):
    for row in PANELS:
        assert row.action in ACTIONS
        assert set(row.needs) <= viewer.rooms.needs.keys()
        if row.room:
            assert row.id not in viewer.rooms
            assert isinstance(viewer.rooms.panel(row.id), QWidget)


def test_a_panel_made_late_shows_what_is_known(open_street: Viewer, qtbot):
    for row in PANELS:
        if row.room:
            assert row.id not in open_street.rooms
            open_street.window.actions_by_id[row.action].trigger()
            assert row.id in open_street.rooms
            qtbot.waitUntil(open_street.rooms.panel(row.id).isVisible)


class Painted(QObject):
    """Writes down when a widget is painted while there is a world."""

    def __init__(self, widget: QWidget, viewer: Viewer, order: list[str]) -> None:
        super().__init__(widget)
        self._moment, self._order = viewer.moment, order
        widget.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        if event.type() == QEvent.Type.Paint and self._moment.world is not None:
            self._order.append("picture")
        return False


def test_work_begins_when_the_map_has_been_painted(viewer: Viewer, qtbot, tmp_path: Path):
    order: list[str] = []
    Painted(viewer.window.map_area.map_view.findChildren(QGraphicsView)[0].viewport(), viewer, order)
    viewer.recording.afterwards.opened.connect(lambda _: order.append("work"))
    viewer.workspace.open(street().save(tmp_path / "street.log"))
    qtbot.waitUntil(lambda: "work" in order and not viewer.recording.busy)
    assert order[0] == "picture"


START = """
import sys
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QGraphicsView
from tests.benchmarks import first_picture
from pathlib import Path
from viewer.ui.state.afterwards import Afterwards

def tell():
    print(*sorted(sys.modules), file=sys.stderr)
    end()

end, first_picture._end = first_picture._end, tell
Afterwards.begin = lambda self: None  # what waits for the picture may begin before this process has ended
first_picture._show_program(Path(sys.argv[1]), sys.argv[2])
"""


def test_before_the_first_picture_only_what_is_in_it_is_loaded(tmp_path: Path):
    started = subprocess.run(
        [sys.executable, "-c", START, "resources/sample.log", str(tmp_path / "settings.ini")],
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = started.stderr.split()
    assert "viewer.ui.map.view" in loaded
    # Before 2.0, numpy itself loads them.
    parts = ("numpy.ma", "numpy.polynomial") if np.lib.NumpyVersion(np.__version__) >= "2.0.0" else ()
    for name in (*parts, "viewer.roads.road_map"):
        assert name not in loaded
    for name in (
        "importlib.metadata",
        "pyqtgraph.graphicsItems.PlotItem",
        "viewer.analysis.result_files",
        "viewer.signals.town",
        "viewer.recording.check",
        "viewer.ui.exports.order",
        "viewer.ui.exports.writer",
        "viewer.ui.shell.server_folders_dialog",
        "viewer.ui.shell.shortcuts_dialog",
    ):
        assert name not in loaded
    for row in PANELS:
        assert row.room not in loaded


def test_the_action_of_a_panel_behind_another_one_brings_it_to_the_front_or_hides_it(open_street):
    window, seen, expected = open_street.window, {}, {}
    rows = panels_at(PanelPlace.DRAWER)
    for row, other in zip(rows, rows[1:] + rows[:1], strict=True):
        window.open_panel(row.id)
        window.open_panel(other.id)
        QTest.qWait(1)
        window.actions_by_id[row.action].trigger()
        QTest.qWait(1)
        front = not window.docks[row.id].isHidden() and window.docks[row.id].in_front
        seen[row.id] = front, window.actions_by_id[row.action].isChecked()
        expected[row.id] = (row.rises, row.rises)
        for each in rows:
            window.docks.show(each.id, shown=False)
    assert seen == expected
    assert {row.id for row in rows if row.rises} == {"story", "notes"}
