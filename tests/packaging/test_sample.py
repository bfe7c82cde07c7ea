"""The sample recording is what its script makes, and a minute that could have happened."""

from __future__ import annotations

import math
import os
import subprocess
import sys
import zlib
from itertools import combinations, pairwise
from pathlib import Path

import numpy as np
import pytest
from sample import network, routes, streets
from sample.geometry import Box, Pose, separation, wrap
from sample.lights import all_lights

import viewer
from viewer.logfile import packets
from viewer.logfile.enums import TrafficLightState
from viewer.recording.events import EventType
from viewer.recording.read.gather import gather
from viewer.resources import resource
from viewer.roads import open_map

ROOT = Path(__file__).resolve().parents[2]
HEAVY = 200  # frame-to-frame pairs that a check must have seen to mean something


@pytest.fixture(scope="module")
def sample():
    with viewer.open_recording(resource("sample.log")) as recording:
        yield recording


class Life:
    """One actor's life as arrays: frame indices, poses in metres and radians, recorded velocities."""

    def __init__(self, recording, row):
        self.row = row
        self.description = recording.actors.descriptions[row]
        self.actor_id = self.description.actor_id
        frames = slice(int(recording.actors.spawn_frame[row]), None)
        destroyed = int(recording.actors.destroy_frame[row])
        frames = slice(frames.start, min(destroyed, len(recording.frames)))
        self.frames, position = gather(recording.index, packets.POSITION, self.actor_id, frames)
        same, kinematics = gather(recording.index, packets.KINEMATICS, self.actor_id, frames)
        assert np.array_equal(self.frames, same)
        assert np.array_equal(self.frames, np.arange(frames.start, frames.stop))
        self.xy = position["location"][:, :2].astype(float) / 100.0
        self.heading = np.radians(position["rotation"][:, 2].astype(float))
        self.velocity = kinematics["velocity"][:, :2].astype(float)
        self.speed = np.hypot(*self.velocity.T)
        half = recording.actors.box_extent[row]
        self.half_length, self.half_width = float(half[0]), float(half[1])

    def box(self, frame):
        i = frame - self.frames[0]
        return Box(Pose(*self.xy[i], self.heading[i]), self.half_length, self.half_width)

    def bumper(self):
        """Return the middle of the front end, shape (K, 2)."""
        return self.xy + self.half_length * np.column_stack([np.cos(self.heading), np.sin(self.heading)])


@pytest.fixture(scope="module")
def lives(sample):
    rows = range(len(sample.actors))
    moving = ("vehicle.", "walker.")
    return [Life(sample, row) for row in rows if sample.actors.descriptions[row].type_id.startswith(moving)]


@pytest.fixture(scope="module")
def vehicles(lives):
    return [life for life in lives if life.description.type_id.startswith("vehicle.")]


@pytest.fixture(scope="module")
def walkers(lives):
    return [life for life in lives if life.description.type_id.startswith("walker.")]


@pytest.fixture(scope="module")
def crash(sample):
    (contact,) = sample.contacts
    return contact


def involved(life, crash):
    return life.row in (crash.actor, crash.other)


# -- the file


@pytest.mark.slow
def test_the_script_makes_exactly_the_recording_that_ships(tmp_path):
    made = tmp_path / "made.log"
    script = ROOT / "packaging" / "sample" / "make_sample.py"
    environment = {**os.environ, "PYTHONHASHSEED": "99", "PYTHONPATH": ""}
    subprocess.run([sys.executable, script, made], check=True, cwd=tmp_path, env=environment, timeout=240)
    assert made.read_bytes() == resource("sample.log").read_bytes()


def test_it_is_light_to_keep():
    assert len(zlib.compress(resource("sample.log").read_bytes())) < 500_000


