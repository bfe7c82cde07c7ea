"""Rendering of a recording into images without a display: the map alone, or the whole window."""

from __future__ import annotations

import gc
import sys
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import (
    QCoreApplication,
    QEventLoop,
    QMessageLogContext,
    QObject,
    QRectF,
    QSettings,
    Qt,
    QTemporaryDir,
    QTimer,
    QtMsgType,
    Slot,
    qFormatLogMessage,
    qInstallMessageHandler,
)
from PySide6.QtGui import QImage, QPainter, QPixmap
from PySide6.QtWidgets import QWidget

from viewer.export.target import replacing
from viewer.recording.actor_name import ActorName
from viewer.recording.index import RecordingIndex
from viewer.recording.indexing.index_problems import frameless_error
from viewer.replay.paths.contacts import contact_extent
from viewer.replay.time.typed_time import TimeQuery, find_moment
from viewer.replay.world.world import World
from viewer.ui.app import Viewer, make_application
from viewer.ui.format import join, seconds
from viewer.ui.map.camera import EVENT_SPAN
from viewer.ui.map.layers.contact_layer import ContactMark
from viewer.ui.speed_unit import speed_with_unit
from viewer.ui.state.open_request import OpenRequest
from viewer.ui.state.settings import Settings
from viewer.ui.theme import font
from viewer.ui.translation import tr
from viewer.ui.widgets.dialogs import picture_bytes

if TYPE_CHECKING:
    from viewer.ui.cameras.camera_view import CameraView

_EXPECTED = "This plugin does not support propagateSizeHints()"
"""Message that is suppressed: Qt prints it for every window if there is no screen (no window manager)."""


