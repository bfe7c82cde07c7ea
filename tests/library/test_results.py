"""A library of results and routes, with and without recordings, by the formats of the Leaderboard."""

from __future__ import annotations

import gzip
import json
import shutil

import pytest

from tests.extras import needs
from tests.library.runs import calm, rows
from tests.library.test_library import routes_file
from viewer import open_library
from viewer.cli import main
from viewer.library.summary import worst_first

pytestmark = needs("library")

KINDS = (
    "collisions_layout", "collisions_pedestrian", "collisions_vehicle", "red_light", "stop_infraction",
    "outside_route_lanes", "min_speed_infractions", "yield_emergency_vehicle_infractions",
    "scenario_timeouts", "route_dev", "vehicle_blocked", "route_timeout",
)  # fmt: skip
SAVED = "RouteScenario_{}_rep{}_Town12_PedestrianCrossing_1_8_11_27_21_59_56"


def record(route, repetition=0, *, status="Completed", way=100.0, score=100.0, **infractions):
    """Return a record as Bench2Drive writes it."""
    return {
        "index": route, "route_id": f"RouteScenario_{route}_rep{repetition}", "status": status,
        "num_infractions": sum(map(len, infractions.values())),
        "infractions": {name: infractions.get(name, []) for name in KINDS},
        "scores": {"score_route": way, "score_penalty": 1.0, "score_composed": score},
        "meta": {"route_length": 310.0, "duration_game": 60.25, "duration_system": 200.5},
        "scenario_name": "PedestrianCrossing_1", "weather_id": "8", "town_name": "Town12",
        "save_name": SAVED.format(route, repetition),
    }  # fmt: skip


def checkpoint(*records, progress=(1, 1)):
    inner = {"global_record": {}, "progress": [*progress], "records": [*records]}
    return json.dumps({"_checkpoint": inner, "entry_status": "Started"}, indent=2)


def merged(*records):
    """Return what Bench2Drive's ``merge_route_json.py`` makes of records."""
    without = [{name: value for name, value in each.items() if name != "index"} for each in records]
    return json.dumps({"_checkpoint": {"records": without[::-1]}, "driving score": 1.0, "eval num": 3})


def refreshed(folder, kept, **options):
    library = open_library(folder, kept_in=kept, **options)
    library.refresh(jobs=1)
    return library


def routes_of(library):
    """Return route, repetition, attempt and whether it counts, of each row."""
    names = ("route", "repetition", "attempt", "counts")
    return sorted(tuple(row[name] for name in names) for row in library.recordings.to_pylist())


BLOCKED = record(2, status="Failed - Agent got blocked", way=10.0, score=10.0)
ONE, TWO, THREE = record(1), BLOCKED, record(3)
ROWS = [("1", 0, 1, True), ("2", 0, 1, True), ("3", 0, 1, True)]
LAYOUTS = {
    "one for all": ({"results.json": checkpoint(ONE, TWO, THREE)}, ROWS),
    "whatever its name": ({"night.txt": checkpoint(ONE, TWO, THREE)}, ROWS),
    "one for each route": (
        {f"{each['index']}/checkpoint_endpoint.json": checkpoint(each) for each in (ONE, TWO, THREE)},
        ROWS,
    ),
    "merged beside its shards": (
        {"1.txt": "", "a.json": checkpoint(ONE, TWO), "b.json": checkpoint(THREE),
         "merged.json": merged(ONE, TWO, THREE)},
        ROWS,
    ),
    "merged above its shards": (
        {"gpu0/a.json": checkpoint(ONE, TWO), "gpu1/b.json": checkpoint(THREE),
         "merged.json": merged(ONE, TWO, THREE)},
        ROWS,
    ),
    "packed": ({"results.json.gz": gzip.compress(checkpoint(ONE, TWO, THREE).encode())}, ROWS),
    "UTF-16": ({"results.json": checkpoint(ONE, TWO, THREE).encode("utf-16")}, ROWS),
    "resumed": (
        {"r.json": checkpoint(record(2, status="Failed - Agent crashed", score=0.0), TWO, THREE)},
        [("2", 0, 1, False), ("2", 0, 2, True), ("3", 0, 1, True)],
    ),
    "two nights": (
        {"one/r.json": checkpoint(ONE), "two/r.json": checkpoint(ONE)},
        [("1", 0, 1, True), ("1", 0, 1, True)],
    ),
    "repetitions": (
        {"r.json": checkpoint(ONE, record(1, 1))}, [("1", 0, 1, True), ("1", 1, 1, True)],
    ),
    "just begun": ({"r.json": checkpoint(progress=(0, 220))}, []),
    "in a folder of pictures": ({"meta/0001.json": checkpoint(ONE)}, []),
}  # fmt: skip