def test_everything_in_it_can_be_read(sample):
    assert sample.header.map_name == streets.MAP_NAME
    assert sample.problems == ()
    # What 0.9.14 writes with additional data, but for physics, light times and bones.
    assert sample.index.packet_counts.keys() == {*range(11), 12, 13, 14, 17, 20}
    for i in range(len(sample.frames)):
        frame = sample.index.read_frame(i)
        for kind in packets.PACKETS:
            if kind not in (packets.FRAME_END, packets.EVENT_ADD):
                frame.records(kind)


def test_frames_last_as_long_as_a_simulation_that_runs_freely(sample):
    raw = sample.index.heads
    durations = raw["duration"][:-1]
    assert raw["duration"][-1] == -1.0
    assert np.array_equal(durations, durations.astype(np.float32).astype(float))
    assert np.array_equal(raw["elapsed"], np.concatenate([[0.0], np.cumsum(durations)]))
    ordinary = np.sort(durations)[:-1]
    assert ordinary[0] > 0.03
    assert ordinary[-1] < 0.07
    assert np.ptp(ordinary) > 0.02
    assert durations.max() == pytest.approx(0.4)
    assert sample.duration == pytest.approx(60.0, abs=0.1)


# -- the cast


def test_the_cast_is_that_of_a_lively_town(sample, vehicles, walkers):
    kinds = [description.type_id for description in sample.actors.descriptions]
    bicycles = [life for life in vehicles if life.description.attributes["base_type"] == "bicycle"]
    alive = [len(sample.world_at(t).rows) for t in range(0, 60, 5)]
    assert len(vehicles) - len(bicycles) >= 20
    assert len(bicycles) == 3
    assert len(walkers) >= 10
    assert kinds.count("traffic.traffic_light") == len(all_lights())
    assert kinds.count("spectator") == 1
    assert sum(kind.startswith("static.prop.") for kind in kinds) >= 6
    assert sum(kind.startswith("traffic.speed_limit") for kind in kinds) >= 3
    assert min(alive) > 50


def test_sensors_are_attached_in_the_frame_that_adds_them(sample):
    actors = sample.actors
    attached = sample.events[sample.events["kind"] == EventType.PARENT]
    sensors = [row for row, one in enumerate(actors.descriptions) if one.type_id.startswith("sensor.")]
    assert sorted(attached["actor"].tolist()) == sensors
    assert np.array_equal(attached["frame"], actors.spawn_frame[attached["actor"]])
    (hero,) = actors.hero_rows
    mounted = {actors.descriptions[row].type_id for row in actors.children(int(hero))}
    assert mounted == {
        "sensor.camera.rgb",
        "sensor.lidar.ray_cast",
        "sensor.other.collision",
        "sensor.other.gnss",
    }
    assert {int(parent) for parent in attached["other"]} > {int(hero)}
    for row in sensors:
        assert actors.destroy_frame[row] <= actors.destroy_frame[actors.parent[row]]
        assert np.abs(actors.location[row]).max() < 10.0


def test_boxes_are_recorded_once_and_not_for_what_has_no_mesh(sample):
    actors = sample.actors
    for row, one in enumerate(actors.descriptions):
        boxes = sample.index.read_frame(int(actors.spawn_frame[row])).records(packets.BOUNDING_BOX)
        extents = boxes["extent"][boxes["actor_id"] == one.actor_id]
        if one.type_id.startswith("traffic."):
            assert len(extents) == 0
        else:
            solid = one.type_id.startswith(("vehicle.", "walker.", "static."))
            assert np.isfinite(extents).tolist() == [[solid] * 3]


def test_an_id_is_used_again_after_its_actor_died(sample):
    actors = sample.actors
    ids = [one.actor_id for one in actors.descriptions]
    (again,) = {actor_id for actor_id in ids if ids.count(actor_id) > 1}
    first, second = actors.rows_of(again)
    assert actors.destroy_frame[first] < actors.spawn_frame[second]
    assert actors.descriptions[first].type_id != actors.descriptions[second].type_id


