"""Every button of the program says something: a text or a picture."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QAbstractButton, QPushButton, QTabBar, QToolButton, QWidget

from tests.scenes import HERO
from viewer.ui.panels import PANELS
from viewer.ui.state.actor_ref import ref_of


def painted_by_qt(window):
    """Return the buttons that Qt paints; the others paint themselves, and pictures hold what they say."""
    buttons = window.findChildren(QAbstractButton)
    own = [
        each
        for each in buttons
        if type(each).paintEvent not in (QPushButton.paintEvent, QToolButton.paintEvent)
    ]
    return [
        each
        for each in buttons
        if each not in own
        and not each.objectName().startswith("qt_")
        and not isinstance(each.parent(), QTabBar)  # arrows that Qt's style paints
    ]


def parts(button):
    """Return the labels in a button that is laid out like a panel."""
    return [each for each in button.findChildren(QWidget) if each.property("text") or each.property("pixmap")]


def empty(window):
    return [
        f"{type(each).__name__} {each.accessibleName() or each.toolTip()!r} in {type(each.parent()).__name__}"
        for each in painted_by_qt(window)
        if (each.isVisible() or isinstance(each, QToolButton))  # a hidden link has its words when it is shown
        and not (each.text().strip() or parts(each) or not each.icon().isNull())
    ]


def test_where_nothing_is_open(viewer):
    assert empty(viewer.window) == []


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_with_a_recording_and_all_panels(open_street, theme):
    window = open_street.window
    for row in PANELS:
        if f"show_{row.id}" in window.actions_by_id and row.room:
            window.actions_by_id[f"show_{row.id}"].trigger()
    open_street.focus.select(ref_of(open_street.recording.index.actors.rows_of(HERO)[0]))
    window.actions_by_id["next_collision"].trigger()
    window.actions_by_id[f"theme_{theme}"].trigger()
    assert empty(window) == []
    shown = [each for each in painted_by_qt(window) if each.isVisible() and not each.icon().isNull()]
    assert len(shown) > 10
    for each in shown:
        image = each.icon().pixmap(QSize(16, 16)).toImage()
        inks = [image.pixelColor(x, y).alpha() for x in range(16) for y in range(16)]
        assert max(inks) > 80, each.accessibleName()
