"""Lights and stop signs on lanes that lead into no junction: a crossing in mid-road, a ramp meter."""

from __future__ import annotations

import numpy as np
import pytest

from tests.analysis.bend import at_road, joined, link
from tests.analysis.drives import car, events, hero, record, straight
from tests.analysis.test_junctions import RED, shows
from tests.roads.maps import geometry, lane, road, section, write
from tests.scenes import actor
from viewer.analysis.find_events import find_events
from viewer.analysis.traffic_lights import MappedTrafficLights, governed_stop_lines
from viewer.logfile import packets
from viewer.replay.paths.trajectory import trajectory
from viewer.roads import open_map

ACTOR = 50
SIDES = {1: -1.75, -1: 1.75, -2: 5.25}
"""y of the middles of lanes: those below zero go along x."""


def placed(kind, s, lanes, *, orientation="+", t=-6.0):
    validity = "".join(f'<validity fromLane="{each}" toLane="{each}"/>' for each in lanes)
    return (
        f'<signals><signal id="7" s="{s}" t="{t}" zOffset="0" dynamic="yes" orientation="{orientation}" '
        f'type="{kind}" country="OpenDRIVE">{validity}</signal></signals>'
    )


def named(s, lane_id):
    return (
        f'<signals><signalReference id="7" s="{s}" t="0" orientation="+">'
        f'<validity fromLane="{lane_id}" toLane="{lane_id}"/></signalReference></signals>'
    )


def street(folder, signals="", onward="", *, sections=(0.0,)):
    """200 m along x in two roads of 100 m, that lead into no junction; two lanes along it, one back."""
    along = "".join(
        section(lane(1, inside=link(1, 1)), lane(-1, inside=link(-1, -1)), lane(-2, inside=link(-2, -2)), s=s)
        for s in sections
    )
    path = write(
        folder,
        road(
            length=100, road_id="1", lanes=along,
            more=joined(after=at_road("successor", 2, "start")) + signals,
        ),
        road(
            geometry(length=100, x=100), length=100, road_id="2",
            lanes=section(*(lane(each, inside=link(each, each)) for each in (1, -1, -2))),
            more=joined(before=at_road("predecessor", 1, "end")) + onward,
        ),
        name="Town01.xodr",
    )  # fmt: skip
    return open_map(path)


def long_way(folder, signals="", onward=""):
    """The same, but that a junction begins at 200 m: much farther than any line is from its light."""
    one = section(*(lane(each, inside=link(each, each)) for each in (1, -1, -2)))
    path = write(
        folder,
        road(
            length=200, road_id="1", lanes=one,
            more=joined(after='<successor elementType="junction" elementId="5"/>') + signals,
        ),
        road(
            geometry(length=20, x=200), length=20, road_id="2", lanes=one, junction=5,
            more=joined(at_road("predecessor", 1, "end")),
        ),
        '<junction id="5" name="five">'
        '<connection id="0" incomingRoad="1" connectingRoad="2" contactPoint="start">'
        '<laneLink from="-1" to="-1"/><laneLink from="-2" to="-2"/></connection></junction>',
        name="Town01.xodr",
    )  # fmt: skip
    return open_map(path)


PLACES = {
    "in the middle of a road": (street, 50.0, (-1, -2), {}),
    "for one lane only": (street, 50.0, (-1,), {}),
    "for the lanes to the right": (street, 50.0, (), {"orientation": "-"}),
    "for the lanes to the left": (street, 50.0, (), {"orientation": "+"}),
    "on the boundary of two sections": (street, 60.0, (-1, -2), {"sections": (0.0, 60.0)}),
    "just before the joint": (street, 99.9, (-1, -2), {}),
    "at the beginning": (street, 20.0, (-1, -2), {"sections": (0.0, 10.0, 30.0)}),
    "far before a junction": (long_way, 100.0, (-1, -2), {}),
}
KINDS = {"red_light": ("1000001", "traffic.traffic_light"), "stop_sign": ("206", "traffic.stop")}


def acts_on(lanes, orientation=None):
    return set(lanes) or ({-1, -2} if orientation == "-" else {1})


def volume(x, y, along=2.0, width=1.7):
    """A trigger volume across a lane along x, of a light that shows to its left: its own x is across."""
    return {packets.TRIGGER_VOLUME: [(ACTOR, (100 * x, 100 * y, 0.0), (100 * width, 100 * along, 100.0))]}


def drive(scratch, way, x, kind, *, volumes=None, delta=0.05, y=6.0):
    red = shows((0, RED), actor_id=ACTOR)
    extra = (
        (lambda t: red(t) | (volumes if t == 0 and volumes else {}))
        if kind == "red_light"
        else (lambda t: volumes if t == 0 and volumes else {})
    )
    cast = [actor(ACTOR, KINDS[kind][1], (x, y, 0.0), (0.0, 90.0, 0.0))]
    return record([hero(way)], 14, delta, cast=cast, extra=extra).index(scratch)


@pytest.mark.parametrize("lane_id", [-1, -2, 1])
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("kind", KINDS)
def test_the_line_is_where_the_map_has_the_signal(tmp_path, scratch, kind, place, lane_id):
    make, s, lanes, more = PLACES[place]
    orientation = more.get("orientation", "-")
    sections = {name: value for name, value in more.items() if name == "sections"}
    road_map = make(tmp_path, placed(KINDS[kind][0], s, lanes, orientation=orientation), **sections)
    begin, speed, yaw = (5.0, 10.0, 0.0) if lane_id < 0 else (145.0, -10.0, 180.0)
    index = drive(scratch, lambda t: (begin + speed * t, SIDES[lane_id], 0.0, yaw), s, kind)
    mine = events(index, kind, road_map=road_map)
    assert len(mine) == (lane_id in acts_on(lanes, orientation))
    for event in mine:
        assert event.place == pytest.approx((s, SIDES[lane_id], 0.0), abs=0.51)
        # Theirs looks for the line at a junction; of a sign for several lanes nobody knows which it sees.
        sign = True if len(acts_on(lanes, orientation)) == 1 else None
        assert event.scenario_runner is (sign if kind == "stop_sign" else False)
        assert "by the map's signals" in event.rule
    if kind == "red_light":
        check_what_is_ahead(index, road_map, mine, s, lane_id)


