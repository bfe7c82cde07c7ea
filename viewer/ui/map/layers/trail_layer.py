"""Layer of trails: a ribbon for the selected actor that fades into the past, thin lines for many actors."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from viewer.arrays import Floats
from viewer.replay.paths.trajectory import NO_TRAILS, TRAIL_STEP, Trails
from viewer.ui.map.camera import Camera, valid_mask
from viewer.ui.map.layers.layer import Layer, LineBatch, UpdateMap, line_path, lines_on_screen
from viewer.ui.map.picture import NOWHERE, MapPicture
from viewer.ui.map.trail_cache import TrailCache
from viewer.ui.state.binding import bind
from viewer.ui.state.workspace import Workspace
from viewer.ui.theme import current_theme, faded, mixed

_STEPS = 16
"""Number of opacities with which the selected actor's trail fades into the past."""
_OPACITY = 0.6
_OVERLAP = 0.2
"""Pixels by which pieces of the selected actor's trail overlap, so that no edge is seen between them."""
_RIBBON_METRES = 0.9
_RIBBON_PIXELS = (3.0, 10.0)
_TELEPORT = 20.0
"""Distance in metres between neighbouring points of a trail above which the actor counts as teleported."""
_MOST_POINTS = 4000


class TrailLayer(Layer):
    """Layer of the trails of many actors and, above them, that of the selected one."""

    def __init__(self) -> None:
        self._ways = _TrailPainter()
        self._color = QColor()
        self._behind: list[tuple[QPainterPath, float]] = []
        self._ahead: list[QPainterPath] = []
        self._width = 1.0

    def attach(self, workspace: Workspace, update_map: UpdateMap) -> None:
        """Call ``update_map`` with the trails around the playhead, now and when they change.

        Trails are past and future positions of actors. The map options say whose trails: those of the
        selected actors, the followed one or all vehicles.
        """
        cache = TrailCache(workspace.tasks, workspace)

        def show() -> None:
            update_map(**_chosen(workspace, cache))

        cache.grown.connect(show)
        bind(
            workspace,
            workspace,
            (lambda now: now.index, cache.set_recording),
            (
                lambda now: (
                    *(now.index, now.world, now.selected, now.followed, now.path),
                    *(now.settings.map_options, now.settings.map_layers),
                ),
                show,
            ),
        )

    def prepare(self, picture: MapPicture) -> None:
        """Compute the visible trails (paths of actors) in pixels.

        The past of the selected actor has its own colour.
        """
        self._ways.prepare(picture)
        self._color, camera = picture.color(picture.selected), picture.camera
        past, future = (
            _pieces(way, last=last) for way, last in zip(picture.trail, (True, False), strict=True)
        )
        low, high = _RIBBON_PIXELS
        self._width = min(max(_RIBBON_METRES * camera.scale, low), high)
        self._behind = _fading([line for piece in past for line in lines_on_screen(piece, camera)])
        self._ahead = [line_path(line) for piece in future for line in lines_on_screen(piece, camera)]

    def draw(self, painter: QPainter) -> None:
        """Draw the trails that ``prepare`` computed."""
        self._ways.draw(painter)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        caps, joins = Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.RoundJoin
        for path, opacity in self._behind:
            painter.setPen(QPen(faded(self._color, opacity), self._width, c=caps, j=joins))
            painter.drawPath(path)
        pen = QPen(current_theme().secondary, 1.5, c=caps)
        pen.setDashPattern([4.0, 4.0])
        painter.setPen(pen)
        for path in self._ahead:
            painter.drawPath(path)


def _chosen(workspace: Workspace, cache: TrailCache) -> dict[str, object]:
    """Return the values of ``trails`` and ``trail`` for the MapPicture, by the map's trail options.

    ``trails`` are paths of all vehicles and bicycles, of the selected actors or of the followed one, sampled
    in ``cache``; ``trail`` is the past and the future path of the actor selected last, with all its frames.
    Both are empty while trails are switched off.
    """
    world, options, path = workspace.moment.world, workspace.settings.map_options, workspace.recording.path
    chosen: dict[str, object] = {"trails": NO_TRAILS, "trail": (NOWHERE, NOWHERE)}
    if world is None or not workspace.settings.map_layers["trails"]:
        return chosen
    focus, row_of_path = workspace.focus, None if path is None else path.row
    followed = focus.followed
    rows = None  # for all vehicles
    if options.trails_of != "vehicles":
        of = focus.selected if options.trails_of == "selected" else (followed,)
        rows = np.array(sorted({row for row in of if row is not None} - {row_of_path}), np.int64)
    if rows is None or len(rows):
        chosen["trails"] = cache.around(world.elapsed, options.behind, options.ahead, rows)
    if path is not None and (options.trails_of != "followed" or row_of_path == followed):
        elapsed, positions = path.poses.elapsed, path.poses.locations[:, :2]
        now = int(np.searchsorted(elapsed, world.elapsed, side="right"))
        first = int(np.searchsorted(elapsed, world.elapsed - options.behind))
        last = int(np.searchsorted(elapsed, world.elapsed + options.ahead, side="right"))
        chosen["trail"] = positions[first:now], positions[max(now - 1, 0) : last]
    return chosen


