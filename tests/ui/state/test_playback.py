"""Whatever is asked of time is done at once, and everybody who shows it is told."""

from __future__ import annotations

import numpy as np
import pytest

from viewer.replay.time.transport import Loop
from viewer.replay.time.typed_time import TimeQuery
from viewer.ui.state.open_request import OpenRequest, PendingRequest
from viewer.ui.state.playback import Playback

TIMES = np.array([0.0, 0.1, 0.3, 0.6, 1.0])
"""Seconds; no two frames last as long."""


@pytest.fixture
def wishes():
    wishes = PendingRequest()
    wishes.request = OpenRequest(TimeQuery("frame", 1))
    return wishes


@pytest.fixture
def playback(changes, wishes, clock):
    playback = Playback(changes, wishes, clock)
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
def test_who_asks_for_a_moment_takes_over_and_all_are_told(playback, wishes, told, ask, after):
    ask(playback)
    assert state(playback) == after
    assert wishes.request.moment is None
    assert told()


def test_whoever_follows_the_end_stays_there_until_they_go_elsewhere(playback, told):
    playback.set_follow_end(True)
    assert (playback.follow_end, told()) == (True, True)
    playback.set_follow_end(True)
    assert not told()
    playback.step(-1)
    assert (playback.follow_end, told()) == (False, True)
    assert playback.transport.playhead == 0.6


def test_the_range_is_played_from_its_start_to_its_end(playback, wishes, clock, told):
    playback.set_range((0.1, 0.6))
    assert told()
    playback.play_range()
    assert state(playback)[:2] == (0.1, True)
    assert wishes.request.moment is None
    clock.now += 0.4
    playback.tick()
    assert playback.transport.playhead == pytest.approx(0.5)
    clock.now += 0.4
    playback.tick()
    assert state(playback)[:2] == (0.6, False)
    assert told()
    playback.tick()
    assert not told()


@pytest.mark.parametrize("playing", [False, True])
def test_a_file_that_stops_it_lets_it_play_on_later(playback, told, playing):
    if playing:
        playback.toggle_play()
    for elapsed in (0.1, None):
        playback.stay(elapsed)
        assert state(playback)[:2] == (0.1, False)
        assert (told(), playback.wants_to_play) == (True, playing)
    playback.go_to(0.6, play=playing)
    assert state(playback)[:2] == (0.6, playing)


@pytest.mark.parametrize("keep", [False, True])
def test_another_recording_begins_at_its_start_with_the_range_only_where_that_is_kept(playback, keep):
    playback.set_range((0.1, 0.6))
    playback.toggle_play()
    playback.begin(None, keep_range=keep)
    assert state(playback)[:2] == (0.0, False)
    assert playback.transport.range == ((0.1, 0.6) if keep else None)
    assert (playback.transport.frames, playback.wants_to_play) == (0, False)
