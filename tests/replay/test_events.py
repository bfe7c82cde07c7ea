"""When events of each kind happen, going from one to the next, and those that are looked for in the file."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.scenes import LIGHT, Scene, actor, hit, street
from viewer.logfile import packets
from viewer.logfile.enums import TrafficLightState
from viewer.logfile.source import LogFile
from viewer.recording.indexing.builder import read_index
from viewer.replay.events import (
    EventKind,
    counts_between,
    indexed_times,
    light_changes,
    next_index,
    next_time,
)

S, D, P, C = EventKind.SPAWN, EventKind.DESTROY, EventKind.PARENT, EventKind.COLLISION


@pytest.fixture
def times(tmp_path):
    """Spawns in frames 2 and 5, an attachment in 2, a contact in 9 and 10, a death in 15; 0.05 s each."""
    return indexed_times(street().index(tmp_path / "street.log"))


def test_each_kind_has_its_times(times):
    told = {kind: (each / 0.05).round(6).tolist() for kind, each in times.items()}
    assert told == {S: [2, 5], P: [2], D: [15], C: [9]}


def test_what_the_first_frame_lists_does_not_happen(tmp_path):
    scene = Scene().frame(add=[actor(1), actor(2)], parents=[(2, 1)], collisions=[hit(1, 2)])
    times = indexed_times(scene.index(tmp_path / "first.log"))
    assert {kind: len(each) for kind, each in times.items()} == {S: 0, P: 0, D: 0, C: 1}


@pytest.mark.parametrize("scene", [Scene(), Scene().frame()])
def test_without_events_there_are_no_times(tmp_path, scene):
    times = indexed_times(scene.index(tmp_path / "none.log"))
    assert not any(len(each) for each in times.values())
    assert all(next_time(each, 0.0, 1) is None for each in times.values())


@pytest.mark.parametrize(("kind", "frames"), [(S, [2, 5]), (C, [9]), (P, [2])])
def test_one_after_the_other_and_back(times, kind, frames):
    chosen = times[kind]
    for direction, expected, elapsed in ((1, frames, -1.0), (-1, frames[::-1], 99.0)):
        seen, here = [], elapsed
        while (time := next_time(chosen, here, direction)) is not None:
            here = time
            seen.append(round(time / 0.05))
        assert seen == expected


def test_counting_includes_both_ends(times):
    start, end = float(times[S][1]), float(times[D][0])
    assert counts_between(times, start, end) == {C: 1, D: 1, S: 1, P: 0}
    assert counts_between({C: np.array([1.0, 1.0, 2.0])}, 1.0, 1.0) == {C: 2}


TIMES = [0.0, 1.0, 1.0, 2.5, 4.0]


@pytest.mark.parametrize("here", [-1.0, 0.0, 0.5, 1.0, 1.7, 2.5, 3.0, 4.0, 9.0])
def test_the_next_moment_is_one_that_differs(here):
    later, earlier = ([each for each in TIMES if each > here], [each for each in TIMES if each < here])
    assert next_index(np.array(TIMES), here, 1) == (TIMES.index(later[0]) if later else None)
    assert next_index(np.array(TIMES), here, -1) == (TIMES.index(earlier[-1]) if earlier else None)


# -- lights

RED, YELLOW, GREEN = TrafficLightState.RED, TrafficLightState.YELLOW, TrafficLightState.GREEN


def brute(index):
    """Return frame, id, state before and after of each change, one frame after the other."""
    last, found = {}, []
    for frame in range(len(index.frame_starts)):
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


def test_real_recordings_change_where_every_frame_says_so(recording_file):
    index = read_index(LogFile(recording_file))
    assert sorted(told(index)) == sorted(brute(index))