def _pieces(points: ArrayLike, *, last: bool) -> list[Floats]:
    """Return ``points`` (K, 2), metres, without invalid ones, split at teleports into arrays (N, 2), N ≥ 2.

    At most ``_MOST_POINTS`` are used: the last ones if ``last`` is True, else the first ones.
    """
    line = np.asarray(points, np.float64).reshape(-1, 2)
    line = line[valid_mask(line)]
    line = line[-_MOST_POINTS:] if last else line[:_MOST_POINTS]
    jumps = np.flatnonzero(np.hypot(*np.diff(line, axis=0).T) > _TELEPORT) + 1
    return [piece for piece in np.split(line, jumps) if len(piece) > 1]


def _fading(lines: list[Floats]) -> list[tuple[QPainterPath, float]]:
    """Return the trail ``lines`` in parts, from the oldest to the newest: each as a path and its opacity.

    Newer parts are more opaque. Each of ``lines`` has the shape (N, 2), in pixels; the oldest is the first.
    There are up to ``_STEPS`` parts of about equal length.
    """
    if not lines:
        return []
    points = np.concatenate(lines)
    joined = np.ones(len(points), np.int32)
    joined[np.cumsum([len(line) for line in lines]) - 1] = 0
    steps = np.hypot(*np.diff(points, axis=0).T) * joined[:-1]
    walked = np.concatenate([[0.0], np.cumsum(steps)])
    ends = np.searchsorted(walked, walked[-1] * np.arange(1, _STEPS) / _STEPS).tolist()
    opacities = 1 - (1 - _OPACITY) ** (np.arange(1, _STEPS + 1) / _STEPS)
    found = []
    for start, end, opacity in zip([0, *ends], [*ends, len(points) - 1], opacities.tolist(), strict=True):
        if end > start:
            step = points[start : end + 1].copy()
            ahead = step[1] - step[0]
            step[0] -= ahead * _OVERLAP / max(math.hypot(*ahead), _OVERLAP)
            found.append((line_path(step, joined[start : end + 1]), opacity))
    return found


BANDS = 5
"""Number of opacities in which the trails of many actors are drawn: the older a part, the fainter."""
MOST_LINES = 3000
"""Largest number of lines of trails on the screen; if there are more, only every n-th position is used."""

_FASTEST = 60.0
"""Speed in m/s above which two sampled positions of a trail are not joined: the actor was teleported."""
_FARTHEST = 1e5  # pixels from the corner of the screen; Qt cannot draw lines that end very far away
_SHORTEST = 1.5  # pixels of a line that is worth drawing


class Ways(NamedTuple):
    """Trails of many actors as line segments in pixels, divided at the present time.

    Attributes:
        past: segments before the present time, shape (K, 2, 2): a tuple of ``BANDS`` such arrays, of which
            the first has the oldest segments and is drawn faintest.
        future: segments after the present time, shape (K, 2, 2).
    """

    past: tuple[Floats, ...]
    future: Floats


NO_WAYS = Ways((np.empty((0, 2, 2)),) * BANDS, np.empty((0, 2, 2)))


def ways(
    trails: Trails,
    now: float,
    rows: NDArray[np.int64],
    centers: Floats,
    camera: Camera,
    *,
    without: int | None = None,
    hidden: NDArray[np.bool_] | None = None,
) -> Ways:
    """Return the visible line segments of ``trails`` in pixels.

    Args:
        trails: positions of actors at sampled times, metres.
        now: elapsed seconds of the world, which separate past and future.
        rows: rows in the actor table of the actors that exist now, shape (M,).
        centers: their present positions, metres, shape (M, 2).
        camera: camera of the map.
        without: row of an actor to leave out, because its trail is drawn differently.
        hidden: whether each row of the actor table is hidden, shape (N,); None or empty if none is.
    """
    if not len(trails.rows):
        return NO_WAYS
    times, positions = _with_now(trails, now, rows, centers)
    seen = _seen(positions, camera)
    if hidden is not None and len(hidden):
        seen = seen[~hidden.take(trails.rows[seen], mode="clip")]
    seen = seen[trails.rows[seen] != (-1 if without is None else without)]
    positions = positions[seen]
    kept = _kept(times, now, max(math.ceil(len(positions) * len(times) / MOST_LINES), 1))
    times, points = times[kept], camera.to_screen(positions[:, kept])
    begins, ends = points[:, :-1], points[:, 1:]
    lengths = np.abs(ends - begins).max(axis=2)
    with np.errstate(invalid="ignore"):
        farthest = np.diff(times) * _FASTEST * camera.scale + 1.0
        drawn = (lengths >= min(_SHORTEST, camera.scale)) & (lengths <= farthest)
        drawn &= (np.abs(ends) < _FARTHEST).all(axis=2)
    lines = np.stack([begins, ends], axis=2)
    is_past = times[1:] <= now
    age = np.clip((now - times[1:]) / max(now - times[0], 1e-9), 0.0, 1.0)
    band = np.minimum(((1.0 - age) * BANDS).astype(np.int64), BANDS - 1)

    def of(columns: NDArray[np.bool_]) -> Floats:
        return np.asarray(lines[:, columns][drawn[:, columns]], np.float64)

    return Ways(tuple(of(is_past & (band == number)) for number in range(BANDS)), of(~is_past))


