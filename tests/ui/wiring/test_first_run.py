"""The first run: what plays, and the three hints."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from viewer.resources import resource
from viewer.ui.app import Viewer
from viewer.ui.shell.hints import HintCallout
from viewer.ui.wiring.first_run import FirstRun


@pytest.fixture
def first(viewer: Viewer, qtbot) -> Viewer:
    viewer.first_run = FirstRun(viewer.workspace, viewer.themes, viewer.window)
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
