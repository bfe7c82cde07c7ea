"""What we find against what ScenarioRunner's own criteria count, on the same poses.

Where they differ on purpose, each event says whether theirs would count it; that is held here.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest

from tests.analysis.drives import CAR, car, hero, ids, record, standing
from tests.analysis.wandering import LENGTH, SPEED, lights_of, phases_of, wander
from tests.scenes import actor, hit
from viewer.analysis.criteria import runner_view
from viewer.analysis.find_events import find_events
from viewer.analysis.traffic import Traffic
from viewer.api import open_recording
from viewer.logfile import packets
from viewer.logfile.enums import SCENERY
from viewer.recording.actors import VEHICLES
from viewer.roads import open_map
from viewer.roads.lane_types import LaneType

_KINDS = {
    "TRAFFIC_LIGHT_INFRACTION": "red_light",
    "STOP_INFRACTION": "stop_sign",
    "ON_SIDEWALK_INFRACTION": "sidewalk",
    "WRONG_WAY_INFRACTION": "wrong_way",
    "COLLISION_VEHICLE": "collision",
    "COLLISION_PEDESTRIAN": "collision",
    "COLLISION_STATIC": "collision",
}
_LATER = 2.0
"""Seconds after ours in which theirs may come: the tail is looked at, or the end."""


class Theirs(NamedTuple):
    """What a criterion counted: kind, actor's id, from and until when, and what it wrote down."""

    kind: str
    actor_id: int
    begin: float
    end: float
    more: dict


def counted(stage, lives, *criteria):
    found = []
    for life in lives:
        motion = stage.traffic.motion_of(life)
        for make in criteria:
            for count in stage.judge(make, life):
                kind = _KINDS.get(count.kind)
                begin = count.time
                if kind in ("sidewalk", "wrong_way"):
                    place = count.more["location"]
                    far = np.hypot(*(motion.locations[:, :2] - (place.x, place.y)).T)
                    begin = min(
                        float(motion.times[np.nanargmin(far)]), count.time - count.more["distance"] / SPEED
                    )
                if kind is not None:
                    found.append(Theirs(kind, stage.actors[life].id, begin, count.time, count.more))
    return found


def joined(index, ours, theirs):
    """Pairs of our events and theirs, with None where there is no other."""
    pairs, used = [], set()
    for event in ours:
        actor_id = ids(index, event)[0]
        same = [
            each
            for each in theirs
            if (each.kind, each.actor_id) == (event.kind, actor_id)
            and each.begin <= event.end + _LATER
            and event.start <= each.end + 0.5
        ]
        pairs.append((event, same[0] if same else None))
        used |= {id(each) for each in same}
    return pairs + [(None, each) for each in theirs if id(each) not in used]


# A bicycle crosses the road from sidewalk to sidewalk: bicycles may, and nowhere does it face traffic.
_THEIRS_ALONE = {"town01_carla096_walkers.rec": [("sidewalk", 6592), ("sidewalk", 6592), ("wrong_way", 6592)]}


