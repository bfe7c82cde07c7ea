"""What stands in the head of the drawer, wherever there is little room: beside each other, and within it."""

from __future__ import annotations

from itertools import combinations, product

from PySide6.QtCore import QRect
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from viewer.ui.app import Viewer
from viewer.ui.panels import PanelPlace, panels_at

SIZES = ((840, 600), (1280, 720), (1600, 1000))


def controls(panel: QWidget) -> dict[str, QRect]:
    """Return where each control of a panel's head stands in it."""
    head = panel.head
    visible = [each for each in head.findChildren(QWidget) if each.isVisible() and each.parent() is head]
    return {f"{number} {type(each).__name__}": each.geometry() for number, each in enumerate(visible)}


def test_no_control_lies_upon_another(open_street: Viewer) -> None:
    window = open_street.window
    window.actions_by_id["add_note"].trigger()
    QTest.keyClicks(QApplication.focusWidget(), "a note\r")
    for row, size in product(panels_at(PanelPlace.DRAWER), SIZES):
        window.open_panel(row.id)
        panel = open_street.rooms.panel(row.id)
        window.resize(*size)
        QApplication.processEvents()
        stands = controls(panel)
        assert stands or row.id == "problems", "without problems there is nothing to choose"
        for (one, first), (other, second) in combinations(stands.items(), 2):
            assert not first.intersects(second), (size, one, other)
        for name, rect in stands.items():
            right = panel.head.mapTo(window.drawer, rect.topRight()).x()
            assert right < window.drawer.width(), (size, name)
