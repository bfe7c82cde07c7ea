"""Why vehicles stand: recordings with known causes, each with and without its map, right to 0.2 s."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from tests.analysis.bend import at_road, bend, joined, link
from tests.analysis.drives import Mover, Way, car, hero, record, standing, walker
from tests.analysis.test_junctions import GREEN, LIGHT, RED, YELLOW, light, reference, shows, signal
from tests.roads.maps import geometry, lane, road, section, write
from tests.scenes import actor
from viewer import open_recording
from viewer.analysis.find_events import find_events
from viewer.analysis.incidents import by_weight
from viewer.analysis.queues import find_queues
from viewer.analysis.result_files import Results
from viewer.analysis.route_files import Route
from viewer.analysis.route_line import plan_route
from viewer.analysis.stand_cause import CauseKind
from viewer.analysis.stand_words import stand_words
from viewer.analysis.traffic import Traffic
from viewer.analysis.vehicles_ahead import FinderAhead
from viewer.logfile import packets
from viewer.roads import open_map
from viewer.tables.column import pick, rows
from viewer.tables.events import EVENTS, EventRows, event_objects
from viewer.tables.recordings import RECORDINGS, Run

LANE, SIGN, PROP = 1.75, 60, 70
BRAKE, HAND, IDLE, PUSH = (0.0, 1.0, False), (0.0, 0.0, True), (0.0, 0.0, False), (0.6, 0.0, False)
"""Controls: throttle, brake, hand brake."""


def goes(*phases: tuple[float, float], x: float = 20.0, y: float = LANE, yaw: float = 0.0) -> Way:
    """Drive along x: pairs of a time and the speed from then on."""
    ends = [*(since for since, _ in phases[1:]), 1e9]

    def way(t: float) -> tuple[float, ...]:
        steps = (v * max(min(t, end) - since, 0.0) for (since, v), end in zip(phases, ends, strict=True))
        return x + sum(steps), y, 0.0, yaw

    return way


def stops(at: float, x: float = 20.0) -> Way:
    """Drive at 10 m/s until a time."""
    return goes((0, 10), (at, 0), x=x)


@dataclass(frozen=True)
class Case:
    """Who stands where, and what is found of whom: by id, each with kind, since, severity, root and chain."""

    movers: Sequence[Mover]
    found: Mapping[int, tuple[Any, ...]]
    without_map: Mapping[int, tuple[Any, ...]] | None = None
    """What is found without the map; None for the same."""
    seconds: float = 60.0
    span: tuple[float, float] | None = None
    """Begin and end of the hero's stand; None for from 3 s to the end."""
    controls: Mapping[int, tuple[Any, ...] | Callable[[float], Any] | None] = field(default_factory=dict)
    """By id, perhaps with a gear; others brake. None where they are not recorded."""
    phases: Sequence[tuple[float, Any]] = ()
    cast: Sequence[Any] = ()
    sign: str = ""
    """OpenDRIVE's type of the signal in the map."""
    volumes: Sequence[Any] = ()
    until: float = 1e9
    """When the light's states are recorded no longer."""


def town(folder, kind: str = ""):
    """A street with a junction from x = 100 to 120, with a signal of a kind for the lane on the right."""
    lanes = section(lane(1), lane(-1, inside=link(-1, -1)))
    to_junction = '<successor elementType="junction" elementId="5"/>'
    inside = joined(at_road("predecessor", 1, "end"), at_road("successor", 3, "start"))
    named, referred = (
        f"<signals>{each}</signals>" if kind else "" for each in (signal("7", kind), reference("7"))
    )
    path = write(
        folder,
        road(length=100, lanes=lanes, more=joined(after=to_junction) + named),
        road(
            geometry(length=20, x=100), length=20, road_id="2", lanes=lanes, junction=5,
            more=inside + referred,
        ),
        road(geometry(length=100, x=120), length=100, road_id="3", lanes=lanes),
        '<junction id="5" name="five"><connection id="0" incomingRoad="1" connectingRoad="2" '
        'contactPoint="start"><laneLink from="-1" to="-1"/></connection></junction>',
        name="Town01.xodr",
    )  # fmt: skip
    return open_map(path)


