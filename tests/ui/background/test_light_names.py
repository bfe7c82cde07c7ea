"""Whose light it was, also where the light is the first actor of all or is not known."""

from __future__ import annotations

from itertools import pairwise

from tests.scenes import Scene, actor
from viewer.cancellation import always
from viewer.logfile import packets
from viewer.replay.events import EventKind
from viewer.ui.background.event_lists import find_event_lists

FIRST, UNKNOWN = 9, 77
NAMES = {0: "Red", 1: "Yellow", 2: "Green", 3: "Off", 4: "Unknown"}


def test_each_change_names_its_light_and_both_states(tmp_path):
    scene, states = Scene(), [2, 1, 0, 3, 4, 2]
    for k, state in enumerate(states):
        scene.frame(
            add=[actor(FIRST, "traffic.traffic_light"), actor(5)] if k == 0 else [],
            extra={
                packets.TRAFFIC_LIGHT_STATE: [
                    (FIRST, False, 0.0, state),
                    (UNKNOWN, False, 0.0, states[-1 - k]),
                ]
            },
        )
    lists = find_event_lists(scene.index(tmp_path / "lights.log"), always)
    (lights,) = (each for each in lists if each.kind is EventKind.LIGHT)
    told = dict.fromkeys(lights.texts[:])
    steps = list(pairwise(states))
    expected = {f"Light {FIRST}: {NAMES[one]} → {NAMES[other]}" for one, other in steps}
    assert {each for each in told if "?" not in each} == expected
    assert lights.rows.tolist().count(0) == len(steps)
