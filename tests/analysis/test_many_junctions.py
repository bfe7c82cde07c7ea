"""Red lights and stop signs along a row of junctions, against a plain model of who enters when."""

from __future__ import annotations

import numpy as np
import pytest

from tests.analysis.drives import Mover, events, record
from tests.analysis.test_junctions import reference, shows
from tests.roads.maps import geometry, lane, road, section, write
from tests.scenes import actor
from viewer.analysis.find_events import find_events
from viewer.logfile import packets
from viewer.logfile.enums import TrafficLightState
from viewer.roads import open_map

RED, YELLOW, GREEN, OFF, UNKNOWN = (TrafficLightState(state) for state in range(5))
LANES = section(lane(1), lane(-1))
BEFORE, AFTER, SLOW = 4.0, 6.0, 0.1
CLEAR = 1e-3  # m that nobody's front is nearer to a line: who is on it is on either road


class Junction:
    """Where it is along x, its lights by id, whether it has a stop sign, and where its road is cut.

    The file names the first light at the road that leads to it if it is ``early``.
    """

    def __init__(self, begin, length, lights, *, stop, cut, early):
        self.begin, self.end = begin, begin + length
        self.lights, self.stop, self.cut, self.early = lights, stop, cut, early


def town(folder, junctions):
    """A road along x with junctions; a second light stands on the second piece of a junction's road."""
    content, x, number = [], 0.0, 1
    for place, each in enumerate(junctions):
        plan = geometry(length=each.begin - x, x=x)
        signals = "".join(
            f'<signal id="{light}" s="{each.begin - x - 1}" t="{-5 - 3 * aside}" dynamic="yes" '
            'type="1000001" country="OpenDRIVE"><validity fromLane="0" toLane="0"/></signal>'
            for aside, light in enumerate(each.lights)
        )
        if each.stop:
            signals += (
                f'<signal id="s{place}" s="1" t="-5" type="206"><validity fromLane="0" toLane="0"/></signal>'
            )
        signals += "".join(map(reference, each.lights[: each.early]))
        content.append(
            road(
                plan,
                length=each.begin - x,
                road_id=str(number),
                lanes=LANES,
                more=f"<signals>{signals}</signals>",
            )
        )
        pieces = [(each.begin, each.cut), (each.cut, each.end)]
        for piece, (begin, end) in enumerate(pieces, 1):
            named = list(each.lights[piece - 1 : piece]) if piece > each.early else []
            named += [f"s{place}"] if each.stop else []
            inside = f"<signals>{''.join(map(reference, named))}</signals>"
            content.append(
                road(
                    geometry(length=end - begin, x=begin), length=end - begin, road_id=str(number + piece),
                    lanes=LANES, junction=place, more=inside,
                )
            )  # fmt: skip
        x, number = each.end, number + 3
    content.append(road(geometry(length=200, x=x), length=200, road_id=str(number), lanes=LANES))
    content += [f'<junction id="{place}" name="j{place}"/>' for place in range(len(junctions))]
    return open_map(write(folder, *content, name="Town01.xodr"))


def drive(rng, junctions, extent):
    """Go along x; now and then stop, or nearly, some metres before a junction, with the front."""
    t, x = 0.0, float(rng.choice([0.0, junctions[0].begin - extent - rng.uniform(1.0, 5.0)]))
    knots = [(t, x)]
    for each in junctions:
        speed = rng.choice([3.0, 8.0, 14.0])
        if rng.random() < 0.6:
            stop = each.begin - extent - rng.choice([-0.05, 1.1, 3.3, 4.9, 6.7])
            if stop > x + 1:
                t += (stop - x) / speed
                crawl, pause = rng.choice([0.0, 0.04, 0.3]), rng.uniform(0.8, 3.0)
                knots += [(t, stop), (t + pause, stop + crawl * pause)]
                t, x = knots[-1]
        t, x = t + (each.end + 3.0 - x) / speed, each.end + 3.0
        knots.append((t, x))
    times, places = map(np.array, zip(*knots, strict=True))
    return lambda now: (float(np.interp(now, times, places)), 1.75, 0.0, 0.0), times[-1]


def entered(times, front, junction):
    """The frame in which a front is first in a junction: one that is looked at in some tenth of a second."""
    return int(np.flatnonzero(front >= junction.begin)[0])


