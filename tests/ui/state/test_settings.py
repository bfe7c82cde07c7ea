"""Settings that are kept, and those, with layouts, map views and notes, of an earlier version (07106a5d)."""

import hashlib
import os
import shutil
import sys
from datetime import datetime, timezone
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray, QSettings, Qt

from tests.scenes import street
from tests.ui.person import open_in
from viewer.replay.events import EventKind
from viewer.replay.time.server_call import ServerFolder
from viewer.replay.time.time_forms import TimeForm
from viewer.ui.map_layers import MapOptions, map_layers
from viewer.ui.state.open_request import OpenRequest
from viewer.ui.state.recent import RecentRecording
from viewer.ui.state.settings import Layout, PinnedActor, Setting, Settings, open_store


@pytest.fixture
def reopen(settings):
    """Settings read anew from the file, as at the next start."""

    def read():
        settings.store.sync()
        return Settings(QSettings(settings.store.fileName(), QSettings.Format.IniFormat))

    return read


SERVERS = (ServerFolder("/home/me/runs", "/opt/carla"), ServerFolder("D:\\a b", "C:\\b"))
KEPT = {
    "last_folder": (None, Path("/data/with space")),
    "library_columns": ("", "name,worst;AAAA/w=="),
    "first_start": (True, False),
    "window_docks": (QByteArray(), QByteArray(b"docks")),
    "layouts": ({}, {"wide": Layout("AA==", frozenset({"actors"}), (("actors/width", 400),))}),
    "theme": ("auto", "light"),
    "language": ("auto", "zh_CN"),
    "speed_kmh": (False, True),
    "key_preset": ("usual", "lichtblick"),
    "keys": ({}, {"open": ("Ctrl+,", "O")}),
    "time_form": (TimeForm.ELAPSED, TimeForm.FRAME),
    "lanes": ("", "-gaps +speed"),
    "export_kind": ("", "csv"),
    "server_folders": ((), SERVERS),
    "actor_columns": ("", "id,speed;AAAA/w=="),
    "living_actors": (False, True),
    "loop": (False, True),
    "interpolate": (False, True),
    "auto_reload": (False, True),
    "shown_events": (frozenset(EventKind), frozenset({EventKind.NOTE})),
    "pauses_at_findings": (False, True),
    "map_layers": (map_layers(), map_layers(grid=True)),
    "map_options": (MapOptions(), MapOptions(color_by="speed", behind=30.0)),
    "recent": ((), (RecentRecording(Path("/data/a.log"), "Town01", 2.5),)),
    "map_folders": ((), (Path("/maps"),)),
    "size": (0.0, 1.5),
    "hidden_cameras": ((), ("bev",)),
    "hidden_found": ((), ("ttc", "headway")),
    "story_strip": (True, False),
    "recent_actions": ((), ("open", "about")),
    "window_geometry": (QByteArray(), QByteArray(b"\x00\x01geometry\xff")),
}
"""What each is at the first start, and another value."""


def test_each_of_them_comes_back_and_none_of_the_others_changes(settings, reopen):
    written = {name for name, each in vars(Settings).items() if isinstance(each, Setting)}
    assert written == set(KEPT)
    for number, (name, (_, value)) in enumerate(KEPT.items()):
        setattr(settings, name, value)
        again = reopen()
        now = {each: getattr(again, each) for each in KEPT}
        assert now == {each: KEPT[each][k <= number] for k, each in enumerate(KEPT)}, name


A, B = Path("/data/a.log"), Path("/data/b.log")


@pytest.mark.parametrize(
    ("name", "first", "value"),
    [
        ("hero_of", None, 4_000_000_000),
        ("pins_of", (), (PinnedActor(7, 0), PinnedActor(7, 120))),
        ("map_views", "", "a 1 2 3"),
        ("map_of", None, Path("/maps/Town03.xodr")),
        ("signals", "", "speed brake"),
    ],
)
def test_what_belongs_to_one_is_kept_for_that_one_alone(settings, reopen, name, first, value):
    one, other = (A, B) if name in ("hero_of", "pins_of") else ("Town03", "Town01")
    getattr(settings, name)[one] = value
    assert getattr(reopen(), name)[one] == value
    assert getattr(reopen(), name)[other] == first


def test_folders_come_first_and_recordings_do_not_push_them_out(settings, reopen):
    for number in range(20):
        settings.add_recent(RecentRecording(Path(f"/data/{number}"), folder=number < 6))
    told = [(each.path.name, each.folder) for each in reopen().recent]
    assert told == [(str(n), True) for n in (5, 4, 3, 2)] + [(str(n), False) for n in range(19, 9, -1)]


def test_recent_recordings_keep_what_was_learnt(settings, reopen):
    date = datetime(2019, 10, 23, 1, 4, tzinfo=timezone.utc)
    town = RecentRecording(Path("/data/Ünïcode, with = and %20.rec"), "Town03", 15.236, date)
    settings.add_recent(town)
    settings.add_recent(RecentRecording(Path("/data/b.log")))
    assert reopen().recent == (RecentRecording(Path("/data/b.log")), town)


TEXTS = {
    "last_folder", "library_columns", "window_docks", "lanes", "export_kind", "actor_columns",
    "hidden_cameras", "hidden_found", "recent_actions", "window_geometry",
}  # fmt: skip
"""Settings that may be any text, as earlier versions kept it: without quotation marks."""


def test_nonsense_in_the_file_is_as_if_it_were_not_there(settings):
    for nonsense in ("nonsense", "[" * 100_000):
        for name in KEPT:
            settings.store.setValue(vars(Settings)[name].key, nonsense)
        assert {name for name, (first, _) in KEPT.items() if getattr(settings, name) != first} <= TEXTS
    assert (settings.panel_visible["actors"], settings.panel_size["actors/width"]) == (None, None)
    settings.store.setValue("theme", "dark")
    assert settings.theme == "dark"


def test_what_belongs_to_a_file_is_found_by_later_versions(settings):
    """Under the first 16 digits of the hash of its path, as in all versions before."""
    settings.hero_of[A] = 7
    settings.pins_of[A] = (PinnedActor(7, 0),)
    settings.map_of["Town03"] = Path("/maps/Town03.xodr")
    settings.map_views["Town03"] = "a 1 2 3"
    key, town = (hashlib.sha256(name.encode()).hexdigest()[:16] for name in (str(A), "Town03"))
    assert set(settings.store.allKeys()) == {f"hero/{key}", f"pins/{key}", f"map/{town}", f"map_views/{town}"}


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere settings are in no file of text")
@pytest.mark.parametrize("make", [os.mkfifo, lambda path: path.symlink_to("/dev/zero"), Path.mkdir])
def test_what_is_no_file_of_settings_is_named_and_not_waited_for(qapp, tmp_path, monkeypatch, make):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    path = tmp_path / qapp.organizationName() / f"{qapp.applicationName()}.conf"
    path.parent.mkdir(exist_ok=True)
    make(path)
    store, trouble = open_store()
    assert str(path) in trouble
    Settings(store).loop = True
    assert Settings(store).loop


def test_a_file_of_settings_that_cannot_be_written_is_named_with_what_to_do(qapp, home, monkeypatch):
    assert open_store()[1] == ""
    monkeypatch.setattr(QSettings, "isWritable", lambda _: False)
    trouble = open_store()[1]
    assert str(home) in trouble
    assert "XDG_CONFIG_HOME" in trouble


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