def test_who_is_destroyed_was_at_the_edge_of_town_or_towed_or_went_into_a_house(sample, lives, crash):
    exits = [(-100.0, 0.0), (100.0, 0.0), (0.0, 73.5)]
    gone = [life for life in lives if life.frames[-1] + 1 < len(sample.frames)]
    assert len(gone) >= 8
    for life in gone:
        towed = involved(life, crash)
        housed = life.description.type_id.startswith("walker.")
        nearest = min(math.dist(life.xy[-1], way_out) for way_out in exits)
        assert towed or housed or nearest < 8.0, life.description


# -- the motion


def test_recorded_velocities_are_those_of_the_poses(sample, lives, crash):
    durations = sample.frames["duration"]
    checked = 0
    for life in lives:
        seconds = durations[life.frames[:-1]]
        derived = np.diff(life.xy, axis=0) / seconds[:, None]
        usual = seconds < 0.1
        if involved(life, crash):
            usual &= np.abs(life.frames[1:] - crash.first_frame) > 1
        error = np.hypot(*(derived - (life.velocity[:-1] + life.velocity[1:]) / 2).T)
        walks = life.description.type_id.startswith("walker.")
        allowed = 0.12 if walks else 0.02 + 0.01 * life.speed[1:][usual]
        assert (error[usual] < allowed).all(), life.description
        checked += np.count_nonzero(life.speed > 1.0)
    assert checked > HEAVY


def test_nobody_jumps_or_spins(sample, lives, crash):
    durations = sample.frames["duration"]
    for life in lives:
        seconds = durations[life.frames[:-1]]
        turn = np.abs([wrap(b - a) for a, b in pairwise(life.heading)]) / seconds
        change = np.hypot(*np.diff(life.velocity, axis=0).T) / seconds
        walks = life.description.type_id.startswith("walker.")
        if not involved(life, crash):
            assert turn.max() < math.radians(360.0 if walks else 50.0), life.description
            assert change.max() < (16.0 if walks else 8.0), life.description


def test_controls_go_with_the_motion(sample, vehicles, crash):
    agree = moving = 0
    for life in vehicles:
        frames = slice(int(life.frames[0]), int(life.frames[-1]) + 1)
        _, controls = gather(sample.index, packets.ANIM_VEHICLE, life.actor_id, frames)
        _, lamps = gather(sample.index, packets.VEHICLE_LIGHT, life.actor_id, frames)
        assert ((controls["throttle"] >= 0) & (controls["throttle"] <= 1)).all()
        assert ((controls["brake"] >= 0) & (controls["brake"] <= 1)).all()
        assert (controls["throttle"] * controls["brake"] == 0).all()
        assert np.abs(controls["steer"]).max() < 0.75
        if life.description.attributes["base_type"] != "bicycle":
            assert np.array_equal((lamps["lights"] & 0x8) > 0, controls["brake"] > 0), life.description
        if not involved(life, crash):
            turning = np.array([0.0, *(wrap(b - a) for a, b in pairwise(life.heading))])
            clear = np.abs(turning) > math.radians(0.3)
            moving += np.count_nonzero(clear)
            agree += np.count_nonzero(clear & (np.sign(turning) == np.sign(controls["steer"])))
    assert moving > HEAVY
    assert agree > 0.99 * moving


# -- the rules of the road


def test_boxes_overlap_only_in_the_accident(sample, lives, crash):
    pairs = 0
    for frame in range(0, len(sample.frames), 2):
        here = [life for life in lives if life.frames[0] <= frame <= life.frames[-1]]
        places = np.array([life.xy[frame - life.frames[0]] for life in here])
        near = np.hypot(*(places[:, None] - places[None]).transpose(2, 0, 1)) < 7.0
        for i, j in np.argwhere(np.triu(near, 1)).tolist():
            gap, _ = separation(here[i].box(frame), here[j].box(frame))
            pairs += 1
            walkers = all(here[k].description.type_id.startswith("walker.") for k in (i, j))
            accident = {here[i].row, here[j].row} == {crash.actor, crash.other}
            least = -0.21 if accident else 0.0 if walkers else 0.1
            assert gap > least, (frame, here[i].description, here[j].description)
    assert pairs > HEAVY


