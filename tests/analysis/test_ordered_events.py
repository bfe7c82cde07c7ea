"""What is asked of all events at once is what each of them has."""

from __future__ import annotations

from tests.analysis.drives import car, hero, record, straight, walker
from tests.scenes import hit
from viewer.analysis.event import EventSource
from viewer.analysis.evidence import shown_frame, shown_frames, started, starts_of
from viewer.analysis.find import find_events
from viewer.analysis.kinds import KINDS
from viewer.analysis.ordered_events import OrderedEvents
from viewer.analysis.weight import by_weight


def test_columns_say_the_same_as_the_events(tmp_path):
    movers = [hero(straight(0, 0, 10)), car(2, straight(30, 0, 2)), walker(3, straight(20, 3, 1, 90.0))]
    index = record(movers, 8, collisions={16: [hit(1, 2)]}).index(tmp_path / "drive.log")
    found = find_events(index)
    events = by_weight(found.events, found.hero).prepare()
    assert len(events) > 3
    assert sorted(events, key=id) == sorted(found.events, key=id)
    assert events.starts.tolist() == [event.start for event in events]
    assert events.ends.tolist() == [event.end for event in events]
    assert [list(KINDS)[kind] for kind in events.kinds.tolist()] == [event.kind for event in events]
    assert starts_of(index, events).tolist() == [started(index, event) for event in events]
    derived = [event for event in found.events if event.source is EventSource.DERIVED]
    assert 0 < len(derived) < len(events)
    assert set(events.steps) == set(derived)
    assert events.steps.starts.tolist() == sorted(event.start for event in derived)
    assert shown_frames(index, events.steps).tolist() == [shown_frame(index, each) for each in events.steps]


def test_no_events_have_empty_columns():
    none = OrderedEvents().prepare()
    assert [len(each) for each in (none.starts, none.frames, none.derived, none.steps)] == [0, 0, 0, 0]
