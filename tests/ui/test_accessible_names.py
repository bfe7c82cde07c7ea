"""What a screen reader says: every control that takes the keyboard has a name, and no two the same."""

from __future__ import annotations

from collections import Counter

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAbstractButton, QScrollArea, QWidget

from tests.ui.test_text_is_text import DRAWER


def names(part: QWidget) -> list[tuple[str, str]]:
    """Return class and name of each control that can be seen and reached by the keyboard."""
    found = []
    for each in part.findChildren(QWidget):
        reached = each.focusPolicy() & Qt.FocusPolicy.TabFocus or isinstance(each, QAbstractButton)
        inside = each.objectName().startswith("qt_") or isinstance(each, QScrollArea)
        if each.isVisibleTo(part) and reached and not inside and each.focusProxy() is None:
            told = QAccessible.queryAccessibleInterface(each).text(QAccessible.Text.Name)  # of a box its text
            found.append((type(each).__name__, each.accessibleName() or told))
    return found


def check(part: QWidget) -> None:
    found = names(part)
    assert [each for each in found if not each[1].strip()] == []
    assert [each for each, count in Counter(found).items() if count > 1] == []


PARTS = ["top_bar", "actor_panel", "inspector", "playback_bar", "timeline", "status_bar", "map_area"]


def test_of_the_window_and_its_panels(open_street):
    for part in PARTS:
        check(getattr(open_street.window, part))
    for name in DRAWER:
        open_street.window.open_panel(name)
        check(open_street.window.docks[name])
