"""The table of recordings: a stock view that paints the hero's way in its first column."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from viewer.arrays import Floats
from viewer.ui.widgets.keys import ENTER, MOVES, is_claimed, is_plain
from viewer.ui.widgets.table import TableModel

ROW = 40
_SIZE = QSize(72, ROW)
_MARGIN = 5
_LEAST_SPAN = 20.0
"""Metres: a few steps are not blown up further."""


class WayDelegate(QStyledItemDelegate):
    """Paints where the hero went, the end as a dot."""

    def __init__(self, model: TableModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._model = model
        self.ways: Mapping[str, Floats] = {}
        """Places in metres, shape (K, 2), by the recording's path."""

    def sizeHint(self, _option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Return the size of the picture."""
        return _SIZE

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint the ground of the cell, and the way on it."""
        super().paint(painter, option, index)
        way = self.ways.get(self._model.value(self._model.row_of(index), "path"))
        if way is None or not len(way):
            return
        room = QRectF(option.rect).adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN)
        least, most = way.min(axis=0), way.max(axis=0)
        scale = min(room.width(), room.height()) / max(*(most - least), _LEAST_SPAN)
        places = (way - (least + most) / 2) * scale
        center = room.center()
        line = QPolygonF([QPointF(center.x() + x, center.y() + y) for x, y in places.tolist()])
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        color = option.palette.link().color()
        painter.setPen(QPen(color, 1.5))
        painter.drawPolyline(line)
        painter.setBrush(color)
        painter.drawEllipse(line.last(), 2.5, 2.5)
        painter.restore()


class RecordingsView(QTableView):
    """The rows of a model; Enter and a double-click choose one."""

    chosen = Signal(int)
    """Number of the row."""

    def __init__(self, model: TableModel, height: int, parent: QWidget | None = None) -> None:
        """Take the model, and how high a row is."""
        super().__init__(parent)
        self.setModel(model)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setFrameShape(QTableView.Shape.NoFrame)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(height)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSortIndicatorClearable(True)  # the third click brings back the order that it had
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.setSortingEnabled(True)
        self.activated.connect(lambda index: self.chosen.emit(index.model().row_of(index)))

    def event(self, event: QEvent) -> bool:
        """Claim the keys of a list before the window's shortcuts get them."""
        return is_claimed(event, _is_own) or super().event(event)


def _is_own(event: QKeyEvent) -> bool:
    return is_plain(event) and event.key() in MOVES | ENTER


def ways_of(files: Mapping[str, Sequence[object]]) -> dict[str, Floats]:
    """Return the ways that the table ``files`` has, shape (K, 2), by path."""
    rows = zip(files["path"], files["way"], strict=True)
    return {str(path): np.array(way, np.float64).reshape(-1, 2) for path, way in rows if way}
