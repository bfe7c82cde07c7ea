"""A folder of runs, as one comes home with it: crashes, calm drives, damaged and foreign files, results."""

from __future__ import annotations

import json

from tests.analysis.drives import car, hero, record, standing, straight
from tests.scenes import actor, hit, street
from viewer.library.columns import STORED, dicts

AGENT = "Agent collided against object with type=vehicle.tesla.model3 and id=2 at (x={:.3f}, y=0.0, z=0.0)"


def crash(path):
    """Drive into a standing car after about two seconds, and record it; graze one that is not recorded."""
    movers = [hero(straight(0, 0, 10)), car(2, standing(20, 0), born=0.49), car(3, standing(10, 1.9))]
    sensor = actor(9, "sensor.other.collision", (0, 0, 0))
    return record(movers, 3, collisions={33: [hit(1, 2)], 50: [hit(1)]}, cast=[sensor]).save(path)


def calm(path):
    return record([hero(straight(0, 0, 10))], 3).save(path)


def folder_of_runs(folder):
    """Make the folder; return it."""
    night = folder / "night"
    night.mkdir(parents=True)
    crash(night / "RouteScenario_1_rep0.log")
    calm(night / "RouteScenario_2_rep0.log")
    whole = street(10).bytes()
    (night / "cut.rec").write_bytes(whole[: len(whole) * 2 // 3])
    (night / "empty.log").write_bytes(b"")
    (night / "foreign.log").write_text("12:00 started\n", encoding="utf-8")
    (night / "notes.txt").write_text("nothing", encoding="utf-8")
    record([car(5, straight(0, 0, 10))], 3).save(night / "no ending")
    records = [
        {"route_id": "RouteScenario_1_rep0", "scores": {"score_composed": 30.0}, "infractions": {
            "collisions_vehicle": [AGENT.format(16.0)], "red_light": ["Agent ran a red light"]}},
        {"route_id": "RouteScenario_7_rep0", "scores": {"score_composed": 100.0}, "infractions": {}},
    ]  # fmt: skip
    results = {"_checkpoint": {"records": records, "progress": [2, 2]}}
    (night / "results.json").write_text(json.dumps(results), encoding="utf-8")
    (folder / "loop").symlink_to(folder, target_is_directory=True)
    return folder


def table_of(name, rows):
    """Return a library's table with ``rows``, dicts; what they lack is None."""
    return {column.name: [row.get(column.name) for row in rows] for column in STORED[name]}


def rows(library, table="recordings"):
    """Return the rows of a table, those of recordings by file name."""
    found = [*dicts(library.columns(table))]
    return {row["name"]: row for row in found} if table == "recordings" else found
