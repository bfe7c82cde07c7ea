"""The census as it is seen: facts at the left, a table at the right."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QScrollArea, QWidget

from viewer.recording.index import RecordingIndex
from viewer.ui.format import count, number
from viewer.ui.packets.census import census, facts
from viewer.ui.widgets.boxes import in_row
from viewer.ui.widgets.list_view import MARGIN, ListView
from viewer.ui.widgets.parts import label, scrolling, wrapped
from viewer.ui.widgets.table import TableColumn, TableModel

_FACTS_WIDTH = 340
_LABEL_WIDTH = 124
_ROW_HEIGHT = 24
_WIDEST = 240


class CensusView(QWidget):
    """Who wrote the recording and why one thinks so, and which packets take how much of it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        columns = (
            TableColumn("packet_id", self.tr("Id"), number=True),
            TableColumn("name", self.tr("Packet")),
            TableColumn("builds", self.tr("Builds")),
            TableColumn("packets", self.tr("Packets"), count, number=True),
            TableColumn("size", self.tr("Bytes"), count, number=True),
            TableColumn(
                "share", self.tr("Share"), lambda share: f"{number(100.0 * share, 1)} %", number=True
            ),
        )
        self._model = TableModel(columns, "")
        self._model.setParent(self)
        self._table = ListView(self._model, _ROW_HEIGHT, self)
        self._table.offer_copies()
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
        columns = (column.name for column in self._model.columns)
        self._model.set_values({name: [getattr(kind, name) for kind in kinds] for name in columns})
        self._table.fit(_WIDEST)

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
