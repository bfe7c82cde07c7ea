"""Numbers of a benchmark, against formulas written anew from the description of Bench2Drive's tools."""

from __future__ import annotations

import json
import random
import statistics
from fnmatch import fnmatchcase

import pytest

from tests.library.runs import calm, table_of
from tests.roads.maps import geometry, lane, road, section, write
from viewer.cli import main
from viewer.library.numbers import summarise

_NAMES = """
Accident AccidentTwoWays BlockedIntersection ConstructionObstacle ConstructionObstacleTwoWays ControlLoss
CrossingBicycleFlow DynamicObjectCrossing EnterActorFlow HardBreakRoute HazardAtSideLane
HazardAtSideLaneTwoWays HighwayCutIn HighwayExit InterurbanActorFlow InterurbanAdvancedActorFlow
InvadingTurn MergerIntoSlowTraffic MergerIntoSlowTrafficV2 NonSignalizedJunctionLeftTurn
NonSignalizedJunctionLeftTurnEnterFlow NonSignalizedJunctionRightTurn OppositeVehicleRunningRedLight
OppositeVehicleTakingPriority ParkedObstacle ParkedObstacleTwoWays ParkingCrossingPedestrian ParkingCutIn
ParkingExit PedestrianCrossing SequentialLaneChange SignalizedJunctionLeftTurn
SignalizedJunctionLeftTurnEnterFlow SignalizedJunctionRightTurn StaticCutIn T_Junction
VanillaNonSignalizedTurn VanillaNonSignalizedTurnEncounterStopsign
VanillaSignalizedTurnEncounterGreenLight VanillaSignalizedTurnEncounterRedLight VehicleOpensDoorTwoWays
VehicleTurningRoute VehicleTurningRoutePedestrian YieldToEmergencyVehicle
"""
TYPES = _NAMES.split()
ABILITIES = {
    "Overtaking": "Accident* ConstructionObstacle* HazardAtSideLane* ParkedObstacle* VehicleOpensDoor*",
    "Merging": "CrossingBicycleFlow EnterActorFlow Highway* Interurban* Merger* *JunctionLeftTurn* "
    "*JunctionRightTurn ParkingExit SequentialLaneChange",
    "Emergency_Brake": "BlockedIntersection DynamicObject* HardBreak* Opposite* ParkingCutIn "
    "PedestrianCrossing ParkingCrossing* StaticCutIn VehicleTurning* ControlLoss",
    "Give_Way": "InvadingTurn Yield*",
    "Traffic_Signs": "BlockedIntersection Opposite* PedestrianCrossing VehicleTurning* EnterActorFlow "
    "CrossingBicycleFlow *JunctionLeftTurn* *JunctionRightTurn T_Junction Vanilla*",
}
KEYS = (
    "collisions_layout", "collisions_pedestrian", "collisions_vehicle", "red_light", "stop_infraction",
    "outside_route_lanes", "min_speed_infractions", "yield_emergency_vehicle_infractions",
    "scenario_timeouts", "route_dev", "vehicle_blocked", "route_timeout",
)  # fmt: skip
FAILED = ("Failed - Agent got blocked", "Failed - TickRuntime", "Failed - Agent deviated from the route")


def record_of(chance, number, scenario, repetition=0):
    """Return a record as Bench2Drive writes it, with infractions by ``chance``."""
    infractions = {key: [] for key in KEYS}
    speeds = [round(chance.uniform(5, 1500), 2) for _ in range(chance.randrange(4))]
    infractions["min_speed_infractions"] = [
        f"Average speed is {speed}% of the surrounding traffic's one" for speed in speeds
    ]
    if chance.random() < 0.4:
        infractions["red_light"] = ["Agent ran a red light 1306 at (x=1.0, y=2.0, z=0.0)"] * chance.choice(
            (1, 2)
        )
    if chance.random() < 0.3:
        infractions["collisions_vehicle"] = [
            "Agent collided against object with type=vehicle.audi.a2 and id=9"
        ]
    status = "Completed" if chance.random() < 0.6 else chance.choice(FAILED)
    route = 100.0 if status == "Completed" else round(chance.uniform(0, 99), 6)
    penalty = 0.7 ** len(infractions["red_light"]) * 0.6 ** len(infractions["collisions_vehicle"])
    name = f"RouteScenario_{number}_rep{repetition}"
    return {
        "index": number, "route_id": name, "status": status, "infractions": infractions,
        "num_infractions": sum(map(len, infractions.values())),
        "scores": {
            "score_route": route, "score_penalty": round(penalty, 6),
            "score_composed": round(route * penalty, 6),
        },
        "meta": {"route_length": 200.0, "duration_game": 60.0, "duration_system": 90.0},
        "scenario_name": f"{scenario}_1", "weather_id": "8", "town_name": "Town12",
        "save_name": f"{name}_Town12_{scenario}_1_8_11_27_21_59_56",
    }  # fmt: skip


