"""Table of recordings with a picture of the hero's path in the first column."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from PySide6.QtCore import (
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QKeyEvent, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QStyleOptionViewItem, QWidget

from viewer.arrays import Floats
from viewer.ui.theme import current_theme
from viewer.ui.widgets.keys import ENTER, MOVES, is_plain
from viewer.ui.widgets.list_view import ListView
from viewer.ui.widgets.row_delegate import RowDelegate
from viewer.ui.widgets.table import TableModel

ROW = 40
_SIZE = QSize(72, ROW)
_MARGIN = 5
_LEAST_SPAN = 20.0
"""Least width in metres of the area that a small picture of a hero's path shows.

A short path is so not enlarged too much.
"""


class WayDelegate(RowDelegate):
    """Delegate that draws the path of a recording's hero in a cell of the library page; a dot is its end."""

    def __init__(self, model: TableModel, view: ListView) -> None:
        super().__init__(view)
        self._model = model
        self.ways: Mapping[str, Floats] = {}
        """Positions in metres, shape (K, 2), by the recording's path; NaN between two lifetimes."""

    def sizeHint(self, _option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Return the size of a table cell with the picture of the hero's path."""
        return _SIZE

    def paint_content(
        self, painter: QPainter, rect: QRect, index: QModelIndex | QPersistentModelIndex, selected: bool
    ) -> None:
        """Draw the cell, and over it the path of the recording's hero, in the rectangle ``rect``."""
        super().paint_content(painter, rect, index, selected)
        way = self.ways.get(self._model.value(self._model.row_of(index), "path"))
        if way is None or not len(way):
            return
        side = _MARGIN - self._view.padding
        inner = QRectF(rect).adjusted(side, _MARGIN, -side, -_MARGIN)
        least, most = np.nanmin(way, axis=0), np.nanmax(way, axis=0)
        scale = min(inner.width(), inner.height()) / max(*(most - least), _LEAST_SPAN)
        positions = (way - (least + most) / 2) * scale
        center = inner.center()
        breaks = np.flatnonzero(np.isnan(way[:, 0]))
        lines = [
            QPolygonF(
                [QPointF(center.x() + x, center.y() + y) for x, y in part[~np.isnan(part[:, 0])].tolist()]
            )
            for part in np.split(positions, breaks)
        ]
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        color = current_theme().accent
        painter.setPen(QPen(color, 1.5))
        for line in lines:
            painter.drawPolyline(line)
        painter.setBrush(color)
        painter.drawEllipse(lines[-1].last(), 2.5, 2.5)
        painter.restore()


class RecordingsView(ListView):
    """Table view of recordings, in which Enter or a double-click chooses a row.

    The row that the user made current stays current when the rows are sorted or filtered again. Until the
    user has chosen one, the first row is current if the view was created with ``from_first``.
    """

    chosen = Signal(int)
    """Emitted when the user opens a row, with its index in the unsorted values of the table's model."""

    def __init__(
        self,
        model: TableModel,
        height: int,
        parent: QWidget | None = None,
        *,
        key: str = "path",
        one_click: bool = False,
        from_first: bool = False,
    ) -> None:
        """Create a view of the table of recordings ``model``.

        Args:
            model: rows to show.
            height: height of a row in pixels.
            parent: parent widget.
            key: name of the column whose values identify rows; if empty, sorting forgets the current row.
            one_click: whether a single click chooses a row, instead of a double click.
            from_first: whether the first row is current until the user makes another one current.
        """
        super().__init__(model, height, parent)
        self._model = model
        self._key = key
        self._current: object = None
        self._free, self._moving = from_first, False
        self.selectionModel().currentRowChanged.connect(self._stay)
        self.pressed.connect(self._stay)
        model.modelAboutToBeReset.connect(self._note_current)
        model.modelReset.connect(self._find_current)
        (self.clicked if one_click else self.doubleClicked).connect(self._choose)
        self.setProperty("kind", "rows")
        self.padding = 8
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSortingEnabled(True)

    @property
    def current(self) -> object:
        """Value of the key column, which identifies rows, in the current row; None without a current row."""
        index = self.currentIndex()
        return (
            self._model.value(self._model.row_of(index), self._key) if self._key and index.isValid() else None
        )

    def show_current(self, key: object) -> bool:
        """Select the table row of the recording with ``key``; return False if no such row is shown."""
        index = self._model.find_line(self._key, key)
        if index is not None:
            self.selectRow(index)
        return index is not None

    @Slot()
    def _stay(self) -> None:
        """Keep the current row, from now on, when the model is updated; called when the current row changes.

        Until then each update may make the first row current. Does nothing if it was an update that changed
        the current row.
        """
        self._free = self._free and self._moving

    @Slot()
    def _note_current(self) -> None:
        self._current = self.current or self._current
        self._moving = True

    @Slot()
    def _find_current(self) -> None:
        if self._free and len(self._model.shown):
            self.selectRow(0)
        elif self._current is not None:
            self.show_current(self._current)
        self._moving = False

    @Slot(QModelIndex)
    def _choose(self, index: QModelIndex) -> None:
        self.chosen.emit(self._model.row_of(index))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose the recording in the current row on Enter; other keys move in the table as usual."""
        if event.key() in ENTER and is_plain(event) and self.currentIndex().isValid():
            self._choose(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def claims(self, event: QKeyEvent) -> bool:
        """Return whether the view itself handles a key, so that it is no shortcut of the window."""
        return _is_own(event) or super().claims(event)


def _is_own(event: QKeyEvent) -> bool:
    return is_plain(event) and event.key() in MOVES | ENTER


def ways_of(files: Mapping[str, Sequence[object]]) -> dict[str, Floats]:
    """Return the paths of the heroes in metres, shape (K, 2), by path of the recording's file.

    ``files`` is a table of recordings whose columns ``path`` and ``way`` (x, y, …) are read; recordings
    without a hero are left out. A row of NaN separates two lifetimes of the hero.
    """
    rows = zip(files["path"], files["way"], strict=True)
    return {str(path): np.array(way, np.float64).reshape(-1, 2) for path, way in rows if way}
