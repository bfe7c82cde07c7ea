"""The model of the timeline and what it is told of a recording: no widget, nothing drawn."""

from dataclasses import replace

import numpy as np
import pytest

from tests.scenes import Scene
from viewer.replay.events import EventKind, EventList
from viewer.signals import SIGNALS
from viewer.signals.series import SeriesKey
from viewer.ui.timeline.model import TimelineModel
from viewer.ui.timeline.sections import LaneChoices
from viewer.ui.timeline.signals.plot_layout import PlotLayout
from viewer.ui.timeline.timeline_content import KINDS, content_of

pytestmark = pytest.mark.usefixtures("qapp")  # text needs it


@pytest.fixture
def model(index, alone):
    model = TimelineModel(alone)
    alone.show(index=index)
    model.set_recording(index)
    return model


def keys(model):
    return [section.key for section in model.lane_groups.present()]


def sheet_of(*names):
    sheet = PlotLayout()
    for name in names:
        sheet = sheet.with_signal(SeriesKey(name, 0), SIGNALS[name])
    return sheet


def test_signals_of_one_unit_are_one_lane_behind_the_speed_which_stays_when_another_joins(model):
    def lane():
        return next(each.lanes[0] for each in model.shown if each.owner.key == "signal unit m")

    model.set_plot_layout(sheet_of("x", "derived_speed"))
    before = lane()
    model.set_plot_layout(model.plot_layout.with_signal(SeriesKey("y", 0), SIGNALS["y"]))
    assert lane() is before
    assert len(before.legend) == 2
    assert keys(model)[:4] == ["events", "speed", "signal unit m", "signal unit m/s"]
    assert {SeriesKey(name, 0) for name in ("x", "y", "derived_speed")} <= {*model.lane_groups.signals}
    model.set_plot_layout(sheet_of("x"))
    assert "signal unit m/s" not in keys(model)


def test_lanes_are_moved_and_the_order_is_remembered(model):
    model.choose_lanes(model.lane_groups.moved("frames", "speed"))
    assert keys(model)[:3] == ["events", "frames", "speed"]
    text = model.lane_groups.choices.to_text()
    model.set_lane_choices(LaneChoices())
    assert keys(model)[1] == "speed"
    model.set_lane_choices(LaneChoices.from_text(text))
    assert keys(model)[:3] == ["events", "frames", "speed"]


def test_a_lane_that_is_hidden_is_shown_unfolded_by_its_key_and_folded_by_the_next_one(model):
    model.toggle_fold("events")
    model.choose_lanes(model.lane_groups.choices.with_shown("events", shown=False))
    for folded in (False, True):
        model.toggle_fold("events")
        choices = model.lane_groups.choices
        assert ("events" in choices.hidden, choices.folded["events"]) == (False, folded)


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
