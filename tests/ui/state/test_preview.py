"""Pointing at a time draws outlines on the map and moves nothing else."""

from __future__ import annotations

from PySide6.QtCore import QPoint
from pytestqt.qtbot import QtBot

from tests.ui.map.gestures import leave, move
from tests.ui.map.pixels import around, close_to, picture
from tests.ui.views import look_at
from viewer.ui.app import Viewer
from viewer.ui.theme import load_theme


def test_pointing_at_the_timeline_outlines_where_everything_was(open_street: Viewer, qtbot: QtBot) -> None:
    map_view, timeline = open_street.window.map_area.map_view, open_street.window.timeline
    theme = load_theme("dark")
    look_at(map_view, (20.0, 0.0, 8.0))
    x, y = map_view.camera.to_screen((9.5, 0.0)).tolist()  # where the hero is at the end

    def is_outlined() -> bool:
        return bool(
            close_to(around(picture(map_view), QPoint(round(x), round(y)), 24), theme.hero, 110).any()
        )

    assert not is_outlined()
    world = open_street.moment.world
    with qtbot.waitSignal(open_street.map_wiring.preview.world_changed):
        move(timeline, QPoint(timeline.width() - 40, timeline.height() // 2))
    assert is_outlined()
    assert open_street.moment.world is world
    with qtbot.waitSignal(open_street.map_wiring.preview.world_changed):
        leave(timeline)
    assert not is_outlined()


def test_closing_the_recording_ends_it(open_street: Viewer) -> None:
    told: list[object] = []
    preview = open_street.map_wiring.preview
    preview.point_at(0.3)
    preview.world_changed.connect(told.append)
    open_street.workspace.close()
    assert told == [None]