def test_real_recordings(runner, town, recording_file):
    criteria, stage = runner
    package_map, road_map = town(recording_file.name[:6].capitalize())
    with open_recording(recording_file) as recording:
        index = recording.index
        traffic = Traffic(index)
        stage.show(index, traffic, package_map)
        kinds = ["stop_sign", "sidewalk", "wrong_way", "collision"]
        asked = [
            criteria.RunningStopTest, criteria.OnSidewalkTest, criteria.WrongLaneTest,
            criteria.CollisionTest,
        ]  # fmt: skip
        if package_map.get_all_landmarks_of_type("1000001"):  # else it does not know which lanes they stop
            kinds.append("red_light")
            asked.append(criteria.RunningRedLightTest)
        ours = find_events(index, kinds=kinds, road_map=road_map).events
        lives = np.flatnonzero(traffic.moves & np.isin(traffic.category, VEHICLES)).tolist()
        pairs = joined(index, ours, counted(stage, lives, *asked))
    alone = sorted((each.kind, each.actor_id) for event, each in pairs if event is None)
    assert alone == _THEIRS_ALONE.get(recording_file.name, [])
    for event, each in pairs:
        if event is not None:
            assert event.scenario_runner is (each is not None)
            if event.kind == "red_light":
                assert int(index.actors.actor_id[event.light]) == each.more["id"]
                # Theirs looks for the line in steps of 0.5 m.
                assert event.counted_at == pytest.approx(each.end, abs=0.11)
            if event.kind == "collision":
                assert event.start - 0.2 <= each.begin <= event.end + 0.2


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("name", ["Town01", "Town03", "Town05"])
def test_drives_through_towns(runner, town, scratch, name, seed):
    criteria, stage = runner
    package_map, road_map = town(name)
    lights, way = lights_of(package_map), wander(package_map, seed)
    phases = phases_of(lights, seed)
    movers = [hero(way), car(2, wander(package_map, seed, beside=False))]
    index = record(movers, LENGTH, cast=lights, extra=phases, map_name=name).index(scratch)
    row = int(index.actors.hero_rows[0])
    traffic = Traffic(index)
    stage.show(index, traffic, package_map)
    life = traffic.rows.tolist().index(row)
    kinds = ["red_light", "sidewalk", "wrong_way", "outside_lanes"]
    result = find_events(index, kinds=kinds, rows=[row], road_map=road_map)
    assert not any("fit" in each.reason for each in result.not_judged)
    asked = criteria.RunningRedLightTest, criteria.OnSidewalkTest, criteria.WrongLaneTest
    ours = [event for event in result.events if event.kind != "outside_lanes"]
    theirs, outside = counted(stage, [life], *asked), _outside(criteria, stage, life)
    for each in result.scenario_runner_counts:
        assert (
            any(there and each.start <= time <= each.end for time, there in outside)
            if each.kind == "outside_lanes"
            else any(
                other.kind == each.kind and other.begin - 0.3 <= each.end and each.start <= other.end + 0.3
                for other in theirs
            )
        ), each
    for event, each in joined(index, ours, theirs):
        if event is None:
            assert _explained(road_map, traffic.motion_of(life), each), each
            continue
        assert event.scenario_runner is (each is not None), event
        if event.kind == "red_light" and each is not None:
            assert int(index.actors.actor_id[event.light]) == each.more["id"]
            # Theirs looks for the line in steps of 0.5 m.
            assert event.counted_at == pytest.approx(each.end, abs=0.11)
    for event in result.events:
        if event.kind == "outside_lanes":
            during = [there for time, there in outside if event.start <= time <= event.end]
            assert event.scenario_runner is any(during), event


def _explained(road_map, motion, each) -> bool:
    """Tell whether theirs counts what ours on purpose does not."""
    if each.kind == "red_light":
        return each.begin - 1.8 * CAR[0] / SPEED < 0.15  # the front had done so before the recording began
    during = (motion.times >= each.begin) & (motion.times <= each.end)
    places = road_map.locate(motion.locations[during], motion.yaws[during])
    if each.kind == "sidewalk":
        # Their nearest lane is one that the middle is not on: a shoulder of 0.6 m beside a parking lane.
        # Or it was short.
        return _seconds(motion, during, places["lane_type"] == LaneType.SIDEWALK) < 0.5
    # It was short, or the lane has both directions, or the nearest driving lane is not where it drives.
    turn = np.abs((motion.yaws[during] - places["heading"] + 180.0) % 360.0 - 180.0)
    against = (places["lane_type"] == LaneType.DRIVING) & (places["junction_row"] < 0) & (turn > 120.0)
    return _seconds(motion, during, against) < 1.0


def _seconds(motion, during, holds) -> float:
    times = motion.times[during]
    return float((np.diff(times, append=times[-1]) * holds).sum())