def write(folder, files):
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())


@pytest.mark.parametrize("layout", LAYOUTS)
def test_each_run_in_results_is_one_row(tmp_path, layout):
    files, expected = LAYOUTS[layout]
    write(tmp_path / "night", files)
    library = refreshed(tmp_path / "night", tmp_path / "kept")
    assert routes_of(library) == expected
    assert {row["path"] for row in library.recordings.to_pylist()} <= {None}


def test_a_row_has_what_the_record_tells(tmp_path):
    speed = [f"Average speed is {share}% of the surrounding traffic's one" for share in (50.0, 150.0, 1500)]
    crash = "Agent collided against object with type=vehicle.audi.tt and id=7 at (x=1.0, y=2.0, z=0.1)"
    hit = record(4, score=60.0, min_speed_infractions=speed, collisions_vehicle=[crash])
    write(tmp_path, {"r.json": checkpoint(BLOCKED, hit)})
    told = rows(refreshed(tmp_path / "r.json", tmp_path / "kept"))
    blocked, of_hit = (told[SAVED.format(route, 0)] for route in (2, 4))
    assert {name: value for name, value in blocked.items() if value is not None} == {
        "name": SAVED.format(2, 0), "map_name": "Town12", "route": "2", "repetition": 0, "attempt": 1,
        "counts": True, "scenario_name": "PedestrianCrossing_1", "weather_id": "8", "passed": False,
        "ability": ["Emergency_Brake", "Traffic_Signs"], "status": "Failed - Agent got blocked",
        "score_composed": 10.0, "score_route": 10.0, "score_penalty": 1.0, "penalty_2_1": 1.0,
        "duration_game": 60.25, "duration_system": 200.5, "why": "blocked at 31 m", **dict.fromkeys(KINDS, 0),
    }  # fmt: skip
    assert (of_hit["why"], of_hit["passed"]) == ("hit a vehicle", False)
    assert (of_hit["collisions_vehicle"], of_hit["min_speed_infractions"]) == (1, 3)
    assert of_hit["efficiency"] == pytest.approx(100.0)
    assert of_hit["penalty_2_1"] == pytest.approx(1 / 1.7)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "gbk"])
@pytest.mark.parametrize("given", [False, True])
def test_routes_without_a_record_are_missing(tmp_path, encoding, given):
    night = tmp_path / "night"
    write(night, {"shards/a.json": checkpoint(ONE), "shards/b.json": checkpoint(TWO)})
    assert all(row["status"] != "missing" for row in rows(refreshed(night, tmp_path / "kept")).values())
    routes = routes_file((tmp_path if given else night) / "routes.xml", *((n, "Town12", 0) for n in "123"))
    routes.write_text(f'<?xml version="1.0" encoding="{encoding}"?>{routes.read_text()}', encoding=encoding)
    library = refreshed(night, tmp_path / "kept", routes=[routes] if given else [])
    missing = [row for row in rows(library).values() if row["status"] == "missing"]
    told = [(row["route"], row["map_name"], row["score_composed"], row["passed"]) for row in missing]
    assert told == [("3", "Town12", None, None)]
    assert len(rows(library)) == 3


