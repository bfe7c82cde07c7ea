"""The window with the street and its plots, and a hand on the mouse."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QToolTip, QWidget
from pytestqt.qtbot import QtBot

from tests.scenes import HERO, LIGHT, OTHER
from viewer.replay.series.key import SeriesKey
from viewer.ui.app import Viewer
from viewer.ui.plots.book import PlotBook
from viewer.ui.plots.commands import PlotCommands

LEFT, MIDDLE, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton, Qt.MouseButton.RightButton
NO_KEY = Qt.KeyboardModifier.NoModifier
SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


@pytest.fixture(autouse=True)
def _no_tooltip_of_another_test():
    yield
    QToolTip.showText(QPoint(), "")  # hides it at once


class Hand:
    """Presses, moves and turns on a widget, at points of it."""

    def __init__(self, widget: QWidget) -> None:
        self._widget = widget

    def _send(self, kind, point, button, held, keys):
        position = QPointF(point)
        event = QMouseEvent(kind, position, self._widget.mapToGlobal(position), button, held, keys)
        QApplication.sendEvent(self._widget, event)

    def press(self, point, button=LEFT, keys=NO_KEY):
        self._send(QEvent.Type.MouseButtonPress, point, button, button, keys)

    def move(self, point, held=Qt.MouseButton.NoButton, keys=NO_KEY):
        self._send(QEvent.Type.MouseMove, point, Qt.MouseButton.NoButton, held, keys)

    def release(self, point, button=LEFT, keys=NO_KEY):
        self._send(QEvent.Type.MouseButtonRelease, point, button, Qt.MouseButton.NoButton, keys)

    def click(self, point, button=LEFT, keys=NO_KEY):
        self.press(point, button, keys)
        self.release(point, button, keys)

    def drag(self, *points, button=LEFT, keys=NO_KEY):
        self.press(points[0], button, keys)
        for point in points[1:]:
            self.move(point, button, keys)
        self.release(points[-1], button, keys)

    def double_click(self, point):
        self.click(point)
        self._send(QEvent.Type.MouseButtonDblClick, point, LEFT, LEFT, NO_KEY)
        self.release(point)

    def turn(self, point, notches, keys=NO_KEY):
        position = QPointF(point)
        event = QWheelEvent(
            position, self._widget.mapToGlobal(position), QPoint(), QPoint(0, 120 * notches),
            Qt.MouseButton.NoButton, keys, Qt.ScrollPhase.NoScrollPhase, False,  # noqa: FBT003 - Qt's own
        )  # fmt: skip
        QApplication.sendEvent(self._widget, event)


class Plots:
    """The plots of the window and what one sees of them."""

    def __init__(self, viewer: Viewer, qtbot: QtBot) -> None:
        self.viewer = viewer
        self.view = viewer.rooms.panel("plots").view
        self.book = viewer.rooms.panel("plots").findChild(PlotBook)
        self.hand = Hand(self.view)
        self._qtbot = qtbot
        index = viewer.recording.index
        self.hero, self.other, self.light = (index.actors.rows_of(each)[0] for each in (HERO, OTHER, LIGHT))

    def plot(self, *keys):
        """Plot signals, names and rows, and wait until they are seen."""
        for key in keys:
            self.viewer.rooms.panel("plots").findChild(PlotCommands).plot(SeriesKey(*key))
        self.settle()

    def settle(self):
        self._qtbot.waitUntil(lambda: not self.viewer.recording.series.busy)
        self.viewer.bars.painting.finish()
        self.view.grab()

    @property
    def names(self):
        """Names of the signals in each plot."""
        return [[curve.key.name for curve in pane.curves] for pane in self.book.sheet.panes]

    def point(self, pane, time, share=0.5):
        """Return the point of a time in a plot, ``share`` of its height from above."""
        plot = self.view.placed[pane].plot
        return QPointF(self.view.shown_axis.x(time), plot.top() + share * plot.height())

    def on_curve(self, number, time):
        """Return the point where a curve is at a time."""
        pane = self.book.sheet.pane_of(number)
        placed = self.view.placed[pane]
        curve = self.book.sheet.curve(number)
        value = self.view.series[curve.key].at(time)
        y = self.view.scale_of(placed.pane).y(value, placed.plot.top(), placed.plot.height())
        return QPointF(self.view.shown_axis.x(time), y)

    def row(self, number):
        """Return the middle of a curve's row in the legend."""
        placed = self.view.placed[self.book.sheet.pane_of(number)]
        place = next(n for n, curve in enumerate(placed.pane.curves) if curve.number == number)
        return placed.rows[place].center()

    def scale(self, pane):
        """Return the middle of the figures beside a plot."""
        return self.view.placed[pane].scale.center()

    @property
    def numbers(self):
        return [curve.number for curve in self.book.sheet.curves]


@pytest.fixture
def plots(open_street: Viewer, qtbot: QtBot) -> Plots:
    """The street with the panel of the plots open, nothing plotted yet."""
    open_street.window.actions_by_id["show_plots"].trigger()
    return Plots(open_street, qtbot)
