"""Play state with a false clock."""

from __future__ import annotations

import math
from itertools import islice

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from viewer.replay.time.transport import FASTEST, LATE, SLOWEST, SPEEDS, Loop, Transport

TICK = 1 / 64  # so that sums of ticks are exact


class Deck:
    """A transport with the clock beside it."""

    def __init__(self, elapsed=(0.0, 10.0), *, start=1000.0):
        self.transport = Transport()
        self.now = start
        self.transport.set_elapsed(np.array(elapsed, float), self.now)

    def run(self, seconds, tick=TICK):
        """Let time go by, with regular ticks."""
        for _ in range(round(seconds / tick)):
            self.now += tick
            self.transport.tick(self.now)

    @property
    def at(self):
        return self.transport.playhead


def playing(elapsed=(0.0, 10.0), *, at=0.0, speed=1.0, loop=Loop.OFF, chosen=None):
    deck = Deck(elapsed)
    deck.transport.set_range(chosen)
    deck.transport.loop = loop
    deck.transport.set_speed(speed, deck.now)
    deck.transport.seek(at, deck.now)
    deck.transport.play(deck.now)
    return deck


# -- playing


@pytest.mark.parametrize("speed", SPEEDS)
def test_time_passes_at_the_chosen_speed(speed):
    deck = playing(speed=speed)
    deck.run(0.25)
    assert deck.at == pytest.approx(0.25 * speed, abs=1e-9)
    assert deck.transport.tick(deck.now + TICK)


@pytest.mark.parametrize("speed", [0.05, 0.5, 1.0, 2.0, 16.0, -0.05, -0.5, -1.0, -2.0, -16.0])
@pytest.mark.parametrize("chosen", [None, (3.0, 5.0)])
@pytest.mark.parametrize("at", [0.0, 0.001, 4.0, 9.999, 10.0])
def test_at_any_speed_it_begins_where_it_stands_and_at_the_end_from_the_other(speed, chosen, at):
    deck = playing(at=at, speed=speed, chosen=chosen)
    first, last = chosen or (0.0, 10.0)
    if speed > 0:
        assert deck.at == (first if at == 10.0 else at)
    else:
        assert deck.at == (last if at == 0.0 else at)


def test_nothing_drifts_over_many_irregular_ticks():
    deck = playing((0.0, 1e6), speed=2.0)
    for wait in np.random.default_rng(1).uniform(0.0, LATE, 10_000).tolist():
        deck.now += wait
        deck.transport.tick(deck.now)
    assert deck.at == pytest.approx(2.0 * (deck.now - 1000.0), abs=1e-6)


def test_a_pause_is_exact():
    deck = playing()
    deck.run(1.0)
    deck.transport.pause()
    deck.run(500.0, tick=100.0)
    assert deck.at == 1.0
    deck.transport.play(deck.now)
    assert deck.at == 1.0
    deck.run(1.0)
    assert deck.at == 2.0


def test_toggle_plays_forwards_after_it_was_played_backwards():
    deck = Deck()
    deck.transport.seek(5.0, deck.now)
    deck.transport.shuttle(-1, deck.now)
    deck.run(1.0)
    assert deck.at == 4.0
    deck.transport.toggle(deck.now)
    deck.transport.toggle(deck.now)
    deck.run(1.0)
    assert deck.at == 5.0


def test_after_a_late_tick_playing_goes_on_from_where_it_was():
    deck = playing()
    deck.run(1.0)
    deck.now += LATE + 0.5  # the machine slept, or a dialog was open
    assert not deck.transport.tick(deck.now)
    assert deck.at == 1.0
    deck.run(1.0)
    assert deck.at == 2.0


@pytest.mark.parametrize("elapsed", [(), (0.0,), (0.0, 0.0)])
def test_without_any_time_there_is_nothing_to_play(elapsed):
    deck = Deck(elapsed)
    assert deck.transport.duration == 0.0
    deck.transport.play(deck.now)
    assert not deck.transport.playing
    deck.transport.step(1, deck.now)
    deck.transport.seek(5.0, deck.now)
    assert deck.at == 0.0


# -- loops


def test_a_range_is_entered_from_before_and_left_at_its_end():
    deck = playing(at=1.0, loop=Loop.RANGE, chosen=(3.0, 5.0))
    deck.run(1.0)
    assert deck.at == 2.0
    deck.run(3.5)
    assert deck.at == 3.5
    deck.transport.pause()
    deck.transport.seek(9.0, deck.now)
    deck.transport.play(deck.now)
    assert deck.at == 3.0


