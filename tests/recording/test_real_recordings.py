"""The real recordings: what their README says about them, and what holds for all."""

from __future__ import annotations

import math
from datetime import date

import numpy as np
import pytest

from tests.recording import plain_reader
from viewer.logfile import packets
from viewer.logfile.fields import Engine
from viewer.logfile.source import LogFile
from viewer.recording.actors import Category
from viewer.recording.indexing.builder import read_index
from viewer.recording.read.records import gather
from viewer.recording.usual_boxes import usual_box
from viewer.replay.world.world import world_at

KNOWN = {  # file: map, date, frames, seconds
    "town03_carla096_collision.rec": ("Town03", date(2019, 10, 23), 237, 15.2),
    "town01_carla096_walkers.rec": ("Town01", date(2019, 10, 23), 257, 16.5),
    "town05_carla096.rec": ("Town05", date(2020, 7, 29), 341, 19.1),
    "town01_carla0910_additional_data.log": ("Town01", date(2020, 9, 3), 461, 15.9),
    "town01_carla0913_additional_data.log": ("Town01", date(2021, 11, 23), 432, 12.5),
}


@pytest.fixture
def index(recording_file):
    return read_index(LogFile(recording_file))


@pytest.fixture
def known(recording_file):
    if recording_file.name not in KNOWN:
        pytest.skip(f"nothing is known about {recording_file.name}")
    return KNOWN[recording_file.name]


def test_header_frames_and_length(index, known):
    map_name, day, frames, seconds = known
    assert index.header.version == 1
    assert index.header.map_name == map_name
    assert index.header.date.date() == day
    assert index.dialect.engine is Engine.UE4
    assert len(index.frames) == frames
    assert round(index.duration, 1) == seconds


def test_nothing_is_wrong_and_every_byte_is_accounted_for(index):
    assert index.problems == ()
    assert index.bytes_read == index.size
    strides = [index.layouts[number].stride for number in index.layout_indices.tolist()]
    assert index.header.size + sum(strides) == index.size
    assert index.offsets.tolist() == (index.header.size + np.cumsum([0, *strides[:-1]])).tolist()


def test_every_frame_is_where_the_plain_reader_finds_it(index, recording_file):
    frames = plain_reader.frames_of(recording_file.read_bytes())
    assert index.frame_starts.tolist() == [plain_reader.start(frame) for frame in frames]
    for number, frame in enumerate(frames):
        read_frame = index.read_frame(number)
        for packet in frame:
            if packet.id in (packets.POSITION.id, packets.TRAFFIC_LIGHT_STATE.id, packets.KINEMATICS.id):
                layout = {6: "I6f", 7: "I?fB", 12: "I6f"}[packet.id]
                plain = plain_reader.records(packet.payload, layout)
                ids = read_frame.records(packets.BY_ID[packet.id])["actor_id"]
                assert ids.tolist() == [record[0] for record in plain]


def test_times_follow_the_simulator_exactly(index):
    heads = index.frame_starts
    assert heads["frame"].tolist() == list(range(1, len(heads) + 1))
    assert heads["elapsed"][0] == 0.0
    assert (heads["elapsed"][:-1] + heads["duration"][:-1] == heads["elapsed"][1:]).all()
    assert heads["duration"][-1] == -1.0
    assert (index.frames["elapsed"] == heads["elapsed"]).all()
    assert index.frames["duration"][-1] == 0.0
    assert index.frames["duration"][:-1] == pytest.approx(heads["duration"][:-1], abs=1e-14)


def test_the_hero_is_found(index, known):
    (hero, *_) = index.actors.hero_rows
    assert index.actors.descriptions[hero].role_name in {"hero", "ego_vehicle"}
    assert index.actors.category[hero] == Category.VEHICLE
    numbers, _ = gather(
        index, packets.POSITION, int(index.actors.actor_id[hero]), slice(0, len(index.frame_starts))
    )
    end = min(int(index.actors.destroy_frame[hero]), len(index.frame_starts))
    assert numbers.tolist() == list(range(end))
    assert end >= len(index.frame_starts) - 1


def test_everybody_in_position_is_alive(index):
    """And who moves is in Position as long as it lives: so lives begin and end in the right frames."""
    actors = index.actors
    for number in range(len(index.frame_starts)):
        ids = index.read_frame(number).records(packets.POSITION)["actor_id"].tolist()
        alive = actors.alive(number)
        movers = alive[np.isin(actors.category[alive], (Category.VEHICLE, Category.BICYCLE, Category.WALKER))]
        assert len(ids) == len(set(ids))
        assert set(ids) <= set(actors.actor_id[alive].tolist())
        assert set(actors.actor_id[movers].tolist()) <= set(ids)


