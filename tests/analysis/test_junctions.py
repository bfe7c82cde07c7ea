"""Red lights and stop signs, at a junction that begins at x = 100."""

from __future__ import annotations

import json

import pytest

from tests.analysis.drives import events, hero, record, straight
from tests.roads.maps import geometry, lane, road, section, write
from tests.scenes import actor
from viewer.analysis.criteria import joined_events, runner_view
from viewer.analysis.event_geometry import geometry_of
from viewer.analysis.find_events import find_events
from viewer.analysis.result_join import results_about
from viewer.export.event_report import event_line
from viewer.logfile import packets
from viewer.logfile.enums import TrafficLightState
from viewer.logfile.source import LogFile
from viewer.recording.indexing.builder import read_index
from viewer.roads import open_map
from viewer.ui.event_text import measure_of, measured_of

RED, YELLOW, GREEN, OFF, UNKNOWN = (
    TrafficLightState.RED,
    TrafficLightState.YELLOW,
    TrafficLightState.GREEN,
    TrafficLightState.OFF,
    TrafficLightState.UNKNOWN,
)
LIGHT, OTHER_LIGHT = 50, 51
CROSSES = 4.9
"""Seconds at which a car at 10 m/s from x = 49 has its front at the line."""


def signal(name, kind):
    return (
        f'<signal id="{name}" s="98" t="-5" dynamic="yes" type="{kind}" country="OpenDRIVE">'
        '<validity fromLane="0" toLane="0"/></signal>'
    )


def reference(name, lane_id=-1):
    return (
        f'<signalReference id="{name}" s="0.5" t="0" orientation="+">'
        f'<validity fromLane="{lane_id}" toLane="{lane_id}"/></signalReference>'
    )


def crossing(folder, signals="", references=""):
    lanes = section(lane(1), lane(-1))
    junction = {"road_id": "2", "lanes": lanes, "junction": 5}
    write(
        folder,
        road(length=100, road_id="1", lanes=lanes, more=f"<signals>{signals}</signals>"),
        road(geometry(length=20, x=100), length=20, more=f"<signals>{references}</signals>", **junction),
        road(geometry(length=100, x=120), length=100, road_id="3", lanes=lanes),
        '<junction id="5" name="five"/>',
        name="Town01.xodr",
    )
    return open_map(folder / "Town01.xodr")


def signalled(folder):
    return crossing(folder, signal("7", "1000001"), reference("7"))


def light(actor_id=LIGHT, x=98.0, y=5.0, yaw=90.0):
    return actor(actor_id, "traffic.traffic_light", (x, y, 0.0), (0.0, yaw, 0.0))


def shows(*phases, actor_id=LIGHT, frozen=False):
    """States over time: pairs of a time in seconds and the state from then on."""

    def states(t):
        state = [state for since, state in phases if since <= t][-1]
        return {packets.TRAFFIC_LIGHT_STATE: [(actor_id, frozen, t, state)]}

    return states


def judge(scratch, road_map, phases, *kinds, way=None, cast=None):
    movers = [hero(way or straight(49, 1.75, 10))]
    scene = record(movers, 7, cast=[light()] if cast is None else cast, extra=phases)
    return find_events(scene.index(scratch), kinds=kinds or ["red_light"], road_map=road_map)


@pytest.mark.parametrize(
    ("phases", "count"),
    [
        ([(0, RED)], 1),
        ([(0, GREEN), (CROSSES - 0.2, RED)], 1),
        ([(0, GREEN), (CROSSES + 0.2, RED)], 0),
        ([(0, RED), (CROSSES - 0.2, GREEN)], 0),
        ([(0, YELLOW)], 0),
        ([(0, GREEN)], 0),
    ],
)
def test_red_light(tmp_path, scratch, phases, count):
    found = judge(scratch, signalled(tmp_path), shows(*phases)).events
    assert len(found) == count
    if count:
        (event,) = found
        assert event.start == pytest.approx(CROSSES, abs=0.051)
        assert event.place == pytest.approx((100, 1.75, 0), abs=0.6)
        assert "the map's signals" in event.rule
        assert event.value == pytest.approx(event.start - phases[-1][0], abs=0.06)