@contextmanager
def without_expected_messages() -> Iterator[None]:
    """Suppress Qt's message on ``propagateSizeHints()`` inside the ``with`` block; pass on other messages.

    Qt prints it for every window where there is no screen.
    """

    def handle(kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
        if text == _EXPECTED:
            return
        if before is not None:
            before(kind, context, text)
        else:
            print(qFormatLogMessage(kind, context, text), file=sys.stderr)  # noqa: T201 - as Qt does

    before = qInstallMessageHandler(handle)
    try:
        yield
    finally:
        qInstallMessageHandler(before)


_RING_FLARE, _RING_RADIUS = 0.6, 3.5
"""Duration in seconds of the ring that fades on the map around an event, and its radius in metres."""
_EDGE = 8.0
"""Distance in pixels between the edges of an exported image and the text that is painted into it."""
_LAYOUT_ROUNDS = 3
"""How often Qt's events are processed before a picture of the window is taken, so that all sizes are final.
"""


class PictureError(ValueError):
    """Error for an image that cannot be made: size too small, actor without position, unknown format."""


@dataclass(frozen=True, slots=True)
class RenderRequest:
    """Description of one image of a recording.

    Attributes:
        moment: the time that is shown, as a parsed query such as seconds, a frame id or a collision; None for
            the start.
        actor: the actor to select, by id or role_name; None for none.
        size: width and height in pixels.
        window: whether the whole window is drawn, with its panels, or the map alone.
        center: the actor, or x and y in metres, at the centre of the map; None shows the area where actors
            move, or the collision if ``moment`` is one.
        span: width in metres of the shown part of the map; None fits it to that area or collision.
        theme: dark or light.
        roads: OpenDRIVE file to be drawn under the actors; None looks for the town's.
        routes: route files that take precedence over those beside the recording.
        cameras: names of the cameras of the run's folder that are shown, too.
        other: recording whose actors are drawn, too, and that this one is compared with; None for none.
    """

    moment: TimeQuery | None
    actor: ActorName | None
    size: tuple[int, int]
    window: bool
    center: ActorName | tuple[float, float] | None
    span: float | None
    theme: Literal["dark", "light"]
    roads: Path | None = None
    routes: tuple[Path, ...] = ()
    cameras: tuple[str, ...] = ()
    other: Path | None = None


class _BackgroundWait(QObject):
    """Helper that waits until a viewer has read its file, found the map and finished its background tasks.

    For an image of the whole window (``window`` True), it also waits for the events to be found.
    """

    def __init__(self, viewer: Viewer, *, window: bool) -> None:
        super().__init__(viewer)
        self._tasks = viewer.tasks
        self._found_events = viewer.found_events if window else None
        self._recording, self._reference = viewer.recording, viewer.workspace.reference
        self._notes, roads = viewer.notes, viewer.workspace.roads
        self._loop = QEventLoop(self)
        self._error: Exception | None = None
        for signal in (
            viewer.workspace.changed,
            self._notes.changed,
            self._tasks.idle,
        ):
            signal.connect(self._check)
        for signal in (
            self._recording.failed,
            self._reference.recording.failed,
            roads.failed,
            roads.route_failed,
        ):
            signal.connect(self._fail)

    def wait(self) -> None:
        """Run the event loop until the background work is done.

        Raises:
            RecordingError: the file cannot be read as a recording.
            RoadMapError: the map file is not a valid OpenDRIVE map.
            RouteFileError: a route file cannot be read as one.
        """
        if self._busy and self._error is None:
            self._loop.exec()
        if self._error is not None:
            raise self._error

    @property
    def _busy(self) -> bool:
        searching = self._found_events is not None and self._found_events.searching
        if self._reference.waiting:
            return True
        return self._recording.busy or self._tasks.busy or self._notes.loading or searching

    @Slot()
    def _check(self) -> None:
        if not self._busy:
            self._loop.quit()

    @Slot(object)
    def _fail(self, error: Exception) -> None:
        self._error = error
        self._loop.quit()


def draw(path: Path, picture: RenderRequest, output: Path) -> RecordingIndex:
    """Draw ``picture`` of the recording at ``path`` into the file ``output``; return the recording's index.

    Raises:
        RecordingError: the file cannot be read as a recording, or it has no frames.
        MomentError: the requested time is not in the recording.
        RoadMapError: the map file is not a valid OpenDRIVE map.
        ActorNotFoundError: the requested actor is not in the recording.
        PictureError: the actor has no position at that time, or the image format is unknown.
        OSError: the image cannot be written.
    """
    with _stage(path, picture) as stage:
        stage.show_request()
        _write(stage.target.grab(), output)
        return stage.index


def draw_frames(
    path: Path,
    picture: RenderRequest,
    times: Iterable[float],
    follow: ActorName | None = None,
    ring: tuple[float, float, float] | None = None,
) -> Generator[QImage]:
    """Yield an image of the recording for each of ``times`` (elapsed seconds), with interpolated poses.

    Two images are reused in turn, so that an image is overwritten when the next but one is drawn. Time and
    frame are written into images of the map alone.

    Args:
        path: the recording.
        picture: what the images show.
        times: elapsed seconds.
        follow: actor that stays at the centre while it exists; images of the map alone show its speed.
        ring: x and y in metres of a ring drawn on the map, and the elapsed time at which it appears.

    Raises:
        RecordingError: the file cannot be read as a recording, or it has no frames.
        RoadMapError: the map file is not a valid OpenDRIVE map.
        ActorNotFoundError: the requested actor is not in the recording.
        PictureError: the actor at the centre has no position at the start.
    """
    with _stage(path, picture) as stage:
        stage.viewer.moment.set_interpolate(on=True)
        stage.show_request()
        followed = () if follow is None else follow.lifetimes(stage.index.actors)
        images = [QImage(stage.target.size(), QImage.Format.Format_RGB32) for _ in range(2)]
        try:
            for time, image in zip(times, cycle(images), strict=False):
                stage.viewer.playback.seek(float(time))
                stage.viewer.workspace.flush()
                stage.center_on_existing(followed)
                if ring is not None:
                    stage.add_ring(ring)
                stage.finish()
                stage.target.render(image)
                if not picture.window:
                    _paint_time_line(image, _time_line(stage.viewer.moment.world, followed), stage)
                yield image
        finally:
            stage.settle()


@dataclass(frozen=True)
class _Stage:
    """Viewer without a screen that has a recording open, to draw images as a RenderRequest describes."""

    viewer: Viewer
    settling: _BackgroundWait
    target: QWidget
    index: RecordingIndex
    picture: RenderRequest
    cameras: CameraView | None = None

    def show_request(self) -> None:
        """Show the time, selection and part of the map that the picture asks for; wait until all is drawn."""
        moment = self.picture.moment
        self._wait_until_done()
        self.viewer.playback.seek(find_moment(self.index, moment) if moment else 0.0)
        shows_collision = _shows_collision(self.picture)
        if moment is not None and shows_collision:
            self.viewer.event_commands.go_to_contact(int(moment.value) - 1)
        _select(self.viewer, self.settling, self.picture.actor)
        if not shows_collision or self.picture.center is not None or self.picture.span is not None:
            _set_view(self.viewer, self.picture)
        self._wait_until_done()
        self.viewer.toast.hide()
        self.viewer.window.map_area.map_view.scene.forget()  # label positions from before the view was set
        self.finish()

    def _wait_until_done(self) -> None:
        """Update all widgets, then wait until background work is done and widgets have their final sizes."""
        self.viewer.workspace.flush()
        self.viewer.tasks.turns.finish()
        self.settling.wait()
        _lay_out()

    def center_on_existing(self, rows: Iterable[int]) -> None:
        """Centre the map on the actor in ``rows`` that exists at the current time; do nothing if none does.

        ``rows`` are rows of the actor table: one name may have been used for several actors in turn.
        """
        world = self.viewer.moment.world
        for position in filter(None, (_location(world, row) for row in rows)):
            self.viewer.window.map_area.map_view.viewpoint.center_on(*position)

    def add_ring(self, ring: tuple[float, float, float]) -> None:
        """Draw a ring on the map that marks a contact: brightest at its start time, then fading.

        ``ring`` is x and y in metres, and the start time in seconds; before that time nothing is drawn.
        """
        x, y, start = ring
        ago = self.viewer.playback.transport.playhead - start
        if ago >= 0.0:
            mark = ContactMark(x, y, max(1.0 - ago / _RING_FLARE, 0.0), _RING_RADIUS)
            scene = self.viewer.window.map_area.map_view.scene
            scene.update(contacts=np.vstack((scene.picture.contacts, mark)))

    def settle(self) -> None:
        """Wait for the viewer's background work to end, and process pending Qt events."""
        self.settling.wait()
        QCoreApplication.processEvents()

    def finish(self) -> None:
        """Update all widgets before an image is taken, and wait for the map's roads to be drawn."""
        self.viewer.workspace.flush()
        self.viewer.window.map_area.map_view.scene.finish_ground()
        if self.cameras is not None:
            self.cameras.finish()


@contextmanager
def _stage(path: Path, picture: RenderRequest) -> Iterator[_Stage]:
    gc.collect()  # PySide may take a new object for a dead one at the same address
    app = make_application()
    folder = QTemporaryDir()  # a picture neither depends on the user's settings nor changes them
    store = QSettings(folder.filePath("settings.ini"), QSettings.Format.IniFormat)
    viewer = Viewer(app, Settings(store), picture.theme)
    viewer.workspace.roads.wanted = picture.roads
    viewer.workspace.roads.use_routes(*picture.routes)
    # Only panels and the card of a collision show the events that are found in the background.
    viewer.tasks.foreground_only = not picture.window and not _shows_collision(picture)
    settling = _BackgroundWait(viewer, window=picture.window)
    cameras: CameraView | None = None
    try:
        index = _read(viewer, settling, path, picture.other)
        if not len(index.frame_starts):
            raise frameless_error(index)
        target: QWidget = viewer.window if picture.window else viewer.window.map_area.map_view
        if picture.cameras:
            target, cameras = _with_cameras(viewer, settling, target, picture.cameras)
        _check_size(target, picture.size)
        _show(viewer, target, picture.size)
        yield _Stage(viewer, settling, target, index, picture, cameras)
    finally:
        if cameras is not None:
            cameras.hide()  # it reads ahead, and may live longer than the viewer
        viewer.tasks.shut_down()
        viewer.workspace.shut_down()
        viewer.dispose()
        store.sync()  # else it writes when deleted, and creates the removed folder again
        folder.remove()


def _shows_collision(picture: RenderRequest) -> bool:
    return picture.moment is not None and picture.moment.kind == "collision"


def _read(viewer: Viewer, settling: _BackgroundWait, path: Path, other: Path | None = None) -> RecordingIndex:
    viewer.workspace.open(path, OpenRequest(reference=other))
    settling.wait()
    assert viewer.recording.index is not None  # noqa: S101 - for the type checker: an unreadable file raised in wait()
    return viewer.recording.index


def _with_cameras(
    viewer: Viewer, settling: _BackgroundWait, target: QWidget, names: tuple[str, ...]
) -> tuple[QWidget, CameraView]:
    """Return the widget to draw, with the cameras ``names`` in or beside ``target``, and their view."""
    from viewer.ui.cameras import rendered  # noqa: PLC0415 - few pictures have cameras

    viewer.workspace.run_folders.want(settling, wanted=True)
    settling.wait()
    try:
        rendered.choose_cameras(viewer, names)
    except ValueError as error:
        raise PictureError(str(error)) from error
    if target is viewer.window:
        return target, rendered.camera_panel(viewer)
    viewer.window.map_area.keep_chips()
    return rendered.beside_cameras(viewer, target)


def _check_size(target: QWidget, size: tuple[int, int]) -> None:
    least = target.minimumSizeHint()
    if size[0] < least.width() or size[1] < least.height():
        raise PictureError(f"the window needs at least {least.width()}x{least.height()} pixels")


def _show(viewer: Viewer, target: QWidget, size: tuple[int, int]) -> None:
    """Show ``target``, the window or its map alone, with ``size`` in pixels, and update its layouts.

    The map alone is taken out of the window, and drawn without the small boxes with hints that float on it.
    """
    if target is not viewer.window:
        viewer.window.map_area.keep_chips()
        target.setParent(None)
    target.resize(*size)
    target.show()
    _lay_out()


def _lay_out() -> None:
    """Run the event loop until nested layouts (panel, splitter, window) have passed on their size hints."""
    laid_out = QEventLoop()
    for _ in range(_LAYOUT_ROUNDS):
        QTimer.singleShot(0, laid_out.quit)
        laid_out.exec()


def _select(viewer: Viewer, settling: _BackgroundWait, actor: ActorName | None) -> None:
    if actor is not None:
        viewer.focus.select(_actor_row(viewer, actor))
        settling.wait()


def _actor_row(viewer: Viewer, actor: ActorName) -> int:
    """Return the row in the table of actors of the actor named ``actor`` (an id, a role_name or the hero).

    If the name was used for several actors in turn, it is the one alive at the current time, else the first.

    Raises:
        ActorNotFoundError: no actor has that name, or several have that role_name at the same time.
    """
    index = viewer.recording.index
    assert index is not None  # noqa: S101 - for the type checker: the file has been read
    return actor.row(index.actors, index.frame_at(viewer.playback.transport.playhead))


def _set_view(viewer: Viewer, picture: RenderRequest) -> None:
    map_view = viewer.window.map_area.map_view
    index, moment = viewer.recording.index, picture.moment
    if index is not None and moment is not None and moment.kind == "collision":
        map_view.viewpoint.fit(contact_extent(index, index.contacts[int(moment.value) - 1]), least=EVENT_SPAN)
    if picture.span is not None:
        map_view.viewpoint.set_span(picture.span)
    if picture.center is not None:
        map_view.viewpoint.center_on(*_center(viewer, picture.center))


def _center(viewer: Viewer, center: ActorName | tuple[float, float]) -> tuple[float, float]:
    if isinstance(center, tuple):
        return center
    found = _location(viewer.moment.world, _actor_row(viewer, center))
    if found is None:
        raise PictureError(f"actor {center} has no place at this time")
    return found


def _location(world: World | None, row: int | None) -> tuple[float, float] | None:
    """Return x and y in metres of the actor in ``row`` of the actor table; None if unknown.

    It is unknown if the actor does not exist at the time of ``world`` (the states of all actors at one time),
    or has no pose. It is also None without ``world`` or ``row``.
    """
    index = world.index_of(row) if world is not None and row is not None else None
    if world is None or index is None or not world.has_pose[index]:
        return None
    x, y, _ = world.locations[index].tolist()
    return x, y


def pixels_of(image: QImage) -> NDArray[np.uint8]:
    """Return a view of the image's pixels, shape ``(height, width, 4)``: blue, green, red, an unused byte."""
    pixels = np.frombuffer(image.constBits(), np.uint8)
    return pixels.reshape(image.height(), image.width(), 4)


def rows_of(image: QImage) -> NDArray[np.uint8]:
    """Return a copy of the image's pixels, 3 bytes (red, green, blue) each, shape ``(height, 3 × width)``."""
    solid = image.convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(solid.constBits(), np.uint8).reshape(solid.height(), solid.bytesPerLine())
    return rows[:, : 3 * solid.width()].copy()  # the array must not refer to the memory of ``solid``


def _time_line(world: World | None, followed: Iterable[int]) -> str:
    """Return a text such as "8.470 s · frame 136 · 4.20 m/s": time, frame and speeds of the followed actors.

    ``world`` has the states of all actors at one time; without it the text is empty. ``followed`` are rows in
    the actor table; actors that do not exist at that time are left out.
    """
    if world is None:
        return ""
    indices = (world.index_of(row) for row in followed)
    speeds = (speed_with_unit(float(world.speeds[index])) for index in indices if index is not None)
    return join(seconds(world.elapsed), tr("frame {0}").format(world.frame), *speeds)


def _paint_time_line(image: QImage, words: str, stage: _Stage) -> None:
    theme = stage.viewer.themes.theme
    painter = QPainter(image)
    painter.setFont(font(13, medium=True))
    size = painter.fontMetrics().size(0, words)
    card = QRectF(_EDGE, _EDGE, size.width() + 2 * _EDGE, size.height() + _EDGE)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.raised)
    painter.drawRoundedRect(card, _EDGE / 2, _EDGE / 2)
    painter.setPen(theme.text)
    painter.drawText(card, Qt.AlignmentFlag.AlignCenter, words)
    painter.end()


def _write(picture: QPixmap, output: Path) -> None:
    data = picture_bytes(picture, output.suffix[1:] or "png")
    if not data:
        raise PictureError(f"'{output.suffix}' is no format of pictures: name a file that ends with .png")
    with replacing(output) as partial:
        partial.write_bytes(data)
