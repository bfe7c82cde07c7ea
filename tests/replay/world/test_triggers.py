"""Where lights and signs act, against what was written."""

from __future__ import annotations

import numpy as np
import pytest

from tests.scenes import Scene, actor, street
from viewer.logfile import packets
from viewer.replay.world.appearance import trigger_boxes
from viewer.replay.world.snapshot import ActorDetails
from viewer.replay.world.world import world_at

SIGN, LIGHT, GONE, ODD = 1, 2, 3, 4


def test_boxes_are_those_of_the_latest_change_of_who_is_there(scratch):
    """In metres, turned as their actors; sizes without a sign, and none of those that cannot be."""
    yaws = {SIGN: -30.0, LIGHT: 400.0, GONE: 0.0, ODD: 0.0}
    first = [
        (SIGN, (100.0, 200.0, 300.0), (150.0, -50.0, 100.0)),
        (GONE, (0.0, 0.0, 0.0), (100.0, 100.0, 100.0)),
        (ODD, (np.nan, 0.0, 0.0), (100.0, 100.0, 100.0)),
        (99, (0.0, 0.0, 0.0), (100.0, 100.0, 100.0)),
    ]
    second = [
        (SIGN, (700.0, 800.0, 0.0), (200.0, 300.0, 100.0)),
        (LIGHT, (-100.0, 0.0, 0.0), (5e4, 100.0, 100.0)),
        (ODD, (0.0, 0.0, 0.0), (5.1e4, 100.0, 100.0)),
    ]
    scene = Scene().frame(
        0.1,
        add=[actor(each, "traffic.stop", (0, 0, 0), (0.0, yaw, 0.0)) for each, yaw in yaws.items()],
        extra={packets.TRIGGER_VOLUME: first},
    )
    index = scene.frame(0.1).frame(0.1, remove=[GONE], extra={packets.TRIGGER_VOLUME: second}).index(scratch)
    before, after = (trigger_boxes(world_at(index, time)) for time in (0.15, 0.25))
    assert before.centers.tolist() == [[1, 2], [0, 0]]
    assert before.extents.tolist() == [[1.5, 0.5], [1, 1]]
    assert np.degrees(before.headings) == pytest.approx([-30, 0])
    assert after.centers.tolist() == [[7, 8], [-1, 0]]
    assert after.extents.tolist() == [[2, 3], [500, 1]]
    assert np.degrees(after.headings) == pytest.approx([-30, 40])
    sign = index.actors.rows_of(SIGN)[0]
    told = [ActorDetails(world_at(index, time), sign).trigger_volume for time in (0.15, 0.25)]
    assert [(each.center, each.extent) for each in told] == [
        ((1.0, 2.0, 3.0), (1.5, -0.5, 1.0)),
        ((7.0, 8.0, 0.0), (2.0, 3.0, 1.0)),
    ]


def test_a_light_lasts_as_long_as_was_said_last(scratch):
    scene = Scene().frame(
        0.1,
        add=[actor(LIGHT, "traffic.traffic_light")],
        extra={packets.TRAFFIC_LIGHT_TIME: [(LIGHT, 10.0, 3.0, 2.0)]},
    )
    scene.frame(0.1).frame(0.1, extra={packets.TRAFFIC_LIGHT_TIME: [(LIGHT, 20.0, 4.0, 5.0)]})
    index = scene.index(scratch)
    told = [ActorDetails(world_at(index, time), 0).light_times for time in (0.15, 0.25)]
    assert told == [(10.0, 3.0, 2.0), (20.0, 4.0, 5.0)]


def test_without_volumes_there_are_no_boxes(scratch):
    index = street().index(scratch)
    assert [len(each) for each in trigger_boxes(world_at(index, 0.5))] == [0, 0, 0]
