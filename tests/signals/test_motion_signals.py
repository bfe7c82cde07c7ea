"""Motion over time against movements whose derivatives are known."""

from __future__ import annotations

import numpy as np
import pytest

from tests.scenes import CAMERA, HERO, LATE, Scene, actor, pose, street
from viewer.logfile import packets
from viewer.logfile.fields import Engine
from viewer.signals import read_series

UNEVEN = [0.05, 0.02, 0.11, 0.05, 0.07, 0.013, 0.05, 0.2, 0.03, 0.06, 0.05, 0.04]


def moving(places, yaws=None, durations=UNEVEN, velocities=None):
    """Return a scene, for UE5, whose vectors have 64 bits, of one vehicle that was at places at uneven times.

    ``places``, ``yaws`` and ``velocities`` are functions of the time.
    """
    scene, times = Scene(Engine.UE5), np.append(0.0, np.cumsum(np.float32(durations).astype(float)))
    for k, time in enumerate(times):
        yaw = yaws(time) if yaws else 0.0
        extra = {packets.KINEMATICS: [(1, velocities(time), (0, 0, 7.0))]} if velocities else {}
        scene.frame(
            durations[k - 1] if k else 0.05,
            add=[actor(1)] if k == 0 else [],
            poses=[pose(1, places(time), (0.0, yaw, 0.0))],
            extra=extra,
        )
    return scene


def one(index, name, row=0, **others):
    (series,) = read_series(index, [name], row, **others)
    return series


def test_even_acceleration(scratch):
    index = moving(lambda t: (3.0 * t + 2.0 * t * t, 0, 0)).index(scratch)
    times = index.elapsed
    speed, along, across, jerk = read_series(
        index, ["derived_speed", "acceleration", "lateral_acceleration", "jerk"], 0
    )
    assert speed.elapsed.tolist() == times.tolist()
    assert speed.values[1:-1] == pytest.approx(3.0 + 4.0 * times[1:-1])
    assert along.values == pytest.approx([4.0] * len(times))
    assert across.values == pytest.approx([0.0] * len(times), abs=1e-9)
    assert jerk.values == pytest.approx([0.0] * len(times), abs=1e-6)
    assert not any(each.recorded for each in (speed, along, across, jerk))


def test_a_circle_driven_to_the_right(scratch):
    """v = 10 m/s on a radius of 20 m: 5 m/s² to the right, 28.6 °/s, nothing along."""
    rate = 10.0 / 20.0
    index = moving(
        lambda t: (20 * np.sin(rate * t), 20 - 20 * np.cos(rate * t), 0),
        lambda t: np.degrees(rate * t),
        [0.02, 0.03, 0.01, 0.025] * 10,
    ).index(scratch)
    names = ["derived_speed", "acceleration", "lateral_acceleration", "derived_yaw_rate"]
    speed, along, across, turning = (each.values for each in read_series(index, names, 0))
    inside = slice(2, -2)
    assert speed[inside] == pytest.approx(10.0, rel=1e-3)
    assert across[inside] == pytest.approx(5.0, rel=1e-2)
    assert along[inside] == pytest.approx(0.0, abs=0.05)
    assert turning == pytest.approx(np.degrees(rate), rel=1e-6)


def test_the_yaw_turns_the_short_way_round(scratch):
    index = moving(lambda t: (0, 0, 0), lambda t: (175 + 40 * t + 180) % 360 - 180).index(scratch)
    assert one(index, "derived_yaw_rate").values == pytest.approx(40.0)
    assert one(index, "yaw").values.min() < -170


def test_speeds_recorded_and_derived_are_told_apart(scratch):
    index = moving(lambda t: (3 * t, 0, 0), velocities=lambda t: (3, 4, 0)).index(scratch)
    recorded, derived, turn = read_series(index, ["speed", "derived_speed", "yaw_rate"], 0)
    assert recorded.recorded
    assert recorded.values.tolist() == [5.0] * 13
    assert turn.values.tolist() == [7.0] * 13
    assert not derived.recorded
    assert derived.values == pytest.approx([3.0] * 13)


