"""Real recordings: what was recorded is found by geometry alone, and nothing is made up."""

from __future__ import annotations

import numpy as np
import pytest

from tests.sample.writer import encode_packet
from viewer.analysis.event_table import EventSource
from viewer.api import open_recording
from viewer.logfile import packets
from viewer.logfile.fields import PACKET_HEADER, Engine
from viewer.logfile.nested import encode_payload
from viewer.program import resource
from viewer.replay.paths.trajectory import trajectory

PAIRS = ("contact", "collision", "near_miss", "ttc", "headway", "pet", "drac")


def without_collisions(data: bytes, size: int) -> bytes:
    """Return a recording with no record in any Collision packet."""
    content, at = [data[:size]], size
    while at + PACKET_HEADER.size <= len(data):
        packet_id, length = PACKET_HEADER.unpack_from(data, at)
        payload = data[at + PACKET_HEADER.size : at + PACKET_HEADER.size + length]
        if packet_id == packets.COLLISION.id:
            payload = encode_payload(packets.COLLISION, (), Engine.UE4)
        content.append(encode_packet(packet_id, payload))
        at += PACKET_HEADER.size + length
    return b"".join(content)


def found_again(path, folder):
    """How many recorded collisions of two actors there are; each must be found without its packets."""
    with open_recording(path) as recording:
        told = [
            (float(recording.index.elapsed[each.first_frame]), {each.actor_id, each.other_id})
            for each in recording.contacts
            if each.other >= 0
        ]
        bare = folder / path.name
        bare.write_bytes(without_collisions(path.read_bytes(), recording.header.size))
    with open_recording(bare) as recording:
        assert not len(recording.contacts)
        found = recording.find_events(["contact"]).events
        ids = [{int(recording.actors.actor_id[row]) for row in event.rows} for event in found]
        assert len(found) == len(told)
        for time, pair in told:
            (event,) = [event for event, each in zip(found, ids, strict=True) if each == pair]
            assert event.start == pytest.approx(time, abs=0.2)
            assert event.source is EventSource.DERIVED
    return len(told)


def test_recorded_collisions_are_found_without_their_packets(recording_file, tmp_path):
    assert found_again(recording_file, tmp_path) == ("collision" in recording_file.name)


def test_so_is_that_of_the_sample(tmp_path):
    assert found_again(resource("sample.log"), tmp_path) == 1


def test_the_collision_of_town03(recordings, maps):
    with open_recording(recordings / "town03_carla096_collision.rec") as recording:
        result = recording.find_events(PAIRS, roads=maps / "Town03.xodr")
        (collision,) = [event for event in result.events if event.kind == "collision"]
        assert collision.source is EventSource.BOTH
        assert [int(recording.actors.actor_id[row]) for row in collision.rows] == [2763, 2768]
        assert result.pose_lag == 1
        # Those two, and the hero that brakes for one of them, as looked at in pictures.
        assert sorted(event.kind for event in result.events) == ["collision", "ttc", "ttc"]


def test_nobody_conflicts_in_the_others(recording_file, maps):
    if "collision" in recording_file.name:
        pytest.skip("it has a collision")
    with open_recording(recording_file) as recording:
        assert recording.find_events(PAIRS).events == ()


def test_the_hero_of_town01_turns_right_at_red(recordings, maps):
    with open_recording(recordings / "town01_carla096_walkers.rec") as recording:
        (event,) = recording.find_events(["red_light"], roads=maps / "Town01.xodr").events
        assert [int(recording.actors.actor_id[row]) for row in event.rows] == [6591]
        assert event.start == pytest.approx(8.69, abs=0.1)
        assert "light 6420, by the map's signals" in event.rule


def test_stalls_are_the_long_frames(recording_file):
    with open_recording(recording_file) as recording:
        lasts = recording.frames["duration"]
        found = recording.find_events(["stall"]).events
        assert len(found) == (lasts > 0.25).sum()
        assert all(event.value == pytest.approx(lasts[event.frame], abs=1e-6) for event in found)


def test_accelerations_are_those_of_a_parabola_through_the_way_driven(recording_file):
    """An independent truth: of how far it came by when, no velocities, no smoothing."""
    with open_recording(recording_file) as recording:
        found = recording.find_events(["harsh_acceleration", "harsh_braking"]).events
        for event in found:
            row = event.rows[0]
            path = trajectory(recording.index, row)
            times = np.asarray(recording.index.driven_elapsed)[path.frames]
            way = np.append(0.0, np.cumsum(np.hypot(*np.diff(path.locations[:, :2], axis=0).T)))
            inside = np.isfinite(times) & (times >= event.start - 0.25) & (times <= event.end + 0.25)
            twice_half = 2.0 * np.polyfit(times[inside] - times[inside][0], way[inside], 2)[0]
            assert np.sign(twice_half) == np.sign(event.value)
            assert abs(twice_half) > abs(event.threshold)
