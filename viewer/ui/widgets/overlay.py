"""Layout of chips (small floating boxes) that lie over another widget: a stack at each of its corners."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import product
from typing import Protocol, runtime_checkable

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Signal
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

MARGIN = 16
"""Distance of floating widgets from the edges of their host, in pixels."""
GAP = 8
"""Distance between floating widgets, in pixels."""
WIDEST = 352
"""Width above which a floating widget wraps its text, in pixels."""
_MOST = 1 / 3
"""Share of its parent's area above which a floating widget is shown in a shorter form, if it has one."""
_STEP = 4  # widths are multiples of this, px


class Corner(Enum):
    """Corner of a widget at which a stack of floating widgets is placed.

    The stacks are placed in the order of the members, bottom left first; each avoids those placed before it.
    """

    BOTTOM_LEFT = (False, False)
    TOP_LEFT = (False, True)
    TOP_RIGHT = (True, True)
    BOTTOM_RIGHT = (True, False)

    def __init__(self, at_right: bool, at_top: bool) -> None:
        """Store at which edges of the widget the corner is."""
        self.at_right, self.at_top = at_right, at_top


@runtime_checkable
class Folding(Protocol):
    """Protocol of a floating widget that can show less of itself where space is short.

    Attributes:
        heights: the heights in pixels that it can have, from that with all of its contents to the least.
    """

    heights: Sequence[int]

    def fold(self, fold: int) -> None:
        """Show only as much of the widget's contents as fits into ``heights[fold]``; all if ``fold`` is 0."""


