from __future__ import annotations

import math

import pytest

from tests.roads.maps import build, geometry, lane, road, section, write
from viewer.roads import open_map


def signalled(*signals, **options):
    return road(more=f"<signals>{''.join(signals)}</signals>", **options)


def test_a_signal_stands_beside_its_road(tmp_path):
    light = '<signal id="7" name="Light" s="30" t="-4" zOffset="3" dynamic="yes" type="1000001"/>'
    plan = geometry(x=10, y=20, hdg=math.pi / 2)
    (signal,) = build(tmp_path, signalled(light, plan=plan, elevations=[(0, 1, 0, 0, 0)])).signals
    assert (signal.id, signal.type, signal.road, signal.s) == ("7", "1000001", "1", 30)
    assert signal.dynamic
    assert signal.location == pytest.approx((14, -50, 4))


def test_a_signal_may_stand_where_the_file_says_in_the_world(tmp_path):
    light = '<signal id="1" s="3" t="4"><positionInertial x="5" y="6" z="7" hdg="3.5"/></signal>'
    (signal,) = build(tmp_path, signalled(light)).signals
    assert signal.location == (5, -6, 7)
    assert signal.s == 3


def test_a_signal_without_a_place_is_left_out(tmp_path):
    road_map = open_map(write(tmp_path, signalled('<signal id="1" t="4"/>', '<signal id="2" s="1" t="4"/>')))
    assert [signal.id for signal in road_map.signals] == ["2"]
    (problem,) = road_map.problems
    assert (problem.what, problem.where) == ('signal: "s" is missing', "road 1")


def test_references_say_where_and_on_which_lanes_signals_act(tmp_path):
    light = '<signal id="7" s="90" t="-4" type="1000001"><validity fromLane="0" toLane="0"/></signal>'
    reference = (
        '<signalReference id="7" s="0.5" t="0" orientation="+"><validity fromLane="2" toLane="1"/>'
        '<validity fromLane="-1" toLane="-1"/></signalReference>'
    )
    everywhere = '<signalReference id="7" s="3" t="0"/>'
    lanes = section(*(lane(each) for each in (3, 2, 1, -1, -2)))
    road_map = build(
        tmp_path,
        signalled(light),
        signalled(reference, everywhere, road_id="2", plan=geometry(x=100), lanes=lanes),
    )
    found = road_map.lanes_of("7")
    assert not [each for each in found if each[0] == "1"]
    assert [lane_id for _, lane_id, s in found if s == 0.5] == [1, 2, -1]
    assert [lane_id for _, lane_id, s in found if s == 3] == [1, 2, 3, -1, -2]
