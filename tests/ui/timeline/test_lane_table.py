"""A lane is a class and a row in the table: nothing else knows of it."""

from __future__ import annotations

import numpy as np
import pytest

from tests.scenes import OTHER
from tests.ui.timeline.conftest import give, lanes_of, part_of, show_in
from tests.ui.timeline.test_drawing import near, picture
from viewer.signals import Series
from viewer.signals.series import SeriesKey
from viewer.ui.theme import load_theme
from viewer.ui.timeline.lane import HoverInfo, Lane, LaneHeight, possible_keys
from viewer.ui.timeline.lanes import LANES
from viewer.ui.timeline.model import NAMES_WIDTH, RIGHT_MARGIN
from viewer.ui.timeline.sections import LaneChoices
from viewer.ui.timeline.view import TimelineView

THEME = load_theme("dark")


class HeightLane(Lane):
    """A made-up lane: green where the selected actor is above the ground."""

    name = "Height"
    height = LaneHeight(20, 20, 20)

    def __init__(self):
        self._series = None

    def update(self, view, data):
        self.signals = possible_keys(view, data, ("z",), view.selected[-1]) if view.selected else ()
        self._series = next((data.series[key] for key in self.signals if key in data.series), None)

    def paint(self, canvas):
        if self._series is not None:
            for begin, end, value in zip(*self._series.spans(), strict=True):
                if value > 0:
                    green = canvas.stretch(float(begin), float(end))
                    canvas.painter.fillRect(green, canvas.theme.light_green)

    def hover_info(self, axis, x):
        return HoverInfo(("high up",))


@pytest.fixture
def view(qtbot, index, alone):
    view = TimelineView(alone, lanes={**LANES, "height": (HeightLane, "Height")})
    qtbot.addWidget(view)
    view.resize(1140 + NAMES_WIDTH + RIGHT_MARGIN, 300)
    view.model.set_lane_choices(LaneChoices(folded={"lives": True}))
    show_in(view, index=index)
    view.show()
    return view


def test_it_asks_for_its_signals_is_given_them_and_is_drawn(view, hand, index):
    row = index.actors.rows_of(OTHER)[0]
    show_in(view, selected=(row,))
    assert SeriesKey("z", row) in view.model.lane_groups.signals
    up = np.where(index.elapsed < 0.49, 1.0, 0.0)
    give(view, Series("z", "Height", "m", index.elapsed, up, recorded=True, steps=True))
    rect = lanes_of(view)[-1].rect.toRect()
    green = near(picture(view), THEME.light_green)[rect.top() : rect.bottom()]
    columns = np.flatnonzero(green.any(axis=0))
    assert (columns[0], columns[-1]) == pytest.approx((hand.x(0.0), hand.x(0.5)), abs=2)
    show_in(view, selected=())
    assert SeriesKey("z", row) not in view.model.lane_groups.signals
    assert not near(picture(view), THEME.light_green)[rect.top() : rect.bottom()].any()


def test_it_is_hidden_folded_and_remembered_like_all_others(view):
    assert "height" in {section.key for section in view.model.lane_groups.present()}
    view.model.fold("height", folded=True)
    assert LaneChoices.from_text(view.model.lane_groups.choices.to_text()).folded["height"]
    view.model.choose_lanes(view.model.lane_groups.choices.with_shown("height", shown=False))
    assert all(placed.owner.key != "height" for placed in lanes_of(view))


def test_what_is_not_read_yet_is_told_by_no_lane(view, index):
    show_in(view, index=part_of(index, 8, 0.95))
    axis, placed = view.model.axis, lanes_of(view)
    lanes = [each.lane for each in placed if not isinstance(each.lane, HeightLane)]
    told = {lane.name for lane in lanes if lane.hover_info(axis, axis.x(0.2)) is not None}
    assert "Life spans" in told
    assert all(lane.hover_info(axis, axis.x(time)) is None for lane in lanes for time in (0.5, 0.7, 0.9))