def _outside(criteria, stage, life):
    """When they find a vehicle outside the lanes of its route, which is the way that it drives."""
    motion = stage.traffic.motion_of(life)
    route = [(stage.pose_of(life), None)]
    seen = []

    def make(played):
        criterion = criteria.OutsideRouteLanesTest(played, route)
        update = criterion.update

        def updated():
            update()
            seen.append((stage.time, criterion._outside_lane_active))  # noqa: SLF001 - it tells only shares

        criterion.update = updated
        return criterion

    stage.judge(make, life)
    assert len(seen) == len(motion.times)
    return seen


@pytest.mark.parametrize("apart", [(1, 30), (21, 120)])
@pytest.mark.parametrize("seed", range(6))
def test_which_of_many_collisions_count(runner, town, scratch, seed, apart):
    """For each of two with a sensor, whichever reported first; many records may be one event of ours."""
    criteria, stage = runner
    package_map, _ = town("Town01")
    rng = np.random.default_rng(seed)
    ways = [np.append(0.0, np.cumsum(rng.choice([0.0, 0.3, 3.0, -3.0], 30))) for _ in range(2)]

    def drive(place, y):
        return lambda t: (float(np.interp(t, np.arange(31.0), ways[place])), y, 0.0, 0.0)

    hits = {
        int(frame): [hit(int(first), int(rng.choice([each for each in (1, 2, 3, SCENERY) if each != first])))]
        for frame, first in zip(np.cumsum(rng.integers(*apart, 30)), rng.choice([1, 2], 30), strict=True)
    }
    movers = [hero(drive(0, 0.0)), car(2, drive(1, 40.0)), car(3, standing(-80, 0))]
    index = record(movers, 30, collisions=hits).index(scratch)
    traffic = Traffic(index)
    stage.show(index, traffic, package_map)
    for row in range(2):
        life = traffic.rows.tolist().index(row)
        theirs = stage.judge(criteria.CollisionTest, life)
        found = find_events(index, kinds=["collision"], hero=row)
        counts = runner_view(index, found).counts
        assert sum(each.number or 0 for each in counts) == len(theirs)
        ours = sorted(time for each in counts for time in each.times)
        assert ours == pytest.approx([each.time for each in theirs], abs=1e-6)


END = 325.5
"""Where the lane along x at y = 133.5 in Town01 comes to a junction."""


def stops(*where, speed=5.0, pause=1.0, begin=300.0, y=133.5, yaw=0.0):
    """Drive along x and stand for a while at some places."""
    times, places = [0.0], [begin]
    for place in (*where, begin + (90.0 if speed > 0 else -90.0)):
        times += [times[-1] + abs((place - places[-1]) / speed)] * 2
        places += [place] * 2
        times[-1] += pause
    return lambda t: (float(np.interp(t, times, places)), y, 0.0, yaw)


def across(t):
    """Come along the lane, and leave it for the other one just before the sign."""
    x = 300.0 + 5.0 * t
    return x, 133.5 - 4.0 * min(max((x - END + 9.0) / 6.0, 0.0), 1.0), 0.0, 0.0


@pytest.fixture(scope="module")
def signposted(runner, town, maps, tmp_path_factory):
    """Where the lane ends, and the map with two signs for it, as the package and as we read it."""
    carla = runner[1].carla
    end = town("Town01")[0].get_waypoint(carla.Location(x=300.0, y=133.5))
    while not end.next(0.5)[0].is_junction:
        end = end.next(0.5)[0]
    path = with_signs(maps / "Town01.xodr", tmp_path_factory.mktemp("signs") / "Town01.xodr", end)
    there = end.transform.location
    return (there.x, there.y), carla.Map("Town01", path.read_text(encoding="utf-8")), open_map(path)


