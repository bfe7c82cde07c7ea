"""Recordings that are written or imported while they are open; what is checked is what one sees."""

import gzip
import math
import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QMessageBox, QToolButton

from tests.importing import clips
from tests.live import LiveWriter, times_open
from tests.scenes import HERO, street
from tests.ui.person import drop, frame_of, press, status_words, wait_for_frames
from viewer.importing import anno
from viewer.recording import follow
from viewer.ui.state.open_request import OpenRequest

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


def click_chip(viewer, qtbot):
    qtbot.mouseClick(viewer.window.map_area.growth_chip, Qt.MouseButton.LeftButton)


def hero_on_map(viewer):
    """Return the colour in the middle of where the hero should be."""
    world, map_view = viewer.moment.world, viewer.map_view
    place = world.locations[world.index_of(world.index.actors.rows_of(HERO)[0]), :2]
    point = QPoint(*map(round, map_view.camera.to_screen(place).tolist()))
    return map_view.grab().toImage().pixelColor(point).name()


def test_frames_appear_as_they_are_completed_until_it_grows_no_more(live, carla, qtbot, monkeypatch):
    assert "growing" not in status_words(live)
    steps = carla.steps()
    next(steps)
    qtbot.waitUntil(lambda: "growing" in status_words(live))
    assert "8 frames" in status_words(live)
    for _ in steps:
        pass
    qtbot.waitUntil(lambda: "9 frames" in status_words(live))
    assert frame_of(live) == 1
    assert live.recording.index.frames["duration"][:8].min() > 0.0
    carla.rest()
    wait_for_frames(live, qtbot, 18)
    assert live.window.map_area.growth_chip.isVisible()
    monkeypatch.setattr(follow, "QUIET", 0.1)
    qtbot.waitUntil(lambda: not live.recording.index.growing and not live.recording.busy)
    assert not live.window.map_area.growth_chip.isVisible()
    assert "growing" not in status_words(live)
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


FRAMES = 40


@pytest.fixture(autouse=True)
def kept(tmp_path, monkeypatch):
    """The folder in which imports are kept."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "carla-replay-viewer" / "imports"


@pytest.fixture
def clip(tmp_path):
    return clips.anno(tmp_path, FRAMES)


class Gate:
    """Lets the reading of a clip stop behind some of its files."""

    def __init__(self, monkeypatch):
        self._read, self._open = anno.read_meta, threading.Event()
        self.behind = FRAMES
        monkeypatch.setattr(anno, "read_meta", self._wait)

    def _wait(self, path):
        if int(path.name[:5]) >= self.behind:
            self._open.wait(30)
        return self._read(path)

    def open(self):
        self._open.set()


@pytest.fixture
def gate(monkeypatch):
    gate = Gate(monkeypatch)
    yield gate
    gate.open()


def cancel_button(viewer):
    """Return the button beside the progress in the status bar."""
    (button,) = viewer.window.status_bar.findChildren(QToolButton)
    return button


def test_a_clip_says_what_it_was_made_from_and_who_is_out_of_range_is_hollow(viewer, qtbot, clip, kept):
    drop(viewer, clip)
    wait_for_frames(viewer, qtbot, FRAMES)
    qtbot.waitUntil(lambda: viewer.workspace.view.importing is None)
    assert any("Clip of Bench2Drive" in text and "10 Hz" in text for text in status_words(viewer))
    assert viewer.window.windowTitle().startswith(clip.name)
    index, shown = viewer.recording.index, viewer.map_view.scene.picture
    assert (index.path, index.file.stored.is_relative_to(kept)) == (clip, True)
    assert index.actors.descriptions[viewer.focus.hero].actor_id == 205
    for seconds, is_away in ((1.0, False), (3.0, True), (1.5, False), (2.05, True)):
        viewer.workspace.jump(seconds)
        qtbot.waitUntil(lambda away=is_away: bool(shown.out_of_range) == away)
    (last,) = shown.out_of_range
    x, y, _, _, _, yaw = clips.leaving(1.9)
    assert (last.x, last.y) == pytest.approx((x, y), abs=1e-3)
    assert math.degrees(last.heading) == pytest.approx(yaw, abs=1e-3)
    assert (last.half_length, last.half_width) == pytest.approx((2.4, 1.0))


def test_a_clip_is_opened_found_again_and_imported_anew_when_changed(viewer, qtbot, clip, gate):
    page = viewer.library.page
    viewer.files.open_given([clip], OpenRequest())
    wait_for_frames(viewer, qtbot, FRAMES)
    first = viewer.recording.index.file.stored
    viewer.workspace.close()
    gate.behind = 0  # nothing of it is read again
    viewer.files.open_given([clip], OpenRequest())
    wait_for_frames(viewer, qtbot, FRAMES)
    assert viewer.recording.index.file.stored == first
    assert viewer.library.page is page
    qtbot.waitUntil(lambda: [each.path for each in viewer.settings.recent] == [clip])
    viewer.workspace.close()
    gate.open()
    clips.put_json(clip / "anno" / f"{FRAMES:05d}.json.gz", clips.anno_frame(FRAMES / 10))
    viewer.workspace.open(clip)
    wait_for_frames(viewer, qtbot, FRAMES + 1)


@pytest.mark.parametrize("end", ["finished", "cancelled", "another"])
def test_an_import_shows_first_frames_and_can_be_ended(viewer, qtbot, clip, kept, gate, tmp_path, end):
    gate.behind = 1
    viewer.workspace.open(clip)
    qtbot.waitUntil(lambda: viewer.recording.index is not None)
    assert viewer.workspace.view.importing.source == clip
    qtbot.waitUntil(cancel_button(viewer).isVisible)
    assert "growing" not in status_words(viewer)
    if end == "cancelled":
        qtbot.mouseClick(cancel_button(viewer), Qt.MouseButton.LeftButton)
    elif end == "another":
        viewer.workspace.open(street().save(tmp_path / "street.log"))
    gate.open()
    if end == "finished":
        wait_for_frames(viewer, qtbot, FRAMES)
        return
    qtbot.waitUntil(lambda: viewer.workspace.view.importing is None)
    qtbot.waitUntil(lambda: not any(kept.iterdir()))
    left = None if end == "cancelled" else "street.log"
    qtbot.waitUntil(lambda: (viewer.recording.index and viewer.recording.index.path.name) == left)


def test_an_import_that_fails_says_why_and_leaves_nothing(viewer, qtbot, tmp_path, kept):
    clip = clips.anno(tmp_path, 1)
    (clip / "anno" / "00000.json.gz").write_bytes(gzip.compress(b""))
    viewer.workspace.open(clip)
    qtbot.waitUntil(lambda: bool(viewer.window.findChildren(QMessageBox)))
    (box,) = viewer.window.findChildren(QMessageBox)
    assert "no file in it can be read" in box.text().lower()
    assert "00000.json.gz: the file is empty" in box.informativeText()
    assert not any(kept.iterdir())
