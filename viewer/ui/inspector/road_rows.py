"""Where an actor is on the road: derived from the town's map, as long as there is one."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from viewer.recording.actors import MOVERS, Category
from viewer.replay.world.snapshot import ActorSnapshot
from viewer.ui.inspector.sheet import Row, Source, Value, fact
from viewer.ui.inspector.values import plain, quantity
from viewer.ui.road_place import RoadPlace, road_place, signal_at

if TYPE_CHECKING:  # not loaded before the first picture
    from viewer.roads.road_map import RoadMap

translate = QCoreApplication.translate


def road_rows(road_map: RoadMap | None, actor: ActorSnapshot) -> Iterator[Row]:
    """Yield a row for each thing the map tells; its value is None where it tells nothing."""
    if road_map is None or actor.location is None:
        return
    if actor.category is Category.TRAFFIC_LIGHT:
        signal = signal_at(road_map, *actor.location[:2])
        name = f"{signal.id} · road {signal.road}" if signal is not None else ""
        yield fact("signal", translate("Inspector", "Signal of the map"), plain(name) if name else None)
        return
    if actor.category not in MOVERS:
        return
    yaw = actor.rotation[1] if actor.rotation is not None else None
    place = road_place(road_map, actor.location, yaw)
    how = translate("Inspector", "Derived from the map")
    yield fact("road_lane", translate("Inspector", "Lane"), _lane(place, how))
    yield fact(
        "lane_offset",
        translate("Inspector", "Right of its middle"),
        quantity(place.offset, 2, "m", Source.DERIVED, how) if place else None,
    )
    yield fact(
        "lane_turn",
        translate("Inspector", "Heading against it"),
        quantity(place.turn, 1, "°", Source.DERIVED, how) if place else None,
    )
    limit: Value | None = None
    if place is not None and math.isfinite(place.speed_limit):
        limit = quantity(place.speed_limit, 1, "m/s", Source.DERIVED, how)
    yield fact("speed_limit", translate("Inspector", "Speed limit"), limit)


def _lane(place: RoadPlace | None, how: str) -> Value:
    """Return road and lane in one line, and one by one for where there is less room."""
    if place is None:
        return plain(translate("Inspector", "on no lane"), how)._replace(source=Source.DERIVED)
    road, _, lane = place.text.partition(" · ")
    number, _, kind = lane.removeprefix("lane ").partition(" ")
    parts = (
        (translate("Inspector", "road"), road.removeprefix("road ")),
        (translate("Inspector", "lane"), number),
        (translate("Inspector", "lane type"), kind),
    )
    derived = tuple((name, plain(text, how)._replace(source=Source.DERIVED)) for name, text in parts)
    return plain(place.text, how)._replace(source=Source.DERIVED, parts=derived)
