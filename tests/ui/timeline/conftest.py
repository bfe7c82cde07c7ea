"""The street of ``tests.scenes`` on a timeline, and a hand on the mouse."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QHelpEvent, QMouseEvent, QTextDocument, QWheelEvent
from PySide6.QtWidgets import QApplication, QScrollArea, QToolTip, QWidget
from shiboken6 import isValid

from tests.ui.drawn import near, picture
from viewer.recording.index import RecordingIndex
from viewer.recording.recorded_events import ContactTable
from viewer.replay.time.time_forms import TimeScale
from viewer.signals import Series
from viewer.ui.state.actor_styles import ActorStyles
from viewer.ui.state.settings import Settings
from viewer.ui.state.view_state import ViewState
from viewer.ui.timeline.head import HEAD_HEIGHT
from viewer.ui.timeline.lane import LaneArea
from viewer.ui.timeline.marks import NoteMark, NoteMarks
from viewer.ui.timeline.model import NAMES_WIDTH, RIGHT_MARGIN
from viewer.ui.timeline.sections import LaneChoices
from viewer.ui.timeline.view import TimelineView

LEFT, MIDDLE, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton, Qt.MouseButton.RightButton
NO_KEY = Qt.KeyboardModifier.NoModifier
SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier

OVERVIEW, RULER, EVENTS = 16, HEAD_HEIGHT - 6, HEAD_HEIGHT + 12
"""Heights at which there is the overview, the axis, the lane of events."""


@pytest.fixture
def view(qtbot, index, alone):
    view = TimelineView(alone)
    qtbot.addWidget(view)
    view.resize(1140 + NAMES_WIDTH + RIGHT_MARGIN, 200)
    view.model.set_lane_choices(LaneChoices(folded={"lives": True}))
    show_in(view, index=index)
    view.show()
    return view


@pytest.fixture
def hand(view):
    return Hand(view)


@pytest.fixture
def sought(view):
    """The times that were asked for."""
    times = []
    view.model.scrub = times.append
    return times


@pytest.fixture
def selected(view):
    """The actors that marks and lanes asked for."""
    rows = []
    view.model.actor_requested.connect(rows.append)
    return rows


def part_of(index: RecordingIndex, count: int, estimated: float) -> RecordingIndex:
    """Return the first frames of a recording as if the rest were still to be read."""
    body = index.size - index.header.size
    elapsed = float(index.elapsed[count - 1])
    return replace(
        index,
        frame_starts=index.frame_starts[:count],
        recorded_events=index.recorded_events[index.recorded_events["frame"] < count],
        contacts=ContactTable(index.contacts.columns[index.contacts.columns["first_frame"] < count]),
        complete=False,
        bytes_read=index.header.size + round(body * elapsed / estimated),
    )


def show_in(view: TimelineView, **fields: object) -> None:
    """Have a timeline show these values of a ViewState."""
    view.workspace.show(**fields)  # type: ignore[attr-defined]


def write_times(view: TimelineView, scale: TimeScale) -> None:
    """Have times written as a scale says."""
    view.workspace.display.scale = scale
    show_in(view, labels=object())


def view_of(settings: Settings, index: RecordingIndex | None, **fields: object) -> ViewState:
    """Return the view of a window in which this is shown."""
    view = ViewState(settings=settings, index=index, **fields)  # type: ignore[arg-type]
    return replace(view, actors=ActorStyles(view.index, view.selected, view.hero))


def give(view: TimelineView, *told: Series) -> None:
    """Give lanes these signals, as far as they need them now, and no others."""
    by_name = {each.name: each for each in told}
    needed = view.model.lane_groups.signals
    view.model.set_data(series={key: by_name[key.name] for key in needed if key.name in by_name})


def show_notes(view: TimelineView, *notes: NoteMark) -> None:
    """Show notes in their lane."""
    starts, ends = (np.array([note[place] for note in notes], float) for place in (0, 1))
    lane = next(lane for lane in view.model.lane_groups.all if lane.key == "notes")
    lane.show(NoteMarks(notes, starts, ends, [note.role for note in notes]))
    view.model.update_lanes()


def said(view: TimelineView) -> str:
    """Return what the tip beside the mouse says, empty while there is none."""
    document = QTextDocument()
    document.setHtml(QToolTip.text() if QToolTip.isVisible() else "")
    return document.toPlainText()


def lanes_of(view: TimelineView) -> list[LaneArea]:
    """Return the lanes from above, where they are in the time view."""
    QApplication.processEvents()
    return [
        replace(placed, rect=placed.rect.translated(0, row.mapTo(view, QPoint()).y()))
        for row in view.rows.values()
        for placed in row.lane_areas()
    ]


def lane_of(view: TimelineView, key: str) -> LaneArea | None:
    """Return the lane of a key, where it is in the time view; None while it is not shown."""
    return next((each for each in lanes_of(view) if each.lane.key == key), None)


def in_lane(view: TimelineView, key: str, color: QColor, tolerance: int = 12) -> np.ndarray:
    """Return where a lane has a colour, shape (rows, columns)."""
    rect = lane_of(view, key).rect.toRect()
    return near(picture(view), color, tolerance)[rect.top() : rect.bottom() + 1]


def part_at(view: QWidget, position: QPointF) -> tuple[QWidget, QPointF]:
    """Return the innermost widget at a position, and the position in it."""
    QApplication.processEvents()
    part = view.childAt(position.toPoint()) or view
    return part, part.mapFrom(view, position)


def rest(view: TimelineView, x: float, y: float) -> None:
    """Let the mouse rest somewhere."""
    part, at = part_at(view, QPointF(x, y))
    event = QHelpEvent(QEvent.Type.ToolTip, at.toPoint(), part.mapToGlobal(at).toPoint())
    QApplication.sendEvent(part, event)


class Hand:
    """Moves and presses a mouse on a timeline; x may be given as a time on an axis that shows everything."""

    def __init__(self, view: TimelineView) -> None:
        self._view = view
        self._buttons = Qt.MouseButton.NoButton
        self._part: QWidget | None = None
        self.position = QPointF()

    def x(self, time: float) -> float:
        """Return the pixel of a time while everything is shown; the axis of the street is 1 s long."""
        axis = self._view.model.axis
        return axis.left + time * axis.width

    def shape(self) -> Qt.CursorShape:
        """Return the shape of the mouse where it is."""
        return part_at(self._view, self.position)[0].cursor().shape()

    def press(self, x: float, y: float, button=LEFT, keys=NO_KEY) -> None:
        self._buttons = button
        self._send(QEvent.Type.MouseButtonPress, x, y, button, keys)

    def move(self, x: float, y: float | None = None, keys=NO_KEY) -> None:
        y = self.position.y() if y is None else y
        self._send(QEvent.Type.MouseMove, x, y, Qt.MouseButton.NoButton, keys)

    def release(self) -> None:
        x, y = self.position.x(), self.position.y()
        self._send(QEvent.Type.MouseButtonRelease, x, y, self._buttons, NO_KEY)
        self._buttons = Qt.MouseButton.NoButton

    def click(self, x: float, y: float, button=LEFT, keys=NO_KEY) -> None:
        self.press(x, y, button, keys)
        self.release()

    def drag(self, begin: float, end: float, y: float, button=LEFT, keys=NO_KEY) -> None:
        self.press(begin, y, button, keys)
        self.move(end, keys=keys)
        self.release()

    def double_click(self, x: float, y: float, button=LEFT) -> None:
        self.click(x, y, button)
        self._send(QEvent.Type.MouseButtonDblClick, x, y, button, NO_KEY)
        self.release()

    def wheel(self, x: float, y: float, notches: float = 1, keys=NO_KEY, *, across: bool = False) -> None:
        turned = QPoint(round(120 * notches), 0) if across else QPoint(0, round(120 * notches))
        part, position = part_at(self._view, QPointF(x, y))
        event = QWheelEvent(
            position, part.mapToGlobal(position), QPoint(), turned, Qt.MouseButton.NoButton, keys,
            Qt.ScrollPhase.NoScrollPhase, False,  # noqa: FBT003 - Qt has no names for it
        )  # fmt: skip
        QApplication.sendEvent(part, event)
        if not event.isAccepted():  # what is sent by hand goes to no parent
            QApplication.sendEvent(self._view.findChild(QScrollArea).viewport(), event)

    def leave(self) -> None:
        for part in (part_at(self._view, self.position)[0], self._view):
            QApplication.sendEvent(part, QEvent(QEvent.Type.Leave))

    def _send(self, kind, x, y, button, keys) -> None:
        """Send what happens at a position to what is there, or to what holds the mouse."""
        before, self.position = self._part, QPointF(x, y)
        part = part_at(self._view, self.position)[0]
        if before is not None and self._buttons and kind != QEvent.Type.MouseButtonPress:
            part = before
        elif before not in (None, part) and isValid(before):
            QApplication.sendEvent(before, QEvent(QEvent.Type.Leave))
        self._part = part
        position = part.mapFrom(self._view, self.position)
        event = QMouseEvent(kind, position, part.mapToGlobal(position), button, self._buttons, keys)
        QApplication.sendEvent(part, event)
