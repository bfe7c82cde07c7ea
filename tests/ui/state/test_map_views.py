"""Views of the map are kept in four places for a town, and come back with another recording of it."""

from __future__ import annotations

import json
from dataclasses import asdict, replace

import pytest
from PySide6.QtCore import QSettings

from tests.scenes import BICYCLE, HERO, Scene, actor, pose
from tests.ui.person import open_in, press, row_of, said
from tests.ui.views import look_at, view_of
from viewer.ui.state.map_views import MapViews
from viewer.ui.state.open_request import ActorKey
from viewer.ui.state.settings import Settings

pytestmark = pytest.mark.usefixtures("one_window")

HERE, THERE = (12.0, -3.0, 9.0), (100.0, 50.0, 2.0)


def test_a_key_brings_back_place_zoom_layers_and_says_who_is_not_there_to_follow(open_street):
    map_view, actions = open_street.map_view, open_street.window.actions_by_id
    views = open_street.workspace.map_views
    assert not actions["map_view_2"].isEnabled()
    look_at(map_view, HERE)
    actions["layer_grid"].trigger()
    press(open_street, "Ctrl+Alt+2")
    assert "Map view 2 saved" in said(open_street)
    look_at(map_view, THERE)
    actions["layer_grid"].trigger()
    press(open_street, "Alt+1")
    assert view_of(map_view) == pytest.approx(THERE)  # there is none in the first place
    views.save(1, replace(views.views[1], followed=ActorKey(4711, "vehicle.nobody", "", 0, (0.0, 0.0, 0.0))))
    press(open_street, "Alt+2")
    assert view_of(map_view) == pytest.approx(HERE)
    assert actions["layer_grid"].isChecked()
    assert said(open_street) == "There is no actor like 4711 here to follow"


def test_another_recording_of_the_town_has_them_and_follows_who_plays_the_part(open_street, qtbot, tmp_path):
    open_street.focus.follow(row_of(open_street, HERO))
    press(open_street, "Ctrl+Alt+1")
    other = Scene(map_name=open_street.recording.index.header.map_name).frame(
        add=[actor(70, role_name="hero"), actor(BICYCLE)],
        poses=[pose(70, (1, 2, 0)), pose(BICYCLE, (0, 0, 0))],
    )
    open_in(open_street, qtbot, other.save(tmp_path / "other.log"))
    press(open_street, "Alt+1")
    assert open_street.focus.followed == row_of(open_street, 70)


def test_what_cannot_be_read_is_no_view(open_street, changes, tmp_path):
    settings = Settings(QSettings(str(tmp_path / "odd.ini"), QSettings.Format.IniFormat))
    views, index = MapViews(settings, changes), open_street.recording.index
    open_street.views.save(0)
    saved, town = open_street.workspace.map_views.views[0], open_street.workspace.map_views.town
    good = asdict(saved)
    odd = [1, {}, {**good, "span": 0}, {**good, "x": float("nan")}]
    for text in ("", "x", "{}", json.dumps([{**good, "followed": "me"}]), json.dumps(odd)):
        settings.map_views[town] = text
        views.set_recording(index)
        assert views.views == (None,) * 4
    settings.map_views[town] = json.dumps([None, {**good, "name": "of earlier"}])
    views.set_recording(index)
    assert views.views == (None, saved, None, None)
