"""Pictures without a display: the map alone, or the whole window."""

from __future__ import annotations

import gc
import sys
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from typing import Literal

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
from viewer.ui.map.layers.contact_layer import ContactMark
from viewer.ui.speed_unit import speed_with_unit
from viewer.ui.state.open_request import OpenRequest
from viewer.ui.state.settings import Settings
from viewer.ui.theme import font
from viewer.ui.translation import tr
from viewer.ui.widgets.dialogs import picture_bytes

_EXPECTED = "This plugin does not support propagateSizeHints()"
"""The platform without a screen has no window manager to tell sizes to, and says so of every window."""


@contextmanager
def without_expected_messages() -> Iterator[None]:
    """Leave that one message of Qt out; pass all others on."""

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
"""Seconds that the ring of an event flares up, as a contact's does, and its radius in metres."""
_EDGE = 8.0
"""Pixels around what is written into a picture."""
_LAYOUT_ROUNDS = 3
"""Layouts ask their parents for another size by events: a panel, its splitter, the window."""


class PictureError(ValueError):
    """What was asked for is not in the recording, or is no format of pictures."""


@dataclass(frozen=True, slots=True)
class RenderRequest:
    """What a picture shows.

    Attributes:
        moment: when; the start if None.
        actor: whom to select.
        size: width and height in pixels.
        window: the whole window with its panels, or the map alone.
        center: an actor, or x, y in metres; None fits what moves.
        span: width in metres of what the map shows.
        theme: dark or light.
        roads: OpenDRIVE file to be drawn under the actors; None looks for the town's.
        routes: files of routes that count before those beside the recording.

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


class _Settling(QObject):
    """Waits until a viewer has read its file, found the ground and answered what was asked.

    For a picture of the whole window, what went wrong in the recording is found, too.
    """

    def __init__(self, viewer: Viewer, *, window: bool) -> None:
        super().__init__(viewer)
        self._tasks = viewer.tasks
        self._story = viewer.story if window else None
        self._recording = viewer.recording
        self._notes, roads = viewer.notes, viewer.workspace.roads
        self._loop = QEventLoop(self)
        self._error: Exception | None = None
        for signal in (
            viewer.workspace.changed,
            self._notes.changed,
            self._tasks.idle,
        ):
            signal.connect(self._check)
        for signal in (self._recording.failed, roads.failed, roads.route_failed):
            signal.connect(self._fail)

    def wait(self) -> None:
        """Wait.

        Raises:
            RecordingError: the file cannot be read as a recording.
            RoadMapError: the file of the map is no map.
            RouteFileError: a file of routes is none.

        """
        if self._busy and self._error is None:
            self._loop.exec()
        if self._error is not None:
            raise self._error

    @property
    def _busy(self) -> bool:
        looking = self._story is not None and self._story.looking
        return self._recording.busy or self._tasks.busy or self._notes.loading or looking

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
        ActorNotFoundError: no such actor.
        PictureError: the actor has no place then, or there is no such format of pictures.
        OSError: the picture cannot be written.

    """
    with _stage(path, picture) as stage:
        stage.look()
        _write(stage.target.grab(), output)
        return stage.index


def draw_frames(
    path: Path,
    picture: RenderRequest,
    times: Iterable[float],
    follow: ActorName | None = None,
    ring: tuple[float, float, float] | None = None,
) -> Generator[QImage]:
    """Draw a recording at some times, in seconds; each image is valid until the next but one.

    Poses are those between the frames. With ``follow`` that actor stays in the middle while it is there, and
    its speed is told; ``ring`` is shown around a place (x, y in metres) from a time on (elapsed seconds).
    Time and frame are written into pictures of the map; the window has them anyway.

    Raises:
        RecordingError: the file cannot be read as a recording, or there is no frame in it.
        RoadMapError: the file of the map is no map.
        ActorNotFoundError: no such actor.
        PictureError: the actor in the middle has no place at the start.

    """
    with _stage(path, picture) as stage:
        stage.viewer.moment.set_interpolate(on=True)
        stage.look()
        followed = () if follow is None else follow.lives(stage.index.actors)
        images = [QImage(stage.target.size(), QImage.Format.Format_RGB32) for _ in range(2)]
        try:
            for time, image in zip(times, cycle(images), strict=False):
                stage.viewer.playback.seek(float(time))
                stage.viewer.workspace.give()
                stage.keep_in_the_middle(followed)
                if ring is not None:
                    stage.add_ring(ring)
                stage.finish()
                stage.target.render(image)
                if not picture.window:
                    _write_moment(image, _moment_words(stage.viewer.moment.world, followed), stage)
                yield image
        finally:
            stage.settle()


