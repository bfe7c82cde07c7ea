"""Poses, boxes and road lines in a right-handed frame with colours, for programs that show scenes.

CARLA's left-handed frame is mirrored: x stays forward and z up, y points left, yaw is counterclockwise, and a
positive pitch points down.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from viewer.arrays import Floats
from viewer.export.selection import Selection
from viewer.logfile.enums import TrafficLightState
from viewer.recording.actors import Category
from viewer.recording.recorded_events import EventType
from viewer.roads.arrays import Paths, paths
from viewer.roads.lane_types import MarkColor, Surface
from viewer.roads.road_map import RoadMap

Color = tuple[int, int, int]

COLORS: Mapping[Category, Color] = {
    Category.VEHICLE: (86, 180, 233),
    Category.BICYCLE: (0, 158, 115),
    Category.WALKER: (204, 121, 167),
    Category.TRAFFIC_SIGN: (150, 150, 150),
    Category.PROP: (120, 120, 120),
}
"""Colours of the boxes of actors in exported scenes, by category, as red, green, blue, 0 to 255."""
HERO_COLOR: Color = (255, 196, 0)
LIGHT_COLORS: Mapping[TrafficLightState, Color] = {
    TrafficLightState.RED: (230, 60, 50),
    TrafficLightState.YELLOW: (240, 200, 40),
    TrafficLightState.GREEN: (60, 200, 90),
}
OTHER_COLOR: Color = (110, 110, 110)
"""Colour in exported scenes of traffic lights that are off, and of whatever has no colour of its own."""
_MARK_COLORS = {MarkColor.YELLOW: (220, 190, 90), MarkColor.WHITE: (230, 230, 230)}
_ROAD_COLOR: Color = (90, 96, 105)

_LOCATIONS = (1.0, -1.0, 1.0)
_ROTATIONS = (-1.0, -1.0, 1.0)

STATIC = (Category.TRAFFIC_SIGN, Category.PROP)
"""Categories of actors that exported scenes show as boxes and that do not move by themselves."""


def mirrored_locations(locations: Floats) -> Floats:
    """Return ``locations`` (…, 3), in metres, in a right-handed frame of reference: y is negated."""
    return locations * _LOCATIONS + 0.0  # + 0.0 turns −0.0 into 0.0


def mirrored_rotations(rotations: Floats) -> Floats:
    """Return ``rotations`` (…, 3), pitch, yaw, roll in degrees, in a right-handed frame of reference."""
    return rotations * _ROTATIONS + 0.0


def quaternions(rotations: Floats) -> Floats:
    """Return CARLA's ``rotations`` (…, 3), in degrees, as right-handed unit quaternions (…, 4): x, y, z, w.

    They are the product of three half-angle quaternions: yaw about z, then pitch about y, then roll about x.
    """
    half = np.radians(mirrored_rotations(rotations)) / 2.0
    (cp, cy, cr), (sp, sy, sr) = (np.moveaxis(each, -1, 0) for each in (np.cos(half), np.sin(half)))
    return np.stack(
        (
            cy * cp * sr - sy * sp * cr,
            cy * sp * cr + sy * cp * sr,
            sy * cp * cr - cy * sp * sr,
            cy * cp * cr + sy * sp * sr,
        ),
        axis=-1,
    )


def color_of(selection: Selection, row: int) -> Color:
    """Return the colour in which the box of the actor in ``row`` of the actor table is exported."""
    actors = selection.index.actors
    if row in actors.hero_lifetimes:
        return HERO_COLOR
    return COLORS.get(Category(actors.category[row]), OTHER_COLOR)


def recorded_events(selection: Selection) -> Iterator[tuple[int, EventType, str]]:
    """Yield the recorded events in the selection: frame index, type, and a text that names the actors."""
    actors = selection.index.actors
    for event in selection.recorded_events():
        kind = EventType(int(event["kind"]))
        alone = kind in (EventType.SPAWN, EventType.DESTROY)
        names = [
            f"{actors.actor_id[row]} ({actors.descriptions[row].type_id})" if row >= 0 else "something else"
            for row in ([event["actor"]] if alone else [event["actor"], event["other"]])
        ]
        yield int(event["frame"]), kind, f"{kind.name.lower()}: {' – '.join(names)}"


def road_lines(roads: RoadMap) -> Iterator[tuple[str, Color, Floats]]:
    """Yield the kinds of lines of a road map: name, colour, and S segments in metres, shape (S, 2, 3).

    The axes are right-handed: y is negated.
    """
    for number, level in enumerate(roads.levels):
        surface = level.surfaces.get(Surface.ROAD)
        if surface is not None:
            yield f"road {number}", _ROAD_COLOR, _pieces(surface)
        for at, marks in enumerate((*level.marks, *level.kerbs)):
            color = _MARK_COLORS.get(marks.color, OTHER_COLOR)
            yield f"marks {number}.{at}", color, _pieces(marks.lines)
        yield f"crosswalks {number}", _MARK_COLORS[MarkColor.WHITE], _pieces(level.crosswalks)
    yield (
        "stop lines",
        _MARK_COLORS[MarkColor.WHITE],
        _pieces(paths(line.points for line in roads.stop_lines)),
    )


def _pieces(lines: Paths) -> Floats:
    """Return the segments between the points of ``lines`` of a road map, shape (S, 2, 3), in metres.

    They are in right-handed axes, at z = 0.
    """
    begins = np.flatnonzero(lines.joined)
    points = np.zeros((len(lines.points), 3))
    points[:, :2] = lines.points
    return mirrored_locations(np.stack((points[begins], points[begins + 1]), axis=1))
