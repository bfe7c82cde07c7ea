"""Layer of the ground: a cached picture larger than the view, drawn in the background and shifted."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRectF, Signal, Slot
from PySide6.QtGui import QColor, QImage, QPainter, QPixmap

from viewer.arrays import Floats
from viewer.cancellation import ShouldContinue
from viewer.ui.background.latest import Latest
from viewer.ui.background.tasks import Tasks
from viewer.ui.map.camera import Camera
from viewer.ui.map.layers.driven_paths import DrivenPaths
from viewer.ui.map.layers.ground import Ground, Pace
from viewer.ui.map.layers.layer import Layer, UpdateMap
from viewer.ui.map.picture import MapPicture
from viewer.ui.map_layers import MapLayers
from viewer.ui.state.binding import bind
from viewer.ui.state.workspace import Workspace
from viewer.ui.theme import Theme, current_theme

if TYPE_CHECKING:  # not loaded before the first picture
    from viewer.roads import MapFile, RoadMap

_MARGIN = 0.25
"""Margin of the ground's cached picture beyond each edge of the map, as a share of the map's size."""
_SCALE_CHANGE = 1.4
"""Factor by which the ground's cached picture may be enlarged or reduced before it is drawn anew."""
_LARGEST = 8192  # pixels along one side
_FIRST = 0.2
"""Time limit in seconds of the second picture of the ground, after a rough first one.

Each further picture of the same view has three times as long.
"""