@pytest.mark.parametrize("loop", [Loop.OFF, Loop.ALL])
def test_at_the_end_of_a_recording_that_grows_playing_waits_for_more(loop):
    deck = Deck((0.0, 10.0))
    deck.transport.grows, deck.transport.loop = True, loop
    deck.transport.seek(10.0, deck.now)
    deck.transport.toggle(deck.now)
    deck.run(3.0)
    assert (deck.at, deck.transport.playing) == (10.0, True)
    deck.transport.set_elapsed(np.array([0.0, 12.0]), deck.now)
    deck.run(1.0)
    assert deck.at == 11.0
    deck.run(5.0)
    assert (deck.at, deck.transport.playing) == (12.0, True)
    deck.transport.grows = False
    deck.run(1.0)
    assert deck.at < 10.0 if loop is Loop.ALL else (deck.at, deck.transport.playing) == (12.0, False)


def test_without_its_range_a_loop_is_that_of_all():
    deck = playing(loop=Loop.RANGE, chosen=(3.0, 5.0))
    deck.transport.set_range(None)
    assert deck.transport.loop is Loop.ALL
    assert deck.transport.range is None


@pytest.mark.parametrize("chosen", [(8.0, 99.0), (50.0, 99.0), (-5.0, 2.0), (4.0, 4.0)])
@pytest.mark.parametrize("speed", [1.0, -1.0])
def test_a_range_beyond_the_recording_stays_inside(chosen, speed):
    """A recording made again can be shorter than the range chosen in it."""
    deck = playing(at=8.5, speed=speed, loop=Loop.RANGE, chosen=chosen)
    for _ in range(200):
        deck.run(0.125)
        assert 0.0 <= deck.at <= 10.0


def test_an_edge_moved_past_the_playhead_begins_the_loop_anew():
    deck = playing(at=4.5, loop=Loop.RANGE, chosen=(3.0, 5.0))
    deck.transport.set_range((2.0, 4.0))
    deck.run(TICK)
    assert deck.at == 2.0
    deck.transport.set_speed(-1.0, deck.now)
    deck.transport.set_range((3.0, 4.0))
    deck.run(TICK)
    assert deck.at == 4.0
    deck.run(0.5)
    assert deck.at == 3.5


@pytest.mark.parametrize(("speed", "begin", "end"), [(1.0, 3.0, 5.0), (-1.0, 5.0, 3.0)])
@pytest.mark.parametrize("loop", [Loop.OFF, Loop.ALL])
def test_a_range_is_played_once(speed, begin, end, loop):
    deck = playing(at=8.0, speed=speed, loop=loop, chosen=(3.0, 5.0))
    deck.transport.play_range(deck.now)
    assert deck.at == begin
    deck.run(0.5)
    deck.transport.toggle(deck.now)
    deck.transport.play(deck.now)  # a pause does not make it forget
    deck.run(3.0)
    assert deck.at == end
    assert not deck.transport.playing
    deck.transport.play(deck.now)
    assert deck.at == begin


def test_once_the_playhead_is_moved_the_range_is_left():
    deck = playing(chosen=(3.0, 5.0))
    deck.transport.play_range(deck.now)
    deck.transport.seek(4.5, deck.now)
    deck.run(1.0)
    assert deck.at == 5.5


def test_loops_take_turns_and_that_of_the_range_only_if_there_is_one():
    transport = Deck().transport
    seen = []
    for chosen in (None, None, (1.0, 2.0), (1.0, 2.0), (1.0, 2.0)):
        transport.set_range(chosen)
        transport.loop = transport.next_loop()
        seen.append(transport.loop)
    assert seen == [Loop.ALL, Loop.OFF, Loop.ALL, Loop.RANGE, Loop.OFF]


# -- pausing by itself


def stopping(*stops, at=0.0, speed=1.0, loop=Loop.OFF, chosen=None):
    deck = playing(at=at, speed=speed, loop=loop, chosen=chosen)
    deck.transport.stops = np.array(stops, float)
    return deck


@pytest.mark.parametrize("speed", SPEEDS)
@pytest.mark.parametrize(("direction", "at", "order"), [(1, 0.0, (2.3, 7.1)), (-1, 10.0, (7.1, 2.3))])
def test_it_pauses_exactly_where_it_should_at_any_speed(speed, direction, at, order):
    deck = stopping(2.3, 7.1, at=at, speed=direction * speed)
    for stop in order:
        deck.run(max(11.0 / speed, 1.0), tick=0.375)
        assert not deck.transport.playing
        assert (deck.at, deck.transport.stopped_at) == (stop, stop)
        deck.transport.play(deck.now)
        assert deck.transport.stopped_at is None
    deck.run(max(11.0 / speed, 1.0), tick=0.375)
    assert deck.at == 10.0 - at
    assert deck.transport.stopped_at is None