def test_failures_come_first_then_missing_routes_then_what_passed(tmp_path):
    folder, routes = tmp_path / "runs", tmp_path / "routes.xml"
    folder.mkdir()
    runs = (record("1"), record("2", status="Failed - Agent timed out", score=30.0), record("3", score=100.0),
        record("4", status="Failed - Agent got blocked", score=10.0))  # fmt: skip
    (folder / "results.json").write_text(checkpoint(*runs), encoding="utf-8")
    routes_file(routes, *((route, "Town12", 0) for route in "12345"))
    library = refreshed(folder, tmp_path / "kept", routes=[routes])
    columns = library.columns("recordings")
    order = [columns["route"][at] for at in worst_first(columns)]
    assert order[:3] == ["4", "2", "5"]
    assert {*order[3:]} == {"1", "3"}


def test_each_night_keeps_its_own_and_nothing_is_said_twice(tmp_path, capsys):
    for night, score in (("one", 1.0), ("two", 2.0)):
        folder = tmp_path / "nights" / night
        write(folder, {"r.json": checkpoint(record(1, score=score), record(2, score=score))})
        calm(folder / "RouteScenario_1_rep0.log")
    library = refreshed(tmp_path / "nights", tmp_path / "kept")
    recorded = {row["path"]: row["score_composed"] for row in library.recordings.to_pylist() if row["path"]}
    assert [score for _, score in sorted(recorded.items())] == [1.0, 2.0]
    assert len(library.recordings) == 4
    shutil.move(tmp_path / "nights/two/r.json", tmp_path / "nights/r.json")
    (tmp_path / "nights/one/r.json").unlink()
    words = [str(tmp_path / "nights"), "--library", str(tmp_path / "kept"), "--jobs", "1"]
    main(["library", *words, "--query", "SELECT record, sentence FROM unjoined", "--json"])
    out, err = capsys.readouterr()
    assert json.loads(out) == [
        {"record": f"RouteScenario_1_rep0 or {SAVED.format(1, 0)}", "sentence": "2 recordings are called so."}
    ]
    assert len(err.splitlines()) == 2


DEEP = "[" * 100_000
BAD = {
    "cut": (checkpoint(ONE, TWO, THREE)[:-900], 2, "the file is cut in the middle; 2 whole records"),
    "brackets": (
        checkpoint(ONE, {"scores": 0}, THREE).replace('"scores": 0', f'"scores": {DEEP}{"]" * 100_000}'),
        2, "records that are no JSON were left out: 1",
    ),
    "open brackets": (
        checkpoint(ONE, TWO).replace('"index": 2', f'"index": {DEEP}'), 1, "cut in the middle; 1 whole",
    ),
    "NaN": (checkpoint(ONE, record(2, score=float("nan"))), 2, "score_composed: this is no number"),
    "foreign infractions": (
        checkpoint(ONE, record(2) | {"infractions": {"外星人": ["飞碟"], "red_light": 3}}), 2,
        "as the Leaderboard has none of that name: 外星人",
    ),
    "foreign scores": (checkpoint(ONE, record(2) | {"scores": [1]}), 2, "these are no scores"),
    "doubled": (checkpoint(ONE, TWO, TWO, record(2)), 3, "there are 2 different records"),
    "no route": (checkpoint(ONE, record(2) | {"route_id": "", "save_name": ""}), 2, "it has no route_id"),
    "another version of routes": (checkpoint(ONE, record(9)), 2, "no file of routes has this route"),
    "no records": ('{"_checkpoint": {"records": 5}}', 0, "these are no results"),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD)
def test_of_bad_results_the_good_records_are_used_and_the_others_are_said(tmp_path, case):
    content, count, sentence = BAD[case]
    write(tmp_path / "night", {"r.json": content})
    if case == "another version of routes":
        routes_file(tmp_path / "night" / "routes.xml", ("1", "Town12", 0))
    library = refreshed(tmp_path / "night", tmp_path / "kept")
    assert len(library.recordings) == count
    told = library.unjoined.to_pylist()
    assert {row["file"] for row in told} == {str(tmp_path / "night" / "r.json")}
    assert any(sentence in row["sentence"] for row in told)


