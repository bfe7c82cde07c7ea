"""The bars at the top and at the bottom of the window."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QMenu,
    QProgressBar,
    QPushButton,
    QToolButton,
    QWidget,
)

from tests.scenes import Scene, actor, pose, street
from viewer.logfile import packets
from viewer.logfile.source import LogFile
from viewer.recording.index import RecordingIndex
from viewer.recording.indexing.builder import read_index
from viewer.recording.indexing.detect import carla_version
from viewer.recording.problems import Problem
from viewer.ui.action_table import MENUS
from viewer.ui.actions import build_actions, build_menus
from viewer.ui.background.reader import RecordingReader
from viewer.ui.shell.status_bar import StatusBar
from viewer.ui.shell.top_bar import TopBar
from viewer.ui.state.open_recording import OpenRecording

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture(scope="module")
def index(tmp_path_factory):
    return street().index(tmp_path_factory.mktemp("bars") / "street.log")


def _read(path: Path) -> RecordingIndex:
    return read_index(LogFile(path))


def shown(widget) -> list[str]:
    QApplication.processEvents()  # a bar shows its widgets when it lays them out
    labels = sorted(widget.findChildren(QLabel), key=lambda label: label.mapTo(widget, QPoint()).x())
    return [label.text() for label in labels if label.isVisible() and label.text()]


class TestTopBar:
    @pytest.fixture
    def window(self, qtbot):
        widget = QWidget()
        qtbot.addWidget(widget)
        actions = build_actions(widget)
        widget.actions_by_id = actions
        widget.menus = build_menus(actions, widget)
        widget.bar = TopBar(actions, widget.menus, widget)
        widget.bar.resize(1200, widget.bar.height())
        widget.resize(1200, 400)
        with qtbot.waitActive(widget):
            widget.show()
            widget.activateWindow()
        return widget

    def test_it_names_the_recording(self, window, index):
        others = ["Find anything", "Ctrl+K"]
        assert shown(window.bar) == ["No recording open", *others]
        window.bar.set_recording(index)
        assert shown(window.bar) == ["street.log", "Town03 · 23 Nov 2021 14:08 UTC", *others]
        window.bar.set_recording(None)
        assert shown(window.bar) == ["No recording open", *others]

    @pytest.mark.qt_log_ignore("This plugin does not support (raise|grabbing)")
    def test_the_main_menu_has_all_menus(self, qtbot, window):
        window.bar.open_menu()
        menu = window.bar.findChild(QMenu)
        qtbot.waitUntil(menu.isVisible)
        assert [entry.text() for entry in menu.actions()] == [menu.text for menu in MENUS]
        assert menu.activeAction() is menu.actions()[0]
        assert menu.pos().x() >= window.mapToGlobal(QPoint()).x()
        menu.close()


class TestStatusBar:
    @pytest.fixture
    def bar(self, qtbot, alone):
        widget = StatusBar(alone)
        qtbot.addWidget(widget)
        widget.resize(1200, widget.height())
        widget.show()
        return widget

    def problems(self, bar) -> QPushButton:
        return bar.findChild(QPushButton)

    def test_it_tells_what_the_recording_is(self, bar, alone, index):
        assert shown(bar) == []
        alone.set_recording(index)
        assert shown(bar) == [
            "20 frames",
            "0.950 s",
            "3 vehicles · 1 bicycle · 1 walker",
            carla_version(index),
        ]
        assert self.problems(bar).text() == "No problems in this file"
        assert not self.problems(bar).isEnabled()
        alone.set_recording(None)
        assert shown(bar) == []
        assert not self.problems(bar).isVisible()

    def test_findings_are_counted_not_lines(self, bar, alone, index):
        alone.set_recording(index)
        thrice = Problem("Position: location of actor 101 is NaN", "left out", damage=True, count=3)
        once = Problem("Collision: actor 7 is unknown", "kept", damage=True)
        notes = Problem("Two records of actor 101", "the first counts", damage=False, count=1200)
        for problems, said in (
            ([thrice, once, notes], "4 problems"),
            ([notes, once], "1 problem"),
            ([notes], "1,200 remarks"),
            ([replace(notes, count=1)], "1 remark"),
            ([], "No problems in this file"),
        ):
            alone.set_problems(problems)
            assert self.problems(bar).text() == said
            assert self.problems(bar).isEnabled() == bool(problems)

    def test_there_is_no_verdict_before_a_file_is_examined(self, bar, alone, index, monkeypatch):
        monkeypatch.setattr(OpenRecording, "checking", True)
        alone.set_recording(index)
        assert self.problems(bar).text() == "Checking…"
        alone.set_problems([Problem("Collision: actor 7 is unknown", "kept", damage=True)])
        assert self.problems(bar).text() == "1 problem"

    def test_problems_can_be_asked_for(self, qtbot, bar, alone, index):
        alone.set_recording(index)
        alone.set_problems([Problem("Collision: actor 7 is unknown", "kept", damage=True)])
        with qtbot.waitSignal(bar.problems_requested):
            qtbot.mouseClick(self.problems(bar), LEFT)

    def test_progress_is_there_while_reading_and_can_be_stopped(self, qtbot, bar, alone, index, monkeypatch):
        progress, stopped = bar.findChild(QProgressBar), []
        assert not progress.isVisible()
        monkeypatch.setattr(OpenRecording, "loading", True)
        alone.set_recording(replace(index, bytes_read=index.size // 4))
        assert progress.isVisible()
        assert progress.value() == pytest.approx(progress.maximum() / 4, abs=1)
        monkeypatch.setattr(RecordingReader, "cancel", lambda _: stopped.append(True))
        qtbot.mouseClick(bar.findChild(QToolButton), LEFT)
        assert stopped
        monkeypatch.setattr(OpenRecording, "loading", False)
        alone.set_recording(index)
        assert not progress.isVisible()


class TestSummary:
    @pytest.mark.parametrize(
        ("packet", "version"),
        [
            (packets.ANIM_VEHICLE, "CARLA 0.9.6–0.9.9"),
            (packets.VEHICLE_LIGHT, "CARLA 0.9.10–0.9.13"),
            (packets.VISUAL_TIME, "CARLA 0.9.14"),
        ],
    )
    def test_the_packets_tell_the_version(self, tmp_path, packet, version):
        rows = [(1.0,)] if packet is packets.VISUAL_TIME else []
        scene = Scene().frame(add=[actor(1)], poses=[pose(1, (0, 0, 0))], extra={packet: rows})
        assert carla_version(scene.index(tmp_path / "a.log")) == version

    def test_real_recordings_are_what_their_names_say(self, recording_file):
        version = carla_version(_read(recording_file))
        old = "carla096" in recording_file.name
        assert version == ("CARLA 0.9.6–0.9.9" if old else "CARLA 0.9.10–0.9.13")
