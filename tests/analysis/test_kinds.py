"""The table of kinds says what it must about each, and each is found."""

from __future__ import annotations

import re

from viewer.analysis import find
from viewer.analysis.criteria import CRITERIA
from viewer.analysis.kinds import KINDS
from viewer.analysis.thresholds import TABLE

NAMES = {
    "contact", "collision", "near_miss", "ttc", "headway", "pet", "drac", "harsh_braking",
    "harsh_acceleration", "lateral_acceleration", "jerk", "yaw_rate", "yaw_acceleration", "speeding",
    "red_light", "stop_sign", "sidewalk", "outside_lanes", "wrong_way", "solid_line", "standing", "teleport",
    "below_road", "stall", "in_the_air", "overturned", "off_route",
}  # fmt: skip


def test_these_are_all_kinds():
    assert set(KINDS) == NAMES


def test_each_is_told_in_words_and_a_unit():
    for name, kind in KINDS.items():
        assert kind.name == name
        assert kind.label == kind.label.lower()
        assert kind.unit
        assert re.match(r"[a-z]", kind.rule), kind.rule
        assert not kind.rule.endswith(".")


def test_each_has_a_search_and_thresholds_in_its_unit():
    units = {row.name: row.unit for row in TABLE}
    for kind in KINDS.values():
        assert kind.finder in find._FINDERS  # noqa: SLF001 - whether none was forgotten
        if kind.name in units and kind.name != "standing":
            allowed = {kind.unit, "m/s"} if kind.name == "speeding" else {kind.unit}
            assert units[kind.name] in allowed, kind.name
        assert set(kind.thresholds) <= set(units)


def test_what_scenario_runner_counts_is_said():
    assert {kind.name for kind in KINDS.values() if kind.counted} == {each.kind for each in CRITERIA}


def test_rules_of_the_road_need_a_map():
    needs = {kind.name for kind in KINDS.values() if kind.needs_roads}
    assert needs == {
        "red_light", "stop_sign", "sidewalk", "outside_lanes", "wrong_way", "solid_line", "speeding",
        "below_road",
    }  # fmt: skip
