"""What objects paint on the road as lines: stop lines, single white lines, arrows and words."""

from __future__ import annotations

import numpy as np

from viewer.arrays import Floats, Ints
from viewer.quick_dataclass import dataclass
from viewer.roads.arrays import left_of
from viewer.roads.map_content import MapContent, ObjectKind, Outline
from viewer.roads.network import Network
from viewer.roads.placing import beside
from viewer.roads.shapes import Paths, paths

_LEAST_CORNERS = 3
_CLOSED = 0.01  # m between the first and the last corner of an outline that is closed
_LEAST_WIDTH = 0.05  # m, of a line whose outline has an area
_STOP_LINE_WIDTH, _WHITE_LINE_WIDTH = 0.4, 0.12  # m, of those that do not say
_GLYPH_WIDTH, _LEAST_GLYPH = 0.2, 0.5  # m

# In shares of the object's length (ahead) and width (to the left).
_SHAFT = np.array([(-0.5, 0.0), (0.5, 0.0)])
_TURN = np.array([(-0.5, 0.0), (0.05, 0.0), (0.2, 0.1), (0.25, 0.42)])
GLYPHS = {
    ObjectKind.ARROW_AHEAD: [_SHAFT, np.array([(0.22, 0.3), (0.5, 0.0), (0.22, -0.3)])],
    ObjectKind.ARROW_LEFT: [_TURN, np.array([(0.05, 0.28), (0.25, 0.5), (0.45, 0.28)])],
    ObjectKind.ARROW_RIGHT: [
        _TURN * (1, -1),
        np.array([(0.05, -0.28), (0.25, -0.5), (0.45, -0.28)]),
    ],
    ObjectKind.STOP_WORD: [
        np.array(
            [
                (0.4, 0.3),
                (0.5, 0.38),
                (0.5, 0.45),
                (0.3, 0.48),
                (0.0, 0.38),
                (-0.3, 0.3),
                (-0.5, 0.4),
                (-0.4, 0.48),
            ]
        ),
        np.array([(0.5, 0.24), (0.5, 0.04)]),
        np.array([(0.5, 0.14), (-0.5, 0.14)]),
        np.array(
            [(0.5, -0.1), (0.4, -0.02), (-0.4, -0.02), (-0.5, -0.1), (-0.4, -0.18), (0.4, -0.18), (0.5, -0.1)]
        ),
        np.array([(-0.5, -0.28), (0.5, -0.28), (0.5, -0.42), (0.3, -0.48), (0.05, -0.42), (0.05, -0.28)]),
    ],
}
"""What is painted on the road by kind of object, as lines."""
_STROKED = (ObjectKind.STOP_LINE, ObjectKind.WHITE_LINE, *GLYPHS)


@dataclass(frozen=True, eq=False)
class Strokes:
    """Lines that objects are painted as.

    Attributes:
        lines: along the middle of the paint, metres.
        width: of the paint, metres, shape (N,).
        kind: ``ObjectKind``, shape (N,).
        section: in which they lie, −1 for none, shape (N,).
        road: rows of the roads they are written at, shape (N,).
        s: metres along these roads, shape (N,).

    """

    lines: Paths
    width: Floats
    kind: Ints
    section: Ints
    road: Ints
    s: Floats


def place_strokes(content: MapContent, network: Network) -> Strokes:
    """Return the stop lines, and what else objects paint as lines: white lines, arrows and words.

    Stop lines are written as outlines, as boxes, or as curves without any area, which do not say how wide
    they are painted.
    """
    road, values = content.objects.owners, content.objects.values
    kinds, s, t, _, hdg, length, width = values.T
    corners: dict[int, list[int]] = {}
    for place, owner in enumerate(content.corners.owners.tolist()):
        corners.setdefault(owner, []).append(place)
    lines, widths, rows = [], [], []
    for row in np.flatnonzero(np.isin(kinds, _STROKED)).tolist():
        kind = ObjectKind(int(kinds[row]))
        described = content.corners.values[corners.get(row, [])]
        if kind in GLYPHS:
            local = [
                glyph * (max(length[row], _LEAST_GLYPH), max(width[row], _LEAST_GLYPH))
                for glyph in GLYPHS[kind]
            ]
            wide = _GLYPH_WIDTH
        else:
            local, wide = _stroke(kind, described, float(length[row]), float(width[row]))
        of_road = len(described) > 0 and described[0, 0] == Outline.ROAD and kind not in GLYPHS
        foot, heading = beside(network, road[[row]], s[[row]], t[[row]])
        turned = heading - hdg[row]
        ahead, left = np.array([np.cos(turned[0]), np.sin(turned[0])]), left_of(turned)[0]
        for piece in local:
            if of_road:
                points, _ = beside(network, np.repeat(road[row], len(piece)), piece[:, 0], piece[:, 1])
            else:
                points = foot[0] + piece[:, :1] * ahead + piece[:, 1:] * left
            lines.append(points)
            widths.append(wide)
            rows.append(row)
    chosen = np.array(rows, np.int64)
    section = network.sections_at(road[chosen], s[chosen])
    return Strokes(
        paths(lines), np.array(widths), kinds[chosen].astype(np.int64), section, road[chosen], s[chosen]
    )


def _stroke(kind: ObjectKind, described: Floats, length: float, width: float) -> tuple[list[Floats], float]:
    """Return the middle of a painted line in the object's own frame, if it has one, and its width."""
    usual = _STOP_LINE_WIDTH if kind is ObjectKind.STOP_LINE else _WHITE_LINE_WIDTH
    points = described[:, 1:3]
    if len(points) > 1:
        closed = len(points) > _LEAST_CORNERS and bool(np.hypot(*(points[0] - points[-1])) < _CLOSED)
        sides = np.diff(np.vstack([points, points[:1]]), axis=0)
        longest = sides[int(np.hypot(*sides.T).argmax())]
        along = longest / max(float(np.hypot(*longest)), 1e-9)
        u, v = points @ along, points @ np.array([-along[1], along[0]])
        if np.ptp(v) < _LEAST_WIDTH or (kind is not ObjectKind.STOP_LINE and not closed):
            return [points], usual
        middle = (v.min() + v.max()) / 2
        ends = np.array([[u.min(), middle], [u.max(), middle]]) @ np.array([along, [-along[1], along[0]]])
        return [ends], float(np.ptp(v))
    longer, shorter = max(length, width), min(length, width)
    if longer <= 0.0:
        return [], usual
    end = np.array([longer / 2, 0.0]) if length >= width else np.array([0.0, longer / 2])
    return [np.array([-end, end])], shorter if shorter >= _LEAST_WIDTH else usual
