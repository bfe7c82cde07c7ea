"""Window without a display in which a recording is open, to be drawn as a RenderRequest describes."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QCoreApplication, QEventLoop, QObject, QSettings, QTemporaryDir, QTimer, Slot
from PySide6.QtWidgets import QWidget

from viewer.recording.actor_name import ActorName
from viewer.recording.index import RecordingIndex
from viewer.recording.indexing.index_problems import frameless_error
from viewer.replay.paths.contacts import contact_extent
from viewer.replay.time.typed_time import find_moment
from viewer.ui.app import Viewer, make_application
from viewer.ui.map.camera import EVENT_SPAN
from viewer.ui.map.layers.contact_layer import ContactMark
from viewer.ui.render_request import PictureError, RenderRequest
from viewer.ui.state.open_request import OpenRequest
from viewer.ui.state.settings import Settings

if TYPE_CHECKING:
    from viewer.ui.cameras.camera_view import CameraView

_RING_FLARE, _RING_RADIUS = 0.6, 3.5
"""Duration in seconds of the ring that fades on the map around an event, and its radius in metres."""
_LAYOUT_ROUNDS = 3
"""How often Qt's events are processed before a picture of the window is taken, so that all sizes are final.
"""


class _BackgroundWait(QObject):
    """Helper that waits until a viewer has read its file, found the map and finished its background tasks.

    With ``events`` True, it also waits until the recording's events are found.
    """

    def __init__(self, viewer: Viewer, *, events: bool) -> None:
        super().__init__(viewer)
        self._tasks = viewer.tasks
        self._found_events = viewer.found_events if events else None
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


class Stage:
    """Viewer without a screen that has a recording open, to draw images as a RenderRequest describes.

    Attributes:
        viewer: the viewer.
        target: the widget that is drawn: the window, or the map with the cameras that are asked for.
        index: the recording.
    """

    index: RecordingIndex
    target: QWidget

    def __init__(self, viewer: Viewer, picture: RenderRequest) -> None:
        self.viewer, self._picture, self._map = viewer, picture, viewer.map_view
        self._settling = _BackgroundWait(viewer, events=picture.shows_events)
        self._cameras: CameraView | None = None

    def open(self, path: Path) -> None:
        """Read the recording at ``path``, and show the widget to be drawn in the size asked for.

        The map alone is taken out of the window, and drawn without the small boxes with hints that float on
        it.
        """
        viewer, picture = self.viewer, self._picture
        viewer.workspace.open(path, OpenRequest(reference=picture.other))
        self._settling.wait()
        assert viewer.recording.index is not None  # noqa: S101 - for the type checker: an unreadable file raised in wait()
        self.index = viewer.recording.index
        if not len(self.index.frame_starts):
            raise frameless_error(self.index)
        self.target = viewer.window if picture.window else self._map
        if not picture.window:
            viewer.window.map_area.keep_chips()
        if picture.cameras:
            self._add_cameras()
        least = self.target.minimumSizeHint()
        if picture.size[0] < least.width() or picture.size[1] < least.height():
            raise PictureError(f"the window needs at least {least.width()}x{least.height()} pixels")
        if not picture.window:
            self.target.setParent(None)
        self.target.resize(*picture.size)
        self.target.show()
        _lay_out()

    def _add_cameras(self) -> None:
        from viewer.ui.cameras import rendered  # noqa: PLC0415 - few pictures have cameras

        self.viewer.workspace.run_folders.want(self, wanted=True)
        self._settling.wait()
        try:
            rendered.choose_cameras(self.viewer, self._picture.cameras)
        except ValueError as error:
            raise PictureError(str(error)) from error
        if self._picture.window:
            self._cameras = rendered.camera_panel(self.viewer)
        else:
            self.target, self._cameras = rendered.beside_cameras(self.viewer, self.target)

    def show_request(self) -> None:
        """Show the time, selection and part of the map that the picture asks for; wait until all is drawn."""
        viewer, picture, moment = self.viewer, self._picture, self._picture.moment
        self._wait_until_done()
        viewer.playback.seek(find_moment(self.index, moment) if moment else 0.0)
        if moment is not None and picture.shows_collision:
            viewer.event_commands.go_to_contact(int(moment.value) - 1)
        if picture.actor is not None:
            viewer.focus.select(self._row_of(picture.actor))
            self._settling.wait()
        self._set_view()
        self._wait_until_done()
        viewer.toast.hide()
        self._map.scene.forget()  # label positions from before the view was set
        self.finish()

    def _wait_until_done(self) -> None:
        """Update all widgets, then wait until background work is done and widgets have their final sizes."""
        self.viewer.workspace.flush()
        self.viewer.tasks.turns.finish()
        self._settling.wait()
        _lay_out()

    def _set_view(self) -> None:
        """Show the part of the map that the picture asks for; a collision alone is shown already."""
        picture, viewpoint = self._picture, self._map.viewpoint
        if picture.moment is not None and picture.shows_collision and (picture.center or picture.span):
            contact = self.index.contacts[int(picture.moment.value) - 1]
            viewpoint.fit(contact_extent(self.index, contact), least=EVENT_SPAN)
        if picture.span is not None:
            viewpoint.set_span(picture.span)
        if isinstance(picture.center, tuple):
            viewpoint.center_on(*picture.center)
        elif picture.center is not None and not self.center_on_existing([self._row_of(picture.center)]):
            raise PictureError(f"actor {picture.center} has no place at this time")

    def _row_of(self, actor: ActorName) -> int:
        """Return the row in the table of actors of the actor named ``actor`` (an id, role_name or the hero).

        If the name was used for several actors in turn, it is the one alive at the current time, else the
        first.

        Raises:
            ActorNotFoundError: no actor has that name, or several have that role_name at the same time.
        """
        frame = self.index.frame_at(self.viewer.playback.transport.playhead)
        return actor.row(self.index.actors, frame)

    def center_on_existing(self, rows: Iterable[int]) -> bool:
        """Centre the map on the actor in ``rows`` that exists now and has a pose; return whether one does.

        ``rows`` are rows of the actor table: one name may have been used for several actors in turn.
        """
        world, found = self.viewer.moment.world, False
        for row in rows:
            index = None if world is None else world.index_of(row)
            if world is not None and index is not None and world.has_pose[index]:
                x, y, _ = world.locations[index].tolist()
                self._map.viewpoint.center_on(x, y)
                found = True
        return found

    def add_ring(self, ring: tuple[float, float, float]) -> None:
        """Draw a ring on the map that marks a contact: brightest at its start time, then fading.

        ``ring`` is x and y in metres, and the start time in seconds; before that time nothing is drawn.
        """
        x, y, start = ring
        ago = self.viewer.playback.transport.playhead - start
        if ago >= 0.0:
            mark = ContactMark(x, y, max(1.0 - ago / _RING_FLARE, 0.0), _RING_RADIUS)
            scene = self._map.scene
            scene.update(contacts=np.vstack((scene.picture.contacts, mark)))

    def settle(self) -> None:
        """Wait for the viewer's background work to end, and process pending Qt events."""
        self._settling.wait()
        QCoreApplication.processEvents()

    def finish(self) -> None:
        """Update all widgets before an image is taken, and wait for the map's roads to be drawn."""
        self.viewer.workspace.flush()
        self._map.scene.finish_ground()
        if self._cameras is not None:
            self._cameras.finish()

    def end(self) -> None:
        """End all work, and delete the viewer."""
        if self._cameras is not None:
            self._cameras.hide()  # it reads ahead, and may live longer than the viewer
        self.viewer.tasks.shut_down()
        self.viewer.workspace.shut_down()
        self.viewer.dispose()


@contextmanager
def stage_of(path: Path, picture: RenderRequest) -> Iterator[Stage]:
    """Return a context with the recording at ``path`` open, as ``picture`` asks, in a viewer of its own."""
    gc.collect()  # PySide may take a new object for a dead one at the same address
    app = make_application()
    folder = QTemporaryDir()  # a picture neither depends on the user's settings nor changes them
    store = QSettings(folder.filePath("settings.ini"), QSettings.Format.IniFormat)
    viewer = Viewer(app, Settings(store), picture.theme)
    viewer.workspace.roads.wanted = picture.roads
    viewer.workspace.roads.use_routes(*picture.routes)
    viewer.tasks.foreground_only = not picture.shows_events
    stage = Stage(viewer, picture)
    try:
        stage.open(path)
        yield stage
    finally:
        stage.end()
        store.sync()  # else it writes when deleted, and creates the removed folder again
        folder.remove()


def _lay_out() -> None:
    """Run the event loop until nested layouts (panel, splitter, window) have passed on their size hints."""
    laid_out = QEventLoop()
    for _ in range(_LAYOUT_ROUNDS):
        QTimer.singleShot(0, laid_out.quit)
        laid_out.exec()
