"""The weather, lights and clocks of the scene, against what was written."""

from __future__ import annotations

import pytest

from tests.scenes import Scene
from viewer.logfile import packets
from viewer.logfile.enums import LightGroup
from viewer.replay.world.appearance import surroundings_at
from viewer.replay.world.world import world_at

STREET, BUILDING = LightGroup.STREET, LightGroup.BUILDING


def light(light_id, group, *, on):
    return light_id, 1.0, 1.0, 1.0, 1.0, 1.0, on, group


@pytest.fixture
def scene_at(scratch):
    """The lights: all at first, then what changes. The clock runs half as fast, stands still, and is gone."""
    lights = {
        0: [light(7, STREET, on=True), light(-1, STREET, on=False), light(9, BUILDING, on=True)],
        2: [light(7, STREET, on=False)],
        3: [light(-1, STREET, on=True), light(9, BUILDING, on=False), light(7, STREET, on=True)],
    }
    clock = (0.0, 0.2, 0.4, 0.4, None)
    scene = Scene()
    for k in range(5):
        extra = {packets.SCENE_LIGHT: lights.get(k, [])} if k in lights else {}
        if k in (1, 3):
            extra[packets.WEATHER] = [tuple(float(10 * k + n) for n in range(len(packets.WEATHER.fields)))]
        if clock[k] is not None:
            extra[packets.PLATFORM_TIME] = [(clock[k],)]
        if k:
            extra[packets.VISUAL_TIME] = [(100.0 + k,)]
        scene.frame(0.1, extra=extra)
    index = scene.index(scratch)
    return lambda k: surroundings_at(world_at(index, float(index.elapsed[k]) + 1e-3))


def test_the_weather_is_that_of_the_latest_change(scene_at):
    assert [scene_at(k).weather[:1] for k in range(5)] == [
        (),
        *[(("cloudiness", 10.0, "%"),)] * 2,
        *[(("cloudiness", 30.0, "%"),)] * 2,
    ]
    names, values, _ = zip(*scene_at(4).weather, strict=True)
    assert values == tuple(30.0 + n for n in range(len(packets.WEATHER.fields)))
    assert "sun azimuth angle" in names


def test_lights_are_counted_by_group_as_they_are(scene_at):
    counts = [[(each.group, each.count, each.on) for each in scene_at(k).scene_lights] for k in range(5)]
    first = [(STREET, 2, 1), (BUILDING, 1, 1)]
    assert counts == [
        first,
        first,
        [(STREET, 2, 0), (BUILDING, 1, 1)],
        *[[(STREET, 2, 2), (BUILDING, 1, 0)]] * 2,
    ]


def test_clocks_are_told_where_they_are_recorded(scene_at):
    told = [scene_at(k) for k in range(5)]
    assert [each.platform_time for each in told] == [0.0, 0.2, 0.4, 0.4, None]
    assert [each.visual_time for each in told] == [None, 101.0, 102.0, 103.0, 104.0]
    factors = [each.real_time_factor for each in told]
    assert factors[:2] == pytest.approx([0.5, 0.5])
    assert factors[2:] == [None, None, None]
