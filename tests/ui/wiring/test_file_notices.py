"""What is said of a file that grows, and changes when the chip is clicked."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from tests.scenes import street
from viewer.recording.follow import FileChange, FileStatus
from viewer.ui.state.playback import Playback
from viewer.ui.widgets.chip import Chip
from viewer.ui.widgets.message_bar import MessageBar
from viewer.ui.wiring.file_notices import FileNotices


class Recording(QObject):
    """A recording that is given, and changes when it is told to."""

    opened, index_changed, file_changed, failed = Signal(), Signal(), Signal(object), Signal(object)

    def show(self, index):
        self.index = index
        self.index_changed.emit()


@pytest.fixture
def playback(qapp):
    playback = Playback()
    yield playback
    playback.deleteLater()


def test_the_chip_of_a_file_that_grows_turns_following_on_and_off(qtbot, playback, tmp_path):
    area, recording = QWidget(), Recording()
    qtbot.addWidget(area)
    area.growth_chip, area.file_bar = chip, _ = Chip(area), MessageBar(area)
    area.show()
    workspace = SimpleNamespace(recording=recording, playback=playback, reload=lambda: None)
    area.notices = FileNotices(workspace, SimpleNamespace(takes=lambda _: False), area)
    index = street(30).index(tmp_path / "street.log")
    recording.show(replace(index, heads=index.heads[:20], growing=True))
    assert chip.text() == "Still being recorded · Follow end"
    for following, text in ((True, "Following the end"), (False, "Still being recorded · Follow end")):
        QTest.mouseClick(chip, Qt.MouseButton.LeftButton)
        assert playback.follow_end is following
        assert chip.text() == text
    recording.show(index)
    assert chip.isHidden()


@pytest.mark.parametrize("status", [FileStatus.DELETED, FileStatus.REPLACED, FileStatus.CUT])
def test_a_file_that_is_no_longer_the_one_that_grew_is_not_said_to_grow(qtbot, playback, tmp_path, status):
    area, recording = QWidget(), Recording()
    qtbot.addWidget(area)
    area.growth_chip, area.file_bar = chip, bar = Chip(area), MessageBar(area)
    workspace = SimpleNamespace(recording=recording, playback=playback, reload=lambda: None)
    area.notices = FileNotices(workspace, SimpleNamespace(takes=lambda _: False), area)
    index = replace(street(30).index(tmp_path / "street.log"), growing=True)
    recording.show(index)
    assert not chip.isHidden()
    recording.file_changed.emit(FileChange(status))
    recording.show(index)
    assert (chip.isHidden(), bar.isHidden()) == (True, False)
    recording.opened.emit()
    recording.show(index)
    assert (chip.isHidden(), bar.isHidden()) == (False, True)
