"""Tiles of the cameras of a run, with their pictures at the playhead."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Slot
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from viewer.ui.cameras.grid import TileGrid
from viewer.ui.cameras.pictures import PictureKey, Pictures
from viewer.ui.cameras.tile import CameraTile
from viewer.ui.format import count, join
from viewer.ui.state.binding import bind_panel
from viewer.ui.state.view_state import ViewState
from viewer.ui.state.workspace import Workspace
from viewer.ui.translation import tr

if TYPE_CHECKING:
    from viewer.run_folder.folder import RunFolder

_AHEAD = 8
"""Most pictures of each camera that are read ahead while the recording plays."""


class CameraView(TileGrid):
    """Grid with a tile for each chosen camera of the run's folder, or for one of them alone.

    While it is visible, it has the run's folder searched for, and reads pictures ahead.
    """

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._pictures = Pictures(workspace.tasks, self)
        self._folder: RunFolder | None = None
        self._contents: object = None
        self._all: tuple[CameraTile, ...] = ()
        self._hidden: Collection[str] = ()
        self._large: int | None = None
        self._pictures.changed.connect(self._show_pictures)
        self.resized.connect(self._read)
        bind_panel(
            self,
            workspace,
            (
                lambda now: (now.run_folder, now.playback.frame, now.playback.playing),
                lambda _: self._read(),
            ),
        )

    @property
    def names(self) -> list[str]:
        """Names of all cameras of the folder, in their order."""
        return [tile.name for tile in self._all]

    def set_folder(self, folder: RunFolder | None) -> None:
        """Show the cameras of ``folder``, a run's folder placed on the recording; None for none."""
        self._folder = folder
        contents = None if folder is None else folder.contents
        if contents is not self._contents:
            self._contents = contents
            self._make_tiles()
        self._read()

    def hide_cameras(self, hidden: Collection[str]) -> None:
        """Show all cameras but those with a name in ``hidden``."""
        self._hidden = hidden
        self._show_tiles()

    def finish(self) -> None:
        """Block until the pictures at the playhead have been read, and show them."""
        self._read()
        self._pictures.finish()
        self._show_pictures()

    def showEvent(self, event: QShowEvent) -> None:
        """Have the run's folder searched for while this is shown."""
        super().showEvent(event)
        self._workspace.run_folders.want(self, wanted=True)
        self._read()

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop reading pictures, and searching for folders of recordings opened later."""
        super().hideEvent(event)
        self._workspace.run_folders.want(self, wanted=False)
        self._pictures.want(())

    # -- which cameras

    def _make_tiles(self) -> None:
        for tile in self._all:
            tile.hide()
            tile.deleteLater()
        streams = () if self._folder is None else self._folder.contents.streams
        self._pictures.set_streams(streams)
        self._all = tuple(CameraTile(number, each.name, self) for number, each in enumerate(streams))
        self._large = None
        for tile in self._all:
            tile.enlarged.connect(self._enlarge)
            tile.canvas.zoomed.connect(self._read)
        self._show_tiles()

    @Slot(object)
    def _enlarge(self, stream: int) -> None:
        self._large = stream if self._large is None else None
        self._show_tiles()

    def _show_tiles(self) -> None:
        chosen = [tile for tile in self._all if tile.name not in self._hidden]
        shown = [tile for tile in chosen if tile.stream == self._large] or chosen
        for tile in self._all:
            tile.setVisible(tile in shown)
        self.show_tiles(shown)
        self._read()

    # -- the pictures

    def _shown(self) -> list[CameraTile]:
        return [tile for tile in self._all if not tile.isHidden()]

    @Slot()
    def _read(self) -> None:
        """Read the pictures at the playhead, then following ones; show those that are known."""
        tiles = self._shown()
        if self._folder is not None and tiles and self.isVisible():
            view = self._workspace.view
            shown = sum(self._number(tile, view) is not None for tile in tiles)
            self._pictures.want(self._wanted(view, tiles), shown)
            self._show_pictures()

    def _wanted(self, now: ViewState, tiles: list[CameraTile]) -> Iterator[tuple[PictureKey, QSize]]:
        """Yield the pictures at the playhead, then following ones while they fit into half of the cache."""
        folder = self._folder
        if folder is None:
            return
        at = [(tile, self._number(tile, now)) for tile in tiles]
        if now.playback.playing:  # if reading cannot keep up, no tile stays behind the others
            pictures = self._pictures
            at.sort(key=lambda each: -pictures.distance(PictureKey(each[0].stream, each[1] or 0)))
        forward = 1 if now.playback.speed >= 0 else -1
        near = range(_AHEAD + 1) if now.playback.playing else (0, 1, -1)
        room = max(self._pictures.room(max((tile.bound for tile in tiles), key=QSize.width)), len(tiles))
        for ahead in near:
            for tile, number in at:
                stream = folder.contents.streams[tile.stream]
                wanted = (-1 if number is None else number) + forward * ahead
                back = ahead < 0 and stream.video is not None  # to go back in a video takes long
                if room > 0 and not back and 0 <= wanted < len(stream.steps):
                    room -= 1
                    yield PictureKey(tile.stream, wanted), tile.bound

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
        age = folder.age_of(step, now.playback.frame, index.elapsed)
        text = tr("{0} s old") if age >= 0 else tr("{0} s ahead")
        return join(tr("step {0}").format(count(step)), text.format(f"{abs(age):.2f}"))
