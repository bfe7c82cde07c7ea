"""What a lane of the timeline is, and what lanes share when they draw."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Protocol

from PySide6.QtCore import QCoreApplication, QRectF, Qt
from PySide6.QtGui import QBrush, QPainter

from viewer.ui.theme import Theme, faded
from viewer.ui.timeline.axis import TimeAxis


class LaneHeight(NamedTuple):
    """Pixels a lane can do with, likes to have, and has use for."""

    least: int
    usual: int
    most: int


@dataclass(frozen=True)
class Hit:
    """What there is under the mouse.

    Attributes:
        lines: what to say about it.
        time: where a click goes to, or None if it goes to the time under the mouse.
        row: the actor that a click selects, or None. Without ``time``, a drag from here selects nobody.

    """

    lines: tuple[str, ...]
    time: float | None = None
    row: int | None = None


class Lane(Protocol):
    """A strip of the timeline with a name at its left."""

    @property
    def name(self) -> str:
        """What is written at the left."""

    @property
    def note(self) -> str:
        """What is written under the name if there is room, empty for nothing."""

    @property
    def height(self) -> LaneHeight:
        """How high it wants to be."""

    def paint(self, painter: QPainter, axis: TimeAxis, rect: QRectF, theme: Theme) -> None:
        """Draw what lies in the window; ``rect`` spans the axis' pixels and is the clip."""

    def hit(self, axis: TimeAxis, x: float) -> Hit | None:
        """Return what is at a pixel, besides the frame."""


def tr(text: str) -> str:
    """Translate a text of the timeline."""
    return QCoreApplication.translate("Timeline", text)


def paint_track(painter: QPainter, rect: QRectF, theme: Theme, radius: float = 3.0) -> None:
    """Draw the ground of a lane."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.raised)
    painter.drawRoundedRect(rect, radius, radius)


def paint_hatched(painter: QPainter, rect: QRectF, theme: Theme) -> None:
    """Draw a stretch of which nothing is known: not read yet, or lost."""
    if rect.width() > 0:
        painter.fillRect(rect, QBrush(faded(theme.faint, 0.6), Qt.BrushStyle.BDiagPattern))
