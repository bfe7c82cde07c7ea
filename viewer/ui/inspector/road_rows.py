"""Where an actor is on the road: derived from the town's map, as long as there is one."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from viewer.recording.actors import MOVERS, Category
from viewer.replay.world.snapshot import ActorSnapshot
from viewer.ui.format import number
from viewer.ui.inspector.sheet import Row, Source, Value, fact
from viewer.ui.inspector.values import as_written, plain, quantity
from viewer.ui.road_place import RoadPlace, road_place, signal_at
from viewer.ui.translation import tr

if TYPE_CHECKING:  # not loaded before the first picture
    from viewer.roads.road_map import RoadMap


def road_rows(road_map: RoadMap | None, actor: ActorSnapshot) -> Iterator[Row]:
    """Yield a row for each thing the map tells; its value is None where it tells nothing."""
    if road_map is None or actor.location is None:
        return
    if actor.category is Category.TRAFFIC_LIGHT:
        signal = signal_at(road_map, *actor.location[:2])
        name = f"{signal.id} · road {signal.road}" if signal is not None else ""
        yield fact("signal", tr("Signal of the map"), plain(name) if name else None)
        return
    if actor.category not in MOVERS:
        return
    yaw = actor.rotation[1] if actor.rotation is not None else None
    place = road_place(road_map, actor.location, yaw)
    how = tr("Derived from the map")
    yield fact("road_lane", tr("Lane"), _lane(place, how))
    offset: Value | None = None
    if place is not None:
        side = tr("left {0}") if place.offset < 0.0 else tr("right {0}")
        text = side.format(number(abs(place.offset), 2))
        offset = as_written(text, place.offset, "m", Source.DERIVED, how)
    yield fact("lane_offset", tr("Offset from lane centre"), offset)
    yield fact(
        "lane_turn",
        tr("Angle to lane"),
        quantity(place.turn, 1, "°", Source.DERIVED, how) if place else None,
    )
    limit: Value | None = None
    if place is not None and math.isfinite(place.speed_limit):
        limit = quantity(place.speed_limit, 1, "m/s", Source.DERIVED, how)
    yield fact("speed_limit", tr("Speed limit"), limit)


def _lane(place: RoadPlace | None, how: str) -> Value:
    """Return road and lane in one line, and one by one for where there is less room."""
    if place is None:
        return plain(tr("on no lane"), how)._replace(source=Source.DERIVED)
    road, _, lane = place.text.partition(" · ")
    number, _, kind = lane.removeprefix("lane ").partition(" ")
    parts = (
        (tr("road"), road.removeprefix("road ")),
        (tr("lane"), number),
        (tr("lane type"), kind),
    )
    derived = tuple((name, plain(text, how)._replace(source=Source.DERIVED)) for name, text in parts)
    return plain(place.text, how)._replace(source=Source.DERIVED, parts=derived)
