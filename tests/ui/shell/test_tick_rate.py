"""The window is drawn as often as its screen can show it, and less often when nobody looks at it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QProxyStyle, QStyle, QWidget

from viewer.ui.shell.tick_rate import TickRate


class Still(QProxyStyle):
    """Style of a system whose animations are switched off."""

    def styleHint(self, hint, option=None, widget=None, returned=None):  # noqa: N802 - the name is Qt's
        still = hint == QStyle.StyleHint.SH_Widget_Animation_Duration
        return 0 if still else super().styleHint(hint, option, widget, returned)


@pytest.fixture
def window(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    return window


@pytest.mark.parametrize(
    ("screen", "rate"), [(60.0, 60.0), (120.0, 120.0), (240.0, 144.0), (24.0, 30.0), (0.0, 60.0)]
)
def test_an_active_window_follows_its_screen(qtbot, window, screen, rate):
    ticks = TickRate(window, lambda _: screen)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(lambda: ticks.rate == rate)


def test_the_rate_changes_with_the_screen_the_keyboard_and_the_system(qtbot, window):
    rates, told = [120.0], []
    ticks = TickRate(window, lambda _: rates[0])
    ticks.changed.connect(told.append)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(lambda: told == [120.0])
    rates[0] = 75.0  # the window was moved to another screen
    window.windowHandle().screenChanged.emit(window.screen())
    assert told == [120.0, 75.0]
    other = QWidget()
    qtbot.addWidget(other)
    other.show()
    other.activateWindow()
    qtbot.waitUntil(lambda: told == [120.0, 75.0, 60.0])
    window.activateWindow()
    qtbot.waitUntil(lambda: told == [120.0, 75.0, 60.0, 75.0])
    window.setStyle(Still())
    QApplication.sendEvent(window, QEvent(QEvent.Type.StyleChange))
    assert told == [120.0, 75.0, 60.0, 75.0, 60.0]
