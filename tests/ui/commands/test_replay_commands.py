"""Moving the playhead, without a window."""

from __future__ import annotations

import pytest

from tests.scenes import Scene, actor, pose
from tests.ui.commands.conftest import handlers_of, open_in
from viewer.replay.events import EventKind
from viewer.ui.commands.replay import ReplayCommands


@pytest.fixture
def do(workspace):
    """Do what an action does, by its id."""
    commands = ReplayCommands(workspace, workspace)
    return lambda action_id: handlers_of(replay=commands, playback=workspace.playback)[action_id]()


@pytest.fixture
def long(workspace, qtbot, tmp_path):
    """A recording of 25 s, a frame each half second."""
    scene = Scene()
    for k in range(51):
        scene.frame(0.5, add=[actor(1)] if k == 0 else [], poses=[pose(1, (k, 0, 0))])
    open_in(workspace, qtbot, scene.save(tmp_path / "long.log"))
    return workspace


@pytest.mark.parametrize("direction", ["previous", "next"])
def test_without_a_recording_there_is_nothing_to_go_to(workspace, refusals, do, direction):
    do(f"{direction}_event")
    assert (workspace.playback.transport.playhead, refusals) == (0.0, [])


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        ("step_back", 11.5), ("step_forward", 12.5), ("back_1s", 11.0), ("forward_1s", 13.0),
        ("back_10s", 2.0), ("forward_10s", 22.0), ("go_start", 0.0), ("go_end", 25.0),
    ],
)  # fmt: skip
def test_steps_are_as_long_as_the_keys_say(long, do, action, expected):
    long.playback.seek(12.0)
    do(action)
    assert long.playback.transport.playhead == pytest.approx(expected)


@pytest.mark.parametrize(
    ("start", "action", "expected"),
    [(3.0, "back_10s", 0.0), (0.4, "back_1s", 0.0), (20.0, "forward_10s", 25.0), (24.5, "forward_1s", 25.0)],
)
def test_steps_end_with_the_recording(long, do, start, action, expected):
    long.playback.seek(start)
    do(action)
    assert long.playback.transport.playhead == pytest.approx(expected)


def test_speed_and_direction(opened, do):
    transport = opened.playback.transport
    do("play_pause")
    assert transport.playing
    do("play_pause")
    assert not transport.playing
    do("faster")
    faster = transport.speed
    do("slower")
    assert faster > transport.speed == 1.0
    do("slower")
    assert transport.speed < 1.0
    do("speed_reset")
    assert transport.speed == 1.0
    do("play_backwards")
    assert transport.playing
    assert transport.speed < 0.0


def test_looping_is_switched(opened, do):
    before = opened.playback.transport.loop
    do("loop")
    assert opened.playback.transport.loop is not before


def test_events_are_gone_to_by_their_kinds(opened, refusals, settings, do):
    settings.shown_events = frozenset({EventKind.SPAWN, EventKind.DESTROY})
    seen = []
    for _ in range(4):
        do("next_event")
        seen.append(round(opened.playback.transport.playhead, 3))
    # The camera comes in frame 3, the late vehicle in frame 6, and it is gone in frame 16.
    assert seen == [0.1, 0.25, 0.75, 0.75]
    assert len(refusals) == 1
    do("previous_event")
    assert opened.playback.transport.playhead == pytest.approx(0.25)


def test_where_no_kind_is_shown_that_is_said(opened, refusals, settings, do):
    settings.shown_events = frozenset(())
    do("next_event")
    assert refusals == ["No kind of event is shown: see Replay, Events shown"]


def test_where_only_other_kinds_are_left_that_is_said(opened, refusals, settings, do):
    settings.shown_events = frozenset({EventKind.WEATHER})
    do("next_event")
    opened.playback.seek(0.95)
    do("previous_event")
    assert refusals == ["No later event of the kinds shown", "No earlier event of the kinds shown"]
