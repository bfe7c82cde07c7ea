"""Poses that are not new in each frame: the rhythm is found, and nobody seems to leap and stop in it."""

from __future__ import annotations

import numpy as np
import pytest

from tests.recording.driven import CIRCLES, HERO, MOTIONS, STANDS, SWINGS, WALKS, WAYS, recording, zero
from viewer.analysis.find_events import find_events
from viewer.cli import main
from viewer.recording.motion_check import motion_check
from viewer.replay.world.world import world_at
from viewer.signals.table import read_series

UNEVEN = np.cumsum([0, *(1, 2, 3, 1, 2) * 30])


def every(number):
    return lambda k: k // number * number


RHYTHMS = {
    "every 2nd": (every(2), (2, 2, 2)),
    "every 4th": (every(4), (4, 4, 4)),
    "every 5th": (every(5), (5, 5, 5)),
    "not from the first on": (lambda k: max((k - 2) // 4 * 4 + 2, 0), (4, 4, 4)),
    "uneven": (lambda k: int(UNEVEN[np.searchsorted(UNEVEN, k, side="right") - 1]), (2, 1, 3)),
}


def rhythms(index):
    return {int(index.actors.actor_id[row]): tuple(each) for row, each in motion_check(index).rhythms.items()}


def test_in_each_frame_there_is_none(scratch):
    assert not rhythms(recording(scratch))


@pytest.mark.parametrize("name", RHYTHMS)
def test_the_rhythm_is_found(scratch, name):
    frame_of, rhythm = RHYTHMS[name]
    found = rhythms(recording(scratch, frame_of=frame_of))
    assert found == dict.fromkeys((HERO, SWINGS, CIRCLES, WALKS), rhythm)


@pytest.mark.parametrize("name", RHYTHMS)
def test_the_same_happens_as_with_poses_in_each_frame(scratch, tmp_path, name):
    even, index = recording(tmp_path / "even.log"), recording(scratch, frame_of=RHYTHMS[name][0])
    expected, found = find_events(even).events, find_events(index).events
    assert [(each.kind, each.rows) for each in found] == [(each.kind, each.rows) for each in expected]
    assert not {"teleport"} & {each.kind for each in found}
    for one, two in zip(expected, found, strict=True):
        assert (two.start, two.end) == pytest.approx((one.start, one.end), abs=0.21)
        assert two.value == pytest.approx(one.value, rel=0.1)


@pytest.mark.parametrize("name", RHYTHMS)
def test_speeds_are_those_of_the_way(scratch, name):
    index = recording(scratch, frame_of=RHYTHMS[name][0])
    for row in index.actors.rows_of(HERO):
        speed, acceleration = read_series(index, ["derived_speed", "acceleration"], row)
        assert speed.values == pytest.approx(10.0, abs=0.01)
        assert acceleration.values == pytest.approx(0.0, abs=0.1)
    for frame in range(20, 180, 13):
        world = world_at(index, float(index.elapsed[frame]))
        speeds = dict(zip(world.actor_ids.tolist(), world.speeds.tolist(), strict=True))
        assert speeds[HERO] == pytest.approx(10.0, abs=0.01)
        assert speeds[CIRCLES] == pytest.approx(10.0, abs=0.2)
        assert speeds[STANDS] == 0.0


def test_who_really_stops_and_goes_has_no_rhythm(scratch):
    def jerky(t):  # a step of 0.2 s, then 0.2 s of rest
        return 5.0 * (t // 0.4 * 0.2 + min(t % 0.4, 0.2)), 0.0, 0.0

    assert not rhythms(recording(scratch, ways={HERO: jerky, WALKS: WAYS[WALKS], STANDS: WAYS[STANDS]}))


def test_who_stands_between_stands(scratch):
    def pauses(t):
        return 10.0 * min(t, 3.0) + 10.0 * max(t - 6.0, 0.0), 0.0, 0.0

    index = recording(scratch, ways={HERO: pauses}, frame_of=every(4))
    (speed,) = read_series(index, ["derived_speed"], 0)
    moments = (1.0, 2.5, 3.4, 4.5, 5.7, 6.5, 8.0)
    assert [speed.at(each) for each in moments] == pytest.approx([10, 10, 0, 0, 0, 10, 10], abs=0.1)


def test_a_zero_velocity_is_wrong_and_a_right_one_is_right_in_any_rhythm(scratch, tmp_path):
    right = recording(scratch, MOTIONS, frame_of=every(4))
    assert not any(motion_check(right).doubts.values())
    still = recording(tmp_path / "zero.log", dict.fromkeys(MOTIONS, zero), frame_of=every(4))
    assert world_at(still, 5.0).find(HERO).speed.value == pytest.approx(10.0, abs=0.01)


def test_it_is_a_note_of_the_file(scratch, capsys):
    main(["check", str(recording(scratch, frame_of=every(4)).path)])
    said = capsys.readouterr().out
    assert "the pose of 4 actors (1, 2, 4, 50) is new only every 4 frames" in said
    assert "damage" not in said
