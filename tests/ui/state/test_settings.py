from __future__ import annotations

import os
import sys
from datetime import datetime, timezone
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray, QSettings

from viewer.ui.state.recent import MAX_RECENT, MissingCheck, RecentRecording
from viewer.ui.state.settings import Settings


@pytest.fixture
def store(tmp_path):
    return QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)


@pytest.fixture
def settings(store):
    return Settings(store)


@pytest.fixture
def reopen(store):
    """Settings read anew from the file, as at the next start."""

    def read() -> Settings:
        store.sync()
        return Settings(QSettings(store.fileName(), QSettings.Format.IniFormat))

    return read


def test_at_the_first_start_everything_has_a_value(settings):
    assert settings.recent() == []
    assert settings.last_folder is None
    assert settings.window_geometry.isEmpty()
    assert settings.layout == "replay"
    assert settings.panel_size("replay", "actors") is None
    assert settings.panel_visible("replay", "actors", default=True)
    assert settings.drawer_page("replay") == ""
    assert settings.theme == "auto"
    assert not settings.loop
    assert not settings.interpolate
    assert settings.first_start


def test_what_is_set_is_there_at_the_next_start(settings, reopen, tmp_path):
    settings.window_geometry = QByteArray(b"\x00\x01geometry\xff")
    settings.layout = "analyse"
    settings.set_panel_size("analyse", "actors", 320)
    settings.set_panel_size("replay", "actors", 280)
    settings.set_panel_visible("analyse", "actors", visible=False)
    settings.set_drawer_page("analyse", "notes")
    settings.theme = "light"
    settings.loop = True
    settings.interpolate = True
    settings.first_start = False
    settings.last_folder = tmp_path

    settings = reopen()
    assert settings.window_geometry == QByteArray(b"\x00\x01geometry\xff")
    assert settings.layout == "analyse"
    assert settings.panel_size("analyse", "actors") == 320
    assert not settings.panel_visible("analyse", "actors", default=True)
    assert settings.panel_visible("replay", "actors", default=True)
    assert settings.drawer_page("analyse") == "notes"
    settings.forget_layout("analyse")
    assert settings.panel_size("analyse", "actors") is None
    assert settings.panel_size("replay", "actors") == 280
    assert settings.layout == "analyse"
    assert settings.theme == "light"
    assert settings.loop
    assert settings.interpolate
    assert not settings.first_start
    assert settings.last_folder == tmp_path


def test_recent_recordings_keep_what_was_learnt(settings, reopen):
    town = RecentRecording(
        Path("/data/Ünïcode, with = and %20.rec"),
        "Town03",
        15.236,
        datetime(2019, 10, 23, 1, 4, tzinfo=timezone.utc),
    )
    settings.add_recent(town)
    settings.add_recent(RecentRecording(Path("/data/b.log")))
    assert reopen().recent() == [RecentRecording(Path("/data/b.log")), town]


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="file names are text there")
def test_a_name_that_is_no_text_is_kept(settings, reopen):
    path = Path(os.fsdecode(b"/data/caf\xe9.log"))
    settings.add_recent(RecentRecording(path))
    settings.last_folder = path
    assert reopen().recent()[0].path == path
    assert reopen().last_folder == path


def test_the_last_one_is_first_and_none_is_there_twice(settings):
    for name in ("a", "b", "a"):
        settings.add_recent(RecentRecording(Path(name)))
    assert [recent.path.name for recent in settings.recent()] == ["a", "b"]


def test_the_oldest_is_forgotten(settings):
    for number in range(MAX_RECENT + 3):
        settings.add_recent(RecentRecording(Path(f"{number}.log")))
    names = [recent.path.stem for recent in settings.recent()]
    assert names == [str(number) for number in range(MAX_RECENT + 2, 2, -1)]


def test_one_can_be_forgotten(settings):
    for name in ("a", "b", "c"):
        settings.add_recent(RecentRecording(Path(name)))
    settings.remove_recent(Path("b"))
    assert [recent.path.name for recent in settings.recent()] == ["c", "a"]


def test_nonsense_in_the_file_is_as_if_it_were_not_there(settings, store):
    for key in (
        "theme",
        "loop",
        "window/geometry",
        "window/panel/actors",
        "recent/1/duration",
        "recent/1/date",
    ):
        store.setValue(key, "nonsense")
    store.setValue("recent/1/path", "a.log")
    store.setValue("recent/size", 4)
    assert settings.theme == "auto"
    assert not settings.loop
    assert settings.panel_visible("replay", "actors", default=True)
    assert settings.panel_size("replay", "actors") is None
    assert settings.layout == "replay"
    assert settings.window_geometry.isEmpty()
    assert settings.recent() == [RecentRecording(Path("a.log"))]


def test_what_is_gone_is_found_in_the_background(qtbot, tmp_path):
    here, gone = tmp_path / "here.log", tmp_path / "gone.log"
    here.touch()
    check = MissingCheck()
    with qtbot.waitSignal(check.checked) as answer:
        check.start([here, gone, Path("\0")])
    assert answer.args == [frozenset({gone, Path("\0")})]
