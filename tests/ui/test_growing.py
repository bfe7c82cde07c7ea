"""A recording that is written while it is open; what is checked is what stands on the screen."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QLabel

from tests.live import LiveWriter, times_open
from tests.scenes import HERO, street
from tests.ui.person import frame_of, press
from viewer.recording import follow

pytestmark = pytest.mark.usefixtures("one_window")

AMBER = "#ffc933"


@pytest.fixture(autouse=True)
def impatient(monkeypatch):
    """Look at files more often than a person would need."""
    monkeypatch.setattr(follow, "POLL", 0.02)
    monkeypatch.setattr(follow, "SETTLE", 0.05)
    monkeypatch.setattr(follow, "QUIET", 1e6)


@pytest.fixture
def carla(tmp_path):
    """A recording of 18 frames of the street, of which eight are written."""
    with LiveWriter(tmp_path / "live.log", street(18).bytes()) as writer:
        yield writer.header().frames(8)


@pytest.fixture
def live(viewer, carla, qtbot, tmp_path):
    """The program with that recording open."""
    viewer.workspace.open(tmp_path / "live.log")
    wait_for_frames(viewer, qtbot, 8)
    return viewer


def wait_for_frames(viewer, qtbot, count):
    qtbot.waitUntil(
        lambda: (
            viewer.recording.index is not None
            and len(viewer.recording.index.frame_starts) == count
            and not viewer.recording.busy
        )
    )


def words(viewer):
    """Return what the status bar says."""
    return [label.text() for label in viewer.window.status_bar.findChildren(QLabel) if label.isVisible()]


def click_chip(viewer, qtbot):
    qtbot.mouseClick(viewer.window.map_area.growth_chip, Qt.MouseButton.LeftButton)


def hero_on_map(viewer):
    """Return the colour in the middle of where the hero should be."""
    world, map_view = viewer.moment.world, viewer.map_view
    place = world.locations[world.index_of(world.index.actors.rows_of(HERO)[0]), :2]
    point = QPoint(*map(round, map_view.camera.to_screen(place).tolist()))
    return map_view.grab().toImage().pixelColor(point).name()


def test_frames_appear_as_they_are_completed_until_it_grows_no_more(live, carla, qtbot, monkeypatch):
    assert "growing" not in words(live)
    steps = carla.steps()
    next(steps)
    qtbot.waitUntil(lambda: "growing" in words(live))
    assert "8 frames" in words(live)
    for _ in steps:
        pass
    qtbot.waitUntil(lambda: "9 frames" in words(live))
    assert frame_of(live) == 1
    assert live.recording.index.frames["duration"][:8].min() > 0.0
    carla.rest()
    wait_for_frames(live, qtbot, 18)
    assert live.window.map_area.growth_chip.isVisible()
    monkeypatch.setattr(follow, "QUIET", 0.1)
    qtbot.waitUntil(lambda: not live.recording.index.growing and not live.recording.busy)
    assert not live.window.map_area.growth_chip.isVisible()
    assert "growing" not in words(live)
    assert live.recording.index.problems == ()


@pytest.mark.parametrize("how", ["chip", "keys"])
def test_following_the_end_shows_the_newest_frame_until_the_user_goes_elsewhere(live, carla, qtbot, how):
    carla.frames()
    wait_for_frames(live, qtbot, 9)
    if how == "chip":
        click_chip(live, qtbot)
    else:
        press(live, "Shift+End")
    assert frame_of(live) == 9
    carla.frames(2)
    qtbot.waitUntil(lambda: frame_of(live) == 11)
    qtbot.waitUntil(lambda: hero_on_map(live) == AMBER)
    assert "Following" in live.window.map_area.growth_chip.text()
    assert live.window.actions_by_id["follow_end"].isChecked()
    press(live, "Home")
    carla.frames(2)
    wait_for_frames(live, qtbot, 13)
    assert frame_of(live) == 1
    assert "Follow end" in live.window.map_area.growth_chip.text()
    assert not live.window.actions_by_id["follow_end"].isChecked()


def test_the_next_recording_is_followed_too_if_it_grows(live, carla, qtbot, tmp_path):
    live.window.actions_by_id["follow_end"].trigger()
    finished = street(6).save(tmp_path / "finished.log")
    with LiveWriter(tmp_path / "second.log", street(9).bytes()) as second:
        second.header().frames(4)
        live.workspace.open(finished)
        wait_for_frames(live, qtbot, 6)
        assert frame_of(live) == 1
        live.workspace.open(tmp_path / "second.log")
        wait_for_frames(live, qtbot, 4)
        second.frames(2)
        qtbot.waitUntil(lambda: frame_of(live) == 6)


def test_a_recording_without_frames_shows_the_first_ones(viewer, qtbot, tmp_path):
    with LiveWriter(tmp_path / "new.log", street(9).bytes()) as carla:
        carla.header()
        viewer.workspace.open(tmp_path / "new.log")
        wait_for_frames(viewer, qtbot, 0)
        carla.frames(3)
        wait_for_frames(viewer, qtbot, 3)
        assert hero_on_map(viewer) == AMBER


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="lists open files as Linux does")
def test_closing_ends_the_watching_and_lets_go_of_the_file(live, carla, qtbot, tmp_path):
    carla.frames()
    wait_for_frames(live, qtbot, 9)
    assert times_open(tmp_path / "live.log") == 2  # that of the writer, and ours
    live.workspace.close()
    qtbot.waitUntil(lambda: times_open(tmp_path / "live.log") == 1)
