"""The hero as its evaluators judge it: factors, and their files beside a recording."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from tests.analysis.drives import car, hero, record, standing, walker
from tests.scenes import actor, hit
from viewer.analysis.criteria import CRITERIA, runner_view
from viewer.analysis.event_table import Events, RunnerCount
from viewer.analysis.find_events import find_events
from viewer.analysis.result_files import counts_in, results_of
from viewer.analysis.result_join import results_about
from viewer.cli import main

AGENT = "Agent collided against object with type=vehicle.tesla.model3 and id=2 at (x={:.3f}, y=0.0, z=0.0)"


def drives(t):
    """10 m/s for 4 s, and back again from 6 to 10 s."""
    return 10 * min(t, 4.0) - 10 * min(max(t - 6.0, 0.0), 4.0), 0.0, 0.0, 0.0


@pytest.fixture
def index(tmp_path):
    movers = [hero(drives), car(2, standing(22, 2.5)), walker(3, standing(35, 2.0))]
    hits = {20: [hit(1, 2)], 32: [hit(1, 3)], 36: [hit(1)]}
    cast = [actor(60, "traffic.traffic_light", (50, 5, 0))]
    return record(movers, 11, collisions=hits, cast=cast).index(tmp_path / "RouteScenario_1_rep0.log")


@pytest.fixture
def found(index):
    return find_events(index)


def leaderboard(folder, **infractions):
    record_of = {
        "route_id": "RouteScenario_1_rep0",
        "scores": {"score_composed": 30.0, "score_penalty": 0.3, "score_route": 100},
        "infractions": infractions,
    }
    other = {"route_id": "RouteScenario_2_rep0", "infractions": {"red_light": ["Agent ran a red light 5"]}}
    path = folder / "simulation_results.json"
    path.write_text(json.dumps({"_checkpoint": {"records": [other, record_of]}}), encoding="utf-8")
    return path


def test_each_criterion_has_the_factor_of_its_event(index, found):
    view = runner_view(index, found)
    counts = {count.criterion.name: count for count in view.counts}
    assert list(counts) == [criterion.name for criterion in CRITERIA]
    assert len(counts["collisions_vehicle"].times) == 1
    assert len(counts["collisions_pedestrian"].times) == 1
    assert len(counts["collisions_layout"].times) == 0  # it was within 5 m of the last one's place
    assert view.penalty == pytest.approx(0.6 * 0.5)
    assert counts["red_light"].reason == "there is no road map"
    assert not counts["red_light"].judged


@pytest.mark.parametrize(
    ("kind", "partner", "name", "factor", "coefficient"),
    [
        ("collision", 3, "collisions_pedestrian", 0.5, 1.0),
        ("collision", 2, "collisions_vehicle", 0.6, 0.7),
        ("collision", 60, "collisions_layout", 0.65, 0.6),
        ("collision", None, "collisions_layout", 0.65, 0.6),
        ("red_light", None, "red_light", 0.7, 0.4),
        ("stop_sign", None, "stop_infraction", 0.8, 0.25),
        ("sidewalk", None, "sidewalk", 1.0, 0.0),
        ("outside_lanes", None, "outside_route_lanes", 1.0, 0.0),
        ("wrong_way", None, "wrong_lane", 1.0, 0.0),
        ("off_route", None, "route_dev", 1.0, 0.0),
        ("standing", None, "vehicle_blocked", 1.0, 0.0),
    ],
)
def test_what_one_event_costs_in_the_leaderboard(index, found, kind, partner, name, factor, coefficient):
    """Each time, if ScenarioRunner counts it, by the tables of penalties of the Leaderboard 2.0 and 2.1."""
    row = None if partner is None else index.actors.rows_of(partner)[0]
    event = found.events[0]._replace(kind=kind, rows=(found.hero, row), scenario_runner=True)
    others = [event._replace(scenario_runner=False), event._replace(scenario_runner=None)]
    of_another = event._replace(rows=(index.actors.rows_of(2)[0], found.hero))
    count_of_one = RunnerCount(kind, found.hero, row, 1.0, 1.0)
    for times in (0, 1, 3):
        events = Events((*[event] * times, *others, of_another))
        told = replace(found, events=events, scenario_runner_counts=(count_of_one,) * times)
        view = runner_view(index, told)
        (count,) = (each for each in view.counts if each.times or each.others)
        assert (count.criterion.name, len(count.times), count.others) == (name, times, 2)
        assert (view.penalty or 1.0) == pytest.approx(factor**times)
        assert (view.penalty_2_1 or 1.0) == pytest.approx(1 / (1 + coefficient * times))


def test_penalties_of_two_red_lights_and_a_vehicle(index, found):
    """By the formulas of the Leaderboard: a product of factors, and a sum of coefficients."""
    light = RunnerCount("red_light", found.hero, index.actors.rows_of(60)[0], 1.0, 1.0)
    crash = RunnerCount("collision", found.hero, index.actors.rows_of(2)[0], 1.0, 1.0)
    view = runner_view(index, replace(found, scenario_runner_counts=(light, light, crash)))
    assert (view.penalty, view.penalty_2_1) == (pytest.approx(0.294), pytest.approx(0.4))


def test_without_a_hero_there_is_no_view(tmp_path):
    index = record([car(2, standing(0, 0))], 1).index(tmp_path / "nobody.log")
    assert runner_view(index, find_events(index)) is None


def test_counts_of_scenario_runner(tmp_path, index, found):
    path = tmp_path / "RouteScenario_1_rep0.json"
    told = {"CollisionTest": {"test_status": "FAILURE", "actual_value": 2, "events": []}}
    path.write_text(json.dumps(told | {"InRouteTest": {"test_status": "SUCCESS"}}), encoding="utf-8")
    (file,) = results_about(index.path).criteria
    results = counts_in(file)
    assert [(each.test, each.status, each.value) for each in results.counts] == [
        ("CollisionTest", "FAILURE", 2.0),
        ("InRouteTest", "SUCCESS", None),
    ]
    assert results.infractions == ()


def test_infractions_are_joined_by_kind_id_and_place(tmp_path, index, found):
    path = leaderboard(
        tmp_path,
        collisions_vehicle=[AGENT.format(38.0), AGENT.format(10.02), AGENT.format(70.0)],
        vehicle_blocked=["Agent got blocked at (x=40.0, y=0.0, z=0.0)"],
        red_light=["Agent ran a red light 60 at (x=50.0, y=5.0, z=0.0)"],
        stop_infraction=["Agent ran a stop with id=60 at (x=70.0, y=5.0, z=0.0)"],
        outside_route_lanes=["Agent went outside its route lanes for about 3 meters (1% of the route)"],
    )
    match = results_about(index.path).match
    assert match.file.path == path
    results = results_of(match.record, path, index, found)
    assert results.scores == {"score_composed": 30.0, "score_penalty": 0.3, "score_route": 100.0}
    told = {
        (each.name, each.time if each.time is None else round(each.time, 1), each.reason)
        for each in results.infractions
    }
    assert told == {
        ("collisions_vehicle", None, "the hero was there 2 times"),
        ("collisions_vehicle", None, "the hero was there 2 times"),
        ("collisions_vehicle", None, "the hero was never there with it"),
        ("vehicle_blocked", 4.0, ""),
        ("red_light", None, "nothing like it was found in the recording"),
        ("stop_infraction", None, "60 stands elsewhere in the recording"),
        ("outside_route_lanes", None, "it tells no place"),
    }


def test_where_the_hero_was_once_the_time_is_known(tmp_path):
    movers = [hero(lambda t: (10 * t, 0.0, 0.0, 0.0)), car(2, standing(22, 2.5), born=0.5, dies=3.0)]
    index = record(movers, 4).index(tmp_path / "RouteScenario_1_rep0.log")
    path = leaderboard(tmp_path, collisions_vehicle=[AGENT.format(20.0), AGENT.format(35.0)])
    own = results_about(index.path)
    one, other = results_of(own.match.record, path, index, find_events(index)).infractions
    assert one.time == pytest.approx(2.0, abs=0.051)
    assert (one.actor_id, one.place) == (2, (20.0, 0.0, 0.0))
    assert other.time is None  # it was gone by then
    view = runner_view(index, find_events(index), own)
    assert [results.path for results in view.results] == [path]


def test_equal_lines_of_results_are_one_with_their_number(index, found, capsys):
    slow = [f"Average speed is {speed} % of the surrounding traffic's one" for speed in (31.5, 8, 8, 12)]
    hits = [AGENT.format(300.0), AGENT.format(400.0)]
    path = leaderboard(index.path.parent, min_speed_infractions=slow, collisions_vehicle=hits)
    main(["events", str(index.path), "--criteria", "--results", str(path)])
    told = [line.strip() for line in capsys.readouterr().out.splitlines() if "time unknown" in line]
    assert sum("min_speed" in line for line in told) == 1
    assert next(line for line in told if "min_speed" in line).endswith("one (×4)")
    assert sum("collisions_vehicle" in line for line in told) == len(hits)  # they have a place of their own
