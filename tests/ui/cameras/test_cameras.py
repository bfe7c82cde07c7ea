"""The panel *Cameras*: squares in each picture tell its step, and a picture of the panel is read."""

import os
import random
import struct
import zlib
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractSpinBox, QFileDialog, QLabel, QPushButton

from tests.extras import needs
from tests.ui.cameras.conftest import BITS, NAME, OFFSET, SIDE, STEPS, squares, step_in, tiles
from tests.ui.map.gestures import wheel

pytestmark = pytest.mark.usefixtures("one_window")


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
    assert list(tiles(panel)) == ["rgb_front", "rgb", "bev"]
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


@pytest.mark.parametrize(
    ("layout", "offset", "folder"),
    [
        ("vad", 0, NAME),
        ("carla_garage", 2, NAME),
        ("lead", 37, "1711"),
        ("anno", 37, NAME),
        ("opv2v", 2, "1"),
    ],
)
def test_pictures_of_each_layout_hold_until_the_next(viewer, make_run, show, settle, layout, offset, folder):
    log, maker = make_run(layout, offset, folder)
    panel = show(log)
    cameras = {}
    for path, step in maker.shown.items():
        cameras.setdefault(path.parent, []).append(step)
    steps = sorted(*{tuple(sorted(each)) for each in cameras.values()})
    assert len(tiles(panel)) == len(cameras)
    if layout == "carla_garage":
        cut = maker.folder / "rgb" / "0004.jpg"
        cut.write_bytes(cut.read_bytes()[:-200])
        settle(20 + offset)
        assert "0004.jpg cannot be read: it is no whole picture" in tiles(panel)["rgb"].accessibleName()
    rng = random.Random(offset)
    for frame in (offset + steps[0], *(rng.randrange(offset + steps[0], 161) for _ in range(8))):
        settle(frame)
        for tile in tiles(panel).values():
            if "cannot be read" in tile.accessibleName():
                continue
            assert step_in(tile) == max(step for step in steps if step + offset <= frame)


def test_a_double_click_or_enter_shows_one_large_and_all_again(run, show):
    panel = show(run[0])
    first = tiles(panel)["rgb_front"]
    small = first.width()
    QTest.mouseDClick(first, Qt.MouseButton.LeftButton, pos=QPoint(20, 20))
    assert list(tiles(panel)) == ["rgb_front"]
    assert first.width() >= small
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


def test_without_a_folder_a_sentence_and_a_button_choose_one(viewer, run, show, qtbot, tmp_path, monkeypatch):
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


def no_file(path):
    """Do nothing: what was there is gone."""


def huge_png(path):
    """Write a whole picture of 30,000 × 30,000 black pixels of one bit."""
    packer, row = zlib.compressobj(1), bytes(1 + 30_000 // 8)
    pixels = b"".join(packer.compress(row) for _ in range(30_000)) + packer.flush()
    chunks = [
        (b"IHDR", struct.pack(">IIBBBBB", 30_000, 30_000, 1, 0, 0, 0, 0)),
        (b"IDAT", pixels),
        (b"IEND", b""),
    ]
    data = [
        struct.pack(">I", len(each)) + name + each + struct.pack(">I", zlib.crc32(name + each))
        for name, each in chunks
    ]
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(data))


def half_of(form, path):
    """Write the first half of a picture."""
    squares(1).save(str(path), form)
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])


_SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
DAMAGES = [
    (no_file, "there is no such file"),
    (os.mkdir, "this is a folder"),
    (huge_png, "it is larger than 8,192 × 8,192 pixels"),
    (partial(half_of, "PNG"), "it is no whole picture"),
    (partial(half_of, "JPG"), "it is no whole picture"),
    (Path.touch, "it is no whole picture"),
    (lambda path: path.write_text(_SVG), "it is no whole picture"),
    *([(os.mkfifo, "this is not a regular file")] if hasattr(os, "mkfifo") else []),
]
"""How a picture is spoilt, and why its tile then shows none."""


