"""The scale is told when times are written otherwise, and not with each view of a recording."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, QSettings
from PySide6.QtTest import QSignalSpy
from pytestqt.qtbot import QtBot

from tests.scenes import street
from tests.ui.timeline.conftest import part_of
from viewer.replay.time.time_forms import TimeForm
from viewer.ui.state.settings import Settings
from viewer.ui.state.times import TimeDisplay


def test_a_longer_view_is_told_only_where_it_is_written_otherwise(qtbot: QtBot, tmp_path: Path) -> None:
    index, parent = street().index(tmp_path / "street.log"), QObject()
    store = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
    settings = Settings(store)
    display = TimeDisplay(settings, parent)
    told = QSignalSpy(display.scale_changed)
    display.set_recording(part_of(index, 10, 0.95))
    assert told.count() == 1
    display.set_recording(index)
    assert told.count() == 1
    assert display.scale is not None
    assert display.scale.index is index
    settings.time_form = TimeForm.FRAME
    assert told.count() == 2
    display.set_recording(part_of(index, 10, 0.95))  # it does not know the ids of the others
    assert told.count() == 3
    display.set_recording(None)
    assert told.count() == 4
