"""What is pointed at looks so, and as before once the mouse is elsewhere."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QEnterEvent, QImage
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from viewer.ui.map.chips import MapChip

UNDER_MOUSE = Qt.WidgetAttribute.WA_UnderMouse
FOR_THE_MAP = Qt.WidgetAttribute.WA_TransparentForMouseEvents


def pictures(widget: QWidget) -> tuple[QImage, QImage, QImage]:
    """Return how a widget looks before, while and after the mouse is on it."""
    middle = QPointF(widget.rect().center())
    taken = []
    for event in (None, QEnterEvent(middle, middle, widget.mapToGlobal(middle)), QEvent(QEvent.Type.Leave)):
        widget.setAttribute(UNDER_MOUSE, event is not None and event.type() == QEvent.Type.Enter)
        if event is not None:
            QApplication.sendEvent(widget, event)
        taken.append(widget.grab().toImage())
    before, during, after = taken
    return before, during, after


@pytest.mark.parametrize(("part", "kind"), [("playback_bar", QAbstractButton), ("map_area", MapChip)])
def test_buttons_light_up_while_they_are_pointed_at(open_street, part, kind):
    found = getattr(open_street.window, part).findChildren(kind)
    seen = [each for each in found if each.isVisible() and not each.testAttribute(FOR_THE_MAP)]
    assert seen
    for each in seen:
        before, during, after = pictures(each)
        assert during != before
        assert after == before
