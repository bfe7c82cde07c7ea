"""What a comparison says of states, events, partners and the shape of its output."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

import viewer
from tests.analysis import bend
from tests.analysis.drives import Mover, hero, record
from tests.comparison.two_runs import AHEAD, FAR, HERO, LIGHT, WALKER, Run, cast, drive
from tests.scenes import Scene, actor, hit, pose
from viewer.cli import main
from viewer.comparison.event_changes import compare_events
from viewer.comparison.tables import DIFFERENCES, INTERVALS, PARTNERS, PartnerRows, all_differences
from viewer.logfile import packets
from viewer.logfile.enums import TrafficLightState
from viewer.tables.column import rows

BASE = cast()


def standing(actor_id, is_hero):
    return actor(actor_id, location=(0.0, 10.0 * actor_id, 0.0), role_name="hero" if is_hero else "autopilot")


def scene(*, extra=None, heroes=(1,), others=(), hits=(), add=None, remove=None):
    """Cars that drive beside each other for 3 s, at 20 Hz; ``extra`` makes packets for a frame."""
    made = Scene(map_name="Town01")
    ids = [*heroes, *others]
    for k in range(60):
        made.frame(
            add=[
                *(standing(each, each in heroes) for each in ids if not k),
                *((add or {}).get(k, ())),
            ],
            remove=(remove or {}).get(k, ()),
            collisions=[hit(1)] if k in hits else [],
            poses=[pose(each, (0.3 * k, 10.0 * each, 0.0)) for each in ids],
            extra={
                packets.ANIM_VEHICLE: [(each, 0.0, 0.5, 0.0, False, 1) for each in ids],
                **(extra(k) if extra else {}),
            },
        )
    return made


@pytest.fixture
def compared(tmp_path):
    """Return a function that compares two scenes."""
    opened = []

    def compare(a, b, **options):
        opened.extend(
            viewer.open_recording(each.save(tmp_path / name)) for each, name in ((a, "a.log"), (b, "b.log"))
        )
        return viewer.compare(*opened[-2:], **options)

    yield compare
    for each in opened:
        each.close()


def kinds(found):
    return [each.what.value for each in found.firsts if each is not None]


def test_doors_and_lamps_and_weather_are_states(compared):
    def states(opened, lamps, clouds):
        return lambda k: (
            {
                packets.VEHICLE_DOOR: [(2, 0, True)] if k == opened else [],
                packets.VEHICLE_LIGHT: [(2, lamps if k >= 30 else 0), (3, 0)],
            }
            | ({packets.WEATHER: [(clouds, *(0.0,) * 13)]} if k in (0, 40) else {})
        )

    one, other = (scene(others=(2, 3), extra=each) for each in (states(10, 1, 10.0), states(20, 3, 30.0)))
    found = compared(one, other)
    assert found.not_compared == ()
    whats = {each["what"]: each for each in rows(INTERVALS, found)}
    assert (whats["door"]["begin"], whats["door"]["end"]) == pytest.approx((0.5, 0.95))
    assert (whats["lamp"]["begin"], whats["lamp"]["end"]) == pytest.approx((1.5, 2.95))
    weather = found.weather[0]
    assert (found.times[weather["first"]], weather["value"]) == (0.0, 20.0)
    assert found.decision.first.what.value == "weather"


def test_a_heading_is_compared_the_short_way_round(compared):
    def turned(yaw):
        made = Scene(map_name="Town01")
        for k in range(20):
            add = [actor(1, role_name="hero"), actor(2)] if not k else []
            made.frame(add=add, poses=[pose(1, (0, 0, 0)), pose(2, (9, 0, 0), (0.0, yaw, 0.0))])
        return made

    assert kinds(compared(turned(179.5), turned(-179.5))) == []
    found = compared(turned(178.0), turned(-179.0))
    assert kinds(found) == ["heading"]
    assert found.firsts[1].value == pytest.approx(3.0, abs=1e-3)


def test_an_id_that_is_used_again_is_another_actor(compared):
    again = {"add": {30: [actor(9, "vehicle.bmw.isetta", (0, -50, 0))]}, "remove": {20: [9]}}
    first = actor(9, "vehicle.audi.tt", (0, -20, 0))
    twice = scene(add={0: [first], **again["add"]}, remove=again["remove"])
    found = compared(twice, scene(add={0: [first], **again["add"]}, remove=again["remove"]))
    pairs = zip(found.partners.rows_a, found.partners.rows_b, strict=True)
    actors = found.a.index.actor, found.b.index.actor
    assert all(actors[0](int(a)) == actors[1](int(b)) for a, b in pairs)
    assert len(found.partners.rows_a) == 3
    assert found.verdict.value == "same"


def test_two_heroes_are_said(compared):
    found = compared(scene(heroes=(1, 2)), scene(heroes=(1, 2)))
    assert "A has several heroes: 1 is taken." in found.sentence
    assert found.verdict.value == "same"


def test_another_blueprint_is_a_partner_by_type(compared):
    a = scene(others=(2,), add={0: [actor(5, "vehicle.audi.tt", (50, 50, 0))]})
    b = scene(others=(2,), add={0: [actor(6, "vehicle.bmw.isetta", (50, 50.5, 0))]})
    found = compared(a, b)
    (row,) = [each for each in rows(PARTNERS, PartnerRows(found)) if each["a_id"] == 5]
    assert (row["b_id"], row["by"], row["first_what"]) == (6, "type", "blueprint")
    assert found.verdict.value == "start-differs"


def test_a_car_far_away_that_comes_near_counts_from_then_on(compared):
    def far(aside):
        return Mover(FAR, lambda t: (-200.0 + 12.0 * t, -30.0 + aside, 0.0, 0.0), type_id="vehicle.audi.tt")

    still = replace(BASE[HERO], way=lambda _t: (0.0, 0.0, 0.0, 0.0))
    a, b = (Run({HERO: still, FAR: far(aside)}, control=lambda _t: (0.0, 0.0, 0.0)) for aside in (0.0, 1.0))
    first = compared(a.scene(), b.scene()).decision.first
    assert first.since == 0.0
    assert first.hero_distance <= 100.0
    assert first.time == pytest.approx((200.0 - (100.0**2 - 29.0**2) ** 0.5) / 12.0, abs=0.06)


def test_a_light_that_the_hero_does_not_meet_does_not_decide(compared):
    def way(t):
        return (10.0, -8.0 + 1.2 * t + (0.5 if t > 6.0 else 0.0), 0.9, 90.0)

    late = Run(cast(walker=replace(BASE[WALKER], way=way)), lights_late=3.0, lights_yaw=-90.0)
    found = compared(Run(BASE, lights_yaw=-90.0).scene(), late.scene())
    assert (found.verdict.value, found.decision.first.what.value) == ("world-first", "position")
    assert [each.what.value for each in found.decision.start] == ["light"]


@pytest.mark.parametrize(
    ("changed", "with_map", "first"),
    [
        (bend.LIGHT, True, "light"),  # behind the bend, but of the hero's lane
        (bend.DECOY, True, "position"),  # straight ahead, for others
        (bend.DECOY, False, "light"),
    ],
)
def test_lights_of_the_lanes_that_the_hero_drives_decide(compared, tmp_path, changed, with_map, first):
    def run(late, aside):
        def state(t):
            states = {bend.LIGHT: TrafficLightState.RED, bend.DECOY: TrafficLightState.RED}
            if late and t >= 2.0 - 1e-6:
                states[changed] = TrafficLightState.GREEN
            return {packets.TRAFFIC_LIGHT_STATE: [(each, False, 0.0, now) for each, now in states.items()]}

        movers = [
            hero(lambda t: bend.along(9.0 * t)),
            Mover(8, lambda t: (20.0, 9.0 + (aside if t >= 4.0 else 0.0), 0.0, 0.0)),
        ]
        return record(movers, 7.0, cast=bend.lights(), extra=state)

    roads = bend.bend(tmp_path)
    found = compared(run(late=False, aside=0.0), run(late=True, aside=1.0), roads=roads if with_map else None)
    assert (found.verdict.value, found.map_used) == ("world-first", with_map)
    assert found.decision.first.what.value == first


def test_poses_of_early_builds_are_moved_to_their_frame(compared):
    lag = Run(BASE, lag=True, lamps=False, deltas=(0.02, 0.06, 0.04, 0.08))
    found = compared(lag.scene(), Run(BASE).scene())
    assert (found.a.late, found.b.late) == (True, False)
    assert found.verdict.value == "same"


def test_events_are_new_gone_or_moved(compared):
    a, b = scene(hits=(10,)), scene(hits=(20,))
    changes = compare_events(compared(a, b))
    kinds_of = {event.kind: by for event, by in zip(changes.moved, changes.by, strict=True)}
    assert kinds_of["collision"] == pytest.approx(0.5)
    changes = compare_events(compared(scene(hits=(10,)), scene()))
    assert "collision" in [event.kind for event in changes.gone]
    changes = compare_events(compared(scene(), scene(hits=(10,))))
    assert "collision" in [event.kind for event in changes.new]
    assert not any("stall" in event.kind for event in (*changes.new, *changes.gone))


@pytest.mark.parametrize(("mode", "offset"), [("frame", 0.0), ("event:collision:1", 0.5), ("0.25", 0.25)])
def test_other_clocks(compared, mode, offset):
    found = compared(scene(hits=(10,)), scene(hits=(20,)), align=mode)
    assert found.alignment.offset == pytest.approx(offset)


def test_tables_have_a_row_for_each_pair_and_difference(compared):
    aside = replace(BASE[AHEAD], way=drive(before=40.0, aside=0.3, since=3.0))
    extra = Mover(4711, lambda _t: (30.0, 12.0, 0.0, 0.0), type_id="vehicle.bmw.isetta", born=2.0 - 1e-6)
    found = compared(
        Run(BASE, seconds=6.0).scene(), Run(cast(ahead=aside) | {4711: extra}, seconds=6.0).scene()
    )
    partners = list(rows(PARTNERS, PartnerRows(found)))
    assert {(each["a_id"], each["b_id"]) for each in partners} == {
        *((each, each) for each in (*BASE, LIGHT)), (None, 4711),
    }  # fmt: skip
    told = [(each["what"], each["time"], each["a_id"]) for each in rows(DIFFERENCES, all_differences(found))]
    assert told == [("existence", pytest.approx(2.0), None), ("position", pytest.approx(3.0), AHEAD)]
    assert found.divergences == pytest.approx([2.0, 3.0])


DIFF_KEYS = {"time", "frame", "what", "a", "b", "value", "unit", "hero_distance", "hero_follows"}


def test_the_document_has_the_keys_that_scripts_read(tmp_path, capsys):
    aside = replace(BASE[AHEAD], way=drive(before=40.0, aside=0.3, since=3.0))
    for name, movers in (("a.log", BASE), ("b.log", cast(ahead=aside))):
        Run(movers, seconds=6.0).scene().save(tmp_path / name)
    assert main(["diff", str(tmp_path / "a.log"), str(tmp_path / "b.log"), "--json"]) == 4
    shown = json.loads(capsys.readouterr().out)
    assert {*shown} >= {
        "schema", "verdict", "sentence", "reason", "a", "b", "overlap", "tolerance", "align", "first",
        "start", "then", "ends", "partners", "ambiguous", "only_in_a", "only_in_b", "only_recorded_in",
        "not_compared", "events",
    }  # fmt: skip
    assert {*shown["a"]} == {"file", "map", "hero", "begin", "end", "complete"}
    assert {*shown["tolerance"]} == {"position", "heading", "control", "time", "hold"}
    assert {*shown["first"]} >= DIFF_KEYS
    assert shown["first"]["a"] == {"id": AHEAD, "spawn_frame": 1}
    assert shown["first"]["frame"] == 61
    (pair,) = [each for each in shown["partners"] if each["a"]["id"] == AHEAD]
    assert {*pair} == {"a", "b", "by", "first", "largest", "intervals"}
    assert {*pair["largest"]} == {"what", "value", "time", "unit"}
    assert {*pair["intervals"][0]} == {"what", "begin", "end", "largest"}
    assert {*shown["events"]} == {"new", "gone", "moved"}


def test_text_names_the_verdict_first(tmp_path, capsys):
    aside = replace(BASE[AHEAD], way=drive(before=40.0, aside=0.3, since=3.0))
    for name, movers in (("a.log", BASE), ("b.log", cast(ahead=aside))):
        Run(movers, seconds=6.0).scene().save(tmp_path / name)
    assert main(["diff", str(tmp_path / "a.log"), str(tmp_path / "b.log")]) == 4
    first, *others = capsys.readouterr().out.splitlines()
    world = "The world parted first: 2763 audi.tt was 0.30 m apart at 3.00 s, 39 m from the hero"
    assert first.startswith(world)
    assert any(line.startswith("  2763 = 2763:") for line in others)


def test_what_is_no_recording_is_said(tmp_path, capsys):
    Run(BASE, seconds=1.0).scene().save(tmp_path / "a.log")
    (tmp_path / "b.log").write_bytes(b"nothing")
    assert main(["diff", str(tmp_path / "a.log"), str(tmp_path / "b.log")]) == 1
    assert "b.log" in capsys.readouterr().err
