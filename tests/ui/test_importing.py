"""A clip opens like a recording; what is checked is what stands on the screen, and what is kept."""

from __future__ import annotations

import gzip
import math
import threading

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QMessageBox, QToolButton

from tests.importing import clips
from tests.scenes import street
from tests.ui.person import drop
from viewer.importing import anno
from viewer.ui.state.open_request import OpenRequest

pytestmark = pytest.mark.usefixtures("one_window")

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


def wait_until(viewer, qtbot, count):
    """Wait until so many frames are there."""
    index = lambda: viewer.recording.index  # noqa: E731
    qtbot.waitUntil(
        lambda: index() is not None and len(index().frame_starts) == count and not viewer.recording.busy
    )


def words(viewer):
    return [label.text() for label in viewer.window.status_bar.findChildren(QLabel) if label.isVisible()]


def cancel_button(viewer):
    """Return the button beside the progress in the status bar."""
    (button,) = viewer.window.status_bar.findChildren(QToolButton)
    return button


def test_a_dropped_clip_says_what_it_was_made_from_and_who_is_out_of_range_is_hollow(
    viewer, qtbot, clip, kept
):
    drop(viewer, clip)
    wait_until(viewer, qtbot, FRAMES)
    qtbot.waitUntil(lambda: viewer.workspace.view.importing is None)
    assert any("Clip of Bench2Drive" in text and "10 Hz" in text for text in words(viewer))
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


def test_a_clip_is_opened_not_listed_found_again_and_imported_anew_when_it_has_changed(
    viewer, qtbot, clip, gate
):
    page = viewer.library.page
    viewer.files.open_given([clip], OpenRequest())
    wait_until(viewer, qtbot, FRAMES)
    first = viewer.recording.index.file.stored
    viewer.workspace.close()
    gate.behind = 0  # nothing of it is read again
    viewer.files.open_given([clip], OpenRequest())
    wait_until(viewer, qtbot, FRAMES)
    assert viewer.recording.index.file.stored == first
    assert viewer.library.page is page
    qtbot.waitUntil(lambda: [each.path for each in viewer.settings.recent] == [clip])
    viewer.workspace.close()
    gate.open()
    clips.put_json(clip / "anno" / f"{FRAMES:05d}.json.gz", clips.anno_frame(FRAMES / 10))
    viewer.workspace.open(clip)
    wait_until(viewer, qtbot, FRAMES + 1)


@pytest.mark.parametrize("end", ["finished", "cancelled", "another"])
def test_the_first_frames_are_shown_while_the_import_goes_on_and_it_can_be_ended(
    viewer, qtbot, clip, kept, gate, tmp_path, end
):
    gate.behind = 1
    viewer.workspace.open(clip)
    qtbot.waitUntil(lambda: viewer.recording.index is not None)
    assert viewer.workspace.view.importing.source == clip
    qtbot.waitUntil(cancel_button(viewer).isVisible)
    assert "growing" not in words(viewer)
    if end == "cancelled":
        qtbot.mouseClick(cancel_button(viewer), Qt.MouseButton.LeftButton)
    elif end == "another":
        viewer.workspace.open(street().save(tmp_path / "street.log"))
    gate.open()
    if end == "finished":
        wait_until(viewer, qtbot, FRAMES)
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
