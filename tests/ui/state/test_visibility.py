"""Who is hidden: by rules, on the map, and not to be picked there."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton

from tests.scenes import CAMERA, HERO
from tests.ui.map.gestures import LEFT
from tests.ui.map.pixels import around, close_to, picture
from tests.ui.views import look_at
from viewer.recording.actors import Category
from viewer.ui.app import Viewer
from viewer.ui.state.visibility import Rule
from viewer.ui.theme import load_theme


def row_of(viewer: Viewer, actor_id: int) -> int:
    assert viewer.recording.index is not None
    return viewer.recording.index.actors.rows_of(actor_id)[0]


def pixels(viewer: Viewer, x: float, y: float) -> QPoint:
    px, py = viewer.window.map_area.map_view.camera.to_screen((x, y)).tolist()
    return QPoint(round(px), round(py))


def chip(viewer: Viewer) -> QAbstractButton | None:
    buttons = viewer.window.map_area.map_view.findChildren(QAbstractButton)
    return next((each for each in buttons if "hidden" in each.text() and not each.isHidden()), None)


def test_what_is_hidden_is_not_seen_nor_picked_and_a_chip_shows_it_again(open_street: Viewer) -> None:
    viewer, theme = open_street, load_theme("dark")
    map_view = viewer.window.map_area.map_view
    look_at(map_view, (5.0, 0.0, 10.0))
    visibility = viewer.workspace.visibility

    def is_seen() -> bool:
        return bool(close_to(around(picture(map_view), pixels(viewer, 0.0, 4.0), 6), theme.bicycle).any())

    assert is_seen()
    assert chip(viewer) is None
    visibility.hide(Rule("category", Category.BICYCLE))
    assert not is_seen()
    shown = chip(viewer)
    assert shown is not None
    assert shown.text() == "1 hidden · Show all"
    mouse = map_view.childAt(map_view.rect().center())
    QTest.mouseClick(mouse, LEFT, Qt.KeyboardModifier.NoModifier, pixels(viewer, 0.0, 4.0))
    assert viewer.focus.primary is None
    QTest.mouseClick(shown, LEFT)
    assert is_seen()
    assert chip(viewer) is None


def test_the_selected_actors_are_hidden_and_isolated_by_actions(open_street: Viewer) -> None:
    visibility, actions = open_street.workspace.visibility, open_street.window.actions_by_id
    actions["hide"].trigger()
    assert open_street.toast.text == "Select actors first"
    assert not visibility.hidden_rows.any()
    row = row_of(open_street, HERO)
    open_street.focus.select(row)
    actions["hide"].trigger()
    assert np.flatnonzero(visibility.hidden_rows).tolist() == [row, row_of(open_street, CAMERA)]
    actions["isolate"].trigger()
    assert np.flatnonzero(~visibility.hidden_rows).tolist() == [row, row_of(open_street, CAMERA)]