@dataclass(frozen=True, eq=False)
class _Wanted:
    """Request to draw the ground of the map in the background: what to draw, from which camera, and how."""

    ground: Ground
    camera: Camera
    theme: Theme
    ratio: float
    seconds: float = 0.0  # 0 for a first, rough picture

    def draw(self, should_continue: ShouldContinue) -> tuple[QImage, bool]:
        """Draw the picture of the ground, in a background thread.

        Return it, and whether it is complete: False if the time for it was too short. Raises
        ReadingCancelledError if ``should_continue`` returns False.
        """
        camera, ratio = self.camera, self.ratio
        image = QImage(round(camera.width * ratio), round(camera.height * ratio), QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(ratio)
        image.fill(QColor(self.theme.ground))
        painter = QPainter(image)
        try:
            is_all = self.ground.paint(painter, camera, self.theme, Pace(self.seconds, should_continue))
        finally:
            painter.end()
        return image, is_all

    def serves(self, ground: Ground, camera: Camera, theme: Theme, ratio: float) -> bool:
        """Return whether the requested picture of the ground can be shown for a camera at a similar zoom.

        The picture must show all that the camera sees, and be of the same ground, theme and device pixel
        ``ratio``.
        """
        if self.ground is not ground or self.theme is not theme or self.ratio != ratio:
            return False
        zoom = camera.scale / self.camera.scale
        low, high = camera.bounds()
        left, top = self.camera.to_screen(low).tolist()
        right, bottom = self.camera.to_screen(high).tolist()
        covers = left >= 0 and top >= 0 and right <= self.camera.width and bottom <= self.camera.height
        return covers and 1 / _SCALE_CHANGE <= zoom <= _SCALE_CHANGE


class GroundLayer(QObject, Layer):
    """Layer of the ground: the roads, or without a map the paths that vehicles drove.

    It shows a picture that is drawn in the background.

    A new picture is requested when the ground or the theme has changed, or the camera sees more than the
    picture shows or has a very different scale.
    """

    drawn = Signal()
    """Emitted when a new picture of the ground is ready."""
    _latest: Latest

    def __init__(self) -> None:
        super().__init__()
        self._ground: Ground | None = None
        self._undrawable: Ground | None = None
        self._camera = Camera()
        self._theme = current_theme()
        self._ratio, self._exact = 1.0, False
        self._shown: tuple[_Wanted, QPixmap] | None = None
        self._is_all = True
        self._wanted: _Wanted | None = None

    def attach(self, workspace: Workspace, update_map: UpdateMap) -> None:
        """Call ``update_map`` with the ground, now and when it changes; draw it in the background.

        The ground is the roads of the map, or without a map the paths that vehicles drove.
        """
        self.start(workspace.tasks)
        self.drawn.connect(update_map)
        driven: DrivenPaths | None = None

        def set_driven(paths: list[Floats] | None) -> None:
            nonlocal driven
            driven = None if paths is None else DrivenPaths(paths)

        def show(drawn: RoadMap | MapFile | None, layers: MapLayers) -> None:
            if drawn is None:
                update_map(ground=driven)
            else:
                from viewer.ui.map.layers.road_ground import ground_of  # noqa: PLC0415 - who has a map has loaded it

                update_map(ground=ground_of(drawn, driven, layers))

        bind(
            self,
            workspace,
            (lambda now: now.driven, set_driven),
            (
                lambda now: (now.drawn_roads, now.settings.map_layers, now.driven),
                lambda of: show(*of[:2]),
            ),
        )

    def start(self, tasks: Tasks) -> None:
        """Let the layer draw its pictures of the ground in the background from now on, as ``tasks``."""
        self._latest = Latest(tasks, self, self._on_read)
        self._latest.failed.connect(self._give_up)

    def prepare(self, picture: MapPicture) -> None:
        """Store ground, camera and theme, and request a new picture of the ground if one is needed.

        One is needed if the present picture is still rough or cannot be shown for this ground, camera and
        theme.
        """
        self._ground = picture.ground if picture.ground is not self._undrawable else None
        if self._ground is None:
            self._shown = None
        self._camera, self._theme = picture.camera, current_theme()
        self._ratio, self._exact = picture.ratio, picture.exact
        if not picture.exact:
            self._keep_up()

    def wait(self) -> None:
        """Block until the picture of the ground that was requested last has been drawn."""
        self._latest.wait()

    def draw(self, painter: QPainter) -> None:
        """Draw the ground from its cached picture, scaled and moved as the camera now needs it.

        In an export to a vector file, the ground itself is drawn.
        """
        camera = self._camera.turned(0.0)
        painter.save()
        if self._camera.turn:
            painter.translate(camera.width / 2, camera.height / 2)
            painter.rotate(math.degrees(self._camera.turn))
            painter.translate(-camera.width / 2, -camera.height / 2)
        if self._exact and self._ground is not None:
            wide = _level(self._camera)
            painter.translate((camera.width - wide.width) / 2, (camera.height - wide.height) / 2)
            self._ground.paint(painter, wide, self._theme)
        elif self._shown is not None and self._shown[0].theme is self._theme:
            # a picture of another theme is not shown
            wanted, picture = self._shown
            left, top = camera.to_screen(wanted.camera.to_world((0.0, 0.0))).tolist()
            zoom = camera.scale / wanted.camera.scale
            if math.isclose(zoom, 1.0):  # after zooming in and out again
                zoom = 1.0
            target = QRectF(left, top, wanted.camera.width * zoom, wanted.camera.height * zoom)
            smooth = zoom != 1.0 or bool(self._camera.turn)
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, smooth)
            painter.drawPixmap(target, picture, QRectF(picture.rect()))
        painter.restore()

    def _keep_up(self) -> None:
        wanted = None if self._latest.busy else self._next()
        if wanted is not None:
            self._wanted = wanted
            self._latest.ask(wanted.draw)

    def _next(self) -> _Wanted | None:
        """Return which picture of the ground is to be drawn next; None if the present one can stay.

        It can stay if it is complete and fits the present camera and theme.
        """
        ground, theme = self._ground, self._theme
        if ground is None:
            return None
        if self._shown is not None and self._shown[0].serves(ground, self._camera, theme, self._ratio):
            shown = self._shown[0]
            return None if self._is_all else replace(shown, seconds=max(3 * shown.seconds, _FIRST))
        camera = _level(self._camera)
        factor = 1 + 2 * _MARGIN
        largest = _LARGEST / self._ratio
        sides = (min(side * factor, max(largest, side)) for side in (camera.width, camera.height))
        width, height = map(math.ceil, sides)  # whole pixels, so that they are copied as they are
        return _Wanted(ground, replace(camera, width=width, height=height), theme, self._ratio)

    @Slot(object)
    def _on_read(self, drawn: tuple[QImage, bool]) -> None:
        if self._wanted is not None:
            image, self._is_all = drawn
            self._show(self._wanted, image)
            self._keep_up()

    @Slot()
    def _give_up(self) -> None:
        """Stop drawing the present ground (road map or driven paths), because drawing it raised an error."""
        self._undrawable, self._ground = self._ground, None

    def _show(self, wanted: _Wanted, image: QImage) -> None:
        if wanted.ground is self._ground:
            self._shown = (wanted, QPixmap.fromImage(image))
            self.drawn.emit()


def _level(camera: Camera) -> Camera:
    """Return a camera with north up whose view contains all that ``camera`` shows, which may be rotated."""
    if not camera.turn:
        return camera
    across = math.hypot(camera.width, camera.height)
    return replace(camera, width=across, height=across, turn=0.0)
