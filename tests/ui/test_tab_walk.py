"""Tab goes through all that can be used, once each, and Shift+Tab back again."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from viewer.ui.panels import PANELS

ROOMS = [row.id for row in PANELS if row.module and row.id != "palette"]


def walk(window, key, steps):
    """Press a key so often; return who has the keyboard after each."""
    reached = []
    for _ in range(steps):
        QTest.keyClick(QApplication.focusWidget(), key)
        reached.append(QApplication.focusWidget())
    return reached


def is_beside_the_chosen(widget):
    """Tell whether arrows lead to a button: of those of which one is chosen, Tab comes to that."""
    group = widget.group() if isinstance(widget, QAbstractButton) else None
    return group is not None and group.exclusive() and not widget.isChecked()


def usable(window):
    """Return what is seen and says that Tab comes to it."""
    return {
        each
        for each in window.findChildren(QWidget)
        if each.isVisible()
        and each.isEnabled()
        and each.window() is window
        and each.focusPolicy() & Qt.FocusPolicy.TabFocus
        and each.focusProxy() is None
        and not is_beside_the_chosen(each)
    }


def once_round(window, qtbot):
    """Return who has the keyboard after each press of Tab until it comes back, the map first."""
    start = window.map_area.map_view
    start.setFocus()
    assert QApplication.focusWidget() is start
    count = len(usable(window))
    forwards = walk(window, Qt.Key.Key_Tab, count)
    missed = [f"{each!r} {each.accessibleName()}" for each in usable(window) - set(forwards)]
    assert forwards[-1] is start, missed
    assert len(set(forwards)) == count
    assert set(forwards) == usable(window)
    assert walk(window, Qt.Key.Key_Backtab, count) == [*forwards[-2::-1], start]
    return [start, *forwards[:-1]]


@pytest.fixture
def window(open_street, qtbot):
    window = open_street.window
    with qtbot.waitActive(window):
        window.activateWindow()
    return window


@pytest.mark.parametrize("room", ["", *ROOMS])
def test_tab_reaches_all_and_shift_tab_goes_back(open_street, window, qtbot, room):
    action = window.actions_by_id.get(f"show_{room}")
    if action is not None:
        action.trigger()
        for _ in range(3):  # what is found may be shown, and what is shown may have more looked for
            qtbot.waitUntil(lambda: open_street.tasks.quiet)
            QTest.qWait(1)
    order = once_round(window, qtbot)
    if room and action is not None:
        dock = window.docks[room]
        inside = [place for place, each in enumerate(order) if dock.isAncestorOf(each)]
        assert inside == list(range(inside[0], inside[-1] + 1))  # in one go
        buttons = [each for each in order if dock.isAncestorOf(each) and isinstance(each, QAbstractButton)]
        assert dock.titleBarWidget().isAncestorOf(buttons[0])
