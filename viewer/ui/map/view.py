"""Map widget: shows the actors at the playhead from above and handles what the user does on the map."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QBuffer, QEvent, QPoint, QRect, Qt, Signal, Slot
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QWidget

from viewer.analysis.event_geometry import EventGeometry
from viewer.logfile.errors import RecordingError
from viewer.recording.index import RecordingIndex
from viewer.replay.paths.absences import Absences, find_absences
from viewer.replay.paths.driven_paths import moving_positions
from viewer.replay.paths.trajectory import last_known_pose
from viewer.replay.world.world import World
from viewer.ui import format as fmt
from viewer.ui.background.derived import Derived
from viewer.ui.map.actor_text import absent_actor_tooltip, accessible_text, stop_line_tooltip, tooltip
from viewer.ui.map.camera import Camera
from viewer.ui.map.canvas import Canvas
from viewer.ui.map.geometry.detail import ScreenActors
from viewer.ui.map.geometry.footprints import LastKnownPose, pose_on_map
from viewer.ui.map.layers.stop_line_layer import stop_line_at
from viewer.ui.map.measure import MeasureTool
from viewer.ui.map.overlays import MapOverlays
from viewer.ui.map.picture import MapPicture
from viewer.ui.map.scene import Scene
from viewer.ui.map.viewpoint import Viewpoint
from viewer.ui.map_layers import MapOptions
from viewer.ui.road_position import road_position
from viewer.ui.state.binding import bind
from viewer.ui.state.open_recording import ActorPath
from viewer.ui.state.view_state import ViewState
from viewer.ui.state.workspace import Workspace
from viewer.ui.translation import tr
from viewer.ui.widgets.label_box import TextLines
from viewer.ui.widgets.overlay import Overlay
from viewer.ui.widgets.throttle import Throttle

if TYPE_CHECKING:  # not loaded before the first picture
    from viewer.roads import RoadMap

_LEAST_HALF = 4
"""Least distance in pixels from an actor's middle to the edges of the rectangle that screen readers get."""
_MAX_DESCRIBED = 8
"""Most selected actors that the map's description for screen readers names; the last ones are taken."""
_DESCRIBE_EVERY = 200  # milliseconds
_MUCH_LONGER = 1.25
"""Factor by which a growing recording must get longer before the map is fitted to its moving actors again."""


def _drawn_in(now: ViewState) -> tuple[object, ...]:
    """Return the parts of ``now`` that chips on the map depend on, too."""
    actors = now.index, now.world, now.hidden, now.selected, now.hero, now.followed
    return actors, now.settings.map_layers, now.settings.map_options