def write_results(path, records):
    document = {"_checkpoint": {"records": records, "progress": [len(records), 220]}, "eligible": True}
    path.write_text(json.dumps(document), encoding="utf-8")


def write_routes(path, scenarios, length=50):
    line = "".join(f'<position x="{x}" y="1.75" z="0"/>' for x in range(0, length + 1, 2))
    parts = [
        f'<route id="{number}" town="Town12"><waypoints>{line}</waypoints>'
        f'<scenarios><scenario name="{scenario}_1" '
        f'type="{scenario}"><trigger_point x="1" y="0" z="0" yaw="0"/></scenario></scenarios></route>'
        for number, scenario in scenarios.items()
    ]
    path.write_text(f"<routes>{''.join(parts)}</routes>", encoding="utf-8")


def numbers_of(capsys, *arguments):
    status = main(["library", *map(str, arguments), "--summary", "--json"])
    return status, json.loads(capsys.readouterr().out)


@pytest.fixture
def night(tmp_path):
    """Make the results of 213 of 220 routes, five of each of 44 scenarios; return folder and records."""
    chance = random.Random(5)
    scenarios = {1711 + 3 * at: TYPES[at % 44] for at in range(220)}
    lost = set(chance.sample([*scenarios], 7))
    records = [record_of(chance, number, each) for number, each in scenarios.items() if number not in lost]
    folder = tmp_path / "night"
    folder.mkdir()
    for shard in range(4):
        write_results(folder / f"eval_bench2drive220_{shard}.json", records[shard::4])
    write_routes(tmp_path / "routes.xml", scenarios)
    return folder, records, sorted(map(str, lost))


def passes(record):
    counted = sum(len(each) for key, each in record["infractions"].items() if key != "min_speed_infractions")
    return record["status"] in ("Completed", "Perfect") and counted == 0


def test_numbers_of_a_night_are_those_of_the_tools(night, tmp_path, capsys):
    folder, records, lost = night
    status, found = numbers_of(capsys, folder, "--routes", tmp_path / "routes.xml")
    assert status == 0
    assert (found["expected"], found["found"], sorted(found["missing"])) == (220, 213, lost)
    total = sum(each["scores"]["score_composed"] for each in records)
    good = [each for each in records if passes(each)]
    assert found["driving_score"] == pytest.approx(total / 220, abs=1e-9)
    assert found["driving_score_found"] == pytest.approx(total / 213, abs=1e-9)
    assert found["passed"] == len(good)
    assert found["success_rate"] == pytest.approx(len(good) / 220)
    assert found["success_rate_found"] == pytest.approx(len(good) / 213)

    def share(patterns):
        tested = [
            passes(each)
            for each in records
            if any(fnmatchcase(each["scenario_name"][:-2], pattern) for pattern in patterns.split())
        ]
        return sum(tested) / len(tested)

    shares = {name: share(patterns) for name, patterns in ABILITIES.items()}
    shares["mean"] = sum(shares.values()) / 5
    assert found["abilities"] == pytest.approx(shares)

    speeds = []
    for each in records:
        said = [float(text.split()[3][:-1]) for text in each["infractions"]["min_speed_infractions"]]
        if kept := [speed for speed in said if speed <= 1000]:
            speeds.append(sum(kept) / len(kept))
    assert found["efficiency"] == pytest.approx(sum(speeds) / len(speeds))
    assert found["comfort"] is None
    assert any(note.startswith("comfort: ") for note in found["notes"])
    assert any(note.startswith("Traffic_Signs: ") for note in found["notes"])

    assert sum(found["reasons"].values()) == 220 - len(good)
    assert found["reasons"]["missing"] == 7
    for status in FAILED:
        assert found["reasons"][status] == sum(each["status"] == status for each in records)
    assert {*found["scenarios"]} == {*TYPES}
    assert all(each["found"] + each["missing"] == 5 for each in found["scenarios"].values())
    lane = [each for each in records if each["scenario_name"] == "HighwayExit_1"]
    assert found["scenarios"]["HighwayExit"]["passed"] == sum(map(passes, lane))
    assert found["repetitions"] == []


def test_comfort_is_the_mean_over_the_routes_that_have_it():
    known = {"1": [0.5, 1.0], "2": [0.25, None], "3": [None]}
    rows = [
        {"route": route, "counts": True, "status": "Completed", "passed": True, "comfort": each}
        for route, values in known.items()
        for each in values
    ]
    found = summarise(table_of("recordings", rows))
    assert found.comfort == pytest.approx((0.75 + 0.25) / 2)
    assert "comfort: 2 of 3 routes have a metric_info.json." in found.notes


def test_without_routes_nothing_is_missing(night, capsys):
    folder, records, _ = night
    _, found = numbers_of(capsys, folder)
    assert (found["expected"], found["found"], found["missing"]) == (None, 213, [])
    assert found["driving_score"] == found["driving_score_found"]
    assert found["success_rate"] == pytest.approx(sum(map(passes, records)) / 213)


