"""The time view: every kind of lane, its names, and what lies over them."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPixmap

from tests.pictures.conftest import both
from tests.pictures.recordings import (
    CROSSING,
    HERO,
    LIGHT,
    WALKER,
    broken_street,
    found_in_town,
    row_of,
    sample,
    series_of,
    town,
)
from tests.scenes import Scene
from tests.ui.timeline.conftest import Hand, show_in, show_notes
from viewer.analysis.incidents import by_weight
from viewer.cancellation import always
from viewer.recording.actors import Category
from viewer.replay.events import EventKind
from viewer.replay.time.time_forms import TimeForm, TimeScale
from viewer.signals import SIGNALS
from viewer.signals.series import SeriesKey
from viewer.ui.state.recorded_events import light_events
from viewer.ui.state.view_state import SearchState
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.head import RULER_HEIGHT
from viewer.ui.timeline.marks import NoteMark
from viewer.ui.timeline.ruler import paint_ruler, paint_tick_labels, tick_labels, ticks_of
from viewer.ui.timeline.sections import LaneChoices
from viewer.ui.timeline.signals.plot_layout import PlotLayout
from viewer.ui.timeline.time_canvas import TimeCanvas
from viewer.ui.timeline.timeline_content import content_of
from viewer.ui.timeline.view import TimelineView


@pytest.fixture
def timeline(put, theme, alone):
    """The town, its hero known, at 5 s."""
    view = put(TimelineView(alone), 720, 300)
    view.model.set_lane_choices(LaneChoices())
    show_in(view, index=town())
    show_in(view, hero=row_of(town(), HERO))
    view.model.set_playhead(5.0)
    return view


def select(view, *ids):
    rows = tuple(row_of(town(), each) for each in ids)
    show_in(view, selected=rows)
    give(view)


def give(view, index=None):
    """Give the lanes all signals they ask for."""
    for _ in range(3):  # which light is ahead is known only when it was read
        view.model.set_data(series=series_of(index or town(), view.model.lane_groups.signals))


def show(view, *signals):
    sheet = PlotLayout()
    for name, actor_id in signals:
        row = None if actor_id is None else row_of(town(), actor_id)
        sheet = sheet.with_signal(SeriesKey(name, row), SIGNALS[name])
    view.model.set_plot_layout(sheet)
    give(view)


@both
def test_lanes_of_the_hero(timeline, looks):
    show_in(timeline, search=SearchState(events=by_weight(found_in_town())))
    select(timeline, HERO)
    timeline.model.point_at(3.0)
    looks(timeline)


def test_several_selected_and_one_pinned(timeline, looks):
    show_in(timeline, pinned=(row_of(town(), WALKER),))
    select(timeline, CROSSING, WALKER, HERO)
    looks(timeline)


def test_chosen_signals(timeline, looks):
    show(
        timeline,
        ("derived_speed", CROSSING),
        ("derived_speed", WALKER),
        ("throttle", HERO),
        ("brake", HERO),
        ("light_state", LIGHT),
        ("gear", HERO),
        ("frame_duration", None),
    )
    timeline.model.set_lane_choices(LaneChoices(folded={"lives": True, "events": True}))
    timeline.model.point_at(4.5)
    looks(timeline)


def test_a_range_with_figures_and_notes(timeline, looks):
    one = NoteMark(1.0, 1.0, "note_pink", ("", "one"), None)
    show_notes(timeline, one, NoteMark(8.0, 10.0, "note_teal", ("", "two"), None))
    select(timeline, HERO)
    show(timeline, ("derived_speed", CROSSING))
    show_in(timeline, range=(3.0, 7.0))
    looks(timeline)


def test_damage(timeline, looks):
    show_in(timeline, index=broken_street())
    timeline.model.set_playhead(0.3)
    looks(timeline)


def test_a_crowd_of_events(timeline, looks):
    show_in(timeline, index=sample())
    timeline.resize(1000, 300)
    show_in(timeline, event_lists={EventKind.LIGHT: light_events(sample(), always)})
    looks(timeline)


def test_signals_of_many_frames(timeline, looks):
    timeline.resize(520, 260)
    show_in(timeline, index=sample())
    hero = sample().actors.hero_rows[0]
    light = int(np.flatnonzero(sample().actors.category == Category.TRAFFIC_LIGHT)[0])
    sheet = PlotLayout()
    for name, row in (
        ("derived_speed", hero),
        ("throttle", hero),
        ("acceleration", hero),
        ("light_state", light),
    ):
        sheet = sheet.with_signal(SeriesKey(name, row), SIGNALS[name])
    timeline.model.set_plot_layout(sheet)
    give(timeline, sample())
    timeline.model.set_lane_choices(LaneChoices(folded={"lives": True, "frames": True}))
    looks(timeline)


def uneven(folder):
    """Return what is shown of frames that last 10 to 100 ms."""
    scene = Scene()
    for number in range(200):
        scene.frame((0.01, 0.03, 0.05, 0.1)[number * number % 11 % 4])
    index = scene.index(folder / "uneven.log")
    return content_of(index, TimeScale(index, TimeForm.FRAME))


# In the dark, small ticks are too faint to differ.
@pytest.mark.parametrize("theme", ["light"], indirect=True)
def test_the_axis_at_every_zoom(looks, theme, tmp_path):
    contents = content_of(sample()), uneven(tmp_path)
    picture = QPixmap(600, 16 * RULER_HEIGHT)
    picture.fill(theme.lane)
    painter = QPainter(picture)
    for row in range(16):
        content, span = contents[row % 2], 0.2 * 2 ** (row // 2)
        whole = TimeAxis.whole(content.first, content.end, closest=content.closest).placed(8, 584)
        axis, rect = whole.windowed(5.0, span), QRectF(8, row * RULER_HEIGHT, 584, RULER_HEIGHT)
        canvas = TimeCanvas(painter, axis, rect, theme)
        paint_ruler(canvas, content, ticks_of(axis, content))
        paint_tick_labels(canvas, tick_labels(axis, rect, ticks_of(axis, content)))
    painter.end()
    looks(picture)


def test_pointed_at(timeline, looks):
    show_in(timeline, search=SearchState(events=by_weight(found_in_town())))
    Hand(timeline).move(timeline.model.axis.x(6.0), 86)
    looks(timeline)
