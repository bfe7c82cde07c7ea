"""Lanes of signals: brake and indicators, phases of a light, and how fast the recording was made."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.scenes import HERO, LIGHT, OTHER, SIGN, street
from tests.ui.timeline.conftest import give, lanes_of, show_in, write_times
from tests.ui.timeline.test_drawing import near, picture
from viewer.replay.time.time_forms import TimeForm, TimeScale
from viewer.signals import Series
from viewer.signals.table import LIGHT_STATES
from viewer.ui.theme import load_theme
from viewer.ui.timeline.axis import TimeAxis

THEME = load_theme("dark")
RED, YELLOW, GREEN, OFF = 0.0, 1.0, 2.0, 3.0


def series(index, name, values, *, recorded=True):
    """Return a signal with a value for each frame."""
    states = LIGHT_STATES if name in ("light_state", "light_ahead") else None
    values = np.broadcast_to(values, index.elapsed.shape) * 1.0
    return Series(name, name, "", index.elapsed, values, recorded, states=states)


def between(index, start, end, value=1.0):
    return np.where((index.elapsed > start - 0.01) & (index.elapsed < end - 0.01), value, 0.0)


def placed(view, key):
    return next((each for each in lanes_of(view) if each.lane.key == key), None)


def pixels(view, key, color, tolerance=12):
    """Return where a lane has a colour, shape (rows, columns)."""
    rect = placed(view, key).rect.toRect()
    return near(picture(view), color, tolerance)[rect.top() : rect.bottom() + 1]


def text_at(view, key, time):
    """Return what a lane says at a time, on an axis of one pixel a millisecond."""
    hit = placed(view, key).lane.hover_info(TimeAxis.whole(0.0, 1.0).placed(0.0, 1000.0), 1000.0 * time)
    return hit.lines if hit else ()


def select_light(view, index):
    show_in(view, selected=(index.actors.rows_of(LIGHT)[0],))


@pytest.fixture
def index(index):
    """Return the street as if it had a packet of every kind: then there can be every signal."""
    return replace(index, packet_counts=dict.fromkeys(range(256), 1))


@pytest.fixture
def drive(view, index):
    """Let the selected vehicle brake ever harder, and show where it turns."""
    show_in(view, selected=(index.actors.rows_of(OTHER)[0],))

    def show(**signals):
        told = {"derived_speed": series(index, "derived_speed", 5.0, recorded=False)}
        told |= {name: series(index, name, values) for name, values in signals.items()}
        give(view, *told.values())

    return show


def test_a_click_on_a_phase_tells_of_its_light_and_a_drag_does_not(view, hand, index, qtbot):
    selected = []
    view.model.actor_requested.connect(selected.append)
    state = series(index, "light_state", GREEN)
    light = index.actors.rows_of(LIGHT)[0]
    ahead = series(index, "light_ahead", GREEN)
    show_in(view, selected=(index.actors.rows_of(OTHER)[0],))
    give(view, ahead, series(index, "light_ahead_id", float(LIGHT)))
    y = placed(view, "phases").rect.center().y()
    hand.drag(hand.x(0.3), hand.x(0.5), y)
    assert selected == []
    hand.click(hand.x(0.3), y)
    assert selected == [light]
    show_in(view, selected=(light,))
    give(view, state)
    hand.click(hand.x(0.3), placed(view, "phases").rect.center().y())
    assert selected == [light, light]


def test_what_never_moves_has_no_lane_of_speed(view, index):
    for actor, has_lane in ((OTHER, True), (LIGHT, False), (SIGN, False), (OTHER, True)):
        show_in(view, selected=(index.actors.rows_of(actor)[0],))
        assert (placed(view, "speed") is not None) == has_lane
    show_in(view, selected=())
    assert placed(view, "speed") is not None


def test_every_row_of_a_lane_has_18_pixels_however_low_it_is(view, drive):
    drive(throttle=0.5, brake=0.5)
    assert placed(view, "controls")
    lanes = [lane for section in view.model.lane_groups.present() for lane in section.lanes(folded=False)]
    assert [lane.name for lane in lanes if lane.height.least < 18 * len(lane.legend)] == []


def test_what_a_vehicle_never_does_has_no_lane(view, index, drive):
    drive(throttle=0.0, brake=0.0)
    assert placed(view, "controls") is None
    drive(throttle=0.0, brake=between(index, 0.2, 0.5))
    assert [row.text for row in placed(view, "controls").lane.legend] == ["102 throttle", "102 brake"]


def test_pointing_tells_speed_and_what_the_driver_does(view, hand, index, drive):
    drive(throttle=0.0, brake=between(index, 0.2, 0.5, 0.35))
    assert text_at(view, "speed", 0.3) == ("102 speed 5.00 m/s · derived",)
    assert text_at(view, "controls", 0.3) == ("102 throttle 0.00", "102 brake 0.35")
    assert text_at(view, "controls", 0.8) == ("102 throttle 0.00", "102 brake 0.00")


def test_each_selected_actor_has_its_speed(view, index, hand):
    """The primary one first, each in a colour of its own; what never moves takes no room."""
    hero, other, light = (index.actors.rows_of(each)[0] for each in (HERO, OTHER, LIGHT))

    def told(*rows):
        show_in(view, selected=rows, hero=hero)
        lane = placed(view, "speed")
        speeds = {hero: 5.0, other: 9.0}
        view.model.set_data(
            series={
                key: series(index, key.name, speeds[key.row], recorded=False)
                for key in (lane.lane.signals if lane else ())
                if key.name == "derived_speed"
            }
        )
        lane = placed(view, "speed")
        return [] if lane is None else [(row.text, row.value(0.3)) for row in lane.lane.legend]

    own, others = ("Hero 101 speed", "5.00"), ("102 speed", "9.00")
    for rows, shown in (
        ((), [own]),
        ((other,), [others]),
        ((hero, other), [others, own]),
        ((other, light, hero), [own, others]),
        ((other, light), [others]),
        ((light,), []),
    ):
        assert told(*rows) == shown, rows
    told(hero, other)
    lane = placed(view, "speed")
    assert len({row.color.name() for row in lane.lane.legend}) == 2
    assert lane.lane.whole_scale.high > 9.0
    assert lane.lane.height.least >= 2 * 18
    assert text_at(view, "speed", 0.3) == (
        "102 speed 9.00 m/s · derived",
        "Hero 101 speed 5.00 m/s · derived",
    )


@pytest.mark.parametrize("fastest", [0.0, 5.0, 14.0, 22.0, 130.0])
def test_the_scale_of_speeds_begins_at_zero(view, index, drive, fastest):
    drive(speed=np.linspace(0.0, fastest, index.elapsed.size))
    scale = placed(view, "speed").lane.whole_scale
    assert scale.low == scale.ends[1][0] == 0.0
    assert scale.high > fastest


def test_a_recorded_speed_wins_and_says_so(view, hand, index, drive):
    told = {
        "speed": series(index, "speed", 7.0),
        "derived_speed": series(index, "derived_speed", 5.0, recorded=False),
    }
    give(view, *told.values())
    assert text_at(view, "speed", 0.3) == ("102 speed 7.00 m/s",)
    give(view, *(told | {"speed": series(index, "speed", np.nan)}).values())
    assert text_at(view, "speed", 0.3) == ("102 speed 5.00 m/s · derived",)


def phases(index):
    times = index.elapsed
    return np.select([times < 0.29, times < 0.34, times < 0.69], [GREEN, YELLOW, RED], OFF)


def test_phases_are_drawn_in_their_colours(view, hand, index):
    assert placed(view, "phases") is None
    select_light(view, index)
    give(view, series(index, "light_state", phases(index)))
    for color, start, end in (
        (THEME.light_green, 0.0, 0.3),
        (THEME.light_yellow, 0.3, 0.35),
        (THEME.light_red, 0.35, 0.7),
    ):
        columns = np.flatnonzero(pixels(view, "phases", color).sum(axis=0) > 5)
        assert (columns[0], columns[-1]) == pytest.approx((hand.x(start), hand.x(end)), abs=2)
    show_in(view, selected=(index.actors.rows_of(SIGN)[0],))
    assert placed(view, "phases") is None


def test_a_light_ahead_is_named_where_there_is_room(view, hand, index):
    show_in(view, selected=(index.actors.rows_of(OTHER)[0],))
    ahead = series(index, "light_ahead", phases(index))
    give(view, ahead)
    state = pixels(view, "phases", THEME.on_red, 60)
    give(view, ahead, series(index, "light_ahead_id", float(LIGHT)))
    named = pixels(view, "phases", THEME.on_red, 60)
    red, yellow = round(hand.x(0.35)), round(hand.x(0.3))
    assert named[:, red : red + 160].sum() > state[:, red : red + 160].sum() + 50
    assert (named[:, yellow : red - 1] == state[:, yellow : red - 1]).all()  # there is room for a letter


def test_phases_are_named_where_there_is_room(view, hand, index):
    """Letters are dark on the bright colours of the dark theme: a second sign besides the colour."""
    select_light(view, index)
    give(view, series(index, "light_state", phases(index)))
    found = pixels(view, "phases", THEME.light_head.fromRgb(0, 0, 0), 60)
    wide = [
        found[:, round(hand.x(start)) + 3 : round(hand.x(start)) + 60].any() for start in (0.0, 0.3, 0.35)
    ]
    assert wide == [True, True, True]
    assert text_at(view, "phases", 0.5) == (
        "Light 105 · Red",
        "0.350 s – 0.700 s · 0.350 s",
    )


def test_a_frozen_light_is_hatched_and_says_so(view, hand, index):
    state = series(index, "light_state", RED)
    select_light(view, index)
    give(view, state, series(index, "frozen", 0.0))
    plain = pixels(view, "phases", THEME.light_red).sum()
    give(view, state, series(index, "frozen", 1.0))
    assert pixels(view, "phases", THEME.light_red).sum() < 0.9 * plain
    assert text_at(view, "phases", 0.5)[0] == "Light 105 · Red · frozen"


def test_the_times_of_a_phase_are_written_in_the_form_of_time(view, index):
    state = series(index, "light_state", GREEN)
    select_light(view, index)
    give(view, state)
    write_times(view, TimeScale(index, TimeForm.FRAME))
    assert text_at(view, "phases", 0.5)[1].startswith("#1 – #20 · ")


def test_a_light_ahead_has_a_name_of_its_own_at_each_time(view, hand, index):
    ids = series(index, "light_ahead_id", np.where(index.elapsed < 0.5, 105.0, 1106.0))
    state = series(index, "light_ahead", np.where(index.elapsed < 0.5, RED, GREEN))
    show_in(view, selected=(index.actors.rows_of(OTHER)[0],))
    give(view, state, ids)
    assert text_at(view, "phases", 0.2)[0] == "Light 105 ahead · Red"
    assert text_at(view, "phases", 0.8)[0] == "Light 1106 ahead · Green"


def test_very_many_phases_look_like_few(view, hand, index):
    times = np.linspace(0.0, 0.95, 30_000)
    flicker = np.where(times < 0.5, np.arange(30_000) % 2, GREEN)  # red and yellow, thousands of times
    select_light(view, index)
    give(view, Series("light_state", "State", "", times, flicker, recorded=True, states=LIGHT_STATES))
    red, green = (pixels(view, "phases", color)[8] for color in (THEME.light_red, THEME.light_green))
    assert red[: round(hand.x(0.49))].sum() > 100
    assert not red[round(hand.x(0.51)) :].any()
    assert green[round(hand.x(0.51)) : round(hand.x(0.94))].all()


def test_another_recording_has_none_of_it(view, index, drive, tmp_path):

    drive(brake=1.0, light_ahead=RED)
    assert placed(view, "phases") is not None
    show_in(view, index=street().index(tmp_path / "other.log"))
    assert placed(view, "phases") is None
    assert not pixels(view, "speed", THEME.text)[:, 450:].any()  # the playhead and names are left of that


def test_reading_that_takes_long_is_told_until_the_speed_is_there(view, hand, index, drive):
    def written():
        return pixels(view, "speed", THEME.secondary, 60)[:, round(hand.x(0.05)) : round(hand.x(0.3))].sum()

    assert not written()
    view.model.set_data(share=0.4)
    assert written() > 50
    drive(brake=0.0)
    assert not written()
