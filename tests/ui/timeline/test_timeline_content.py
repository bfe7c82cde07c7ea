"""What the timeline is told of a recording."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.scenes import Scene
from viewer.replay.events import EventKind, EventList
from viewer.ui.timeline.timeline_content import KINDS, content_of


def frames(tmp_path, *deltas):
    scene = Scene()
    for delta in deltas:
        scene.frame(delta)
    return scene.index(tmp_path / "frames.log")


@pytest.mark.parametrize(
    ("deltas", "closest", "usual", "whole"),
    [
        ((0.1, 0.1, 0.025, 0.1), 0.05, 0.1, 0.325),
        ((1e-6,) * 4, 1e-3, 1e-6, 4e-6),
        ((0.05,), 2.0, 1.0, 1.0),
    ],
    ids=[
        "two of the shortest frames fill the window",
        "no closer than a millisecond",
        "one frame is a second",
    ],
)
def test_how_close_one_may_look(tmp_path, deltas, closest, usual, whole):
    content = content_of(frames(tmp_path, *deltas))
    told = content.closest, content.usual_duration, content.edges[-1] - content.edges[0]
    assert told == pytest.approx((closest, usual, whole))


@pytest.mark.parametrize(("growing", "end"), [(False, 10.0), (True, 12.5)])
def test_what_is_still_written_has_a_quarter_more_to_grow_into(tmp_path, growing, end):
    content = content_of(replace(frames(tmp_path, 0.0, 4.0, 2.0, 2.0), growing=growing))
    assert content.end == pytest.approx(end)  # frames at 0, 4, 6 and 8 s, the last one as long as usual


def test_times_are_worked_out_once_whatever_events_are_found(tmp_path, monkeypatch):
    """Of many frames that takes long, and the window waits for it with each list of events."""
    index = frames(tmp_path, *[0.5] * 6)
    found = content_of(index)
    monkeypatch.setattr("viewer.ui.timeline.timeline_content.gaps_of", None)
    doors = EventList(EventKind.DOOR, np.array([1]), np.array([-1]), texts=[""])
    again = content_of(index, None, [doors])
    assert [KINDS[kind] for kind in again.event_kind] == [EventKind.DOOR]
    assert again.edges is found.edges