def hops(length: float, every: float, lasts: float) -> Way:
    """Drive to x = 50, then creep."""

    def way(t: float) -> tuple[float, ...]:
        number, since = divmod(max(t - 3.0, 0.0), every)
        return 20 + 10 * min(t, 3.0) + length * (number + min(since / lasts, 1.0)), LANE, 0.0, 0.0

    return way


def crawls(x: float) -> Way:
    return goes((0, 10), (3, 0.3), x=x)


NEVER, RING = CauseKind.NEVER_MOVED, CauseKind.GRIDLOCK
BEHIND, AT_RED, AT_GREEN = CauseKind.BEHIND, CauseKind.WAITS_AT_RED, CauseKind.STANDS_AT_GREEN
HELD, UNKNOWN, AGAINST = CauseKind.BRAKE_HELD, CauseKind.UNKNOWN, CauseKind.AGAINST
NO_THROTTLE = CauseKind.NO_THROTTLE
PARKED_AHEAD = {1: (BEHIND, 3.0, "high", NEVER, (2,))}
LIGHTS = {"sign": "1000001", "cast": [light()]}
AT_LINE = stops(3.0, 67.5)
"""The front stops 0.5 m before the line."""
HELD_ALONE, NOT_KNOWN = {1: (HELD, 3.0, "high", HELD, ())}, {1: (HELD, 3.0, "medium", HELD, ())}
QUEUE = [car(10 + n, goes((0, 10), (3.0, 0), (43.5 + 1.5 * n, 8), x=67.5 - 6.0 * n)) for n in range(6)]
CASES = {
    "a car that never moves": Case([hero(stops(3)), car(2, standing(56, LANE))], PARKED_AHEAD),
    "a chain of three": Case(
        [
            hero(stops(3)), car(2, stops(3, 26)), car(3, stops(3, 33)), car(4, standing(69, LANE)),
            car(5, standing(75, LANE)),  # parked behind one another: they wait for nobody
        ],
        {
            1: (BEHIND, 3.0, "high", NEVER, (2, 3, 4)), 2: (BEHIND, 3.0, "high", NEVER, (3, 4)),
            3: (BEHIND, 3.0, "high", NEVER, (4,)),
        },
        seconds=70.0,
    ),
    "red for ever": Case(
        [hero(AT_LINE)], {1: (AT_RED, 3.0, "medium", AT_RED, ())}, NOT_KNOWN, 70.0, phases=[(0, RED)],
        **LIGHTS,
    ),
    "a red of 40 s": Case(
        [hero(goes((0, 10), (3, 0), (45, 8), x=67.5))], {}, NOT_KNOWN, span=(3, 45),
        phases=[(0, RED), (43, GREEN)], **LIGHTS,
    ),
    "a queue at it": Case(
        [*QUEUE, hero(goes((0, 10), (3, 0), (53.0, 8), x=67.5 - 36))], {}, seconds=60.0,
        phases=[(0, RED), (43, GREEN)], **LIGHTS,
    ),
    "a car that stands at green": Case(
        [hero(stops(3, 61.5)), car(2, AT_LINE)],
        {1: (BEHIND, 3.0, "high", AT_GREEN, (2,)), 2: (AT_GREEN, 20.0, "high", AT_GREEN, ())},
        {1: (BEHIND, 3.0, "medium", HELD, (2,)), 2: (HELD, 3.0, "medium", HELD, ())},
        70.0, phases=[(0, RED), (20, GREEN)], **LIGHTS,
    ),
    "asleep at green": Case(
        [hero(AT_LINE)], {1: (AT_GREEN, 20.0, "high", AT_GREEN, ())}, NOT_KNOWN,
        phases=[(0, RED), (20, GREEN)], **LIGHTS,
    ),
    "asleep through short greens": Case(
        [hero(AT_LINE)], {1: (AT_GREEN, 10.0, "high", AT_GREEN, ())}, NOT_KNOWN,
        phases=[(0, RED), (10, GREEN), (18, YELLOW), (20, RED), (30, GREEN), (38, RED)], **LIGHTS,
    ),
    "brake alone": Case([hero(stops(3))], HELD_ALONE, NOT_KNOWN),
    "hand brake": Case([hero(stops(3))], HELD_ALONE, NOT_KNOWN, controls={1: HAND}),
    "backwards against a wall": Case(  # the car ahead of it is not in its way
        [hero(stops(3)), car(2, standing(56, LANE))], {1: (AGAINST, 3.0, "high", AGAINST, ())},
        controls={1: (*PUSH, -1)},
    ),
    "backwards to a parked car": Case(
        [hero(stops(3)), car(2, standing(44, LANE), born=3.0)], PARKED_AHEAD, controls={1: (*IDLE, -1)}
    ),
    "against a wall": Case([hero(stops(3))], {1: (AGAINST, 3.0, "high", AGAINST, ())}, controls={1: PUSH}),
    "against a prop": Case(
        [hero(stops(3)), car(PROP, standing(54, LANE), type_id="static.prop.barrel")],
        {1: (AGAINST, 3.0, "high", AGAINST, (), PROP)}, controls={1: PUSH},
    ),
    "behind a parked car that is a prop": Case(
        [hero(stops(3)), car(2, standing(57, LANE), type_id="static.prop.mesh")], PARKED_AHEAD,
    ),
    "a parked car half in the lane": Case([hero(stops(3)), car(2, standing(56, 3.4))], PARKED_AHEAD),
    "a parked car beside the lane": Case([hero(stops(3)), car(2, standing(56, 4.6))], HELD_ALONE, NOT_KNOWN),
    "one that comes towards it": Case(  # it stands askew, and the way ahead goes into the other lane
        [hero(goes((0, 10), (3, 0), yaw=-12.0)), car(2, goes((0, 10), (1, 0), x=49, y=-1.5, yaw=180.0))],
        HELD_ALONE, {1: (BEHIND, 3.0, "medium", HELD, (2,))}, seconds=50.0,
    ),
    "a walker": Case(
        [hero(stops(3)), walker(2, standing(55, LANE, z=0.9))],
        {1: (CauseKind.WALKER, 3.0, "medium", CauseKind.WALKER, (), 2)},
    ),
    "a stop sign": Case(
        [hero(AT_LINE)], {1: (CauseKind.STOP_SIGN, 3.0, "medium", CauseKind.STOP_SIGN, ())}, NOT_KNOWN,
        cast=[actor(SIGN, "traffic.stop", (98.0, 5.0, 0.0), (0.0, 90.0, 0.0))], sign="206",
    ),
    "5 s at the end": Case([hero(stops(3))], {}, seconds=8.0),
    "25 s at the end, at red": Case([hero(AT_LINE)], {}, NOT_KNOWN, 28.0, phases=[(0, RED)], **LIGHTS),
    "50 s": Case(
        [hero(goes((0, 10), (3, 0), (53, 5)))], {1: (HELD, 3.0, "medium", HELD, ())}, NOT_KNOWN, span=(3, 53)
    ),
    "500 s": Case([hero(goes((0, 10), (3, 0), (503, 5)))], HELD_ALONE, NOT_KNOWN, 510.0, (3, 503)),
    "two that block each other": Case(
        [hero(stops(3)), car(2, goes((0, -10), (3, 0), x=88, yaw=180.0))],
        {1: (RING, 3.0, "high", RING, (2, 1)), 2: (RING, 3.0, "high", RING, (1,))}, seconds=70.0,
    ),
    "a queue that crawls": Case([hero(crawls(20)), car(2, crawls(26)), car(3, crawls(32))], {}, seconds=90.0),
    "short hops": Case(
        [hero(hops(0.3, 4.0, 0.2))], {1: (HELD, 3.3, "high", HELD, ())},
        {1: (HELD, 3.3, "medium", HELD, ())}, span=(3.3, 60.0),
    ),
    "slow creeping": Case(
        [hero(hops(0.15, 4.0, 1.0))], {1: (HELD, 4.1, "high", HELD, ())},
        {1: (HELD, 4.1, "medium", HELD, ())}, 62.0, (4.1, 62.0),
    ),
    "it never acts": Case(
        [hero(standing(50, LANE))], {1: (NO_THROTTLE, 0.0, "high", NO_THROTTLE, ())},
        {1: (NO_THROTTLE, 0.0, "medium", NO_THROTTLE, ())}, span=(0, 60), controls={1: IDLE},
    ),
    "the hero is parked": Case(
        [hero(standing(50, LANE))], {1: (HELD, 0.0, "high", HELD, ())}, {1: (HELD, 0.0, "medium", HELD, ())},
        span=(0, 60), controls={1: HAND},
    ),
    "controls are not recorded": Case(
        [hero(stops(3))], {1: (UNKNOWN, 3.0, "medium", UNKNOWN, ())}, controls={1: None}
    ),
    "an id is used again": Case(  # far away, after it stood ahead
        [hero(stops(3)), car(2, stops(3, 26), dies=20.05), car(2, standing(20, -50), born=25.0)],
        {1: (HELD, 20.1, "high", HELD, ())}, {1: (HELD, 20.1, "medium", HELD, ())},
    ),
    "half a map": Case(  # which light governs it there is not known
        [hero(stops(9, 150))], {1: (HELD, 9.0, "medium", HELD, ())}, span=(9.0, 60.0), **LIGHTS
    ),
    "a light with a trigger volume": Case(
        [hero(AT_LINE)], {1: (AT_GREEN, 20.0, "high", AT_GREEN, ())}, phases=[(0, RED), (20, GREEN)],
        volumes=[(LIGHT, (9850.0, 175.0, 0.0), (100.0, 200.0, 100.0))], **LIGHTS,
    ),
    "a light that goes": Case(
        [hero(AT_LINE)], {1: (HELD, 20.0, "medium", HELD, ())}, NOT_KNOWN,
        phases=[(0, RED)], until=20.0, **LIGHTS,
    ),
}  # fmt: skip


