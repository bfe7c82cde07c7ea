"""Places stacks of chips over another widget, which has no layout for what floats on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import Protocol, runtime_checkable

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Signal
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

MARGIN = 16
"""Distance from the edges, px."""
GAP = 8
"""Distance between things that float in one place, px."""
WIDEST = 352
"""Width above which what stands in a corner wraps its text, px."""
_MOST = 1 / 3
"""Share of the room that what can be folded covers at most."""
_STEP = 4  # px of which widths are multiples


class Place(Enum):
    """The four corners; where there is no room for all, the first of them have it."""

    BOTTOM_LEFT = "in a stack at the bottom left"
    TOP_LEFT = "in a stack at the top left: what happened, what is missing, who is followed"
    TOP_RIGHT = "in a stack at the top right"
    BOTTOM_RIGHT = "in a stack at the bottom right"

    @property
    def at_right(self) -> bool:
        """Whether it is a stack at the right."""
        return self in (Place.TOP_RIGHT, Place.BOTTOM_RIGHT)

    @property
    def at_top(self) -> bool:
        """Whether it is a stack at the top."""
        return self in (Place.TOP_LEFT, Place.TOP_RIGHT)


@runtime_checkable
class Folding(Protocol):
    """What can show less of itself where there is little room.

    Attributes:
        heights: of all of it, and of ever less, px.

    """

    heights: Sequence[int]

    def fold(self, fold: int) -> None:
        """Show as much as goes into the height of this number."""


class Overlay(QObject):
    """Keeps what floats over ``host`` in its place when the host or the floating thing changes its size.

    What is hidden takes no room. In a stack the one of the lowest rank is nearest to its corner, of equal
    ones that which was added first. What would reach another stack has no room, and is not seen.
    """

    changed = Signal()
    """The stacks cover something else."""

    def __init__(self, host: QWidget) -> None:
        super().__init__(host)
        self._host = host
        self._floating: list[tuple[int, QWidget, Place]] = []
        self._arranging = False
        self._covered: list[QRect] = []
        host.installEventFilter(self)

    def add(self, widget: QWidget, place: Place, rank: int = 0) -> None:
        """Make a widget float; it becomes a child of the host, hidden until somebody shows it."""
        widget.setParent(self._host)
        widget.hide()
        widget.installEventFilter(self)
        self._floating.append((rank, widget, place))
        self._floating.sort(key=lambda each: each[0])

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Place everything again when a size or what is shown changes."""
        changes = _CHANGES_OF_HOST if watched is self._host else _CHANGES
        # A host that is being destroyed still hides what is on it, but can no longer be asked for its size.
        if event.type() in changes and isValid(self._host):
            self.arrange()
        return False

    def arrange(self) -> None:
        """Put everything in its place."""
        if self._arranging:
            return
        self._arranging = True
        inside = self._host.rect().adjusted(MARGIN, MARGIN, -MARGIN, -MARGIN)
        taken: list[QRect] = []
        for place in Place:
            taken += self._arrange_stack(place, inside, taken)
        self._arranging = False
        if (covered := self.rectangles()) != self._covered:
            self._covered = covered
            self.changed.emit()

    def rectangles(self) -> list[QRect]:
        """Return what the stacks cover."""
        return [box for place in Place for box in self.rectangles_at(place)]

    def rectangles_at(self, place: Place) -> list[QRect]:
        """Return what one stack covers."""
        area = self._host.rect()
        return [chip.geometry() for chip in self._shown(place) if chip.geometry().intersects(area)]

    def _arrange_stack(self, place: Place, inside: QRect, taken: list[QRect]) -> list[QRect]:
        """Put the widgets of a stack in place; return where."""
        chips = self._shown(place)
        places: list[QRect] = []
        for chip in chips:
            tried = (
                (fold, self._free(place, inside, places[-1:], taken, size))
                for fold, size in _sizes(chip, inside)
            )
            fold, rect = next((each for each in tried if each[1] is not None), (0, None))
            if rect is None:
                break
            if isinstance(chip, Folding):
                chip.fold(fold)
            _put(chip, rect)
            places.append(rect)
        for chip in chips[len(places) :]:  # whether it is hidden is for others to say
            chip.move(self._host.width(), self._host.height())
        return places

    def _free(
        self, place: Place, inside: QRect, before: list[QRect], taken: list[QRect], size: QSize
    ) -> QRect | None:
        """Return where something of a size stands after what is before it; None where it has no room."""

        def at(edge: int) -> QRect:
            left = inside.right() + 1 - size.width() if place.at_right else inside.left()
            return QRect(QPoint(left, edge if place.at_top else edge - size.height()), size)

        def beyond(other: QRect) -> int:
            return other.bottom() + 1 + GAP if place.at_top else other.top() - GAP

        corner = inside.top() if place.at_top else inside.bottom() + 1
        rect = at(beyond(before[0]) if before else corner)
        for other in sorted(taken, key=QRect.top, reverse=not place.at_top):
            if _near(rect, other):  # of the stack at the other side
                rect = at(beyond(other))
        return rect if inside.contains(rect) and not any(_near(rect, other) for other in taken) else None

    def _shown(self, place: Place) -> list[QWidget]:
        return [
            widget
            for _, widget, its in self._floating
            if its is place and widget.parentWidget() is self._host and widget.isVisibleTo(self._host)
        ]


def _near(rect: QRect, other: QRect) -> bool:
    return rect.adjusted(-GAP, -GAP, GAP, GAP).intersects(other)


def hugging(width: int) -> int:
    """Return the width of what stands in a corner from that of what is in it, px."""
    return -(-width // _STEP) * _STEP


def _sizes(widget: QWidget, room: QRect) -> Iterator[tuple[int, QSize]]:
    """Yield the sizes a widget can have in a room, the largest first, with their numbers.

    What can show less of itself leaves most of the room to what is under it.
    """
    width = min(hugging(widget.sizeHint().width()), room.width())
    heights = widget.heights if isinstance(widget, Folding) else (_height(widget, width),)
    most = _MOST * room.width() * room.height()
    for fold, height in enumerate(heights):
        if width * height <= most or fold == len(heights) - 1:
            yield fold, QSize(width, height)


def _height(widget: QWidget, width: int) -> int:
    """Return the height a widget wants at a width: text may have to wrap."""
    return widget.heightForWidth(width) if widget.hasHeightForWidth() else widget.sizeHint().height()


def _put(widget: QWidget, place: QRect) -> None:
    """Put a widget in its place, and what is in it: Qt leaves that where it was before a window is shown."""
    widget.setGeometry(place)
    if (layout := widget.layout()) is not None:
        layout.setGeometry(widget.contentsRect())
    widget.raise_()


_CHANGES_OF_HOST = {QEvent.Type.Resize, QEvent.Type.LayoutRequest}
_CHANGES = {*_CHANGES_OF_HOST, QEvent.Type.Show, QEvent.Type.Hide}
