"""The panel for developers: packets of the frame shown, or the census of the whole recording."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QStackedLayout, QWidget

from viewer.recording.index import RecordingIndex, same_opening
from viewer.replay.world.world import World
from viewer.ui.format import bytes_, count, join
from viewer.ui.packets.census_view import CensusView
from viewer.ui.packets.frame_view import FrameView
from viewer.ui.state.actor_ref import Refs, ref_of, rows_in
from viewer.ui.state.shown import Shown
from viewer.ui.state.workspace import What, Workspace
from viewer.ui.translation import tr
from viewer.ui.widgets.boxes import STRETCH, in_column
from viewer.ui.widgets.choice_row import ChoiceRow
from viewer.ui.widgets.drawer_panel import DrawerPanel
from viewer.ui.widgets.elided_label import ElidedLabel
from viewer.ui.widgets.parts import styled
from viewer.ui.widgets.throttle import Throttle

if TYPE_CHECKING:
    from viewer.ui.app import Viewer

_FRAME_EVERY = 100  # milliseconds; faster than this nobody reads a table
_CENSUS_EVERY = 500


class PacketsPanel(DrawerPanel):
    """What is in the file, packet by packet; it works only while it can be seen."""

    select_requested = Signal(object, bool)
    """ActorRef to select, and whether to add it to the selection."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._index: RecordingIndex | None = None
        self._world: World | None = None
        self._asked: int | None = None
        self._frames = Throttle(_FRAME_EVERY, self)
        self._counts = Throttle(_CENSUS_EVERY, self)
        self._frame_view = FrameView(self)
        self._census_view = CensusView(self)
        self._choice = ChoiceRow(["", ""])
        self._place = styled(ElidedLabel(), 11, "secondary")
        self._pages = QStackedLayout()
        self._lay_out()
        self._frames.due.connect(self._show_frame)
        self._counts.due.connect(self._show_census)
        self._frame_view.actor_chosen.connect(self._request)

    def _lay_out(self) -> None:
        self._choice.set_text(0, tr("This frame"), tr("Packets of the frame shown"))
        self._choice.set_text(1, tr("Census"), tr("All packets of the recording, counted"))
        self.head.take(self._choice, self._place, STRETCH, spacing=12)
        self._pages.addWidget(self._frame_view)
        self._pages.addWidget(self._census_view)
        in_column(self, self._pages)
        self._choice.chosen.connect(self._turn_page)

    def attach(self, workspace: Workspace) -> None:
        """Show the packets of the moment of a workspace."""
        Shown(
            self,
            workspace,
            (What.RECORDING, lambda: self.set_recording(workspace.recording.index)),
            (What.WORLD, lambda: self.set_world(workspace.moment.world)),
            (What.SELECTED, lambda: self.set_selected(workspace.focus.selected)),
        )
        self.select_requested.connect(workspace.focus.click)

    # What it is told

    def set_recording(self, index: RecordingIndex | None) -> None:
        """Count another recording, or more of the one that is being read; tell it before its world."""
        before, self._index = self._index, index
        if not same_opening(before, index):
            self._world = None
            self._frame_view.show_world(None)  # even unseen: nothing of the other one is kept
            self._show_place()
        if self.isVisible():
            self._counts.request()

    def set_world(self, world: World | None) -> None:
        """Show another moment; while the recording plays, the packets follow ten times a second."""
        self._world = world
        if self.isVisible():
            self._frames.request()

    def set_selected(self, actors: Refs) -> None:
        """Mark the records of the last of some actors; scroll to them unless it was chosen here."""
        row = next(reversed(rows_in(actors)), None)
        known = self._index is not None and row is not None and row < len(self._index.actors)
        actor_id = int(self._index.actors.actor_id[row]) if known and self._index is not None else None
        self._frame_view.set_actor(actor_id, reveal=row != self._asked)
        self._asked = None

    # What happens in it

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what happened while nobody could see it."""
        super().showEvent(event)
        self._show_page()

    @Slot(int)
    def _turn_page(self, page: int) -> None:
        self._pages.setCurrentIndex(page)
        self._show_page()

    def _show_page(self) -> None:
        self._show_frame()
        self._show_census()

    @Slot(object)
    def _request(self, row: int) -> None:
        self._asked = row
        self.select_requested.emit(ref_of(row), False)
        self._asked = None

    @Slot()
    def _show_frame(self) -> None:
        if self._pages.currentWidget() is self._frame_view:
            self._frame_view.show_world(self._world)
            self._show_place()

    @Slot()
    def _show_census(self) -> None:
        if self._pages.currentWidget() is self._census_view:
            self._census_view.show_recording(self._index)
            self._show_place()

    def _show_place(self) -> None:
        """Say where in the file one is."""
        index, world = self._index, self._world
        if index is None:
            self._place.setText("")
        elif self._pages.currentWidget() is self._census_view:
            frames = tr("{0} frames").format(count(len(index.heads)))
            self._place.setText(join(bytes_(index.bytes_read), frames))
        elif world is not None and world.frame_bytes is not None:
            frame = tr("Frame {0}").format(count(world.frame))
            at = tr("byte {0}").format(count(int(index.offsets[world.frame_index])))
            size = bytes_(len(world.frame_bytes.data))
            number = tr("{0} packets").format(count(len(world.frame_bytes.layout.packets)))
            self._place.setText(join(frame, at, size, number))
        else:
            self._place.setText("")


def make_panel(viewer: Viewer) -> PacketsPanel:
    """Return the panel for a window."""
    panel = PacketsPanel(viewer.window)
    panel.attach(viewer.workspace)
    return panel
