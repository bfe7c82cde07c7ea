"""The census as it is seen: facts at the left, a table with bars at the right."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGridLayout, QLabel, QScrollArea, QWidget

from viewer.recording.index import RecordingIndex
from viewer.ui.format import count, number
from viewer.ui.packets.census import census, facts
from viewer.ui.theme import current_theme
from viewer.ui.widgets.boxes import in_row
from viewer.ui.widgets.grid_model import GridHeading, GridModel
from viewer.ui.widgets.grid_view import GridView
from viewer.ui.widgets.parts import label, scrolling, wrapped
from viewer.ui.widgets.rows_view import MARGIN

_FACTS_WIDTH = 340
_LABEL_WIDTH = 124
_SHARE_COLUMN = 5
_BAR_WIDTH = 72
_BAR_HEIGHT = 6


class CensusView(QWidget):
    """Who wrote the recording and why one thinks so, and which packets take how much of it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = GridModel(self)
        self._table = _ShareTable(self._model, self)
        self._table.setAccessibleName(self.tr("Packets of the whole recording"))
        self._grid = QGridLayout()
        self._lines: list[tuple[QLabel, QLabel]] = []
        in_row(self, self._build_facts(), (self._table, 1))

    def _build_facts(self) -> QScrollArea:
        page = QWidget()
        page.setProperty("surface", "panel")
        self._grid.setContentsMargins(MARGIN, 8, MARGIN, 8)
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(6)
        self._grid.setColumnMinimumWidth(0, _LABEL_WIDTH)
        self._grid.setColumnStretch(1, 1)
        page.setLayout(self._grid)
        area = scrolling(page)
        area.setFixedWidth(_FACTS_WIDTH)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        return area

    def show_recording(self, index: RecordingIndex | None) -> None:
        """Count the packets of a recording, or of what has been read of it."""
        self._show_facts([] if index is None else facts(index))
        kinds = [] if index is None else census(index)
        headings = (
            GridHeading(self.tr("Id"), numeric=True),
            GridHeading(self.tr("Packet")),
            GridHeading(self.tr("Builds")),
            GridHeading(self.tr("Packets"), numeric=True),
            GridHeading(self.tr("Bytes"), numeric=True),
            GridHeading(self.tr("Share"), numeric=True),
        )
        rows = [
            (
                str(kind.packet_id),
                kind.name,
                kind.builds,
                count(kind.packets),
                count(kind.size),
                f"{number(100.0 * kind.share, 1)} %",
            )
            for kind in kinds
        ]
        self._table.shares = [kind.share for kind in kinds]
        self._model.show(headings, rows)

    def _show_facts(self, rows: list[tuple[str, str]]) -> None:
        while len(self._lines) < len(rows):
            name, text = label(size=13, role="secondary"), wrapped(size=13)
            text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            line = len(self._lines)
            self._grid.addWidget(name, line, 0, Qt.AlignmentFlag.AlignTop)
            self._grid.addWidget(text, line, 1, Qt.AlignmentFlag.AlignTop)
            self._grid.setRowStretch(line, 0)
            self._grid.setRowStretch(line + 1, 1)
            self._lines.append((name, text))
        for line, parts in enumerate(self._lines):
            shown = line < len(rows)
            for part, said in zip(parts, rows[line] if shown else ("", ""), strict=True):
                part.setVisible(shown)
                part.setText(said)


class _ShareTable(GridView):
    """A table whose last column has a bar before its number."""

    def __init__(self, model: GridModel, parent: QWidget | None = None) -> None:
        super().__init__(model, parent)
        self.shares: list[float] = []

    def room_beside(self, column: int) -> int:
        """Return the room for the bar."""
        return _BAR_WIDTH + MARGIN if column == _SHARE_COLUMN else 0

    def paint_cell(self, painter: QPainter, area: QRect, line: int, column: int) -> None:
        """Paint the bar and the number."""
        if column == _SHARE_COLUMN and line < len(self.shares):
            length = round(_BAR_WIDTH * min(max(self.shares[line], 0.0), 1.0))
            top = area.center().y() - _BAR_HEIGHT // 2 + 1
            painter.fillRect(area.x(), top, _BAR_WIDTH, _BAR_HEIGHT, current_theme().raised)
            painter.fillRect(area.x(), top, length, _BAR_HEIGHT, current_theme().faint)
        super().paint_cell(painter, area, line, column)