def test_a_late_tick_runs_past_nothing():
    deck = stopping(2.0, at=1.9)
    deck.now += 60.0
    deck.transport.tick(deck.now)
    assert deck.at == 1.9
    deck.run(1.0)
    assert deck.at == 2.0


# -- speed


@pytest.mark.parametrize(
    ("asked", "given"), [(0.0, SLOWEST), (1e9, FASTEST), (-1e9, -FASTEST), (-0.001, -SLOWEST), (3.0, 3.0)]
)
def test_speeds_are_kept_within_limits(asked, given):
    deck = Deck()
    deck.transport.set_speed(asked, deck.now)
    assert deck.transport.speed == given


@pytest.mark.parametrize(
    ("start", "asked", "speeds"),
    [
        (1.0, ["faster"] * 6, [2.0, 4.0, 8.0, 16.0, 20.0, 20.0]),
        (1.0, ["slower"] * 4, [0.5, 0.25, 0.1, 0.1]),
        (-3.0, ["faster", "slower", "slower"], [-4.0, -2.0, -1.0]),
        (1.0, [1, 1, -1, -1, 1], [1.0, 2.0, -2.0, -4.0, 4.0]),  # the shuttle turns round, then speeds up
    ],
)
def test_speeds_go_up_and_down_the_list(start, asked, speeds):
    deck, told = Deck(), []
    transport = deck.transport
    transport.seek(5.0, deck.now)
    transport.set_speed(start, deck.now)
    for each in asked:
        if isinstance(each, str):
            transport.change_speed({"faster": 1, "slower": -1}[each], deck.now)
        else:
            transport.shuttle(each, deck.now)
        told.append(transport.speed)
    assert told == speeds


# -- seeking and stepping

UNEVEN = (0.0, 0.1, 0.1, 0.1, 0.75, 2.0, 2.0)


@pytest.mark.parametrize(
    ("asked", "given"),
    [(3.0, 3.0), (-1.0, 0.0), (99.0, 10.0), (math.nan, 0.0), (math.inf, 10.0), (-math.inf, 0.0)],
)
def test_seeking_stays_inside(asked, given):
    deck = Deck()
    deck.transport.seek(asked, deck.now)
    assert deck.at == given


@pytest.mark.parametrize(
    ("start", "frames", "end"),
    [
        (0.0, 1, 1),
        (0.1, 1, 4),  # the last of those that begin at once is in force
        (0.1, -1, 2),
        (0.75, -1, 3),
        (0.3, 1, 4),  # from between two frames to the next one
        (0.3, -1, 3),  # and back to the one in force
        (0.3, -2, 2),
        (0.0, 3, 3),
        (0.0, 99, 6),
        (2.0, 1, 6),
        (2.0, -3, 3),
        (2.0, -99, 0),
        (0.0, -1, 0),
        (0.3, 0, 3),
    ],
)
def test_steps_land_on_frames(start, frames, end):
    deck = Deck(UNEVEN)
    deck.transport.seek(start, deck.now)
    deck.transport.step(frames, deck.now)
    assert (deck.transport.frame, deck.at) == (end, UNEVEN[end])


def test_before_a_first_frame_that_comes_late_the_second_is_next():
    """The first one is in force there already (its bytes before it may be damaged)."""
    deck = Deck((3.0, 4.0, 5.0))
    deck.transport.seek(1.0, deck.now)
    deck.transport.step(1, deck.now)
    assert deck.at == 4.0
    deck.transport.seek(1.0, deck.now)
    deck.transport.step(-1, deck.now)
    assert deck.at == 3.0


times = st.lists(st.integers(0, 20), min_size=1, max_size=15).map(lambda parts: np.cumsum(parts) / 4.0)


@settings(max_examples=200)
@given(times, st.floats(0.0, 100.0), st.integers(-5, 5), st.integers(-5, 5))
def test_steps_add_up(elapsed, start, first, second):
    deck = Deck(elapsed)
    deck.transport.seek(start, deck.now)
    deck.transport.step(first, deck.now)
    landed = deck.transport.frame
    if first:
        assert deck.at == elapsed[landed]
    on_frame = deck.at == elapsed[landed]
    deck.transport.step(second, deck.now)
    if on_frame:
        assert deck.transport.frame == min(max(landed + second, 0), len(elapsed) - 1)
        assert deck.at == elapsed[deck.transport.frame]


