"""Views of the map are saved by name for a town, and come back with another recording of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from tests.scenes import BICYCLE, HERO, Scene, actor, pose
from tests.ui.views import look_at, view_of
from viewer.ui.app import Viewer
from viewer.ui.shell.map_view_dialog import MapViewDialog
from viewer.ui.state.actor_ref import ref_of
from viewer.ui.state.map_views import MapViews
from viewer.ui.state.settings import Settings

ALT = Qt.KeyboardModifier.AltModifier


def save(viewer: Viewer, name: str) -> None:
    """Save the view by the menu and the dialog, typing."""
    viewer.window.actions_by_id["save_map_view"].trigger()
    dialog = viewer.window.findChildren(MapViewDialog)[-1]
    dialog.field.selectAll()
    QTest.keyClicks(dialog.field, name)
    QTest.keyClick(dialog.field, Qt.Key.Key_Return)


def row_of(viewer: Viewer, actor_id: int) -> int:
    assert viewer.recording.index is not None
    return viewer.recording.index.actors.rows_of(actor_id)[0]


def names(viewer: Viewer) -> list[str]:
    """Return what the menu offers below the line."""
    entries = viewer.window.menus["map_views"].actions()
    line = next(i for i, entry in enumerate(entries) if entry.isSeparator())
    return [entry.text() for entry in entries[line + 1 :] if entry.isVisible()]


def test_a_key_brings_back_place_zoom_and_layers(open_street: Viewer) -> None:
    map_view, actions = open_street.window.map_area.map_view, open_street.window.actions_by_id
    look_at(map_view, (12.0, -3.0, 9.0))
    actions["layer_grid"].trigger()
    save(open_street, "Crossing")
    look_at(map_view, (100.0, 50.0, 2.0))
    actions["layer_grid"].trigger()
    QTest.keyClick(open_street.window, Qt.Key.Key_1, ALT)
    assert view_of(map_view) == pytest.approx((12.0, -3.0, 9.0))
    assert actions["layer_grid"].isChecked()


def test_it_follows_the_same_one_with_heading_up_again(open_street: Viewer) -> None:
    map_view = open_street.window.map_area.map_view
    open_street.focus.follow(ref_of(row_of(open_street, BICYCLE)))
    open_street.window.actions_by_id["heading_up"].trigger()
    turn = map_view.camera.turn
    save(open_street, "Behind")
    open_street.window.actions_by_id["heading_up"].trigger()
    open_street.focus.follow(None)
    look_at(map_view, (100.0, 50.0, 2.0))
    QTest.keyClick(open_street.window, Qt.Key.Key_1, ALT)
    assert open_street.focus.followed == ref_of(row_of(open_street, BICYCLE))
    assert open_street.window.actions_by_id["heading_up"].isChecked()
    assert map_view.camera.turn == pytest.approx(turn)
    save(open_street, "Standing")
    open_street.focus.follow(ref_of(row_of(open_street, HERO)))
    QTest.keyClick(open_street.window, Qt.Key.Key_2, ALT)
    assert open_street.focus.followed == ref_of(row_of(open_street, BICYCLE))


def test_a_view_of_nobody_ends_following(open_street: Viewer) -> None:
    map_view = open_street.window.map_area.map_view
    look_at(map_view, (12.0, -3.0, 9.0))
    save(open_street, "Crossing")
    open_street.focus.follow(ref_of(row_of(open_street, HERO)))
    QTest.keyClick(open_street.window, Qt.Key.Key_1, ALT)
    assert open_street.focus.followed is None
    assert map_view.viewpoint.resumable is None
    assert view_of(map_view)[:2] == pytest.approx((12.0, -3.0))


def test_views_come_back_with_another_recording_of_the_town_alone(
    make_viewer: Callable[[], Viewer], qtbot: QtBot, tmp_path: Path
) -> None:
    def opened(name: str, town: str) -> Viewer:
        viewer = make_viewer()
        scene = Scene(map_name=town).frame(add=[actor(1, "vehicle.audi.tt")], poses=[pose(1, (0, 0, 0))])
        viewer.workspace.open(scene.save(tmp_path / name))
        qtbot.waitUntil(lambda: viewer.recording.index is not None and not viewer.recording.busy)
        return viewer

    first = opened("one.log", "Town03")
    save(first, "Crossing")
    assert names(first) == ["Crossing"]
    assert names(opened("two.log", "Carla/Maps/Town03_Opt")) == ["Crossing"]
    assert names(opened("three.log", "Town05")) == []


def test_the_menu_lists_all_and_deleting_can_be_undone(open_street: Viewer) -> None:
    many = [f"Place {number} & more" for number in range(6)]
    for name in many:
        save(open_street, name)
    assert names(open_street) == [name.replace("&", "&&") for name in many]
    map_view = open_street.window.map_area.map_view
    look_at(map_view, (100.0, 50.0, 2.0))
    open_street.window.menus["map_views"].actions()[-1].trigger()
    assert view_of(map_view)[:2] != pytest.approx((100.0, 50.0))
    deletions = open_street.window.menus["delete_map_view"]
    deletions.actions()[0].trigger()
    assert len(names(open_street)) == 5
    toast = open_street.toast
    link = next(each for each in toast.findChildren(QPushButton) if each.text() == "Undo")
    QTest.mouseClick(link, Qt.MouseButton.LeftButton)
    assert open_street.map_views.find(many[0]) is not None
    for _ in many:
        deletions.actions()[0].trigger()
    assert names(open_street) == []
    assert not deletions.isEnabled()


def test_a_name_that_is_taken_is_said_to_be_replaced(open_street: Viewer) -> None:
    save(open_street, "Crossing")
    look_at(open_street.window.map_area.map_view, (100.0, 50.0, 2.0))
    open_street.window.actions_by_id["save_map_view"].trigger()
    dialog = open_street.window.findChildren(MapViewDialog)[-1]
    assert dialog.field.text() == "View 1"
    dialog.field.setText("  Crossing ")
    assert "replaced" in dialog.hint.text()
    QTest.keyClick(dialog.field, Qt.Key.Key_Return)
    (view,) = open_street.map_views.views
    assert (view.x, view.y) == pytest.approx((100.0, 50.0))


def test_the_palette_finds_views(open_street: Viewer) -> None:
    map_view = open_street.window.map_area.map_view
    look_at(map_view, (12.0, -3.0, 9.0))
    save(open_street, "Roundabout")
    look_at(map_view, (100.0, 50.0, 2.0))
    QTest.keyClick(open_street.window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    field = open_street.window.focusWidget()
    QTest.keyClicks(field, "roundab")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert view_of(map_view) == pytest.approx((12.0, -3.0, 9.0))


def test_without_a_recording_nothing_is_saved(viewer: Viewer) -> None:
    viewer.window.actions_by_id["save_map_view"].trigger()
    assert not viewer.window.findChildren(MapViewDialog)
    toast = viewer.toast
    assert toast.text == "No recording is open"


def test_what_cannot_be_read_is_no_view(open_street: Viewer, tmp_path: Path) -> None:
    settings = Settings(QSettings(str(tmp_path / "odd.ini"), QSettings.Format.IniFormat))
    views = MapViews(settings, open_street)
    save(open_street, "Crossing")
    good = asdict(open_street.map_views.views[0])
    odd = [
        1,
        {},
        {**good, "span": 0},
        {**good, "x": float("nan")},
        {**good, "layers": {}},
        {**good, "name": ""},
    ]
    for text in ("", "x", "{}", json.dumps([{**good, "followed": "me"}]), json.dumps(odd)):
        settings.map_views[open_street.map_views.town] = text
        views.set_recording(open_street.recording.index)
        assert views.views == ()
    settings.map_views[open_street.map_views.town] = json.dumps([*odd, good])
    views.set_recording(open_street.recording.index)
    assert [view.name for view in views.views] == ["Crossing"]
