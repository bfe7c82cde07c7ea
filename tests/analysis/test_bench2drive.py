"""Numbers of Bench2Drive and penalties of the Leaderboard, against values by hand and a fit of its own."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest

from viewer.analysis.bench2drive import ABILITIES, abilities_of, efficiency, is_passed
from viewer.analysis.comfort import MetricInfoError, comfort
from viewer.analysis.penalties import penalties

OF_BENCH2DRIVE = {"scenario_name": "ParkingCutIn_1", "weather_id": "8", "save_name": "RouteScenario_1"}


def speed(percent):
    return f"Average speed is {percent}% of the surrounding traffic's one"


def outside(percent):
    return f"Agent went outside its route lanes for about 12.5 meters ({percent}% of the completed route)"


def hits(number):
    return [
        f"Agent collided against object with type=vehicle.audi.a2 and id={n} at (x=1)" for n in range(number)
    ]


@pytest.mark.parametrize(
    ("record", "passed"),
    [
        (
            {"status": "Completed", "infractions": {"min_speed_infractions": [speed(40)], "red_light": []}},
            True,
        ),
        ({"status": "Perfect", "infractions": {}}, True),
        ({"status": "Completed", "infractions": {"red_light": ["Agent ran a red light 5"]}}, False),
        ({"status": "Completed", "infractions": {"a_rule_to_come": ["?"]}}, False),
        ({"status": "Failed - Agent got blocked", "infractions": {}}, False),
        ({"status": ["Completed"], "infractions": None}, False),
        ({}, False),
    ],
)
def test_a_run_is_passed_if_it_is_complete_without_infraction_but_of_speed(record, passed):
    assert is_passed(record) is passed


@pytest.mark.parametrize(
    ("infractions", "own", "penalty_2_0", "penalty_2_1"),
    [
        ({"red_light": ["Agent ran a red light 5"] * 2, "collisions_vehicle": hits(1)}, {}, 0.294, 0.4),
        ({"collisions_pedestrian": hits(1), "collisions_layout": hits(1)}, {}, 0.325, 1 / 2.6),
        ({"stop_infraction": ["Agent ran a stop with id=4 at (x=0)"], "scenario_timeouts": ["t"]}, {},
         0.56, 1 / 1.65),
        ({"yield_emergency_vehicle_infractions": ["y"], "vehicle_blocked": ["b"], "route_timeout": ["t"]}, {},
         0.7, 1 / 1.4),
        ({"outside_route_lanes": [outside(25.0)], "red_light": ["r"]}, {}, 0.75 * 0.7, 0.75 / 1.4),
        ({"min_speed_infractions": [speed(50.0), speed(140.0)]}, {}, 0.85, 1 / 1.2),
        ({"min_speed_infractions": [speed(50.0), speed(140.0)]}, OF_BENCH2DRIVE, 1.0, 1.0),
        ({"outside_route_lanes": [outside(130.0), "no number"], "red_light": None, "x": 3}, {}, 0.0, 0.0),
        (["no infractions"], {}, 1.0, 1.0),
    ],
)  # fmt: skip
def test_the_penalty_is_that_of_both_leaderboards(infractions, own, penalty_2_0, penalty_2_1):
    assert penalties({"infractions": infractions, **own}) == pytest.approx((penalty_2_0, penalty_2_1))


@pytest.mark.parametrize(
    ("shares", "mean"),
    [([50.0, 150.0, 1000.0, 1000.01], 400.0), ([1200.5], None), ([], None), (["12", "no number"], 12.0)],
)
def test_efficiency_is_the_mean_of_the_speeds_up_to_1000_percent(shares, mean):
    record = {"infractions": {"min_speed_infractions": [speed(each) for each in shares]}}
    assert efficiency(record) == mean


def test_each_of_the_44_scenarios_has_the_abilities_of_the_benchmark():
    assert {name: len(types) for name, types in ABILITIES.items()} == {
        "Overtaking": 9, "Merging": 16, "Emergency_Brake": 12, "Give_Way": 2, "Traffic_Signs": 19,
    }  # fmt: skip
    types = {each for listed in ABILITIES.values() for each in listed}
    assert len(types) == 44
    assert sum(len(abilities_of(f"{each}_1")) for each in types) == 58
    assert abilities_of("EnterActorFlow_12") == ("Merging", "Traffic_Signs")
    assert abilities_of("T_Junction") == ("Traffic_Signs",)
    assert abilities_of("Unheard_1") == ()


# ---------------------------------------------------------------------------------------------- comfort


def smoothed(values, *, derivative=False):
    """Fit a parabola to seven samples around each one; near an end to the seven there."""
    window, fits = min(7, len(values)), []
    for at in range(len(values)):
        begin = min(max(0, at - window // 2), len(values) - window)
        fit = np.polynomial.Polynomial.fit(range(begin, begin + window), values[begin : begin + window], 2)
        fits.append(fit.deriv()(at) / 0.1 if derivative else fit(at))
    return fits


def is_comfortable(piece):
    forward, sideways, both, turning, last = [], [], [], [], None
    for sample in piece:
        ax, ay, _ = sample["acceleration"]
        forward.append(ax * sample["forward_vector"][0] + ay * sample["forward_vector"][1])
        sideways.append(ax * sample["right_vector"][0] + ay * sample["right_vector"][1])
        both.append(math.sqrt(ax * ax + ay * ay))
        rate = sample["angular_velocity"][2]
        while last is not None and rate - last > math.pi:
            rate -= 2 * math.pi
        while last is not None and rate - last < -math.pi:
            rate += 2 * math.pi
        last = rate
        turning.append(rate)
    forward, both = smoothed(forward), smoothed(both)
    return (
        all(-4.05 < each < 2.40 for each in forward)
        and all(abs(each) < 4.89 for each in smoothed(sideways))
        and all(abs(each) < 0.95 for each in smoothed(turning))
        and all(abs(each) < 8.37 for each in smoothed(both, derivative=True))
        and all(abs(each) < 4.13 for each in smoothed(forward, derivative=True))
    )


def write(folder, samples):
    path = folder / "metric_info.json"
    path.write_text(json.dumps({str(n): each for n, each in enumerate(samples)}), encoding="utf-8")
    return path


def drive(seed, number):
    """Return samples of a drive that is gentle in some stretches and rough in one respect in others."""
    random = np.random.default_rng(seed)
    samples = []
    for n in range(number):
        rough = np.random.default_rng((seed, n // 20)).integers(0, 5)
        yaw = 0.3 * math.sin(n / 50)
        along, across = (
            random.normal(0, (0.1, 0.9)[int(rough == 1)]),
            random.normal(0, (0.2, 4.0)[int(rough == 2)]),
        )
        along -= 3.9 * (rough == 3)
        forward, right = [math.cos(yaw), math.sin(yaw), 0.0], [-math.sin(yaw), math.cos(yaw), 0.0]
        acceleration = [along * f + across * r for f, r in zip(forward, right, strict=True)]
        turning = [0.0, 0.0, float(random.normal(0, (0.2, 5.0)[int(rough == 4)]))]
        samples.append(
            {"acceleration": acceleration, "angular_velocity": turning, "forward_vector": forward,
             "right_vector": right, "location": [0, 0, 0], "rotation": [0, 0, 0]}
        )  # fmt: skip
    return samples


def test_comfort_is_the_share_of_pieces_that_keep_all_limits(tmp_path):
    seen = set()
    for seed, number in enumerate([3, 4, 5, 6, 7, 19, 20, 21, 39, 40, 399, 1000]):
        samples = drive(seed, number)
        pieces = [samples[n : n + 20] for n in range(0, number, 20)]
        judged = [is_comfortable(each) for each in pieces if len(each) == 20 or number <= 20]
        assert comfort(write(tmp_path, samples)) == pytest.approx(sum(judged) / len(judged))
        seen.update(judged)
    assert seen == {True, False}


def test_limits_are_strict_and_a_turn_of_the_unwrapped_rate_counts(tmp_path):
    still = {"acceleration": [0, 0, 0], "angular_velocity": [0, 0, 0], "forward_vector": [1, 0, 0],
             "right_vector": [0, 1, 0]}  # fmt: skip
    assert comfort(write(tmp_path, [still] * 50)) == 1.0
    assert comfort(write(tmp_path, [{**still, "angular_velocity": [0, 0, 1.0]}] * 50)) == 0.0
    assert comfort(write(tmp_path, [{**still, "acceleration": [math.nan, 0, 0]}] * 20 + [still] * 20)) == 0.5
    wound = [{**still, "angular_velocity": [0, 0, 2 * math.pi * (n % 3)]} for n in range(20)]
    assert comfort(write(tmp_path, wound)) == 1.0


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "no JSON"), ('{"0": {"accel', "no JSON"), ("[" * 100_000, "nested"),
        ("[1, 2]", "no metric_info"), ("{}", "too few"), ('{"0": {}, "1": {}, "7": {}}', "step 0"),
        (json.dumps({n: {"acceleration": [1, 2, "3"]} for n in "012"}), "a vector is missing"),
    ],
)  # fmt: skip
def test_a_bad_metric_info_is_a_sentence(tmp_path, text, says):
    path = tmp_path / "metric_info.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(MetricInfoError, match=says):
        comfort(path)
    with pytest.raises(MetricInfoError, match="no such file"):
        comfort(tmp_path / "elsewhere.json")