@pytest.mark.parametrize("beyond", range(2, 8))
def test_a_recording_may_end_just_behind_the_line(tmp_path, scratch, beyond):
    """Two frames of 0.05 s behind it are enough, however the looks every 0.1 s fall."""
    for shift in (0.0, 0.3, 0.6):
        scene = record(
            [hero(straight(49 + shift, 1.75, 10))],
            CROSSES + 0.05 * beyond,
            cast=[light()],
            extra=shows((0, RED)),
        )
        found = find_events(scene.index(scratch), kinds=["red_light"], road_map=signalled(tmp_path)).events
        assert len(found) == 1


@pytest.mark.parametrize(
    ("phases", "theirs"), [([(0, RED)], True), ([(0, RED), (CROSSES + 0.1, GREEN)], False)]
)
def test_scenario_runner_looks_at_the_tail(tmp_path, scratch, phases, theirs):
    (event,) = judge(scratch, signalled(tmp_path), shows(*phases)).events
    assert event.scenario_runner is theirs


def stops(t):
    return min(49 + 10 * t, 97.5), 1.75, 0.0, 0.0


def backwards(t):
    return 150 - 10 * t, 1.75, 0.0, 0.0


def with_volume(t):
    volume = {packets.TRIGGER_VOLUME: [(LIGHT, (9850.0, 175.0, 0.0), (100.0, 200.0, 100.0))]}
    return shows((0, RED))(t) | (volume if t == 0 else {})


BEYOND = {"x": 125, "y": 6}


@pytest.mark.parametrize(
    ("lane_id", "phases", "where", "way", "how"),
    [
        (-1, shows((0, RED), frozen=True), {}, None, "the map's signals"),
        (None, with_volume, {}, None, "its trigger volume"),
        (None, shows((0, RED)), BEYOND, None, "where it stands"),
        (None, shows((0, RED)), BEYOND | {"yaw": 0.0}, None, None),  # lights that face others
        (None, shows((0, RED)), BEYOND | {"yaw": 180.0}, None, None),
        (None, shows((0, RED)), BEYOND | {"yaw": -90.0}, None, None),
        (1, shows((0, RED)), {}, None, None),  # for another lane
        (-1, shows((0, RED)), {}, stops, None),
        (-1, shows((0, RED)), {}, backwards, None),
        (-1, shows((0, RED)), {}, straight(105, 1.75, 10), None),  # out of the junction
    ],
)
def test_which_light_governs_whom(tmp_path, scratch, lane_id, phases, where, way, how):
    mapped = (signal("7", "1000001"), reference("7", lane_id)) if lane_id else ()
    found = judge(scratch, crossing(tmp_path, *mapped), phases, way=way, cast=[light(**where)]).events
    assert [how in event.rule for event in found] == [True] * (how is not None)


@pytest.mark.parametrize("state", [OFF, UNKNOWN])
def test_a_light_that_shows_nothing_is_not_judged(tmp_path, scratch, state):
    result = judge(scratch, signalled(tmp_path), shows((0, state)))
    assert result.events == ()
    assert [each.kind for each in result.not_judged] == ["red_light"]


def test_lights_that_disagree_judge_nobody(tmp_path, scratch):
    def states(t):
        return {packets.TRAFFIC_LIGHT_STATE: [(LIGHT, False, t, RED), (OTHER_LIGHT, False, t, GREEN)]}

    cast = [light(x=125, y=6), light(OTHER_LIGHT, x=126, y=-3)]
    result = judge(scratch, crossing(tmp_path), states, cast=cast)
    assert result.events == ()
    assert "different states" in result.not_judged[0].reason


@pytest.mark.parametrize(("x", "theirs"), [(105, True), (123, False)])
def test_who_comes_out_of_a_junction_onto_the_wrong_lane_is_counted(tmp_path, scratch, x, theirs):
    """By ScenarioRunner, which compares directions just behind a junction; not who was spawned there."""
    index = record([hero(straight(x, -1.75, 10))], 5).index(scratch)
    (event,) = events(index, "wrong_way", road_map=crossing(tmp_path))
    assert event.scenario_runner is theirs
    assert event.place[0] == pytest.approx(max(x, 121), abs=1.01)


def test_without_lights_it_is_not_judged(tmp_path, scratch):
    result = judge(scratch, signalled(tmp_path), None, cast=[])
    assert [each.reason for each in result.not_judged] == ["the recording has no traffic lights"]