def check_what_is_ahead(index, road_map, mine, s, lane_id):
    """The light ahead of the car, and the line that is drawn, say the same as the events."""
    poses = trajectory(index, int(index.actors.hero_rows[0]))
    places = np.column_stack((poses.locations, poses.rotations[:, 1]))
    ahead, _ = MappedTrafficLights(index, road_map).ahead(poses.frames, places, 2.0)
    left = (s - poses.locations[:, 0]) * (1 if lane_id < 0 else -1) - 2.0
    has = (left > 0.01) & (left < 59.99) if mine else np.zeros(len(left), np.bool_)
    sure = (np.abs(left) > 0.05) & (np.abs(left - 60.0) > 0.05)
    assert ((ahead >= 0) == has)[sure].all()
    lines = [
        line for line in governed_stop_lines(index, road_map)
        if abs(line.points.mean(axis=0)[1] - SIDES[lane_id]) < 0.1
    ]  # fmt: skip
    assert [round(float(line.points.mean(axis=0)[0]), 1) for line in lines] == [s] * len(mine)


@pytest.mark.parametrize("mapped", [True, False], ids=["of the map", "unknown to it"])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("x", [40.0, 80.0, 100.0])
def test_a_trigger_volume_says_it_better(tmp_path, scratch, kind, mapped, x):
    signals = placed(KINDS[kind][0], 50.0, (-1, -2)) if mapped else ""
    road_map = street(tmp_path, signals)
    for lane_id in (-1, -2, 1):
        way = straight(5.0, SIDES[lane_id], 10.0)
        index = drive(scratch, way, 50.0, kind, volumes=volume(x, SIDES[-1]))
        mine = events(index, kind, road_map=road_map)
        assert len(mine) == (lane_id == -1)
        for event in mine:
            assert event.place == pytest.approx((x, SIDES[-1], 0.0), abs=0.51)
            assert "by its trigger volume" in event.rule


@pytest.mark.parametrize("kind", KINDS)
def test_a_reference_on_the_next_road_is_a_line_at_the_joint(tmp_path, scratch, kind):
    signals = placed(KINDS[kind][0], 95.0, (0,))
    road_map = street(tmp_path, signals, named(0.0, -1))
    for lane_id in (-1, -2):
        mine = events(drive(scratch, straight(55, SIDES[lane_id], 10), 95.0, kind), kind, road_map=road_map)
        assert [round(event.place[0]) for event in mine] == [100] * (lane_id == -1)


@pytest.mark.parametrize("before", [5.0, 12.0])
def test_a_signal_shortly_before_a_junction_has_its_line_there(tmp_path, scratch, before):
    road_map = long_way(tmp_path, placed("1000001", 200.0 - before, (-1, -2)))
    index = drive(scratch, straight(110, SIDES[-1], 10), 200.0 - before, "red_light")
    (event,) = events(index, "red_light", road_map=road_map)
    assert event.place == pytest.approx((200, SIDES[-1], 0), abs=0.6)
    assert event.scenario_runner is True


@pytest.mark.parametrize("kind", KINDS)
def test_who_stops_or_goes_back_has_not_crossed_it(tmp_path, scratch, kind):
    road_map = street(tmp_path, placed(KINDS[kind][0], 50.0, (-1,)))
    ways = [
        lambda t: (min(5 + 10 * t, 47.5), SIDES[-1], 0.0, 0.0),
        lambda t: (120 - 10 * t, SIDES[-1], 0.0, 0.0),
        lambda t: (5 + 10 * t, SIDES[-1], 8.0, 0.0),
    ]
    for way in ways:
        assert not events(drive(scratch, way, 50.0, kind), kind, road_map=road_map)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("y", "near"), [(6.0, True), (28.0, True), (60.0, False)])
def test_what_is_on_no_lane_is_named_if_somebody_comes_near(tmp_path, scratch, kind, y, near):
    index = drive(scratch, straight(5, SIDES[-1], 10), 50.0, kind, y=y)
    result = find_events(index, kinds=[kind], road_map=street(tmp_path))
    rows = tuple(index.actors.rows_of(each)[0] for each in (ACTOR, 1))
    assert [(each.kind, each.rows) for each in result.not_judged] == [(kind, rows)] * near
    assert not result.events


def test_two_lights_of_one_crossing_are_one_line(tmp_path, scratch):
    signals = placed("1000001", 50.0, (-1,)).replace("</signals>", "") + placed(
        "1000001", 51.0, (-1,), t=5
    ).replace("<signals>", "").replace('id="7"', 'id="8"')
    road_map = street(tmp_path, signals)
    cast = [
        actor(each, "traffic.traffic_light", (50.0 + each - ACTOR, y, 0.0), (0.0, 90.0, 0.0))
        for each, y in ((ACTOR, 6.0), (ACTOR + 1, -5.0))
    ]

    def both(t):
        states = [(each, False, t, RED) for each in (ACTOR, ACTOR + 1)]
        return {packets.TRAFFIC_LIGHT_STATE: states}

    movers = [hero(straight(5, SIDES[-1], 10)), car(2, straight(-15, SIDES[-1], 10))]
    index = record(movers, 9, cast=cast, extra=both).index(scratch)
    assert len(events(index, "red_light", road_map=road_map)) == 2