@pytest.mark.parametrize("recorded", [True, False], ids=["volume", "map"])
@pytest.mark.parametrize(
    "way",
    [
        stops(),
        stops(END - 4.0),
        stops(END - 3.0, pause=4.0),
        stops(END - 12.0),
        stops(END + 4.0),
        stops(END - 1.0, speed=12.0),
        stops(speed=20.0),
        stops(speed=-5.0, begin=END + 30.0),
        stops(begin=END - 3.0),
        stops(y=129.5),
        stops(y=134.9),
        stops(y=135.4),
        stops(speed=-5.0, begin=END + 30.0, y=129.5, yaw=180.0),
        across,
    ],
    ids=[
        "runs it", "stops", "stops long", "stops early", "stops behind", "stops fast", "races", "backwards",
        "from the line", "other lane", "aside", "on the edge", "the other way", "leaves the lane",
    ],
)  # fmt: skip
def test_stop_signs(runner, signposted, scratch, way, recorded):
    """What RunningStopTest counts is what the count says, and of ours whether it would count them."""
    criteria, stage = runner
    (x, y), package_map, road_map = signposted
    cast = [
        actor(70, "traffic.stop", (x, y + 3.0, 0.0), (0.0, 90.0, 0.0)),
        actor(71, "traffic.stop", (x - 20.0, y + 3.0, 0.0), (0.0, 90.0, 0.0)),
    ]
    volumes = [(70, (100 * (x - 1.0), 100 * y, 0.0), (150.0, 100.0, 100.0))] if recorded else []
    volumes += [(71, (100 * (x - 21.0), 100 * y, 0.0), (150.0, 150.0, 100.0))] if recorded else []

    def extra(t):
        return {packets.TRIGGER_VOLUME: volumes} if t == 0 and volumes else {}

    index = record([hero(way)], 16, cast=cast, extra=extra).index(scratch)
    stage.show(index, Traffic(index), package_map)
    result = find_events(index, kinds=["stop_sign"], road_map=road_map)
    (count,) = (each for each in runner_view(index, result).counts if each.criterion.kind == "stop_sign")
    theirs = stage.judge(criteria.RunningStopTest, 0)
    assert count.times == pytest.approx([each.time for each in theirs], abs=1e-6)
    assert all(event.scenario_runner is not None for event in result.events)


def with_signs(source, target, end):
    """The map with two signs for a lane: at its end, and 20 m before."""
    before = end.lane_id < 0
    signals = "".join(
        f'<signal id="s{actor_id}" s="{end.s - back * (1 if before else -1)}" t="{-5 if before else 5}" '
        'dynamic="no" orientation="-" type="206" country="OpenDRIVE">'
        f'<validity fromLane="{end.lane_id}" toLane="{end.lane_id}"/></signal>'
        for actor_id, back in ((70, 0.0), (71, 20.0))
    )
    text = source.read_text(encoding="utf-8")
    begin = text.index(f' id="{end.road_id}" ', text.index("<road "))
    stop = text.index("</road>", begin)
    body = text[begin:stop]
    body = (
        body.replace("<signals>", f"<signals>{signals}", 1)
        if "<signals>" in body
        else f"{body}<signals>{signals}</signals>"
    )
    target.write_text(text[:begin] + body + text[stop:], encoding="utf-8")
    return target


@pytest.mark.parametrize("queue", [False, True])
@pytest.mark.parametrize("seconds", [100.0, 179.0, 190.0])
def test_who_is_blocked(runner, town, scratch, seconds, queue):
    """Who stands behind a car that never moves is an event in any case, and counted after three minutes."""
    criteria, stage = runner
    package_map, _ = town("Town01")

    def way(t):
        return min(5.0 * t, 30.0) + 5.0 * max(t - 6.0 - seconds, 0.0), 0.0, 0.0, 0.0

    movers = [hero(way), car(2, standing(36 if queue else 60, 0.0 if queue else 30.0))]
    index = record(movers, seconds + 10.0, 0.25).index(scratch)
    stage.show(index, Traffic(index), package_map)
    theirs = stage.judge(lambda each: criteria.ActorBlockedTest(each, min_speed=0.1, max_time=180.0), 0)
    result = find_events(index, kinds=["standing"], rows=[0])
    (event,) = result.events
    assert event.cause.kind.value == ("behind" if queue else "unknown")
    count = runner_view(index, result).counts[-1]
    assert (count.number, count.alone) == (bool(theirs), False)
    assert bool(theirs) is (seconds > 180.0)
    first = [each.time for each in theirs[:1]]
    assert count.times == pytest.approx(first, abs=1e-6)
