"""The time view in states that are rarely seen: close up, waiting, pointed at, scrolled, at its edges."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage, QPainter

from tests.pictures.recordings import CROSSING, HERO, LIGHT, WALKER, found_in_town, row_of, sample, town
from tests.pictures.test_timeline import select, show
from tests.ui.timeline.conftest import Hand, said, show_notes
from viewer.analysis.event_table import Events
from viewer.analysis.incidents import by_weight
from viewer.cancellation import always
from viewer.replay.events import EventKind
from viewer.replay.time.time_forms import TimeForm, TimeScale
from viewer.signals import SIGNALS, Series
from viewer.signals.series import SeriesKey
from viewer.ui.background.event_lists import light_events
from viewer.ui.timeline.note_marks import NoteMark
from viewer.ui.timeline.sections import LaneChoices
from viewer.ui.timeline.shapes import event_pixmap
from viewer.ui.timeline.signals.sheet import Curve, Pane, Sheet
from viewer.ui.timeline.view import TimelineView

FOLDED = {"lives": True, "frames": True, "events": True, "found": True}


@pytest.fixture
def timeline(put, theme):
    """The town, its hero known, at 5 s."""
    view = put(TimelineView(), 560, 220)
    view.set_recording(town())
    view.model.tell(hero=row_of(town(), HERO))
    view.model.set_playhead(5.0)
    return view


def signal(name, times, values, *, recorded=True, steps=False):
    told = SIGNALS[name]
    return Series(
        name, name, told.unit, times, np.asarray(values, float), recorded, steps=steps, states=told.states
    )


def shown_as(timeline, *told, speed=None):
    """Show signals, one below the other, with these values, and the hero's speed."""
    panes, series = [], {key: speed for key in timeline.model.signals["speed"] if speed is not None}
    for number, each in enumerate(told):
        key = SeriesKey(each.name, number)
        panes.append(Pane((Curve(number + 1, key, "curve_violet" if number % 2 else ""),), alone=True))
        series[key] = each
    timeline.model.set_sheet(Sheet(tuple(panes)))
    timeline.model.take(series)


def test_curves_of_few_and_of_many_samples(timeline, states):
    """Recorded and derived, smooth and in steps, with gaps, level, alone; whole and close up."""
    timeline.resize(560, 460)
    timeline.model.set_lane_choices(LaneChoices(folded=FOLDED))

    def of(count):
        times = np.linspace(0.0, 12.0, count)
        wave = 8.0 * np.sin(1.3 * times) * np.sin(0.2 * times)
        gaps = np.where((times % 4.0 > 3.0) | ((times > 1.0) & (times < 1.4)), np.nan, wave)
        shown_as(
            timeline,
            signal("acceleration", times, gaps),
            signal("acceleration", times, gaps, recorded=False),
            signal("gear", times, np.round(wave), steps=True),
            signal("steer", times, np.where(times > 6.0, 0.25, np.nan)),
            signal("throttle", times, np.where(times.searchsorted(7.0) == np.arange(count), 0.5, np.nan)),
            speed=signal("derived_speed", times, np.abs(gaps), recorded=False),
        )

    states(
        timeline,
        lambda: of(40),
        lambda: timeline.model.zoom_to(2.9, 4.4),
        lambda: (timeline.model.fit(), of(20_000)),
        lambda: timeline.model.zoom_to(2.9, 4.4),
    )


def test_states_of_few_and_of_many_stretches(timeline, states):
    timeline.model.set_lane_choices(LaneChoices(folded=FOLDED))

    def of(count):
        times = np.linspace(0.0, 12.0, count)
        places = np.arange(count)
        shown_as(
            timeline,
            signal("light_state", times, np.where(places % 7 == 6, np.nan, places % 5), steps=True),
            signal("reverse", times, places % 3 == 1, steps=True),
        )

    states(
        timeline,
        lambda: of(12),
        lambda: timeline.model.zoom_to(3.0, 7.0),
        lambda: (timeline.model.fit(), of(3000)),
    )


def test_signals_that_are_waited_for_and_that_say_nothing(timeline, states):
    timeline.model.set_lane_choices(LaneChoices(folded=FOLDED))
    show_none = Sheet().with_signal(SeriesKey("gear", row_of(town(), HERO)))
    timeline.model.set_sheet(show_none)
    nothing = signal("gear", np.array([0.0, 5.0]), [np.nan, np.nan])
    states(
        timeline,
        lambda: timeline.model.tell(read=None),
        lambda: timeline.model.tell(read=0.37),
        lambda: timeline.model.take({show_none.curves[0].key: nothing}),
        lambda: timeline.model.take(
            {show_none.curves[0].key: signal("gear", np.arange(10.0), np.arange(10))}
        ),
    )


def test_events_at_every_zoom(timeline, states):
    timeline.set_recording(sample())
    timeline.model.set_event_list(light_events(sample(), always))
    timeline.model.set_lane_choices(LaneChoices(folded={**FOLDED, "events": False}))
    timeline.resize(560, 250)
    timeline.model.tell(searched=0.42)
    states(
        timeline,
        *(
            lambda span=span: timeline.model.zoom_to(23.4 - span, 23.4 + span)
            for span in (30.0, 6.0, 1.0, 0.1)
        ),
    )


def test_what_was_found_lane_by_lane(timeline, states):
    hit = next(each for each in found_in_town() if each.kind == "collision")
    many = [hit._replace(kind="harsh_braking", start=0.02 * n, end=0.02 * n) for n in range(40)]
    timeline.model.tell(found=Events((*by_weight(found_in_town()), *many)), joined=found_in_town()[:2])
    timeline.resize(560, 300)
    timeline.model.set_lane_choices(LaneChoices(folded={**FOLDED, "found": False}))
    states(timeline, timeline.model.fit, lambda: timeline.model.zoom_to(5.9, 6.4))


