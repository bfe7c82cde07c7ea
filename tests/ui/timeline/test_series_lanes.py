"""Lanes of signals: brake and indicators, phases of a light, and how fast the recording was made."""

from dataclasses import replace

import numpy as np
import pytest

from tests.scenes import HERO, LIGHT, OTHER, SIGN, street
from tests.ui.person import row_of
from tests.ui.timeline.conftest import give, in_lane, lane_of, show_in, write_times
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


def brakes(index, value=1.0):
    """Return a value from 0.2 to 0.5 s, and zero else."""
    return np.where((index.elapsed > 0.19) & (index.elapsed < 0.49), value, 0.0)


def phases(index):
    times = index.elapsed
    return np.select([times < 0.29, times < 0.34, times < 0.69], [GREEN, YELLOW, RED], OFF)


def text_at(view, key, time):
    """Return what a lane says at a time, on an axis of one pixel a millisecond."""
    hit = lane_of(view, key).lane.hover_info(TimeAxis.whole(0.0, 1.0).placed(0.0, 1000.0), 1000.0 * time)
    return hit.lines if hit else ()


@pytest.fixture
def index(index):
    """Return the street as if it had a packet of every kind: then there can be every signal."""
    return replace(index, packet_counts=dict.fromkeys(range(256), 1))


@pytest.fixture
def drive(view, index):
    """A function that tells signals of the selected vehicle."""
    show_in(view, selected=(row_of(index, OTHER),))

    def drive(**signals):
        told = {"derived_speed": 5.0, **signals}
        derived = ("derived_speed",)
        give(view, *(series(index, name, each, recorded=name not in derived) for name, each in told.items()))

    return drive


@pytest.fixture
def light(view, index):
    """A function that tells signals of the selected light, as values for each frame."""
    show_in(view, selected=(row_of(index, LIGHT),))
    return lambda **signals: give(view, *(series(index, name, each) for name, each in signals.items()))


def test_a_click_on_a_phase_tells_of_its_light_and_a_drag_does_not(view, hand, index, drive, selected):
    row = row_of(index, LIGHT)
    drive(light_ahead=GREEN, light_ahead_id=float(LIGHT))
    y = lane_of(view, "phases").rect.center().y()
    hand.drag(hand.x(0.3), hand.x(0.5), y)
    assert selected == []
    hand.click(hand.x(0.3), y)
    assert selected == [row]
    show_in(view, selected=(row,))
    give(view, series(index, "light_state", GREEN))
    hand.click(hand.x(0.3), lane_of(view, "phases").rect.center().y())
    assert selected == [row, row]


def test_what_never_moves_has_no_lane_of_speed(view, index):
    for actor, has_lane in ((OTHER, True), (LIGHT, False), (SIGN, False), (None, True)):
        show_in(view, selected=() if actor is None else (row_of(index, actor),))
        assert (lane_of(view, "speed") is not None) == has_lane


def test_what_a_vehicle_never_does_has_no_lane_and_pointing_tells_what_it_does(view, index, drive):
    drive(throttle=0.0, brake=0.0)
    assert lane_of(view, "controls") is None
    drive(throttle=0.0, brake=brakes(index, 0.35))
    assert text_at(view, "speed", 0.3) == ("102 speed 5.00 m/s · derived",)
    assert text_at(view, "controls", 0.3) == ("102 throttle 0.00", "102 brake 0.35")
    assert text_at(view, "controls", 0.8) == ("102 throttle 0.00", "102 brake 0.00")
    lanes = [lane for section in view.model.lane_groups.present() for lane in section.lanes(folded=False)]
    assert [lane.name for lane in lanes if lane.height.least < 18 * len(lane.legend)] == []


