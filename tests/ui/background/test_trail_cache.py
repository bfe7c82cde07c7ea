"""Ways are read in the background, kept within bounds, and given up when the file cannot be read."""

from __future__ import annotations

import numpy as np
import pytest

from tests.scenes import BICYCLE, HERO, Scene, actor, pose, street
from viewer.logfile.source import LogFile
from viewer.recording.indexing.builder import read_index
from viewer.replay.paths.trajectory import TRAIL_STEP
from viewer.ui.map.trail_cache import TrailCache


@pytest.fixture
def book(tasks):
    return TrailCache(tasks, tasks)


def long_drive(tmp_path, seconds=400):
    scene = Scene()
    for k in range(int(seconds / 0.5)):
        scene.frame(0.5, add=[actor(HERO)] if k == 0 else [], poses=[pose(HERO, (float(k), 0.0, 0.0))])
    return scene.index(tmp_path / "long.log")


def all_around(qtbot, tasks, book, *where):
    book.around(*where)
    qtbot.waitUntil(lambda: tasks.quiet)
    return book.around(*where)


def test_what_is_missing_comes_later_and_is_told(book, qtbot, tmp_path):
    index = street().index(tmp_path / "street.log")
    book.set_recording(index)
    with qtbot.waitSignal(book.grown):
        assert not len(book.around(0.9, 1.0, 0.0, None).elapsed)
    found = book.around(0.9, 1.0, 0.0, None)
    assert found.elapsed.tolist() == [0.0, 0.25, 0.5, 0.75]
    assert book.around(0.9, 1.0, 0.0, None) is found
    bicycle = np.array(index.actors.rows_of(BICYCLE))
    assert book.around(0.9, 1.0, 0.0, bicycle).rows.tolist() == bicycle.tolist()


def test_what_is_far_away_is_forgotten(book, qtbot, tmp_path, tasks):
    index = long_drive(tmp_path)
    book.set_recording(index)
    before = all_around(qtbot, tasks, book, 30.0, 30.0, 10.0, None)
    for elapsed in np.arange(60.0, 390.0, 40.0).tolist():
        all_around(qtbot, tasks, book, elapsed, 30.0, 10.0, None)
    assert len(before.elapsed) == 40 / TRAIL_STEP + 1
    with qtbot.waitSignal(book.grown):  # read again
        assert len(book.around(30.0, 30.0, 10.0, None).elapsed) < len(before.elapsed)
    qtbot.waitUntil(lambda: tasks.quiet)


def test_another_recording_has_other_ways(book, qtbot, tmp_path, tasks):
    book.set_recording(street().index(tmp_path / "street.log"))
    assert len(all_around(qtbot, tasks, book, 0.5, 1.0, 1.0, None).rows) > 1
    book.set_recording(None)
    assert not len(book.around(0.5, 1.0, 1.0, None).rows)
    book.set_recording(long_drive(tmp_path, 5))
    assert len(all_around(qtbot, tasks, book, 0.5, 1.0, 1.0, None).rows) == 1


def test_a_file_that_is_cut_gives_no_ways_and_no_trouble(book, qtbot, tmp_path, tasks):
    path = street().save(tmp_path / "street.log")
    index = read_index(LogFile(path))
    path.write_bytes(path.read_bytes()[:200])
    book.set_recording(index)
    assert not len(all_around(qtbot, tasks, book, 0.5, 1.0, 1.0, None).elapsed)
    assert tasks.quiet