def test_routes_of_another_version_are_named_and_do_not_count(night, tmp_path, capsys):
    folder, records, _ = night
    known = records[:10]
    write_routes(
        tmp_path / "other.xml", {each["index"]: "HighwayExit" for each in known} | {77: "T_Junction"}
    )
    _, found = numbers_of(capsys, folder, "--routes", tmp_path / "other.xml")
    assert (found["expected"], found["found"], found["missing"]) == (11, 10, ["77"])
    assert len(found["foreign"]) == 203
    assert found["driving_score"] == pytest.approx(
        sum(each["scores"]["score_composed"] for each in known) / 11
    )


def test_repetitions_are_a_group_and_an_older_attempt_does_not_count(tmp_path, capsys):
    chance = random.Random(8)
    runs = [record_of(chance, 5, "HighwayExit", repetition) for repetition in range(3)]
    once = record_of(chance, 6, "InvadingTurn")
    for record, score in zip([*runs, once], (100.0, 60.0, 20.0, 10.0), strict=True):
        record["scores"]["score_composed"] = score
        record["status"] = "Completed" if score == 100.0 else "Failed - TickRuntime"
        record["infractions"] = {key: [] for key in KEYS}
    older = {**once, "scores": {**once["scores"], "score_composed": 90.0}}
    write_results(tmp_path / "simulation_results.json", [*runs, older, once])
    _, found = numbers_of(capsys, tmp_path)
    assert found["found"] == 2
    assert found["driving_score_found"] == pytest.approx((60.0 + 10.0) / 2)
    assert found["passed"] == pytest.approx(1 / 3)
    assert found["repetitions"] == [
        {"route": "5", "n": 3, "mean": 60.0, "spread": statistics.stdev([100, 60, 20]), "best": 100.0,
         "worst": 20.0, "passed": 1}
    ]  # fmt: skip
    assert found["reasons"] == {"Failed - TickRuntime": 3}


def test_a_failed_run_counts_for_the_traffic_signs_if_it_passed_its_first_junction(tmp_path, capsys):
    lanes = section(lane(-1))
    write(
        tmp_path,
        road(geometry(length=60.5), length=60.5, road_id="1", lanes=lanes),
        road(geometry(length=20, x=60.5), length=20, road_id="2", lanes=lanes, junction=9),
        road(geometry(length=80, x=80.5), length=80, road_id="3", lanes=lanes),
        name="Town12.xodr",
    )
    # The way is 150 m: 151 points. The 62nd is the first in the junction, 8 more must be driven.
    beyond = 100 * (62 + 8) / 151
    chance = random.Random(1)
    records = [record_of(chance, number, "T_Junction") for number in range(1, 5)]
    for record, driven in zip(records, (beyond + 0.01, beyond - 0.01, beyond + 0.01, 100.0), strict=True):
        record["infractions"] = {key: [] for key in KEYS}
        record["status"] = "Completed" if driven == 100.0 else "Failed - TickRuntime"
        record["scores"]["score_route"] = driven
    records[2]["infractions"]["red_light"] = ["Agent ran a red light 1306 at (x=1.0, y=2.0, z=0.0)"]
    write_results(tmp_path / "results.json", records)
    write_routes(tmp_path / "routes.xml", dict.fromkeys(range(1, 5), "T_Junction"), length=150)
    _, found = numbers_of(capsys, tmp_path, "--roads", tmp_path)
    assert found["passed"] == 1
    assert found["abilities"]["Traffic_Signs"] == pytest.approx(2 / 4)
    assert not any(note.startswith("Traffic_Signs") for note in found["notes"])


def test_people_read_scores_abilities_scenarios_and_causes(night, tmp_path, capsys):
    folder, records, lost = night
    assert main(["library", str(folder), "--routes", str(tmp_path / "routes.xml"), "--summary"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0] == f"213 of 220 routes have a record; 7 missing: {', '.join(lost)}."
    total = sum(each["scores"]["score_composed"] for each in records)
    assert f"driving score  {total / 220:.3f}; of the 213 found: {total / 213:.3f}" in said
    words = {line.split()[0] for line in said if line}
    assert {*TYPES, *ABILITIES, "Failed", "missing"} <= words
    assert main(["library", str(folder), "--summary", "--csv"]) == 2


def test_recordings_without_results_have_no_numbers(tmp_path, capsys):
    calm(tmp_path / "drive.log")
    status, found = numbers_of(capsys, tmp_path)
    assert status == 0
    assert (found["found"], found["passed"]) == (0, 0)
    assert found["driving_score"] is None
    assert main(["library", str(tmp_path), "--summary"]) == 0
    assert capsys.readouterr().out == "No run has a record in results, so there are no numbers.\n"