def test_each_selected_actor_has_its_speed(view, index):
    """The primary one first, each in a colour of its own; what never moves takes no room."""
    hero, other, light = (row_of(index, each) for each in (HERO, OTHER, LIGHT))
    speeds = {hero: 5.0, other: 9.0}

    def told(*rows):
        show_in(view, selected=rows, hero=hero)
        placed = lane_of(view, "speed")
        keys = [key for key in (placed.lane.signals if placed else ()) if key.name == "derived_speed"]
        found = {key: series(index, key.name, speeds[key.row], recorded=False) for key in keys}
        view.model.set_data(series=found)
        placed = lane_of(view, "speed")
        return [] if placed is None else [(row.text, row.value(0.3)) for row in placed.lane.legend]

    own, others = ("Hero 101 speed", "5.00"), ("102 speed", "9.00")
    for rows, shown in (
        ((), [own]),
        ((other,), [others]),
        ((other, light, hero), [own, others]),
        ((other, light), [others]),
        ((light,), []),
        ((hero, other), [others, own]),
    ):
        assert told(*rows) == shown, rows
    lane = lane_of(view, "speed").lane
    assert len({row.color.name() for row in lane.legend}) == 2
    assert lane.whole_scale.high > 9.0
    assert lane.height.least >= 2 * 18
    assert text_at(view, "speed", 0.3) == (
        "102 speed 9.00 m/s · derived",
        "Hero 101 speed 5.00 m/s · derived",
    )


def test_the_scale_of_speeds_begins_at_zero_and_a_recorded_one_wins_and_says_so(view, index, drive):
    for fastest in (0.0, 5.0, 130.0):
        drive(speed=np.linspace(0.0, fastest, index.elapsed.size))
        scale = lane_of(view, "speed").lane.whole_scale
        assert scale.low == scale.ends[1][0] == 0.0
        assert scale.high > fastest
    drive(speed=7.0)
    assert text_at(view, "speed", 0.3) == ("102 speed 7.00 m/s",)
    drive(speed=np.nan)
    assert text_at(view, "speed", 0.3) == ("102 speed 5.00 m/s · derived",)


def test_phases_are_told_by_light_state_and_time(view, index, light):
    light(light_state=phases(index))
    assert text_at(view, "phases", 0.5) == ("Light 105 · Red", "0.350 s – 0.700 s · 0.350 s")
    write_times(view, TimeScale(index, TimeForm.FRAME))
    assert text_at(view, "phases", 0.5)[1].startswith("#8 – #15 · ")
    show_in(view, selected=(row_of(index, SIGN),))
    assert lane_of(view, "phases") is None


def test_the_light_ahead_is_told_while_it_is_ahead(view, index, drive):
    early = index.elapsed < 0.5
    drive(light_ahead=np.where(early, RED, GREEN), light_ahead_id=np.where(early, 105.0, 1106.0))
    assert text_at(view, "phases", 0.2)[0] == "Light 105 ahead · Red"
    assert text_at(view, "phases", 0.8)[0] == "Light 1106 ahead · Green"


def test_a_frozen_light_says_so(view, light):
    light(light_state=RED, frozen=1.0)
    assert text_at(view, "phases", 0.5)[0] == "Light 105 · Red · frozen"


def test_very_many_phases_look_like_few(view, hand, light):
    times = np.linspace(0.0, 0.95, 30_000)
    flicker = np.where(times < 0.5, np.arange(30_000) % 2, GREEN)  # red and yellow, thousands of times
    give(view, Series("light_state", "State", "", times, flicker, recorded=True, states=LIGHT_STATES))
    red, green = (in_lane(view, "phases", color)[8] for color in (THEME.light_red, THEME.light_green))
    assert red[: round(hand.x(0.49))].sum() > 100
    assert not red[round(hand.x(0.51)) :].any()
    assert green[round(hand.x(0.51)) : round(hand.x(0.94))].all()


def test_another_recording_has_none_of_it(view, drive, tmp_path):
    drive(brake=1.0, light_ahead=RED)
    assert lane_of(view, "phases") is not None
    show_in(view, index=street().index(tmp_path / "other.log"))
    assert lane_of(view, "phases") is None
    assert not in_lane(view, "speed", THEME.text)[:, 450:].any()  # the playhead and names are left of that
