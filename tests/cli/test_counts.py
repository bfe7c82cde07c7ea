"""How often something happened, in every output: a number, none, or that nobody knows, and why."""

from __future__ import annotations

import csv
import io
import json
from xml.etree.ElementTree import parse

import numpy as np
import pytest

from tests.analysis.drives import car, hero, record, standing, walker
from tests.analysis.test_junctions import RED, reference, signal
from tests.analysis.test_routes import route, written
from tests.roads.maps import geometry, lane, road, section, write
from tests.scenes import actor, hit
from viewer.analysis.criteria import CRITERIA
from viewer.analysis.event_geometry import geometry_of
from viewer.api import open_recording
from viewer.cli import main
from viewer.logfile import packets
from viewer.roads import open_map
from viewer.ui.findings.criteria_table import criteria_rows
from viewer.ui.findings.measured_text import card_content
from viewer.ui.format import seconds

NAMES = [criterion.name for criterion in CRITERIA]
FACTORS = {criterion.name: criterion.factor for criterion in CRITERIA}
END = 195.0
"""Seconds for which the drive with all of it stands in the end."""


@pytest.fixture(scope="module")
def town(tmp_path_factory):
    """A junction from 100 to 120 m along x, with a light; then a road with a sidewalk and a stop sign."""
    lanes = section(lane(1), lane(-1), lane(-2, 3.0, "sidewalk"))
    signals = f"<signals>{signal('7', '1000001')}</signals>"
    sign = signal("9", "206").replace('s="98"', 's="30"').replace('"0" toLane="0"', '"-1" toLane="-1"')
    return write(
        tmp_path_factory.mktemp("town"),
        road(length=100, road_id="1", lanes=lanes, more=signals),
        road(
            geometry(length=20, x=100), length=20, road_id="2", junction=5, lanes=section(lane(1), lane(-1)),
            more=f"<signals>{reference('7')}</signals>",
        ),
        road(
            geometry(length=600, x=120), length=600, road_id="3", lanes=lanes,
            more=f"<signals>{sign}</signals>",
        ),
        '<junction id="5" name="five"/>',
        name="Town01.xodr",
    )  # fmt: skip


def drive(t):
    """Past the light and the sign, over the sidewalk, beside the road, on the wrong side, and stand."""
    x = 20 + 10 * min(t, 50.0)
    knots = (0, 200, 210, 250, 260, 300, 303, 380, 390, 450, 460, 600)
    sides = (1.75, 1.75, 5.0, 5.0, 9.0, 9.0, 1.75, 1.75, -1.75, -1.75, 1.75, 1.75)
    return x, float(np.interp(x, knots, sides)), 0.0, 0.0


def scene(kind):
    some = kind == "some"
    cast = [
        actor(50, "traffic.traffic_light", (98.0, 5.0, 0.0), (0.0, 90.0, 0.0)),
        actor(60, "traffic.stop", (150.0, 5.0, 0.0), (0.0, 90.0, 0.0)),
    ]
    cast += [] if kind == "unknown" else [actor(70, "sensor.other.collision", (0.0, 0.0, 0.0))]
    hits = {30: [hit(1, 2)], 50: [hit(1, 3)], 65: [hit(1)]} if some else {}
    movers = [
        hero(drive if some else lambda t: (20 + 10 * min(t, 5.0), 1.75, 0.0, 0.0)),
        car(2, standing(700, 1.75)),
        walker(3, standing(700, 5.0)),
    ]
    states = {packets.TRAFFIC_LIGHT_STATE: [(50, False, 0.0, RED)]}
    return record(
        movers, 50.0 + END if some else 8.0, 0.1, cast=cast, collisions=hits, extra=lambda _: states
    )


@pytest.fixture(scope="module", params=["unknown", "none", "some"])
def told(request, town, tmp_path_factory):
    """Which of the three it is, the path, and the options with which it is."""
    path = tmp_path_factory.mktemp(request.param) / "drive.log"
    scene(request.param).save(path)
    aside = 60.0 if request.param == "some" else 0.0
    text = route("7", [(20, 1.75), (60, 1.75), (80, 1.75 + aside), (480, 1.75 + aside), (520, 1.75)])
    written(path.parent / "routes.xml", text)
    options = ["--roads", str(town)]
    if request.param == "unknown":  # who stands is judged without a map: it is not asked for
        options = ["--kind", ",".join(each for each in ("collision", "red_light", "stop_sign", "sidewalk"))]
    return request.param, path, options


EXPECTED = {"unknown": None, "none": 0, "some": 1}


def run(capsys, path, options, *more):
    assert main(["events", str(path), "--criteria", *options, *more]) == 0
    return capsys.readouterr().out


