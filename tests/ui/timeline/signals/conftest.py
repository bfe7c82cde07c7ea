"""The window with the street and its lanes of signals, and a hand on the mouse."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from tests.scenes import HERO, LIGHT, OTHER
from tests.ui.timeline.conftest import RIGHT, Hand, lanes_of
from viewer.signals.series import SeriesKey
from viewer.ui.app import Viewer
from viewer.ui.timeline.lane import LaneArea
from viewer.ui.timeline.sections import LaneChoices
from viewer.ui.timeline.signals.lane import ChosenLane


class Signals:
    """The lanes of signals of the window, and what one sees of them."""

    def __init__(self, viewer: Viewer, qtbot: QtBot) -> None:
        self.viewer = viewer
        self.view = viewer.window.timeline
        self.model = self.view.model
        self.book = self.model
        self.hand = Hand(self.view)
        self._qtbot = qtbot
        index = viewer.recording.index
        self.hero, self.other, self.light = (index.actors.rows_of(each)[0] for each in (HERO, OTHER, LIGHT))

    def show(self, *keys):
        """Show signals, names and rows, and wait until they are seen."""
        for key in keys:
            self.viewer.plots.plot(SeriesKey(*key))
        self.settle()

    def unlit(self):
        """Wait until no lane stands out any more."""
        self._qtbot.waitUntil(lambda: not any(row.lit for row in self.view.rows.values()))

    def settle(self):
        self._qtbot.waitUntil(lambda: self.viewer.tasks.quiet)
        self.view.grab()

    @property
    def names(self):
        """Names of the signals in each lane."""
        return [[curve.key.name for curve in pane.curves] for pane in self.book.plot_layout.plots]

    @property
    def placed(self) -> list[LaneArea]:
        return [each for each in lanes_of(self.view) if isinstance(each.lane, ChosenLane)]

    def row(self, number):
        """Return what stands beside the lanes about a curve."""
        rows = (row for each in self.placed for row in each.lane.legend)
        return next(row for row in rows if row.curve and row.curve.number == number)

    def point(self, lane, time, share=0.5) -> QPointF:
        """Return the point of a time in a lane, ``share`` of its height from above."""
        rect = self.placed[lane].rect
        return QPointF(self.model.axis.x(time), rect.top() + share * rect.height())

    def name(self, lane, number=0, count=1) -> tuple[float, float]:
        """Return where the name of a curve of a lane stands, the ``number``-th of so many."""
        rect = self.placed[lane].rect
        return 60.0, rect.center().y() + 17 * (number - (count - 1) / 2)

    def menu(self, lane, number=0, count=1):
        """Open the menu of a curve by its name."""
        before = set(self.view.findChildren(QMenu))
        self.hand.click(*self.name(lane, number, count), RIGHT)
        menus = self.view.findChildren(QMenu)
        return next(each for each in menus if each not in before and each.isVisible())

    def choose(self, lane, text, *, settle=True):
        """Choose from the menu of a curve, and let it be done."""
        menu = self.menu(lane)
        next(each for each in menu.actions() if each.text() == text).trigger()
        menu.close()
        if settle:
            self.settle()

    @property
    def numbers(self):
        return [curve.number for curve in self.book.plot_layout.curves]


@pytest.fixture
def signals(open_street: Viewer, qtbot: QtBot) -> Signals:
    """The street in a window whose timeline has room for many lanes."""
    open_street.timeline.model.choose_lanes(LaneChoices())
    open_street.settings.panel_size["bottom/height"] = 470
    open_street.window.docks.fit()
    qtbot.waitUntil(lambda: open_street.window.docks["bottom"].height() == 470)
    return Signals(open_street, qtbot)