def test_comfort_is_that_of_the_folder_that_is_called_like_the_run(tmp_path):
    still = {"acceleration": [0, 0, 0], "angular_velocity": [0, 0, 0], "forward_vector": [1, 0, 0],
             "right_vector": [0, 1, 0]}  # fmt: skip
    for folder, shaken in ((f"routes_{SAVED.format(1, 0)}", 0), (SAVED.format(2, 0), 9.0)):
        samples = {str(step): still | {"acceleration": [shaken * (step < 20), 0, 0]} for step in range(40)}
        write(tmp_path, {f"night/{folder}/metric_info.json": json.dumps(samples)})
    write(
        tmp_path,
        {f"night/{SAVED.format(3, 0)}/metric_info.json": "", "night/r.json": checkpoint(ONE, TWO, THREE)},
    )
    for source in (tmp_path / "night", tmp_path / "night" / "r.json"):
        library = refreshed(source, tmp_path / "kept")
        assert sorted((row["route"], row["comfort"]) for row in rows(library).values()) == [
            ("1", 1.0), ("2", 0.5), ("3", None),
        ]  # fmt: skip
        assert [row["record"] for row in library.unjoined.to_pylist()] == ["RouteScenario_3_rep0"]


def scenario_runner_results(*criteria):
    """Return JSON and JUnit as ScenarioRunner writes them, from name, value and success of criteria."""
    keys = ("name", "actor", "optional", "expected", "actual", "success")
    rows_of = [
        dict(zip(keys, (name, "a-1", False, 0, value, good), strict=True)) for name, value, good in criteria
    ]
    success = all(good for *_, good in criteria)
    cases = "".join(
        f'<testcase name="{name}_model3_1" status="run" time="0" classname="Scenarios.x">'
        + ("" if good else f'<failure message="{name}" type=""><![CDATA[ Actual: {value} Expected: 0\n')
        + f"  Exact Value: {name} = {value}\n" + ("" if good else "]]></failure>") + "</testcase>"
        for name, value, good in criteria
    )  # fmt: skip
    head = '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites><testsuite name="x">'
    return json.dumps({"scenario": "x", "success": success, "criteria": rows_of}), (
        f"{head}{cases}</testsuite></testsuites>"
    )


@pytest.mark.parametrize("form", ["json", "xml", "record"])
def test_results_of_scenario_runner_are_joined_though_the_date_follows_without_a_mark(tmp_path, form):
    good, bad = scenario_runner_results(("CollisionTest", 0, True)), scenario_runner_results(
        ("CollisionTest", 2, False), ("Duration", 12.5, True)
    )  # fmt: skip
    calm(tmp_path / "ControlLoss_1.log")
    calm(tmp_path / "ControlLoss_12.log")
    if form == "record":
        told = {"CollisionTest": {"test_status": "FAILURE", "actual_value": 2}}
        write(tmp_path, {"ControlLoss_1.json": json.dumps(told)})
    else:
        at = form == "xml"
        write(tmp_path, {f"ControlLoss_12025-08-14-10-22-31.{form}": bad[at]})
        write(tmp_path, {f"ControlLoss_12025-08-14-09-00-00.{form}": good[at]})
    found = rows(refreshed(tmp_path, tmp_path / "kept"))
    assert found["ControlLoss_12.log"]["status"] is None
    row = found["ControlLoss_1.log"]
    assert (row["status"], row["passed"], row["why"]) == ("FAILURE", False, "CollisionTest failed")
    assert (row["counts"], row["attempt"]) == (None, None)
    assert row["duration_game"] == (None if form == "record" else 12.5)


def test_numbered_files_are_not_opened_and_a_growing_file_is_read_again(tmp_path, monkeypatch):
    night = tmp_path / "night"
    write(night, {f"meta/{number:04d}.json": "{}" for number in range(20)} | {"r.json": checkpoint(ONE)})
    opened = []
    monkeypatch.setattr("viewer.library.files.read_head", lambda path, size: opened.append(str(path)) or b"")
    open_library(night, kept_in=tmp_path / "kept").find_recordings()
    assert opened == [str(night / "r.json")]
    monkeypatch.undo()
    library = refreshed(night, tmp_path / "kept")
    assert len(library.recordings) == 1
    write(night, {"r.json": checkpoint(ONE, TWO)[:-300]})
    library.refresh(jobs=1)
    assert len(library.recordings) == 1
    write(night, {"r.json": checkpoint(ONE, TWO)})
    library.refresh(jobs=1)
    assert len(library.recordings) == 2