def test_actors_are_named_by_blueprints(index):
    unknown = np.flatnonzero(index.actors.category == Category.OTHER)
    assert [index.actors.descriptions[row].type_id for row in unknown.tolist()] == []
    spectators = np.flatnonzero(index.actors.category == Category.SPECTATOR)
    assert len(spectators) == 1


def test_boxes_are_recorded_with_additional_data_only(index, recording_file):
    actors = index.actors
    vehicles = np.isin(actors.category, (Category.VEHICLE, Category.BICYCLE, Category.WALKER))
    has_them = "additional_data" in recording_file.name
    assert index.has_additional_data == has_them
    assert (actors.box_recorded[vehicles] == has_them).all()
    assert not actors.box_recorded[actors.category == Category.SPECTATOR].any()
    assert np.isfinite(actors.box_extent).all()


def test_usual_sizes_are_those_that_were_recorded(index):
    """So that recordings without boxes show vehicles in their true size."""
    actors = index.actors
    recorded = np.flatnonzero(actors.box_recorded & (actors.category == Category.VEHICLE))
    assert len(recorded) > 0 or not index.has_additional_data
    for row in recorded.tolist():
        description = actors.descriptions[row]
        _, extent = usual_box(description.type_id, description.attributes, Category.VEHICLE)
        assert extent == pytest.approx(actors.box_extent[row].tolist(), rel=0.12)


@pytest.fixture(scope="module")
def walkers(recordings):
    """A town in which people walk, recorded without boxes."""
    return read_index(LogFile(recordings / "town01_carla096_walkers.rec"))


def test_walkers_stand_on_the_ground_in_their_usual_boxes(walkers):
    """Town01 is flat at z = 0, with kerbs of some 15 cm; the children among the blueprints are shorter."""
    children = {f"walker.pedestrian.{number:04}" for number in range(9, 15)}
    world = world_at(walkers, 5.0)
    types = [walkers.actors.descriptions[row].type_id for row in world.rows.tolist()]
    adults = [
        place
        for place, type_id in enumerate(types)
        if type_id.startswith("walker.") and type_id not in children and world.has_pose[place]
    ]
    assert len(adults) > 20
    feet = world.locations[adults, 2] + world.box_centers[adults, 2] - world.box_extents[adults, 2]
    assert (feet > -0.05).all()
    assert (feet < 0.25).all()
    assert np.unique(2.0 * world.box_extents[adults, 2]) == pytest.approx(
        [1.75], abs=0.15
    )  # a person's height


def test_walkers_do_not_stand_in_each_other(walkers):
    """CARLA's walkers are solid: however near they come, their usual boxes have room for both."""
    nearest = math.inf
    for elapsed in np.arange(0.0, walkers.duration, 0.25).tolist():
        world = world_at(walkers, elapsed)
        places = np.flatnonzero((world.categories == Category.WALKER) & world.has_pose)
        x, y = world.locations[places, :2].T
        apart = np.hypot(x - x[:, None], y - y[:, None])
        nearest = min(nearest, apart[np.triu_indices(len(places), 1)].min())
        longest = 2.0 * world.box_extents[places, :2].max()
    assert 0.3 < longest < nearest < 1.0


def test_the_collision_of_the_collision_recording(recordings):
    index = read_index(LogFile(recordings / "town03_carla096_collision.rec"))
    (contact,) = index.contacts
    assert {contact.actor_id, contact.other_id} == {2763, 2768}
    assert contact.reported_by == (2763,)
    assert index.elapsed[contact.first_frame] == pytest.approx(8.470, abs=0.0005)
    assert index.actors.actor_id[[contact.actor, contact.other]].tolist() == [2763, 2768]


def test_old_builds_give_sensors_and_signs_no_type_of_their_own(recordings):
    actors = read_index(LogFile(recordings / "town03_carla096_collision.rec")).actors
    for category in (Category.TRAFFIC_SIGN, Category.SENSOR):
        rows = np.flatnonzero(actors.category == category).tolist()
        assert rows
        assert {actors.descriptions[row].type for row in rows} == {0}


def test_newer_builds_record_props(recordings):
    index = read_index(LogFile(recordings / "town01_carla0913_additional_data.log"))
    props = np.flatnonzero(index.actors.category == Category.PROP)
    assert len(props) > 100
    in_position = index.read_frame(0).records(packets.POSITION)["actor_id"]
    assert np.isin(index.actors.actor_id[props], in_position).all()
