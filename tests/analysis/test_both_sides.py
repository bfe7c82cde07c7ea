"""Both sides of each threshold that needs no map: what must count, and what must not."""

from __future__ import annotations

import math

import pytest

from tests.analysis.drives import Pose, car, events, hero, record, standing, straight, walker
from tests.analysis.ways import UNEVEN, brakes, braking, circling, comes_near, creeps, stops
from tests.scenes import actor, hit
from viewer.logfile import packets

DRIVES = hero(straight(0, 0, 10))
FASTER = hero(lambda t: (10 * t + 10 * min(t, 1.0), 0.0, 0.0, 0.0))
LIGHT = actor(50, "traffic.traffic_light", (30.0, 4.0, 0.0), (0.0, 90.0, 0.0))


def away(t):
    return 24 * (0.5 - abs(t % 1.0 - 0.5))


def to(speed, end):
    """Drive along x at a speed up to a place."""
    return hero(lambda t: (min(speed * t, end), 0.0, 0.0, 0.0))


def beside(way):
    """Slide along somebody who drives at y = 0."""
    return lambda t: (10 * t, way(t), 0.0, 0.0)


def weaves(x, y, speed, yaw):
    return lambda t: (x + speed * t, y, 0.0, yaw + 5)


def parked_trailer(behind):
    def way(t):
        yaw = math.radians(10 * t)
        x, y = 20 * math.sin(yaw) - behind * math.cos(yaw), -20 * math.cos(yaw) - behind * math.sin(yaw)
        return x, y, 0.0, 10 * t

    return way


def bounces(pause):
    def way(t):
        return (6 * t - 6 if t < 1 else -0.3 if 1.2 < t < 1.2 + pause else 0.0), 0.0, 0.0, 0.0

    return [hero(way), car(2, lambda t: (3.9, 0.3 * math.sin(20 * t), 0, 0))]


def throttle(value, when=lambda _t: True):
    return {"extra": lambda t: {packets.ANIM_VEHICLE: [(1, 0.0, value * when(t), 0.0, False, 1)]}}


def shows(state):
    return {"cast": [LIGHT], "extra": lambda t: {packets.TRAFFIC_LIGHT_STATE: [(50, False, t, state)]}}


def bend(y: float, length: float) -> Pose:
    return 12 * length + 2 * math.sin(length), y, 0.0, 2 * math.cos(length / 2)


SLOW = {"delta": 0.1}
QUARTER = {"delta": 0.25}
HARD = "harsh_acceleration", "harsh_braking"
BOXES = [(0.4, 0.4, 0.5), (0.4, 0.4, 0.03), None, (300, 300, 20)]
FRAMES = [0.05, 0.06, 0.04]
TURNS = "yaw_rate", "yaw_acceleration"
MOTION = *HARD, *TURNS, "lateral_acceleration", "jerk"

