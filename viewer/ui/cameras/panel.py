"""Panel that shows the pictures of a run's folder at the playhead."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QFileDialog, QMenu, QPushButton, QStackedLayout, QToolButton, QWidget

from viewer.ui.cameras.camera_view import CameraView
from viewer.ui.cameras.offset_field import OffsetField
from viewer.ui.format import join
from viewer.ui.state.binding import bind_panel
from viewer.ui.state.run_folders import RunFolderState
from viewer.ui.state.workspace import Workspace
from viewer.ui.translation import tr, translated
from viewer.ui.widgets.boxes import STRETCH, in_column
from viewer.ui.widgets.dock_panel import DockPanel
from viewer.ui.widgets.elided_label import ElidedLabel
from viewer.ui.widgets.parts import button, link, styled, wrapped

if TYPE_CHECKING:
    from viewer.ui.app import Viewer


class CamerasPanel(DockPanel):
    """Panel with the cameras of the run's folder, or the reason why there are none."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self.shown.connect(workspace.run_folders.want)
        self._placement = styled(ElidedLabel(), 11, "secondary")
        self._offset = OffsetField(self)
        self._names = QMenu(self)
        self._streams = button(QToolButton(self), tr("Cameras to show"), size=11)
        self._choose = button(QPushButton(tr("Choose folder…")), size=11)
        self._why = wrapped(size=13, role="secondary")
        self._choose_first = link(tr("Choose folder…"))
        self._view = CameraView(workspace, self)
        self._empty = QWidget(self)
        self._pages = QStackedLayout()
        self._lay_out()
        self._choose.clicked.connect(self._ask_folder)
        self._choose_first.clicked.connect(self._ask_folder)
        self._offset.changed.connect(workspace.run_folders.set_offset)
        self._names.triggered.connect(self._choose_streams)
        bind_panel(
            self,
            workspace,
            (lambda now: now.run_folder, self._show_folder),
            (lambda now: now.settings.hidden_cameras, self._show_names),
        )

    def _lay_out(self) -> None:
        offset = self._offset
        self._streams.setMenu(self._names)
        self._streams.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._why.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.head.set_controls(STRETCH, offset.label, offset.box, self._streams, self._choose, spacing=8)
        centred = Qt.AlignmentFlag.AlignHCenter
        empty = in_column(self._empty, STRETCH, self._why, 8, self._choose_first, STRETCH)
        empty.setAlignment(self._choose_first, centred)
        self._pages.addWidget(self._empty)
        self._pages.addWidget(self._view)
        in_column(self, (self._pages, 1), self._placement, spacing=4, margins=(8, 0, 8, 8))

    # -- the folder

    def _show_folder(self, state: RunFolderState) -> None:
        folder = state.folder
        self._view.set_folder(folder)
        has_pictures = bool(self._view.names)
        not_shown = () if folder is None else folder.contents.not_shown
        without = tr("Not shown: {0}").format(", ".join(not_shown)) if not_shown else ""
        self._why.setText("" if has_pictures else "\n".join(filter(None, (self._reason(state), without))))
        self._choose_first.setVisible(not state.searching and self._workspace.view.index is not None)
        for each in (self._offset.label, self._offset.box, self._streams, self._choose):
            self.head.set_shown(each, has_pictures)
        self._placement.setVisible(has_pictures)
        self._pages.setCurrentWidget(self._view if has_pictures else self._empty)
        self._show_names()
        if folder is not None:
            self._placement.setText(join(translated(folder.placement.sentence), without))
            self._offset.show_offset(folder.placement.offset)

    def _reason(self, state: RunFolderState) -> str:
        """Return why no pictures are shown, as a sentence."""
        if self._workspace.view.index is None:
            return tr("Open a recording to see what lies beside it.")
        if state.searching:
            return tr("Looking for pictures beside the recording…")
        if state.folder is not None:
            return tr("The folder of this run has no pictures.")
        if state.chosen is not None:
            return tr("There is nothing to show in the chosen folder.")
        return "\n".join(
            filter(
                None, (tr("No folder of this run was found near the recording."), translated(state.remark))
            )
        )

    @Slot()
    def _ask_folder(self) -> None:
        workspace = self._workspace
        path = QFileDialog.getExistingDirectory(self, tr("Folder of this run"), workspace.folder)
        if path:
            workspace.run_folders.choose(Path(path))

    # -- which cameras

    def _show_names(self) -> None:
        """Show all cameras but those that the user has hidden, and the menu in which they are chosen."""
        hidden, names = set(self._workspace.settings.hidden_cameras), self._view.names
        if [action.data() for action in self._names.actions()] != names:
            self._names.clear()
            for name in names:
                action = self._names.addAction(name.replace("&", "&&"))
                action.setCheckable(True)
                action.setData(name)
        for action in self._names.actions():
            action.setChecked(action.data() not in hidden)
        shown = sum(name not in hidden for name in names)
        self._streams.setText(tr("{shown} of {all} cameras").format(shown=shown, all=len(names)))
        self._view.hide_cameras(hidden)

    @Slot()
    def _choose_streams(self) -> None:
        actions = self._names.actions()
        names = {action.data() for action in actions}
        others = [name for name in self._workspace.settings.hidden_cameras if name not in names]
        hidden = [action.data() for action in actions if not action.isChecked()]
        self._workspace.settings.hidden_cameras = (*others, *hidden)


def make_panel(viewer: Viewer) -> CamerasPanel:
    """Return a new *Cameras* panel for the window of ``viewer``."""
    return CamerasPanel(viewer.workspace, viewer.window)
