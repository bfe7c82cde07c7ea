"""A recording that is written while it is open; what is checked is what stands on the screen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from tests.live import LiveWriter, times_open
from tests.scenes import HERO, street
from viewer.recording import follow
from viewer.ui.app import Viewer

AMBER = "#ffc933"


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look at files more often than a person would need."""
    monkeypatch.setattr(follow, "POLL", 0.02)
    monkeypatch.setattr(follow, "SETTLE", 0.05)
    monkeypatch.setattr(follow, "QUIET", 1.0)


@pytest.fixture
def carla(tmp_path: Path) -> Iterator[LiveWriter]:
    """A recording of 18 frames of the street, of which eight are written."""
    with LiveWriter(tmp_path / "live.log", street(18).bytes()) as writer:
        yield writer.header().frames(8)


@pytest.fixture
def live(viewer: Viewer, carla: LiveWriter, qtbot: QtBot, tmp_path: Path) -> Viewer:
    """The program with that recording open."""
    viewer.workspace.open(tmp_path / "live.log")
    wait_for_frames(viewer, qtbot, 8)
    return viewer


def wait_for_frames(viewer: Viewer, qtbot: QtBot, count: int) -> None:
    qtbot.waitUntil(
        lambda: (
            viewer.recording.index is not None
            and len(viewer.recording.index.frame_starts) == count
            and not viewer.recording.busy
        )
    )


def wait_until_quiet(viewer: Viewer, qtbot: QtBot) -> None:
    qtbot.waitUntil(
        lambda: (
            viewer.recording.index is not None
            and not viewer.recording.index.growing
            and not viewer.recording.busy
        )
    )


def words(viewer: Viewer) -> list[str]:
    """Return what the status bar says."""
    return [label.text() for label in viewer.window.status_bar.findChildren(QLabel) if label.isVisible()]


def frame(viewer: Viewer) -> int:
    assert viewer.moment.world is not None
    return viewer.moment.world.frame


def click_chip(viewer: Viewer, qtbot: QtBot) -> None:
    qtbot.mouseClick(viewer.window.map_area.growth_chip, Qt.MouseButton.LeftButton)


def hero_on_map(viewer: Viewer) -> str:
    """Return the colour in the middle of where the hero should be."""
    world, map_view = viewer.moment.world, viewer.window.map_area.map_view
    assert world is not None
    place = world.index_of(world.index.actors.rows_of(HERO)[0])
    x, y = world.locations[place, :2]
    left, top, right, bottom = map_view.viewpoint.visible_rect()
    point = QPoint(
        round((x - left) / (right - left) * map_view.width()),
        round((y - top) / (bottom - top) * map_view.height()),
    )
    return map_view.grab().toImage().pixelColor(point).name()


def test_frames_appear_as_they_are_completed(live: Viewer, carla: LiveWriter, qtbot: QtBot) -> None:
    assert "growing" not in words(live)

    steps = carla.steps()
    next(steps)
    qtbot.waitUntil(lambda: "growing" in words(live))
    assert "8 frames" in words(live)
    for _ in steps:
        pass

    qtbot.waitUntil(lambda: "9 frames" in words(live))
    assert frame(live) == 1
    assert live.recording.index.problems == ()
    assert live.recording.index.frames["duration"][:8].min() > 0.0


def test_a_file_that_stops_growing_is_just_a_file(live: Viewer, carla: LiveWriter, qtbot: QtBot) -> None:
    carla.rest()
    wait_for_frames(live, qtbot, 18)
    assert live.window.map_area.growth_chip.isVisible()

    wait_until_quiet(live, qtbot)

    assert not live.window.map_area.growth_chip.isVisible()
    assert "growing" not in words(live)
    assert live.recording.index.problems == ()


@pytest.mark.parametrize("how", ["chip", "keys", "action"])
def test_following_the_end_shows_the_newest_frame_until_the_user_goes_elsewhere(
    live: Viewer, carla: LiveWriter, qtbot: QtBot, how: str
) -> None:
    carla.frames()
    wait_for_frames(live, qtbot, 9)
    if how == "chip":
        click_chip(live, qtbot)
    elif how == "keys":
        qtbot.keyClick(live.window, Qt.Key.Key_End, Qt.KeyboardModifier.ShiftModifier)
    else:
        live.window.actions_by_id["follow_end"].trigger()
    assert frame(live) == 9

    carla.frames(2)
    qtbot.waitUntil(lambda: frame(live) == 11)
    qtbot.waitUntil(lambda: hero_on_map(live) == AMBER)
    assert "Following" in live.window.map_area.growth_chip.text()
    assert live.window.actions_by_id["follow_end"].isChecked()

    qtbot.keyClick(live.window, Qt.Key.Key_Home)
    carla.frames(2)
    wait_for_frames(live, qtbot, 13)
    assert frame(live) == 1
    assert "Follow end" in live.window.map_area.growth_chip.text()
    assert not live.window.actions_by_id["follow_end"].isChecked()


def test_space_while_following_plays_from_where_one_is(live: Viewer, carla: LiveWriter, qtbot: QtBot) -> None:
    carla.frames()
    wait_for_frames(live, qtbot, 9)
    click_chip(live, qtbot)
    qtbot.keyClick(live.window, Qt.Key.Key_Space)
    assert not live.playback.follow_end
    assert live.playback.transport.playing
    assert frame(live) == 9
    carla.frames(2)
    qtbot.waitUntil(lambda: frame(live) == 11)


def test_the_next_recording_is_followed_too_if_it_grows(
    live: Viewer, carla: LiveWriter, qtbot: QtBot, tmp_path: Path
) -> None:
    live.window.actions_by_id["follow_end"].trigger()
    finished = street(6).save(tmp_path / "finished.log")
    with LiveWriter(tmp_path / "second.log", street(9).bytes()) as second:
        second.header().frames(4)

        live.workspace.open(finished)
        wait_for_frames(live, qtbot, 6)
        assert frame(live) == 1

        live.workspace.open(tmp_path / "second.log")
        wait_for_frames(live, qtbot, 4)
        second.frames(2)
        qtbot.waitUntil(lambda: frame(live) == 6)


def test_a_recording_without_frames_shows_the_first_ones(
    viewer: Viewer, qtbot: QtBot, tmp_path: Path
) -> None:
    with LiveWriter(tmp_path / "new.log", street(9).bytes()) as carla:
        carla.header()
        viewer.workspace.open(tmp_path / "new.log")
        wait_for_frames(viewer, qtbot, 0)

        carla.frames(3)
        wait_for_frames(viewer, qtbot, 3)

        assert hero_on_map(viewer) == AMBER


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="lists open files as Linux does")
def test_closing_ends_the_watching_and_lets_go_of_the_file(
    live: Viewer, carla: LiveWriter, qtbot: QtBot, tmp_path: Path
) -> None:
    carla.frames()
    wait_for_frames(live, qtbot, 9)
    assert times_open(tmp_path / "live.log") == 2  # that of the writer, and ours

    live.workspace.close()

    qtbot.waitUntil(lambda: times_open(tmp_path / "live.log") == 1)
