"""The page for a browser does not grow beyond what one opens."""

from __future__ import annotations

from viewer.analysis.thresholds import Thresholds
from viewer.library.columns import TABLES, add_row, empty
from viewer.library.report import Incident, report_page


def test_the_worst_come_first_and_of_these_those_with_more_incidents():
    recordings = empty("recordings")
    for name, worst, incidents, error in (
        ("none.log", None, None, "empty"), ("jerk.log", "jerk", 9, None), ("once.log", "collision", 1, None),
        ("often.log", "collision", 3, None),
    ):  # fmt: skip
        add_row(
            recordings, {"name": name, "path": name, "worst": worst, "incidents": incidents, "error": error}
        )
    page = report_page(recordings, {name: [] for name in recordings["name"]}, Thresholds({}), {})
    assert sorted(recordings["name"], key=page.index) == ["often.log", "once.log", "jerk.log", "none.log"]


def test_a_thousand_recordings_with_all_their_incidents_stay_below_30_mb():
    recordings, incidents, pictures = empty("recordings"), {}, {}
    told = {
        "kind": "harsh_braking",
        "start": 123.456789012345,
        "actors": [123456, 654321],
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
        add_row(recordings, {"path": path, "name": path[-24:], "not_judged": ["red_light: no road map"] * 20})
        incidents[path] = [Incident(path, "Town01", group) for group in groups]
        if number < 60:
            pictures[path, 0.0] = bytes(25_000)
    page = report_page(recordings, incidents, Thresholds({}), pictures)
    assert len(page.encode()) < 30e6
    assert page.count('"more": 90') == 1000