class MapView(QWidget):
    """Map of the actors seen from above, x to the right and y downwards as in CARLA's coordinate system.

    Attributes:
        scene: layers that are drawn.
        viewpoint: camera control.
        measure: tool that measures distances on the map.
    """

    menu_requested = Signal(object, QPoint)
    """Emitted on a right click: row in the actor table of the actor there (or None), position on the screen.
    """

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace, self._focus = workspace, workspace.focus
        self._picture = MapPicture()
        self._canvas = Canvas(self._picture, self)
        self.scene = Scene(self._picture, self._canvas)
        self._overlays = MapOverlays(self)
        self.viewpoint = Viewpoint(self.scene, self._overlays, self)
        self._cursor: tuple[float, float] | None = None
        self._cached_items: tuple[ScreenActors | None, dict[int, QRect]] = None, {}
        self._fitted = 0  # frames
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Map"))
        self.setAccessibleDescription(tr("Where the actors are, seen from above"))
        self._absences = Derived(workspace.tasks, self, self._absences_need, find_absences, longer=2.0)
        self._absences.changed.connect(lambda _: self._show_out_of_range(self._workspace.view.world))
        self._absences.failed.connect(workspace.recording.explain)
        self.measure = MeasureTool(self._canvas, self._overlays, self._picture)
        self._description_throttle = Throttle(_DESCRIBE_EVERY, self)
        self._connect()
        self._listen()

    def _connect(self) -> None:
        workspace, canvas, overlays = self._workspace, self._canvas, self._overlays
        self.measure.path_changed.connect(self._show_cursor)
        canvas.dragged.connect(self.viewpoint.drag)
        canvas.zoomed.connect(self.viewpoint.zoom_at)
        canvas.select = self._focus.click
        canvas.pointed.connect(self._focus.hover)
        canvas.menu_asked.connect(self.menu_requested)
        canvas.followed.connect(self._follow_or_stop)
        canvas.moved.connect(self._show_cursor)
        canvas.last_pose_clicked.connect(self._go_to_last_pose)
        self.viewpoint.moved.connect(self._refresh)
        self.viewpoint.released.connect(self._stop_following)
        overlays.follow.clicked.connect(lambda: self._follow_or_stop(self._picture.resumable))
        overlays.arrow_clicked.connect(self._click_arrow)
        overlays.north.clicked.connect(self._click_north)
        overlays.hidden.clicked.connect(workspace.visibility.show_all)
        overlays.overlay.changed.connect(self._keep_clear)
        self._description_throttle.due.connect(self._describe)
        workspace.recording.prepare(self._find_moving_positions)

    def _listen(self) -> None:
        bind(
            self,
            self._workspace,
            (lambda now: now.opening, lambda _: self._open(self._workspace.view)),
            (
                lambda now: (_drawn_in(now), now.preview, now.hovered, now.stop_lines),
                lambda _: self.scene.update(view=self._workspace.view),
            ),
            (lambda now: now.index, self._read_on),
            (lambda now: (now.world, now.followed), self.viewpoint.follow),
            (lambda now: now.selected, self._show_selected),
            (lambda now: now.hovered, lambda row: self.scene.update(labelled=row != self._canvas.row)),
            (lambda now: now.followed, self._show_followed),
            (lambda now: now.settings.map_options, self._show_options),
            (lambda now: now.road_map, self._fit_roads),
            (
                lambda now: (now.world, now.selected, now.path),
                lambda of: self._show_last_known_pose(*of),
            ),
            (lambda now: now.opening, self._absences.forget),
            (lambda now: (now.index, now.loading, now.importing), self._absences.update),
            (lambda now: now.world, self._show_out_of_range),
            (_drawn_in, self._refresh),
            (
                lambda now: (now.world, now.selected, now.playback.playing),
                self._description_throttle.request,
            ),
        )
        self.scene.attach(self._workspace)

    @property
    def overlay(self) -> Overlay:
        """Stacks of chips (small boxes with text) in the corners of the map."""
        return self._overlays.overlay

    # Accessibility.

    def accessible_items(self) -> dict[int, QRect]:
        """Return rectangles of visible actors in pixels, by row in the actor table, for screen readers."""
        actors, (cached, items) = self._picture.screen, self._cached_items
        if cached is actors:  # Qt asks for each item by itself
            return items
        at, half = actors.centers, np.maximum(actors.halves.max(axis=1), _LEAST_HALF)[:, None]
        corners = np.hstack((at - half, 2 * half + np.zeros_like(at))).astype(int)
        items = {row: QRect(*box) for row, box in zip(actors.rows.tolist(), corners.tolist(), strict=True)}
        self._cached_items = actors, items
        return items

    def accessible_text(self, number: int) -> str:
        """Return words for screen readers: which actor is in row ``number`` of the actor table, and where.

        They are empty if that is unknown.
        """
        world = self._picture.view.world
        with suppress(RecordingError):
            return "" if world is None else accessible_text(world, number)
        return ""

    # Showing the workspace.

    def changeEvent(self, event: QEvent) -> None:
        """Redraw after a change of colours, text size or unit of speed."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self.scene.restyle()
            self._overlays.restyle()

    def _update_scene(self, **changes: object) -> None:
        self.scene.update(**changes)
        self._refresh()

    def _open(self, view: ViewState) -> None:
        """Show the recording of ``view``, or none, and fit the camera to where its actors move.

        When the same file is opened again, the camera stays as it is.
        """
        before, index = self._picture.view.index, view.index
        if (index and index.path) == (before and before.path):
            return
        self.viewpoint.begin()
        self.scene.forget()
        self._update_scene(resumable=None, view=replace(view, world=None))
        if index is not None:
            self._fit(index)
            self._fitted = len(index.frame_starts) if index.complete else 0

    def _read_on(self, index: RecordingIndex | None) -> None:
        longer = _MUCH_LONGER if index is not None and index.growing else 1.0
        if index is not None and index.complete and len(index.frame_starts) > self._fitted * longer:
            self._fitted = len(index.frame_starts)
            self._fit(index)

    def _find_moving_positions(self, index: RecordingIndex) -> None:
        """Compute where actors move in ``index`` and cache it, so that fitting the camera takes no time.

        Called in the thread that reads the file; does nothing while a file that is already shown is read
        further.
        """
        shown = self._picture.view.index
        if index.complete or shown is None or index.path != shown.path:
            moving_positions(index)

    def _fit(self, index: RecordingIndex) -> None:
        """Fit the map to where actors move in ``index``."""
        with suppress(RecordingError):  # the file has changed, which is reported where the next world is made
            positions, rows = moving_positions(index)
            self.viewpoint.set_fit_points(positions, positions[np.isin(rows, index.actors.hero_rows[:1])])

    def _show_selected(self, rows: tuple[int, ...]) -> None:
        """Offer to follow an actor again only as long as no other one is selected."""
        if rows and rows[-1] != self._picture.resumable:
            self.scene.update(resumable=None)

    def _show_followed(self, row: int | None) -> None:
        """Offer to follow an actor again only as long as none is followed."""
        if row is not None:
            self.scene.update(resumable=None)

    def _show_options(self, options: MapOptions) -> None:
        self._overlays.set_color_by(options.color_by)
        self.viewpoint.turn()

    def _fit_roads(self, road_map: RoadMap | None) -> None:
        """Tell the map's camera control the extent of the town's roads, None if no road map is known."""
        self.viewpoint.set_town(None if road_map is None else road_map.bounds)

    def _show_last_known_pose(
        self, world: World | None, selected: tuple[int, ...], path: ActorPath | None
    ) -> None:
        """Outline the selected actor's last known pose while the actor does not exist."""
        row, last = selected[-1] if selected else None, None
        if world is not None and row is not None and path is not None and world.index_of(row) is None:
            last = last_known_pose(world, row, path.poses)
        self.scene.update(last_known_pose=None if last is None else pose_on_map(*last))

    def _absences_need(self) -> tuple[RecordingIndex] | None:
        """Return the recording if it was imported: only then are actors out of range, not just missing."""
        index = self._workspace.recording.index
        made = index is not None and index.complete and index.file.stored != index.path
        return (index,) if made and index is not None else None

    def _show_out_of_range(self, world: World | None) -> None:
        """Outline the last poses of actors that exist in ``world``, but are out of range of the source."""
        absences: Absences | None = self._absences.value
        poses: list[LastKnownPose | None] = []
        if absences is not None and world is not None:
            extents = world.index.actors.box_extent
            poses = [
                pose_on_map(absences.locations[at], absences.rotations[at], extents[absences.rows[at]])
                for at in absences.at(world.frame_index).tolist()
            ]
        if poses or self._picture.out_of_range:
            self.scene.update(out_of_range=tuple(each for each in poses if each is not None))

    def set_event_overlay(self, geometry: EventGeometry | None) -> None:
        """Draw over the map where an event happened and how its actors moved; None removes the drawing."""
        self._update_scene(event_overlay=geometry)

    @Slot()
    def _describe(self) -> None:
        """Update the map's description for screen readers: the positions of the selected actors.

        It is not updated while the recording plays.
        """
        world, rows = self._workspace.moment.world, self._focus.selected
        if self._workspace.playback.transport.playing:
            return
        described = tr("Where the actors are, seen from above")
        if world is not None and rows:
            with suppress(RecordingError):
                texts = [accessible_text(world, row) for row in rows[-_MAX_DESCRIBED:]]
                if len(rows) > _MAX_DESCRIBED:
                    texts.append(tr("and {} more").format(fmt.count(len(rows) - _MAX_DESCRIBED)))
                described = ". ".join(texts)
        if described != self.accessibleDescription():
            self.setAccessibleDescription(described)

    # Commands.

    @Slot(int)
    def go_to_actor(self, row: int) -> None:
        """Select the actor in ``row`` of the actor table; center on it if it is outside the visible map."""
        self._focus.select(row)
        self._workspace.flush()  # the world at the present time
        self.viewpoint.show_actor(row)

    def svg(self) -> bytes:
        """Return the map as an SVG drawing, without the chips (text boxes) that float on it."""
        area = QRect(QPoint(), self.size())
        generator = QSvgGenerator()
        buffer = QBuffer()
        generator.setOutputDevice(buffer)
        generator.setSize(area.size())
        generator.setViewBox(area)
        painter = QPainter(generator)
        painter.setClipRect(area)
        self.scene.draw_exactly(painter)
        painter.end()
        return bytes(buffer.data().data())

    # The camera.

    @property
    def camera(self) -> Camera:
        """Camera of the map."""
        return self.viewpoint.camera

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Resize the canvas (the child widget on which the map is painted) and adapt the camera."""
        super().resizeEvent(event)
        self._canvas.setGeometry(self.rect())
        self.viewpoint.resize()

    @Slot()
    def _stop_following(self) -> None:
        self._focus.follow_and_select(None)
        self._workspace.flush()  # the camera moves on at once

    # The mouse.

    @Slot(object)
    def _follow_or_stop(self, row: int | None) -> None:
        self._focus.follow_and_select(row)
        self._update_scene(resumable=None)

    @Slot()
    def _go_to_last_pose(self) -> None:
        moment = self._picture.nearest_time_alive()
        if moment is not None:
            self._workspace.jump(moment)

    @Slot()
    def _click_north(self) -> None:
        settings = self._workspace.settings
        settings.set_part("map_options.heading_up", not settings.map_options.heading_up)

    @Slot(int)
    def _click_arrow(self, row: int) -> None:
        where = self._picture.position_of(row)
        if where is not None:
            self.viewpoint.center_on(*where)

    @Slot()
    def _refresh(self) -> None:
        """Update what depends on mouse, camera and actors: chips (small boxes), arrows, cursor, tooltip."""
        picture = self._picture
        self._overlays.set_hidden_count(picture.hidden_count)
        self._overlays.point_to(picture)
        self._overlays.set_follow(picture.name(picture.view.followed), picture.name(picture.resumable))
        self._keep_clear()
        self._canvas.refresh()
        self._show_cursor()

    @Slot()
    def _keep_clear(self) -> None:
        """Store the rectangles of the chips (text boxes) in the MapPicture, so that labels avoid them."""
        self.scene.update(occupied=self._overlays.rectangles())

    @Slot()
    def _show_cursor(self) -> None:
        """Update what depends on the mouse: the path being measured, the position shown, and the tooltip."""
        measured = self.measure.update()
        if len(measured) or len(self._picture.measured):
            self.scene.update(measured=measured)
        at, row = self._canvas.at, self._canvas.row
        point = None if at is None else tuple(self.camera.to_world(at).tolist())
        if point != self._cursor:
            self._cursor = point
            road_map = self._workspace.roads.read_so_far
            place = road_position(road_map, point) if road_map is not None and point else None
            self._overlays.set_cursor(point, place.text if place is not None else "")
        self._overlays.set_tooltip(self._tooltip(row), at)

    def _tooltip(self, row: int | None) -> TextLines:
        """Return the tooltip of the actor in ``row`` of the actor table; for None, of what is at the mouse.

        For None that may be the last known pose of a selected actor that does not exist now, or a stop line.
        If there is nothing, the tooltip is empty.
        """
        picture, at = self._picture, self._canvas.at
        if picture.view.world is None or at is None:
            return ()
        if row is not None:
            return tooltip(picture.view.world, picture.descriptions, row, picture.selected)
        if self._canvas.is_on_last_pose and (moment := picture.nearest_time_alive()) is not None:
            return absent_actor_tooltip(
                picture.descriptions[picture.selected or 0], moment, picture.view.world.elapsed
            )
        line = stop_line_at(picture, *at)
        return () if line is None else stop_line_tooltip(picture.view.world, picture.descriptions, line)
