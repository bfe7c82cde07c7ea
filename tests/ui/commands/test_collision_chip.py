"""The chip that tells of a collision while it is there, and copies the call that replays it."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QGuiApplication

from tests.scenes import Scene, actor, hit, pose
from tests.ui.conftest import turn

FIRST, SECOND = 1.0, 5.0
"""Seconds of the two collisions: 101, the first of all actors, hits 102; 102 hits scenery."""


@pytest.fixture
def drive(viewer, qtbot, tmp_path):
    """A recording of 8 s, ten frames a second, of two cars far from each other."""
    scene = Scene()
    for k in range(81):
        hits = {10: [hit(101, 102)], 11: [hit(101, 102)], 50: [hit(102)]}.get(k, [])
        cars = [actor(101), actor(102, location=(60, 0, 0))] if k == 0 else []
        poses = [pose(101, (0.1 * k, 0.0, 0.0)), pose(102, (60.0, 0.1 * k, 0.0))]
        scene.frame(0.1, add=cars, poses=poses, collisions=hits)
    viewer.workspace.open(scene.save(tmp_path / "drive.log"))
    qtbot.waitUntil(lambda: viewer.recording.index is not None and not viewer.recording.busy)
    qtbot.waitUntil(lambda: viewer.found_events.found is not None and not viewer.found_events.searching)
    return viewer


def chip(viewer):
    return viewer.window.map_area.chip


def said(viewer):
    turn()
    return chip(viewer).text().splitlines()[0] if chip(viewer).isVisible() else ""


def test_it_tells_how_many_there_are_until_one_was_seen_and_then_of_each_for_two_seconds(drive):
    told = []
    for time in (0.0, 0.95, 1.05, 3.05, 3.15, 0.5, 4.95, 5.05, 6.95, 7.15):
        drive.playback.seek(time)
        told.append(said(drive))
    hint, first, second = "2 collisions", "Collision 101 and 102", "Collision 102 and scenery"
    expected = [hint, hint, first, first, "", "", "", second, second, ""]
    assert [
        each.startswith(one) if one else each == "" for each, one in zip(told, expected, strict=True)
    ] == [True] * 10, told


@pytest.mark.parametrize(("time", "who"), [(FIRST, 101), (SECOND, 102)])
def test_it_copies_the_call_that_follows_who_reported_it(drive, time, who):
    drive.playback.seek(time + 0.05)
    turn()
    QGuiApplication.clipboard().clear()
    chip(drive).copy_requested.emit()
    words = QGuiApplication.clipboard().text()
    assert words.startswith("client.replay_file(")
    assert words.endswith(f", {who})")
    assert f"{max(time - 2.0, 0.0):.3f}" in words


def test_a_click_goes_to_the_next_one_or_to_where_a_card_tells_more(drive):
    chip(drive).clicked.emit()
    assert drive.found_events.current_event is not None
    assert drive.playback.transport.playhead <= FIRST + 0.11
    assert said(drive) == ""  # the card does
    drive.found_events.go_to(None)
    drive.playback.seek(SECOND + 0.05)
    assert said(drive).startswith("Collision 102")
    chip(drive).clicked.emit()
    assert drive.playback.transport.playhead == pytest.approx(SECOND, abs=0.11)
    assert drive.found_events.current_event is not None
