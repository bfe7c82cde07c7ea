"""Where a sheet is scrolled to: at a row, not at a pixel, so that it stays when other rows come."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QObject, Slot

from viewer.ui.inspector.model import SheetModel
from viewer.ui.widgets.rows_view import RowsView


class ScrollAnchor(NamedTuple):
    """The first row that is seen, by its key, and how many pixels of it are above the edge."""

    key: str
    above: int


class ScrollPlace(QObject):
    """Remembers at which row a view is, whenever its user scrolls."""

    def __init__(self, view: RowsView, model: SheetModel) -> None:
        super().__init__(view)
        self._view = view
        self._model = model
        self.anchor: ScrollAnchor | None = None
        """Where it is scrolled to; None at the top."""
        self._arranging = False
        model.modelAboutToBeReset.connect(self._hold)
        view.verticalScrollBar().valueChanged.connect(self._note)

    def go_to(self, anchor: ScrollAnchor | None) -> None:
        """Scroll there, now or as soon as there is such a row."""
        self.anchor = anchor
        self.restore()

    def restore(self) -> None:
        """Scroll back after the rows have changed and have their heights."""
        self._arranging = True
        self._view.doItemsLayout()
        keys = [row.key for row in self._model.rows]
        place = 0
        if self.anchor is not None and self.anchor.key in keys:
            line = keys.index(self.anchor.key)
            place = self._view.verticalHeader().sectionPosition(line) + self.anchor.above
        self._view.verticalScrollBar().setValue(place)
        self._arranging = False

    @Slot()
    def _hold(self) -> None:
        """Take no notice while other rows come."""
        self._arranging = True

    @Slot(int)
    def _note(self, value: int) -> None:
        line = self._view.rowAt(0)
        if not self._arranging and line >= 0:
            above = -self._view.rowViewportPosition(line)
            self.anchor = ScrollAnchor(self._model.rows[line].key, above) if value else None
