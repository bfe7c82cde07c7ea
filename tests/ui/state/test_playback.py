"""Whatever is asked of time is done at once, and everybody who shows it is told."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtTest import QSignalSpy

from viewer.replay.time.transport import Loop
from viewer.ui.state.playback import Playback

TIMES = np.array([0.0, 0.1, 0.3, 0.6, 1.0])
"""Seconds; no two frames last as long."""


@pytest.fixture
def playback(qapp, clock):
    playback = Playback(clock)
    playback.set_elapsed(TIMES)
    playback.go_to(0.3)
    return playback


def state(playback):
    transport = playback.transport
    return transport.playhead, transport.playing, transport.speed, transport.loop, transport.range


GOES = 1.0, Loop.OFF, None
ASKED = {
    "seek": (lambda it: it.seek(0.45), (0.45, False, *GOES)),
    "go_start": (lambda it: it.go_start(), (0.0, False, *GOES)),
    "jump": (lambda it: it.jump(0.7), (0.7, False, *GOES)),
    "jump_to_frame": (lambda it: it.jump_to_frame(3), (0.6, False, *GOES)),
    "step on": (lambda it: it.step(1), (0.6, False, *GOES)),
    "step back": (lambda it: it.step(-1), (0.1, False, *GOES)),
    "toggle_play": (lambda it: it.toggle_play(), (0.3, True, *GOES)),
    "shuttle": (lambda it: it.shuttle(-1), (0.3, True, -1.0, Loop.OFF, None)),
    "follow_end": (lambda it: it.set_follow_end(True), (1.0, False, *GOES)),
}


@pytest.mark.parametrize(("ask", "after"), ASKED.values(), ids=ASKED)
def test_who_asks_for_a_moment_takes_over_and_all_are_told(playback, ask, after):
    told = [QSignalSpy(each) for each in (playback.taken_over, playback.changed, playback.moved)]
    ask(playback)
    assert state(playback) == after
    assert all(spy.count() for spy in told)


def test_whoever_follows_the_end_stays_there_until_they_go_elsewhere(playback):
    told = QSignalSpy(playback.follow_end_changed)
    playback.set_follow_end(True)
    playback.set_follow_end(True)
    playback.step(-1)
    assert [told.at(n) for n in range(told.count())] == [[True], [False]]
    assert playback.transport.playhead == 0.6


def test_the_range_is_played_from_its_start_to_its_end(playback, clock):
    playback.set_range((0.1, 0.6))
    taken_over = QSignalSpy(playback.taken_over)
    playback.play_range()
    assert state(playback)[:2] == (0.1, True)
    assert taken_over.count() == 1
    moved = QSignalSpy(playback.moved)
    clock.now += 0.4
    playback.tick()
    assert playback.transport.playhead == pytest.approx(0.5)
    clock.now += 0.4
    playback.tick()
    assert state(playback)[:2] == (0.6, False)
    playback.tick()
    assert moved.count() == 2


@pytest.mark.parametrize("playing", [False, True])
def test_a_file_that_stops_it_lets_it_play_on_later(playback, playing):
    if playing:
        playback.toggle_play()
    changed = QSignalSpy(playback.changed)
    playback.stay(0.1)
    assert state(playback)[:2] == (0.1, False)
    assert (changed.count(), playback.wants_to_play) == (1, playing)
    playback.stay(None)
    assert (state(playback)[0], changed.count(), playback.wants_to_play) == (0.1, 2, playing)
    playback.go_to(0.6, play=playing)
    assert state(playback)[:2] == (0.6, playing)


@pytest.mark.parametrize("keep", [False, True])
def test_another_recording_begins_at_its_start_with_the_range_only_where_that_is_kept(playback, keep):
    playback.set_range((0.1, 0.6))
    playback.toggle_play()
    playback.begin(keep_range=keep)
    assert state(playback)[:2] == (0.0, False)
    assert playback.transport.range == ((0.1, 0.6) if keep else None)
    assert (playback.transport.frames, playback.wants_to_play) == (0, False)
