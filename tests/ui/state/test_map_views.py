"""Views of the map are kept in four places for a town, and come back with another recording of it."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest

from tests.scenes import BICYCLE, HERO, Scene, actor, pose, street
from tests.ui.views import look_at, view_of
from viewer.ui.app import Viewer
from viewer.ui.state.map_views import MapViews
from viewer.ui.state.open_request import ActorKey
from viewer.ui.state.settings import Settings

Key, ALT = Qt.Key, Qt.KeyboardModifier.AltModifier
SAVE = ALT | Qt.KeyboardModifier.ControlModifier
HERE, THERE = (12.0, -3.0, 9.0), (100.0, 50.0, 2.0)


def press(viewer: Viewer, key: Qt.Key, modifiers: Qt.KeyboardModifier) -> None:
    QTest.keyClick(viewer.window, key, modifiers)


def test_a_key_brings_back_place_zoom_and_layers(open_street: Viewer) -> None:
    map_view, actions = open_street.window.map_area.map_view, open_street.window.actions_by_id
    assert not actions["map_view_2"].isEnabled()
    look_at(map_view, HERE)
    actions["layer_grid"].trigger()
    press(open_street, Key.Key_2, SAVE)
    assert "Map view 2 saved" in open_street.toast.text
    look_at(map_view, THERE)
    actions["layer_grid"].trigger()
    press(open_street, Key.Key_1, ALT)
    assert view_of(map_view) == pytest.approx(THERE)  # there is none in the first place
    press(open_street, Key.Key_2, ALT)
    assert view_of(map_view) == pytest.approx(HERE)
    assert actions["layer_grid"].isChecked()


def test_another_recording_of_the_town_has_them_and_follows_who_plays_the_part(
    make_viewer, qtbot, tmp_path: Path
) -> None:
    viewer = make_viewer()
    viewer.workspace.open(street().save(tmp_path / "street.log"))
    qtbot.waitUntil(lambda: viewer.recording.index is not None and not viewer.recording.busy)
    viewer.focus.follow(viewer.recording.index.actors.rows_of(HERO)[0])
    press(viewer, Key.Key_1, SAVE)
    town = viewer.recording.index.header.map_name

    again = make_viewer()
    other = Scene(map_name=town).frame(
        add=[actor(70, role_name="hero"), actor(BICYCLE)],
        poses=[pose(70, (1, 2, 0)), pose(BICYCLE, (0, 0, 0))],
    )
    again.workspace.open(other.save(tmp_path / "other.log"))
    qtbot.waitUntil(lambda: again.recording.index is not None and not again.recording.busy)
    press(again, Key.Key_1, ALT)
    assert again.focus.followed == again.recording.index.actors.rows_of(70)[0]


def test_nobody_to_follow_is_said_and_the_place_is_shown(open_street: Viewer) -> None:
    map_view = open_street.window.map_area.map_view
    look_at(map_view, HERE)
    open_street.views.save(0)
    stranger = ActorKey(4711, "vehicle.nobody.knows", "", 0, (0.0, 0.0, 0.0))
    open_street.workspace.map_views.save(
        0, replace(open_street.workspace.map_views.views[0], followed=stranger)
    )
    look_at(map_view, THERE)
    press(open_street, Key.Key_1, ALT)
    assert view_of(map_view) == pytest.approx(HERE)
    assert open_street.toast.text == "There is no actor like 4711 here to follow"


def test_what_cannot_be_read_is_no_view(open_street: Viewer, changes, tmp_path: Path) -> None:
    settings = Settings(QSettings(str(tmp_path / "odd.ini"), QSettings.Format.IniFormat))
    views = MapViews(settings, changes)
    open_street.views.save(0)
    good = asdict(open_street.workspace.map_views.views[0])
    odd = [1, {}, {**good, "span": 0}, {**good, "x": float("nan")}]
    for text in ("", "x", "{}", json.dumps([{**good, "followed": "me"}]), json.dumps(odd)):
        settings.map_views[open_street.workspace.map_views.town] = text
        views.set_recording(open_street.recording.index)
        assert views.views == (None,) * 4
    town = open_street.workspace.map_views.town
    settings.map_views[town] = json.dumps([None, {**good, "name": "of earlier"}])
    views.set_recording(open_street.recording.index)
    assert views.views == (None, open_street.workspace.map_views.views[0], None, None)