def slows(least):
    """Brake to a speed just before the line, and go on."""

    def way(t):
        # 10 m/s until x = 95 (front at 97), then slowly over 2 m, then on.
        first = (95 - 49) / 10
        if t < first:
            return 49 + 10 * t, 1.75, 0.0, 0.0
        slow = 2.0 / max(least, 0.02) if least else 3.0
        since = t - first
        x = 95 + min(since * least, 2.0) if since < min(slow, 60.0) else 97 + 10 * (since - slow)
        return x, 1.75, 0.0, 0.0

    return way


@pytest.mark.parametrize(("least", "count"), [(10.0, 1), (1.0, 1), (0.15, 1), (0.06, 0), (0.0, 0)])
def test_stop_sign(tmp_path, scratch, least, count):
    stop = crossing(tmp_path, signal("9", "206"), reference("9"))
    scene = record(
        [hero(slows(least))], 50 if 0 < least < 1 else 12, cast=[actor(60, "traffic.stop", (98, 5, 0))]
    )
    found = events(scene.index(scratch), "stop_sign", road_map=stop, rows=[0, 1])
    assert len(found) == count
    if count:
        assert found[0].value == pytest.approx(least, abs=0.3)
        assert found[0].threshold == 0.1


@pytest.mark.parametrize("center", [(0.0, 0.0), (0.7, 0.0)])
@pytest.mark.parametrize(("before", "count"), [(3.8, 0), (4.3, 1)])
def test_who_stops_at_most_4_m_before_the_line_has_stopped(tmp_path, scratch, before, count, center):
    """With its front, wherever the origin of the vehicle is."""

    def way(t):
        return min(49.05 + 10 * t, max(98 - before, 49.05 + 10 * (t - 2))), 1.75, 0.0, 0.0

    stop = crossing(tmp_path, signal("9", "206"), reference("9"))
    index = record([hero(way, center=center)], 9, cast=[actor(60, "traffic.stop", (98, 5, 0))]).index(scratch)
    assert len(events(index, "stop_sign", road_map=stop)) == count


def test_a_stop_sign_that_nobody_places_is_not_judged(tmp_path, scratch):
    scene = record([hero(straight(49, 1.75, 10))], 7, cast=[actor(60, "traffic.stop", (98, 5, 0))])
    result = find_events(scene.index(scratch), kinds=["stop_sign"], road_map=crossing(tmp_path))
    assert [each.kind for each in result.not_judged] == ["stop_sign"]


@pytest.mark.parametrize("kind", ["red_light", "stop_sign"])
def test_what_results_tell_of_a_light_or_sign_lies_where_the_line_was_crossed(tmp_path, kind):
    red = kind == "red_light"
    road_map = signalled(tmp_path) if red else crossing(tmp_path, signal("9", "206"), reference("9"))
    extra = {"cast": [light()], "extra": shows((0, RED))} if red else {"cast": [actor(60, "traffic.stop")]}
    index = record([hero(straight(49, 1.75, 10))], 7, **extra).index(tmp_path / "RouteScenario_1_rep0.log")
    sentence = f"Agent ran a {'red light' if red else 'stop with id='} {LIGHT} at (x=98.0, y=5.0, z=0.0)"
    record_of = {
        "route_id": "RouteScenario_1_rep0",
        "infractions": {"red_light" if red else "stop_infraction": [sentence]},
    }
    path = tmp_path / "results.json"
    path.write_text(json.dumps({"_checkpoint": {"records": [record_of]}}), encoding="utf-8")
    found = find_events(index, kinds=[kind], road_map=road_map)
    view = runner_view(index, found, results_about(index.path, [path]))
    ((ours,), (theirs,)) = found.events, joined_events(index, found, view.results)
    assert (theirs.kind, theirs.start, theirs.place) == (kind, ours.start, ours.place)
    shown = geometry_of(index, theirs, road_map)
    assert shown.point == pytest.approx((100, 1.75), abs=0.6)
    assert (shown.light is not None) is red


@pytest.mark.parametrize(("before", "at_least"), [(RED, True), (GREEN, False)])
def test_a_light_that_was_red_before_the_recording_was_so_for_longer(scratch, tmp_path, before, at_least):
    phases = shows((0.0, before), (1.0, RED))
    (event,) = judge(scratch, signalled(tmp_path), phases).events
    assert event.at_least is at_least
    assert measured_of(event).startswith("≥ ") is at_least
    assert ("≥ " in event_line(read_index(LogFile(scratch)), event)) is at_least
    assert ("since before" in measure_of(event)) is at_least
