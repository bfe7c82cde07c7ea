"""When lights changed."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.scenes import LIGHT, Scene, actor, street
from viewer.cancellation import ReadingCancelledError
from viewer.logfile import packets
from viewer.logfile.enums import TrafficLightState
from viewer.logfile.source import LogFile
from viewer.recording.actors import ActorTable
from viewer.recording.build.builder import read_index
from viewer.replay.events import light_changes

RED, YELLOW, GREEN = TrafficLightState.RED, TrafficLightState.YELLOW, TrafficLightState.GREEN


def brute(index):
    """Return frame, id, state before and after of each change, one frame after the other."""
    last, found = {}, []
    for frame in range(len(index.heads)):
        for record in index.read_frame(frame).records(packets.TRAFFIC_LIGHT_STATE):
            name, state = int(record["actor_id"]), int(record["state"])
            if last.get(name, state) != state:
                found.append((frame, name, last[name], state))
            last[name] = state
    return found


def told(index):
    changes = light_changes(index)
    ids = np.where(changes.rows >= 0, index.actors.actor_id[changes.rows], -1)
    return list(
        zip(
            changes.frames.tolist(),
            ids.tolist(),
            changes.before.tolist(),
            changes.after.tolist(),
            strict=True,
        )
    )


def test_the_light_of_the_street_turns_yellow_once(tmp_path):
    index = street().index(tmp_path / "street.log")
    assert told(index) == [(12, LIGHT, GREEN, YELLOW)]


lights = st.tuples(st.sampled_from([1, 2, 3]), st.sampled_from([RED, YELLOW, GREEN]))
frames = st.lists(st.lists(lights, max_size=3, unique_by=lambda each: each[0]), min_size=1, max_size=12)


@given(frames)
def test_lights_that_come_go_and_swap_places_are_compared_with_themselves(tmp_path_factory, states):
    scene = Scene()
    for k, present in enumerate(states):
        rows = [(name, False, 0.0, state) for name, state in present]
        add = [actor(name, "traffic.traffic_light") for name in (1, 2, 3)] if k == 0 else []
        scene.frame(add=add, extra={packets.TRAFFIC_LIGHT_STATE: rows})
    index = scene.index(tmp_path_factory.mktemp("lights") / "lights.log")
    assert sorted(told(index)) == sorted(brute(index))
    assert (np.diff(light_changes(index).frames) >= 0).all()


def test_whose_light_it_is_is_found_in_small_parts(tmp_path, monkeypatch):
    """Of millions at once, nothing else would have a turn for seconds."""
    scene, asked = Scene(), []
    for frame in range(40):
        add = [actor(1, "traffic.traffic_light")] if frame == 0 else []
        scene.frame(add=add, extra={packets.TRAFFIC_LIGHT_STATE: [(1, False, 0.0, (RED, GREEN)[frame % 2])]})
    index, rows_at = scene.index(tmp_path / "x.log"), ActorTable.rows_at

    def count(lookup, ids, frames):
        asked.append(len(ids))
        return rows_at(lookup, ids, frames)

    monkeypatch.setattr(ActorTable, "rows_at", count)
    monkeypatch.setattr("viewer.recording.read.records._PIECES", 80)
    light_changes(index)
    assert sum(asked) == 39
    assert max(asked) <= 8


def test_a_light_that_nobody_added_has_no_row(tmp_path):
    scene = Scene()
    for state in (RED, GREEN):
        scene.frame(extra={packets.TRAFFIC_LIGHT_STATE: [(7, False, 0.0, state)]})
    changes = light_changes(scene.index(tmp_path / "x.log"))
    assert (changes.frames.tolist(), changes.rows.tolist()) == ([1], [-1])


def test_it_stops_when_nobody_wants_to_know(tmp_path):
    index = street().index(tmp_path / "street.log")
    with pytest.raises(ReadingCancelledError):
        light_changes(index, lambda _share: False)


def test_real_recordings_change_where_every_frame_says_so(recording_file):
    index = read_index(LogFile(recording_file))
    assert sorted(told(index)) == sorted(brute(index))
