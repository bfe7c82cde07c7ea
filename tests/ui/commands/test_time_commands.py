"""Going to moments by keys, without a window."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from tests.ui.commands.conftest import do
from viewer.ui.times.display import TimeDisplay
from viewer.ui.times.go_to_field import GoToField
from viewer.ui.times.visits import Visits

Key, ALT = Qt.Key, Qt.KeyboardModifier.AltModifier


@pytest.fixture
def display(opened, tasks, settings) -> TimeDisplay:
    display = TimeDisplay(settings, opened)
    display.set_recording(opened.recording.index)
    return display


@pytest.fixture
def field(opened, display, widget, actions) -> GoToField:
    widget.resize(1000, 600)
    field = GoToField(widget, widget)
    field.set_scale(display.scale)
    field.go_requested.connect(opened.playback.jump)
    visits = Visits(opened.recording, opened.playback)
    times = SimpleNamespace(visits=visits, ask=lambda: field.ask(opened.playback.transport.playhead))
    do(actions, times=times)
    return field


def here(workspace) -> float:
    return workspace.playback.transport.playhead


def test_a_moment_is_asked_for_by_g_and_left_and_found_again_by_alt_and_arrows(opened, field, press):
    opened.playback.seek(0.1)
    press(Key.Key_G)
    line = field.findChild(QLineEdit)
    assert line.isVisible()
    QTest.keyClicks(line, "0.6")
    QTest.keyClick(line, Key.Key_Return)
    assert here(opened) == pytest.approx(0.6)
    assert not line.isVisible()
    press(Key.Key_Left, ALT)
    assert here(opened) == pytest.approx(0.1)
    press(Key.Key_Right, ALT)
    assert here(opened) == pytest.approx(0.6)


def test_what_is_typed_with_a_sign_counts_from_the_playhead(opened, field, press):
    opened.playback.seek(0.3)
    press(Key.Key_G)
    QTest.keyClicks(field.findChild(QLineEdit), "+0.25")
    QTest.keyClick(field.findChild(QLineEdit), Key.Key_Return)
    assert here(opened) == pytest.approx(0.55)
