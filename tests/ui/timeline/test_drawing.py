"""What is to be seen on the timeline, and heard of it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtGui import QAccessible

from tests.scenes import Scene, actor
from tests.ui.timeline.conftest import CTRL, EVENTS, MIDDLE, RULER, SHIFT, give, show_in
from viewer.replay.events import EventKind, EventList
from viewer.signals import Series
from viewer.ui.timeline.marks import RecordedMarks
from viewer.ui.timeline.sections import LaneChoices
from viewer.ui.timeline.timeline_content import KINDS, content_of


@pytest.mark.parametrize(
    ("kinds", "texts"),
    [
        ([EventKind.SPAWN] * 178, ("+178",)),
        ([EventKind.SPAWN], ()),
        ([EventKind.DESTROY] * 11, ("−11",)),
        ([EventKind.PARENT] * 2, ("2 attached", "2")),
        ([EventKind.COLLISION] * 3, ("3 collisions", "3")),
        ([EventKind.SPAWN, EventKind.DESTROY, EventKind.COLLISION] * 2, ("6 events", "6")),
    ],
)
def test_a_mark_says_how_many_events_of_which_kind_it_stands_for(index, kinds, texts):
    places = np.array([KINDS.index(kind) for kind in kinds], np.uint8)
    content = replace(content_of(index), event_kind=places, event_time=np.zeros(len(places)))
    marks = RecordedMarks(content, frozenset(kinds))
    assert marks.texts(int(places.argmin()), np.arange(len(places))) == texts


def test_to_assistive_technology_it_is_a_slider_over_frames(view, index, sought):
    view.model.set_playhead(0.51)
    interface = QAccessible.queryAccessibleInterface(view)
    assert interface.role() == QAccessible.Role.Slider
    assert interface.text(QAccessible.Text.Name) == "Timeline"
    assert interface.text(QAccessible.Text.Description) == "0.510 s of 0.950 s, frame 11"
    value = interface.valueInterface()
    assert (value.minimumValue(), value.currentValue(), value.maximumValue()) == (0, 10, 19)
    value.setCurrentValue(4)
    assert sought == [float(index.elapsed[4])]


@pytest.mark.parametrize(
    "deltas",
    [
        [0.0],
        [0.0, 0.05],
        [0.0, 0.05, 0.0, 0.0, 0.0, 0.05],
        [0.0, 0.0, 0.0],
        [0.05] * 50 + [1000.0] + [0.05] * 50,
        [36.0] * 1000,
    ],
    ids=["one frame", "two frames", "equal times", "no time at all", "long pause", "ten hours"],
)
def test_odd_recordings_are_drawn_and_scrubbed(view, hand, sought, tmp_path, deltas):
    scene, last = Scene(), len(deltas) - 1
    for k, delta in enumerate(deltas):
        scene.frame(delta, add=[actor(1)] if k == 0 else [], remove=[1] if k == last > 0 else [])
    index = scene.index(tmp_path / "odd.log")
    show_in(view, index=index)
    show_in(view, selected=(0,))
    ones = np.ones(len(index.elapsed))
    give(view, Series("derived_speed", "Speed", "m/s", index.elapsed, ones, recorded=False))
    light = EventList(EventKind.LIGHT, np.zeros(1, int), np.zeros(1, int), texts=["Light"])
    show_in(view, event_lists={EventKind.LIGHT: light})
    view.model.set_lane_choices(LaneChoices({"events": False, "lives": False}))
    for keys, notches in ((SHIFT, 4), (CTRL, -3), (SHIFT, 60), (SHIFT, -200)):
        hand.wheel(hand.x(0.4), RULER, notches, keys)
        hand.drag(hand.x(0.2), hand.x(0.3), EVENTS, MIDDLE)
        hand.drag(hand.x(0.2), hand.x(0.9), RULER)
        for time in sought:
            view.model.set_playhead(time)
        assert not view.grab().isNull()
    assert all(index.elapsed[0] <= time <= index.duration for time in sought)
    hand.click(hand.x(1.0), RULER)
    assert sought[-1] == index.duration
