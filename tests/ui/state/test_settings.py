from __future__ import annotations

import hashlib
import os
import sys
from datetime import datetime, timezone
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray, QSettings

from viewer.replay.events import EventKind
from viewer.replay.time.server_call import ServerFolder
from viewer.replay.time.time_forms import TimeForm
from viewer.ui.map_layers import MapOptions, map_layers
from viewer.ui.state.recent import RecentRecording
from viewer.ui.state.settings import Layout, PinnedActor, Setting, Settings, open_store


@pytest.fixture
def reopen(settings):
    """Settings read anew from the file, as at the next start."""

    def read():
        settings.store.sync()
        return Settings(QSettings(settings.store.fileName(), QSettings.Format.IniFormat))

    return read


def test_how_panels_are_arranged_is_kept_and_can_be_forgotten(settings, reopen):
    settings.panel_size["actors/width"] = 320
    settings.panel_visible["actors"] = False
    settings.window_docks = QByteArray(b"docks")
    settings.window_geometry = QByteArray(b"window")
    settings = reopen()
    assert (settings.panel_size["actors/width"], settings.panel_visible["actors"]) == (320, False)
    assert (settings.panel_visible["inspector"], settings.window_docks) == (None, QByteArray(b"docks"))
    settings.forget_layout()
    assert (settings.panel_size["actors/width"], settings.panel_visible["actors"]) == (None, None)
    assert (settings.window_docks, settings.window_geometry) == (QByteArray(), QByteArray(b"window"))


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
