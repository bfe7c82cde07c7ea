"""What is asked of all events at once is what each of them has."""

from __future__ import annotations

from dataclasses import replace

from tests.analysis.drives import car, hero, record, straight, walker
from tests.scenes import hit
from viewer.analysis.event import EventSource
from viewer.analysis.evidence import shown_frame
from viewer.analysis.find import find_events
from viewer.analysis.kinds import KINDS
from viewer.analysis.ordered_events import OrderedEvents
from viewer.analysis.weight import by_weight
from viewer.api import open_recording


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
    derived = [event for event in found.events if event.source is EventSource.DERIVED]
    assert 0 < len(derived) < len(events)
    assert set(events.steps) == set(derived)
    assert events.steps.starts.tolist() == sorted(event.start for event in derived)


def test_poses_that_were_written_late_show_events_a_frame_later(recordings):
    """Those of the last frame in it; and so those that concern nobody, at their own time."""
    with open_recording(recordings / "town03_carla096_collision.rec") as recording:
        index = recording.index
        assert index.driven_elapsed is not index.elapsed
        found = recording.find_events(["jerk", "ttc", "stall"]).events
        last = len(index.heads) - 1
        frames = [0, 1, last - 1, last]
        events = [
            replace(found[0], frame=frame, actors=actors)
            for frame in frames
            for actors in ((), (None,), (0,))
        ]
        expected = [min(frame + later, last) for frame in frames for later in (0, 0, 1)]
        assert [shown_frame(index, event) for event in events] == expected


def test_no_events_have_empty_columns():
    none = OrderedEvents().prepare()
    assert [len(each) for each in (none.starts, none.frames, none.derived, none.steps)] == [0, 0, 0, 0]
