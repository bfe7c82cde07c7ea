"""What holds everywhere: each signal is heard, each control has a name, Tab reaches it, nothing is cut."""

from collections import Counter
from itertools import combinations

import pytest
from PySide6.QtCore import SIGNAL, QEvent, QMetaMethod, QObject, QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QToolButton,
    QWidget,
)

from tests.scenes import BICYCLE, HERO, OTHER
from tests.ui.conftest import turn
from tests.ui.test_texts import DRAWER
from viewer.ui.panels import PANELS, DockArea, panels_in
from viewer.ui.timeline.row import LaneGroupRow
from viewer.ui.widgets.chip import Chip
from viewer.ui.widgets.elided_label import ElidedLabel

pytestmark = pytest.mark.usefixtures("one_window")

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
def everything(open_street):
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


def names(part):
    """Return class and name of each control that can be seen and reached by the keyboard."""
    found = []
    for each in part.findChildren(QWidget):
        reached = each.focusPolicy() & Qt.FocusPolicy.TabFocus or isinstance(each, QAbstractButton)
        inside = each.objectName().startswith("qt_") or isinstance(each, QScrollArea)
        if each.isVisibleTo(part) and reached and not inside and each.focusProxy() is None:
            told = QAccessible.queryAccessibleInterface(each).text(QAccessible.Text.Name)  # of a box its text
            found.append((type(each).__name__, each.accessibleName() or told))
    return found


def check(part):
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


def painted(part):
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


def running(viewer):
    """Return what the timers that run belong to."""
    timers = [each for top in (viewer, *QApplication.topLevelWidgets()) for each in top.findChildren(QTimer)]
    return [repr(timer.parent()) for timer in timers if timer.isActive()]


def test_no_timer_runs_on_after_everything_was_shown_and_moved(open_street, qtbot):
    viewer = open_street
    rows = [viewer.recording.index.actors.rows_of(each)[0] for each in (HERO, OTHER)]
    for panel in panels_in(DockArea.TABS):
        viewer.window.open_panel(panel.id)
        viewer.focus.select_all(tuple(rows))
        viewer.playback.seek(0.5)
        viewer.workspace.touch()
    viewer.workspace.show_message("something")
    viewer.window.actions_by_id["play_pause"].trigger()
    viewer.window.actions_by_id["palette"].trigger()
    viewer.window.actions_by_id["play_pause"].trigger()
    viewer.toast.hide()
    qtbot.waitUntil(lambda: running(viewer) == [])
