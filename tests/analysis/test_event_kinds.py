"""The table of kinds says what it must about each, and each is found."""

from __future__ import annotations

from viewer.analysis.event_kinds import FINDERS, KINDS, TABLE


def test_each_has_a_search_and_thresholds_in_its_unit():
    units = {row.name: row.unit for row in TABLE}
    for kind in KINDS.values():
        assert kind.finder in FINDERS
        if kind.name in units:
            allowed = {kind.unit, "m/s"} if kind.name == "speeding" else {kind.unit}
            assert units[kind.name] in allowed, kind.name
    assert {name for kind in KINDS.values() for name in kind.thresholds} == set(units) - {"incident.gap"}
