"""Pictures without a display: the map alone, or the whole window."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QEventLoop, QObject, QSettings, QTemporaryDir, QTimer, Slot
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QWidget

from viewer.recording.build.frameless import frameless_error
from viewer.recording.index import RecordingIndex
from viewer.replay.time.moment import TimeQuery, find_moment
from viewer.ui.app import Viewer, make_application
from viewer.ui.state.actor_ref import ref_of, row_in
from viewer.ui.state.open_request import OpenRequest
from viewer.ui.state.settings import Settings

_LAYOUT_ROUNDS = 3
"""Layouts ask their parents for another size by events: a panel, its splitter, the window."""


class PictureError(ValueError):
    """What was asked for is not in the recording, or the picture cannot be written."""


@dataclass(frozen=True, slots=True)
class RenderRequest:
    """What a picture shows.

    Attributes:
        moment: when; the start if None.
        actor_id: actor to select.
        size: width and height in pixels.
        window: the whole window with its panels, or the map alone.
        center: ``hero``, an actor id, or x, y in metres; None fits what moves.
        span: width in metres of what the map shows.
        theme: dark or light.
        roads: OpenDRIVE file to be drawn under the actors; None looks for the town's.

    """

    moment: TimeQuery | None
    actor_id: int | None
    size: tuple[int, int]
    window: bool
    center: str | int | tuple[float, float] | None
    span: float | None
    theme: Literal["dark", "light"]
    roads: Path | None = None


class _Settling(QObject):
    """Waits until a viewer has read its file, found the ground and answered what was asked."""

    def __init__(self, viewer: Viewer) -> None:
        super().__init__(viewer)
        self._recording = viewer.recording
        self._ground = viewer.ground
        self._notes = viewer.notes
        self._series = viewer.recording.series
        self._contacts = viewer.map_wiring.contacts
        self._loop = QEventLoop(self)
        self._error: Exception | None = None
        for signal in (
            self._recording.index_changed,
            self._recording.path_changed,
            self._ground.changed,
            self._notes.changed,
            self._series.idle,
            self._contacts.found,
        ):
            signal.connect(self._check)
        for signal in (self._recording.failed, self._ground.failed):
            signal.connect(self._fail)

    def wait(self) -> None:
        """Wait.

        Raises:
            RecordingError: the file cannot be read as a recording.
            RoadMapError: the file of the map is no map.

        """
        if self._busy and self._error is None:
            self._loop.exec()
        if self._error is not None:
            raise self._error

    @property
    def _busy(self) -> bool:
        of_file = self._recording.busy or self._series.busy or self._contacts.busy
        return of_file or self._ground.busy or self._notes.loading

    @Slot()
    def _check(self) -> None:
        if not self._busy:
            self._loop.quit()

    @Slot(object)
    def _fail(self, error: Exception) -> None:
        self._error = error
        self._loop.quit()


def draw(path: Path, picture: RenderRequest, output: Path) -> RecordingIndex:
    """Draw a moment of a recording and write it as a picture; return the recording's index.

    Raises:
        RecordingError: the file cannot be read as a recording, or there is no frame in it.
        MomentError: the recording has no such moment.
        RoadMapError: the file of the map is no map.
        PictureError: no such actor, or the picture cannot be written.

    """
    app = make_application()
    folder = QTemporaryDir()  # a picture neither depends on the user's settings nor changes them
    store = QSettings(folder.filePath("settings.ini"), QSettings.Format.IniFormat)
    viewer = Viewer(app, Settings(store), picture.theme)
    viewer.ground.wanted = picture.roads
    settling = _Settling(viewer)
    try:
        index = _read(viewer, settling, path)
        if not len(index.heads):
            raise frameless_error(index)
        elapsed = find_moment(index, picture.moment) if picture.moment else 0.0
        target: QWidget = viewer.window if picture.window else viewer.window.map_area.map_view
        _check_size(target, picture.size)
        _show(viewer, target, picture.size)
        viewer.playback.seek(elapsed)
        _select(viewer, settling, picture.actor_id)
        _look(viewer, picture)
        viewer.toast.hide()
        settling.wait()
        viewer.bars.painting.finish()
        viewer.window.map_area.map_view.finish_ground()
        _write(target.grab(), output)
        return index
    finally:
        viewer.workspace.shut_down()
        viewer.dispose()


def _read(viewer: Viewer, settling: _Settling, path: Path) -> RecordingIndex:
    viewer.workspace.open(path, OpenRequest())
    settling.wait()
    assert viewer.recording.index is not None  # noqa: S101 - for the type checker: it was read or it failed
    return viewer.recording.index


def _check_size(target: QWidget, size: tuple[int, int]) -> None:
    least = target.minimumSizeHint()
    if size[0] < least.width() or size[1] < least.height():
        raise PictureError(f"the window needs at least {least.width()}x{least.height()} pixels")


def _show(viewer: Viewer, target: QWidget, size: tuple[int, int]) -> None:
    """Lay the target out in its size; the platform is one without a screen."""
    if target is not viewer.window:
        target.setParent(None)
    target.resize(*size)
    target.show()
    laid_out = QEventLoop()
    for _ in range(_LAYOUT_ROUNDS):
        QTimer.singleShot(0, laid_out.quit)
        laid_out.exec()


def _select(viewer: Viewer, settling: _Settling, actor_id: int | None) -> None:
    if actor_id is None:
        return
    world = viewer.moment.world
    index = viewer.recording.index
    row = world.row_of(actor_id) if world is not None else None
    if row is None and index is not None:
        row = next(iter(index.actors.rows_of(actor_id)), None)
    if row is None:
        raise PictureError(f"there is no actor {actor_id}")
    viewer.focus.select(ref_of(row))
    settling.wait()


def _look(viewer: Viewer, picture: RenderRequest) -> None:
    map_view = viewer.window.map_area.map_view
    map_view.fit()
    if picture.span is not None:
        map_view.set_span(picture.span)
    if picture.center is not None:
        map_view.center_on(*_place(viewer, picture.center))


def _place(viewer: Viewer, center: str | int | tuple[float, float]) -> tuple[float, float]:
    if isinstance(center, tuple):
        return center
    world = viewer.moment.world
    if isinstance(center, int):
        row, name = (world.row_of(center) if world is not None else None), f"actor {center}"
    else:
        row, name = row_in(viewer.focus.hero), "hero"
    place = world.place_of(row) if world is not None and row is not None else None
    if world is None or place is None or not world.has_pose[place]:
        raise PictureError(f"there is no {name} with a place at this time")
    x, y, _ = world.locations[place].tolist()
    return x, y


def _write(picture: QPixmap, output: Path) -> None:
    if not output.suffix:
        raise PictureError(f"'{output.name}' has no ending that names a format: use .png")
    if not picture.save(str(output)):
        raise PictureError(f"the picture cannot be written to '{output}'")
