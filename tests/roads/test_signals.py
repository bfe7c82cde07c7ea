from __future__ import annotations

import math

import pytest

from tests.roads.maps import build, geometry, road, write
from viewer.roads import open_map


def signalled(*signals, **options):
    return road(more=f"<signals>{''.join(signals)}</signals>", **options)


def test_a_signal_stands_beside_its_road(tmp_path):
    light = (
        '<signal id="7" name="Light" s="30" t="-4" zOffset="3" hOffset="0.5" orientation="-" dynamic="yes" '
        'type="1000001" subtype="-1" country="OpenDRIVE" value="-1"/>'
    )
    plan = geometry(x=10, y=20, hdg=math.pi / 2)
    (signal,) = build(tmp_path, signalled(light, plan=plan, elevations=[(0, 1, 0, 0, 0)])).signals
    assert (signal.id, signal.name, signal.type, signal.country) == ("7", "Light", "1000001", "OpenDRIVE")
    assert (signal.road, signal.s, signal.t, signal.orientation) == ("1", 30, -4, "-")
    assert signal.dynamic
    assert signal.location == pytest.approx((14, -50, 4))
    assert signal.yaw == pytest.approx(-90 - math.degrees(0.5))


def test_a_sign_says_what_it_demands(tmp_path):
    sign = '<signal id="1" s="3" t="4" dynamic="no" type="274" value="30" unit="km/h" text="school"/>'
    (signal,) = build(tmp_path, signalled(sign)).signals
    assert not signal.dynamic
    assert (signal.value, signal.unit, signal.text, signal.orientation) == ("30", "km/h", "school", "")


def test_a_signal_may_stand_where_the_file_says_in_the_world(tmp_path):
    light = '<signal id="1" s="3" t="4"><positionInertial x="5" y="6" z="7" hdg="3.5"/></signal>'
    (signal,) = build(tmp_path, signalled(light)).signals
    assert signal.location == (5, -6, 7)
    assert signal.yaw == pytest.approx(360 - math.degrees(3.5))
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
    road_map = build(
        tmp_path,
        signalled(light),
        signalled(reference, everywhere, road_id="2", plan=geometry(x=100)),
    )
    mounted, first, second = road_map.references
    assert (mounted.signal, mounted.road, mounted.s, mounted.t) == ("7", 0, 90, -4)
    assert [mounted.acts_on(lane) for lane in (-1, 1)] == [False, False]
    assert (first.signal, first.road, first.s) == ("7", 1, 0.5)
    assert [first.acts_on(lane) for lane in (-2, -1, 1, 2, 3)] == [False, True, True, True, False]
    assert second.acts_on(-5)


def test_the_lights_of_a_town_act_where_its_junctions_begin(maps):
    road_map = open_map(maps / "Town01.xodr")
    acting = [each for each in road_map.references if each.lanes != ((0, 0),)]
    assert len(acting) == 72
    assert all(road_map.roads[each.road].junction for each in acting)
