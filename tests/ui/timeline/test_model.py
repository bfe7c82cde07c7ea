"""The model of the timeline alone: no widget, nothing drawn."""

from __future__ import annotations

import pytest

from tests.scenes import HERO, OTHER
from tests.ui.timeline.conftest import row_of
from viewer.signals import SIGNALS
from viewer.signals.series import SeriesKey
from viewer.ui.timeline.model import TimelineModel
from viewer.ui.timeline.sections import LaneChoices
from viewer.ui.timeline.signals.plot_layout import PlotLayout

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


def test_it_asks_for_the_speed_of_the_hero_until_somebody_is_selected(model, alone, index):
    hero, other = row_of(index, HERO), row_of(index, OTHER)
    for fields, row in (({"hero": hero}, hero), ({"selected": (other,)}, other), ({"selected": ()}, hero)):
        alone.show(**fields)
        model.update_lanes()
        assert {key.row for key in model.lane_groups.signals if key.name == "derived_speed"} == {row}
    model.set_recording(None)
    assert (model.content, model.lane_groups.signals) == (None, ())


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
    model.fold("events", folded=False)
    model.choose_lanes(model.lane_groups.choices.with_shown("events", shown=False))
    for folded in (False, True):
        model.toggle_fold("events")
        choices = model.lane_groups.choices
        assert ("events" in choices.hidden, choices.folded["events"]) == (False, folded)
