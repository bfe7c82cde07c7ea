"""View of the packet counts: facts about the recording at the left, a table at the right."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFormLayout, QScrollArea, QWidget

from viewer.recording.index import RecordingIndex
from viewer.recording.indexing.detect import carla_version
from viewer.ui.file.frame_content import packet_name
from viewer.ui.format import bytes_, capital, count, number
from viewer.ui.translation import tr, translated
from viewer.ui.widgets.boxes import in_row
from viewer.ui.widgets.list_view import MARGIN, ListView
from viewer.ui.widgets.parts import label, scrolling, wrapped
from viewer.ui.widgets.table import TableColumn, TableModel


@dataclass(frozen=True, slots=True)
class PacketCount:
    """Number and size of all packets with one id.

    Attributes:
        packet_id: id in the file.
        name: CARLA's name, or "packet N" for an unknown id.
        builds: builds of CARLA that write it; empty if unknown.
        packets: number of packets.
        size: bytes of these packets, headers included.
        share: share of the file, 0 to 1.
    """

    packet_id: int
    name: str
    builds: str
    packets: int
    size: int
    share: float


def packet_counts(index: RecordingIndex) -> list[PacketCount]:
    """Return the counts of all packets in the recording, the largest share first."""
    sizes = index.layouts.packet_bytes(index.layout_indices)
    whole = max(index.bytes_read, 1)
    kinds = []
    for packet_id, size in sizes.items():
        row = index.dialect.kind_of(packet_id)
        builds = row.builds if row is not None else ""
        name = packet_name(packet_id, index.dialect)
        number = index.packet_counts.get(packet_id, 0)
        kinds.append(PacketCount(packet_id, name, builds, number, size, size / whole))
    return sorted(kinds, key=lambda kind: (-kind.size, kind.packet_id))


def facts(index: RecordingIndex) -> list[tuple[str, str]]:
    """Return labels and texts of facts about the recording, in the order in which they are shown.

    They are: the CARLA version that wrote it and what suggests that version, the version of the header,
    whether velocities and bounding boxes are recorded, packets with unknown ids, packets that installed
    packages decode, and bytes outside frames.
    """
    yes, no = tr("yes"), tr("no")
    rows = [
        (tr("Written by"), carla_version(index) or tr("not known")),
        (tr("Because"), "\n".join(capital(translated(reason)) for reason in index.dialect.reasons)),
        (tr("Header"), tr("version {0}").format(index.header.version)),
        (tr("Velocities and boxes recorded"), yes if index.has_additional_data else no),
        (tr("Unknown packets"), _unknown(index)),
    ]
    custom = index.dialect.custom or {}
    if custom:
        names = ", ".join(f"{packet_id} {kind.name}" for packet_id, kind in sorted(custom.items()))
        rows.append((tr("Own decoders"), names))
    rows.append((tr("Not in frames"), _outside(index)))
    return rows


def _unknown(index: RecordingIndex) -> str:
    found = [
        f"{packet_id} (× {count(number)})"
        for packet_id, number in sorted(index.packet_counts.items())
        if index.dialect.kind_of(packet_id) is None
    ]
    return ", ".join(found) or tr("none")


def _outside(index: RecordingIndex) -> str:
    """Return as text how many bytes of a file are in no complete frame: its header, and bytes left out."""
    framed = sum(index.layouts.packet_bytes(index.layout_indices).values())
    rest = index.bytes_read - index.header.size - framed
    header = tr("header {0}").format(bytes_(index.header.size))
    if rest <= 0:
        return header
    return f"{header}, {tr('left out {0}').format(bytes_(rest))}"


_ROW_HEIGHT = 24


class PacketCountsView(QWidget):
    """View of the CARLA version with reasons for it, and of the number and size of packets by id."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        columns = (
            TableColumn("packet_id", tr("Id"), number=True),
            TableColumn("name", tr("Packet")),
            TableColumn("builds", tr("Builds")),
            TableColumn("packets", tr("Packets"), count, number=True),
            TableColumn("size", tr("Bytes"), count, number=True),
            TableColumn("share", tr("Share"), lambda share: f"{number(100.0 * share, 1)} %", number=True),
        )
        self._model = TableModel(columns, "")
        self._table = ListView(self._model, _ROW_HEIGHT, self)
        self._table.offer_copies()
        self._table.setAccessibleName(tr("Packets of the whole recording"))
        self._facts = QFormLayout()
        in_row(self, (self._build_facts(), 1), (self._table, 1))

    def _build_facts(self) -> QScrollArea:
        page = QWidget()
        page.setProperty("surface", "panel")
        self._facts.setContentsMargins(MARGIN, 8, MARGIN, 8)
        self._facts.setHorizontalSpacing(12)
        self._facts.setVerticalSpacing(6)
        page.setLayout(self._facts)
        area = scrolling(page)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        return area

    def show_recording(self, index: RecordingIndex | None) -> None:
        """Show the packet counts of ``index``, which may be incomplete; None clears the view."""
        self._show_facts([] if index is None else facts(index))
        self._model.show_all([] if index is None else packet_counts(index))
        self._table.fit()

    def _show_facts(self, rows: list[tuple[str, str]]) -> None:
        while self._facts.rowCount():
            self._facts.removeRow(0)
        for name, value in rows:
            text = wrapped(value, 13)
            text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            self._facts.addRow(label(name, 13, "secondary"), text)