def made(case: Case, path):
    """Return the recording of a case."""
    ids = {mover.actor_id for mover in case.movers if mover.type_id.startswith("vehicle")}
    states = shows(*case.phases) if case.phases else None

    def extra(t: float) -> dict[Any, Any]:
        given = {each: case.controls.get(each, BRAKE) for each in ids}
        controls = [(each, 0.0, *now, 1)[:6] for each, now in given.items() if now is not None]
        lights = states(t) if states is not None and t < case.until else {}
        volumes = {packets.TRIGGER_VOLUME: case.volumes} if t == 0.0 and case.volumes else {}
        return {packets.ANIM_VEHICLE: controls, **lights, **volumes}

    return record(case.movers, case.seconds, 0.1, cast=case.cast, extra=extra).index(path)


@pytest.mark.parametrize("mapped", [True, False])
@pytest.mark.parametrize("name", CASES)
def test_each_stand_has_its_cause(tmp_path, scratch, name, mapped):
    case = CASES[name]
    index = made(case, scratch)
    road_map = town(tmp_path, case.sign) if mapped else None
    found = find_events(index, kinds=["standing"], road_map=road_map)
    ids = index.actors.actor_id
    expected = case.found if mapped or case.without_map is None else case.without_map
    assert {int(event.actors[0].id): event.note for event in found.events}.keys() == expected.keys()
    for event in found.events:
        kind, since, severity, root, chain, *row = expected[event.actors[0].id]
        cause = event.cause
        assert (cause.kind, cause.root.kind, event.severity.value) == (kind, root, severity), event.note
        assert tuple(ids[list(cause.chain)]) == chain
        assert len(cause.gaps) == len(chain)
        assert cause.since == pytest.approx(since, abs=0.2)
        assert [int(ids[cause.row])] == row if row else cause.row is None or cause.row == cause.chain[0]
        if event.actors[0].id == 1:
            span = case.span or (3.0, case.seconds)
            assert (event.start, event.end) == pytest.approx(span, abs=0.2)
        words = stand_words(event, index.actors)
        assert ("lights not known" in words) is any("lights" in each for each in cause.not_looked_at)
    heads = by_weight(found.events, found.heroes).heads
    assert [event.actors[0].id for event in heads][:1] == [1][: len(expected)]
    assert len(heads) == (1 if expected else 0)


