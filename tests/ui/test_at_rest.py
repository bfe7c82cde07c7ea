"""Where nothing happens, nothing runs: a timer that goes on would wake the computer for ever."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from tests.scenes import HERO, OTHER
from viewer.ui.panels import DockArea, panels_in


def running(viewer):
    """Return what the timers that run belong to."""
    timers = [each for top in (viewer, *QApplication.topLevelWidgets()) for each in top.findChildren(QTimer)]
    return [repr(timer.parent()) for timer in timers if timer.isActive()]


def test_no_timer_runs_on_after_everything_was_shown_and_moved(open_street, qtbot):
    viewer = open_street
    rows = [viewer.recording.index.actors.rows_of(each)[0] for each in (HERO, OTHER)]
    for panel in panels_in(DockArea.TABS):
        viewer.window.open_panel(panel.id)
        viewer.focus.select_all(tuple(rows))
        viewer.playback.seek(0.5)
        viewer.workspace.touch()
    viewer.workspace.show_message("something")
    viewer.window.actions_by_id["play_pause"].trigger()
    viewer.window.actions_by_id["palette"].trigger()
    viewer.window.actions_by_id["play_pause"].trigger()
    viewer.toast.hide()
    qtbot.waitUntil(lambda: running(viewer) == [])
