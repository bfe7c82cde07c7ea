"""File panel with three pages: problems, packets of the current frame, packet counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QStackedLayout, QWidget

from viewer.recording.index import RecordingIndex, same_opening
from viewer.ui.file.frame_view import FrameView
from viewer.ui.file.packet_counts_view import PacketCountsView
from viewer.ui.file.problems_view import ProblemsView
from viewer.ui.format import bytes_, count, join
from viewer.ui.panels import FilePage
from viewer.ui.state.binding import bind_panel
from viewer.ui.state.workspace import Workspace
from viewer.ui.terms import PAGE_PROPERTY
from viewer.ui.translation import tr
from viewer.ui.widgets.boxes import STRETCH, in_column
from viewer.ui.widgets.choice_row import ChoiceRow
from viewer.ui.widgets.dock_panel import DockPanel
from viewer.ui.widgets.elided_label import ElidedLabel
from viewer.ui.widgets.parts import styled
from viewer.ui.widgets.throttle import Throttle

if TYPE_CHECKING:
    from viewer.ui.app import Viewer

_FRAME_EVERY = 100  # milliseconds; nobody reads a table that changes faster
_COUNTS_EVERY = 500


class FilePanel(DockPanel):
    """Panel about the recording's file; it reads packets only while they are visible."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._index: RecordingIndex | None = None
        self._row_selected_here: int | None = None
        self._frames = Throttle(_FRAME_EVERY, self)
        self._counts = Throttle(_COUNTS_EVERY, self)
        self._problems = ProblemsView(workspace, self)
        self._frame, self._packet_counts = FrameView(self), PacketCountsView(self)
        self._choice = ChoiceRow([tr("Problems"), "", ""])
        self._choice.set_text(FilePage.FRAME, tr("This frame"), tr("Packets of the frame shown"))
        all_packets = tr("All packets of the recording, counted")
        self._choice.set_text(FilePage.PACKET_COUNTS, tr("Packet counts"), all_packets)
        self._position = styled(ElidedLabel(), 11, "secondary")
        self._pages = QStackedLayout()
        for page in (self._problems, self._frame, self._packet_counts):
            self._pages.addWidget(page)
        for page in (self._frame, self._packet_counts):
            page.setProperty(PAGE_PROPERTY, "packets.md")
        self.head.set_controls(
            self._choice, self._position, self._problems.filter, STRETCH, self._problems.copy, spacing=12
        )
        in_column(self, self._pages)
        self._choice.chosen.connect(self._turn_page)
        self._frames.due.connect(self._show_frame)
        self._counts.due.connect(self._show_packet_counts)
        self._frame.actor_chosen.connect(self._select)
        self._problems.listed.connect(self._show_page)
        bind_panel(
            self,
            workspace,
            (lambda now: now.index, self._show_recording),
            (
                lambda now: now.world,
                lambda world: self._frames.request() if world is not None and self.isVisible() else None,
            ),
            (lambda now: now.selected, self._mark_selected),
        )
        self._show_page()

    def open_page(self, page: FilePage) -> None:
        """Show ``page`` of the panel: problems of the file, packets of a frame, or packet counts."""
        self._choice.choose(page)
        self._turn_page(page)

    def showEvent(self, event: QShowEvent) -> None:
        """Update the panel's current page, which is not updated while the panel is hidden."""
        super().showEvent(event)
        self._show_page()

    def _show_recording(self, index: RecordingIndex | None) -> None:
        before, self._index = self._index, index
        if not same_opening(before, self._index):
            self._frame.show_world(None)  # even while hidden: nothing of the other recording may stay
            self._show_position()
        if self.isVisible():
            self._counts.request()

    def _mark_selected(self, selected: tuple[int, ...]) -> None:
        """Highlight the selected actor's records; scroll to them unless it was selected in this panel."""
        row = selected[-1] if selected else None
        known = self._index is not None and row is not None and row < len(self._index.actors)
        actor_id = int(self._index.actors.actor_id[row]) if known and self._index is not None else None
        self._frame.set_actor(actor_id, scroll=row != self._row_selected_here)
        self._row_selected_here = None

    @Slot(object)
    def _select(self, row: int) -> None:
        self._row_selected_here = row
        self._workspace.focus.select(row)

    @Slot(int)
    def _turn_page(self, page: int) -> None:
        self._pages.setCurrentIndex(page)
        self._show_page()

    @Slot()
    def _show_page(self) -> None:
        page, problems = self._pages.currentIndex(), self._problems
        has_problems = page == FilePage.PROBLEMS and bool(self._workspace.view.problems)
        self.head.set_shown(self._position, page != FilePage.PROBLEMS)
        for part in (problems.filter, problems.copy):
            self.head.set_shown(part, has_problems)
        self._show_frame()
        self._show_packet_counts()

    @Slot()
    def _show_frame(self) -> None:
        if self._pages.currentIndex() == FilePage.FRAME and self.isVisible():
            self._frame.show_world(self._workspace.moment.world)
            self._show_position()

    @Slot()
    def _show_packet_counts(self) -> None:
        if self._pages.currentIndex() == FilePage.PACKET_COUNTS and self.isVisible():
            self._packet_counts.show_recording(self._index)
            self._show_position()

    def _show_position(self) -> None:
        """Show the current frame's number, byte offset in the file, size and number of packets.

        On the page with packet counts, show how many bytes and frames have been read instead.
        """
        index, world, parts = self._index, self._workspace.moment.world, [""]
        if index is not None and self._pages.currentIndex() == FilePage.PACKET_COUNTS:
            parts = [bytes_(index.bytes_read), tr("{0} frames").format(count(len(index.frame_starts)))]
        elif index is not None and world is not None and world.frame_bytes is not None:
            layout = world.frame_bytes.layout
            parts = [
                tr("Frame {0}").format(count(world.frame)),
                tr("byte {0}").format(count(int(index.offsets[world.frame_index]))),
                bytes_(layout.stride),
                tr("{0} packets").format(count(len(layout.packets))),
            ]
        self._position.setText(join(*parts))


def make_panel(viewer: Viewer) -> FilePanel:
    """Return a new *File* panel for the window of ``viewer``."""
    return FilePanel(viewer.workspace, viewer.window)
