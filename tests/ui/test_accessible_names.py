"""What a screen reader says: every control that takes the keyboard has a name, and no two the same."""

from __future__ import annotations

from collections import Counter

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAbstractButton, QApplication, QScrollArea, QWidget

from tests.ui.conftest import turn
from tests.ui.test_text_is_text import DRAWER
from viewer.ui.timeline.row import LaneGroupRow


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


def painted(part: QWidget) -> list[str]:
    """Return the names of what a part paints, each found again at its place and as a child of its parent."""
    QApplication.processEvents()
    found = []
    for widget in (part, *part.findChildren(LaneGroupRow)):
        about = QAccessible.queryAccessibleInterface(widget)
        items = [about.child(index) for index in range(about.childCount())]
        items = [each for each in items if each.role() == QAccessible.Role.ListItem]
        assert all(about.child(about.indexOfChild(each)) is each for each in items)
        assert all(about.rect().intersects(each.rect()) for each in items)
        found += [each.text(QAccessible.Text.Name) for each in items]
    return found


def test_actors_on_the_map_and_lanes_are_told_one_by_one(open_street):
    window = open_street.window
    told = painted(window.map_area.map_view)
    assert any(each.startswith("101 lincoln mkz2017 at x ") for each in told)
    assert len(told) == len({each.split()[0] for each in told})  # each actor once
    lanes = painted(window.timeline)
    assert any("speed" in each and each.endswith("m/s") for each in lanes)
    kept = QAccessible.queryAccessibleInterface(window.map_area.map_view)
    item = kept.child(kept.childCount() - 1)
    open_street.workspace.close()
    turn()
    assert not item.isValid()
    assert painted(window.map_area.map_view) == []
