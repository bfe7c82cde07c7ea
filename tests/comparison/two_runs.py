"""A scene whose motion is a formula, recorded twice with one thing changed."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from tests.analysis.drives import Mover, record
from tests.scenes import Scene, actor
from viewer.api import Recording, open_recording
from viewer.logfile import packets
from viewer.logfile.enums import TrafficLightState

HERO, AHEAD, FAR, WALKER, LIGHT = 1, 2763, 2800, 40, 9
SECONDS = 20.0


def way_driven(t: float) -> float:
    """Metres driven: after 1 s 3 m/s² up to 12 m/s, at 10 s 8 m/s² of braking, at 14 s 3 m/s² again."""
    phases = [(1.0, 0.0), (4.0, 3.0), (5.0, 0.0), (1.5, -8.0), (2.5, 0.0), (4.0, 3.0), (100.0, 0.0)]
    s = v = 0.0
    for lasts, a in phases:
        step = min(max(t, 0.0), lasts)
        s, v, t = s + v * step + a * step**2 / 2, v + a * step, t - lasts
        if t <= 0.0:
            break
    return s


def on_curve(s: float, radius: float = 20.0, lead: float = 30.0) -> tuple[float, float, float, float]:
    """Pose after ``s`` metres: straight along x, then round a circle."""
    if s < lead:
        return (s, 0.0, 0.0, 0.0)
    turn = (s - lead) / radius
    return (lead + radius * math.sin(turn), radius * (1 - math.cos(turn)), 0.0, math.degrees(turn))


def drive(late: float = 0.0, before: float = 0.0, aside: float = 0.0, since: float = math.inf):
    """Return a way along the curve, later, ``before`` metres ahead, ``aside`` from the time ``since`` on."""

    def way(t: float):
        x, y, z, yaw = on_curve(before + way_driven(t - late))
        push = aside if t >= since - 1e-6 else 0.0
        return (x - push * math.sin(math.radians(yaw)), y + push * math.cos(math.radians(yaw)), z, yaw)

    return way


def throttle(t: float) -> tuple[float, float, float]:
    """Steering, throttle and brake that belong to ``way_driven``."""
    if 1.0 <= t < 5.0 or 14.0 <= t < 18.0:
        return 0.1, 0.6, 0.0
    return (0.1, 0.0, 1.0) if 10.0 <= t < 14.0 else (0.1, 0.2, 0.0)


@dataclass
class Run:
    """One recording to make: the actors, the hero's control, the light's phase, and how it is recorded."""

    movers: dict[int, Mover]
    control: Any = throttle
    late: float = 0.0
    lights_late: float = 0.0
    lights_yaw: float = 90.0
    delta: float = 0.05
    seconds: float = SECONDS
    begin: float = 0.0
    map_name: str = "Carla/Maps/Town03"
    lamps: bool = True
    additional: bool = False
    lag: bool = False
    deltas: tuple[float, ...] = ()

    def scene(self) -> Scene:
        def extra(t: float):
            t += self.begin
            heroes = [
                m
                for m in self.movers.values()
                if m.attributes.get("role_name") == "hero" and m.born <= t < m.dies
            ]
            phase = (t - self.lights_late) % 9.0
            state = TrafficLightState.RED if phase < 5.0 else TrafficLightState.GREEN
            found = {
                packets.ANIM_VEHICLE: [(m.actor_id, *self.control(t - self.late), False, 1) for m in heroes],
                packets.TRAFFIC_LIGHT_STATE: [(LIGHT, False, 0.0, state)],
            }
            if self.lamps:
                there = [
                    m
                    for m in self.movers.values()
                    if m.type_id.startswith("vehicle") and m.born <= t < m.dies
                ]
                found[packets.VEHICLE_LIGHT] = [(m.actor_id, 1) for m in there]
            if self.additional:
                found[packets.KINEMATICS] = [(m.actor_id, (1.0, 0.0, 0.0), (0.0, 0.0, 0.0)) for m in heroes]
                found[packets.PLATFORM_TIME] = [(t * 3.0,)]
            return found

        def moved(mover: Mover) -> Mover:
            way = mover.way
            return replace(
                mover,
                way=lambda t: way(t + self.begin),
                born=mover.born - self.begin,
                dies=mover.dies - self.begin,
            )

        movers = [moved(each) for each in self.movers.values()]
        if self.lag:
            movers = [_late(each, self.deltas) for each in movers]
        light = actor(LIGHT, "traffic.traffic_light", (45.0, 3.0, 0.0), (0.0, self.lights_yaw, 0.0))
        return record(
            movers,
            self.seconds - self.begin,
            self.deltas or self.delta,
            cast=[light],
            extra=extra,
            map_name=self.map_name,
        )

    def open(self, path: Path) -> Recording:
        return open_recording(self.scene().save(path))


def _late(mover: Mover, deltas: tuple[float, ...]) -> Mover:
    """Return a vehicle whose poses are those of the frame before."""
    if not mover.type_id.startswith("vehicle"):
        return mover
    times = np.concatenate(([0.0], np.cumsum(np.resize(deltas, 4000))))

    def way(t: float):
        frame = int(np.searchsorted(times, t - 1e-9))
        return mover.way(float(times[max(frame - 1, 0)]))

    return replace(mover, way=way)


def cast(**changed: Mover) -> dict[int, Mover]:
    """Return the usual actors by id: the hero, a car 40 m ahead, one 300 m away, a walker."""
    hero = {"role_name": "hero"}
    found = [
        Mover(HERO, drive(), type_id="vehicle.lincoln.mkz2017", attributes=hero),
        Mover(AHEAD, drive(before=40.0), type_id="vehicle.audi.tt"),
        Mover(FAR, lambda t: (-300.0, 5.0 * t, 0.0, 90.0), type_id="vehicle.audi.tt"),
        Mover(WALKER, lambda t: (10.0, -8.0 + 1.2 * t, 0.9, 90.0), type_id="walker.pedestrian.0001"),
    ]
    by_name = dict(zip(("hero", "ahead", "far", "walker"), found, strict=True)) | changed
    return {each.actor_id: each for each in by_name.values()}