def test_lives_that_are_scrolled(timeline, states):
    timeline.set_recording(sample())
    timeline.model.set_lane_choices(LaneChoices(folded={**FOLDED, "lives": False}))
    hand = Hand(timeline)
    states(
        timeline,
        lambda: timeline.model.tell(selected=(3, 7), selection=7, pinned=(2,)),
        lambda: hand.wheel(60, 150, -3),
        lambda: hand.wheel(60, 150, -300),
        lambda: timeline.model.set_lane_choices(LaneChoices(folded=FOLDED)),
    )


def test_times_at_the_edges_of_the_axis_in_every_form(timeline, states):
    def at(playhead, cursor, form):
        timeline.model.set_time_scale(TimeScale(town(), form))
        timeline.model.set_playhead(playhead)
        timeline.model.set_hover_time(cursor)

    timeline.resize(560, 110)
    first, last = TimeForm.ELAPSED, TimeForm.FRAME
    states(
        timeline,
        lambda: at(0.0, 0.0, first),
        lambda: at(town().duration, town().duration, first),
        lambda: at(5.0, 5.2, last),
        lambda: (timeline.model.zoom_to(5.0, 6.0), at(5.0, 11.0, last)),
        lambda: (timeline.model.move(timeline.model.axis.panned(3.0)), at(11.0, 8.9, first)),
    )


def test_a_range_and_notes_that_end_beyond_the_window(timeline, states):
    show_notes(
        timeline,
        NoteMark(0.5, 2.0, "note_pink", ("one",), None),
        NoteMark(4.0, 4.0, "note_teal", ("two",), None),
        NoteMark(4.01, 9.0, "note_pink", ("three",), None),
        NoteMark(12.0, 12.0, "note_teal", ("four",), None),
    )
    select(timeline, HERO)
    timeline.resize(620, 180)
    states(
        timeline,
        lambda: timeline.model.tell(chosen=(0.0, town().duration)),
        lambda: timeline.model.tell(chosen=(4.0, 4.1)),
        lambda: timeline.model.zoom_to(3.0, 6.0),
        lambda: timeline.model.tell(chosen=(1.0, 5.0)),
    )


def test_what_is_pointed_at_dragged_and_dropped(timeline, states):
    """The sign that removes a signal, the figures of an axis, a lane that would take a signal."""
    show(timeline, ("derived_speed", CROSSING), ("derived_speed", WALKER), ("light_state", LIGHT))
    select(timeline, CROSSING)
    timeline.model.set_lane_choices(LaneChoices(folded=FOLDED))
    hand = Hand(timeline)
    chosen = [each for each in timeline.model.stack.placed if each.lane.key.startswith("signal")]
    curves, ribbon = (each.rect for each in chosen)
    left = round(curves.left())
    states(
        timeline,
        lambda: hand.move(60, curves.top() + 10),
        lambda: hand.move(60, ribbon.center().y()),
        lambda: hand.wheel(left + 10, curves.center().y(), 3),
        lambda: (hand.press(left + 10, curves.center().y()), hand.move(left, curves.top()), hand.release()),
        lambda: hand.move(left + 200, curves.center().y()),
        lambda: timeline.model.offer_drop(chosen[0]),
    )


def test_what_the_mouse_finds_where(timeline, found_along, looks):
    """The cursor's shape, and what is said, along lines through everything: they change colour with them."""
    show_notes(timeline, NoteMark(1.0, 2.5, "note_pink", ("one",), None))
    timeline.resize(640, 280)
    show(timeline, ("derived_speed", CROSSING))
    select(timeline, HERO)
    timeline.model.tell(found=by_weight(found_in_town()), chosen=(3.0, 7.0))
    timeline.model.zoom_to(0.5, 11.0)
    hand = Hand(timeline)
    across = [*range(0, 228, 38), *range(228, 440, 8), *range(440, 640, 28), 639]  # closely where marks are
    down = range(0, 280, 7)

    def find(x, y):
        hand.move(x, y)
        return timeline.cursor().shape(), said(timeline), timeline.model.named

    level = [(y, found_along(lambda x, y=y: find(x, y), across)) for y in (8, 16, 38, 46, 58, 80, 131)]
    upright = [(x, found_along(lambda y, x=x: find(x, y), down)) for x in (8, 90, 226, 248)]
    hand.leave()
    image = timeline.grab().toImage()
    kinds: dict[object, int] = {}
    with QPainter(image) as painter:
        for lines, turned in ((level, False), (upright, True)):
            for at, found in lines:
                ends = [*(place for place, _ in found[1:]), 280 if turned else 640]
                for (begin, what), end in zip(found, ends, strict=True):
                    number = kinds.setdefault(what, len(kinds))
                    place = (at, begin, 2, end - begin) if turned else (begin, at, end - begin, 2)
                    painter.fillRect(*place, QColor.fromHsv(number * 67 % 360, 255, 255 - number * 5 % 120))
    looks(image)


def test_the_marks_of_every_kind_of_event(theme, looks):
    sheet = QImage(len(EventKind) * 32, 2 * 32, QImage.Format.Format_RGB32)
    sheet.fill(theme.lane)
    with QPainter(sheet) as painter:
        for place, (ratio, kind) in enumerate(product((1.0, 2.0), EventKind)):
            mark = event_pixmap(kind, ratio)
            mark.setDevicePixelRatio(1.0)
            painter.drawPixmap(place % len(EventKind) * 32 + 2, place // len(EventKind) * 32 + 2, mark)
    looks(sheet)