def city(seconds: float, delta: float) -> tuple[list[Mover], Callable[[float], Any]]:
    """Ten minutes of a street: cars follow each other, deliver, wait at a light; others are parked beside."""
    cycle = [(0.0, GREEN), (20.0, YELLOW), (23.0, RED)]
    state = shows(*((begin + since, each) for begin in range(0, round(seconds), 60) for since, each in cycle))
    cars: list[dict[str, Any]] = []
    on_street: list[dict[str, Any]] = []
    for step in range(round(seconds / delta) + 1):
        now = step * delta
        (lit,) = (each[3] for each in state(now)[packets.TRAFFIC_LIGHT_STATE])
        if now % 7.0 < delta and (not on_street or on_street[-1]["x"] > 14.0):
            heroic = len(cars) % 4 == 0 and all(each["id"] != 1 for each in on_street)
            free = min({*range(10, 60)} - {each["id"] for each in on_street})
            delivers = 8.0 if len(cars) % 3 == 1 else 0.0
            on_street.append(
                {"id": 1 if heroic else free, "x": 2.0, "v": 8.0, "born": now, "xs": [], "delivers": delivers}
            )
            cars.append(on_street[-1])
        ahead = 1e9
        for each in on_street:
            free = ahead - 4.0 - 2.0 - each["x"]
            if lit is not GREEN and each["x"] < 98.0:
                free = min(free, 97.5 - each["x"])
            if each["delivers"] > 0.0 and each["x"] < 60.0:
                free = min(free, 60.0 - each["x"])
                each["delivers"] -= delta * (each["v"] < 0.05)
            each["v"] = min(9.0, each["v"] + 2.0 * delta, max(free, 0.0) / 1.5)
            each["v"] *= each["v"] > 0.04
            each["x"] += each["v"] * delta
            ahead = each["x"]
            each["xs"].append(each["x"])
        on_street = [each for each in on_street if each["x"] < 200.0]

    def way(each: dict[str, Any]) -> Way:
        xs = dict(enumerate(each["xs"], round(each["born"] / delta)))
        return lambda t: (xs.get(round(t / delta), xs[max(xs)]), LANE, 0.0, 0.0)

    movers = []
    for each in cars:
        born = each["born"] - delta / 2
        role = {"role_name": "hero"} if each["id"] == 1 else {}
        dies = born + len(each["xs"]) * delta
        movers.append(car(each["id"], way(each), born=born, dies=dies, attributes=role))
    return [*movers, *(car(100 + n, standing(30 + 12 * n, 5.3)) for n in range(5))], state


