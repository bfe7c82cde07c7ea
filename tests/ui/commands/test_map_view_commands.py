"""The menu of map views, over a map without lists and timeline."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.scenes import Scene, actor
from tests.ui.commands.conftest import do, open_in
from tests.ui.views import look_at, view_of
from viewer.ui.commands.map_views import MapViewCommands
from viewer.ui.shell.map_view_dialog import MapViewDialog
from viewer.ui.state.map_views import MapViews
from viewer.ui.widgets.toast import Toast

ALT = Qt.KeyboardModifier.AltModifier


@pytest.fixture
def views(opened) -> MapViews:
    opened.map_views.set_recording(opened.recording.index)
    return opened.map_views


@pytest.fixture
def toast(window) -> Toast:
    return Toast(window.map_area)


@pytest.fixture
def commands(opened, views, settings, toast, window) -> MapViewCommands:
    actions = window.actions_by_id
    window.set_empty(False)
    commands = MapViewCommands(opened, toast, window)
    settings.bind_actions(actions)
    do(actions, views=commands)
    return commands


@pytest.fixture
def saved(commands, window):
    """Save where the map looks by the menu and the dialog; return the name that was offered."""

    def save(name: str | None = None) -> str:
        window.actions_by_id["save_map_view"].trigger()
        dialog = window.findChildren(MapViewDialog)[-1]
        offered = dialog.field.text()
        if name is not None:
            dialog.field.setText(name)
        QTest.keyClick(dialog.field, Qt.Key.Key_Return)
        return offered

    return save


def entries(window):
    shown = window.menus["map_views"].actions()
    line = next(i for i, entry in enumerate(shown) if entry.isSeparator())
    return [entry for entry in shown[line + 1 :] if entry.isVisible()]


def test_the_first_name_that_is_free_is_offered(saved):
    assert [saved(), saved(), saved("Mine"), saved()] == ["View 1", "View 2", "View 3", "View 3"]


def test_the_key_of_each_is_told_and_leads_there(saved, window, refusals):
    """README: Alt+1 to Alt+4."""
    map_view, places = window.map_area.map_view, [(10.0 * n, -5.0 * n, 4.0) for n in range(1, 6)]
    for number, place in enumerate(places, 1):
        look_at(map_view, place)
        saved(f"Place {number}")
    assert refusals == [
        *(f"Map view “Place {number}” saved · Alt+{number}" for number in range(1, 5)),
        "Map view “Place 5” saved",
    ]
    for number in (1, 2, 3, 4):
        QTest.keyClick(window, str(number), ALT)
        assert view_of(map_view) == pytest.approx(places[number - 1])
    entries(window)[4].trigger()
    assert view_of(map_view) == pytest.approx(places[4])


def test_an_ampersand_is_part_of_the_name_and_no_key(saved, window):
    saved("A & B")
    assert [entry.text() for entry in entries(window)] == ["A && B"]


def test_deleting_is_offered_to_be_undone_once(saved, views, toast, window):
    for name in ("one", "two"):
        saved(name)
    deletions = window.menus["delete_map_view"]
    deletions.actions()[0].trigger()
    assert [view.name for view in views.views] == ["two"]
    assert toast.text == "Map view “one” deleted"
    toast.accepted.emit()
    assert {view.name for view in views.views} == {"one", "two"}
    deletions.actions()[0].trigger()
    toast.hide()
    toast.gone.emit()
    toast.accepted.emit()
    assert len(views.views) == 1


def test_without_any_there_is_none_to_show_or_delete(commands, window):
    assert entries(window) == []
    assert not window.menus["delete_map_view"].isEnabled()
    assert not window.actions_by_id["map_view_1"].isEnabled()


def test_without_a_town_there_is_nothing_to_keep_them_for(
    opened, views, commands, window, refusals, qtbot, tmp_path
):
    open_in(opened, qtbot, Scene(map_name="").frame(add=[actor(1)]).save(tmp_path / "nowhere.log"))
    views.set_recording(opened.recording.index)
    window.actions_by_id["save_map_view"].trigger()
    assert refusals == ["Views are kept for a town: this recording names none"]
    opened.close()
    window.actions_by_id["save_map_view"].trigger()
    assert refusals[1:] == ["No recording is open"]
    assert window.findChildren(MapViewDialog) == []
