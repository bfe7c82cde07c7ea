"""What lights show, which of them count, by the map, their volumes, or where they stand, and stop lines."""

from __future__ import annotations

import math

import numpy as np
import pytest

import viewer
from tests.analysis.bend import DECOY, LIGHT, bend, red, with_volume
from tests.analysis.bend import lights as lights_of_the_bend
from tests.analysis.drives import hero, record, standing
from tests.roads.maps import build, road
from tests.scenes import actor
from viewer.analysis.controlled_lanes import LIGHT_SOURCES, rows_around, trigger_volumes
from viewer.analysis.junctions import rows_of_signs
from viewer.analysis.traffic_lights import MappedTrafficLights, TrafficLights, governed_stop_lines
from viewer.logfile import packets
from viewer.logfile.enums import TrafficLightState
from viewer.logfile.source import LogFile
from viewer.program import resource
from viewer.recording.indexing.builder import read_index
from viewer.replay.paths.trajectory import trajectory
from viewer.roads import open_map

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
    return TrafficLights(index), index


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
    told = trajectory(index, int(index.actors.hero_rows[0]))
    rows, sources = book.ahead(told.frames, np.column_stack((told.locations, told.rotations[:, 1])))
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
        row = int(rows[frame])
        assert (None if row < 0 else int(index.actors.actor_id[row])) == expected
        if expected is not None:
            some_found += 1
            assert LIGHT_SOURCES[sources[frame]] == LIGHT_SOURCES[1 if expected in boxes else 2]
    assert 8 < some_found < 41


@pytest.mark.parametrize("seed", range(4))
def test_who_crosses_a_line_is_stopped_by_the_lights_of_the_approach(tmp_path, scratch, seed):
    """By those from 3 m before the line to 40 m beyond that face it: the nearest, and who stand with it."""
    rng = np.random.default_rng(seed)
    placed = [(key, (x / 1.5, y / 1.6, z), yaw) for key, (x, y, z), yaw in lights(rng, 50)]
    _, index = book_of(scratch, placed)
    governs = MappedTrafficLights(index, build(tmp_path, road()))
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
        found = governs.controlling_signals(line, yaw, [("1", -1)])
        assert found.how == LIGHT_SOURCES[2]
        assert index.actors.actor_id[[*found.rows]].tolist() == expected
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
        assert set(index.actors.actor_id[[*rows_around(book.volumes, place)]].tolist()) == expected


def recorded(scratch, cast=None, extra=red, seconds=1.0):
    return record(
        [hero(standing(0, 0))], seconds, cast=lights_of_the_bend() if cast is None else cast, extra=extra
    ).index(scratch)


def row_of(index, actor_id):
    return index.actors.rows_of(actor_id)[0]


@pytest.mark.parametrize("seed", range(3))
def test_how_long_it_is_red_counts_from_where_it_turned_red(scratch, seed):
    """In every frame in which it is, whatever it shows before and after."""
    rng = np.random.default_rng(seed)
    shown = np.repeat(rng.choice([0, 0, 1, 2], 30), rng.integers(1, 5, 30)).tolist()
    frame = iter(shown)

    def phases(_):
        return {packets.TRAFFIC_LIGHT_STATE: [(LIGHT, False, 0.0, next(frame))]}

    index = recorded(scratch, extra=phases, seconds=0.05 * (len(shown) - 1))
    book, row = TrafficLights(index), row_of(index, LIGHT)
    since = None
    for number, state in enumerate(shown[: len(index.frame_starts)]):
        assert book.states(row, np.array([number, len(shown)])).tolist() == [state, TrafficLightState.UNKNOWN]
        since = None if state else number if since is None else since
        if since is not None:
            seconds = index.elapsed[number] - index.elapsed[since]
            assert book.red_for(row, number) == (seconds, since == 0)


def test_volumes_of_lights_and_signs(scratch):
    def volumes(time):
        rows = [
            (LIGHT, (4825.0, 2850.0, 0.0), (175.0, 150.0, 100.0)),
            (60, (100.0, 0.0, 0.0), (-50.0, 50.0, 50.0)),
            (DECOY, (np.nan, 0.0, 0.0), (1.0, 1.0, 1.0)),
            (999, (0.0, 0.0, 0.0), (1.0, 1.0, 1.0)),
        ]
        return red(time) | ({packets.TRIGGER_VOLUME: rows} if time == 0 else {})

    index = recorded(
        scratch, [*lights_of_the_bend(), actor(60, "traffic.stop", (1, 4, 0), (0, 30, 0))], volumes
    )
    found = TrafficLights(index).volumes
    assert found["row"].tolist() == [row_of(index, LIGHT)]
    assert found["center"][0, :2] == pytest.approx((48.25, 28.5))
    assert found["yaw"].tolist() == [180.0]
    signs = trigger_volumes(index, rows_of_signs(index))
    assert signs["row"].tolist() == [row_of(index, 60)]
    assert signs["extent"][0] == pytest.approx((0.5, 0.5))