def test_what_is_no_picture_is_said_in_its_tile_or_problems_and_the_rest_is_shown(viewer, run, show, settle):
    log, maker = run
    before, later = (
        [maker.folder / "rgb" / f"{step:04d}.png" for step in range(first, STEPS, 3)] for first in (30, 61)
    )
    for path, (spoil, _) in zip(before, DAMAGES, strict=False):
        path.unlink()
        spoil(path)
    panel = show(log)
    for path, (spoil, why) in zip(later, DAMAGES, strict=False):
        path.unlink()
        spoil(path)
        settle(int(path.stem) + OFFSET)
        assert f"{path.name} cannot be read: {why}" in tiles(panel)["rgb"].accessibleName()
        assert step_in(tiles(panel)["bev"]) == int(path.stem)
    told = [each.what for each in viewer.workspace.view.problems]
    for path, (spoil, why) in zip(before, DAMAGES, strict=False):
        settle(int(path.stem) + OFFSET)
        if f"{path.name} cannot be read: {why}" not in tiles(panel)["rgb"].accessibleName():
            assert step_in(tiles(panel)["rgb"]) < int(path.stem)
            assert spoil is no_file or any(f"{path.name}: {why}" in each for each in told)


def test_the_wheel_zooms_at_the_mouse_a_drag_moves_and_a_larger_picture_is_read(run, show, settle):
    tile = tiles(show(run[0]))["rgb"]
    settle(60)
    canvas = tile.canvas
    before, at = canvas.target, QPoint(canvas.width() // 2, canvas.height() // 3)
    small = tile.bound
    share = (at.y() - before.top()) / before.height()
    for _ in range(3):
        wheel(canvas, at, y=120)
    settle()
    zoomed = canvas.target
    assert zoomed.width() == pytest.approx(before.width() * 1.25**3)
    assert (at.y() - zoomed.top()) / zoomed.height() == pytest.approx(share, abs=0.01)
    assert tile.bound.width() > small.width()
    QTest.mousePress(canvas, Qt.MouseButton.LeftButton, pos=at)
    QTest.mouseMove(canvas, at + QPoint(0, 5))
    QTest.mouseRelease(canvas, Qt.MouseButton.LeftButton, pos=at + QPoint(0, 5))
    assert canvas.target.top() == pytest.approx(zoomed.top() + 5, abs=0.01)
    for _ in range(9):
        wheel(canvas, at, y=-120)
    assert canvas.target == before


def test_the_offset_is_dragged_by_its_name_and_one_undo_takes_it_back(viewer, run, show, settle):
    panel = show(run[0])
    settle(60)
    name = next(each for each in panel.head.findChildren(QLabel) if each.text() == "Offset")
    middle = name.rect().center()
    QTest.mousePress(name, Qt.MouseButton.LeftButton, pos=middle)
    for pixels in (8, 17, 20):
        QTest.mouseMove(name, middle + QPoint(pixels, 0))
        settle()
    QTest.mouseRelease(name, Qt.MouseButton.LeftButton, pos=middle + QPoint(20, 0))
    assert viewer.workspace.run_folders.offset == OFFSET + 5
    assert step_in(tiles(panel)["rgb"]) == 60 - OFFSET - 5
    viewer.window.actions_by_id["undo"].trigger()
    settle()
    assert step_in(tiles(panel)["rgb"]) == 60 - OFFSET


def test_what_is_not_shown_is_named_and_what_cannot_be_read_is_a_problem(viewer, make_run, show, settle):
    log, maker = make_run("carla_garage")
    (maker.folder / "measurements" / "0003.json.gz").write_bytes(b"")
    (maker.folder / "rgb" / "0004.jpg").unlink()
    (maker.folder / "rgb" / "0004.jpg").mkdir()
    panel = show(log)
    settle()
    assert any("Not shown: lidar" in each.text() for each in panel.findChildren(QLabel))
    told = [each.what for each in viewer.workspace.view.problems]
    assert any("0003.json.gz: the file is empty" in each for each in told)
    assert any("0004.jpg: this is a folder" in each for each in told)
    assert not any(each.damage for each in viewer.workspace.view.problems)


def test_a_folder_that_grows_is_shown_anew_when_the_file_is_read_again(viewer, run, show, settle, qtbot):
    log, maker = run
    extra = maker.folder / "rgb" / "0110.png"
    kept = extra.read_bytes()
    extra.unlink()
    panel = show(log)
    settle(110 + OFFSET)
    assert step_in(tiles(panel)["rgb"]) == 109
    extra.write_bytes(kept)
    before = viewer.workspace.view.run_folder.folder
    viewer.window.actions_by_id["reload"].trigger()
    qtbot.waitUntil(lambda: viewer.workspace.view.run_folder.folder not in (before, None))
    settle(110 + OFFSET)
    assert step_in(tiles(panel)["rgb"]) == 110


def test_a_folder_that_vanishes_says_so_in_each_tile(run, show, settle):
    log, maker = run
    panel = show(log)
    settle(40)
    maker.folder.rename(maker.folder.with_name("gone"))
    settle(90)
    for tile in tiles(panel).values():
        assert "there is no such folder" in tile.accessibleName()


def write_video(path, codec, form, **more):
    """Write a video of the squares of each step, with a frame that needs no other at each 30th step."""
    import av  # noqa: PLC0415 - an extra

    with av.open(str(path), "w", format=form) as container:
        stream = container.add_stream(codec, rate=20)
        stream.width, stream.height, stream.gop_size = BITS * SIDE, 9 * SIDE, 30
        for name, value in more.items():
            setattr(stream, name, value)
        for step in range(STEPS):
            image = squares(step).convertToFormat(QImage.Format.Format_RGB888)
            pixels = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), -1, 3)
            container.mux(stream.encode(av.VideoFrame.from_ndarray(pixels, "rgb24")))
        container.mux(stream.encode())


