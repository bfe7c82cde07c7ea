"""Which lights count by where they stand, and by their volumes, against a plain look at each of them."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.analysis.drives import hero, record, standing
from tests.roads.maps import build, road
from tests.scenes import actor
from viewer.analysis.lights_ahead import LaneLights, lights_ahead
from viewer.analysis.signal_places import LIGHT_SOURCES
from viewer.analysis.traffic_lights import LightBook
from viewer.logfile import packets
from viewer.replay.paths.trajectory import trajectory

AHEAD, ASIDE, LEVEL, TOLERANCE = 60.0, 15.0, 8.0, 40.0
BEHIND, BEYOND, GROUP = 3.0, 40.0, 12.0


def lights(rng, count):
    """Lights around the origin, that show to their left as CARLA's do."""
    places = rng.uniform((-70, -25, -9), (70, 25, 9), (count, 3)).tolist()
    yaws = rng.choice([60.0, 90.0, 131.0, 129.0, 51.0, -90.0, 0.0, 450.0, 181.0], count).tolist()
    return [
        (100 + number, (x, y, z), yaw)
        for number, ((x, y, z), yaw) in enumerate(zip(places, yaws, strict=True))
    ]


def book_of(scratch, placed, volumes=(), way=None):
    cast = [actor(key, "traffic.traffic_light", place, (0.0, yaw, 0.0)) for key, place, yaw in placed]
    rows = [(key, [100 * c for c in center], [100 * e for e in extent]) for key, center, extent in volumes]
    index = record(
        [hero(way or standing(0, 0))],
        4,
        0.1,
        cast=cast,
        extra=lambda t: {packets.TRIGGER_VOLUME: rows} if t == 0 and rows else {},
    ).index(scratch)
    return LightBook(index, None), index


def seen(place, x, y, yaw):
    """How far ahead and to the right a place is."""
    turned = complex(place[0] - x, place[1] - y) / complex(
        math.cos(math.radians(yaw)), math.sin(math.radians(yaw))
    )
    return turned.real, turned.imag


def facing(light, yaw):
    return abs((light - yaw - 90.0 + 180.0) % 360.0 - 180.0) < TOLERANCE


@pytest.mark.parametrize("some", [0.0, 0.5])
@pytest.mark.parametrize("seed", range(4))
def test_the_light_ahead_is_the_nearest_that_faces_the_actor(scratch, seed, some):
    """Of one with a volume, it is the volume that is ahead, or around the actor."""
    rng = np.random.default_rng(seed)
    placed = lights(rng, 30)
    volumes = [
        (key, (x + rng.uniform(-9, 9), y + rng.uniform(-9, 9), 0.0), (*rng.uniform(1, 8, 2), 1.0))
        for key, (x, y, _), _ in placed
        if rng.random() < some
    ]
    poses = [
        (float(x), float(y), float(z), float(yaw))
        for x, y, z, yaw in zip(
            *rng.uniform((-40, -10, -3), (40, 10, 3), (41, 3)).T,
            rng.choice([0.0, 20.0, 41.0, 180.0, 271.0, -360.0], 41),
            strict=True,
        )
    ]

    def way(t):
        return poses[min(round(t / 0.1), 40)]

    book, index = book_of(scratch, placed, volumes, way)
    found = lights_ahead(book, None, trajectory(index, int(index.actors.hero_rows[0])))
    boxes = {key: (center, max(extent[:2])) for key, center, extent in volumes}
    some_found = 0
    for frame, (x, y, z, yaw) in enumerate(poses):
        counts = []
        for key, place, light_yaw in placed:
            center, behind = boxes.get(key, (place, 0.0))
            ahead, aside = seen(center, x, y, yaw)
            if (
                facing(light_yaw, yaw)
                and -behind < ahead < AHEAD
                and abs(aside) < ASIDE
                and abs(place[2] - z) < LEVEL
            ):
                counts.append((math.hypot(ahead, aside), key))
        expected = min(counts)[1] if counts else None
        row = int(found.rows[frame])
        assert (None if row < 0 else int(index.actors.actor_id[row])) == expected
        if expected is not None:
            some_found += 1
            assert LIGHT_SOURCES[found.sources[frame]] == LIGHT_SOURCES[1 if expected in boxes else 2]
    assert 8 < some_found < 41


@pytest.mark.parametrize("seed", range(4))
def test_who_crosses_a_line_is_stopped_by_the_lights_of_the_approach(tmp_path, scratch, seed):
    """By those from 3 m before the line to 40 m beyond that face it: the nearest, and who stand with it."""
    rng = np.random.default_rng(seed)
    placed = [(key, (x / 1.5, y / 1.6, z), yaw) for key, (x, y, z), yaw in lights(rng, 50)]
    book, index = book_of(scratch, placed)
    governs = LaneLights(book, build(tmp_path, road()))
    several = 0
    for _ in range(60):
        line, yaw = (
            rng.uniform((-20, -9, -3), (20, 9, 3)),
            float(rng.choice([0.0, 30.0, 180.0, -89.0, 360.0])),
        )
        near = []
        for key, place, light_yaw in placed:
            ahead, aside = seen(place, line[0], line[1], yaw)
            level = abs(place[2] - line[2]) < LEVEL
            if -BEHIND < ahead < BEYOND and abs(aside) < ASIDE and level and facing(light_yaw, yaw):
                near.append((ahead, key))
        near.sort()
        expected = [key for ahead, key in near if ahead - near[0][0] < GROUP]
        several += len(expected) > 1
        found = governs.governing(line, yaw, [("1", -1)])
        assert found.how == LIGHT_SOURCES[2]
        assert index.actors.actor_id[found.rows].tolist() == expected
    assert several > 3


@pytest.mark.parametrize("seed", range(3))
def test_volumes_around_a_place(scratch, seed):
    """Turned with their light; two metres beside them is near enough."""
    rng = np.random.default_rng(seed)
    placed = lights(rng, 8)
    volumes = [(key, rng.uniform(-15, 15, 3), rng.uniform(1, 6, 3)) for key, *_ in placed]
    book, index = book_of(scratch, placed, volumes)
    for place in rng.uniform(-25, 25, (80, 2)):
        expected = set()
        for (key, _, yaw), (_, center, extent) in zip(placed, volumes, strict=True):
            ahead, aside = seen(place, *center[:2], yaw)
            if abs(ahead) <= extent[0] + 2.0 and abs(aside) <= extent[1] + 2.0:
                expected.add(key)
        assert set(index.actors.actor_id[book.volumes.around(place)].tolist()) == expected