def test_a_light_is_turned_90_degrees_from_those_it_stops_and_says_where_they_are(sample):
    volumes = sample.index.read_frame(0).records(packets.TRIGGER_VOLUME)
    assert len(volumes) == len(all_lights())
    by_id = {one.actor_id: row for row, one in enumerate(sample.actors.descriptions)}
    town = open_map(resource(f"{streets.MAP_NAME}.xodr"))
    for actor_id, origin, extent in volumes.tolist():
        yaw = sample.actors.rotation[by_id[actor_id], 1]
        (place,) = town.locate([[origin[0] / 100, origin[1] / 100]], [yaw - 90.0])
        assert wrap(math.radians(place["heading"] + 90.0 - yaw)) == pytest.approx(0.0, abs=0.1)
        assert extent[0] > extent[1]  # its length is across the lanes


def test_only_the_culprit_crosses_a_stop_line_on_red(sample, vehicles, crash):
    red = {}
    lines = []
    for light in all_lights():
        side = "right" if light.arm.end == "end" else "left"
        s = network.distance_from_start(light.arm.street, light.arm.end, light.arm.stop_line)
        line = network.beside(light.arm.street, s, side, 0.0)
        lines.append((light, line, network.kerb(light.arm.street, side)))
    by_place = {(round(x, 1), round(y, 1)): row for row, (x, y, _) in enumerate(sample.actors.location)}
    crossed = 0
    culprits = []
    for light, line, width in lines:
        row = by_place[round(light.pose.x, 1), round(light.pose.y, 1)]
        actor_id = sample.actors.descriptions[row].actor_id
        _, states = gather(sample.index, packets.TRAFFIC_LIGHT_STATE, actor_id, slice(0, len(sample.frames)))
        red[row] = states["state"] == TrafficLightState.RED
        cos, sin = math.cos(line.heading), math.sin(line.heading)
        for life in vehicles:
            dx, dy = (life.bumper() - (line.x, line.y)).T
            along, across = dx * cos + dy * sin, dy * cos - dx * sin
            over = (along[:-1] < 0.0) & (along[1:] >= 0.0) & (across[1:] > 0.0) & (across[1:] < width)
            frames = life.frames[1:][over & (np.abs(along[1:]) < 8.0)]
            crossed += len(frames)
            culprits += [life.row for frame in frames if red[row][frame]]
    assert crossed >= 20
    assert culprits == [crash.actor]


def test_lights_change_in_order_and_last_as_planned(sample):
    order = {
        TrafficLightState.GREEN: TrafficLightState.YELLOW,
        TrafficLightState.YELLOW: TrafficLightState.RED,
        TrafficLightState.RED: TrafficLightState.GREEN,
    }
    for one in sample.actors.descriptions:
        if one.type_id == "traffic.traffic_light":
            _, states = gather(
                sample.index, packets.TRAFFIC_LIGHT_STATE, one.actor_id, slice(0, len(sample.frames))
            )
            changes = [(a, b) for a, b in pairwise(states["state"].tolist()) if a != b]
            assert len(changes) >= 4
            assert all(order[TrafficLightState(a)] == b for a, b in changes)
            since = np.diff(states["time_in_state"])
            steady = np.diff(states["state"].astype(int)) == 0
            assert since[steady] == pytest.approx(sample.frames["duration"][:-1][steady], abs=0.002)


def test_everybody_drives_on_the_right(sample, vehicles, crash):
    checked = 0
    for life in vehicles:
        for i in range(0, len(life.frames), 10):
            if involved(life, crash) and life.frames[i] >= crash.first_frame:
                break
            for street in streets.STREETS:
                reference = network.reference(street.name)
                for s, offset in reference.locate(*life.xy[i], 0.0, reference.length):
                    turn = abs(wrap(life.heading[i] - reference.at(s).heading))
                    side = "right" if turn < math.pi / 2 else "left"
                    lateral = offset if side == "right" else -offset
                    width = network.kerb(street.name, side)
                    if abs(offset) < width and 3.0 < s < reference.length - 3.0:
                        assert life.half_width < lateral < width - life.half_width, life.description
                        checked += 1
    assert checked > HEAVY


