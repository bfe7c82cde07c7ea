"""Cameras beside the map in ``render`` and ``clip``, and of a recording that is opened from a list."""

import numpy as np
import pytest
from PySide6.QtGui import QImage

from tests.extras import needs
from tests.ui.cameras.conftest import BITS, OFFSET, step_in, tiles
from viewer.cli import main


def steps_in(path):
    """Return the steps of all rows of squares in a picture, found as runs of pure black and white."""
    image = QImage(str(path)).convertToFormat(QImage.Format.Format_Grayscale8)
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), -1)[:, : image.width()]
    found = set()
    for row in rows[::5]:
        pure = np.convolve((row < 8) | (row > 247), np.ones(9), "same") > 0  # blurred edges lie within
        edges = np.flatnonzero(np.diff(pure.astype(np.int8), prepend=0, append=0))
        for begin, end in zip(edges[::2], edges[1::2], strict=True):
            if end - begin > 100:
                centres = begin + 4 + (np.arange(BITS) + 0.5) * (end - begin - 8) / BITS
                found.add(int("".join(str(int(row[round(at)] > 127)) for at in centres), 2))
    return found


@pytest.mark.parametrize("more", [(), ("--window",)])
def test_a_picture_shows_the_camera_at_its_time(make_run, tmp_path, more, qapp):
    log, _ = make_run()
    target = tmp_path / "a.png"
    arguments = ["render", str(log), "-o", str(target), "--at", "#61", "--cameras", "rgb_front", *more]
    assert main(arguments) == 0
    assert 60 - OFFSET in steps_in(target)


def test_each_picture_of_a_clip_shows_its_own_step(make_run, tmp_path, qapp):
    log, _ = make_run()
    target = tmp_path / "clip"
    arguments = ["clip", str(log), "-o", str(target), "--range", "#61", "#66", "--fps", "recorded"]
    assert main([*arguments, "--cameras", "rgb"]) == 0
    for number, picture in enumerate(sorted(target.glob("*.png"))):
        assert 60 + number - OFFSET in steps_in(picture)


def test_a_camera_that_is_not_there_is_said(make_run, tmp_path, capsys, qapp):
    log, _ = make_run()
    assert main(["render", str(log), "-o", str(tmp_path / "a.png"), "--cameras", "left"]) != 0
    assert "there is no camera 'left'; there are rgb_front, rgb, bev" in capsys.readouterr().err


@needs("library")
def test_the_first_recording_with_pictures_shows_them_at_its_worst_moment(viewer, run, settle, qtbot):
    log, _ = run
    viewer.library.open([log.parent])
    page = viewer.library.page
    qtbot.waitUntil(lambda: not page.busy and page.model.rowCount() == 1)
    page.open_recording(0)
    panel = viewer.window.panel("cameras")
    qtbot.waitUntil(panel.isVisible)
    settle()
    frame = viewer.workspace.view.playback.frame
    assert frame > OFFSET
    assert step_in(tiles(panel)["rgb"]) == frame - OFFSET
