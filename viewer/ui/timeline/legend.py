"""The lines of a lane's legend at the left of the timeline: their rectangles, swatches and names."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF

from viewer.ui.timeline.lane import LaneArea, LegendEntry
from viewer.ui.timeline.model import NameColumns
from viewer.ui.timeline.signals.curve_painter import swatch_pen
from viewer.ui.timeline.time_canvas import TimeCanvas

LEFT_MIDDLE = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
"""Alignment of texts in the legend and of statistics."""
_WRAPPED, _TWO_LINES = LEFT_MIDDLE | Qt.TextFlag.TextWordWrap, 2
_SWATCH, _SWATCH_WIDTH, _NAME = 12.0, 14.0, 32.0
_NAME_GAP = 8.0
_PITCH, _LEAST_PITCH = 22.0, 13.0
"""Distance in px from one line of a lane's legend to the next: preferred, and minimum in a low lane."""


def legend_entry_at(placed: LaneArea, y: float) -> LegendEntry:
    """Return the entry (a line of text) of a timeline lane's legend that is at ``y`` px or nearest to it."""
    return min(legend_boxes(placed), key=lambda each: abs(each[1].center().y() - y))[0]


def legend_boxes(placed: LaneArea) -> list[tuple[LegendEntry, QRectF]]:
    """Return the lines of the legend of a timeline lane, as many as fit into it, each with its rectangle."""
    entries, rect = placed.lane.legend, placed.rect
    entries = entries[: max(int((rect.height() + 4) // _LEAST_PITCH), 1)]
    pitch = rect.height() if len(entries) == 1 else min(_PITCH, (rect.height() + 4) / len(entries))
    top = rect.center().y() - pitch * len(entries) / 2
    return [(entry, QRectF(0, top + n * pitch, rect.left(), pitch)) for n, entry in enumerate(entries)]


def paint_entry(
    canvas: TimeCanvas,
    entry: LegendEntry,
    box: QRectF,
    columns: NameColumns,
    metrics: QFontMetricsF,
    *,
    sign: bool,
) -> None:
    """Draw swatch and name of ``entry``, a line of a lane's legend, in the rectangle ``box``.

    Args:
        canvas: canvas of the row.
        entry: the line.
        box: its rectangle, which reaches to the time axis.
        columns: columns of values, which the name leaves free.
        metrics: metrics of the canvas's font.
        sign: whether to draw the swatch.
    """
    painter, _, _, theme = canvas
    middle = box.center().y()
    if entry.color is not None and sign:
        if entry.ribbon:
            painter.fillRect(QRectF(_SWATCH, middle - 4, _SWATCH_WIDTH, 8), entry.color)
        else:
            painter.setPen(swatch_pen(entry.color, recorded=entry.recorded))
            painter.drawLine(QLineF(_SWATCH, middle, _SWATCH + _SWATCH_WIDTH, middle))
    mark = f" {entry.mark}" if entry.mark else "" if entry.recorded else " ƒ"
    has_values = entry.value is not None or bool(entry.unit)
    widest = metrics.horizontalAdvance(entry.widest) + _NAME_GAP
    width = (
        min(columns.left, columns.value - widest) if has_values else canvas.axis.left - _NAME_GAP
    ) - _NAME
    fits = width - metrics.horizontalAdvance(mark)
    text = entry.text if metrics.horizontalAdvance(entry.text) <= fits else entry.brief or entry.text
    painter.setPen(theme.text)
    if metrics.horizontalAdvance(text) > fits and box.height() >= _TWO_LINES * metrics.lineSpacing():
        painter.drawText(QRectF(_NAME, box.top(), width, box.height()), _WRAPPED, text + mark)
        return
    text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, fits)
    painter.drawText(QRectF(_NAME, box.top(), width, box.height()), LEFT_MIDDLE, text)
    if mark:
        painter.setPen(theme.secondary)
        after = QRectF(_NAME + metrics.horizontalAdvance(text), box.top(), width, box.height())
        painter.drawText(after, LEFT_MIDDLE, mark)