@pytest.mark.parametrize("mapped", [True, False])
def test_ordinary_traffic_gives_none(tmp_path, scratch, mapped):
    """Without the map, a long red cannot be told from a brake that is held: so much is said."""
    movers, state = city(600.0, 0.25)

    def extra(t: float) -> dict[Any, Any]:
        alive = [each.actor_id for each in movers if each.born <= t < each.dies]
        return {packets.ANIM_VEHICLE: [(each, 0.0, *BRAKE, 1) for each in alive], **state(t)}

    index = record(movers, 600.0, 0.25, cast=[light()], extra=extra).index(scratch)
    found = find_events(index, kinds=["standing"], road_map=town(tmp_path, "1000001") if mapped else None)
    stood = sum(each.end - each.begin for each in found.hero_stands)
    assert stood > 100.0
    assert {each.kind for each in found.hero_stands} >= ({AT_RED, BEHIND} if mapped else {HELD, BEHIND})
    for event in found.events:
        assert not mapped, event.note
        assert event.severity.value == "medium"
        assert "lights not known" in stand_words(event, index.actors)


@pytest.mark.parametrize("mapped", [True, False])
def test_one_around_a_bend_is_ahead_by_the_lane_alone(tmp_path, scratch, mapped):
    movers = [hero(goes((0, 10), (3, 0), x=8.0)), car(2, standing(47.5, 6.5, 65.0))]
    index = made(Case(movers, {}, seconds=40.0), scratch)
    road_map = bend(tmp_path) if mapped else None
    (event,) = find_events(index, kinds=["standing"], road_map=road_map).events
    assert event.cause.kind is (BEHIND if mapped else HELD)


