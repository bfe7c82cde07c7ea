"""The agent's plan on the map lies on the way that was driven, at its points in time."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.run_folder.folders import FUTURE
from tests.ui.cameras.conftest import OFFSET, STEPS, way
from tests.ui.drawn import drawn
from viewer.ui.theme import current_theme


@pytest.fixture
def dots(viewer):
    """Return a function that returns the positions, in metres, of the dots in the colour of the plan."""

    def read():
        scene = viewer.window.map_area.map_view.scene
        camera = scene.picture.camera
        color = current_theme().curve_3.name()
        shapes = drawn(scene.draw_exactly, int(camera.width), int(camera.height))
        found = [
            each.middle for each in shapes if each.kind == "ellipse" and (each.fill or ("",))[0] == color
        ]
        return camera.to_world(np.array(found).reshape(-1, 2))

    return read


def behind(time, back):
    x, y, _, yaw = way(time)
    return x - back * math.cos(math.radians(yaw)), y - back * math.sin(math.radians(yaw))


@pytest.mark.parametrize(("layout", "count", "back"), [("vad", 6, 0.39), ("tcp", 4, 0.0)])
def test_each_point_lies_where_the_vehicle_was_then(make_run, show, settle, dots, layout, count, back):
    log, _ = make_run(layout)
    show(log)
    for frame in (OFFSET + 30, OFFSET + 52, OFFSET + 79):
        settle(frame)
        last = (frame - OFFSET - 9) // 10 * 10 + 9 if layout == "vad" else frame - OFFSET
        planned_at = (last + OFFSET) / 20
        expected = [behind(planned_at + FUTURE * number, back) for number in range(1, count + 1)]
        assert np.abs(dots() - expected).max() < 0.1


def test_no_plan_before_the_first_step_after_the_last_and_while_its_layer_is_off(
    viewer, run, show, settle, dots
):
    log, _ = run
    show(log)
    for frame in (0, OFFSET + STEPS + 25):
        settle(frame)
        assert not len(dots())
    settle(OFFSET + 30)
    assert len(dots())
    viewer.window.actions_by_id["layer_plan"].trigger()
    settle()
    assert not len(dots())
