"""What the lane of events says and goes to, column by column of pixels."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF
from PySide6.QtWidgets import QApplication

from tests.scenes import Scene, actor
from tests.ui.timeline.conftest import EVENTS, lanes_of, said, show_in
from viewer.cancellation import always
from viewer.logfile import packets
from viewer.logfile.enums import TrafficLightState
from viewer.replay.events import EventKind
from viewer.ui.state.recorded_events import light_events
from viewer.ui.timeline.marks import event_lines
from viewer.ui.timeline.timeline_content import content_of

LIGHT = 7
CHANGES = (*range(100, 114), 200, 250)
"""Frames, 0.05 s each, in which the light, which is in row 0, changes; most follow each other closely."""


@pytest.fixture
def lit(view, tmp_path):
    scene = Scene()
    for k in range(300):
        state = TrafficLightState(sum(k >= change for change in CHANGES) % 3)
        light = [actor(LIGHT, "traffic.traffic_light")] if k == 0 else []
        scene.frame(0.05, add=light, extra={packets.TRAFFIC_LIGHT_STATE: [(LIGHT, False, 0.0, state)]})
    index = scene.index(tmp_path / "lit.log")
    show_in(view, index=index)
    show_in(view, event_lists={EventKind.LIGHT: light_events(index, always)})
    return view


def test_a_change_of_a_light_is_told_and_a_click_goes_to_it(lit, hand, sought, selected):
    """Of many at one place eight are told."""
    elapsed = lit.model.content.index.elapsed
    for change in (200, 250):
        x = lit.model.axis.x(float(elapsed[change]))
        hand.move(x, EVENTS)
        assert "Light 7" in said(lit)
        hand.click(x, EVENTS)
        assert sought[-1] == elapsed[change]
    assert selected == [0, 0]
    lit.resize(360, 200)
    hand.move(lit.model.axis.x(float(elapsed[100])), EVENTS)
    assert said(lit).count("Light 7") == 8
    assert "light changes more" in said(lit)


@pytest.mark.parametrize("is_low", [False, True])
def test_the_tip_lies_beside_the_lane_whose_marks_it_explains(lit, hand, is_low):
    """Also where the screen ends below."""
    screen = lit.screen().geometry()
    lit.move(0, screen.bottom() - lit.height() if is_low else 0)
    lane = lanes_of(lit)[0].rect.translated(QPointF(lit.mapToGlobal(QPoint())))
    x = lit.model.axis.x(float(lit.model.content.index.elapsed[200]))
    for y in (2.0, lane.height() - 2.0):
        hand.move(x, lane.top() - lit.mapToGlobal(QPoint()).y() + y)
        (tip,) = (each for each in QApplication.topLevelWidgets() if each.inherits("QTipLabel"))
        assert said(lit)
        assert not lane.adjusted(0, 1, 0, -1).intersects(tip.geometry().toRectF())
        hand.move(x + 40.0, y)


def spawning(tmp_path, *actors):
    """Return a recording of 20 frames of 0.05 s in the eleventh of which these actors are spawned."""
    scene = Scene()
    for k in range(20):
        scene.frame(0.05, add=actors if k == 10 else [])
    return scene.index(tmp_path / "spawning.log")


@pytest.mark.parametrize("count", [1, 2])
def test_a_click_on_who_was_spawned_tells_of_the_first_actor_too_but_of_nobody_of_several(
    view, hand, tmp_path, count, sought, selected
):
    """The first actor of a recording is in row 0."""
    show_in(view, index=spawning(tmp_path, *(actor(1 + n) for n in range(count))))
    hand.click(hand.x(0.5), EVENTS)
    assert sought == [pytest.approx(0.5)]
    assert selected == ([0] if count == 1 else [])


@pytest.mark.parametrize("length", [47, 48, 49, 90])
def test_a_name_of_48_letters_is_written_whole_and_a_longer_one_as_many_letters_long(tmp_path, length):
    name = "x" * (length - len("7 "))
    content = content_of(spawning(tmp_path, actor(7, f"vehicle.{name}")))
    (line,) = event_lines(content, np.arange(len(content.event_kind)))
    told = line.removeprefix("Spawned ")
    assert len(told) == min(length, 48)
    assert told == f"7 {name}" or (told.endswith("x…") and length > 48)


def test_eight_events_are_named_and_the_rest_counted(tmp_path):
    content = content_of(spawning(tmp_path, *(actor(each) for each in range(11, 21))))
    named = tuple(f"Spawned {number} tesla model3" for number in range(11, 19))
    assert event_lines(content, np.arange(10)) == (*named, "and 2 spawned more")
    assert event_lines(content, np.arange(8)) == named
