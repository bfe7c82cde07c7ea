"""A recording, its run's folder with steps painted into the pictures, and the panel that shows it."""

import math
from functools import cache

import pytest
from PySide6.QtCore import QBuffer
from PySide6.QtGui import QColor, QImage, QPainter

from tests.analysis.drives import hero, record
from tests.run_folder.folders import LAYOUTS, Maker
from tests.ui.conftest import turn
from tests.ui.person import open_in
from viewer.ui.cameras.tile import CameraTile

STEPS, OFFSET = 120, 11
NAME = "RouteScenario_1711_rep0_Town01_ParkingCutIn_1_0_11_27_21_59_27"
BITS, SIDE = 16, 20


def way(t):
    """A bend of 60 m at a speed between 4 and 12 m/s."""
    gone = 8 * t - 4 * math.cos(t)
    return 60 * math.sin(gone / 60), 60 - 60 * math.cos(gone / 60), 0.0, math.degrees(gone / 60)


def squares(step):
    """A picture with a row of squares along its middle: white 1, black 0, most significant first."""
    image = QImage(BITS * SIDE, 9 * SIDE, QImage.Format.Format_RGB32)
    image.fill(QColor("black"))
    with QPainter(image) as painter:
        for bit in range(BITS):
            if step >> (BITS - 1 - bit) & 1:
                painter.fillRect(bit * SIDE, 0, SIDE, image.height(), QColor("white"))
    return image


@cache
def encoded(step, kind):
    """Return the bytes of a file with the picture of a step."""
    buffer = QBuffer()
    squares(step).save(buffer, kind, 95)
    return bytes(buffer.data().data())


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


class Pictures(Maker):
    """Maker whose pictures can be looked at."""

    def put(self, name, step):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(encoded(step, path.suffix[1:]))
        self.shown[path] = step


@pytest.fixture
def make_run(tmp_path):
    """Return a function that writes a recording and, below the same folder, the folder of its run."""

    def make(layout="tcp", offset=OFFSET, folder=NAME):
        log = tmp_path / "records" / "RouteScenario_1711_rep0.log"
        log.parent.mkdir()
        log.write_bytes(record([hero(way)], 8.0).bytes())
        maker = Pictures(tmp_path / "eval" / folder, way, STEPS, offset)
        maker.folder.mkdir(parents=True)
        LAYOUTS[layout](maker)
        return log, maker

    return make


@pytest.fixture
def run(make_run):
    """A recording, and its run's folder by TCP."""
    return make_run()


@pytest.fixture
def show(viewer, qtbot):
    """Return a function that opens a recording and the panel, and returns the panel."""

    def open_panel(log):
        open_in(viewer, qtbot, log)
        viewer.window.actions_by_id["show_cameras"].trigger()
        qtbot.waitUntil(lambda: viewer.tasks.quiet and not viewer.workspace.view.run_folder.searching)
        return viewer.window.panel("cameras")

    return open_panel


@pytest.fixture
def settle(viewer, qtbot):
    """Return a function that waits until all is shown, after going to a frame if one is given."""

    def wait(frame=None):
        if frame is not None:
            viewer.workspace.jump(float(viewer.recording.index.elapsed[frame]))
        turn()
        qtbot.waitUntil(lambda: viewer.tasks.quiet)
        turn()

    return wait