@pytest.mark.parametrize("mapped", [True, False])
def test_what_does_not_change_is_ahead_as_before(tmp_path, scratch, mapped):
    """Many looks at once find whom each look alone finds."""
    movers, _ = city(240.0, 0.25)
    prop = car(PROP, standing(100, LANE), type_id="static.prop.barrel", born=100.1, dies=130.0)
    traffic = Traffic(record([*movers, prop], 240.0, 0.25).index(scratch))
    finder = FinderAhead(traffic, town(tmp_path) if mapped else None)
    samples = np.arange(0, len(traffic.times), 3)
    queues = find_queues(finder, samples, lambda _: False)
    assert (queues.ahead >= 0).sum() > 500
    for look, sample in enumerate(samples.tolist()):
        _, track, ahead, gap = finder.ahead(np.array([sample]))
        mine = queues.look == look
        assert queues.track[mine].tolist() == track.tolist()
        assert queues.ahead[mine].tolist() == ahead.tolist()
        assert queues.gap[mine] == pytest.approx(gap, abs=0.25, nan_ok=True)


def test_a_stand_at_the_end_of_the_route_is_none(scratch):
    index = made(Case([hero(stops(3))], {}), scratch)
    for end, count in ((54.0, 0), (60.0, 1)):
        route = plan_route(Route(scratch, "4", "Town01", ((20.0, LANE, 0.0), (end, LANE, 0.0)), ()))
        assert len(find_events(index, kinds=["standing"], route=route).events) == count


@pytest.mark.parametrize(
    ("name", "given", "severity"),
    [
        ("scratch.log", None, "medium"),
        ("RouteScenario_25318_rep0_Town05_ParkedObstacle_1_20_11_27_21_59_56.log", None, "high"),
        ("RouteScenario_25318_rep0_Town05_ParkedObstacle_1_20_11_27_21_59_56.log", 180.0, "medium"),
        ("scratch.log", 60.0, "high"),
    ],
)
def test_bench2drive_ends_a_run_after_a_minute(tmp_path, name, given, severity):
    """It stands behind a parked car for 70 s, and goes around it."""
    way = goes((0, 10), (3, 0), (73, 5))
    index = made(Case([hero(way), car(2, standing(56, LANE), dies=200.0)], {}, seconds=75.0), tmp_path / name)
    thresholds = None if given is None else {"standing.blocked": given}
    (event,) = find_events(index, kinds=["standing"], thresholds=thresholds).events
    assert event.severity.value == severity
    stem = name.removesuffix(".log")
    run = {"route_id": stem, "save_name": stem, "weather_id": 1, "scenario_name": "ParkedObstacle_1"}
    (tmp_path / "results.json").write_text(json.dumps({"_checkpoint": {"records": [run]}}))
    with open_recording(tmp_path / name) as recording:
        (event,) = recording.find_events(["standing"], thresholds=thresholds).events
        assert event.severity.value == ("medium" if given == 180.0 else "high")
        (event,) = recording.find_events(["standing"], results=(), thresholds=thresholds).events
        assert event.severity.value == severity


