"""Very many incidents that are alike are told as one, with their number; each of them is still there."""

from __future__ import annotations

import json

import pytest

from tests.analysis.drives import car, hero, record, straight
from viewer import open_recording
from viewer.analysis.find_events import find_events
from viewer.cli import main

CARS, TIMES = 10, 3
JUMPS = CARS * TIMES


def put_back(lane):
    """Drive at 10 m/s, and be put back after each 5 s; each car at its own time."""
    return lambda t: (10.0 * ((t + 0.3 * lane) % 5.0), 20.0 * lane, 0.0, 0.0)


@pytest.fixture
def recording(tmp_path):
    movers = [car(10 + lane, put_back(lane)) for lane in range(CARS)]
    way = hero(lambda t: (10.0 * (t % 5.0), -20.0, 0.0, 0.0))
    return record([*movers, way, car(2, straight(0.0, -60.0, 5.0))], 15.4).save(tmp_path / "respawns.log")


def test_text_has_one_line_for_all_of_them(recording, capsys):
    main(["events", str(recording), "--kind", "teleport"])
    first, *lines = capsys.readouterr().out.splitlines()
    assert f"{JUMPS + 3} events" in first
    (group,) = (line for line in lines if "×" in line)
    assert f"×{JUMPS} teleport of {CARS} actors: 10, 11, 12, 13, 14 and 5 more" in group
    assert sum("  teleport  " in line for line in lines) == 1 + 3  # and those of the hero


def test_programs_get_each_and_its_group(recording, capsys):
    main(["events", str(recording), "--kind", "teleport", "--json"])
    (document,) = json.loads(capsys.readouterr().out)
    groups = [(each["group"], each["group_size"]) for each in document["events"]]
    assert sorted(groups, key=str) == sorted([(1, JUMPS)] * JUMPS + [(None, None)] * 3, key=str)


def test_what_shows_them_has_one_of_them(recording):
    found = find_events(open_recording(recording).index, kinds=["teleport"])
    shown = found.events.representatives
    assert sum(found.events.group_sizes.get(each.group, 1) for each in shown) == len(found.events.heads)
    assert len({each.group for each in shown if each.group}) == sum(each.group > 0 for each in shown)


def test_a_few_are_told_one_by_one(tmp_path, capsys):
    path = record([car(10, put_back(0)), car(2, straight(0.0, -60.0, 5.0))], 15.4).save(tmp_path / "a.log")
    main(["events", str(path), "--kind", "teleport"])
    assert "×" not in capsys.readouterr().out
