"""The bars at the top and at the bottom of the window."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QLabel, QProgressBar, QPushButton, QToolButton, QWidget

from tests.scenes import street
from viewer.recording.indexing.detect import carla_version
from viewer.recording.problems import Problem
from viewer.ui.actions import build_actions, build_menus
from viewer.ui.shell.status_bar import StatusBar
from viewer.ui.shell.top_bar import TopBar
from viewer.ui.state.open_recording import OpenRecording

LEFT = Qt.MouseButton.LeftButton
ONCE = Problem("Collision: actor 7 is unknown", "kept", damage=True)
THRICE = Problem("Position: location of actor 101 is NaN", "left out", damage=True, count=3)
NOTES = Problem("Two records of actor 101", "the first counts", damage=False, count=1200)


@pytest.fixture(scope="module")
def index(tmp_path_factory):
    return street().index(tmp_path_factory.mktemp("bars") / "street.log")


def shown(widget):
    QApplication.processEvents()  # a bar shows its widgets when it lays them out
    labels = sorted(widget.findChildren(QLabel), key=lambda label: label.mapTo(widget, QPoint()).x())
    return [label.text() for label in labels if label.isVisible() and label.text()]


def test_the_top_bar_names_the_recording(qtbot, index):
    widget = QWidget()
    qtbot.addWidget(widget)
    actions = build_actions(widget)
    bar = TopBar(actions, build_menus(actions, widget), widget)
    bar.resize(1200, bar.height())
    widget.resize(1200, 400)
    widget.show()
    others = ["Find anything", "Ctrl+K"]
    for recording, texts in (
        (None, ["No recording open"]),
        (index, ["street.log", "Town03 · 23 Nov 2021 14:08 UTC"]),
        (None, ["No recording open"]),
    ):
        bar.set_recording(recording)
        assert shown(bar) == texts + others


@pytest.fixture
def bar(qtbot, alone):
    widget = StatusBar(alone)
    qtbot.addWidget(widget)
    widget.resize(1200, widget.height())
    widget.show()
    return widget


@pytest.fixture
def problems(bar):
    return bar.findChild(QPushButton)


def test_the_status_bar_tells_what_the_recording_is_and_counts_findings_not_lines(
    bar, alone, index, problems, qtbot
):
    assert shown(bar) == []
    alone.set_recording(index)
    about = ["20 frames", "0.950 s", "3 vehicles · 1 bicycle · 1 walker", carla_version(index)]
    assert shown(bar) == about
    for found, said in (
        ([], "No problems in this file"),
        ([THRICE, ONCE, NOTES], "4 problems"),
        ([NOTES], "1,200 remarks"),
        ([replace(NOTES, count=1)], "1 remark"),
        ([NOTES, ONCE], "1 problem"),
    ):
        alone.set_problems(found)
        assert (problems.text(), problems.isEnabled()) == (said, bool(found))
    with qtbot.waitSignal(bar.problems_requested):
        qtbot.mouseClick(problems, LEFT)
    alone.set_recording(None)
    assert shown(bar) == []
    assert not problems.isVisible()


def test_there_is_no_verdict_before_a_file_is_examined(bar, alone, index, problems, monkeypatch):
    monkeypatch.setattr(OpenRecording, "checking", True)
    alone.set_recording(index)
    assert problems.text() == "Checking…"
    alone.set_problems([ONCE])
    assert problems.text() == "1 problem"


def test_progress_is_there_while_reading_and_can_be_stopped(qtbot, bar, alone, index, monkeypatch):
    progress, stopped = bar.findChild(QProgressBar), []
    assert not progress.isVisible()
    monkeypatch.setattr(OpenRecording, "loading", True)
    alone.set_recording(replace(index, bytes_read=index.size // 4))
    assert progress.isVisible()
    assert progress.value() == pytest.approx(progress.maximum() / 4, abs=1)
    monkeypatch.setattr(OpenRecording, "cancel", lambda _: stopped.append(True))
    qtbot.mouseClick(bar.findChild(QToolButton), LEFT)
    assert stopped
    monkeypatch.setattr(OpenRecording, "loading", False)
    alone.set_recording(index)
    assert not progress.isVisible()