def lanes_taken(times, front, frame):
    """Where a front is looked at, once every tenth of a second, until 6 m behind the line."""
    ticks = np.floor(times / 0.1).astype(int)
    looks = np.array([0, *(now for now in range(1, len(times)) if ticks[now] != ticks[now - 1])])
    behind = front[looks[looks >= frame]]
    far = np.flatnonzero(behind - front[frame] > AFTER)
    return behind[: max(int(far[0]) if len(far) else len(behind), 1)]


def red_since(times, states, frame):
    while frame and states[frame - 1] == RED:
        frame -= 1
    return times[frame]


def tail_at_red(x, extent, line, states, frame):
    """Tell whether a light is red while the line is beside the tail, in one go from a frame on."""
    for now in range(frame, len(x)):
        beyond = x[now] - line
        if beyond > extent + 1.0:
            return False
        if beyond >= 0.8 * extent and states[now] == RED:
            return True
    return False


def lights_run(times, x, size, junctions, shown):
    """The red lights that one runs who drives along x, and whether any could not be judged."""
    extent, front = size[0], x + sum(size)
    found, skipped, counted = [], False, None
    for each in junctions:
        frame = entered(times, front, each)
        taken = lanes_taken(times, front, frame)
        lights = each.lights[:1] * bool(each.early or (taken < each.cut).any())
        lights += each.lights[1:] * bool((taken >= each.cut).any())
        states = [shown[light][frame - 1 : frame + 1] for light in lights]
        red = [two == [RED, RED] for two in states]
        dark = any(state in (OFF, UNKNOWN) for two in states for state in two)
        if (any(red) != all(red) and lights) or dark:
            skipped = True
        elif any(red):
            theirs = lights[0] != counted and tail_at_red(x, extent, front[frame], shown[lights[0]], frame)
            counted = lights[0] if theirs else counted
            found.append(("red_light", frame, None, theirs, lights[0]))
    return found, {"red_light"} if skipped else set()


def signs_run(times, x, size, junctions, _shown):
    """The stop signs that one runs, and whether any could not be judged."""
    front, speeds = x + sum(size), np.gradient(x, times)  # the slope of the parabola through three places
    found, skipped = [], set()
    for each in junctions:
        if each.stop:
            frame = first = entered(times, front, each)
            while first and front[frame] - front[first - 1] <= BEFORE:
                first -= 1
            slowest = min(speeds[first : frame + 1])
            if first == 0:
                skipped.add("stop_sign")
            elif slowest >= SLOW:
                found.append(("stop_sign", frame, slowest, None, None))
    return found, skipped


