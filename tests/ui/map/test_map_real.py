"""The map on real recordings, and on a screen of twice as many pixels."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

from tests.ui.map.pixels import picture
from tests.ui.views import map_of
from viewer.logfile.source import LogFile
from viewer.recording.indexing.builder import read_index
from viewer.replay.paths.driven_paths import moving_positions
from viewer.replay.world.world import world_at
from viewer.ui.map.trail_cache import TrailCache
from viewer.ui.map_layers import MapOptions, map_layers


@pytest.fixture
def view(qtbot, alone, theme):
    view = map_of(alone)
    qtbot.addWidget(view)
    view.resize(600, 400)
    return view


@pytest.mark.parametrize("color_by", ["category", "speed", "recorded"])
def test_real_recordings_are_drawn_with_everything_on_at_every_scale(
    tasks, view, qtbot, recording_file, color_by
):
    with LogFile(recording_file) as file:
        index = read_index(file)
        middle, hero = index.duration / 2, index.actors.hero_rows[0]
        view.told.set_recording(index)
        view.viewpoint.set_fit_points(moving_positions(index)[0])
        view.told.set_layers(map_layers(sensors=True, grid=True, developer=True))
        labels = {"label_role": True, "label_speed": True, "heading_up": True}
        view.told.set_options(MapOptions("vehicles", 10.0, 5.0, color_by=color_by, **labels))
        view.told.set_hero(hero)
        view.told.set_selected((hero,))
        view.told.show(preview=world_at(index, 0.0))
        book = TrailCache(tasks, view)
        book.set_recording(index)
        book.around(middle, 10.0, 5.0, None)
        qtbot.waitUntil(lambda: tasks.quiet)
        trails = book.around(middle, 10.0, 5.0, None)
        assert hero in trails.rows
        assert np.isfinite(trails.positions).any()
        view.scene.update(trails=trails)
        pictures = set()
        for share, span in zip((0.0, 0.5, 0.7, 1.0), (1200, 300, 100, 30), strict=True):
            view.told.set_world(world_at(index, share * index.duration, interpolate=True))
            view.told.set_followed(hero)
            view.viewpoint.set_span(span)
            pictures.add(picture(view).tobytes())
        assert len(pictures) == 4


_ON_A_FINE_SCREEN = """
import sys
from pathlib import Path
import numpy as np
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication
from tests.scenes import Scene, actor, pose
from tests.ui.alone import Alone
from tests.ui.views import look_at, map_of
from viewer.replay.world.world import world_at
from viewer.ui.background.tasks import Tasks
from viewer.ui.state.settings import Settings
from viewer.ui.theme import load_theme

app = QApplication([])
index = Scene().frame(add=[actor(1)], poses=[pose(1, (0, 0, 0))]).index(Path(sys.argv[1]))
store = QSettings(sys.argv[1] + ".ini", QSettings.Format.IniFormat)
view, theme = map_of(Alone(Tasks(), Settings(store))), load_theme("dark")
view.resize(200, 100)
view.told.set_recording(index)
view.told.set_world(world_at(index, 0))
for scale in (3.0, 20.0):
    look_at(view, (0.0, 0.0, scale))
    image = view.grab().toImage()
    columns = [
        x for x in range(image.width())
        if any(image.pixelColor(x, y) == theme.vehicle for y in range(image.height()))
    ]
    print(image.width(), min(columns), max(columns))
"""


def test_twice_the_pixels_for_the_same_size(tmp_path):
    environment = os.environ | {"QT_SCALE_FACTOR": "2", "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", _ON_A_FINE_SCREEN, str(tmp_path / "one.log")]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=240)
    (width, left, right), (_, box_left, box_right) = (
        [int(word) for word in line.split()] for line in done.stdout.splitlines()
    )
    assert width == 400
    assert (left + right) / 2 == pytest.approx(200, abs=2)
    assert 11 <= right - left <= 18  # a wedge of nine pixels, without its faint tip
    assert (box_left + box_right) / 2 == pytest.approx(200, abs=4)
    assert box_right - box_left == pytest.approx(4.79 * 20 * 2, rel=0.1)
