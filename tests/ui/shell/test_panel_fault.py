"""Each panel fails once in what it is told, in what it paints and in a slot: it says so, the others go on."""

from __future__ import annotations

import sys

import pytest
from PySide6.QtCore import QCoreApplication, QObject, Qt, QTimer, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QWidget

from viewer.ui.shell.crash_dialog import CrashDialog, install_excepthook
from viewer.ui.shell.panel_fault import PanelFault

DRAWERS = "story", "notes", "problems", "packets"


class Faulty(QWidget):
    """What fails in a panel."""

    def __init__(self, panel: QWidget) -> None:
        super().__init__(panel)
        self._fails = True
        self.setGeometry(panel.rect())

    def paintEvent(self, _event: object) -> None:  # noqa: N802 - Qt's name
        if self._fails:
            self._fails = False
            raise ValueError("in a paint")


class Part(QObject):
    """Something that is no widget and belongs to a panel."""

    @Slot()
    def fail(self) -> None:
        raise ValueError("in a slot")

    @Slot(object)
    def refresh(self, _world: object) -> None:
        raise ValueError("in what it is told")


def panels(viewer):
    window = viewer.window
    for name in DRAWERS:
        window.open_panel(name)
    QCoreApplication.processEvents()
    return {
        "actors": window.actor_panel,
        "map": window.map_area.map_view,
        "inspector": window.inspector,
        "playback": window.playback_bar,
        "timeline": window.timeline,
        **{name: window.rooms.panel(name) for name in DRAWERS},
    }


def covers(window):
    return window.findChildren(PanelFault)


@pytest.fixture
def viewer(open_street, monkeypatch):
    """A window in which faults are told as in the program; pytest-qt's own hook would fail the test."""
    monkeypatch.setattr(sys, "excepthook", lambda *_: None)
    reporter = install_excepthook(open_street.window)
    yield open_street
    reporter.uninstall()


NAMES = "actors", "map", "inspector", "playback", "timeline", *DRAWERS


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("way", ["told", "paint", "slot"])
def test_a_panel_that_fails_says_so_and_the_others_go_on(viewer, qtbot, name, way):
    panel = panels(viewer)[name]
    if name in DRAWERS:
        viewer.window.open_panel(name)
    part = Part(panel)
    if way == "slot":
        QTimer.singleShot(0, part.fail)
    elif way == "told":
        viewer.moment.world_changed.connect(part.refresh, Qt.ConnectionType.SingleShotConnection)
        viewer.playback.seek(0.2)
    else:
        Faulty(panel).show()
    qtbot.waitUntil(lambda: bool(covers(viewer.window)))
    (cover,) = covers(viewer.window)
    assert cover.parentWidget() is panel
    assert cover.geometry() == panel.rect()
    assert not [each for each in viewer.window.findChildren(CrashDialog) if each.isVisible()]

    viewer.playback.seek(0.6)  # the rest goes on
    assert viewer.window.playback_bar.isVisible()
    assert viewer.moment.world.elapsed == pytest.approx(0.6)
    copy, reset = cover.findChildren(QPushButton)
    QTest.mouseClick(copy, Qt.MouseButton.LeftButton)
    told = {"told": "in what it is told", "paint": "in a paint", "slot": "in a slot"}[way]
    assert told in QGuiApplication.clipboard().text()
    QTest.mouseClick(reset, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not covers(viewer.window))


def test_a_panel_that_fails_again_says_so_again_and_once(viewer, qtbot):
    panel = viewer.window.actor_panel
    for _ in range(2):
        for _ in range(3):
            QTimer.singleShot(0, Part(panel).fail)
        qtbot.waitUntil(lambda: len(covers(viewer.window)) == 1)
        QTest.mouseClick(covers(viewer.window)[0].findChildren(QPushButton)[1], Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: not covers(viewer.window))