@dataclass(frozen=True)
class _Stage:
    """A viewer that shows what a picture is to show, without a screen."""

    viewer: Viewer
    settling: _Settling
    target: QWidget
    index: RecordingIndex
    picture: RenderRequest

    def look(self) -> None:
        """Show the moment that is asked for, and wait until everything is drawn."""
        moment = self.picture.moment
        self._come_to_rest()
        self.viewer.playback.seek(find_moment(self.index, moment) if moment else 0.0)
        shows_collision = _shows_collision(self.picture)
        if moment is not None and shows_collision:
            self.viewer.story_commands.go_to_contact(int(moment.value) - 1)
        _select(self.viewer, self.settling, self.picture.actor)
        if not shows_collision or self.picture.center is not None or self.picture.span is not None:
            _look(self.viewer, self.picture)
        self._come_to_rest()
        self.viewer.toast.hide()
        self.viewer.window.map_area.map_view.scene.forget()  # where labels were before anybody looked there
        self.finish()

    def _come_to_rest(self) -> None:
        """Wait until everybody has been told, everything found, and all of it laid out."""
        self.viewer.workspace.give()
        self.viewer.tasks.finish_turns()
        self.settling.wait()
        _lay_out()

    def keep_in_the_middle(self, rows: Iterable[int]) -> None:
        """Look at the one of some actors that is there now, if one is."""
        world = self.viewer.moment.world
        for place in filter(None, (_location(world, row) for row in rows)):
            self.viewer.window.map_area.map_view.viewpoint.center_on(*place)

    def add_ring(self, ring: tuple[float, float, float]) -> None:
        """Show a ring around a place as around a contact that is not long ago."""
        x, y, start = ring
        ago = self.viewer.playback.transport.playhead - start
        if ago >= 0.0:
            mark = ContactMark(x, y, max(1.0 - ago / _RING_FLARE, 0.0), _RING_RADIUS)
            scene = self.viewer.window.map_area.map_view.scene
            scene.tell(contacts=np.vstack((scene.picture.contacts, mark)))

    def settle(self) -> None:
        """Let what goes on in the background come to its end."""
        self.settling.wait()
        QCoreApplication.processEvents()

    def finish(self) -> None:
        """Let nothing of the picture wait for its turn."""
        self.viewer.workspace.give()
        self.viewer.window.map_area.map_view.scene.finish_ground()


@contextmanager
def _stage(path: Path, picture: RenderRequest) -> Iterator[_Stage]:
    gc.collect()  # objects of an earlier viewer would be taken for new ones that have their addresses
    app = make_application()
    folder = QTemporaryDir()  # a picture neither depends on the user's settings nor changes them
    store = QSettings(folder.filePath("settings.ini"), QSettings.Format.IniFormat)
    viewer = Viewer(app, Settings(store), picture.theme)
    viewer.workspace.roads.wanted = picture.roads
    viewer.workspace.roads.use_routes(*picture.routes)
    # What is found of its own accord is told by panels, and by the card of a collision.
    viewer.tasks.asked_only = not picture.window and not _shows_collision(picture)
    settling = _Settling(viewer, window=picture.window)
    try:
        index = _read(viewer, settling, path)
        if not len(index.heads):
            raise frameless_error(index)
        target: QWidget = viewer.window if picture.window else viewer.window.map_area.map_view
        _check_size(target, picture.size)
        _show(viewer, target, picture.size)
        yield _Stage(viewer, settling, target, index, picture)
    finally:
        viewer.tasks.shut_down()
        viewer.workspace.shut_down()
        viewer.dispose()
        store.sync()  # what it has not written it would write when it goes, and make its folder anew
        folder.remove()


