"""Ground of a town with a map: road surfaces, marks, crossings, stop lines, lane ids."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen

from viewer.cancellation import ShouldContinue, check
from viewer.roads.arrays import Paths, paths
from viewer.roads.lane_types import CARRIAGEWAY, MarkColor
from viewer.roads.levels import Level, MarkLines
from viewer.roads.map_file import MapFile
from viewer.roads.map_tiles import Tile
from viewer.roads.objects import stripes
from viewer.roads.road_map import RoadMap
from viewer.ui.map.camera import Camera
from viewer.ui.map.layers.driven_paths import DrivenPaths
from viewer.ui.map.layers.ground import AT_LEISURE, Ground, Pace
from viewer.ui.map_layers import MapLayers
from viewer.ui.theme import Theme, faded, font, mixed

_AT_ONCE, _AT_ONCE_WIDE = 64, 16  # paths drawn as one: antialiasing costs more than linear time
_LINES_FROM, _DETAILS_FROM = 1.5, 4.0  # pixels per metre
_ROUGH_BELOW = 0.3  # pixels per metre below which gaps between unmerged lanes are invisible
_BEYOND = 25.0  # metres around the view whose roads are read, too: their surfaces may join visible ones
_CROSSINGS = 256  # crosswalks striped per call
_ROAD_IDS_FROM = 14.0  # pixels per metre from which a road's id fits into a lane, too
_LEAST_LINE, _STOP_LINE = 1.0, 2.5  # pixels
_KERB, _LEAST_KERB, _MOST_KERB = 0.2, 1.2, 2.4  # metres, pixels, pixels
_EDGE = 0.55
"""Opacity of the line at the outer edge of a sidewalk."""


@dataclass(frozen=True, eq=False)
class RoadGround:
    """Ground with the roads of a map and optionally the paths that vehicles drove on them."""

    road_map: RoadMap
    driven: DrivenPaths | None
    layers: MapLayers

    def paint(self, painter: QPainter, camera: Camera, theme: Theme, pace: Pace = AT_LEISURE) -> bool:
        """Draw the roads that ``camera`` sees, the lowest first; return False if some are only drafts.

        Lanes are merged into seamless surfaces tile by tile (rectangles of the map). Tiles for which the time
        of ``pace`` is too short are drawn lane by lane. Raises ReadingCancelledError if
        ``pace.should_continue`` returns False.
        """
        window = _Window(painter, camera)
        levels, tiles = self.road_map.levels, window.seen(self.road_map.tiles)
        is_rough = not self.layers["roads"] or camera.scale < _ROUGH_BELOW
        is_all = is_rough or _merge(tiles, pace)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for number, level in enumerate(levels):
            check(pace.should_continue, 0.0)
            if self.layers["roads"]:
                for tile in tiles:
                    _paint_surfaces(window, tile, number, theme)
            if self.layers["marks"]:
                _paint_marks(window, level, theme, pace)
        if self.layers["marks"] and camera.scale >= _LINES_FROM:
            _paint_stop_lines(window, self.road_map, theme)
        if self.layers["driven_paths"] and self.driven is not None:
            self.driven.paint_lines(painter, camera, theme, pace.should_continue)
        if self.layers["signals"] and camera.scale >= _DETAILS_FROM:
            _paint_signals(window, self.road_map, theme)
        if self.layers["lane_ids"] and camera.scale >= _DETAILS_FROM:
            _paint_lane_ids(window, self.road_map, theme)
        return is_all


class LargeGround:
    """Ground drawn from a large map file: only the visible part is read until the whole file has been."""

    def __init__(self, file: MapFile, driven: DrivenPaths | None, layers: MapLayers) -> None:
        self._file, self._driven, self._layers = file, driven, layers
        self._last: tuple[Camera, bool, RoadMap] | None = None

    def paint(self, painter: QPainter, camera: Camera, theme: Theme, pace: Pace = AT_LEISURE) -> bool:
        """Draw the part of the ground that ``camera`` sees; return whether it is complete.

        ``pace`` limits the time for that. If False is returned, drawing again shows more.
        """
        details = camera.scale >= _DETAILS_FROM
        is_first = details and pace.seconds <= 0.0 and self._file.known is None
        if self._file.known is not None:
            self._last = None
        road_map = self._file.known or self._near(
            camera, pace.should_continue, details=details and not is_first
        )
        ground = RoadGround(road_map, self._driven, self._layers)
        return ground.paint(painter, camera, theme, pace) and not is_first

    def _near(self, camera: Camera, should_continue: ShouldContinue, *, details: bool) -> RoadMap:
        """Return the roads that ``camera`` sees; the last result is cached, as it may be drawn repeatedly.

        Args:
            camera: camera of the map.
            should_continue: called with the fraction done, 0 to 1; returns False to cancel.
            details: whether crossings and parking spaces are read as well.
        """
        if self._last is None or self._last[:2] != (camera, details):
            low, high = camera.bounds()
            rectangle = np.concatenate([low - _BEYOND, high + _BEYOND])
            self._last = (
                camera,
                details,
                self._file.near(rectangle, details=details, should_continue=should_continue),
            )
        return self._last[2]


def ground_of(drawn: RoadMap | MapFile, driven: DrivenPaths | None, layers: MapLayers) -> Ground:
    """Return an object that draws the map ``drawn`` as ground; a large map is passed as a MapFile.

    ``driven`` are the paths of vehicles to draw on the roads, None for none. ``layers`` says which layers of
    the map are shown.
    """
    if isinstance(drawn, RoadMap):
        return RoadGround(drawn, driven, layers)
    return LargeGround(drawn, driven, layers)


def _merge(tiles: Sequence[Tile], pace: Pace) -> bool:
    """Merge the lanes of each of ``tiles`` (parts of the map) into seamless surfaces, which the tiles keep.

    Returns False if some tiles were left when ``pace.seconds`` had passed. Raises ReadingCancelledError if
    ``pace.should_continue`` returns False.
    """
    end = time.monotonic() + pace.seconds
    for tile in tiles:
        if not tile.is_merged:
            check(pace.should_continue, 0.0)
            if time.monotonic() >= end:
                return False
            _ = tile.merged
    return True


class _Window:
    """Painter of the ground with its camera, and the visible rectangle of the map in metres."""

    def __init__(self, painter: QPainter, camera: Camera) -> None:
        self.painter = painter
        self.camera = camera
        self.low, self.high = camera.bounds()

    def seen(self, tiles: Iterable[Tile]) -> list[Tile]:
        """Return those of ``tiles`` (rectangles of the map) that are visible, nearest to the middle first."""
        (left, top), (right, bottom) = self.low.tolist(), self.high.tolist()
        x, y = (left + right) / 2, (top + bottom) / 2

        def away(tile: Tile) -> float:
            box = tile.box
            return math.hypot(max(box[0] - x, 0.0, x - box[2]), max(box[1] - y, 0.0, y - box[3]))

        seen = (each for each in tiles if each.box[0] <= right and each.box[2] >= left)
        return sorted((each for each in seen if each.box[1] <= bottom and each.box[3] >= top), key=away)

    def fill(self, outlines: Paths, color: QColor) -> None:
        """Fill closed ``outlines`` (metres) with ``color`` and draw their edges in it, so that no seams show.

        Only the edges, one pixel wide, are antialiased: in a third of the time of an antialiased fill.
        """
        pen = QPen(color, 1.0)
        for path in self._paths(outlines, _AT_ONCE):
            self.painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
            self.painter.fillPath(path, color)
            self.painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self.painter.strokePath(path, pen)

    def stroke(self, lines: Paths, pen: QPen) -> None:
        """Draw ``lines``, which are in metres, with ``pen``."""
        for path in self._paths(lines, _AT_ONCE if pen.widthF() <= 1.0 else _AT_ONCE_WIDE):
            self.painter.strokePath(path, pen)

    def _paths(self, found: Paths, at_once: int) -> Iterator[QPainterPath]:
        """Yield the visible ones of the lines ``found`` (in metres) as painter paths in pixels.

        Each painter path has ``at_once`` of the lines, the last perhaps fewer.
        """
        near = found.near(self.low, self.high)
        for first in range(0, len(near), at_once):
            yield self._path(found.select(near[first : first + at_once]))

    def _path(self, found: Paths) -> QPainterPath:
        x, y = self.camera.to_screen(found.points).T
        path: QPainterPath = pg.arrayToQPath(
            np.ascontiguousarray(x), np.ascontiguousarray(y), connect=found.joined, finiteCheck=False
        )
        path.setFillRule(Qt.FillRule.WindingFill)
        return path


def _paint_surfaces(window: _Window, tile: Tile, number: int, theme: Theme) -> None:
    if not tile.is_merged:
        for kind, outlines in sorted(tile.levels[number].items()):
            window.fill(outlines, theme.road if kind in CARRIAGEWAY else theme.sidewalk)
        return
    level = tile.merged[number]
    window.fill(level.beside, theme.sidewalk)
    window.fill(level.road, theme.road)
    scale = window.camera.scale
    if scale < _LINES_FROM:
        return
    window.stroke(level.edges, QPen(faded(theme.kerb, _EDGE), _LEAST_LINE))
    near = min(max(_KERB * scale, _LEAST_KERB), _MOST_KERB)
    window.stroke(level.kerbs, QPen(theme.kerb, near if scale >= _DETAILS_FROM else _LEAST_LINE))


def _paint_marks(window: _Window, level: Level, theme: Theme, pace: Pace) -> None:
    scale = window.camera.scale
    if scale < _LINES_FROM:
        return
    if scale >= _DETAILS_FROM:
        crossings = level.crosswalks.near(window.low, window.high)
        for first in range(0, len(crossings), _CROSSINGS):
            check(pace.should_continue, 0.0)
            some = level.crosswalks.select(crossings[first : first + _CROSSINGS])
            window.fill(stripes(some), mixed(theme.road, theme.marks, 0.45))
        window.stroke(level.parking_spaces, QPen(mixed(theme.road, theme.marks, 0.5), _LEAST_LINE))
    for lines in level.marks:
        if scale >= _DETAILS_FROM or not lines.broken:
            window.stroke(lines.lines, _pen(lines, scale, theme))


def _paint_stop_lines(window: _Window, road_map: RoadMap, theme: Theme) -> None:
    """Draw all stop lines of the map in one colour.

    Another layer draws the stop lines of traffic lights over them.
    """
    scale = window.camera.scale
    widths = {line.width if scale >= _DETAILS_FROM else 0.0 for line in road_map.stop_lines}
    for width in widths:
        of_width = [line for line in road_map.stop_lines if width in (line.width, 0.0)]
        pen = QPen(theme.stop_line, max(width * scale, _STOP_LINE))
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        window.stroke(paths(line.points for line in of_width), pen)


def _pen(lines: MarkLines, scale: float, theme: Theme) -> QPen:
    color = theme.yellow_mark if lines.color in (MarkColor.YELLOW, MarkColor.ORANGE) else theme.marks
    if scale < _DETAILS_FROM:  # from afar paint is thinner than a pixel
        color = mixed(theme.road, color, 0.6)
    pen = QPen(color, max(lines.width * scale, _LEAST_LINE))
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    return pen


def _paint_signals(window: _Window, road_map: RoadMap, theme: Theme) -> None:
    """Draw a diamond and the id of each light and sign of the map (not the actors of the recording)."""
    painter, camera = window.painter, window.camera
    painter.setFont(font(11))
    for signal in road_map.signals:
        x, y = camera.to_screen(signal.location[:2]).tolist()
        if 0 < x < camera.width and 0 < y < camera.height:
            painter.setPen(QPen(theme.secondary, 1.0))
            painter.setBrush(QBrush(theme.panel))
            painter.drawPolygon([QPointF(x, y - 4), QPointF(x + 4, y), QPointF(x, y + 4), QPointF(x - 4, y)])
            painter.drawText(QPointF(x + 8, y + 4), signal.id)


def _paint_lane_ids(window: _Window, road_map: RoadMap, theme: Theme) -> None:
    labels = road_map.labels
    painter, camera = window.painter, window.camera
    painter.setFont(font(11))
    painter.setPen(theme.secondary)
    positions = camera.to_screen(labels.points)
    seen = ((positions > 0) & (positions < (camera.width, camera.height))).all(axis=1)
    for i in np.flatnonzero(seen).tolist():
        text = str(int(labels.lanes[i])).replace("-", "−")
        if camera.scale >= _ROAD_IDS_FROM:
            text = f"{road_map.roads[int(labels.roads[i])].id} · {text}"
        box = QRectF(0.0, 0.0, 96.0, 16.0)
        box.moveCenter(QPointF(*positions[i].tolist()))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
