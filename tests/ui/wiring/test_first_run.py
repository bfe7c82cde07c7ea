"""The first run: what plays, and the three hints."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from viewer.resources import resource
from viewer.ui.app import Viewer
from viewer.ui.shell.hints import HintCallout
from viewer.ui.wiring.first_run import FirstRun


@pytest.fixture
def first(viewer: Viewer, qtbot) -> Viewer:
    viewer.first_run = FirstRun(viewer.workspace, viewer.window)
    viewer.workspace.open(resource("sample.log"))
    qtbot.waitUntil(lambda: viewer.window.findChild(HintCallout) is not None)
    return viewer


def said(viewer: Viewer) -> str:
    callout = viewer.window.findChild(HintCallout)
    return callout.text.partition(" · ")[0] if callout is not None and callout.isVisible() else ""


def test_it_plays_towards_the_collision_and_each_hint_goes_once_its_control_is_used(
    first: Viewer, qtbot
) -> None:
    index = first.recording.index
    assert index is not None
    collision = float(index.elapsed[index.contacts[0].first_frame])
    transport = first.playback.transport
    assert transport.playing
    assert collision - 4.1 <= transport.playhead < collision
    assert said(first) == "Play"
    qtbot.keyClick(first.window.map_area.map_view, Qt.Key.Key_Space)
    assert not first.playback.transport.playing
    assert said(first) == "From event to event"
    qtbot.keyClick(first.window.map_area.map_view, Qt.Key.Key_C)
    assert said(first) == "Time runs here"
    callout = first.window.findChild(HintCallout)
    assert (
        callout.geometry().bottom() > first.window.timeline.mapTo(first.window, callout.rect().topLeft()).y()
    )
    assert not callout.grab().isNull()
    first.window.timeline.model.seek_requested.emit(3.0)
    assert said(first) == ""


def test_escape_ends_all_hints(first: Viewer, qtbot) -> None:
    qtbot.keyClick(first.window.map_area.map_view, Qt.Key.Key_Escape)
    assert said(first) == ""
    qtbot.keyClick(first.window.map_area.map_view, Qt.Key.Key_Space)
    assert said(first) == ""


@pytest.mark.parametrize("size", [(840, 600), (1280, 720), (1600, 1000), (2560, 1440)])
def test_what_leads_to_the_axis_crosses_nothing_in_the_bar_above(first: Viewer, qtbot, size) -> None:
    window, bar = first.window, first.window.playback_bar
    window.resize(*size)
    for key in (Qt.Key.Key_Space, Qt.Key.Key_C):
        qtbot.keyClick(window.map_area.map_view, key)
    callout = window.findChild(HintCallout)
    assert said(first) == "Time runs here"
    QTest.qWait(1)
    bottom = callout.grab().toImage()
    accent = first.themes.theme.accent
    line = [x for x in range(bottom.width()) if bottom.pixelColor(x, bottom.height() - 2) == accent]
    assert line
    above = bar.grab().toImage()
    for x in line:
        at = callout.mapTo(window, QPoint(x, 0)).x() - bar.mapTo(window, QPoint()).x()
        assert len({above.pixelColor(at, y).name() for y in range(4, above.height() - 4)}) == 1
