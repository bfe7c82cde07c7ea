"""The panel *Cameras*: squares in each picture tell its step, and a picture of the panel is read."""

from __future__ import annotations

import os
import random

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractSpinBox, QFileDialog, QLabel, QPushButton

from tests.ui.cameras.conftest import BITS, OFFSET, SIDE, STEPS
from viewer.ui.cameras.tile import CameraTile


def step_in(tile):
    """Return the step in the squares of a picture of ``tile``."""
    image = tile.grab().toImage()
    canvas = tile.canvas
    width, height = canvas.width(), canvas.height()
    scale = min(width / (BITS * SIDE), height / (9 * SIDE))
    left, side = (width - scale * BITS * SIDE) / 2, scale * SIDE
    ratio = image.devicePixelRatio()
    bits = [
        image.pixelColor(round((left + (bit + 0.5) * side) * ratio), round(height / 2 * ratio)).lightness()
        > 127
        for bit in range(BITS)
    ]
    return int("".join(str(int(bit)) for bit in bits), 2)


def tiles(panel):
    return {tile.name: tile for tile in panel.findChildren(CameraTile) if tile.isVisible()}


def step_at(frame):
    """The last step of a frame that has a picture."""
    return min(frame - OFFSET, STEPS - 1)


def test_each_tile_shows_the_picture_of_the_step_at_the_playhead(viewer, run, show, settle):
    log, maker = run
    (maker.folder / "rgb_front" / "0050.png").unlink()
    cut = maker.folder / "rgb_front" / "0060.png"
    cut.write_bytes(cut.read_bytes()[:100])
    panel = show(log)
    elapsed = viewer.recording.index.elapsed
    rng = random.Random(1)
    frames = [OFFSET + 50, OFFSET + 60, *(rng.randrange(OFFSET + 1, len(elapsed)) for _ in range(20))]
    assert list(tiles(panel)) == ["bev", "rgb", "rgb_front"]
    for frame in frames:
        settle(frame)
        for name, tile in tiles(panel).items():
            step = step_at(frame) - (name == "rgb_front" and frame == OFFSET + 50)
            if name == "rgb_front" and step == 60:
                assert "0060.png cannot be read" in tile.accessibleName()
                continue
            assert step_in(tile) == step
            age = elapsed[frame] - elapsed[step + OFFSET]
            assert f"step {step} · {age:.2f} s old" in tile.accessibleName()
    settle(0)
    assert all("No picture yet" in tile.accessibleName() for tile in tiles(panel).values())


def test_a_double_click_or_enter_shows_one_large_and_all_again(run, show):
    panel = show(run[0])
    first = tiles(panel)["rgb_front"]
    small = first.width()
    QTest.mouseDClick(first, Qt.MouseButton.LeftButton, pos=QPoint(20, 20))
    assert list(tiles(panel)) == ["rgb_front"]
    assert first.width() > small
    first.setFocus()
    QTest.keyClick(first, Qt.Key.Key_Return)
    assert len(tiles(panel)) == 3


def test_a_typed_offset_moves_the_pictures_is_undone_and_kept(viewer, run, show, settle, qtbot):
    panel = show(run[0])
    spin = panel.head.findChild(QAbstractSpinBox)
    settle(60)
    assert spin.value() == OFFSET
    spin.setFocus()
    spin.selectAll()
    QTest.keyClicks(spin, "20")
    QTest.keyClick(spin, Qt.Key.Key_Return)
    settle()
    assert step_in(tiles(panel)["rgb"]) == 40
    for name, offset in (("undo", OFFSET), ("redo", 20)):
        viewer.window.actions_by_id[name].trigger()
        settle()
        assert (spin.value(), step_in(tiles(panel)["rgb"])) == (offset, 60 - offset)
    viewer.workspace.close()
    settle()
    viewer.workspace.open(run[0])
    qtbot.waitUntil(lambda: viewer.workspace.view.run_folder.folder is not None)
    assert spin.value() == 20


def test_without_a_folder_one_sentence_and_a_button_that_chooses_one(
    viewer, run, show, qtbot, tmp_path, monkeypatch
):
    log, maker = run
    far = tmp_path / "far" / "away" / "log.log"
    far.parent.mkdir(parents=True)
    log.rename(far)
    elsewhere = tmp_path / "x"
    maker.folder.rename(elsewhere)
    panel = show(far)
    said = [each.text() for each in panel.findChildren(QLabel) if each.isVisible() and each.text()]
    assert said == ["No folder of this run was found near the recording."]
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(elsewhere))
    choose = next(each for each in panel.findChildren(QPushButton) if each.isVisible() and each.text())
    QTest.mouseClick(choose, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: viewer.tasks.quiet and len(tiles(panel)) == 3)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes")
def test_what_is_no_picture_is_said_in_its_tile(run, show, settle):
    log, maker = run
    folder = maker.folder / "rgb"
    for number, make in ((30, os.mkfifo), (31, os.mkdir), (32, lambda path: path.write_bytes(b""))):
        path = folder / f"{number:04d}.png"
        path.unlink()
        make(path)
    huge = QImage(16_400, 1, QImage.Format.Format_Mono)
    huge.fill(0)
    huge.save(str(folder / "0033.png"))
    panel = show(log)
    for number in (32, 33):
        settle(number + OFFSET)
        assert f"{number:04d}.png cannot be read" in tiles(panel)["rgb"].accessibleName()