def test_steps_go_through_frames_that_begin_at_once():
    deck = Deck((0.0, 1.0, 1.0, 1.0, 2.0))
    frames = []
    for _ in range(5):
        deck.transport.step(1, deck.now)
        frames.append((deck.transport.frame, deck.at))
    assert frames == [(1, 1.0), (2, 1.0), (3, 1.0), (4, 2.0), (4, 2.0)]
    deck.transport.step(-2, deck.now)
    assert (deck.transport.frame, deck.at) == (2, 1.0)
    deck.transport.set_speed(2.0, deck.now)
    assert deck.transport.frame == 2
    deck.transport.seek(1.0, deck.now)
    assert deck.transport.frame == 3  # the last one is in force
    deck.transport.seek(1.0, deck.now, 1)
    assert deck.transport.frame == 1
    deck.transport.seek(2.0, deck.now, 1)  # it does not begin then
    assert deck.transport.frame == 4


def test_it_begins_at_the_first_of_frames_without_time():
    deck = Deck((0.0, 0.0, 0.0))
    assert deck.transport.frame == 0
    deck.transport.step(1, deck.now)
    deck.transport.set_elapsed(np.zeros(5), deck.now)  # it grows
    assert deck.transport.frame == 1
    deck.transport.set_elapsed(np.zeros(1), deck.now)
    assert deck.transport.frame == 0


def test_playing_goes_on_from_a_frame_that_was_stepped_to():
    deck = Deck((0.0, 1.0, 1.0, 2.0))
    deck.transport.seek(1.0, deck.now, 1)
    deck.transport.play(deck.now)
    deck.run(0.5)
    assert (deck.transport.frame, deck.at) == (2, 1.5)


# -- a recording that grows


def test_while_a_recording_grows_playing_keeps_its_time():
    deck = playing((0.0, 10.0))
    for end in range(11, 40):
        deck.run(0.25)
        deck.now += TICK / 2  # between two ticks
        deck.transport.set_elapsed(np.array([0.0, end]), deck.now)
    deck.run(TICK)
    assert deck.at == pytest.approx(deck.now - 1000.0)


def test_a_shorter_recording_takes_the_playhead_along():
    deck = playing(at=8.0)
    deck.transport.set_elapsed(np.array([0.0, 5.0]), deck.now)
    assert deck.at == 5.0
    deck.transport.set_elapsed(np.array([]), deck.now)
    assert deck.at == 0.0
    assert not deck.transport.playing


# -- everything together

FRAMES = (*np.arange(0.0, 1.0, 0.125), *np.arange(1.5, 2.125, 0.125), 2.625, 2.75)


def walked(at, way, bounds, *, loops, stops):
    """Yield where small steps lead, and whether on."""
    start, end = bounds
    begin, over = bounds[::way]
    on = True
    while on:
        passed = at * way
        at += way * TICK
        reached = min(at * way, over * way)
        found = [stop for stop in stops[::way] if passed < stop * way <= reached]
        if not found and at * way >= over * way:
            at = start + (at - start) % (end - start) if loops else over
            found = [begin] if loops and begin in stops else []
            on = loops
        at, on = (found[0], False) if found else (at, on)
        yield at, on


eighths = st.integers(0, 22).map(lambda part: part / 8)


@settings(max_examples=100)
@given(
    st.sampled_from(Loop), st.tuples(eighths, eighths).filter(lambda each: each[0] < each[1]), st.booleans(),
    st.sampled_from((1, -1)), st.lists(eighths, max_size=2, unique=True).map(sorted), eighths,
)  # fmt: skip
def test_however_it_is_played_it_goes_step_by_step(loop, chosen, within, way, stops, at):
    """Loops, a range, the range alone, both directions and stops in any combination, three steps a tick."""
    bounds = chosen if loop is Loop.RANGE or within else (0.0, FRAMES[-1])
    at = min(max(at, bounds[0]), bounds[1])
    deck = Deck(FRAMES)
    transport = deck.transport
    transport.set_range(chosen)
    transport.loop = loop
    transport.set_speed(way, deck.now)
    transport.seek(at, deck.now)
    transport.stops = np.array(stops)
    (transport.play_range if within else transport.play)(deck.now)
    assert deck.at == (chosen[::way][0] if within or at == bounds[::way][1] else at)
    loops = loop is Loop.RANGE or (loop is Loop.ALL and not within)
    steps = walked(deck.at, way, bounds, loops=loops, stops=stops)
    places = list(islice(steps, 300))
    for last in range(2, len(places) + 2, 3):
        deck.now += 3 * TICK
        transport.tick(deck.now)
        place, on = places[min(last, len(places) - 1)]
        assert (deck.at, transport.playing) == (place, on)
        assert transport.stopped_at == (place if not on and place in stops else None)