def test_text(told, capsys):
    kind, path, options = told
    lines = run(capsys, path, options).splitlines()
    begins = set()
    for criterion in CRITERIA:
        (line,) = (each for each in lines if each.strip().startswith(criterion.label))
        said = line.strip().removeprefix(f"{criterion.label} ").strip()
        begins.add(line.index(said))
        assert said.startswith({"unknown": "not judged: ", "none": "0", "some": "1"}[kind])
        assert ("× 1.000" in said) is (kind == "none" and criterion.factor is not None)
    assert len(begins) == 1, "one column"
    (penalty,) = (each for each in lines if each.startswith("    penalty"))
    assert ("without what was not judged: collisions with walkers, " in penalty) is (kind == "unknown")
    assert ("× " in penalty) is (kind != "unknown")


def check_document(kind, document):
    assert [each["name"] for each in document["criteria"]] == NAMES
    for each in document["criteria"]:
        assert each["count"] == EXPECTED[kind]
        assert bool(each["reason"]) is (kind == "unknown")
        assert len(each["times"]) == (EXPECTED[kind] or 0)
    with_factor = [name for name in NAMES if FACTORS[name] is not None]
    product = float(np.prod([FACTORS[name] for name in with_factor]))
    assert document["penalty"] == {"unknown": None, "none": 1.0, "some": pytest.approx(product)}[kind]
    assert document["penalty_without"] == (with_factor if kind == "unknown" else [])


def test_json(told, capsys):
    kind, path, options = told
    (document,) = json.loads(run(capsys, path, options, "--json"))
    check_document(kind, document["criteria"])
    lines = [json.loads(line) for line in run(capsys, path, options, "--jsonl").splitlines()]
    (line,) = (each for each in lines if "criteria" in each)
    check_document(kind, line["criteria"])


def test_csv(told, capsys):
    kind, path, options = told
    rows = {
        row["kind"].removeprefix("criteria/"): row
        for row in csv.DictReader(io.StringIO(run(capsys, path, options, "--csv")))
        if row["kind"].startswith("criteria/")
    }
    assert list(rows) == NAMES
    for row in rows.values():
        assert row["value"] == {"unknown": "", "none": "0", "some": "1"}[kind]
        assert bool(row["not_judged"]) is (kind == "unknown")


def test_junit(told, capsys, tmp_path):
    kind, path, options = told
    run(capsys, path, options, "--junit", str(tmp_path / "out.xml"))
    cases = {
        case.get("name").removeprefix("criteria/"): case
        for case in parse(tmp_path / "out.xml").iter("testcase")  # noqa: S314 - our own
        if case.get("name").startswith("criteria/")
    }
    assert list(cases) == [*NAMES, "penalty"]
    assert "Leaderboard 2.0 / 2.1" in cases.pop("penalty").find("system-out").text
    for case in cases.values():
        assert (case.find("skipped") is not None) is (kind == "unknown")
        assert case.find("system-out").text[0] == {"unknown": "n", "none": "0", "some": "1"}[kind]


def test_the_window_and_its_cards(told, town):
    kind, path, options = told
    with open_recording(path) as recording:
        roads = None if kind == "unknown" else open_map(town)
        kinds = options[1].split(",") if kind == "unknown" else None
        found = recording.find_events(kinds=kinds, roads=roads)
        rows = {row.label: row for row in criteria_rows(recording.as_scenario_runner(found), str)}
        cells = [row.here for row in [*rows.values()][: len(CRITERIA)]]
        assert {cell.split(" · ")[0] for cell in cells} == {
            {"unknown": "not judged", "none": "0", "some": "1"}[kind]
        }
        assert ("Penalty is without" in rows) is (kind == "unknown")
        for event in found.events:
            if event.kind in {criterion.kind for criterion in CRITERIA}:
                card = card_content(recording.index, geometry_of(recording.index, event, roads), seconds)
                assert ("ScenarioRunner counts it", "yes") in [line[:2] for line in card.lines]


def test_a_bicycle_is_not_judged_on_the_sidewalk(town, tmp_path, capsys):
    path = tmp_path / "bicycle.log"
    way = lambda t: (150 + 4 * t, 5.0, 0.0, 0.0)  # noqa: E731 - on the sidewalk
    rider = hero(way, type_id="vehicle.diamondback.century")
    others = [car(each, lambda t, y=y: (200 + 8 * t, y, 0.0, 0.0)) for each, y in ((2, 1.75), (3, 1.6))]
    record([rider, *others], 6).save(path)
    (document,) = json.loads(run(capsys, path, ["--roads", str(town)], "--json"))
    (told,) = (each for each in document["criteria"]["criteria"] if each["name"] == "sidewalk")
    assert (told["count"], told["reason"]) == (None, "bicycles may be there")


def test_without_a_hero_it_says_so(tmp_path, capsys):
    path = tmp_path / "nobody.log"
    record([car(2, standing(0, 0))], 1).save(path)
    assert main(["events", str(path), "--criteria"]) == 0
    assert "there is no hero" in capsys.readouterr().err
