"""What is told is heard: in the window, somebody listens to each signal of the program and each control."""

from __future__ import annotations

import pytest
from PySide6.QtCore import SIGNAL, QMetaMethod, QObject, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QPushButton,
    QToolButton,
)

from tests.scenes import BICYCLE, HERO, OTHER
from viewer.ui.panels import PANELS, DockArea
from viewer.ui.widgets.chip import Chip

_BACKGROUND = tuple(
    f"viewer.ui.background.{name}" for name in ("latest", "derived", "worker", "series_store")
)
FOR_MANY = ("viewer.ui.widgets.", *_BACKGROUND)
"""Modules of what is used in many places, not all of which want everything that is told."""

NOBODYS = {
    "Application.file_opened",  # the program that has one window connects it
    "Tasks.idle",  # ``render`` waits for it
}
CONTROLS = {
    QAbstractButton: ("clicked(bool)", "clicked()", "toggled(bool)", "pressed()", "triggered(QAction*)"),
    QLineEdit: ("textChanged(QString)", "textEdited(QString)", "returnPressed()"),
    QComboBox: ("activated(int)", "currentIndexChanged(int)"),
    QAbstractSpinBox: ("valueChanged(double)",),
}
"""Qt's controls, and what they tell when they are used."""


@pytest.fixture
def everything(open_street, qtbot):
    """The window with all its panels and two actors side by side."""
    viewer, index = open_street, open_street.recording.index
    for row in PANELS:
        if row.area in {DockArea.TABS, DockArea.POPUP}:
            viewer.window.panel(row.id)
    viewer.focus.select_all(tuple(index.actors.rows_of(each)[0] for each in (HERO, OTHER, BICYCLE)))
    return viewer


def objects(viewer):
    """Yield each object of Qt's that belongs to the program, once."""
    known, to_do = {}, [viewer, viewer.window]
    while to_do:
        each = to_do.pop()
        if id(each) not in known:
            known[id(each)] = each
            to_do += [*each.findChildren(QObject), *vars(each).values()]
            to_do = [other for other in to_do if isinstance(other, QObject)]
    return known.values()


def test_to_each_signal_somebody_listens(everything):
    unheard, count = set(), 0
    for each in objects(everything):
        for kind in type(each).__mro__:
            own = kind.__module__.startswith("viewer.") and not kind.__module__.startswith(FOR_MANY)
            names = [name for name, what in vars(kind).items() if own and isinstance(what, Signal)]
            count += len(names)
            unheard |= {
                f"{kind.__name__}.{name}"
                for name in names
                if not each.isSignalConnected(QMetaMethod.fromSignal(getattr(each, name)))
            }
    assert count > 100
    assert unheard == NOBODYS


def test_each_control_does_something(everything):
    deaf = []
    for kind, signals in CONTROLS.items():
        for each in everything.window.findChildren(kind):
            heard = any(each.receivers(SIGNAL(signal)) for signal in signals)
            menu = isinstance(each, QToolButton | QPushButton) and each.menu() is not None
            chosen = isinstance(each, QAbstractButton) and each.group() is not None
            told = isinstance(each, Chip) and each.cursor().shape() != Qt.CursorShape.PointingHandCursor
            own = "keyPressEvent" in vars(type(each))  # it tells by signals of its own
            if not (heard or menu or chosen or told or own):
                deaf.append(each)
    assert deaf == []


def test_each_button_of_a_bar_says_in_a_tooltip_what_it_does(everything):
    for bar in ("top_bar", "playback_bar", "actor_panel"):
        buttons = getattr(everything.window, bar).findChildren(QAbstractButton)
        assert len(buttons) > 2
        assert [each for each in buttons if each.isVisible() and not each.toolTip()] == []