def cut(path):
    """Leave the first half of a file."""
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])


@needs("video")
def test_a_video_is_shown_frame_by_frame_and_of_a_bad_one_that_is_said(viewer, run, show, settle, tmp_path):
    folder = tmp_path / "videos"
    folder.mkdir()
    for name, codec, form in (
        ("front.mp4", "mpeg4", "mp4"),
        ("half.mp4", "mpeg4", "mp4"),
        ("half.mkv", "mpeg4", "matroska"),
        ("raw.mjpeg", "mjpeg", "mjpeg"),
        ("raw.h264", "h264", "h264"),
        ("renamed.mp4", "h264", "h264"),
        ("stream.ts", "mpeg2video", "mpegts"),
    ):
        more = {"pix_fmt": "yuvj420p"} if codec == "mjpeg" else {}
        write_video(folder / name, codec, form, **more)
    cut(folder / "half.mp4")
    cut(folder / "half.mkv")
    (folder / "empty.mp4").touch()
    (folder / "text.mkv").write_text("no video")
    if hasattr(os, "mkfifo"):
        os.mkfifo(folder / "pipe.mp4")
    panel = show(run[0])
    viewer.workspace.run_folders.choose(folder)
    settle()
    viewer.workspace.run_folders.set_offset(OFFSET)
    told = " ".join(each.what for each in viewer.workspace.view.problems)
    shown = tiles(panel)
    assert "half.mp4: this is no whole video" in told
    assert all(path.name in told or path.stem in shown for path in folder.iterdir())
    assert "front" in shown
    assert not {"empty", "text", "pipe"} & shown.keys()
    for step in (50, 51, 20, 119, 0):
        settle(step + OFFSET)
        for name, tile in tiles(panel).items():
            said = "cannot be read" in tile.accessibleName()
            late = name == "half" and f"step {step} " not in tile.accessibleName()
            assert late or (said and name != "front") or step_in(tile) == step


@pytest.mark.parametrize("size", [(1280, 720), (840, 600)])
def test_the_map_keeps_its_height_and_half_of_its_width(viewer, run, show, settle, size):
    viewer.window.resize(*size)
    show(run[0])
    beside = viewer.window.map_area.size()
    viewer.window.actions_by_id["show_cameras"].trigger()
    settle()
    alone = viewer.window.map_area.size()
    assert beside.height() == alone.height()
    assert 2 * beside.width() > alone.width()
