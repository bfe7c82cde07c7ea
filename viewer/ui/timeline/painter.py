"""How the timeline is drawn: two pictures that are kept, and on them what moves."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QPainter, QPixmap

from viewer.ui.theme import faded
from viewer.ui.timeline.cursors import (
    hover_chip,
    paint_frame_cell,
    paint_hover,
    paint_playhead,
    playhead_handle,
)
from viewer.ui.timeline.model import TimelineModel
from viewer.ui.timeline.name_painter import paint_names, paint_scroll_bar, paint_titles, paint_values
from viewer.ui.timeline.overlay import TimelineOverlay
from viewer.ui.timeline.overview import paint_overview, paint_window
from viewer.ui.timeline.picture import CachedPixmap
from viewer.ui.timeline.ruler import TickLabel, paint_tick_labels, tick_labels
from viewer.ui.timeline.timeline_content import TimelineContent

_DROP = 0.14
"""Opacity of what is laid over the lane that would take what is dragged."""


class TimelinePainter:
    """Draws a model; everything but what goes with playhead and mouse comes out of pixmaps."""

    def __init__(self, model: TimelineModel, overlays: Sequence[TimelineOverlay]) -> None:
        self._model = model
        self._overlays = overlays
        self._overview = CachedPixmap()
        self._lanes = CachedPixmap()
        self._tick_labels: tuple[TickLabel, ...] = ()

    def forget(self) -> None:
        """Let go of the overview: another recording is shown."""
        self._overview.forget()

    def paint(self, painter: QPainter, size: QSize, ratio: float) -> None:
        """Draw everything in a widget of a size, on a screen with so many pixels for each of it."""
        content = self._model.content
        painter.fillRect(QRectF(QPointF(), size), self._model.theme.panel)
        painter.drawPixmap(QPointF(0, 0), self._overview_picture(size, ratio))
        if content is not None:
            painter.drawPixmap(QPointF(0, 0), self._lanes_picture(content, size, ratio))
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint_moving(painter, content)

    def _paint_moving(self, painter: QPainter, content: TimelineContent) -> None:
        model = self._model
        axis, theme, stack, cursor = model.axis, model.theme, model.stack, model.cursor
        paint_window(painter, axis.fitted(), axis, stack.overview, theme)
        if model.shown_frame is not None and model.shown_frame < content.frame_count:
            paint_frame_cell(painter, axis, stack, content.cell(model.shown_frame), theme)
        covered = [playhead_handle(axis, stack, model.playhead)]
        if cursor is not None:
            covered.append(hover_chip(axis, stack, cursor, content.scale))
        paint_tick_labels(painter, self._tick_labels, covered, theme)
        self._paint_overlays(painter)
        paint_values(painter, stack, theme, model.playhead, cursor)
        if model.drop_target is not None:
            painter.fillRect(model.drop_target.rect, faded(theme.accent, _DROP))
        paint_playhead(painter, axis, stack, model.playhead, theme)
        if cursor is not None:
            paint_hover(painter, axis, stack, cursor, content.scale, theme)
            for placed in stack.placed if axis.contains(cursor) else ():
                placed.lane.paint_cursor(painter, axis, placed.rect & stack.lanes, theme, cursor)

    def _paint_overlays(self, painter: QPainter) -> None:
        axis, stack, theme = self._model.axis, self._model.stack, self._model.theme
        ruler, bottom = stack.ruler, stack.bottom
        for overlay in self._overlays:
            painter.save()
            overlay.paint_overview(painter, axis.fitted(), stack.overview, theme)
            painter.setClipRect(QRectF(ruler.left(), ruler.top(), ruler.width(), bottom - ruler.top()))
            overlay.paint_axis(painter, axis, ruler, bottom, theme)
            painter.restore()

    def _overview_picture(self, size: QSize, ratio: float) -> QPixmap:
        content, theme = self._model.content, self._model.theme
        strip, rect = self._model.axis.fitted(), self._model.stack.overview

        def paint(painter: QPainter) -> None:
            paint_overview(painter, strip, rect, content, theme)

        size = QSize(size.width(), math.ceil(rect.bottom()))
        return self._overview.get((strip, content, theme.name), size, ratio, paint)

    def _lanes_picture(self, content: TimelineContent, size: QSize, ratio: float) -> QPixmap:
        model = self._model
        axis, theme, stack = model.axis, model.theme, model.stack

        def paint(painter: QPainter) -> None:
            stack.paint(painter, axis, content, theme)
            paint_names(painter, stack, theme, model.named)
            paint_titles(painter, stack, model.context, content)
            paint_scroll_bar(painter, stack, theme)
            self._tick_labels = tick_labels(axis, stack.ruler, content)

        key = (axis, model.generation, theme.name, model.named, stack.scroll)
        return self._lanes.get(key, size, ratio, paint)
