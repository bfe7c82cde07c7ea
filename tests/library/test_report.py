"""The page for a browser does not grow beyond what one opens."""

from __future__ import annotations

import json

from tests.library.runs import table_of
from tests.library.test_results import checkpoint, record
from viewer.analysis.thresholds import Thresholds
from viewer.cli import main
from viewer.library.columns import TABLES
from viewer.library.report import Incident, report_page


def test_the_worst_come_first_and_of_these_those_with_more_incidents():
    rows = [
        {"name": name, "path": name, "worst": worst, "hero_incidents": incidents, "error": error}
        for name, worst, incidents, error in (
            ("none.log", None, None, "empty"), ("jerk.log", "jerk", 9, None),
            ("once.log", "collision", 1, None), ("often.log", "collision", 3, None),
        )
    ]  # fmt: skip
    recordings = table_of("recordings", rows)
    page = report_page(recordings, {name: [] for name in recordings["name"]}, Thresholds({}), {})
    assert sorted(recordings["name"], key=page.index) == ["often.log", "once.log", "jerk.log", "none.log"]


def test_a_thousand_recordings_with_all_their_incidents_stay_below_30_mb():
    rows, incidents, pictures = [], {}, {}
    told = {
        "kind": "harsh_braking",
        "start": 123.456789012345,
        "actor_id": 123456,
        "other_id": 654321,
        "value": -9.87654321012345,
        "threshold": -3.40000000000001,
        "unit": "m/s²",
        "rule": "ä harder than the threshold, " * 4,
        "source": "derived",
    }
    event = {column.name: None for column in TABLES["events"]} | told
    groups = [[event | {"start": float(number)}, *[event] * 4] for number in range(100)]
    for number in range(1000):
        path = f"/nightly/2026-11-25/RouteScenario_{number}_rep0.log"
        rows.append({"path": path, "name": path[-24:], "not_judged": ["red_light: no road map"] * 20})
        incidents[path] = [Incident(path, "Town01", group) for group in groups]
        if number < 60:
            pictures[path, 0.0] = bytes(25_000)
    page = report_page(table_of("recordings", rows), incidents, Thresholds({}), pictures)
    assert len(page.encode()) < 30e6
    assert page.count('"more": 90') == 1000


def data_of(page):
    return json.JSONDecoder().raw_decode(page[page.index("const data = ") + 13 :])[0]


def test_of_very_many_recordings_the_worst_are_shown_and_how_many_there_are():
    worst = [None] * 10_000 + ["collision"] * 50
    rows = [{"path": f"{at}.log", "name": f"{at}.log", "worst": each} for at, each in enumerate(worst)]
    recordings = table_of("recordings", rows)
    page = report_page(recordings, {path: [] for path in recordings["path"]}, Thresholds({}), {})
    data = data_of(page)
    assert (data["count"], len(data["rows"])) == (10_050, 10_000)
    assert {row["worst"] for row in data["rows"][:50]} == {"collision"}


def test_a_penalty_that_is_not_wholly_judged_comes_with_its_bound():
    recordings = table_of("recordings", [{"path": "a.log", "name": "a.log", "penalty_at_most": 0.6}])
    (row,) = data_of(report_page(recordings, {"a.log": []}, Thresholds({}), {}))["rows"]
    assert (row["penalty"], row["penalty_at_most"]) == (None, 0.6)


def test_a_night_has_its_numbers_reasons_and_groups(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    blocked = {"status": "Failed - Agent got blocked", "way": 10.0, "score": 10.0}
    records = [record(1), record(1, 1, **blocked), record(2, **blocked)]
    (tmp_path / "results.json").write_text(checkpoint(*records))
    assert main(["library", str(tmp_path), "--html", str(tmp_path / "report.html")]) == 0
    data = data_of((tmp_path / "report.html").read_text())
    night = data["night"]
    assert "driving score 32.500" in night["sentence"]  # of route 1 the mean of two runs counts
    assert night["reasons"] == [["Failed - Agent got blocked", 2]]
    assert night["groups"]["scenario"] == [["PedestrianCrossing", 3, 1, 40.0, 100.0, 10.0]]
    assert night["groups"]["route"] == [["1", 2, 1, 55.0, 100.0, 10.0]]
    assert [row["path"] for row in data["rows"]] == [None] * 3
    assert "hero_collisions" not in [name for name, *_ in data["columns"]]
    capsys.readouterr()