class Overlay(QObject):
    """Layout that keeps widgets floating in the corners of ``host`` when the host or a widget is resized.

    At each corner they form a stack: the widget of the lowest rank is nearest to the corner; of equal ranks,
    the one that was added first. Hidden widgets take no space. A widget that would overlap another stack is
    moved out of sight.
    """

    changed = Signal()
    """Emitted when the rectangles that are covered by the floating widgets (chips) have changed."""

    def __init__(self, host: QWidget) -> None:
        super().__init__(host)
        self._host = host
        self._floating: list[tuple[int, QWidget, Corner]] = []
        self._arranging = False
        self._covered: list[QRect] = []
        host.installEventFilter(self)

    def add(self, widget: QWidget, corner: Corner, rank: int = 0) -> None:
        """Let ``widget`` float at a corner of the host, the widget that is covered; it is hidden at first.

        ``rank`` orders the widgets at the corner: the lowest is nearest to it.
        """
        widget.setParent(self._host)
        widget.hide()
        widget.installEventFilter(self)
        self._floating.append((rank, widget, corner))
        self._floating.sort(key=lambda each: each[0])

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Arrange all floating widgets anew when one, or the host below them, is resized, shown or hidden."""
        changes = _CHANGES_OF_HOST if watched is self._host else _CHANGES
        # A host that is being destroyed still hides its children, but has no size any more.
        if event.type() in changes and isValid(self._host):
            self.arrange()
        return False

    def arrange(self) -> None:
        """Move all floating widgets to their places; emit ``changed`` if they now cover other areas."""
        if self._arranging:
            return
        self._arranging = True
        inside = self._host.rect().adjusted(MARGIN, MARGIN, -MARGIN, -MARGIN)
        occupied: list[QRect] = []
        for corner in Corner:
            occupied += self._arrange_stack(corner, inside, occupied)
        self._arranging = False
        if (covered := self.rectangles()) != self._covered:
            self._covered = covered
            self.changed.emit()

    def rectangles(self) -> list[QRect]:
        """Return the rectangles of all visible widgets that float over the host, in pixels of the host."""
        return [box for corner in Corner for box in self.rectangles_at(corner)]

    def rectangles_at(self, corner: Corner) -> list[QRect]:
        """Return the rectangles of the visible floating widgets at ``corner``, in px of the widget below."""
        area = self._host.rect()
        return [chip.geometry() for chip in self._shown(corner) if chip.geometry().intersects(area)]

    def _arrange_stack(self, corner: Corner, inside: QRect, occupied: list[QRect]) -> list[QRect]:
        """Move the widgets of the stack at ``corner`` and return the rectangles of those that fit.

        They are placed inside ``inside`` and keep away from the rectangles ``occupied``. The first widget
        that does not fit is moved out of sight, and so are all widgets after it.
        """
        chips = self._shown(corner)
        placed: list[QRect] = []
        for chip in chips:
            tried = (
                (fold, self._free(corner, inside, placed[-1:], occupied, size))
                for fold, size in _sizes(chip, inside)
            )
            fold, rect = next((each for each in tried if each[1] is not None), (0, None))
            if rect is None:
                break
            if isinstance(chip, Folding):
                chip.fold(fold)
            _put(chip, rect)
            placed.append(rect)
        for chip in chips[len(placed) :]:  # moved out of sight: hiding them is left to their owners
            chip.move(self._host.width(), self._host.height())
        return placed

    def _free(
        self, corner: Corner, inside: QRect, before: list[QRect], occupied: list[QRect], size: QSize
    ) -> QRect | None:
        """Return the free rectangle of ``size`` nearest to ``corner`` for the next widget of its stack.

        None if there is none.

        Args:
            corner: the corner of the stack.
            inside: rectangle that the stack has to stay in.
            before: the rectangle of the previous widget in the stack; empty for the first one.
            occupied: rectangles of other stacks, which are avoided.
            size: the size of the widget.
        """
        left = inside.right() + 1 - size.width() if corner.at_right else inside.left()
        first = inside.top() if corner.at_top else inside.bottom() + 1 - size.height()
        beyond = [
            other.bottom() + 1 + GAP if corner.at_top else other.top() - GAP - size.height()
            for other in (*before, *occupied)
        ]
        tops = sorted({*beyond} if before else {first, *beyond}, reverse=not corner.at_top)
        around = [other.adjusted(-GAP, -GAP, GAP, GAP) for other in (*before, *occupied)]
        for rect in (QRect(QPoint(left, top), size) for top in tops):
            if inside.contains(rect) and not any(map(rect.intersects, around)):
                return rect
        return None

    def free_rectangles(self) -> list[QRect]:
        """Return large rectangles of the host that no stack covers: each stack is beside, above or below."""
        stacks = []
        for corner in Corner:
            covered = QRect()
            for box in self.rectangles_at(corner):
                covered |= box
            if covered.isValid():
                stacks.append((corner, covered))
        found = []
        for beside in product((False, True), repeat=len(stacks)):
            free = self._host.rect()
            for (corner, box), is_beside in zip(stacks, beside, strict=True):
                if is_beside and corner.at_right:
                    free.setRight(min(free.right(), box.left() - 1))
                elif is_beside:
                    free.setLeft(max(free.left(), box.right() + 1))
                elif corner.at_top:
                    free.setTop(max(free.top(), box.bottom() + 1))
                else:
                    free.setBottom(min(free.bottom(), box.top() - 1))
            if free.isValid():
                found.append(free)
        return found

    def _shown(self, corner: Corner) -> list[QWidget]:
        return [
            widget
            for _, widget, its in self._floating
            if its is corner and widget.parentWidget() is self._host and widget.isVisibleTo(self._host)
        ]


def rounded_width(width: int) -> int:
    """Return ``width`` (pixels) of a chip rounded up to a multiple of 4, so that it rarely changes."""
    return -(-width // _STEP) * _STEP


def _sizes(widget: QWidget, area: QRect) -> Iterator[tuple[int, QSize]]:
    """Yield the sizes that ``widget`` can have in ``area``, the largest first, each after its number from 0.

    Sizes of a Folding widget that would cover more than a third of ``area`` are skipped, except the smallest.
    """
    width = min(rounded_width(widget.sizeHint().width()), area.width())
    heights = widget.heights if isinstance(widget, Folding) else (_height(widget, width),)
    most = _MOST * area.width() * area.height()
    for fold, height in enumerate(heights):
        if width * height <= most or fold == len(heights) - 1:
            yield fold, QSize(width, height)


def _height(widget: QWidget, width: int) -> int:
    """Return the height in pixels that ``widget`` wants at ``width``: text may have to wrap."""
    return widget.heightForWidth(width) if widget.hasHeightForWidth() else widget.sizeHint().height()


def _put(widget: QWidget, rect: QRect) -> None:
    """Move and resize ``widget`` and lay out its content at once; Qt would wait until the window is shown."""
    widget.setGeometry(rect)
    if (layout := widget.layout()) is not None:
        layout.setGeometry(widget.contentsRect())
    widget.raise_()


_CHANGES_OF_HOST = {QEvent.Type.Resize, QEvent.Type.LayoutRequest}
_CHANGES = {*_CHANGES_OF_HOST, QEvent.Type.Show, QEvent.Type.Hide}
