"""Boxes that no road user has: whose they are is named, and rules use the usual one."""

from __future__ import annotations

import json

import pytest

from tests.analysis.drives import CAR, car, hero, record, standing, straight
from viewer.cli import main

BICYCLE = "vehicle.bh.crossbike"


@pytest.fixture
def recording(tmp_path):
    """A car with its box, a car without one, and a bicycle of 500 m height."""
    movers = [
        hero(straight(0.0, 0.0, 10.0)), car(2, standing(20.0, 8.0), extent=None),
        car(3, standing(30.0, -3.5), type_id=BICYCLE, extent=(0.9, 0.2, 250.0)),
        car(4, standing(40.0, 9.0), type_id=BICYCLE, extent=(0.9, 0.2, 0.6)),
    ]  # fmt: skip
    return record(movers, 5).save(tmp_path / "boxes.log")


def test_they_are_named(recording, capsys):
    main(["events", str(recording)])
    first, *lines = capsys.readouterr().out.splitlines()
    assert "boxes: mixed (by blueprint: 2, 3)" in first
    assert "  note: the box of actor 3 has 1.8 × 0.4 × 500.0 m, which it cannot have; rules use" in lines[0]
    main(["check", str(recording)])
    assert "the box of actor 3 has 1.8 × 0.4 × 500.0 m" in capsys.readouterr().out


def test_programs_get_them(recording, capsys):
    main(["events", str(recording), "--json"])
    (document,) = json.loads(capsys.readouterr().out)
    assert [each["id"] for each in document["boxes_by_blueprint"]] == [2, 3]
    assert len(document["notes"]) == 1


def test_there_is_nothing_to_say_of_right_ones(tmp_path, capsys):
    main(["events", str(record([hero(straight(0, 0, 5), extent=CAR)], 2).save(tmp_path / "a.log"))])
    assert "note" not in capsys.readouterr().out
