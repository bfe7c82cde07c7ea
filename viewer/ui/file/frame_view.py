"""View of the packets of the current frame: a list, and the records or bytes of the chosen packet."""

from __future__ import annotations

from operator import itemgetter

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QPushButton, QSplitter, QStackedLayout, QWidget

from viewer.logfile import packets
from viewer.replay.world.world import World
from viewer.ui.file.frame_content import (
    Decoded,
    Packet,
    PacketKey,
    actor_columns,
    actor_of,
    decode,
    lines_of,
    packet_name,
    packets_of,
    row_of,
    shown_bytes,
)
from viewer.ui.file.packet_table import Table, cell_text, exact_text
from viewer.ui.format import count
from viewer.ui.translation import tr, translated
from viewer.ui.widgets.boxes import STRETCH, in_column, in_row
from viewer.ui.widgets.elided_label import ElidedLabel
from viewer.ui.widgets.list_view import MARGIN, ListView
from viewer.ui.widgets.parts import button, label, styled, wrapped
from viewer.ui.widgets.table import TableColumn, TableModel

_IN_LINE = 16
_HALF = _IN_LINE // 2
_LINE_HEIGHT = 20
_FONT_SIZE = 12
_PRINTABLE = range(0x20, 0x7F)


class HexView(ListView):
    """Hex dump with lines of file offset, sixteen bytes, and their ASCII characters."""

    def __init__(self, parent: QWidget | None = None) -> None:
        columns = (("offset", self._offset_text), ("bytes", self._numbers), ("text", self._letters))
        self._model = TableModel([TableColumn(name, "", value=value) for name, value in columns], "")
        super().__init__(self._model, _LINE_HEIGHT, parent)
        self.data = b""
        """Bytes that are shown."""
        self._offset = 0
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        font.setPixelSize(_FONT_SIZE)
        self.setFont(font)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setAccessibleName(tr("Bytes"))
        self.horizontalHeader().hide()
        self.offer_copies()

    def set_data(self, data: bytes, offset: int) -> None:
        """Show ``data``, whose first byte is at ``offset`` in the file; the scroll position stays."""
        if data == self.data and offset == self._offset:
            return
        self.data, self._offset = data, offset
        self._model.show_all(range(-(-len(data) // _IN_LINE)))
        self.resizeColumnsToContents()

    def _part(self, line: int) -> bytes:
        return self.data[line * _IN_LINE : (line + 1) * _IN_LINE]

    def _offset_text(self, line: int) -> str:
        return f"{self._offset + line * _IN_LINE:08x}"

    def _numbers(self, line: int) -> str:
        part = self._part(line)
        return "  ".join(half.hex(" ") for half in (part[:_HALF], part[_HALF:])).strip()

    def _letters(self, line: int) -> str:
        return "".join(chr(byte) if byte in _PRINTABLE else "." for byte in self._part(line))


_LIST_WIDTH, _LEAST_LIST = 350, 280
_HEAD_HEIGHT = 32
_ROW_HEIGHT = 24
_USUAL_NUMBER = "−0000.0000"
_NAME = 1
"""Index of the column with packet names in the list of packets.

That column is made narrower if the columns do not fit.
"""


class FrameView(QWidget):
    """View of one frame's packets; keeps the chosen packet and the scroll position from frame to frame."""

    actor_chosen = Signal(object)
    """Emitted when a record in the list of the frame's records is clicked, with its actor's row.

    The row is that of the actor table.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._world: World | None = None
        self._packets: list[Packet] = []
        self._key = PacketKey(packets.POSITION.id)
        self._decoded: Decoded | None = None
        self._decoded_key: PacketKey | None = None
        self._actor: int | None = None
        columns = (
            TableColumn("id", tr("Id"), number=True, value=lambda packet: packet.key.packet_id),
            TableColumn("name", tr("Packet"), value=self._name_of),
            TableColumn("records", tr("Records"), count, number=True),
            TableColumn("size", tr("Bytes"), count, number=True),
            TableColumn("offset", tr("Offset"), count, number=True),
        )
        self._list_model, self._record_model = TableModel(columns, ""), TableModel((), "")
        self._list, self._records = (
            ListView(model, _ROW_HEIGHT, self) for model in (self._list_model, self._record_model)
        )
        for view, name in (
            (self._list, tr("Packets of this frame")),
            (self._records, tr("Records")),
        ):
            view.setAccessibleName(name)
            view.offer_copies()
        self._list.setMinimumWidth(_LEAST_LIST)
        self._list.horizontalHeader().setSectionResizeMode(_NAME, QHeaderView.ResizeMode.Stretch)
        self._hex = HexView(self)
        self._name, self._reason = label(size=13, bold=True), wrapped(size=13)
        self._about = styled(ElidedLabel(), 11, "secondary")
        self._bytes = QPushButton(tr("Bytes"))
        self._pages = QStackedLayout()
        self._lay_out()
        self._list.cell_chosen.connect(self._choose_packet)
        self._records.cell_chosen.connect(self._choose_record)
        self._bytes.toggled.connect(self._show_page)

    def _lay_out(self) -> None:
        self._reason.setContentsMargins(MARGIN, 0, MARGIN, 8)
        button(self._bytes, tr("Show the packet as it is in the file"))
        self._bytes.setCheckable(True)
        head = in_row(
            None, self._name, self._about, STRETCH, self._bytes, spacing=12, margins=(MARGIN, 0, 8, 0)
        )
        top = QWidget()
        top.setFixedHeight(_HEAD_HEIGHT)
        top.setLayout(head)
        self._pages.addWidget(self._records)
        self._pages.addWidget(self._hex)
        right = QWidget()
        in_column(right, top, self._reason, (self._pages, 1))
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.setChildrenCollapsible(False)
        splitter.setHandleWidth(1)
        splitter.addWidget(right)
        splitter.insertWidget(0, self._list)  # last, as it moves the list before the other widget
        splitter.setStretchFactor(1, 1)
        splitter.setSizes([_LIST_WIDTH, 4 * _LIST_WIDTH])
        in_row(self, splitter)

    # Content

    def show_world(self, world: World | None) -> None:
        """Show the packets of the frame of ``world`` (all actors at one time); None clears the view."""
        self._world = world
        self._packets = packets_of(world) if world is not None else []
        before = self._list_model.count
        self._list_model.show_all(self._packets)
        if not before:
            self._list.fit()
        self._show_packet()

    def _name_of(self, packet: Packet) -> str:
        return "" if self._world is None else packet_name(packet.key.packet_id, self._world.index.dialect)

    def set_actor(self, actor_id: int | None, *, scroll: bool) -> None:
        """Highlight the records of the actor with the id ``actor_id``; None for no actor.

        With ``scroll`` the view is scrolled to the first of them.
        """
        self._actor = actor_id
        lines = self._mark()
        if scroll and lines:
            self._records.move_to(lines[0])

    # Clicks

    @Slot(int, int)
    def _choose_packet(self, line: int, _column: int) -> None:
        self._key = self._packets[line].key
        self._show_packet()

    @Slot(int, int)
    def _choose_record(self, line: int, column: int) -> None:
        table = self._decoded.table if self._decoded is not None else None
        if table is None or self._world is None:
            return
        actor_id = actor_of(table, line, column)
        if actor_id is not None:
            row = row_of(self._world.index.actors, actor_id, self._world.frame_index)
            if row is not None:
                self.actor_chosen.emit(row)

    # Display

    def _show_packet(self) -> None:
        keys = [packet.key for packet in self._packets]
        line = keys.index(self._key) if self._key in keys else None
        first = not self._list.currentIndex().isValid()
        self._list.select_lines([] if line is None else [line])
        if first and line is not None:
            self._list.move_to(line)
        if line is None or self._world is None or self._world.frame_bytes is None:
            self._show_nothing()
            return
        packet, frame = self._packets[line], self._world.frame_bytes
        payload = shown_bytes(packet, frame)
        if self._decoded is None or self._decoded.payload != payload or self._decoded_key != packet.key:
            self._decoded, self._decoded_key = decode(packet, payload, frame.dialect), packet.key
        self._name.setText(packet_name(packet.key.packet_id, frame.dialect))
        self._about.setText(translated(packet.kind.doc) if packet.kind is not None else "")
        self._hex.set_data(payload, packet.offset)
        self._show_decoded(self._decoded)

    def _show_decoded(self, decoded: Decoded) -> None:
        self._reason.setText(decoded.reason)
        self._reason.setVisible(bool(decoded.reason))
        if decoded.table is not None:
            self._show_records(decoded.table)
        self._bytes.setVisible(True)
        self._bytes.setEnabled(decoded.table is not None)
        self._show_page()
        self._mark()

    def _show_nothing(self) -> None:
        """Show the chosen packet's name, a text that this frame lacks the packet, and empty tables."""
        self._decoded = self._decoded_key = None
        dialect = self._world.index.dialect if self._world is not None else None
        self._name.setText(packet_name(self._key.packet_id, dialect) if dialect is not None else "")
        has_frame = bool(self._packets)
        self._about.setText(tr("not in this frame") if has_frame else tr("The recording has no frame"))
        self._reason.hide()
        self._bytes.hide()
        self._record_model.show_all(())
        self._hex.set_data(b"", 0)
        self._pages.setCurrentWidget(self._records)

    def _show_records(self, table: Table) -> None:
        """Show the records of the chosen packet, which are in ``table``, as a table.

        Columns of numbers, except for actor ids, are right-aligned.
        """
        titles = [f"{name} ({unit})" if unit else name for name, unit in table.columns]
        rows, columns = table.rows, None
        if [each.title for each in self._record_model.columns] != titles or not self._record_model.count:
            first, ids = rows[0] if len(rows) else (), actor_columns(table)
            numbers = [
                column for column, value in enumerate(first) if _is_number(value) and column not in ids
            ]
            columns = [
                TableColumn(
                    str(column), title, cell_text,
                    exact=exact_text, number=column in numbers, value=itemgetter(column),
                )
                for column, title in enumerate(titles)
            ]  # fmt: skip
        self._record_model.show_all(rows, columns)
        if columns is not None:
            self._records.fit(number=_USUAL_NUMBER)

    @Slot()
    def _show_page(self) -> None:
        raw = self._decoded is not None and (self._decoded.table is None or self._bytes.isChecked())
        self._pages.setCurrentWidget(self._hex if raw else self._records)

    def _mark(self) -> list[int]:
        """Highlight the records of the selected actor in the table, and return the indices of their lines."""
        table = self._decoded.table if self._decoded is not None else None
        lines = lines_of(table, self._actor) if table is not None and self._actor is not None else []
        self._records.select_lines(lines)
        return lines


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
