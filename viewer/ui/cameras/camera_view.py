"""Tiles of the cameras of a run, with their pictures at the playhead."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QSize, QTimer, Slot
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from viewer.ui.cameras.grid import TileGrid
from viewer.ui.cameras.pictures import PictureKey, Pictures
from viewer.ui.cameras.tile import CameraTile
from viewer.ui.format import count, join
from viewer.ui.state.binding import bind_panel
from viewer.ui.state.workspace import Workspace
from viewer.ui.translation import tr

if TYPE_CHECKING:
    from viewer.run_folder.folder import RunFolder

_AHEAD = 8
"""Most pictures of each camera that are read ahead while the recording plays."""
_AT_ONCE, _AT_MOST = 0.016, 0.25
"""Seconds for which the rest of the window waits after a seek for its pictures.

It is the time that showing the rest took before, but at least the first and at most the second.
"""


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
        self._at = -1, False
        self._begun = self._rest = 0.0
        # Without an interval: due when no event is left, so after painting.
        self._painted = QTimer(self, singleShot=True)
        self._painted.timeout.connect(self._measure_rest)
        self._pictures.changed.connect(self._show_picture_of)
        self.resized.connect(self._read)
        workspace.playback.moved.connect(self._move)
        bind_panel(self, workspace, (lambda now: now.run_folder, self._read))

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
        self._want()
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
    def _move(self) -> None:
        """Show the pictures at the playhead; after a seek, paint them before the rest of the window."""
        transport = self._workspace.playback.transport
        at = transport.frame, transport.playing
        if at == self._at or self._workspace.view.run_folder.folder is not self._folder:
            return
        self._at = at
        if self._want() and not transport.playing:
            self._pictures.finish(min(max(self._rest, _AT_ONCE), _AT_MOST))
            self._show_pictures()
            QCoreApplication.sendEvent(self.window(), QEvent(QEvent.Type.UpdateRequest))
            self._begun = self._workspace.tasks.clock()
            self._painted.start()
        else:
            self._show_pictures()

    @Slot()
    def _measure_rest(self) -> None:
        self._rest = self._workspace.tasks.clock() - self._begun

    @Slot()
    def _read(self) -> None:
        """Read the pictures at the playhead, then following ones; show those that are known."""
        self._want()
        self._show_pictures()

    def _want(self) -> bool:
        """Read the pictures at the playhead, then following ones; return False if none are shown."""
        tiles = self._shown()
        if self._folder is None or not tiles or not self.isVisible():
            return False
        playing = self._workspace.playback.transport.playing
        at = [(tile, self._number(tile)) for tile in tiles]
        shown = sum(number is not None for _, number in at)
        self._pictures.want(self._wanted(at, playing=playing), shown, playing=playing)
        return True

    def _wanted(
        self, at: list[tuple[CameraTile, int | None]], *, playing: bool
    ) -> Iterator[tuple[PictureKey, QSize]]:
        """Yield the pictures at the playhead, then following ones while they fit into half of the cache.

        ``at`` has each tile, and the index of its picture at the playhead.
        """
        folder, pictures = self._folder, self._pictures
        if folder is None:
            return
        if playing:  # if reading cannot keep up, no tile stays behind the others
            at.sort(key=lambda each: -pictures.distance(PictureKey(each[0].stream, each[1] or 0)))
        forward = 1 if self._workspace.playback.transport.speed >= 0 else -1
        near = range(_AHEAD + 1) if playing else (0, 1, -1)
        room = max(pictures.room(max((tile.bound for tile, _ in at), key=QSize.width)), len(at))
        for ahead in near:
            for tile, number in at:
                stream = folder.contents.streams[tile.stream]
                wanted = (-1 if number is None else number) + forward * ahead
                back = ahead < 0 and stream.video is not None  # to go back in a video takes long
                if room > 0 and not back and 0 <= wanted < len(stream.steps):
                    room -= 1
                    yield PictureKey(tile.stream, wanted), tile.bound

    def _number(self, tile: CameraTile) -> int | None:
        """Return the index of the picture of ``tile`` at the playhead, which the state may not tell yet."""
        folder = self._folder
        if folder is None:
            return None
        frame = self._workspace.playback.transport.frame
        return folder.contents.streams[tile.stream].at(folder.step_at(frame))

    @Slot(object)
    def _show_picture_of(self, stream: int) -> None:
        tile = self._all[stream]
        if not tile.isHidden():
            self._show_picture(tile)

    def _show_pictures(self) -> None:
        for tile in self._shown():
            self._show_picture(tile)

    def _show_picture(self, tile: CameraTile) -> None:
        number = self._number(tile)
        if number is None:
            tile.show_picture(None, "", tr("No picture yet"))
        elif (known := self._pictures.nearest(PictureKey(tile.stream, number))) is None:
            tile.show_picture(None, "", tr("Reading…"))
        else:
            number, picture = known
            tile.show_picture(picture.image, self._info(tile, number), picture.error)

    def _info(self, tile: CameraTile, number: int) -> str:
        """Return step and age of the picture ``number``, as ``step 209 · 0.35 s old``."""
        folder, index = self._folder, self._workspace.view.index
        if folder is None or index is None:
            return ""
        step = int(folder.contents.streams[tile.stream].steps[number])
        age = folder.age_of(step, self._workspace.playback.transport.frame, index.elapsed)
        text = tr("{0} s old") if age >= 0 else tr("{0} s ahead")
        return join(tr("step {0}").format(count(step)), text.format(f"{abs(age):.2f}"))
