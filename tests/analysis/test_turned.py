"""What happens does not depend on which way the street runs, or where it lies.

Every situation is judged as it is, and once more turned about the origin and moved.
"""

from __future__ import annotations

from dataclasses import replace
from math import cos, radians, sin

import numpy as np
import pytest

from tests.analysis.bend import DECOY, LIGHT, bend, red
from tests.analysis.drives import car, events, hero, record, standing, straight, walker
from tests.analysis.ways import braking, circling
from tests.scenes import actor, hit
from viewer.analysis.event_geometry import geometry_of
from viewer.analysis.stand_cause import CauseKind
from viewer.analysis.traffic_lights import MappedTrafficLights

ANGLES = [37.0, 128.0, 251.0]
MOVED = (300.0, -150.0)

SITUATIONS = {
    "a collision across": ([hero(straight(0, 0, 10)), car(2, straight(21.0, -14.0, 6.0, 90.0))], 4, {}),
    "a collision from behind": ([hero(straight(0, 0, 9)), car(2, standing(19.1, 0.6))], 3, {38: [hit(1, 2)]}),
    "somebody just missed": ([hero(straight(0, 0, 12)), walker(3, straight(20.0, -3.2, 1.4, 90.0))], 4, {}),
    "a cut in": ([hero(straight(0, 0, 14)), car(2, lambda t: (9 + 8 * t, 3.5 * max(0, 1 - t), 0, 0))], 4, {}),
    "hard braking": ([braking(6.5)], 6, {}),
    "a tight bend": ([circling(9.0, 9.5)], 4, {}),
}


def turned(place, angle):
    c, s = cos(radians(angle)), sin(radians(angle))
    return c * place[0] - s * place[1] + MOVED[0], s * place[0] + c * place[1] + MOVED[1]


def turned_mover(mover, angle):
    def way(t):
        x, y, z, yaw = mover.way(t)
        return *turned((x, y), angle), z, yaw + angle

    return replace(mover, way=way)


@pytest.mark.parametrize("angle", ANGLES)
@pytest.mark.parametrize("name", SITUATIONS)
def test_the_same_happens(scratch, tmp_path, name, angle):
    movers, seconds, hits = SITUATIONS[name]
    index = record(movers, seconds, collisions=hits).index(scratch)
    other = record([turned_mover(each, angle) for each in movers], seconds, collisions=hits).index(
        tmp_path / "turned.log"
    )
    before, after = events(index), events(other)
    assert [each.kind for each in before] == [each.kind for each in after] != []
    for one, two in zip(before, after, strict=True):
        assert (two.rows, two.severity, two.source) == (one.rows, one.severity, one.source)
        assert (two.start, two.end) == pytest.approx((one.start, one.end), abs=0.051)
        assert two.value == pytest.approx(one.value, rel=0.02, abs=0.02, nan_ok=True)
        if one.place is not None:
            assert two.place[:2] == pytest.approx(turned(one.place, angle), abs=0.15)
        if one.kind in ("contact", "collision"):
            first, second = geometry_of(index, one), geometry_of(other, two)
            assert second.side == first.side
            assert second.speeds == pytest.approx(first.speeds, rel=0.02, abs=0.02)
            assert second.angle == pytest.approx(first.angle, abs=0.5)
            assert second.point == pytest.approx(turned(first.point, angle), abs=0.1)


@pytest.mark.parametrize("angle", [0.0, *ANGLES])
@pytest.mark.parametrize(
    ("ahead", "aside", "governs"),
    [(25.0, 6.0, True), (25.0, -14.0, True), (25.0, 16.0, False), (25.0, -16.0, False), (-6.0, 6.0, False)],
)
def test_the_light_ahead_that_faces_governs_where_nothing_else_is_known(
    scratch, tmp_path, angle, ahead, aside, governs
):
    """It stands at most 15 m beside the way, and not behind the line; its face looks 90° to its right."""
    cast = [
        actor(
            LIGHT, "traffic.traffic_light", (*turned((ahead, aside), angle), 0.0), (0.0, angle + 90.0, 0.0)
        ),
        actor(DECOY, "traffic.traffic_light", (*turned((ahead, 1.0), angle), 0.0), (0.0, angle, 0.0)),
    ]
    index = record([hero(standing(0, 0))], 0.2, cast=cast, extra=red).index(scratch)
    road_map = bend(tmp_path, signals=False)
    line = np.array([*turned((0.0, 0.0), angle), 0.0])
    found = MappedTrafficLights(index, road_map).controlling_signals(line, angle, [("1", -1)])
    assert found.rows == ((index.actors.rows_of(LIGHT)[0],) if governs else ())


NOTHING = {
    "oncoming beside": ("ttc", [hero(straight(0, 0, 10)), car(2, lambda t: (60 - 10 * t, 3.5, 0, 185))]),
    "passing who stands": ("near_miss", [hero(straight(0, 0, 10)), car(2, standing(20, 2.3))]),
    "passing closely": ("contact", [hero(straight(0, 0, 10)), car(2, straight(40, 2.01, -10))]),
    "beside the leader": ("headway", [hero(straight(0, 0, 10)), car(2, straight(9, 2.1, 10))]),
    "faster beside": ("drac", [hero(straight(0, 0, 10)), car(2, straight(20, 2.1, 0))]),
    "following": ("pet", [hero(straight(0, 0, 10)), car(2, straight(14, 0, 10))]),
    "a trailer": ("contact", [hero(straight(0, 0, 10)), car(2, straight(-3.5, 0, 10))]),
}


@pytest.mark.parametrize("angle", [0.0, 128.0])
@pytest.mark.parametrize("name", NOTHING)
def test_nothing_happens_in_another_direction_either(scratch, name, angle):
    kind, movers = NOTHING[name]
    index = record([turned_mover(each, angle) for each in movers], 3.5).index(scratch)
    assert events(index, kind) == ()


@pytest.mark.parametrize("angle", [0.0, 128.0])
@pytest.mark.parametrize(
    ("gap", "aside", "waits"), [(7.5, 0, True), (8.5, 0, False), (5, 2.1, False), (-9, 0, False)]
)
def test_a_queue_stands_at_most_8_m_ahead(scratch, angle, gap, aside, waits):
    """From box to box, and not beside."""
    far = gap + 4 if gap > 0 else gap
    movers = [
        hero(lambda t: (10 * min(t, 2.0), 0, 0, 0)),
        car(2, lambda t: (far + 10 * min(t, 2.0), aside, 0, 0)),
    ]
    index = record([turned_mover(each, angle) for each in movers], 64, 0.25).index(scratch)
    (event,) = events(index, "standing", rows=[0])
    assert (event.cause.kind is CauseKind.BEHIND) is waits
