"""A clip opens like a recording; what is checked is what stands on the screen, and what is kept."""

from __future__ import annotations

import gzip
import math
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QLabel, QMessageBox, QToolButton
from pytestqt.qtbot import QtBot

from tests.importing import clips
from tests.scenes import street
from viewer.importing import anno
from viewer.ui.app import Viewer
from viewer.ui.state.open_request import OpenRequest

FRAMES = 40


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which imports are kept."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "carla-replay-viewer" / "imports"


@pytest.fixture
def clip(tmp_path: Path) -> Path:
    return clips.anno(tmp_path, FRAMES)


class Gate:
    """Lets the reading of a clip stop behind some of its files."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._read, self._open = anno.read_meta, threading.Event()
        self.behind = FRAMES
        monkeypatch.setattr(anno, "read_meta", self._wait)

    def _wait(self, path: Path) -> object:
        if int(path.name[:5]) >= self.behind:
            self._open.wait(30)
        return self._read(path)

    def open(self) -> None:
        self._open.set()


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[Gate]:
    gate = Gate(monkeypatch)
    yield gate
    gate.open()


def wait_for(viewer: Viewer, qtbot: QtBot, frames: Callable[[int], bool]) -> None:
    def is_there() -> bool:
        index = viewer.recording.index
        return index is not None and frames(len(index.frame_starts)) and not viewer.recording.busy

    qtbot.waitUntil(is_there, timeout=10_000)


def words(viewer: Viewer) -> list[str]:
    return [label.text() for label in viewer.window.status_bar.findChildren(QLabel) if label.isVisible()]


def cancel_button(viewer: Viewer) -> QToolButton:
    """Return the button beside the progress in the status bar."""
    (button,) = viewer.window.status_bar.findChildren(QToolButton)
    return button


def drop(viewer: Viewer, path: Path) -> None:
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path))])
    how = (Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    viewer.window.dropEvent(QDropEvent(QPointF(400, 300), *how))


def test_a_dropped_clip_is_shown_and_says_what_it_was_made_from(viewer, qtbot, clip, kept):
    drop(viewer, clip)
    wait_for(viewer, qtbot, lambda count: count == FRAMES)
    qtbot.waitUntil(lambda: viewer.workspace.view.importing is None)
    assert any("Clip of Bench2Drive" in text and "10 Hz" in text for text in words(viewer))
    assert viewer.window.windowTitle().startswith(clip.name)
    index = viewer.recording.index
    assert index.path == clip
    assert index.file.stored.is_relative_to(kept)
    assert index.actors.descriptions[viewer.focus.hero].actor_id == 205


def test_who_is_out_of_range_is_hollow_at_its_last_place(viewer, qtbot, clip):
    viewer.workspace.open(clip)
    wait_for(viewer, qtbot, lambda count: count == FRAMES)
    qtbot.waitUntil(lambda: viewer.workspace.view.importing is None)
    shown = viewer.map_view.scene.picture
    for seconds, is_away in ((1.0, False), (3.0, True), (1.5, False), (2.05, True)):
        viewer.workspace.jump(seconds)
        qtbot.waitUntil(lambda away=is_away: bool(shown.out_of_range) == away)
    (last,) = shown.out_of_range
    x, y, _, _, _, yaw = clips.leaving(1.9)
    assert (last.x, last.y) == pytest.approx((x, y), abs=1e-3)
    assert math.degrees(last.heading) == pytest.approx(yaw, abs=1e-3)
    assert (last.half_length, last.half_width) == pytest.approx((2.4, 1.0))


def test_a_clip_of_the_command_line_is_opened_not_listed_and_found_again(viewer, qtbot, clip, gate):
    viewer.files.open_given([clip], OpenRequest())
    wait_for(viewer, qtbot, lambda count: count == FRAMES)
    first = viewer.recording.index.file.stored
    viewer.workspace.close()
    gate.behind = 0  # nothing of it is read again
    viewer.files.open_given([clip], OpenRequest())
    wait_for(viewer, qtbot, lambda count: count == FRAMES)
    assert viewer.recording.index.file.stored == first
    assert viewer.library.page is None
    qtbot.waitUntil(lambda: [each.path for each in viewer.settings.recent] == [clip])


def test_a_clip_that_has_changed_is_imported_again(viewer, qtbot, clip):
    viewer.workspace.open(clip)
    wait_for(viewer, qtbot, lambda count: count == FRAMES)
    viewer.workspace.close()
    clips.put_json(clip / "anno" / f"{FRAMES:05d}.json.gz", clips.anno_frame(FRAMES / 10))
    viewer.workspace.open(clip)
    wait_for(viewer, qtbot, lambda count: count == FRAMES + 1)


def test_the_first_frames_are_shown_while_the_import_goes_on(viewer, qtbot, clip, gate):
    gate.behind = 1
    viewer.workspace.open(clip)
    qtbot.waitUntil(lambda: viewer.recording.index is not None, timeout=10_000)
    assert viewer.workspace.view.importing.source == clip
    qtbot.waitUntil(cancel_button(viewer).isVisible)
    assert "growing" not in words(viewer)
    gate.open()
    wait_for(viewer, qtbot, lambda count: count == FRAMES)


def test_a_cancelled_import_leaves_nothing(viewer, qtbot, clip, kept, gate):
    gate.behind = 17
    viewer.workspace.open(clip)
    qtbot.waitUntil(lambda: viewer.recording.index is not None, timeout=10_000)
    qtbot.waitUntil(cancel_button(viewer).isVisible)
    qtbot.mouseClick(cancel_button(viewer), Qt.MouseButton.LeftButton)
    gate.open()
    qtbot.waitUntil(lambda: viewer.recording.index is None)
    qtbot.waitUntil(lambda: not any(kept.iterdir()))
    assert viewer.workspace.view.importing is None


def test_an_import_that_fails_says_why_and_leaves_nothing(viewer, qtbot, tmp_path, kept):
    clip = clips.anno(tmp_path, 1)
    (clip / "anno" / "00000.json.gz").write_bytes(gzip.compress(b""))
    viewer.workspace.open(clip)
    qtbot.waitUntil(lambda: bool(viewer.window.findChildren(QMessageBox)))
    (box,) = viewer.window.findChildren(QMessageBox)
    assert "no file in it can be read" in box.text().lower()
    assert "00000.json.gz: the file is empty" in box.informativeText()
    assert not any(kept.iterdir())


def test_another_recording_that_is_opened_ends_the_import(viewer, qtbot, clip, kept, gate, tmp_path):
    gate.behind = 17
    viewer.workspace.open(clip)
    qtbot.waitUntil(lambda: viewer.recording.index is not None, timeout=10_000)
    viewer.workspace.open(street().save(tmp_path / "street.log"))
    gate.open()
    qtbot.waitUntil(lambda: viewer.recording.index.path.name == "street.log")
    qtbot.waitUntil(lambda: not any(kept.iterdir()))