# Kinds, movers, seconds, how often, and what else is said of the recording or asked for.
ROWS = [
    # Boxes meet: side by side by 0.03 and 0.07 m at 0.1 m/s, where closing does not count.
    *(("contact", [DRIVES, car(2, beside(lambda t, d=d: 2.1 - min(t / 10, 0.1 + d)))], 4, n, {})
      for d, n in ((0.03, 0), (0.07, 1))),
    *(("contact", [DRIVES, car(2, beside(lambda t, d=d: 2.18 - min(0.1 * t, 0.1 + d)), extent=None)], 5, n,
       {})
      for d, n in ((0.12, 0), (0.18, 1))),
    *(("contact", [DRIVES, car(2, straight(40, y, -10))], 4, n, {}) for y, n in ((1.99, 1), (2.01, 0))),
    *(("contact", [DRIVES, car(2, standing(20, 0, z=z))], 3, n, {}) for z, n in ((1.4, 1), (1.6, 0), (6, 0))),
    ("contact", [hero(standing(0, 0)), car(2, standing(3, 0))], 3, 0, {}),
    ("contact", bounces(0.7), 4, 1, {}),
    ("contact", bounces(1.6), 4, 2, {}),
    ("contact", [hero(parked_trailer(0)), car(2, parked_trailer(3.5))], 5, 0, {}),
    *(("contact", [DRIVES, car(2, standing(20, 0), type_id="static.prop.streetbarrier", extent=extent)], 3,
       n, {})
      for extent, n in zip(BOXES, (1, 0, 0, 0), strict=True)),
    # A teleport is no motion, but a box that is passed through between two frames is met.
    ("contact", [hero(lambda t: (0.0 if t < 0.5 else 40.6, 0, 0, 0)), walker(2, standing(20.3, 2.9))], 1, 0,
     {}),
    ("contact", [hero(lambda t: (20.0, 25 * t - 40, 0, 90), extent=(0.2, 0.9, 0.7)),
     walker(2, standing(20, 10.6))],
     4, 1, SLOW),
    # It is twelve metres away after half of each second, where another stands, and back at its end.
    *(("contact", [hero(lambda t, x=x: (x * away(t), 0, 0, 0)), car(2, standing(13 * x, 0))], 2, 1, SLOW)
      for x in (1, -1)),
    # Fronts are 36 m apart; below 1.5 s for 0.45 s or 0.2 s, less the step in which it stops.
    *(("ttc", [to(10, 36 - 10 * left), car(2, standing(40, 0))], 5, n, {}) for left, n in ((1.05, 1),
       (1.3, 0))),
    *(("ttc", [hero(weaves(0, 0, 10, 0)), car(2, weaves(60, y, -10, 180))], 2.5, n, {})
      for y, n in ((3.5, 0), (0.0, 1))),
    *(("ttc", [DRIVES, car(2, standing(40, y))], 3.3, n, {}) for y, n in ((1.9, 1), (2.1, 0))),
    *(("ttc", [to(10, 21), car(2, standing(40, 0))], 3, n, {"thresholds": {"ttc": limit}})
      for limit, n in ((1.7, 0), (2.1, 1))),
    *(("ttc", [to(10, 26), car(2, standing(40, 0))], 3, n, {"thresholds": {"ttc.horizon": limit}})
      for limit, n in ((1.2, 0), (3.0, 1))),
    *(("near_miss", [hero(brakes(10, 20, 6.0)), car(2, standing(24 + 100 / 12 + gap, 0))], 6, n, {})
      for gap, n in ((0.3, 1), (0.7, 0))),
    *((("near_miss", "ttc", "contact"), [DRIVES, other], 5, 0, {})
      for other in (car(2, standing(30, 2.3)), walker(2, standing(30, 1.4)))),
    ("near_miss", [DRIVES, car(2, standing(20, 0))], 3, 0, {}),  # beside a contact
    (("near_miss", "ttc"), [walker(1, straight(0, 0, 1.5)), walker(2, straight(4, 0, -1.5))], 1.1, 0, {}),
    # The boxes never overlap; the collision that is recorded is of this pair, or of another one.
    *(("near_miss", [to(10, 35.8), car(2, standing(40, 0)), car(3, standing(40, 20))], 5, n,
       {"collisions": {72: [hit(1, other)]}}) for other, n in ((2, 0), (3, 1))),
    *(("near_miss", [hero(comes_near(v, 0.2)), car(2, standing(40, 0))], 30, n, SLOW)
      for v, n in ((0.45, 0), (0.55, 1))),
    # At 0.6 m/s and 0.3 m, at least 0.5 s are left.
    *(("near_miss", [hero(comes_near(0.6, 0.3)), car(2, standing(40, 0))], 25, n,
       {**SLOW, "thresholds": {"ttc": limit}})
      for limit, n in ((0.7, 1), (0.3, 0))),
    *(("headway", [DRIVES, car(2, straight(4 + gap, 0, 10))], 3, n, {}) for gap, n in ((9.5, 1), (10.5, 0))),
    ("headway", [DRIVES, car(2, straight(14.5, 0, 10))], 3, 1, {"thresholds": {"headway": 1.2}}),
    ("headway", [DRIVES, car(2, straight(12, 2.2, 10))], 3, 0, {}),
    ("headway", [DRIVES, car(2, lambda t: (12 - 10 * t, 0, 0, 180))], 0.6, 0, {}),
    *(("headway", [hero(straight(0, 0, v)), car(2, straight(5, 0, v))], 3, n, {}) for v, n in ((1.9, 0),
       (2.1, 1))),
    # 10 m/s faster: 100 / (2 · gap) is beyond 3.4 below 14.7 m.
    *(("drac", [FASTER, car(2, straight(14 + gap, 0, 10))], 2, n, {})
      for gap, n in ((12.0, 1), (18.0, 0))),
    # The hero's tail leaves x = 1 after 3.3 s; the other's front enters y = −1 so much later.
    *(("pet", [hero(straight(-30, 0, 10)), car(2, straight(0, -36 - 10 * pause, 10, yaw=90.0))], 8, n, {})
      for pause, n in ((1.2, 1), (1.8, 0), (-0.3, 0))),
    ("pet", [DRIVES, car(2, straight(14, 0, 10))], 5, 0, {}),

    *(("harsh_braking", [braking(a)], 8, n, {"delta": d})
      for a, n in ((3.8, 0), (4.3, 1)) for d in (0.05, UNEVEN)),
    *((HARD, [braking(-a, speed=3.0)], 8, n, {"delta": d}) for a, n in ((2.2, 0), (2.6, 1)) for d in (0.05,
       UNEVEN)),
    # v²/r with r = 20 m: 4.51 and 5.30 m/s².
    *(("lateral_acceleration", [circling(20, v)], 6, n, {}) for v, n in ((9.5, 0), (10.3, 1))),
    *(((*TURNS, "jerk"), [circling(5 / w, 5)], 6, n, {"delta": UNEVEN}) for w, n in ((0.9, 0), (1.0, 1))),
    # Smoothing takes some of what goes to and fro.
    *(("yaw_acceleration", [hero(lambda t, w=w: (5 * t, 0, 0, math.degrees(w * math.sin(t * 2) / 4)))], 3.4,
       n, {})
      for w, n in ((1.7, 0), (2.4, 1))),
    *(("jerk", [hero(lambda t, j=j: (30 * t - j / 3.375 * math.sin(1.5 * t), 0, 0, 0))], 3.3, n, {})
      for j, n in ((7.5, 0), (12.0, 1))),
    *((MOTION, [hero(lambda t: bend(0.5 * math.sin(t / 2), t))], 10, 0, {"delta": d}) for d in (0.05,
       UNEVEN)),
    (TURNS, [hero(lambda t: (-8 * t, 0, 0, (350 + 5 * t) % 360 - 180))], 8, 0, {}),
    # It falls onto its wheels and lurches forwards for 0.7 s, which is in the first second.
    ("harsh_acceleration", [hero(lambda t: (4 * min(t, 0.7) ** 2 + 5.6 * max(t - 0.7, 0), 0, 0, 0))], 4, 0,
     {}),
    (MOTION, [walker(2, lambda t: (10 * math.sin(3 * t), 0, 0, 200 * t))], 4, 0, {}),
    # For 0.4 s it does not move: in one long frame the physics just did not get that far.
    *(("harsh_braking", [hero(lambda t: (20 * (t - max(0.0, min(t - 2.95, 0.4))), 0, 0, 0))], 5, n,
       {"delta": [*[0.05] * 59, *steps, *[0.05] * 60], "thresholds": {"harsh_braking": 1.0}})
      for steps, n in (([0.4], 0), ([0.05] * 8, 1))),

    *(("standing", [car(1, stops(2))], 2 + seconds, n, QUARTER) for seconds, n in ((63, 1), (58, 0))),
    *(("standing", [hero(stops(2))], 2 + seconds, n, QUARTER) for seconds, n in ((21, 1), (19, 0))),
    *(("standing", [hero(creeps(v))], 65, n, QUARTER) for v, n in ((0.08, 1), (0.12, 0))),
    # Who is parked has no driver, but who steps on it, if only in the first or last frame, does.
    *(("standing", [car(1, standing(0, 0))], 65, n, QUARTER | throttle(value)) for value, n in ((0.0, 0),
       (0.5, 1))),
    *(("standing", [car(1, standing(0, 0))], 65, 1,
       QUARTER | throttle(0.5, lambda t, at=at: abs(t - at) < 0.1))
      for at in (0, 65)),
    *(("stall", [hero(standing(0, 0))], 2, n, {"delta": [*FRAMES, longest, *[0.05] * 60]})
      for longest, n in ((0.24, 0), (0.26, 1))),
    *(("stall", [hero(standing(0, 0))], 6, n,
       {"delta": [*[0.09, 0.1, 0.11] * 10, longest, *[0.1, 0.09, 0.11] * 10]})
      for longest, n in ((0.29, 0), (0.31, 1))),
    ("stall", [hero(standing(0, 0))], 20, 0, {"delta": [0.3, 0.35, 0.4]}),  # they all are slow
    # Faster than 60 m/s, or 30 m/s faster than the steps around it.
    *(("teleport", [hero(lambda t, d=d: (54 * t * (t < 1) + (t >= 1) * (54 * t - 2.7 + d), 0, 0, 0))], 2, n,
       {})
      for d, n in ((3.1, 1), (2.9, 0))),
    *(("teleport", [hero(lambda t, d=d: (10 * t + (d - 0.5) * (t > 0.97), 0, 0, 0))], 2, n, {})
      for d, n in ((2.2, 1), (1.8, 0))),
]  # fmt: skip


@pytest.mark.parametrize(("kinds", "movers", "seconds", "count", "more"), ROWS)
def test_it_counts_from_its_threshold_on(scratch, kinds, movers, seconds, count, more):
    asked = {name: more[name] for name in ("thresholds", "rows") if name in more}
    said = {name: value for name, value in more.items() if name not in asked}
    index = record(movers, seconds, **said).index(scratch)
    found = events(index, *((kinds,) if isinstance(kinds, str) else kinds), **asked)
    assert len(found) == count, found