@pytest.mark.parametrize(("aside", "same"), [(1.9, True), (2.1, False)])
def test_how_far_a_light_may_be_from_its_signal(tmp_path, scratch, aside, same):
    pole = actor(LIGHT, "traffic.traffic_light", (45.0 + aside, 29.0, 0.0), (0.0, 180.0, 0.0))
    index = recorded(scratch, [pole])
    governs = MappedTrafficLights(index, bend(tmp_path))
    assert governs.controlling_signals(np.zeros(3), 90.0, [("2", -1)]).rows == (row_of(index, LIGHT),) * same


def test_how_it_is_known_which_light_governs(tmp_path, scratch):
    line, lanes = np.array([48.25, 30.0, 0.0]), [("1", -1), ("2", -1)]
    for signals, extra, source in ((True, red, 0), (False, with_volume, 1), (False, red, 2)):
        index = recorded(scratch, extra=extra)
        road_map = bend(tmp_path, signals=signals)
        found = MappedTrafficLights(index, road_map).controlling_signals(line, 90.0, lanes)
        assert found.rows == (row_of(index, LIGHT),)
        assert found.how == LIGHT_SOURCES[source]


def test_by_the_map_a_light_governs_only_its_lanes(tmp_path, scratch):
    index, road_map = recorded(scratch), bend(tmp_path)
    lane_lights = MappedTrafficLights(index, road_map)
    assert not lane_lights.controlling_signals(np.array([48.25, 30.0, 0.0]), 90.0, [("3", -1)]).rows
    assert lane_lights.after(road_map.stretch("3", -1, 10.0)) is None
    found = lane_lights.after(road_map.stretch("1", -1, 10.0))
    assert found is not None
    assert found[0] == 0.0


def governed(recording, town):
    with LogFile(recording) as file:
        return governed_stop_lines(read_index(file), town)


def test_every_painted_line_of_the_sample_has_its_light():
    sample_town = open_map(resource("Sampletown.xodr"))
    with LogFile(resource("sample.log")) as file:
        sample = read_index(file)
        lines = governed_stop_lines(sample, sample_town)
    painted = {tuple(line.points.ravel().tolist()) for line in sample_town.stop_lines}
    assert {tuple(line.points.ravel().tolist()) for line in lines} == painted
    assert not any(line.derived for line in lines)
    rows = {int(row) for line in lines for row in line.lights}
    lights = [row for row, one in enumerate(sample.actors.descriptions) if "traffic_light" in one.type_id]
    assert rows <= set(lights)
    for line in lines:
        place = sample.actors.location[int(line.lights[0]), :2]
        assert np.hypot(*(line.points.mean(axis=0) - place)) < 40


def test_without_painted_lines_they_are_the_ends_of_lanes(recordings, maps):
    town = open_map(maps / "Town01.xodr")
    path = recordings / "town01_carla0913_additional_data.log"
    lines = governed(path, town)
    assert len(lines) == 36  # each light of the town stops one lane
    assert all(line.derived for line in lines)
    for line in lines:
        place = town.locate(line.points.mean(axis=0))[0]
        assert place["on_lane"]
        assert np.hypot(*np.diff(line.points, axis=0)[0]) == pytest.approx(place["width"], abs=0.2)


def test_those_who_wait_at_red_are_behind_a_red_line(recordings, maps):
    """2766 of the collision waits before the junction at a line whose light is red."""
    town = open_map(maps / "Town03.xodr")
    path = recordings / "town03_carla096_collision.rec"
    lines = governed(path, town)
    with viewer.open_recording(path) as recording:
        world = recording.world_at(2.0)
        front = world.find(2766).location[:2]
        states = world.light_states
    near = min(lines, key=lambda line: np.hypot(*(line.points.mean(axis=0) - front)))
    assert np.hypot(*(near.points.mean(axis=0) - front)) < 12
    assert states[world.index_of(int(near.lights[0]))] == 0