def test_stands_with_one_root_are_one_incident(scratch):
    """Without a hero it is named after the root that stands, too."""
    movers = [car(1, stops(3, 61.5)), car(2, stops(3, 67.5)), car(3, stops(3, 20)), car(4, stops(4, 55.5))]
    found = find_events(made(Case(movers, {}, seconds=80.0), scratch), kinds=["standing"])
    heads = by_weight(found.events).heads
    assert sorted(event.actors[0].id for event in found.events) == [1, 2, 3, 4]
    assert [event.actors[0].id for event in heads] == [2, 3]
    assert {event.actors[0].id for event in found.events.incident_of(heads[0])} == {1, 2, 4}


def test_a_stuck_hero_comes_next_after_contacts(scratch):
    """An asleep hero is hit from behind by the next one, which then stands there."""
    movers = [hero(stops(3)), car(2, goes((0, 4), (7.0, 0), x=18.2))]
    found = find_events(made(Case(movers, {}, controls={1: PUSH}), scratch))
    kinds = [event.kind for event in by_weight(found.events, found.heroes).heads]
    assert kinds[0] == "contact"
    assert next(kind for kind in kinds if kind != "contact") == "standing"
    assert len({*kinds}) > 2


def test_the_hero_that_stands_in_a_table_of_recordings(scratch):
    """A run out of time tells how long the hero stood, though no stand is long enough for an event."""
    phases = [each for n in range(4) for each in ((15.0 * n, 5.0), (15.0 * n + 5.0, 0.0))]
    index = made(Case([hero(goes(*phases))], {}, seconds=60.0), scratch)
    found = find_events(index)
    results = Results(scratch, (), (), {}, "Failed - TickRuntime")
    run = Run.of(index, found=found, hero=found.hero, results=results)
    (row,) = rows(pick(RECORDINGS, *(each.name for each in RECORDINGS if "hero_standing" in each.name)), run)
    assert row["hero_standing_time"] == pytest.approx(40.0, abs=1.0)
    assert row["hero_standing_share"] == pytest.approx(2 / 3, abs=0.02)
    assert row["hero_standing_by_cause"].keys() == {"brake_held"}
    assert run.out_of_time.startswith("ran out of time: stood 39 of 60 s in four stands (39 s braking), 4.")
    for status, worst in (("Failed - Agent got blocked", "standing"), ("Completed", "harsh_braking")):
        stuck = find_events(index, thresholds={"standing.hero": 9.0})
        run = Run.of(index, found=stuck, hero=found.hero, results=results._replace(status=status))
        assert (run.worst.kind, run.out_of_time) == (worst, "")


def test_the_cause_in_json_and_columns(scratch):
    index = made(CASES["a chain of three"], scratch)
    found = find_events(index, kinds=["standing"])
    source = EventRows(index, found.events, found.heroes)
    first = next(each for each in event_objects(source) if each["actors"][0]["id"] == 1)
    ahead = [{"id": each, "spawn_frame": 1} for each in (2, 3, 4)]
    assert first["cause"].pop("since") == pytest.approx(3.0, abs=0.2)
    assert first["cause"] == {
        "kind": "behind", "actor": ahead[0], "light": None, "changed": None, "chain": ahead,
        "root": {"kind": "never_moved", "actor": ahead[-1], "light": None}, "ruled_out": [],
        "not_looked_at": [],
    }  # fmt: skip
    row = next(each for each in rows(EVENTS, source) if each["actor_id"] == 1)
    names = ("cause_kind", "cause_actor", "cause_light", "root_kind", "root_actor")
    assert tuple(row[name] for name in names) == ("behind", 2, None, "never_moved", 4)
    assert row["rule"].endswith("in a queue of 3 behind 4 (tesla.model3), which never moved")
