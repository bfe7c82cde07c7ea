"""Events are rows and columns of one table."""

from __future__ import annotations

import numpy as np

from tests.analysis.drives import car, hero, record, straight, walker
from tests.scenes import hit
from viewer.analysis.event_kinds import KINDS
from viewer.analysis.event_table import EVENT, NO_ACTOR, NO_PARTY, Events, EventSource
from viewer.analysis.find_events import find_events
from viewer.analysis.incidents import by_weight


def test_rows_and_columns_say_the_same_in_any_order(tmp_path):
    jumps = car(4, lambda t: (9 * t, 40 if t > 3 else 60, 0.0, 0.0))
    movers = [
        hero(straight(0, 0, 10)),
        car(2, straight(30, 0, 2)),
        walker(3, straight(20, 3, 1, 90.0)),
        jumps,
    ]
    scene = record([*movers, jumps], 8, [0.05] * 100 + [1.5], collisions={16: [hit(1, 2)], 90: [hit(1)]})
    found = find_events(scene.index(tmp_path / "drive.log"))
    again = Events(event._replace() for event in found.events)
    assert {len(event.rows) for event in again} == {0, 1, 2}
    for events in (found.events, again, again[::-1], by_weight(found.events), again.derived, again.take([])):
        assert [list(KINDS)[kind] for kind in events["kind"]] == [event.kind for event in events]
        for name in ("start", "end", "incident"):
            assert events[name].tolist() == [getattr(event, name) for event in events]
        for name, at in (("actor", 0), ("other", 1)):
            whom = [(*event.rows, "nobody", "nobody")[at] for event in events]
            expected = [{None: NO_ACTOR, "nobody": NO_PARTY}.get(row, row) for row in whom]
            assert events[name].tolist() == expected
        assert events.about(0).tolist() == [0 in event.rows for event in events]
    assert again == found.events
    derived = [event.start for event in again if event.source is EventSource.DERIVED]
    assert again.derived["start"].tolist() == sorted(derived)
    assert set(found.events) == set(by_weight(found.events))
    assert found.events[0] == found.events[:1][0]


def test_incidents_of_a_group_are_counted_once_in_any_order():
    columns = np.zeros(6, EVENT)
    columns["incident"], columns["group"] = [2, 1, 2, 3, 0, 3], [1, 1, 1, 2, 0, 0]
    assert Events(columns=columns).group_sizes == {1: 2, 2: 1}