def test_acceleration_comes_from_recorded_velocities_where_there_are_some(scratch):
    """Heading along y: a velocity along y is forward, one along x to the left."""
    index = moving(lambda t: (0, 0, 0), lambda t: 90.0, velocities=lambda t: (-2 * t, 5 * t, 0)).index(
        scratch
    )
    along, across = read_series(index, ["acceleration", "lateral_acceleration"], 0)
    assert along.values == pytest.approx(5.0, rel=1e-5)
    assert across.values == pytest.approx(2.0, rel=1e-5)


def test_recorded_velocities_that_are_none_leave_gaps(scratch):
    index = moving(lambda t: (t, 0, 0), velocities=lambda t: (np.nan if 0.2 < t < 0.24 else t, 0, 0)).index(
        scratch
    )
    speed = one(index, "speed")
    assert np.flatnonzero(np.isnan(speed.values)).tolist() == [4]
    assert np.isfinite(one(index, "derived_speed").values).all()


def test_a_teleport_is_no_speed(scratch):
    index = moving(lambda t: (2 * t + (500.0 if t > 0.3 else 0.0), 0, 0)).index(scratch)
    speed, along = read_series(index, ["derived_speed", "acceleration"], 0)
    assert speed.values == pytest.approx([2.0] * 13)
    assert along.values == pytest.approx([0.0] * 13, abs=1e-6)


def test_who_is_not_alive_leaves_a_gap(scratch):
    index = street().index(scratch)
    late = index.actors.rows_of(LATE)[0]
    x = one(index, "x", late)
    assert x.elapsed.tolist() == index.elapsed[5:16].tolist()
    assert np.isnan(x.values).tolist() == [False] * 10 + [True]
    assert x.at(0.2) != x.at(0.2)
    assert x.at(0.30) == pytest.approx(20.0)
    assert np.isnan(x.at(0.9))


def test_a_frame_that_tells_nothing_is_a_gap(scratch):
    scene = Scene()
    for k in range(6):
        scene.frame(add=[actor(1)] if k == 0 else [], poses=[pose(1, (k, 0, 0))] if k != 3 else [])
    speed, x = read_series(scene.index(scratch), ["derived_speed", "x"], 0)
    assert np.flatnonzero(np.isnan(x.values)).tolist() == [3]
    assert len(x) == 6
    assert speed.values[[0, 1, 2, 4, 5]] == pytest.approx([20.0] * 5, rel=1e-4)


def test_distance_where_both_are_told(scratch):
    index = street().index(scratch)
    hero, late = (index.actors.rows_of(each)[0] for each in (HERO, LATE))
    apart = one(index, "distance", hero, other=late)
    assert apart.elapsed.tolist() == index.elapsed[5:16].tolist()
    expected = [np.hypot(20.0 - 0.5 * k, 20.0 - 0.3 * k) for k in range(5, 15)]
    assert apart.values[:-1] == pytest.approx(expected, rel=1e-5)
    assert not apart.recorded
    with pytest.raises(ValueError, match="two actors"):
        read_series(index, ["distance"], hero)


def test_what_is_carried_has_derived_places(scratch):
    index = street().index(scratch)
    x, of_hero = one(index, "x", index.actors.rows_of(CAMERA)[0]), one(index, "x", 0)
    assert not x.recorded
    assert of_hero.recorded
    assert x.values == pytest.approx(of_hero.values[2:] + 1.5, abs=1e-5)


def test_absurd_numbers_become_gaps(scratch):
    scene = Scene().frame(add=[actor(1)], poses=[pose(1, (1, 0, 0))])
    extra = {packets.ANIM_VEHICLE: [(1, np.inf, 1e30, np.nan, False, 1)]}
    index = scene.frame(poses=[pose(1, (2, 0, 0))], extra=extra).index(scratch)
    for series in read_series(index, ["steer", "throttle", "brake"], 0):
        assert np.isnan(series.values).all()
        assert not series.known