def test_walkers_keep_off_the_carriageway_but_for_crossings(walkers):
    over = 0
    for life in walkers:
        for x, y in life.xy[::5]:
            for street in streets.STREETS:
                reference = network.reference(street.name)
                for s, offset in reference.locate(x, y, 0.0, reference.length):
                    side = "right" if offset > 0 else "left"
                    if abs(offset) < network.kerb(street.name, side):
                        crossings = [one for one in streets.CROSSINGS if one.street == street.name]
                        assert any(abs(network.crossing_s(one) - s) <= one.width / 2 for one in crossings)
                        over += 1
    assert over > 50


# -- the accident


def test_the_accident_is_one_contact_that_both_report(sample, vehicles, crash):
    records = np.concatenate(
        [
            sample.index.read_frame(i).records(packets.COLLISION)
            for i in range(crash.first_frame, crash.last_frame + 1)
        ]
    )
    assert sample.frames["elapsed"][crash.first_frame] == pytest.approx(23.3, abs=0.5)
    assert crash.last_frame - crash.first_frame >= 2
    assert set(crash.reported_by) == {crash.actor_id, crash.other_id}
    assert (np.diff(records["sequence"].astype(int)) > 1).all()
    for life in vehicles:
        after = life.speed[(life.frames > crash.last_frame + 40) & (life.frames < crash.last_frame + 200)]
        if involved(life, crash):
            assert (after == 0.0).all()
            assert life.speed[crash.first_frame - 1 - life.frames[0]] > 7.0
    (hero,) = sample.actors.hero_rows
    watcher = next(life for life in vehicles if life.row == hero)
    wreck = next(life for life in vehicles if life.row == crash.actor)
    at = crash.first_frame
    assert math.dist(watcher.box(at).pose[:2], wreck.box(at).pose[:2]) < 25.0
    assert watcher.speed[at - watcher.frames[0]] == 0.0


def test_the_culprit_is_towed_and_the_victim_drives_on(sample, vehicles, crash):
    by_row = {life.row: life for life in vehicles}
    culprit, victim = by_row[crash.actor], by_row[crash.other]
    happened, towed = sample.frames["elapsed"][[crash.first_frame, int(culprit.frames[-1])]]
    assert 10.0 < towed - happened < 20.0
    assert victim.speed[-1] > 3.0


# -- the table of streets


@pytest.mark.parametrize(("one", "other"), streets.LINKS)
def test_linked_streets_continue_each_other(one, other):
    a, b = (
        network.reference(name).at(network.distance_from_start(name, end, 0.0)) for name, end in (one, other)
    )
    assert a == pytest.approx(b, abs=1e-9)


@pytest.mark.parametrize("junction", streets.JUNCTIONS, ids=lambda junction: junction.name)
def test_every_arm_of_a_junction_leads_smoothly_to_every_other(junction):
    for one, other in combinations(junction.arms, 2):
        for come, leave in ((one, other), (other, one)):
            for track in ("driving", "biking"):
                route = routes.compile_route(f"{come.street} {leave.street}", track)
                for before, after in pairwise(route.path.pieces):
                    end, start = before.at(before.length), after.start
                    assert end[:2] == pytest.approx(start[:2], abs=1e-6)
                    assert wrap(end.heading - start.heading) == pytest.approx(0.0, abs=1e-6)


def test_streets_end_at_junctions_or_lead_out_of_town():
    met = {(arm.street, arm.end) for junction in streets.JUNCTIONS for arm in junction.arms}
    linked = {end for link in streets.LINKS for end in link}
    ends = {(street.name, end) for street in streets.STREETS for end in ("start", "end")}
    assert not met & linked
    assert ends - met - linked == {("main_1", "start"), ("main_4", "end"), ("mill", "end")}
