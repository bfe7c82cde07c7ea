"""At each width of the window, in each layout: nothing in bars and panels is cut, overlaps or sticks out."""

from __future__ import annotations

from itertools import combinations

from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QLineEdit, QWidget

from tests.scenes import HERO
from viewer.ui.widgets.elided_label import ElidedLabel

WIDTHS = (840, 1000, 1100, 1279, 1280, 1399, 1400, 1600, 1920, 2560)


def laid_out(window, width):
    window.resize(width, 900)
    for _ in range(3):  # layouts ask for another size by events
        QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)


def shown(part):
    """Return the widgets directly in a part that its layout places."""
    layout = part.layout()
    if layout is None:
        return []
    return [
        each
        for each in part.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
        if each.isVisible() and layout.indexOf(each) >= 0
    ]


def faults(part, name):
    """Yield what is wrong in a part, and in all its parts."""
    inside = [each for each in part.findChildren(QWidget) if each.isVisible()]
    for each in (part, *inside):
        placed = shown(each)
        for one, other in combinations(placed, 2):
            if one.geometry().intersects(other.geometry()):
                yield f"{name}: {one} lies on {other}"
        for one in placed:
            if not each.rect().contains(one.geometry()):
                yield f"{name}: {one} at {one.geometry().getRect()} sticks out of {each} {each.size()}"
    for each in inside:
        needed = each.minimumSizeHint()
        flexible = isinstance(each, ElidedLabel) or not isinstance(each, (QLabel, QAbstractButton))
        flexible |= isinstance(each.parentWidget(), QLineEdit)  # Qt's own
        if not flexible and (each.width() < needed.width() or each.height() < min(needed.height(), 28)):
            yield f"{name}: {each} {each.property('text')!r} has {each.size()} of {needed}"


def bars(window):
    parts = {
        "top": window.top_bar, "playback": window.playback_bar, "status": window.status_bar,
        "strip": window.map_area.strip, "panel": window.docks["file"], "list": window.actor_panel,
        "inspector": window.docks["inspector"],
    }  # fmt: skip
    return {name: part for name, part in parts.items() if part.isVisible()}


def test_nothing_is_cut_overlaps_or_sticks_out(open_street):
    window = open_street.window
    open_street.focus.select(open_street.recording.index.actors.rows_of(HERO)[0])
    open_street.playback.set_range((0.2, 0.4))
    found = []
    window.open_panel("file")
    for width in WIDTHS:
        laid_out(window, width)
        for name, part in bars(window).items():
            found += [f"{width}: {each}" for each in faults(part, name)]
            place = QRect(part.mapTo(window, QPoint()), part.size())
            assert window.rect().contains(place), (width, name)
    assert found == []
