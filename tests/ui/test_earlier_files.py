"""Settings, layouts, map views and notes that an earlier version (07106a5d) saved are read as before."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt

from tests.scenes import street
from tests.ui.person import open_in
from tests.ui.state.test_settings import KEPT
from viewer.ui.state.open_request import OpenRequest
from viewer.ui.state.settings import PinnedActor, Settings

EARLIER = Path(__file__).with_name("earlier")
RUN = Path("/data/a.log")


@pytest.fixture
def earlier(tmp_path):
    """The settings of the earlier version."""
    shutil.copyfile(EARLIER / "settings.ini", tmp_path / "settings.ini")
    return Settings(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))


LATER = "layouts", "hidden_cameras"
"""Settings that it did not have."""


def test_each_setting_has_its_value(earlier):
    expected = {name: value for name, (_, value) in KEPT.items() if name not in LATER}
    assert {name: getattr(earlier, name) for name in expected} == expected


def test_choices_for_one_recording_or_town_have_their_values(earlier):
    assert earlier.hero_of[RUN] == 4_000_000_000
    assert earlier.pins_of[RUN] == (PinnedActor(7, 0), PinnedActor(7, 120))
    assert earlier.map_of["Town03"] == Path("/maps/Town03.xodr")
    assert earlier.signals["Town03"] == "speed brake"
    assert (earlier.panel_size["actors/width"], earlier.panel_visible["actors"]) == (320, False)


@pytest.fixture
def viewer_of_earlier(tmp_path, make_viewer, qtbot):
    """The window with the settings and notes of the earlier version, and the little street open."""
    shutil.copyfile(EARLIER / "window.ini", tmp_path / "settings.ini")
    shutil.copyfile(EARLIER / "street.log.notes.json", tmp_path / "street.log.notes.json")
    return open_in(make_viewer(), qtbot, street().save(tmp_path / "street.log"))


def test_a_saved_layout_a_map_view_and_notes_come_back(viewer_of_earlier, qtbot):
    viewer, window = viewer_of_earlier, viewer_of_earlier.window
    menu = window.menus["layout"]
    window.docks.reset()
    area = window.dockWidgetArea(window.docks["actors"])
    menu.aboutToShow.emit()
    next(action for action in menu.actions() if action.text() == "actors right").trigger()
    assert (area, window.dockWidgetArea(window.docks["actors"])) == (
        Qt.DockWidgetArea.LeftDockWidgetArea,
        Qt.DockWidgetArea.RightDockWidgetArea,
    )
    assert window.docks["notes"].isVisible()
    window.actions_by_id["map_view_1"].trigger()
    assert (viewer.map_view.camera.x, viewer.map_view.camera.y) == (10.0, 9.25)
    qtbot.waitUntil(lambda: not viewer.notes.loading)
    assert [note.text for note in viewer.notes.notes] == ["brakes late", "看这里"]


def test_the_library_page_shows_the_columns_that_were_chosen(viewer_of_earlier, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    viewer_of_earlier.files.open_given([tmp_path], OpenRequest())
    page = viewer_of_earlier.library.page
    header = page.view.horizontalHeader()
    order = [header.logicalIndex(place) for place in range(header.count())]
    shown = [page.model.columns[number].name for number in order if not header.isSectionHidden(number)]
    assert shown == [
        "way", "name", "duration", "map_name", "reason", "penalty", "collisions", "hero_contacts",
        "hero_red_lights", "hero_stop_signs", "hero_distance", "hero_top_speed", "hero_hardest_braking",
        "date",
    ]  # fmt: skip
    assert header.sectionSize(order[2]) == 141
    page.shut_down()
