"""What the timeline is told of a recording."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.scenes import Scene
from viewer.replay.events import EventKind, EventList
from viewer.ui.timeline.timeline_content import KINDS, content_of


def test_two_of_the_shortest_frames_can_fill_the_window(tmp_path):
    scene = Scene()
    for duration in (0.1, 0.1, 0.025, 0.1):
        scene.frame(duration)
    content = content_of(scene.index(tmp_path / "short.log"))
    assert content is not None
    assert content.closest == pytest.approx(0.05)
    assert content.usual_duration == pytest.approx(0.1)


def test_frames_of_a_microsecond_are_no_reason_to_look_closer_than_a_millisecond(tmp_path):
    scene = Scene()
    for _ in range(4):
        scene.frame(1e-6)
    content = content_of(scene.index(tmp_path / "tiny.log"))
    assert content is not None
    assert content.closest == pytest.approx(1e-3)


def test_a_single_frame_is_given_a_second(tmp_path):
    scene = Scene()
    scene.frame(0.05)
    content = content_of(scene.index(tmp_path / "one.log"))
    assert content is not None
    assert content.edges[-1] - content.edges[0] == pytest.approx(1.0)
    assert content.closest == pytest.approx(2.0)


@pytest.mark.parametrize(("growing", "end"), [(False, 10.0), (True, 12.5)])
def test_what_is_still_written_has_a_quarter_more_to_grow_into(tmp_path, growing, end):
    scene = Scene()
    for duration in (0.0, 4.0, 2.0, 2.0):
        scene.frame(duration)
    content = content_of(replace(scene.index(tmp_path / "long.log"), growing=growing))
    assert content is not None
    assert content.end == pytest.approx(end)  # frames at 0, 4, 6 and 8 s, the last one as long as usual


def test_times_are_worked_out_once_whatever_events_are_found(tmp_path, monkeypatch):
    """Of many frames that takes long, and the window waits for it with each list of events."""
    scene = Scene()
    for _ in range(6):
        scene.frame(0.5)
    index = scene.index(tmp_path / "six.log")
    found = content_of(index)
    monkeypatch.setattr("viewer.ui.timeline.timeline_content.gaps_of", None)
    doors = EventList(EventKind.DOOR, np.array([1]), np.array([-1]), texts=[""])
    again = content_of(index, None, [doors])
    assert [KINDS[kind] for kind in again.event_kind] == [EventKind.DOOR]
    assert again.edges is found.edges
