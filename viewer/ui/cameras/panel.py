"""Panel that shows the pictures of a run's folder at the playhead."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QFileDialog, QMenu, QPushButton, QStackedLayout, QToolButton, QWidget

from viewer.ui.cameras.grid import TileGrid
from viewer.ui.cameras.pictures import PictureKey, Pictures
from viewer.ui.cameras.tile import CameraTile
from viewer.ui.format import count, join
from viewer.ui.state.binding import bind_panel
from viewer.ui.state.run_folders import RunFolderState
from viewer.ui.state.view_state import ViewState
from viewer.ui.state.workspace import Workspace
from viewer.ui.translation import tr, translated
from viewer.ui.widgets.boxes import STRETCH, in_column
from viewer.ui.widgets.dock_panel import DockPanel
from viewer.ui.widgets.elided_label import ElidedLabel
from viewer.ui.widgets.parts import NumberBox, button, label, link, styled, wrapped

if TYPE_CHECKING:
    from viewer.run_folder.folder import RunFolder
    from viewer.ui.app import Viewer

_AHEAD = 8
"""Most pictures of each camera that are read ahead while the recording plays."""
_FARTHEST = 10_000_000
"""Largest offset in frames."""
_OFFSET_WIDTH = 96
_BOUND_STEP = 64
"""Pixels: pictures are read for sizes that are multiples of this, so that few are read again."""


class CamerasPanel(DockPanel):
    """Panel with a tile for each camera of the run's folder, in a grid or one large."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._pictures = Pictures(workspace.tasks, self)
        self._folder: RunFolder | None = None
        self._contents: object = None
        self._tiles: tuple[CameraTile, ...] = ()
        self._large: int | None = None
        self._placement = styled(ElidedLabel(), 11, "secondary")
        self._offset_name = label(tr("Offset"), 11, "secondary")
        self._offset = NumberBox(self)
        self._names = QMenu(self)
        self._streams = button(QToolButton(self), tr("Cameras to show"), size=11)
        self._choose = button(QPushButton(tr("Choose folder…")), size=11)
        self._why = wrapped(size=13, role="secondary")
        self._choose_first = link(tr("Choose folder…"))
        self._grid = TileGrid(self)
        self._empty = QWidget(self)
        self._pages = QStackedLayout()
        self._lay_out()
        self._choose.clicked.connect(self._ask_folder)
        self._choose_first.clicked.connect(self._ask_folder)
        self._offset.valueChanged.connect(self._move)
        self._names.triggered.connect(self._choose_streams)
        self._pictures.changed.connect(self._show_pictures)
        self._grid.resized.connect(self._read)
        bind_panel(
            self,
            workspace,
            (lambda now: now.run_folder, self._show_folder),
            (lambda now: now.settings.hidden_cameras, lambda _: self._show_tiles()),
            (
                lambda now: (now.run_folder, now.playback.frame, now.playback.playing),
                lambda _: self._read(),
            ),
        )

    def _lay_out(self) -> None:
        offset = self._offset
        offset.setDecimals(0)
        offset.setRange(-_FARTHEST, _FARTHEST)
        offset.setKeyboardTracking(False)
        offset.setFixedWidth(_OFFSET_WIDTH)
        offset.setAccessibleName(tr("Offset"))
        offset.setToolTip(tr("Frame of the recording, from 0, that the agent's step 0 shows"))
        self._streams.setMenu(self._names)
        self._streams.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._why.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.head.set_controls(
            self._placement, STRETCH, self._offset_name, offset, self._streams, self._choose, spacing=8
        )
        centred = Qt.AlignmentFlag.AlignHCenter
        empty = in_column(self._empty, STRETCH, self._why, 8, self._choose_first, STRETCH)
        empty.setAlignment(self._choose_first, centred)
        self._pages.addWidget(self._empty)
        self._pages.addWidget(self._grid)
        in_column(self, self._pages, margins=(8, 0, 8, 8))

    # -- when it is shown

    def showEvent(self, event: QShowEvent) -> None:
        """Have the run's folder searched for while the panel is shown."""
        super().showEvent(event)
        self._workspace.run_folders.want(self, wanted=True)
        self._read()

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop reading pictures, and searching for folders of recordings opened later."""
        super().hideEvent(event)
        self._workspace.run_folders.want(self, wanted=False)
        self._pictures.want((), QSize())

    # -- the folder

    def _show_folder(self, state: RunFolderState) -> None:
        self._folder = folder = state.folder
        contents = None if folder is None else folder.contents
        if contents is not self._contents:
            self._contents = contents
            self._make_tiles()
        has_pictures = bool(self._tiles)
        self._why.setText("" if has_pictures else self._reason(state))
        self._choose_first.setVisible(not state.searching and self._workspace.view.index is not None)
        for each in (self._offset_name, self._offset, self._streams, self._choose, self._placement):
            self.head.set_shown(each, has_pictures)
        self._pages.setCurrentWidget(self._grid if has_pictures else self._empty)
        if folder is not None:
            self._placement.setText(translated(folder.placement.sentence))
            self._offset.blockSignals(True)
            self._offset.setValue(folder.placement.offset)
            self._offset.blockSignals(False)

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
        return tr("No folder of this run was found near the recording.")

    def _make_tiles(self) -> None:
        for tile in self._tiles:
            tile.hide()
            tile.deleteLater()
        streams = () if self._folder is None else self._folder.contents.streams
        self._pictures.set_paths([stream.paths for stream in streams])
        self._tiles = tuple(
            CameraTile(number, stream.name, self._grid)
            for number, stream in enumerate(streams)
            if stream.paths
        )
        self._large = None
        self._names.clear()
        for tile in self._tiles:
            tile.enlarged.connect(self._enlarge)
            action = self._names.addAction(tile.name)
            action.setCheckable(True)
            action.setData(tile.name)
        self._show_tiles()

    @Slot()
    def _ask_folder(self) -> None:
        workspace = self._workspace
        path = QFileDialog.getExistingDirectory(self, tr("Folder of this run"), workspace.folder)
        if path:
            workspace.run_folders.choose(Path(path))

    @Slot(float)
    def _move(self, offset: float) -> None:
        self._workspace.run_folders.set_offset(round(offset))

    # -- which cameras

    @Slot(object)
    def _enlarge(self, stream: int) -> None:
        self._large = stream if self._large is None else None
        self._show_tiles()

    @Slot()
    def _choose_streams(self) -> None:
        actions = self._names.actions()
        names = {action.data() for action in actions}
        others = [name for name in self._workspace.settings.hidden_cameras if name not in names]
        hidden = [action.data() for action in actions if not action.isChecked()]
        self._workspace.settings.hidden_cameras = (*others, *hidden)

    def _show_tiles(self) -> None:
        hidden = set(self._workspace.settings.hidden_cameras)
        for action in self._names.actions():
            action.setChecked(action.data() not in hidden)
        chosen = [tile for tile in self._tiles if tile.name not in hidden]
        text = tr("{shown} of {all} cameras").format(shown=len(chosen), all=len(self._tiles))
        self._streams.setText(text)
        large = [tile for tile in chosen if tile.stream == self._large]
        shown = large or chosen
        for tile in self._tiles:
            tile.setVisible(tile in shown)
        self._grid.show_tiles(shown)
        self._read()

    # -- the pictures

    def _shown(self) -> list[CameraTile]:
        return [tile for tile in self._tiles if not tile.isHidden()]

    @Slot()
    def _read(self) -> None:
        """Read the pictures at the playhead, then following ones; show those that are known."""
        tiles = self._shown()
        if self._folder is None or not tiles or not self.isVisible():
            return
        bound = QSize()
        for tile in tiles:
            bound = bound.expandedTo(tile.bound)
        bound = QSize(_rounded(bound.width()), _rounded(bound.height()))
        self._pictures.want(self._wanted(self._workspace.view, tiles, bound), bound)
        self._show_pictures()

    def _wanted(self, now: ViewState, tiles: list[CameraTile], bound: QSize) -> Iterator[PictureKey]:
        """Yield the pictures at the playhead, then following ones while they fit into half of the cache."""
        at = [(tile.stream, self._number(tile, now)) for tile in tiles]
        forward = 1 if now.playback.speed >= 0 else -1
        near = range(_AHEAD + 1) if now.playback.playing else (0, 1, -1)
        left = max(self._pictures.room(bound), len(tiles))
        folder = self._folder
        for ahead in near:
            for stream, number in at:
                wanted = (-1 if number is None else number) + forward * ahead
                if (
                    folder is not None
                    and left > 0
                    and 0 <= wanted < len(folder.contents.streams[stream].steps)
                ):
                    left -= 1
                    yield PictureKey(stream, wanted)

    def _number(self, tile: CameraTile, now: ViewState) -> int | None:
        folder = self._folder
        if folder is None:
            return None
        return folder.contents.streams[tile.stream].at(folder.step_at(now.playback.frame))

    @Slot()
    def _show_pictures(self) -> None:
        folder, now = self._folder, self._workspace.view
        if folder is None or now.index is None:
            return
        for tile in self._shown():
            number = self._number(tile, now)
            if number is None:
                tile.show_picture(None, "", tr("No picture yet"))
                continue
            known = self._pictures.nearest(PictureKey(tile.stream, number))
            if known is None:
                tile.show_picture(None, "", tr("Reading…"))
                continue
            number, picture = known
            tile.show_picture(picture.image, self._info(tile, number, now), picture.error)

    def _info(self, tile: CameraTile, number: int, now: ViewState) -> str:
        """Return step and age of the picture ``number``, as ``step 209 · 0.35 s old``."""
        folder, index = self._folder, now.index
        if folder is None or index is None:
            return ""
        step = int(folder.contents.streams[tile.stream].steps[number])
        taken = min(max(folder.frame_of(step), 0), len(index.elapsed) - 1)
        shown = min(now.playback.frame, len(index.elapsed) - 1)
        age = float(index.elapsed[shown] - index.elapsed[taken])
        text = tr("{0} s old") if age >= 0 else tr("{0} s ahead")
        return join(tr("step {0}").format(count(step)), text.format(f"{abs(age):.2f}"))


def _rounded(pixels: int) -> int:
    return -(-pixels // _BOUND_STEP) * _BOUND_STEP


def make_panel(viewer: Viewer) -> CamerasPanel:
    """Return a new *Cameras* panel for the window of ``viewer``."""
    return CamerasPanel(viewer.workspace, viewer.window)
