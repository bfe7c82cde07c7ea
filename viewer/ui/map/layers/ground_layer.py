"""What lies under the actors: a picture larger than the view, drawn in the background and moved."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QObject, QRectF, Qt, Signal, Slot
from PySide6.QtGui import QColor, QImage, QPainter, QPen, QPixmap

from viewer.cancellation import Proceed, always
from viewer.ui.background.derived import same_needs
from viewer.ui.background.latest import Latest
from viewer.ui.background.tasks import Tasks
from viewer.ui.map.camera import Camera
from viewer.ui.map.layers.grid_layer import GridLayer
from viewer.ui.map.layers.layer import Layer, Tell
from viewer.ui.map.picture import MapPicture
from viewer.ui.state.changes import What
from viewer.ui.state.workspace import Workspace
from viewer.ui.theme import Theme, current_theme

_LANE_WIDTH = 3.5  # metres, of a driven path: about a lane
_AT_ONCE = 16
"""Lines drawn at once: no other thread has a turn meanwhile. One polyline costs more than all its lines."""


class Pace(NamedTuple):
    """How long a picture may take.

    Attributes:
        seconds: after which what is not known is drawn more roughly, or not yet.
        proceed: is told the share that is done, and answers whether to go on.

    """

    seconds: float = math.inf
    proceed: Proceed = always


AT_LEISURE = Pace()
"""Until all is drawn as it is."""


class Ground(Protocol):
    """Something to draw under the actors; drawn in a thread of its own, so it looks the same each time."""

    def paint(self, painter: QPainter, camera: Camera, theme: Theme, pace: Pace = AT_LEISURE) -> bool:
        """Draw what the camera sees; the painter's unit is the camera's pixel.

        Return whether that is all, or more is to be drawn when there is more time. Raises
        ReadingCancelledError.
        """


@dataclass(frozen=True, eq=False)
class DrivenPaths:
    """Paths that were driven, each (K, 2) in metres, on a grid of round metres: where there is no map."""

    paths: Sequence[NDArray[np.float64]]

    def paint(self, painter: QPainter, camera: Camera, theme: Theme, _pace: Pace = AT_LEISURE) -> bool:
        """Draw the paths as wide as a lane, and the grid under them."""
        grid = GridLayer()
        grid.prepare(MapPicture(camera=camera))
        grid.draw(painter)
        self._paint_paths(painter, camera, QPen(theme.road, max(_LANE_WIDTH * camera.scale, 2.0)))
        return True

    def paint_lines(self, painter: QPainter, camera: Camera, theme: Theme) -> None:
        """Draw the paths as thin lines, on roads."""
        self._paint_paths(painter, camera, QPen(theme.faint, 1.5))

    def _paint_paths(self, painter: QPainter, camera: Camera, pen: QPen) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        if not self.paths:
            return
        places, margin = camera.to_screen(np.concatenate(self.paths)), pen.widthF()
        ends = np.cumsum([len(path) for path in self.paths])[:-1] - 1
        lines = np.delete(np.stack((places[:-1], places[1:]), axis=1), ends, axis=0)
        seen = lines.max(axis=1) > -margin
        seen &= lines.min(axis=1) < (camera.width + margin, camera.height + margin)
        lines = lines[seen.all(axis=1)].reshape(-1, 4)
        for first in range(0, len(lines), _AT_ONCE):
            painter.drawLines([QLineF(*line) for line in lines[first : first + _AT_ONCE].tolist()])


_MARGIN = 0.25
"""How far the picture reaches beyond each edge of the view, as a share of the view."""
_SCALE_CHANGE = 1.4
"""How much larger or smaller the picture may be shown before it is drawn anew."""
_LARGEST = 8192  # pixels along one side
_FIRST = 0.2
"""Seconds in which more is made of what was drawn roughly; after that it is three times as long each time."""


@dataclass(frozen=True, eq=False)
class _Wanted:
    """A picture to draw: of what, seen how."""

    ground: Ground
    camera: Camera
    theme: Theme
    ratio: float
    seconds: float = 0.0  # what is near, and drawn roughly, comes first

    def draw(self, proceed: Proceed) -> tuple[QImage, bool]:
        """Draw the picture, in the background; return with it whether that is all."""
        camera, ratio = self.camera, self.ratio
        image = QImage(round(camera.width * ratio), round(camera.height * ratio), QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(ratio)
        image.fill(QColor(self.theme.ground))
        painter = QPainter(image)
        try:
            is_all = self.ground.paint(painter, camera, self.theme, Pace(self.seconds, proceed))
        finally:
            painter.end()
        return image, is_all

    def serves(self, ground: Ground, camera: Camera, theme: Theme, ratio: float) -> bool:
        """Tell whether the picture can still be shown."""
        if self.ground is not ground or self.theme is not theme or self.ratio != ratio:
            return False
        zoom = camera.scale / self.camera.scale
        low, high = camera.bounds()
        left, top = self.camera.to_screen(low).tolist()
        right, bottom = self.camera.to_screen(high).tolist()
        covers = left >= 0 and top >= 0 and right <= self.camera.width and bottom <= self.camera.height
        return covers and 1 / _SCALE_CHANGE <= zoom <= _SCALE_CHANGE


class GroundLayer(QObject, Layer):
    """Shows the latest picture of the ground, and has a new one drawn when it no longer serves."""

    drawn = Signal()
    """A new picture is there."""
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

    def attach(self, workspace: Workspace, tell: Tell) -> None:
        """Show the roads, or else where vehicles drove."""
        self.start(workspace.tasks)
        self.drawn.connect(tell)
        roads, driven = workspace.roads, None
        shown: tuple[object, ...] = ()

        def show() -> None:
            nonlocal driven, shown
            layers = workspace.settings.map_layers
            of = (roads.drawn, roads.driven, layers)
            if shown and same_needs(of, shown):
                return
            if not shown or roads.driven is not shown[1]:
                driven = None if roads.driven is None else DrivenPaths(roads.driven)
            shown = of
            if roads.drawn is None:
                tell(ground=driven)
            else:
                from viewer.ui.map.layers.road_ground import ground_of  # noqa: PLC0415 - who has a map has loaded it

                tell(ground=ground_of(roads.drawn, driven, layers))

        workspace.when(What.ROADS | What.SETTINGS, show)

    def start(self, tasks: Tasks) -> None:
        """Draw in the background from now on."""
        self._latest = Latest(tasks, self, self._take)
        self._latest.failed.connect(self._give_up)

    def prepare(self, picture: MapPicture) -> None:
        """Look from elsewhere, or in other colours."""
        self._ground = picture.ground if picture.ground is not self._undrawable else None
        if self._ground is None:
            self._shown = None
        self._camera, self._theme = picture.camera, current_theme()
        self._ratio, self._exact = picture.ratio, picture.exact
        if not picture.exact:
            self._keep_up()

    def wait(self) -> None:
        """Have what is wanted drawn before going on, for a picture."""
        self._latest.wait()

    def draw(self, painter: QPainter) -> None:
        """Draw the picture where the camera sees it now, or the ground itself."""
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
            # rather none than that of the night by day
            wanted, picture = self._shown
            left, top = camera.to_screen(wanted.camera.to_world((0.0, 0.0))).tolist()
            zoom = camera.scale / wanted.camera.scale
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
        """Return the picture that should be drawn next, None if the one there serves."""
        ground, theme = self._ground, self._theme
        if ground is None:
            return None
        if self._shown is not None and self._shown[0].serves(ground, self._camera, theme, self._ratio):
            shown = self._shown[0]
            return None if self._is_all else replace(shown, seconds=max(3 * shown.seconds, _FIRST))
        camera = _level(self._camera)
        room = 1 + 2 * _MARGIN
        width = min(camera.width * room, max(_LARGEST / self._ratio, camera.width))
        height = min(camera.height * room, max(_LARGEST / self._ratio, camera.height))
        return _Wanted(ground, replace(camera, width=width, height=height), theme, self._ratio)

    @Slot(object)
    def _take(self, drawn: tuple[QImage, bool]) -> None:
        if self._wanted is not None:
            image, self._is_all = drawn
            self._show(self._wanted, image)
            self._keep_up()

    @Slot()
    def _give_up(self) -> None:
        """Do without a ground that cannot be drawn, rather than try for ever."""
        self._undrawable, self._ground = self._ground, None

    def _show(self, wanted: _Wanted, image: QImage) -> None:
        if wanted.ground is self._ground:
            self._shown = (wanted, QPixmap.fromImage(image))
            self.drawn.emit()


def _level(camera: Camera) -> Camera:
    """Return a camera with north up that sees all that another sees, however that may turn."""
    if not camera.turn:
        return camera
    across = math.hypot(camera.width, camera.height)
    return replace(camera, width=across, height=across, turn=0.0)
