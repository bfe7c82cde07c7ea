"""When the map is told anew where something moves: at once, and while a file grows only now and then."""

from __future__ import annotations

import pytest

from tests.live import LiveWriter
from tests.scenes import Scene, actor, pose, street
from viewer.recording import follow

MANY = 20
"""Frames of the whole recording."""


@pytest.fixture
def fitted(viewer):
    """How many frames had been read each time the map was told."""
    frames, viewpoint = [], viewer.window.map_area.map_view.viewpoint
    set_points = viewpoint.set_fit_points

    def count(*points):
        frames.append(len(viewer.recording.index.heads))
        set_points(*points)

    viewpoint.set_fit_points = count
    return frames


def wait_for(viewer, qtbot, count):
    recording = viewer.recording
    qtbot.waitUntil(
        lambda: recording.index is not None and len(recording.index.heads) == count and not recording.busy
    )


def test_while_a_file_grows_what_moves_is_looked_for_again_when_it_is_a_quarter_longer(
    viewer, fitted, qtbot, tmp_path, monkeypatch
):
    monkeypatch.setattr(follow, "POLL", 0.01)
    monkeypatch.setattr(follow, "SETTLE", 0.02)
    monkeypatch.setattr(follow, "QUIET", 60.0)
    with LiveWriter(tmp_path / "live.log", street(MANY).bytes()) as carla:
        carla.header().frames(8)
        viewer.workspace.open(tmp_path / "live.log")
        wait_for(viewer, qtbot, 8)
        del fitted[:]
        for count in range(9, MANY):
            carla.frames()
            wait_for(viewer, qtbot, count)
        grown = set(fitted)
        assert grown == {11, 14, 18}  # more than 8 · 1.25, then more than 11 · 1.25, more than 14 · 1.25


def test_the_end_of_growing_counts_the_frames_that_came_last(viewer, fitted, qtbot, tmp_path, monkeypatch):
    monkeypatch.setattr(follow, "POLL", 0.01)
    monkeypatch.setattr(follow, "SETTLE", 0.02)
    monkeypatch.setattr(follow, "QUIET", 0.2)
    with LiveWriter(tmp_path / "live.log", street(9).bytes()) as carla:
        carla.header().frames(8)
        viewer.workspace.open(tmp_path / "live.log")
        wait_for(viewer, qtbot, 8)
        carla.rest()
        wait_for(viewer, qtbot, 9)
        qtbot.waitUntil(lambda: not viewer.recording.index.growing)
        assert fitted[-1] == 9


def test_another_recording_is_fitted_and_the_same_one_read_again_is_not(viewer, fitted, qtbot, tmp_path):
    first, second = street().save(tmp_path / "a.log"), street(15).save(tmp_path / "b.log")
    views, camera = [], viewer.window.map_area.map_view.viewpoint
    for path, frames in ((first, 20), (second, 15)):
        del fitted[:]
        viewer.workspace.open(path)
        wait_for(viewer, qtbot, frames)
        qtbot.waitUntil(lambda frames=frames: frames in fitted)
        views.append(camera.visible_rect())
    camera.center_on(500.0, 500.0)
    there = camera.visible_rect()
    Scene().frame(add=[actor(1)], poses=[pose(1, (9.0, 9.0, 0.0))]).save(second)
    viewer.workspace.reload()
    wait_for(viewer, qtbot, 1)
    assert camera.visible_rect() == there