def _shows_collision(picture: RenderRequest) -> bool:
    return picture.moment is not None and picture.moment.kind == "collision"


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
        viewer.window.map_area.keep_chips()
        target.setParent(None)
    target.resize(*size)
    target.show()
    _lay_out()


def _lay_out() -> None:
    """Let layouts ask for other sizes, and others after that."""
    laid_out = QEventLoop()
    for _ in range(_LAYOUT_ROUNDS):
        QTimer.singleShot(0, laid_out.quit)
        laid_out.exec()


def _select(viewer: Viewer, settling: _Settling, actor: ActorName | None) -> None:
    if actor is not None:
        viewer.focus.select(_life(viewer, actor))
        settling.wait()


def _life(viewer: Viewer, actor: ActorName) -> int:
    """Return the row of who is called so now, else of the first who ever is."""
    index = viewer.recording.index
    assert index is not None  # noqa: S101 - for the type checker: it was read
    return actor.row(index.actors, index.frame_at(viewer.playback.transport.playhead))


def _look(viewer: Viewer, picture: RenderRequest) -> None:
    map_view = viewer.window.map_area.map_view
    index, moment = viewer.recording.index, picture.moment
    if index is not None and moment is not None and moment.kind == "collision":
        map_view.viewpoint.fit_event(contact_extent(index, index.contacts[int(moment.value) - 1]))
    if picture.span is not None:
        map_view.viewpoint.set_span(picture.span)
    if picture.center is not None:
        map_view.viewpoint.center_on(*_place(viewer, picture.center))


def _place(viewer: Viewer, center: ActorName | tuple[float, float]) -> tuple[float, float]:
    if isinstance(center, tuple):
        return center
    found = _location(viewer.moment.world, _life(viewer, center))
    if found is None:
        raise PictureError(f"actor {center} has no place at this time")
    return found


def _location(world: World | None, row: int | None) -> tuple[float, float] | None:
    """Return where the actor of a row is, x and y in metres; None if it is not there or nothing tells."""
    place = world.place_of(row) if world is not None and row is not None else None
    if world is None or place is None or not world.has_pose[place]:
        return None
    x, y, _ = world.locations[place].tolist()
    return x, y


def pixels_of(image: QImage) -> NDArray[np.uint8]:
    """Return blue, green, red and a byte without a meaning of each pixel, shape (height, width, 4)."""
    pixels = np.frombuffer(image.constBits(), np.uint8)
    return pixels.reshape(image.height(), image.width(), 4)


def rows_of(image: QImage) -> NDArray[np.uint8]:
    """Return red, green and blue of each pixel, shape (height, 3 × width)."""
    solid = image.convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(solid.constBits(), np.uint8).reshape(solid.height(), solid.bytesPerLine())
    return rows[:, : 3 * solid.width()].copy()  # the image goes, and its bytes with it


def _moment_words(world: World | None, followed: Iterable[int]) -> str:
    """Return time and frame, and the speed of who is followed, if that is there."""
    if world is None:
        return ""
    places = (world.place_of(row) for row in followed)
    speeds = (speed_with_unit(float(world.speeds[place])) for place in places if place is not None)
    return join(seconds(world.elapsed), tr("frame {0}").format(world.frame), *speeds)


def _write_moment(image: QImage, words: str, stage: _Stage) -> None:
    theme = stage.viewer.themes.theme
    painter = QPainter(image)
    painter.setFont(font(13, medium=True))
    room = painter.fontMetrics().size(0, words)
    card = QRectF(_EDGE, _EDGE, room.width() + 2 * _EDGE, room.height() + _EDGE)
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
