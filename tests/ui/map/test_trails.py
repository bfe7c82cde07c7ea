"""Trails: read in the background, kept within bounds, and lines on the screen."""

import numpy as np
import pytest

from tests.scenes import BICYCLE, HERO, Scene, actor, pose, street
from viewer.logfile.source import LogFile
from viewer.recording.indexing.builder import read_index
from viewer.replay.paths.trajectory import NO_TRAILS, TRAIL_STEP, Trails
from viewer.ui.map.camera import Camera
from viewer.ui.map.layers.trail_layer import BANDS, MOST_LINES, ways
from viewer.ui.map.trail_cache import TrailCache

CAMERA = Camera(scale=4.0, width=800.0, height=600.0)


def drive(count=1, seconds=5.0, speed=10.0):
    """Return cars that drive along x, one below the other, and are at x = 0 after half of the time."""
    elapsed = np.arange(0.0, seconds + 0.01, 0.25)
    x = np.broadcast_to((elapsed - seconds / 2) * speed, (count, len(elapsed)))
    y = np.broadcast_to(np.linspace(-20, 20, count)[:, None], x.shape)
    return Trails(np.arange(count), elapsed, np.stack([x, y], axis=-1).astype(np.float32))


def ways_of(trails, count=1, camera=CAMERA, first=0, **more):
    """Return the ways of these cars in the middle of the time; those before ``first`` are not there."""
    centers = np.column_stack([np.zeros(count), np.linspace(-20, 20, count)])
    return ways(trails, 2.5, np.arange(first, count), centers[first:], camera, **more)


def test_the_past_ends_and_the_future_begins_where_the_actor_is():
    found = ways_of(drive())
    assert found.past[-1][-1, 1].tolist() == found.future[0, 0].tolist() == [400.0, 220.0]
    assert sum(map(len, found.past)) == len(found.future) == 10
    assert all(len(band) for band in found.past)
    assert found.past[0][0, 0, 0] < found.past[BANDS - 1][0, 0, 0]
    assert len(ways_of(drive(), without=0).future) == 0
    assert len(ways_of(NO_TRAILS).future) == 0


def test_who_is_put_elsewhere_leaves_no_line_nor_do_gaps_and_what_is_off_the_screen():
    trails = drive()
    trails.positions[0, 4:] += 5000.0
    lines = np.concatenate(ways_of(trails, 0).past)
    assert np.hypot(*(lines[:, 1] - lines[:, 0]).T).max() < 20
    trails = drive(2)
    trails.positions[0] += 9999.0
    trails.positions[1, 3] = np.nan
    found = ways_of(trails, 2, first=1)
    assert sum(map(len, found.past)) == 8
    assert np.isfinite(np.concatenate([*found.past, found.future])).all()


def test_there_are_never_too_many_lines_and_standing_costs_none():
    found = ways_of(drive(3000), 3000)
    assert 0 < sum(map(len, found.past)) + len(found.future) <= MOST_LINES + 2 * 3000
    assert sum(map(len, ways_of(drive(10, speed=0.0), 10).past)) == 0


@pytest.mark.parametrize("absurd", [1e9, 1e30, np.inf, np.nan])
def test_absurd_places_never_reach_the_painter(absurd):
    trails = drive(2)
    trails.positions[:, -3:] = absurd
    trails.positions[:, -1] += 5.0
    found = ways_of(trails, 2, Camera(scale=400.0, width=800.0, height=600.0))
    lines = np.concatenate([*found.past, found.future])
    assert np.abs(lines).max(initial=0.0) < 1e6


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
