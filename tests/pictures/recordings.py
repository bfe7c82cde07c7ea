"""What the pictures show: small recordings, read once for all of them."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.analysis.drives import car, hero, record, standing, straight, walker
from tests.scenes import actor, hit, read, street
from viewer.analysis.event_table import Events
from viewer.analysis.find_events import find_events
from viewer.logfile import packets
from viewer.logfile.enums import TrafficLightState, VehicleLightState
from viewer.logfile.source import LogFile
from viewer.program import resource
from viewer.recording.index import RecordingIndex
from viewer.recording.indexing.builder import read_index
from viewer.signals import Series, read_series
from viewer.signals.series import SeriesKey

HERO, CROSSING, BICYCLE, WALKER, LATE = 1, 2, 3, 4, 5
LIGHT, FROZEN, SIGN, CONE = 20, 21, 22, 23
SECONDS = 12.0


def _hero_way(t: float) -> tuple[float, float, float, float]:
    """Ten metres a second, braking hard from the fourth to the sixth."""
    if t < 4.0:
        return 10.0 * t, 0.0, 0.0, 0.0
    braked = min(t, 6.0) - 4.0
    return 40.0 + 10.0 * braked - 2.5 * braked**2, 0.0, 0.0, 0.0


def _light(t: float) -> TrafficLightState:
    return (TrafficLightState.GREEN, TrafficLightState.YELLOW, TrafficLightState.RED)[min(int(t / 3.0), 2)]


def _extra(t: float) -> dict:
    braking = 4.0 <= t < 6.0
    lamps = VehicleLightState.LOW_BEAM | VehicleLightState.POSITION
    return {
        packets.ANIM_VEHICLE: [
            (HERO, 0.3 * math.sin(t), 0.0 if braking else 0.6, 0.8 if braking else 0.0, t > 11.0, 3),
            (CROSSING, 0.0, 0.4, 0.0, False, 2),
        ],
        packets.ANIM_WALKER: [(WALKER, 140.0)],
        packets.VEHICLE_LIGHT: [
            (HERO, lamps | VehicleLightState.BRAKE if braking else lamps | VehicleLightState.LEFT_BLINKER),
            (CROSSING, VehicleLightState.RIGHT_BLINKER),
        ],
        packets.TRAFFIC_LIGHT_STATE: [
            (LIGHT, False, t % 3.0, _light(t)),
            (FROZEN, True, t, TrafficLightState.GREEN),
        ],
        packets.TRIGGER_VOLUME: [
            (LIGHT, (4000.0, 500.0, 0.0), (150.0, 400.0, 50.0)),
            (SIGN, (5600.0, 400.0, 0.0), (100.0, 100.0, 50.0)),
        ]
        if t == 0.0
        else [],
    }


@cache
def _folder() -> TemporaryDirectory:
    return TemporaryDirectory(prefix="pictures-")


@cache
def town() -> RecordingIndex:
    """A hero that brakes and is hit at 6 s, other traffic and lights; one frame in four is long."""
    movers = [
        hero(_hero_way),
        car(CROSSING, straight(53.2, -33.5, 5.0, 90.0), attributes={"role_name": "autopilot"}),
        car(
            BICYCLE,
            straight(30.0, 6.0, 3.0),
            type_id="vehicle.bh.crossbike",
            attributes={"number_of_wheels": "2"},
        ),
        walker(WALKER, straight(44.0, 9.0, 1.2)),
        car(LATE, standing(36.0, -6.0, 30.0), type_id="vehicle.audi.tt", born=3.0, dies=9.0),
    ]
    cast = [
        actor(LIGHT, "traffic.traffic_light", (46.0, -5.0, 0.0), (0.0, 180.0, 0.0)),
        actor(FROZEN, "traffic.traffic_light", (46.0, 5.0, 0.0), (0.0, 180.0, 0.0)),
        actor(SIGN, "traffic.speed_limit.30", (56.0, 6.0, 0.0), (0.0, 180.0, 0.0)),
        actor(CONE, "static.prop.trafficcone01", (48.0, 8.0, 0.0)),
    ]
    durations = (0.1, 0.1, 0.1, 0.2)
    scene = record(
        movers, SECONDS, durations, cast=cast, extra=_extra, collisions={48: [hit(HERO, CROSSING)]}
    )
    return scene.index(Path(_folder().name) / "town.log")


@cache
def sample() -> RecordingIndex:
    """The recording that ships: a minute with many actors."""
    return read_index(LogFile(resource("sample.log")))


@cache
def broken_street() -> RecordingIndex:
    """The street of ``tests.scenes`` whose frame 12 (index 11) cannot be read."""
    path = Path(_folder().name) / "broken.log"
    index = street().index(path)
    data = bytearray(path.read_bytes())
    at = int(index.offsets[11]) + 30
    data[at : at + 4] = b"\xff\xff\xff\x7f"
    return read(bytes(data), path)


@cache
def found_in_town() -> Events:
    """What the rules find there."""
    return find_events(town()).events


def row_of(index: RecordingIndex, actor_id: int) -> int:
    """Return the row of the first actor with an id."""
    return index.actors.rows_of(actor_id)[0]


def series_of(index: RecordingIndex, keys: Iterable[SeriesKey]) -> dict[SeriesKey, Series]:
    """Read signals."""
    return {key: read_series(index, [key.name], key.row, other=key.other)[0] for key in keys}