@pytest.mark.parametrize("seed", [0, *range(2, 9)])
def test_who_runs_lights_and_signs(tmp_path, scratch, seed):
    rng = np.random.default_rng(seed)
    junctions, x, light = [], 0.0, 100
    for _ in range(5):
        x += rng.uniform(25, 60)
        kind = rng.choice(["light", "two", "stop", "both", "none"])
        lights = [light, light + 1][: {"light": 1, "both": 1, "two": 2}.get(str(kind), 0)]
        light += len(lights)
        length = rng.uniform(12, 25)
        junctions.append(
            Junction(
                x,
                length,
                lights,
                stop=kind in ("stop", "both"),
                cut=x + rng.uniform(0.5, 9.0),
                early=int(rng.integers(2)),
            )
        )
        x += length
    lights = [light for each in junctions for light in each.lights]
    sizes = [(float(rng.uniform(1.6, 2.9)), float(rng.choice([0.0, 0.4, -0.3]))) for _ in range(3)]
    ways = [drive(rng, junctions, extent) for extent, _ in sizes]
    movers = [
        Mover(
            number,
            lambda t, way=way, born=3.3 * (number - 1): way(max(t - born, 0.0)),
            extent=(size[0], 1.0, 0.75),
            center=(size[1], 0.0),
            born=3.3 * (number - 1),
        )
        for number, ((way, _), size) in enumerate(zip(ways, sizes, strict=True), 1)
    ]
    seconds = max(end for _, end in ways) + 8.0
    phases = {}
    for light in lights:
        turns = np.append(0.0, np.cumsum(rng.uniform(0.3, 6.0, 80)))
        states = rng.choice(
            [RED, RED, RED, GREEN, YELLOW, OFF, UNKNOWN],
            len(turns),
            p=[0.25, 0.25, 0.2, 0.12, 0.1, 0.04, 0.04],
        )
        phases[light] = [
            (float(time), TrafficLightState(state)) for time, state in zip(turns, states, strict=True)
        ]

    def extra(t):
        rows = [
            row
            for light in lights
            for row in shows(*phases[light], actor_id=light)(t)[packets.TRAFFIC_LIGHT_STATE]
        ]
        return {packets.TRAFFIC_LIGHT_STATE: rows}

    cast = [
        actor(light, "traffic.traffic_light", (each.begin - 1.0, 5.0 + 3 * aside, 0.0), (0.0, 90.0, 0.0))
        for each in junctions
        for aside, light in enumerate(each.lights)
    ] + [actor(90, "traffic.stop", (0.0, 5.0, 0.0))]
    # The frames end within the tenths of a second, not at their borders.
    deltas = rng.choice([0.031, 0.048, 0.117], 50).tolist()
    scene = record(movers, seconds, deltas, cast=cast, extra=extra)
    index = scene.index(scratch)
    road_map = town(tmp_path, junctions)
    times = np.array(index.elapsed)
    shown = {
        light: [
            next(row[3] for row in extra(t)[packets.TRAFFIC_LIGHT_STATE] if row[0] == light)
            for t in times.tolist()
        ]
        for light in lights
    }
    result = find_events(index, kinds=["red_light", "stop_sign"], road_map=road_map)
    assert events(index, "red_light", "stop_sign", road_map=road_map) == result.events
    for mover, size in zip(movers, sizes, strict=True):
        (row,) = index.actors.rows_of(mover.actor_id)
        begin = int(index.actors.spawn_frame[row])
        x = np.array([mover.way(t)[0] - size[1] for t in times[begin:].tolist()])
        states = {light: each[begin:] for light, each in shown.items()}
        assert all(abs(x + sum(size) - each.begin).min() > CLEAR for each in junctions)
        parts = [judge(times[begin:], x, size, junctions, states) for judge in (lights_run, signs_run)]
        ours = sorted((each for events_, _ in parts for each in events_), key=lambda each: each[1])
        theirs = [event for event in result.events if event.rows == (row,)]
        assert [(event.kind, event.frame) for event in theirs] == [
            (kind, frame + begin) for kind, frame, *_ in ours
        ]
        for event, (_, frame, slowest, counted, light) in zip(theirs, ours, strict=True):
            assert event.place == pytest.approx((x[frame] + sum(size), 1.75, 0), abs=1e-3)
            assert event.kind == "stop_sign" or event.scenario_runner is counted
            if light is not None:
                red_for = times[event.frame] - red_since(times, shown[light], event.frame)
                assert event.light == index.actors.rows_of(light)[0]
                assert f"light {light}, by the map's signals, at " in event.rule
            assert event.value == pytest.approx(red_for if light else slowest, abs=1e-6 if light else 0.02)
        assert {each.kind for each in result.not_judged if each.rows == (row,)} == parts[0][1] | parts[1][1]
    assert {each.kind for each in result.not_judged if not each.rows} == (set() if lights else {"red_light"})


@pytest.mark.parametrize(("yaw", "count"), [(0.0, 1), (55.0, 1), (-55.0, 1), (65.0, 0), (120.0, 0)])
def test_only_who_is_headed_along_the_lane_enters(tmp_path, scratch, yaw, count):
    """At most 60° aside."""
    one = Junction(60.0, 20.0, [100], stop=False, cut=65.0, early=0)
    mover = Mover(1, lambda t: (10 + 8 * t, 1.75, 0.0, yaw), extent=(0.5, 0.5, 0.5))
    cast = [actor(100, "traffic.traffic_light", (59.0, 5.0, 0.0), (0.0, 90.0, 0.0))]
    extra = shows((0.0, RED), actor_id=100)
    index = record([mover], 8, cast=cast, extra=extra).index(scratch)
    assert len(events(index, "red_light", road_map=town(tmp_path, [one]))) == count


@pytest.mark.parametrize("jump", [0, 40])
def test_who_is_put_into_a_junction_did_not_drive_into_it(tmp_path, scratch, jump):
    one = Junction(60.0, 20.0, [100], stop=False, cut=65.0, early=0)
    mover = Mover(1, lambda t: (10 + 5 * t + jump * (t >= 2.52), 1.75, 0.0, 0.0))
    cast = [actor(100, "traffic.traffic_light", (59.0, 5.0, 0.0), (0.0, 90.0, 0.0))]
    extra = shows((0.0, RED), actor_id=100)
    index = record([mover], 12, 0.04, cast=cast, extra=extra).index(scratch)
    assert len(events(index, "red_light", road_map=town(tmp_path, [one]))) == (0 if jump else 1)