def _with_now(trails: Trails, now: float, rows: NDArray[np.int64], centers: Floats) -> tuple[Floats, Floats]:
    """Return the times (T + 1,) and positions (R, T + 1, 2) of ``trails`` with a sample at ``now`` inserted.

    Its positions are the ``centers`` (M, 2), metres, of the actors in ``rows`` (M,) of the actor table; NaN
    for trails of other actors.
    """
    here = np.full((len(trails.rows), 1, 2), np.nan)
    if len(rows):
        order = np.argsort(rows)
        found = np.minimum(np.searchsorted(rows[order], trails.rows), len(rows) - 1)
        known = rows[order][found] == trails.rows
        here[known, 0] = centers[order][found[known]]
    at = int(np.searchsorted(trails.elapsed, now))
    times = np.insert(trails.elapsed, at, now)
    return times, np.concatenate([trails.positions[:, :at], here, trails.positions[:, at:]], axis=1)


def _seen(positions: Floats, camera: Camera) -> NDArray[np.intp]:
    """Return the indices of the trails with a point in the visible area, shape (K,).

    ``positions`` are those of R trails at T times, metres, shape (R, T, 2).
    """
    low, high = camera.bounds()
    with np.errstate(invalid="ignore"):
        inside = ((positions > low) & (positions < high)).all(axis=2)
    return np.flatnonzero(np.any(inside, axis=1))


def _kept(times: Floats, now: float, step: int) -> NDArray[np.intp]:
    """Return the indices of a trail's drawn samples, (K,): every ``step``-th, and the one at time ``now``.

    ``times`` are the times of the samples in seconds. Samples are counted from time 0, so that the same ones
    are drawn while ``now`` advances.
    """
    numbers = np.round(times / TRAIL_STEP).astype(np.int64)
    return np.flatnonzero((numbers % step == 0) | (times == now))


_OLDEST, _NEWEST = 0.12, 0.7
_FUTURE = 0.45
_SMOOTH_UP_TO = 600  # lines with antialiased edges; more are one pixel wide and opaque, which is far quicker


class _TrailPainter:
    """Painter of the trails of many actors: all lines of one opacity are drawn with one call of QPainter."""

    def __init__(self) -> None:
        self._past = tuple(LineBatch() for _ in range(BANDS))
        self._future = LineBatch()
        self._smooth = True

    def prepare(self, picture: MapPicture) -> None:
        """Compute the lines of the visible trails in pixels from ``picture``, the state of the map."""
        world, standing = picture.view.world, picture.footprints
        found = NO_WAYS
        if world is not None:
            found = ways(
                picture.trails,
                world.elapsed,
                standing.rows,
                standing.centers,
                picture.camera,
                without=picture.selected if len(picture.trail[0]) > 1 else None,
                hidden=picture.view.hidden,
            )
        for batch, lines in zip(self._past, found.past, strict=True):
            batch.set_lines(lines)
        self._future.set_lines(found.future)
        self._smooth = len(self._future) + sum(map(len, self._past)) <= _SMOOTH_UP_TO

    def draw(self, painter: QPainter) -> None:
        """Draw the trails that ``prepare`` computed."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, self._smooth)
        self._future.paint(painter, self._pen(current_theme().secondary, _FUTURE, 1.0))
        for number, batch in enumerate(self._past):
            opacity = _OLDEST + (_NEWEST - _OLDEST) * number / (BANDS - 1)
            batch.paint(painter, self._pen(current_theme().vehicle, opacity, 2.0))

    def _pen(self, color: QColor, opacity: float, width: float) -> QPen:
        if self._smooth:
            return QPen(faded(color, opacity), width, c=Qt.PenCapStyle.FlatCap)
        return QPen(mixed(current_theme().road, color, opacity), 0)
